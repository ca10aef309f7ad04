// Runs bots under other referees: `bots/greedy --dialect codingame`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <span>

#include "bots/sdk/cpp/bot.hpp"
#include "referee/support/text.hpp"

namespace ebiri::sdk {

namespace {

using rules::Side;
using std::chrono::milliseconds;

constexpr int oware_seeds = 48, row = 6;

struct Times {
  milliseconds first, later;
};

void complain(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

void answer(const std::string& text) { std::cout << text << std::endl; }

/// One bot in one game of a referee that sends positions instead of moves.
class Seat {
 public:
  /// Precondition: `variant` has that ruleset.
  Seat(Bot& bot, const Identity& identity, std::string_view variant, std::string_view ruleset, Times times)
      : bot_(bot),
        options_(identity.options),
        rules_(std::move(*rules::make_rules(variant, ruleset))),
        times_(times) {
    bot_.new_game({.rules = *rules_, .options = options_, .seed = 1, .say = complain});
  }

  const rules::Rules& rules() const { return *rules_; }

  /// The bot's move in `position`. If the position is invalid, the game is over or the bot chooses no move,
  /// returns nothing, after a message on stderr.
  std::optional<std::string> move(const std::string& position) {
    const auto asked = Clock::now();
    const auto game = rules_->from_position(position);
    if (!game || (*game)->outcome()) {
      complain(game ? "the game is over in " + position : game.error().message);
      return std::nullopt;
    }
    const std::optional<std::string> base = position;
    const Turn turn{.game = **game,
                    .base = base,
                    .moves = {},
                    .seed = static_cast<std::uint64_t>(++moves_),
                    .budget = {.asked = asked, .move_time = moves_ > 1 ? times_.later : times_.first},
                    .stop = {},
                    .report = [](const protocol::Info&) {}};
    std::string chosen = bot_.choose(turn);
    if (!chosen.empty()) return chosen;
    complain("the bot chose no move in " + position);
    return std::nullopt;
  }

 private:
  Bot& bot_;
  Options options_;
  std::unique_ptr<rules::Rules> rules_;
  Times times_;
  int moves_ = 0;
};

std::vector<int> numbers(std::string_view text, char separator) {
  std::vector<int> result;
  for (const auto word : split(text, separator))
    if (const auto number = parse_integer<int>(trim(word))) result.push_back(*number);
  return result;
}

std::string joined(std::span<const int> values) { return fmt::format("{}", fmt::join(values, "-")); }

// CodinGame: each line has twelve pits, the bot's own first. The bot is always south. The lines do not say
// who captured, so the bot's store is estimated: the captures of its own moves, at most what is missing from
// the board. The rest is the opponent's store. CodinGame continues after a majority.
int run_codingame(Bot& bot, const Identity& identity, Times times) {
  Seat seat{bot, identity, "oware", "codingame majority-ends=false", times};
  int own = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const auto pits = numbers(trim(line), ' ');
    int captured = oware_seeds;
    for (const int pit : pits) captured -= pit;
    if (pits.size() != 2 * row || captured < 0) {
      complain("expected twelve numbers that add up to 48 at most, got `" + printable(line, 100) + "`");
      return 1;
    }
    own = std::min(own, captured);
    const auto position = fmt::format("{}-{}-{}-S", joined(pits), own, captured - own);
    const auto move = seat.move(position);
    if (move) {
      const auto game = *seat.rules().from_position(position);
      own += game->effect(*move).captured;
      answer(std::to_string(move->front() - 'A'));
    } else {  // CodinGame continues after our rules end the game: play any pit with seeds
      const auto filled = std::find_if(pits.begin(), pits.begin() + row, [](int pit) { return pit > 0; });
      answer(std::to_string(filled == pits.begin() + row ? 0 : filled - pits.begin()));
    }
  }
  return 0;
}

class ManKalahGame {
 public:
  ManKalahGame(Bot& bot, const Identity& identity, Times times)
      : seat_(bot, identity, "kalah", "manchester", times) {}

  /// Whether the bot could not answer a request.
  bool failed() const { return failed_; }

  /// Handles a message. Returns whether the game continues.
  bool receive(std::string_view line) {
    const auto fields = split(trim(line), ';');
    if (fields[0] == "END") return false;
    if (fields[0] == "START" && fields.size() == 2) {
      side_ = fields[1] == "South" ? Side::south : Side::north;
      if (side_ == Side::south) move(seat_.rules().start()->position());
    } else if (fields[0] == "CHANGE" && fields.size() == 4) {
      change(fields);
    } else {
      complain("ignored: `" + printable(line, 100) + "`");
    }
    return !failed_;
  }

 private:
  void change(std::span<const std::string_view> fields) {
    if (fields[1] == "SWAP") {  // the opponent has swapped: the bot plays the other side from now on
      side_ = rules::opponent(side_);
      swap_open_ = false;
    }
    if (fields[3] != "YOU") return;
    const auto board = numbers(fields[2], ',');  // north's pits and store, then south's
    const std::span<const int> all{board};
    const auto half = all.size() / 2;
    if (half < 2 || all.size() % 2 != 0) return complain("ignored: a board of unequal or empty sides");
    const bool may_swap = side_ == Side::north && swap_open_;
    move(fmt::format("{}-{}-{}-{}-{}{}", joined(all.subspan(half, half - 1)), joined(all.first(half - 1)),
                     all.back(), all[half - 1], side_ == Side::south ? "S" : "N", may_swap ? "-swap" : ""));
  }

  void move(const std::string& position) {
    const auto chosen = seat_.move(position);
    swap_open_ = false;
    failed_ = !chosen;
    if (failed_) return;
    if (*chosen == "swap") {
      side_ = Side::south;
      return answer("SWAP");
    }
    answer(fmt::format("MOVE;{}", chosen->front() - (side_ == Side::south ? 'A' : 'a') + 1));
  }

  Seat seat_;
  Side side_ = Side::south;
  bool swap_open_ = true;  // north may still swap as its first move
  bool failed_ = false;
};

int run_mankalah(Bot& bot, const Identity& identity, Times times) {
  ManKalahGame game{bot, identity, times};
  for (std::string line; std::getline(std::cin, line);)
    if (!game.receive(line)) break;
  return game.failed() ? 1 : 0;
}

int wrong(const std::string& what) {
  complain(what + "; expected `--dialect codingame`, `--dialect mankalah` or `--movetime MS`");
  return 2;
}

}  // namespace

int run(Bot& bot, const Identity& identity, int argc, char** argv) {
  const std::span<char*> arguments{argv, static_cast<std::size_t>(argc)};
  std::string dialect;
  std::optional<milliseconds> time;
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    const std::string name = arguments[i];
    const std::string value = i + 1 < arguments.size() ? arguments[i + 1] : "";
    const auto number = parse_integer<int>(value);
    if (name == "--dialect" && (value == "codingame" || value == "mankalah"))
      dialect = value;
    else if (name == "--movetime" && number && *number > 0)
      time = milliseconds(*number);
    else
      return wrong("invalid argument `" + printable(trim(name + " " + value), 100) + "`");
  }
  if (time && dialect.empty()) return wrong("`--movetime` without `--dialect`");
  const milliseconds second{1000};
  if (dialect == "codingame")
    return run_codingame(bot, identity, {time.value_or(second), time.value_or(milliseconds{50})});
  if (dialect == "mankalah")
    return run_mankalah(bot, identity, {time.value_or(second), time.value_or(second)});
  return run(bot, identity);
}

}  // namespace ebiri::sdk

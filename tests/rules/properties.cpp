#include "tests/rules/properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "referee/support/text.hpp"

namespace ebiri::rules::tests {

namespace {

// Whether the text of a refusal or summary is one line.
bool is_sentence(std::string_view text) {
  return !text.empty() && text.find_first_of("\n\r") == std::string_view::npos;
}

std::optional<Outcome> mirrored(std::optional<Outcome> outcome) {
  if (!outcome) return outcome;
  std::swap(outcome->south, outcome->north);
  if (outcome->kind == Outcome::Kind::south_wins)
    outcome->kind = Outcome::Kind::north_wins;
  else if (outcome->kind == Outcome::Kind::north_wins)
    outcome->kind = Outcome::Kind::south_wins;
  return outcome;
}

std::string text_of(const std::optional<Outcome>& outcome) {
  if (!outcome) return "no outcome";
  return fmt::format("kind {}, {}, {}-{} {}", static_cast<int>(outcome->kind), outcome->reason,
                     outcome->south, outcome->north, outcome->special);
}

std::string broken_list(const Game& game, const std::vector<std::string>& moves) {
  const bool expected = !game.outcome() && !game.arrangement();
  if (moves.empty() == expected) return fmt::format("{} legal moves", moves.size());
  if (!std::ranges::is_sorted(moves)) return "the legal list is not sorted";
  if (std::ranges::adjacent_find(moves) != moves.end()) return "the legal list names a move twice";
  if (std::ranges::count(moves, stolen_turn) != 0) return "the legal list holds a stolen turn";
  return {};
}

// Checks that `again`, read from the position text of `game`, is the same position.
std::string broken_copy(const Game& game, const Game& again) {
  if (again.position() != game.position()) return "reads back as " + again.position();
  if (again.plies() != 0) return "a position that was read has plies";
  if (again.hash() != game.hash()) return "the hash changes when the text is read";
  if (again.seeds() != game.seeds()) return "the seeds change when the text is read";
  if (again.board() != game.board()) return "the board changes when the text is read";
  if (!again.board().ends_with("\n")) return "the board does not end in a newline";
  if (again.agreed_end() != game.agreed_end()) return "the agreed end changes when the text is read";
  for (const Side side : {Side::south, Side::north})
    if (again.score(side) != game.score(side)) return "the score changes when the text is read";
  if (game.outcome()) return {};  // the history may have ended it
  if (again.outcome()) return "over when the text is read: " + text_of(again.outcome());
  if (again.to_move() != game.to_move()) return "the mover changes when the text is read";
  if (again.legal_moves() != game.legal_moves()) return "the legal list changes when the text is read";
  if (again.arrangement() != game.arrangement()) return "the arrangement changes when the text is read";
  return {};
}

std::string broken_effect(const Effect& effect, int seeds) {
  if (!is_sentence(effect.words)) return "an effect without words in one line";
  if (effect.captured < 0 || effect.captured > seeds) return fmt::format("captures {}", effect.captured);
  if (effect.laps < 0) return fmt::format("takes {} laps", effect.laps);
  return {};
}

bool is_number(std::string_view text) { return parse_integer<std::int32_t>(text).has_value(); }

// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S` and `…-S-swap` with exchanged sides; empty for another form.
std::string exchanged_rows(std::string_view board) {
  auto fields = mapped(split(board, '-'), [](std::string_view field) { return field; });
  const auto mover = std::ranges::find_if_not(fields, is_number);
  if (mover == fields.end() || mover - fields.begin() < 2) return {};
  const auto stores = mover - 2;
  std::rotate(fields.begin(), fields.begin() + (stores - fields.begin()) / 2, stores);
  std::iter_swap(stores, stores + 1);
  *mover = *mover == "S" ? "N" : "S";
  if (mover + 1 != fields.end()) fields.back() = fields.back() == "swap" ? "SWAP" : "swap";
  return join(fields, "-");
}

// The text of a position with exchanged sides, in one of the two forms that variants use: a board of two rows
// and further fields, or the pits of south, those of north and further fields, whose last two numbers belong
// to south and north. Empty for another form.
std::string exchanged(std::string_view position) {
  auto fields = mapped(split(position, '/'), [](std::string_view field) { return field; });
  if (fields[0].find('-') != std::string::npos) {
    fields[0] = exchanged_rows(fields[0]);
  } else {
    if (fields.size() < 2) return {};
    std::swap(fields[0], fields[1]);
    const auto last = std::find_if(fields.rbegin(), fields.rend(), is_number);
    if (last != fields.rend() && last + 1 != fields.rend()) std::iter_swap(last, last + 1);
  }
  for (std::string& field : fields) {
    if (field.find_first_not_of("SN-") != std::string::npos) continue;
    std::rotate(field.begin(), field.begin() + static_cast<std::ptrdiff_t>(field.size() / 2), field.end());
    for (char& side : field)
      if (side != '-') side = side == 'S' ? 'N' : 'S';
  }
  return join(fields, "/");
}

// The position or end after each legal move, with exchanged sides if `turned`.
using Reached = std::multiset<std::pair<std::string, std::string>>;
Reached reached_from(const Game& game, bool turned) {
  Reached reached;
  for (const std::string& move : game.legal_moves()) {
    const auto next = game.clone();
    if (next->play(move)) continue;
    reached.emplace(turned ? exchanged(next->position()) : next->position(),
                    text_of(turned ? mirrored(next->outcome()) : next->outcome()));
  }
  return reached;
}

std::string broken_rotation(const Rules& rules, const Game& here) {
  const auto turned = rules.from_position(exchanged(here.position()));
  if (!turned) return "turned round, it is no position: " + turned.error().message;
  const Game& there = **turned;
  if (exchanged(there.position()) != here.position()) return "turned round, it is " + there.position();
  if (there.seeds() != here.seeds()) return "turned round, it has other seeds";
  if (there.outcome() != mirrored(here.outcome()))
    return fmt::format("turned round: {}, not {}", text_of(there.outcome()), text_of(here.outcome()));
  if (there.agreed_end() != *mirrored(here.agreed_end())) return "turned round, another agreed end";
  if (there.score(Side::south) != here.score(Side::north)) return "turned round, another score";
  if (here.outcome()) return {};
  if (there.to_move() == here.to_move()) return "turned round, the mover stays";
  if (there.arrangement() != here.arrangement()) return "turned round, another arrangement is due";
  if (reached_from(there, false) != reached_from(here, true)) return "turned round, its moves lead elsewhere";
  return {};
}

std::string broken_step(const Rules& rules, const Game& before, const Game& after) {
  if (after.plies() != before.plies() + 1) return "it is not one ply";
  if (after.seeds() != before.seeds())
    return fmt::format("{} seeds became {}", before.seeds(), after.seeds());
  if (!rules.from_position(after.position())) return "leads to no position: " + after.position();
  if (after.outcome() && (after.outcome()->reason.empty() || !after.legal_moves().empty()))
    return "an end without a reason or with moves";
  return {};
}

std::string broken_moves(const Rules& rules, const Game& here) {
  for (const std::string& move : here.legal_moves()) {
    if (auto broken = broken_effect(here.effect(move), here.seeds()); !broken.empty())
      return fmt::format("`{}`: {}", move, broken);
    const auto next = here.clone();
    if (const auto refused = next->play(move))
      return fmt::format("`{}` is legal and refused: {}", move, refused->message);
    if (auto broken = broken_step(rules, here, *next); !broken.empty())
      return fmt::format("`{}`: {}", move, broken);
  }
  return {};
}

std::string broken_steal(const Rules& rules, const Game& game) {
  const auto next = game.clone();
  const auto refused = rules::advance(*next, stolen_turn);
  if (refused.has_value() == game.may_be_stolen())
    return "a steal is refused where it may be, or the reverse";
  if (refused) return next->position() == game.position() ? "" : "a refused steal leaves a trace";
  if (!next->outcome() && next->to_move() == game.to_move()) return "a steal leaves the turn where it was";
  return broken_step(rules, game, *next);
}

std::string broken_perft(const Rules& rules, const Game& here) {
  const auto count = rules.perft(here.position(), 1);
  if (static_cast<bool>(count) == here.arrangement().has_value()) return "perft counts an arrangement";
  if (!count) return {};
  if (count->leaves != here.legal_moves().size() || (count->ended_earlier == 1) != here.outcome().has_value())
    return "perft does not count the legal list";
  return {};
}

// The begin and end of each number in a text.
std::vector<std::pair<std::size_t, std::size_t>> numbers_of(const std::string& text) {
  static constexpr std::string_view digits = "0123456789";
  std::vector<std::pair<std::size_t, std::size_t>> numbers;
  for (std::size_t at = text.find_first_of(digits); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
    numbers.emplace_back(at, end);
    at = text.find_first_of(digits, end);
  }
  return numbers;
}

}  // namespace

std::string broken_promise(const Rules& rules, const Game& game) {
  const auto again = rules.from_position(game.position());
  if (!again) return "its own text is refused: " + again.error().message;
  const Game& here = **again;  // without history, so that clones are cheap
  for (std::string broken : {broken_list(game, game.legal_moves()), broken_copy(game, here),
                             broken_rotation(rules, here), broken_moves(rules, here),
                             broken_perft(rules, here), game.outcome() ? "" : broken_steal(rules, game)}) {
    if (!broken.empty()) return broken;
  }
  return {};
}

std::string broken_answer(const Game& game, std::string_view text) {
  const auto moves = game.legal_moves();
  const auto due = game.arrangement();
  const bool expected = due ? lays_out(text, *due) : std::ranges::binary_search(moves, text);
  const auto now = game.clone();
  const auto refused = now->play(text);
  if (expected != !refused)
    return fmt::format("`{}` is {}", printable(text, 100),
                       refused ? "refused: " + refused->message : "accepted");
  if (!refused) return now->plies() == game.plies() + 1 ? "" : "an accepted move is not one ply";
  if (!is_sentence(refused->message)) return "a refusal is not one sentence: " + refused->message;
  if (now->position() != game.position() || now->plies() != game.plies() || now->legal_moves() != moves)
    return fmt::format("`{}` leaves a trace although it is refused", printable(text, 100));
  return {};
}

std::string broken_reading(const Rules& rules, std::string_view text) {
  const auto read = rules.from_position(text);
  if (!read) return is_sentence(read.error().message) ? "" : "a refusal is not one sentence";
  return broken_promise(rules, **read);
}

bool lays_out(std::string_view text, Arrangement due) {
  if (!text.starts_with('=')) return false;
  const auto numbers = split(text.substr(1), ',');
  std::int64_t sum = 0;
  for (const std::string_view number : numbers) {
    const auto seeds = parse_integer<std::int32_t>(number);
    if (!seeds || *seeds < 0) return false;
    sum += *seeds;
  }
  return static_cast<int>(numbers.size()) == due.pits && sum == due.seeds;
}

std::string slip(std::string text, std::string_view other, Random& random) {
  static constexpr std::string_view typed = "0123456789ABFLSNabflsn=,/-+ .\n\0\x7f\xff";
  const auto letter = [&] { return typed[random.below(typed.size())]; };
  const std::size_t at = random.below(text.size() + 1);
  switch (random.below(7)) {
    case 0:
      return text.insert(at, 1, letter());
    case 1:
      return text.erase(at, 1 + random.below(3));
    case 2:
      return text + text.substr(at);
    case 3:
      return text.substr(0, at) + std::string(other.substr(random.below(other.size() + 1)));
    case 4:
      return std::string(other);
    default:
      if (at < text.size()) text[at] = random.below(2) == 0 ? letter() : static_cast<char>(text[at] ^ 0x20);
      return text;
  }
}

std::string shifted(const std::string& text, Random& random) {
  const auto numbers = numbers_of(text);
  if (numbers.size() < 2) return text;
  const std::size_t from = random.below(numbers.size());
  const std::size_t to = random.below(numbers.size());
  const auto value = [&](std::size_t i) {
    const auto [begin, end] = numbers[i];
    return parse_integer<std::int32_t>(text.substr(begin, end - begin)).value_or(0);
  };
  const std::int64_t all = value(from);
  const std::int64_t some = random.below(2) == 0 ? std::min<std::int64_t>(all, 1) : all;
  std::string result;
  std::size_t done = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [begin, end] = numbers[i];
    const std::int64_t number = value(i) + (i == to ? some : 0) - (i == from ? some : 0);
    result += text.substr(done, begin - done) + std::to_string(number);
    done = end;
  }
  return result + text.substr(done);
}

}  // namespace ebiri::rules::tests

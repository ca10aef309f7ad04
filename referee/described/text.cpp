// Positions and moves as text (configs/games/FORMAT.md, section 12).
#include <fmt/format.h>

#include <algorithm>

#include "referee/described/described.hpp"
#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

using rules::MoveError;

char letter(int side) { return side == 0 ? 'S' : 'N'; }

std::optional<int> side_of(std::string_view text) {
  if (text == "S") return 0;
  return text == "N" ? std::optional(1) : std::nullopt;
}

std::string place_text(const Program& program, int pit) {
  return fmt::format("{}{}", letter(pit / program.side), pit % program.side);
}

// `S3,N5`, or `S3:N,N5:S` with `norths`, the members that belong to north.
std::string pits_text(const Program& program, const PitSet& set, const PitSet* norths = nullptr) {
  std::string text;
  for (int pit = 0; pit < program.pits; ++pit) {
    if (!set.has(pit)) continue;
    text += (text.empty() ? "" : ",") + place_text(program, pit);
    if (norths != nullptr) text += norths->has(pit) ? ":N" : ":S";
  }
  return text;
}

bool binds_each(const Program& program) {
  const auto& words = program.directions;
  return std::find(words.begin(), words.end(), Direction::bind_each) != words.end();
}

// Reads `count` numbers up to `most` into `numbers`.
Result<void> read_numbers(std::string_view text, std::string_view what, int count, int most,
                          std::uint16_t* numbers) {
  const auto parts = split(text, ',');
  if (parts.size() != static_cast<std::size_t>(count))
    return Error{fmt::format("{} needs {} numbers, found {}", what, count, parts.size())};
  for (const std::string_view part : parts) {
    const auto number = parse_integer<int>(part);
    if (!number || *number < 0 || *number > most)
      return Error{
          fmt::format("{} has `{}`, expected a number from 0 to {}", what, printable(part, 20), most)};
    *numbers++ = static_cast<std::uint16_t>(*number);
  }
  return {};
}

// Reads the keys of a position text.
class KeyReader {
 public:
  KeyReader(const Program& program, Position& position) : program_(program), position_(position) {}

  /// The problem, if there is one.
  std::optional<Error> read(std::string_view field) {
    const std::size_t equals = field.find('=');
    const std::string_view key = field.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : field.substr(equals + 1);
    if (read_pits(key, value) || read_counters(key, value) || read_others(key, value)) return std::nullopt;
    return Error{fmt::format("`{}` is not a valid field of a position of this game", printable(field, 60))};
  }

 private:
  std::optional<int> pit(std::string_view text) const {
    if (text.size() < 2) return std::nullopt;
    const auto side = side_of(text.substr(0, 1));
    const auto number = parse_integer<int>(text.substr(1));
    if (!side || !number || *number < 0 || *number >= program_.side) return std::nullopt;
    return *side * program_.side + *number;
  }

  bool set_of(std::string_view value, PitSet& set) const {
    for (const std::string_view part : split(value, ',')) {
      const auto one = pit(part);
      if (!one || set.has(*one)) return false;
      set.add(*one);
    }
    return true;
  }

  bool owners_of(std::string_view value, PitSet& set, PitSet& norths) const {
    for (const std::string_view part : split(value, ',')) {
      const std::size_t colon = part.find(':');
      const auto one = pit(part.substr(0, colon));
      const auto side = colon == std::string_view::npos ? std::nullopt : side_of(part.substr(colon + 1));
      if (!one || !side || set.has(*one)) return false;
      set.add(*one);
      norths.set(*one, *side == 1);
    }
    return true;
  }

  bool read_pits(std::string_view key, std::string_view value) {
    PitSet set;
    if (key == "marks") return owners_of(value, position_.marked, position_.norths_marks);
    if (key == "owners") return program_.rounds.given && owners_of(value, set, position_.norths);
    if (key == "closed") return program_.rounds.given && set_of(value, position_.closed);
    if (key == "played") return program_.needs_played && set_of(value, position_.played);
    if (key == "lifted") return program_.asks_for(Word::lifted) && set_of(value, position_.lifted);
    return key == "stale" && program_.asks_for(Word::fresh) && set_of(value, position_.stale) &&
           position_.played.holds(position_.stale);
  }

  bool read_counters(std::string_view key, std::string_view value) {
    if (key == "turns")
      return program_.needs_turns && read_numbers(value, key, 2, program_.max_turns, position_.turns);
    if (key == "hits")
      return program_.needs_hits && read_numbers(value, key, 2, program_.max_hits, position_.hits);
    const bool out = key == "out";
    if (!out && (key != "round" || !program_.needs_round)) return false;
    const auto number = parse_integer<int>(value);
    const int most = out ? program_.total : program_.rounds.max;
    if (!number || *number < 1 || *number > most) return false;
    (out ? position_.out : position_.round) = static_cast<std::uint16_t>(*number);
    return true;
  }

  bool read_others(std::string_view key, std::string_view value) {
    if (key == "swap") {
      position_.swap = program_.start.swap;
      return value.empty() && position_.swap;
    }
    if (key == "back") {
      const auto one = pit(value);
      if (one) position_.back = static_cast<std::uint8_t>(*one);
      return one && program_.asks_for(Word::back);
    }
    if (key == "began") {
      const auto side = side_of(value);
      if (side) position_.began = static_cast<std::uint8_t>(*side);
      return side && program_.rounds.given;
    }
    if (key != "bound" || !program_.needs_bound) return false;
    const auto parts = split(value, ',');
    if (parts.size() > 2 || (parts.size() == 2) != binds_each(program_)) return false;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string_view sign = parts[parts.size() == 2 ? i : 0];
      if (sign != "+" && sign != "-" && sign != ".") return false;
      position_.bound[i] = sign == "." ? 2 : sign == "-" ? 1 : 0;
    }
    return true;
  }

  const Program& program_;
  Position& position_;
};

// The digits at the beginning of `text`. `parse_integer`, to which they go, refuses leading zeros, so that a
// move has only one text.
std::string_view leading_digits(std::string_view text) {
  return text.substr(0, text.find_first_not_of("0123456789"));
}

// Reads the decisions at the end of a move text into `move`; false if one is malformed.
bool read_decisions(std::string_view text, int side, Move& move) {
  while (!text.empty()) {
    if (move.count == Move::max_decisions) return false;
    int decision = static_cast<int>(std::string_view("+-!.").find(text[0]));
    std::size_t used = 1;
    if (text[0] == '*') {
      const std::string_view digits = leading_digits(text.substr(1));
      const auto number = parse_integer<int>(digits);
      if (!number || *number >= side) return false;
      used += digits.size();
      decision = Move::pick + *number;
    } else if (decision < 0 || decision > 3) {
      return false;
    }
    move.decisions[move.count++] = static_cast<std::uint8_t>(decision);
    text.remove_prefix(used);
  }
  return true;
}

}  // namespace

std::string DescribedGame::position_text(const Position& position) const {
  const Program& board = program();
  const auto numbers = [](const std::uint16_t* from, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + std::to_string(from[i]);
    return text;
  };
  std::string text = fmt::format("{}/{}/{}/{}", numbers(position.seeds, board.side),
                                 numbers(position.seeds + board.side, board.side),
                                 numbers(position.seeds + first_store, 2), letter(position.mover));
  const auto add = [&text](std::string_view key, std::string_view value) {
    if (!value.empty()) text += fmt::format("/{}={}", key, value);
  };
  const auto pair = [&](bool needed, const std::uint16_t(&counts)[2]) {
    return needed && (counts[0] != 0 || counts[1] != 0) ? numbers(counts, 2) : std::string();
  };
  if (position.out > 0) add("out", std::to_string(position.out));
  add("marks", pits_text(board, position.marked, &position.norths_marks));
  add("closed", pits_text(board, position.closed));
  PitSet changed;  // the pits on one player's side that the other player owns
  for (int pit = 0; pit < board.pits; ++pit) changed.set(pit, position.owner(pit) != pit / board.side);
  add("owners", pits_text(board, changed, &position.norths));
  if (position.bound[0] < 2 || position.bound[1] < 2) {
    const auto sign = [&](int side) { return std::string(1, "+-."[position.bound[side]]); };
    add("bound", binds_each(board) ? sign(0) + "," + sign(1) : sign(0));
  }
  add("turns", pair(board.needs_turns, position.turns));
  add("hits", pair(board.needs_hits, position.hits));
  if (board.needs_played) add("played", pits_text(board, position.played));
  if (board.asks_for(Word::fresh)) add("stale", pits_text(board, position.stale));
  if (board.asks_for(Word::lifted)) add("lifted", pits_text(board, position.lifted));
  if (board.asks_for(Word::back) && !position.passed && position.back != Position::no_pit)
    add("back", place_text(board, position.back));
  if (position.swap) text += "/swap";
  if (board.needs_round && position.round > 1) add("round", std::to_string(position.round));
  if (board.rounds.given && position.began != board.start.began)
    add("began", std::string(1, letter(position.began)));
  return text;
}

Result<Position> DescribedGame::parse_position(std::string_view text) const {
  const Program& board = program();
  const auto fields = split(text, '/');
  if (fields.size() < 4)
    return Error{fmt::format("expected `SOUTH/NORTH/STORES/MOVER`, found `{}`", printable(text, 80))};
  Position position = board.start;
  position.marked = position.norths_marks = {};
  position.swap = false;
  const auto read = [&](std::size_t field, std::string_view what, int count, int first) {
    return read_numbers(fields[field], what, count, board.total, position.seeds + first);
  };
  if (const auto done = read(0, "south", board.side, 0); !done) return done.error();
  if (const auto done = read(1, "north", board.side, board.side); !done) return done.error();
  if (const auto done = read(2, "the list of stores", 2, first_store); !done) return done.error();
  const auto mover = side_of(fields[3]);
  if (!mover) return Error{fmt::format("the mover is `{}`, expected `S` or `N`", printable(fields[3], 20))};
  position.mover = static_cast<std::uint8_t>(*mover);
  position.last = static_cast<std::uint8_t>(1 - *mover);
  KeyReader reader(board, position);
  for (std::size_t i = 4; i < fields.size(); ++i) {
    if (auto wrong = reader.read(fields[i])) return *wrong;
  }
  if (seeds(position) != board.total)
    return Error{fmt::format("the seeds add up to {}, expected {}", seeds(position), board.total)};
  for (int pit = 0; pit < board.pits; ++pit) {
    if (position.closed.has(pit) && position.seeds[pit] > 0)
      return Error{fmt::format("{} is closed and holds seeds", place_text(board, pit))};
  }
  Machine machine(board);
  machine.settle(position, 1);
  if (board.asks_for(Word::repetition)) position.key = machine.key_of(position);
  return position;
}

std::string DescribedGame::move_text(const Position& position, const Move& move) const {
  if (move.pit == Move::swap) return "swap";
  std::string text = std::to_string((move.pit + position.mover * program().side) % program().pits);
  if (program().is_signed) text += move.direction == 0 ? '+' : '-';
  for (int i = 0; i < move.count; ++i) {
    const int decision = move.decisions[i];
    text +=
        decision < Move::pick ? std::string(1, "+-!."[decision]) : fmt::format("*{}", decision - Move::pick);
  }
  return text;
}

std::variant<Move, MoveError> DescribedGame::parse_move(const Position& position,
                                                        std::string_view text) const {
  const Program& board = program();
  const auto malformed = [&] {
    return rules::unparsable(fmt::format("`{}` is not a move, expected a pit such as `0{}`",
                                         printable(text, 60), board.is_signed ? "+` or `0-" : ""));
  };
  Move move;
  const std::string_view digits = leading_digits(text);
  if (text == "swap") {
    move.pit = Move::swap;
  } else {
    const auto number = parse_integer<int>(digits);
    if (!number || *number >= board.pits) return malformed();
    std::string_view rest = text.substr(digits.size());
    move.pit = static_cast<std::uint8_t>((*number + position.mover * board.side) % board.pits);
    if (board.is_signed) {
      if (rest.empty() || (rest[0] != '+' && rest[0] != '-')) return malformed();
      move.direction = rest[0] == '-' ? 1 : 0;
      rest.remove_prefix(1);
    } else {
      move.direction = Machine(board).open_directions(position, move.pit) == 2 ? 1 : 0;
    }
    if (!read_decisions(rest, board.side, move)) return malformed();
  }
  Position after;
  if (Machine(board).play(position, move, after)) return move;
  if (text != "swap" && position.seeds[move.pit] == 0)
    return rules::illegal(fmt::format("pit {} is empty", digits));
  return rules::illegal(fmt::format("`{}` is not legal here", text));
}

}  // namespace ebiri::described

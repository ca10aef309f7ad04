// The dialect of ManKalah, the referee of the University of Manchester's Kalah contest (kalah, ruleset
// manchester).
//
//   START;South         from the referee: you move first
//   START;North         from the referee: you move second
//   CHANGE;3;BOARD;YOU  from the referee: the move (or SWAP), the board, and the next mover: YOU, OPP, or END
//   END                 from the referee: the game is over
//   MOVE;3              from the engine
//   SWAP                from the engine
//
// The board is north's seven pits and store, then south's. Both engines get every move, except that the
// engine that swaps does not get its swap. The dialect sends the new moves before each request for a move and
// at the end of the game. After a swap the players change sides in ManKalah; in Ebiri the board turns
// instead.
#include <fmt/format.h>

#include <algorithm>

#include "referee/player/dialects/dialect.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

constexpr int max_depth = 40;  // most moves between two requests; a side may move many times in a row

// Searches moves from `game` to `position`, and appends them to `moves`. Returns whether it found them.
bool find_moves(const rules::Game& game, std::string_view position, int depth, int& tries,
                std::vector<std::string>& moves) {
  if (game.position() == position) return true;
  if (depth == 0 || game.outcome() || --tries < 0) return false;
  for (const std::string& move : game.legal_moves()) {
    const auto next = game.clone();
    next->play(move);
    moves.push_back(move);
    if (find_moves(*next, position, depth - 1, tries, moves)) return true;
    moves.pop_back();
  }
  return false;
}

class Mankalah final : public Dialect {
 public:
  bool greets() const override { return false; }
  void restart() override { started_ = false; }
  std::string encode(const protocol::Request&) override { return {}; }

  void begin(const GameBrief& brief) override {
    Dialect::begin(brief);
    sent_ = rules_->start();
    moves_sent_ = 0;
    base_.reset();
    swapped_ = false;
  }

  std::string question(const GameLine& line, const Budget&) override {
    own_ = game_at(line)->to_move();
    std::string text;
    if (!started_) text = own_ == rules::Side::south ? "START;South\n" : "START;North\n";
    started_ = true;
    return text + updates(line);
  }

  Interpreted interpret(std::string_view line) override {
    const auto word = trim(line);
    if (word.empty()) return {protocol::Unknown{}};
    if (word == "SWAP") return {protocol::BestMove{.move = "swap"}};
    const auto pits = static_cast<int>(two_rows(*sent_, own_).own.size());
    const auto pit = word.starts_with("MOVE;")
                         ? parse_integer<int>(word.substr(std::string_view("MOVE;").size()))
                         : std::nullopt;
    if (!pit || *pit < 1 || *pit > pits)
      return {protocol::Malformed{fmt::format("expected `MOVE;N`, N from 1 to {}, or `SWAP`, found `{}`",
                                              pits, printable(word, 60))}};
    return {protocol::BestMove{.move = pit_letter(own_, *pit - 1)}};
  }

  std::string conclusion(const GameLine& line) override {
    if (!started_) return {};
    return updates(line) + "END\n";
  }

 private:
  // The moves that the engine has not received. A long game gets a new base position (match/play_game.cpp);
  // the moves that led to it are found by search.
  std::vector<std::string> unsent(const GameLine& line) const {
    if (line.base() == base_)
      return {line.moves().begin() + static_cast<std::ptrdiff_t>(moves_sent_), line.moves().end()};
    std::vector<std::string> moves;
    for (int depth = 0; depth <= max_depth; ++depth) {
      int tries = 200'000;
      moves.clear();
      if (find_moves(*sent_, *line.base(), depth, tries, moves) || tries < 0) break;
    }
    moves.insert(moves.end(), line.moves().begin(), line.moves().end());
    return moves;
  }

  // ManKalah's line for `move`, which has just been played in `sent_`.
  std::string change(std::string_view move) const {
    using rules::Side;
    auto board = two_rows(*sent_, swapped_ ? Side::north : Side::south);  // `own` is ManKalah's south
    if (const auto outcome = sent_->outcome()) {  // ManKalah moves all seeds to the stores at the end
      std::ranges::fill(board.own, 0);
      std::ranges::fill(board.other, 0);
      board.own_store = swapped_ ? outcome->north : outcome->south;
      board.other_store = swapped_ ? outcome->south : outcome->north;
    }
    const std::string_view next = sent_->outcome() ? "END" : sent_->to_move() == own_ ? "YOU" : "OPP";
    const std::string played =
        move == "swap" ? "SWAP" : std::to_string(move.front() - (move.front() < 'a' ? 'A' : 'a') + 1);
    return fmt::format("CHANGE;{};{},{},{},{};{}\n", played, fmt::join(board.other, ","), board.other_store,
                       fmt::join(board.own, ","), board.own_store, next);
  }

  std::string updates(const GameLine& line) {
    std::string text;
    for (const std::string& move : unsent(line)) {
      const bool own = sent_->to_move() == own_;
      sent_->play(move);
      if (move == "swap") swapped_ = !swapped_;
      if (!own || move != "swap") text += change(move);
    }
    sent_ = game_at(line);
    moves_sent_ = line.moves().size();
    base_ = line.base();
    return text;
  }

  std::unique_ptr<rules::Game> sent_;  // the game up to the last move that was sent
  std::size_t moves_sent_ = 0;         // number of moves of the current line that were sent
  std::optional<std::string> base_;    // the base of the current line
  rules::Side own_ = rules::Side::south;
  bool started_ = false;
  bool swapped_ = false;  // whether ManKalah's sides are exchanged
};

}  // namespace

std::unique_ptr<Dialect> make_mankalah() { return std::make_unique<Mankalah>(); }

}  // namespace ebiri::player

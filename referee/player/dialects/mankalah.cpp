#include "referee/player/dialects/mankalah.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

constexpr int deepest = 40;  // moves between two questions: one may move again many times

// The moves from `game` to `position`, appended to `moves`; false if there are none.
bool find_way(const rules::Game& game, std::string_view position, int depth, int& patience,
              std::vector<std::string>& moves) {
  if (game.position() == position) return true;
  if (depth == 0 || game.outcome() || --patience < 0) return false;
  for (const std::string& move : game.legal_moves()) {
    const auto next = game.clone();
    next->play(move);
    moves.push_back(move);
    if (find_way(*next, position, depth - 1, patience, moves)) return true;
    moves.pop_back();
  }
  return false;
}

}  // namespace

void Mankalah::begin(const GameBrief& brief) {
  rules_ = rules_of(brief);
  told_ = rules_->start();
  moves_told_ = 0;
  base_.reset();
  turned_ = false;
}

// A long game comes with a new base position (match/play_game.cpp): what led there is found by trying.
std::vector<std::string> Mankalah::news(const Line& line) const {
  if (line.base == base_)
    return {line.moves.begin() + static_cast<std::ptrdiff_t>(moves_told_), line.moves.end()};
  std::vector<std::string> moves;
  for (int depth = 0; depth <= deepest; ++depth) {
    int patience = 200'000;
    moves.clear();
    if (find_way(*told_, *line.base, depth, patience, moves) || patience < 0) break;
  }
  moves.insert(moves.end(), line.moves.begin(), line.moves.end());
  return moves;
}

// ManKalah's line for `move`, after which the game stands as told.
std::string Mankalah::change(std::string_view move) const {
  auto board = two_rows(told_->position());
  if (const auto outcome = told_->outcome()) {  // what lies in the rows is in the stores then
    std::ranges::fill(board.south, 0);
    std::ranges::fill(board.north, 0);
    board.south_store = outcome->south;
    board.north_store = outcome->north;
  }
  if (turned_) {
    std::swap(board.south, board.north);
    std::swap(board.south_store, board.north_store);
  }
  const std::string_view next = told_->outcome() ? "END" : told_->to_move() == own_ ? "YOU" : "OPP";
  const std::string played =
      move == "swap" ? "SWAP" : std::to_string(move.front() - (move.front() < 'a' ? 'A' : 'a') + 1);
  return fmt::format("CHANGE;{};{},{},{},{};{}\n", played, joined(board.north, ","), board.north_store,
                     joined(board.south, ","), board.south_store, next);
}

std::string Mankalah::tell(const Line& line) {
  std::string text;
  for (const std::string& move : news(line)) {
    const bool own = told_->to_move() == own_;
    told_->play(move);
    if (move == "swap") turned_ = !turned_;
    if (!own || move != "swap") text += change(move);
  }
  told_ = game_at(*rules_, line);
  moves_told_ = line.moves.size();
  base_ = line.base;
  return text;
}

std::string Mankalah::question(const Line& line, const Budget&) {
  own_ = game_at(*rules_, line)->to_move();
  std::string text;
  if (!started_) text = own_ == rules::Side::south ? "START;South\n" : "START;North\n";
  started_ = true;
  return text + tell(line);
}

Interpreted Mankalah::interpret(std::string_view line) {
  const auto word = trim(line);
  if (word.empty()) return {protocol::Unknown{}};
  if (word == "SWAP") return {protocol::BestMove{.move = "swap"}};
  const auto pits = static_cast<int>(two_rows(told_->position()).south.size());
  const auto pit = word.starts_with("MOVE;")
                       ? parse_integer<int>(word.substr(std::string_view("MOVE;").size()))
                       : std::nullopt;
  if (!pit || *pit < 1 || *pit > pits)
    return {protocol::Malformed{
        fmt::format("expected `MOVE;N`, N from 1 to {}, or `SWAP`, got `{}`", pits, printable(word, 60))}};
  return {protocol::BestMove{.move = pit_letter(own_, *pit - 1)}};
}

std::string Mankalah::conclusion(const Line& line) {
  if (!started_) return {};
  return tell(line) + "END\n";
}

}  // namespace ebiri::player

#include "referee/player/dialects/codingame.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::player {

std::string Codingame::question(const Line& line, const Budget&) {
  const auto game = game_at(*rules_, line);
  mover_ = game->to_move();
  auto board = two_rows(game->position());
  if (mover_ == rules::Side::north) std::swap(board.south, board.north);
  return joined(board.south, " ") + " " + joined(board.north, " ") + "\n";
}

Interpreted Codingame::interpret(std::string_view line) {
  const auto word = trim(line);
  if (word.empty()) return {protocol::Unknown{}};
  const auto pit = parse_integer<int>(word);
  if (!pit || *pit < 0 || *pit > 5)
    return {protocol::Malformed{fmt::format("expected a number from 0 to 5, got `{}`", printable(word, 60))}};
  return {protocol::BestMove{.move = pit_letter(mover_, *pit)}};
}

}  // namespace ebiri::player

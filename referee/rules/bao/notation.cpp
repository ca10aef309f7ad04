#include "referee/rules/bao/notation.hpp"

namespace ebiri::rules::bao {

std::string pit_name(int pit) {
  const int number = is_inner(pit) ? ring_pits - pit : pit + 1;
  return {is_inner(pit) ? 'A' : 'B', static_cast<char>('0' + number)};
}

std::optional<int> named_pit(std::string_view name) {
  if (name.size() != 2 || (name[0] != 'A' && name[0] != 'B') || name[1] < '1' || name[1] > '8')
    return std::nullopt;
  const int number = name[1] - '0';
  return name[0] == 'A' ? ring_pits - number : number - 1;
}

std::optional<Typed> typed_move(std::string_view text) {
  const auto pit = named_pit(text.substr(0, 2));
  if (!pit || text.size() < 3 || (text[2] != 'L' && text[2] != 'R')) return std::nullopt;
  const std::string_view flag = text.substr(3);
  if (!flag.empty() && flag != ">") return std::nullopt;
  return Typed{*pit, text[2] == 'L' ? Hand::left : Hand::right, !flag.empty()};
}

std::string text_of(const Typed& typed) {
  std::string text = pit_name(typed.pit) + (typed.hand == Hand::left ? "L" : "R");
  if (typed.plays_house) text += '>';
  return text;
}

// Clockwise is to the right in the front row and to the left in the back row. Seeds that are sown clockwise
// start from the left kichwa.
Typed typed(const Move& move) {
  const bool clockwise = move.direction == Direction::clockwise;
  const bool to_the_right = is_inner(move.pit) == clockwise;
  const bool right = move.kind == Move::Kind::namua_capture ? !clockwise : to_the_right;
  return {move.pit, right ? Hand::right : Hand::left, move.plays_house};
}

}  // namespace ebiri::rules::bao

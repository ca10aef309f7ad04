#include "referee/match/opening_book.hpp"

#include <string_view>

#include "referee/support/text.hpp"

namespace ebiri::match {

OpeningBook::OpeningBook(std::size_t count, const Opening& opening) {
  if (count == 0) return;
  add(opening);
  begins_.resize(count);  // all at 0
}

void OpeningBook::add(const Opening& opening) {
  begins_.push_back(lines_.size());
  lines_ += opening.name;
  lines_ += ' ';
  lines_ += opening.base.value_or("");
  for (const std::string& move : opening.moves) {
    lines_ += ' ';
    lines_ += move;
  }
  lines_ += '\n';
}

Opening OpeningBook::operator[](std::size_t index) const {
  const std::string_view rest = std::string_view{lines_}.substr(begins_[index]);
  const auto parts = split(rest.substr(0, rest.find('\n')), ' ');
  Opening opening{.name = std::string{parts[0]}, .base = {}, .moves = {parts.begin() + 2, parts.end()}};
  if (!parts[1].empty()) opening.base = parts[1];
  return opening;
}

}  // namespace ebiri::match

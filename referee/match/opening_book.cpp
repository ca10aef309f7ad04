#include "referee/match/opening_book.hpp"

#include <string>
#include <string_view>

#include "referee/support/text.hpp"

namespace ebiri::match {

OpeningBook::OpeningBook(std::size_t count, const Opening& opening) {
  while (size_ < count) add(opening);
}

void OpeningBook::add(const Opening& opening) {
  if (size_++ % step == 0) begins_.push_back(lines_.size());
  if (opening.name != std::to_string(size_)) lines_ += opening.name;
  lines_ += ' ';
  lines_ += opening.base.value_or("");
  for (const std::string& move : opening.moves) {
    lines_ += ' ';
    lines_ += move;
  }
  lines_ += '\n';
}

void OpeningBook::keep_first(std::size_t count) {
  if (count < size_) lines_.resize(line_begin(count));
  size_ = count;
  begins_.resize((count + step - 1) / step);
}

std::size_t OpeningBook::line_begin(std::size_t index) const {
  std::size_t begin = begins_[index / step];
  for (std::size_t left = index % step; left > 0; --left) begin = lines_.find('\n', begin) + 1;
  return begin;
}

Opening OpeningBook::operator[](std::size_t index) const {
  const std::string_view rest = std::string_view{lines_}.substr(line_begin(index));
  const auto parts = split(rest.substr(0, rest.find('\n')), ' ');
  Opening opening{.name = parts[0].empty() ? std::to_string(index + 1) : std::string{parts[0]},
                  .base = {},
                  .moves = {parts.begin() + 2, parts.end()}};
  if (!parts[1].empty()) opening.base = parts[1];
  return opening;
}

}  // namespace ebiri::match

#include "referee/record/tag_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `1-0`, `25-23`, `1/2-1/2`, `*`.
bool is_result(std::string_view word) {
  if (word == "*" || word == "1/2-1/2") return true;
  const auto parts = split(word, '-');
  return parts.size() == 2 && std::ranges::all_of(parts, [](std::string_view part) {
           return !part.empty() && std::ranges::all_of(part, is_digit);
         });
}

// `12.F` and `12...f` without their numbers.
std::string_view without_number(std::string_view word) {
  const std::size_t dot = word.find_first_not_of("0123456789");
  if (dot == 0 || dot == std::string_view::npos || word[dot] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', dot), word.size()));
}

class TagReader {
 public:
  TagReader(std::string_view text, std::string_view file, const TakeTagged& take)
      : text_(text),
        file_(file),
        take_(take) {}

  Result<void> run() {
    while (skip_blanks(), at_ < text_.size() && !problem_) step();
    if (!problem_) finish();
    if (problem_) return *problem_;
    return {};
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '[') return tag();
    if (c == '{') return comment();
    if (c == '(') return variation();
    if (c == ';' || (c == '%' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    word();
  }

  char next() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }

  void skip_blanks() {
    int newlines = 0;
    while (at_ < text_.size() && is_blank(text_[at_])) newlines += next() == '\n' ? 1 : 0;
    empty_line_ = empty_line_ || newlines > 1;
  }

  void fail(std::size_t line, std::string_view what) {
    if (!problem_) problem_ = Error{fmt::format("{}:{}: error: {}", file_, line, what)};
  }

  void finish() {
    if (game_.tags.empty()) return;
    if (const auto taken = take_(game_); !taken) problem_ = taken.error();
    game_.tags.clear();  // what they have of memory is used again
    game_.moves.clear();
    game_.result.clear();
  }

  // Whether a tag of that name cannot belong to the game that is being read.
  bool begins_game(std::string_view name) const {
    const bool below = empty_line_ && (game_.tag("Result") != nullptr || game_.tag("Points") != nullptr);
    return !game_.moves.empty() || !game_.result.empty() || game_.tag(name) != nullptr || below;
  }

  void tag() {
    const std::size_t line = line_;
    ++at_;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    if (name.empty()) return fail(line, "expected the name of a tag after `[`");
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ == text_.size() || text_[at_] != '"')
      return fail(line, fmt::format("expected `\"` after `[{}`", printable(name, 64)));
    ++at_;
    auto value = quoted(name, line);
    if (!value) return;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ == text_.size() || text_[at_] != ']')
      return fail(line, fmt::format("the tag `{}` has no `]` at its end", printable(name, 64)));
    ++at_;
    if (begins_game(name)) finish();
    if (game_.tags.empty()) game_.line = line;
    if (game_.tags.size() == most_tags) return fail(line, fmt::format("more than {} tags", most_tags));
    game_.tags.emplace_back(name, std::move(*value));
    empty_line_ = false;
  }

  std::optional<std::string> quoted(std::string_view name, std::size_t line) {
    std::string value;
    while (at_ < text_.size() && text_[at_] != '\n') {
      char c = text_[at_++];
      if (c == '"') return value;
      const bool escapes = c == '\\' && at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\\');
      value += escapes ? text_[at_++] : c;
    }
    fail(line, fmt::format("the value of the tag `{}` has no `\"` at its end", printable(name, 64)));
    return std::nullopt;
  }

  // To its closing brace; empty if there is none.
  std::string_view braces() {
    const std::size_t line = line_, begin = at_ + 1;
    const std::size_t end = text_.find('}', begin);
    if (end == std::string_view::npos) {
      fail(line, "the comment that begins here has no `}`");
      at_ = text_.size();
      return {};
    }
    while (at_ <= end) next();
    return text_.substr(begin, end - begin);
  }

  void comment() {
    const auto text = braces();
    if (!game_.moves.empty() && game_.moves.back().comment.empty()) game_.moves.back().comment = text;
  }

  void variation() {
    const std::size_t line = line_;
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '{') {
        braces();
        continue;
      }
      depth += c == '(' ? 1 : 0;
      depth -= c == ')' ? 1 : 0;
      next();
    } while (depth > 0 && at_ < text_.size());
    if (depth > 0) fail(line, "the variation that begins here has no `)`");
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '{' && text_[at_] != ';') ++at_;
    const auto text = text_.substr(begin, at_ - begin);
    if (game_.tags.empty())
      return fail(line_,
                  fmt::format("expected a tag such as `[South \"name\"]`, found `{}`", printable(text, 64)));
    if (!game_.result.empty())
      return fail(line_, fmt::format("`{}` stands after the result `{}`", printable(text, 64), game_.result));
    if (is_result(text)) {
      game_.result = text;
      return;
    }
    const auto move = without_number(text);
    if (!move.empty() && move.front() != '$') game_.moves.push_back({std::string{move}, ""});
  }

  static constexpr std::size_t most_tags = 1000;  // each is looked up among all before it

  std::string_view text_, file_;
  const TakeTagged& take_;
  std::size_t at_ = 0, line_ = 1;
  bool empty_line_ = false;
  TaggedGame game_;
  std::optional<Error> problem_;
};

}  // namespace

const std::string* TaggedGame::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &std::pair<std::string, std::string>::first);
  return found == tags.end() ? nullptr : &found->second;
}

Result<void> read_tag_pairs(std::string_view text, std::string_view file, const TakeTagged& take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return TagReader{text, file, take}.run();
}

std::string tag_pair(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return text + "\"]\n";
}

}  // namespace ebiri::record

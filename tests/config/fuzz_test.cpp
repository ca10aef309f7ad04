#include <algorithm>
#include <random>

#include "referee/config/effective.hpp"
#include "referee/config/reference.hpp"
#include "referee/support/text.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

namespace {

constexpr int rounds = EBIRI_TEST_SAMPLING ? 300 : 3000;

// Checks that a text gives either settings that survive writing and reading, or problems with places.
void judge(const std::string& text) {
  const auto loaded = load_text({"t.yaml", text}, {}, nullptr);
  INFO(text);
  if (loaded) {
    const auto again = load_text({"t.yaml", effective_yaml(*loaded)}, {}, nullptr);
    REQUIRE(again);
    REQUIRE(*again == *loaded);
    return;
  }
  const std::string& problems = loaded.error().message;
  REQUIRE((problems.starts_with("t.yaml:") && problems.ends_with("\n")));
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (const std::string_view line : split(problems, '\n')) {
    if (!line.starts_with("t.yaml:")) continue;
    const auto parts = split(line, ':');
    const bool empty = line.starts_with("t.yaml: error: the config is empty");
    REQUIRE((empty || parts.size() >= 5));
    if (empty) continue;
    const int number = parse_integer<int>(parts[1]).value_or(0);
    REQUIRE((number >= 1 && number <= lines && parse_integer<int>(parts[2]).value_or(0) >= 1));
    REQUIRE((parts[3] == " error" && parts[4].size() > 1));
  }
}

std::size_t below(std::mt19937& random, std::size_t limit) { return random() % limit; }

void mutate(std::string& text, std::mt19937& random) {
  static const std::string alphabet = "{}[]:,-?&*!|>'\"%@`#~ \t\n\r\\0129azé=<.\x01\x7f\xff";
  const std::size_t at = below(random, text.size() + 1);
  const std::size_t length = std::min(below(random, 12), text.size() - at);
  switch (below(random, 5)) {
    case 0:
      text.insert(at, 1, alphabet[below(random, alphabet.size())]);
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(below(random, text.size() + 1), 20));
      break;
    case 3:
      text.insert(at, below(random, 40), alphabet[below(random, alphabet.size())]);
      break;
    default:
      if (at < text.size()) text[at] = alphabet[below(random, alphabet.size())];
  }
}

}  // namespace

TEST_CASE("config: a randomly changed config is read, or refused with places") {
  std::mt19937 random(1);
  for (int i = 0; i < rounds; ++i) {
    std::string text = sample_config();
    for (std::size_t slips = below(random, 6) + 1; slips > 0; --slips) mutate(text, random);
    judge(text);
  }
}

TEST_CASE("config: random bytes are refused with places") {
  std::mt19937 random(2);
  for (int i = 0; i < rounds; ++i) {
    std::string text(below(random, 200), '\0');
    const bool printable_only = i % 2 == 0;
    for (char& c : text) c = static_cast<char>(printable_only ? 32 + random() % 95 : random());
    judge(text);
  }
}

TEST_CASE("config: randomly changed overrides are accepted or refused") {
  std::mt19937 random(3);
  for (int i = 0; i < rounds; ++i) {
    std::string text = "engines.alphabeta.limit={nodes: 5, depth: 3}";
    for (std::size_t slips = below(random, 4) + 1; slips > 0; --slips) mutate(text, random);
    const auto loaded = load_text({"t.yaml", sample_config()}, std::vector<std::string>{text}, nullptr);
    INFO(text);
    if (!loaded) REQUIRE(loaded.error().message.starts_with("--set "));
  }
}

TEST_CASE("config: deep nesting and long repetitions neither overflow nor hang") {
  for (const std::string_view piece :
       {"[", "{", "- ",  "? ",   "a: ",   "{a: ", "\"", "'",    "!",   "&a ", "*a ",
        ":", "|", "a\n", "a:\n", "- a\n", "\n",   "x",  "[a, ", "- [", "# "}) {
    std::string text;
    while (text.size() + piece.size() <= (1U << 16U)) text += piece;
    judge(text);
  }
}

}  // namespace ebiri::config

// PGN as Ordo and BayesElo read it.
#include "referee/record/notation.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
using match::GameRecord;

namespace {

// A game as a rating program understands it.
struct Understood {
  std::string white, black, result;

  bool operator==(const Understood&) const = default;
};
using Games = std::vector<Understood>;

// The value that Ordo finds in a line: between `[TAG "` and the first `"]`, where it cuts the line. Nothing
// if there is no such value, where Ordo stops.
std::optional<std::string> value_in_line(std::string& line, const std::string& tag) {
  const auto begin = line.find("[" + tag + " \"");
  if (begin == std::string::npos) return std::nullopt;
  const auto value = begin + tag.size() + 3;
  const auto end = line.find("\"]");
  REQUIRE(end != std::string::npos);
  REQUIRE(end >= value);
  REQUIRE(end - value < 1024);
  line.resize(end);
  return line.substr(value);
}

// Reads line by line. A game is complete when its three tags are.
Games as_ordo_reads(const std::string& text) {
  Games games;
  std::map<std::string, std::string> seen;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    REQUIRE(line.size() < 40000);
    for (const char* tag : {"White", "Black", "Result"})
      if (const auto value = value_in_line(line, tag)) seen[tag] = *value;
    if (seen.size() < 3) continue;
    REQUIRE(std::set<std::string>{"1-0", "0-1", "1/2-1/2", "=-=", "*"}.contains(seen["Result"]));
    games.push_back({seen["White"], seen["Black"], seen["Result"]});
    seen.clear();
  }
  CHECK(seen.empty());
  return games;
}

// Reads tokens: tags as `[`, a word, a quoted text and `]`, then words up to the one that ends the game.
class TokenReader {
 public:
  explicit TokenReader(const std::string& text) : text_(text) {}

  Games games() {
    Games result;
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      std::map<std::string, std::string> tags;
      while (text_[at_] == '[') read_tag(tags);
      CHECK(first_tags_ == "Event Site Date Round White Black Result ");
      first_tags_.clear();
      const std::string end = read_moves();
      CHECK(end == tags["Result"]);
      result.push_back({tags["White"], tags["Black"], end});
    }
    return result;
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  void read_tag(std::map<std::string, std::string>& tags) {
    ++at_;
    const std::string name = word();
    REQUIRE(text_[at_++] == ' ');
    REQUIRE(text_[at_++] == '"');
    std::string value;
    for (; text_[at_] != '"'; ++at_) value += text_[at_] == '\\' ? text_[++at_] : text_[at_];
    REQUIRE(value.size() < 1024);
    REQUIRE(text_[++at_] == ']');
    ++at_;
    tags[name] = value;
    if (tags.size() <= 7) first_tags_ += name + " ";
    skip_spaces();
  }

  std::string word() {
    const auto begin = at_;
    while (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
           (at_ > begin && std::string("_=:-+#").find(text_[at_]) != std::string::npos))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // The result that ends the moves. A word that begins with a digit is a result or a number; no character may
  // begin a comment, a variation or a tag.
  std::string read_moves() {
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      for (const char* end : {"1-0", "0-1", "1/2-1/2", "*"}) {
        if (text_.compare(at_, std::string(end).size(), end) != 0) continue;
        at_ += std::string(end).size();
        return end;
      }
      INFO(text_.substr(at_, 20));
      const bool stolen = text_.compare(at_, 2, "--") == 0;
      REQUIRE((stolen || std::isalpha(static_cast<unsigned char>(text_[at_])) != 0));
      if (stolen) at_ += 2;
      if (!stolen) word();
    }
    FAIL("a game has no end");
    return "";
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string first_tags_;
};

Games as_bayeselo_reads(const std::string& text) { return TokenReader{text}.games(); }

GameRecord between(std::string south, std::string north) {
  GameRecord record = played();
  record.south = std::move(south);
  record.north = std::move(north);
  return record;
}

const char* result_of(const GameRecord& game) {
  using Result = match::Verdict::Result;
  return game.verdict.result == Result::draw         ? "1/2-1/2"
         : game.verdict.result == Result::south_wins ? "1-0"
                                                     : "0-1";
}

}  // namespace

TEST_CASE("pgn: Ordo and BayesElo find every game, whatever the names are") {
  using Result = match::Verdict::Result;
  struct Row {
    std::string south, north;
    std::string ordo_south, ordo_north;  // without unescaping
  };
  const std::vector<Row> rows{
      {"plain", "two words", "plain", "two words"},
      {"say \"hi\"", "back\\slash", R"(say \"hi\")", R"(back\\slash)"},
      {"ends in \\", "\"quoted\"", R"(ends in \\)", R"(\"quoted\")"},
      {"[White \"x\"]", "[Result \"0-1\"]", R"([White \"x\"))", R"([Result \"0-1\"))"},
      {"a [Black ", "b [Result ", "a [Black ", "b [Result "},
      {"]", "a]b", ")", "a]b"},
      {"{open", "; 1-0 * $1", "{open", "; 1-0 * $1"},
      {"line\nbreak", "% tab\there", "line break", "% tab here"},
      {"Ωmweso", "é[]()<>", "Ωmweso", "é[]()<>"},
  };
  std::string text;
  Games ordo, bayeselo;
  for (const Row& row : rows) {
    for (const Result result : {Result::south_wins, Result::draw, Result::north_wins}) {
      GameRecord game = between(row.south, row.north);
      game.verdict.result = result;
      game.opening.name = "ends like a tag [White ";
      game.verdict.reason = "[Result ";
      text += to_pgn(game, "cup [Black ");
      ordo.push_back({row.ordo_south, row.ordo_north, result_of(game)});
      const auto unescaped = [](std::string name) {
        for (std::size_t at = 0; (at = name.find('\\', at)) != std::string::npos; ++at) name.erase(at, 1);
        return name;
      };
      bayeselo.push_back({unescaped(row.ordo_south), unescaped(row.ordo_north), result_of(game)});
    }
  }
  CHECK(as_ordo_reads(text) == ordo);
  CHECK(as_bayeselo_reads(text) == bayeselo);
}

TEST_CASE("pgn: names that are too long for these programs are cut between characters") {
  for (const std::string sign : {"x", "\"", "\\", "Ω", "€"}) {
    std::string name;
    while (name.size() < 3000) name += sign;
    const std::string text = to_pgn(between(name, "b" + name), name);
    const Games games = as_bayeselo_reads(text);
    REQUIRE(games.size() == 1);
    CHECK(as_ordo_reads(text).size() == 1);
    CHECK(games[0].white.size() > 450);
    CHECK(games[0].white.size() % sign.size() == 0);
    CHECK((games[0].black.size() - 1) % sign.size() == 0);
    CHECK(name.starts_with(games[0].white));
  }
}

TEST_CASE("pgn: lines of moves are short") {
  std::istringstream lines(to_pgn(played(), "cup"));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("pgn: moves that these programs would take for results are left out") {
  GameRecord record = played();
  CHECK(has_plain_moves(record));
  for (const char* move : {"1-", "0-5", "1/2", "*", "{a", "(a", "[a", "a;b", "a*", ""}) {
    INFO(move);
    record.plies[0].move = move;
    CHECK_FALSE(has_plain_moves(record));
    const std::string text = to_pgn(record, "cup");
    CHECK(as_bayeselo_reads(text) == Games{{"alpha", "beta", result_of(record)}});
    CHECK(as_ordo_reads(text) == as_bayeselo_reads(text));
  }
}

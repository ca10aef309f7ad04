// Random damage to a journal: the damaged line is named, and no valid line is lost.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "referee/support/text.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
namespace fs = std::filesystem;

namespace {

// A game of four moves, whose line is short enough to damage each of its bytes.
match::GameRecord short_game(int number) {
  match::GameRecord game = number == 2 ? with_everything() : played(number);
  game.game = number;
  game.plies.resize(4);
  return game;
}

class Damage {
 public:
  Damage() {
    for (int number = 1; number <= 3; ++number) games_.push_back(short_game(number));
    text_ = line_of(run) + "\n" + line_of(plan) + "\n";
    for (const auto& game : games_) {
      lines_.push_back("\n" + line_of(game) + "\n");
      text_ += lines_.back().substr(1);
    }
  }

  const std::string& text() const { return text_; }

  // Reads a journal with these bytes and compares it with the undamaged one.
  void check(const std::string& damaged) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << damaged;
    const auto read = read_journal(file_);
    const std::string first = damaged.substr(0, damaged.find('\n'));
    if (!read) {
      CHECK_FALSE(text_.starts_with(first + "\n"));
      CHECK(read.error().message.starts_with(file_.string() + ":1: error: "));
      return;
    }
    CHECK(read->run == run);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const bool stands = ("\n" + damaged + "\n").find(lines_[i]) != std::string::npos;
      const bool is_read = std::ranges::find(read->games, games_[i]) != read->games.end();
      CHECK((!stands || is_read));
    }
    for (const auto& game : read->games) CHECK(std::ranges::find(games_, game) != games_.end());
    for (const auto& lost : read->plans) CHECK(lost == plan);
    check_rejected(*read, damaged);
  }

  // The repair loses no line that it removes, and its result needs no further repair.
  void check_repair(const std::string& damaged) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << damaged;
    fs::remove(rejected_file(file_));
    const auto before = read_journal(file_);
    if (!before) return;
    REQUIRE(Journal::open(file_).value().journal.repair());
    const auto after = read_journal(file_).value();
    CHECK(after.rejected.empty());
    CHECK(after.games == before->games);
    CHECK(after.plans == before->plans);
    const std::string kept = text_of(rejected_file(file_));
    for (const auto& line : before->rejected) CHECK(kept.find("\n" + line.text + "\n") != std::string::npos);
  }

 private:
  // Every line is a record or rejected, and rejected lines are complete.
  static void check_rejected(const Contents& contents, const std::string& damaged) {
    const auto lines = split(damaged, '\n');
    const std::size_t count = lines.size() - (lines.back().empty() ? 1 : 0);
    CHECK(1 + contents.plans.size() + contents.games.size() + contents.rejected.size() == count);
    for (const auto& line : contents.rejected) CHECK(lines.at(line.line - 1) == line.text);
  }

  Folder folder_;
  fs::path file_ = folder_.path / "games.jsonl";
  std::vector<match::GameRecord> games_;
  std::vector<std::string> lines_;  // of the games, between two newlines
  std::string text_;
};

}  // namespace

TEST_CASE("journal: if any byte is damaged, its line is named and all other lines are read") {
  const Damage damage;
  const std::size_t step = EBIRI_TEST_SAMPLING != 0 ? 7 : 1;
  for (std::size_t at = 0; at < damage.text().size(); at += step) {
    INFO("byte " << at);
    std::string flipped = damage.text(), other = flipped;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
    if (at % 3 == 0) other[at] = '\0';
    if (at % 3 == 1) other.erase(at, 1);
    if (at % 3 == 2) other.insert(at, "\n");
    for (const std::string& text : {flipped, other, damage.text().substr(0, at)}) damage.check(text);
  }
}

TEST_CASE("journal: if blocks of bytes are damaged, all other lines are read and the repair loses no byte") {
  const Damage damage;
  std::mt19937 random{1};
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (int i = 0; i < (EBIRI_TEST_SAMPLING != 0 ? 100 : 1000); ++i) {
    std::string text = damage.text();
    for (std::size_t wounds = 1 + below(3); wounds > 0; --wounds) {
      const std::size_t at = below(text.size()), from = below(text.size()), size = 1 + below(600);
      switch (below(4)) {
        case 0:
          text.replace(at, size, std::min(size, text.size() - at), '\0');
          break;
        case 1:
          text.replace(at, size, text.substr(from, size));
          break;
        case 2:
          text.erase(at, size);
          break;
        default:
          text.insert(at, text.substr(from, size));
      }
      if (text.empty()) text = "\n";
    }
    INFO(text);
    damage.check(text);
    if (i % 20 == 0) damage.check_repair(text);
  }
}

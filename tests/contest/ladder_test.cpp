// The practice ladder as a source of tasks, with a field that a test changes.
#include "referee/contest/practice/ladder.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/contest/practice/results.hpp"
#include "referee/run/resume.hpp"
#include "tests/new_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using namespace ebiri::tests;
using ebiri::testing::NewFolder;
using rules::Side;
using run::Ending;

namespace {

// A field whose entries the test sets, in place of a contest's history.
class TestField final : public PracticeField {
 public:
  explicit TestField(const std::vector<std::string>& teams,
                     std::string openings = "openings: {random-plies: 4}\n")
      : openings_(std::move(openings)) {
    enter(teams);
    (void)look();
  }

  // Sets the entries that the next `look` finds: `ann` is a team's first submission, `ann.2` its second.
  void enter(const std::vector<std::string>& entries) {
    next_.clear();
    for (const std::string& entry : entries) {
      const auto dot = entry.find('.');
      const int number = dot == entry.npos ? 1 : std::stoi(entry.substr(dot + 1));
      const std::string team = entry.substr(0, dot);
      next_.push_back({practice_name(team, number), team, number});
    }
  }

  Result<News> look() override {
    if (news != News::none) return news;
    if (next_ == players_) return News::none;
    players_ = next_;
    std::vector<std::string> engines;
    for (const PracticePlayer& player : players_) engines.push_back(player.name);
    if (players_.size() < 2)
      arena_.reset();
    else
      arena_ = std::make_unique<run::Arena>(
          arena_of(config_of(engines, "pairs: 1\nformat: round-robin\nseed: 5\n" + openings_)));
    return News::field;
  }
  const std::vector<PracticePlayer>& players() const override { return players_; }
  const run::Arena* arena() const override { return arena_.get(); }

  News news = News::none;  // the result of the next `look`

 private:
  std::string openings_;
  std::vector<PracticePlayer> next_, players_;
  std::unique_ptr<run::Arena> arena_;
};

// One call of `ebiri contest practice`, in the folder of a contest.
struct Practice {
  Practice(const NewFolder& root, const std::vector<std::string>& teams, std::size_t slots = 1)
      : folder{root.path},
        field(teams),
        rules(rules_for("abapa")),
        queue(*rules, first_moves(*rules), slots),
        journal(open()) {}

  Result<Ending> play(std::optional<int> games = std::nullopt) {
    PracticeLadder ladder{folder, field, journal, state, games};
    auto ending = run::play_games({ladder, queue, journal, state, {{&listener}}, control});
    end = ladder.end();
    return ending;
  }

  record::Journal open() {
    auto opened = run::open_run(
        run, {}, [](const record::Digest&) { return Result<void>{}; }, [](const auto&) {}, "");
    if (opened->digest) state = run::RunState{std::move(*opened->digest)};
    return std::move(opened->journal);
  }

  std::vector<std::string> names_in(const match::GameRecord& game) const {
    return {std::min(game.south, game.north), std::max(game.south, game.north)};
  }

  Folder folder;
  run::RunFolder run{folder.practice()};
  TestField field;
  std::unique_ptr<rules::Rules> rules;
  ScriptedQueue queue;
  run::RunState state;
  record::Journal journal;
  Listener listener;
  ScriptedControl control;
  std::optional<PracticeEnd> end;
};

}  // namespace

TEST_CASE("ladder: plays the requested number of games, rounded up to whole pairs") {
  const NewFolder root;
  Practice practice{root, {"ann", "bob", "cy"}, 2};
  CHECK(practice.play(5).value() == Ending::complete);
  CHECK(practice.end == PracticeEnd::played);
  CHECK(practice.listener.games.size() == 6);
  std::map<int, std::vector<match::GameRecord>> pairs;
  for (const auto& game : practice.listener.games) pairs[game.pair].push_back(game);
  CHECK(pairs.size() == 3);
  for (const auto& [pair, games] : pairs) {
    REQUIRE(games.size() == 2);
    CHECK(games[0].opening == games[1].opening);
    CHECK(games[0].south == games[1].north);
  }
  CHECK(practice.listener.heard("3 entries"));
}

TEST_CASE("ladder: with fewer than two entries it waits, or ends if a number of games is requested") {
  const NewFolder root;
  SECTION("games were asked for") {
    Practice practice{root, {"ann"}};
    CHECK(practice.play(4).value() == Ending::complete);
    CHECK(practice.end == PracticeEnd::too_few);
    CHECK(practice.listener.games.empty());
  }
  SECTION("no number was given") {
    Practice practice{root, {"ann"}};
    practice.control.script = [&] {
      const auto& states = practice.listener.states;
      if (states.size() == 3) CHECK(states.back().idle == "waiting for entries to qualify");
      if (states.size() == 3) practice.field.enter({"ann", "bob"});
      return run::Control::Requests{.quits = practice.listener.games.empty() ? 0 : 1};
    };
    CHECK(practice.play().value() == Ending::interrupted);
    CHECK_FALSE(practice.end);
    CHECK(practice.listener.heard("1 entry; waiting for more entries to qualify"));
    CHECK(practice.listener.heard("2 entries; joins: bob.1"));
    CHECK(practice.listener.states.back().idle.empty());
  }
}

TEST_CASE("ladder: an entry that joins plays at once, and one that leaves plays no more") {
  const NewFolder root;
  Practice practice{root, {"ann", "bob", "cy"}};
  std::size_t changed = 0;
  practice.listener.on_game = [&](const auto&) {
    if (practice.listener.games.size() != 6) return;
    practice.field.enter({"ann.2", "bob", "dee"});
    changed = practice.queue.added.size();
  };
  CHECK(practice.play(20).value() == Ending::complete);
  CHECK(practice.listener.heard("3 entries; joins: ann.2, dee.1; leaves: ann.1, cy.1"));
  std::set<std::string> later;
  for (const auto& game : practice.listener.games)
    if (game.game > static_cast<int>(changed)) later.insert({game.south, game.north});
  CHECK(later == std::set<std::string>{"ann.2", "bob.1", "dee.1"});
  // The journal has a plan for each field, without the engines' commands.
  const auto& plans = practice.state.digest().plans;
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].engines == std::vector<std::string>{"ann.1", "bob.1", "cy.1"});
  CHECK(plans[1].engines == std::vector<std::string>{"ann.2", "bob.1", "dee.1"});
  const std::string journal = text_of(practice.run.journal());
  CHECK(count_of(journal, "\"type\":\"plan\"") == 2);
  CHECK(count_of(journal, "/bin/true") == 0);
  // Only games between current entries are rated.
  std::int64_t between_current = 0;
  for (const auto& game : practice.state.digest().games)
    between_current += are_among(game.south, game.north, practice.field.players()) ? 1 : 0;
  CHECK(practice.listener.rated <= between_current);
}

TEST_CASE("ladder: running games are finished at the deadline, and aborted by the lock") {
  const NewFolder root;
  for (const bool locked : {false, true}) {
    CAPTURE(locked);
    const NewFolder own;
    Practice practice{own, {"ann", "bob"}, 2};
    std::size_t before = 0;
    practice.queue.before_take = [&] {
      if (practice.listener.games.size() < 4 || practice.field.news != PracticeField::News::none) return;
      practice.field.news = locked ? PracticeField::News::locked : PracticeField::News::deadline;
      before = practice.listener.games.size();
    };
    CHECK(practice.play().value() == Ending::complete);
    CHECK(practice.end == (locked ? PracticeEnd::locked : PracticeEnd::deadline));
    CHECK(practice.queue.calls ==
          (locked ? std::vector<std::string>{"finish", "abort"} : std::vector<std::string>{"finish"}));
    CHECK(practice.listener.heard(locked ? "the contest is locked: practice has ended"
                                         : "the deadline has passed: finishing the running games"));
    CHECK(practice.state.digest().games.size() == practice.listener.games.size());
  }
}

TEST_CASE("ladder: the teams' views are stored before the game is in the journal") {
  const NewFolder root;
  Practice practice{root, {"ann", "bob"}};
  const auto kept = [&](const char* team) {
    return count_of(text_of(practice.folder.team(team, 1) / "practice.jsonl"), "\"type\":\"game\"");
  };
  practice.listener.on_game = [&](const run::FinishedGame& game) {
    CHECK(kept("ann") == static_cast<int>(practice.listener.games.size()));
    CHECK(kept("bob") == static_cast<int>(practice.listener.games.size()));
    CHECK(public_view(*game.record) == *game.record);
  };
  CHECK(practice.play(4).value() == Ending::complete);
  CHECK(practice.listener.games.size() == 4);
}

TEST_CASE("ladder: a game that cannot be stored for a team is not in the journal") {
  const NewFolder root;
  Practice practice{root, {"ann", "bob"}};
  std::filesystem::create_directories(practice.folder.team("bob", 1).parent_path());
  std::ofstream{practice.folder.team("bob", 1)} << "no folder";
  REQUIRE_FALSE(practice.play(4));
  CHECK(count_of(text_of(practice.run.journal()), "\"type\":\"game\"") == 0);
  CHECK(practice.queue.calls == std::vector<std::string>{"abort"});
}

TEST_CASE("ladder: an interrupted practice continues with the missing halves of its pairs") {
  const NewFolder root;
  std::vector<int> before;
  {
    Practice practice{root, {"ann", "bob", "cy"}};
    practice.control.script = [&] {
      return run::Control::Requests{.quits = practice.listener.games.size() == 3 ? 2 : 0};
    };
    CHECK(practice.play().value() == Ending::interrupted);
    for (const auto& game : practice.listener.games) before.push_back(game.game);
    REQUIRE(before == std::vector{1, 2, 3});  // the second game of pair 2 was aborted
  }
  Practice again{root, {"ann", "bob", "cy"}};
  CHECK(again.play(3).value() == Ending::complete);
  REQUIRE(again.listener.games.size() == 3);
  CHECK(again.listener.games[0].game == 4);
  CHECK(again.listener.games[0].pair == 2);
  CHECK(again.listener.games[1].pair == 3);
}

TEST_CASE("ladder: a change of the rules ends the practice") {
  const NewFolder root;
  {
    Practice practice{root, {"ann", "bob"}};
    REQUIRE(practice.play(2));
  }
  Practice other{root, {"ann", "bob"}};
  other.field = TestField{{"ann", "bob"}, "openings: {random-plies: 6}\n"};
  const auto ending = other.play(2);
  REQUIRE_FALSE(ending);
  CHECK(ending.error().message.find("rename `practice/`") != std::string::npos);
}

TEST_CASE("ladder: ten pairs in a row without a record are an error") {
  const NewFolder root;
  Practice practice{root, {"ann", "bob"}, 3};
  practice.queue.leaves_no_record = true;
  const auto ending = practice.play();
  REQUIRE_FALSE(ending);
  CHECK(ending.error().message.find("10 pairs in a row could not be played") != std::string::npos);
  CHECK(practice.queue.added.size() >= 20);
  CHECK(practice.queue.added.size() <= 30);
}

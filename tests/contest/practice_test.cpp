// The pairing of the practice ladder, and the views of its games.
#include "referee/contest/practice/ladder.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <set>

#include "referee/contest/entries/signature.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/results.hpp"
#include "referee/match/openings.hpp"
#include "referee/match/play_game.hpp"
#include "referee/record/seal.hpp"
#include "tests/contest/new_contest.hpp"
#include "tests/new_folder.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewFolder;
using player::Fault;
using rules::Side;

namespace {

// A field in which the first entry has the best rating, and so on.
std::vector<PracticeEntry> field_of(int count) {
  std::vector<PracticeEntry> field;
  for (int i = 0; i < count; ++i) field.push_back({"team" + std::to_string(i) + ".1", 1000.0 - 10 * i});
  return field;
}

PracticeMeeting play_one(const std::vector<PracticeEntry>& field, PracticeLedger& ledger) {
  const auto meeting = next_meeting(field, ledger);
  REQUIRE(meeting);
  REQUIRE(meeting->candidate != meeting->opponent);
  ledger.take(ledger.last() + 1, meeting->candidate, meeting->opponent);
  return *meeting;
}

int place_in(const std::vector<PracticeEntry>& field, const std::string& name) {
  return static_cast<int>(std::ranges::find(field, name, &PracticeEntry::name) - field.begin());
}

std::pair<int, int> fewest_and_most(const std::vector<PracticeEntry>& field, const PracticeLedger& ledger) {
  const auto pairs = [&](const PracticeEntry& entry) { return ledger.share(entry.name).pairs; };
  const auto [low, high] = std::ranges::minmax_element(field, {}, pairs);
  return {pairs(*low), pairs(*high)};
}

match::GameRecord sample_record() {
  match::GameRecord record{.game = 5, .pair = 3, .south = "ann.1", .north = "bob.2", .variant = "oware"};
  record.ruleset = "abapa";
  record.south_limit = record.north_limit = "nodes 200";
  record.opening = {.name = "1", .base = {}, .moves = {"A"}};
  for (const Side side : {Side::south, Side::north}) {
    player::Thought thought{.wall = player::Duration{1000}};
    thought.depth = 7;
    thought.nodes = 900;
    thought.score = 1.5;
    record.plies.push_back({.side = side, .move = side == Side::south ? "B" : "c", .thought = thought});
  }
  record.final_position = "somewhere";
  record.verdict = {.result = match::Verdict::Result::south_wins,
                    .cause = match::Verdict::Cause::fault,
                    .reason = "malformed",
                    .loser = Side::north,
                    .fault = Fault{.kind = Fault::Kind::malformed,
                                   .detail = "malformed reply `my key is 17`",
                                   .line = "my key is 17",
                                   .exit = "exit status 3",
                                   .errors = "Traceback: line 3\nof secret.py",
                                   .asked = "position startpos moves A B\ngo nodes 200"}};
  return record;
}

bool has_thoughts(const match::GameRecord& record, Side side) {
  return std::ranges::any_of(record.plies, [&](const match::Ply& ply) {
    return ply.side == side && (ply.thought.depth || ply.thought.nodes || ply.thought.score);
  });
}

}  // namespace

TEST_CASE("practice: fewer than two entries play no games") {
  CHECK_FALSE(next_meeting({}, {}));
  CHECK_FALSE(next_meeting(field_of(1), {}));
  CHECK(next_meeting(field_of(2), {}));
}

TEST_CASE("practice: all entries have equal shares of the pairs at any time") {
  for (const int count : {2, 3, 5, 8, 20, 61}) {
    CAPTURE(count);
    const auto field = field_of(count);
    PracticeLedger ledger;
    for (int pair = 1; pair <= 100 * count; ++pair) {
      play_one(field, ledger);
      const auto [fewest, most] = fewest_and_most(field, ledger);
      REQUIRE(most - fewest <= 8 + fewest / 20);
    }
    CHECK(fewest_and_most(field, ledger).first >= 190);
  }
}

TEST_CASE("practice: opponents are neighbours in the table, each in turn") {
  const auto field = field_of(20);
  PracticeLedger ledger;
  std::map<std::string, std::set<std::string>> met;
  for (int pair = 1; pair <= 1000; ++pair) {
    const auto [candidate, opponent] = play_one(field, ledger);
    const int own = place_in(field, candidate), other = place_in(field, opponent);
    const bool at_an_edge = own < 3 || own > 16;
    CHECK(std::abs(own - other) <= (at_an_edge ? 6 : 3));
    met[candidate].insert(opponent);
    met[opponent].insert(candidate);
  }
  for (const PracticeEntry& entry : field) CHECK(met[entry.name].size() >= 6);
}

TEST_CASE("practice: in a small field every entry meets every other equally often") {
  const auto field = field_of(5);
  PracticeLedger ledger;
  for (int pair = 1; pair <= 200; ++pair) play_one(field, ledger);
  for (const PracticeEntry& one : field)
    for (const PracticeEntry& other : field)
      if (one.name < other.name) CHECK(std::abs(ledger.meetings(one.name, other.name) - 20) <= 4);
}

TEST_CASE("practice: two entries that meet again begin with another opening, hundreds of times") {
  const auto rules = rules::make_rules("kalah", "");
  REQUIRE(rules);
  const match::OpeningConditions finals{.plies = 2};
  CHECK_FALSE(match::random_openings(**rules, 50, finals, 7));  // too few for deterministic entries
  const auto openings = random_practice_openings(**rules, finals, 7);
  REQUIRE(openings);
  REQUIRE(openings->size() == 500);
  PracticeLedger ledger;
  std::set<std::string> positions;
  for (int pair = 1; pair <= 500; ++pair) {
    const int opening = next_opening(ledger, "ann.1", "bob.1", static_cast<int>(openings->size()));
    const auto game = match::open_game(**rules, (*openings)[static_cast<std::size_t>(opening) - 1]);
    REQUIRE(game);
    positions.insert((*game)->position());
    ledger.take(pair, "ann.1", "bob.1");
  }
  CHECK(positions.size() == 500);
  const auto four = random_practice_openings(**rules, {.plies = 4}, 7);  // enough plies for 500
  REQUIRE(four);
  CHECK((*four)[0].moves.size() == 4);
}

TEST_CASE("practice: a new entry plays at once, and in every other pair until it has a rating") {
  auto field = field_of(12);
  PracticeLedger ledger;
  for (int pair = 1; pair <= 600; ++pair) play_one(field, ledger);
  field.push_back({"new.1", {}});
  const auto first = play_one(field, ledger);
  CHECK(first.candidate == "new.1");
  const int middle = place_in(field, first.opponent);
  CHECK((middle >= 3 && middle <= 8));
  int own = 0, others = 0;
  while (ledger.share("new.1").pairs < settled_pairs)
    ++(play_one(field, ledger).candidate == "new.1" ? own : others);
  CHECK(own + others <= 2 * settled_pairs);
  CHECK(others >= own - 1);
  int later = 0;
  for (int pair = 1; pair <= 130; ++pair) later += play_one(field, ledger).candidate == "new.1" ? 1 : 0;
  CHECK(later <= 20);
}

TEST_CASE("practice: a team that submits all the time leaves the others half of the pairs") {
  auto field = field_of(10);
  PracticeLedger ledger;
  for (int pair = 1; pair <= 400; ++pair) play_one(field, ledger);
  std::map<std::string, int> before;
  for (const PracticeEntry& entry : field) before[entry.name] = ledger.share(entry.name).pairs;
  field.push_back({"eager.1", {}});
  int of_others = 0;
  for (int number = 2; number <= 101; ++number) {
    field.back() = {"eager." + std::to_string(number), {}};
    for (int pair = 1; pair <= 4; ++pair)
      of_others += play_one(field, ledger).candidate.starts_with("eager") ? 0 : 1;
  }
  CHECK(of_others >= 150);
  for (const PracticeEntry& entry : field)
    if (!entry.name.starts_with("eager")) CHECK(ledger.share(entry.name).pairs - before[entry.name] >= 30);
}

TEST_CASE("practice: the same field, table and games give the same choice; a pair counts once") {
  const auto field = field_of(9);
  PracticeLedger once, again;
  for (int pair = 1; pair <= 100; ++pair) {
    const auto meeting = play_one(field, once);
    CHECK(next_meeting(field, again) == meeting);
    again.take(pair, meeting.opponent, meeting.candidate);  // sides as in the pair's second game
    again.take(pair, meeting.candidate, meeting.opponent);
  }
  CHECK(once.meetings("team0.1", "team1.1") == again.meetings("team1.1", "team0.1"));
}

TEST_CASE("practice: two entries play no opening twice before they have played all") {
  PracticeLedger ledger;
  for (int pair = 1; pair <= 40; pair += 20) {
    std::set<int> seen;
    for (int i = 0; i < 20; ++i) {
      const int opening = next_opening(ledger, "a.1", "b.1", 20);
      CHECK((opening >= 1 && opening <= 20));
      CHECK(seen.insert(opening).second);
      CHECK(opening == next_opening(ledger, "b.1", "a.1", 20));
      ledger.take(pair + i, "a.1", "b.1");
    }
  }
  CHECK(next_opening(ledger, "a.1", "c.1", 1) == 1);
}

TEST_CASE("practice: every submission has a unique name that is valid for an engine") {
  CHECK(practice_name("seed-sower", 3) == "seed-sower.3");
  const std::string longest(64, 'a');
  std::set<std::string> names;
  for (const std::string& team : {longest, longest.substr(1), longest.substr(0, 63) + "b", std::string{"a"},
                                  std::string{"a.1"}, longest.substr(2)})
    for (const int number : {1, 2, 12, 1000}) {
      const std::string name = practice_name(team, number);
      CHECK(name.size() <= 64);
      CHECK(names.insert(name).second);
    }
}

TEST_CASE("practice: an entry with a damaged tree is tried again only when other entries play") {
  const testing::NewContest contest;
  const auto qualify = [&](const char* team) {
    contest.add(team);
    contest.append(
        Built{.team = team, .tree = contest.read().state.team(team)->submissions[0].submitted.tree});
    contest.append(Qualified{.team = team});
  };
  qualify("ann");
  const LoadedContest loaded = contest.read();
  std::filesystem::remove_all(contest.place().tree(loaded.state.finalists()[0].built));
  ContestField field{loaded, 1, {}};
  const auto news = [&] { return field.look().value(); };
  CHECK(news() == PracticeField::News::field);
  CHECK(field.players().empty());
  CHECK(field.warnings().size() == 1);
  contest.add("bob");  // waits
  CHECK(news() == PracticeField::News::none);
  qualify("cy");
  CHECK(news() == PracticeField::News::field);
  CHECK(field.players().size() == 1);
}

TEST_CASE("practice: the seed follows from the commitment and differs from the finals' seed") {
  const std::string commitment = commitment_to("secret");
  CHECK(practice_seed(commitment) == practice_seed(commitment));
  CHECK(practice_seed(commitment) < std::uint64_t{1} << 52U);
  CHECK(practice_seed(commitment) != seed_of("secret", ""));
}

TEST_CASE("practice: the public view has moves, times and results, but no output of engines") {
  const auto shown = public_view(sample_record());
  CHECK_FALSE(has_thoughts(shown, Side::south));
  CHECK_FALSE(has_thoughts(shown, Side::north));
  CHECK(shown.verdict.fault == Fault{.kind = Fault::Kind::malformed, .detail = "malformed"});
  CHECK(shown.plies[1].move == "c");
  CHECK(shown.plies[1].thought.wall == player::Duration{1000});
  auto illegal = sample_record();
  illegal.verdict.fault->kind = Fault::Kind::illegal_move;
  illegal.verdict.fault->line = "bestmove f";
  CHECK(public_view(illegal).verdict.fault->line == "bestmove f");
  CHECK(public_view(illegal).verdict.fault->errors.empty());
}

TEST_CASE("practice: a team's view has everything of its own engine and the public view of its opponent") {
  const auto mine = team_view(sample_record(), Side::north);
  CHECK(mine.verdict == sample_record().verdict);
  CHECK(has_thoughts(mine, Side::north));
  CHECK_FALSE(has_thoughts(mine, Side::south));
  const auto theirs = team_view(sample_record(), Side::south);
  CHECK(theirs.verdict == public_view(sample_record()).verdict);
  CHECK(has_thoughts(theirs, Side::south));
  CHECK_FALSE(has_thoughts(theirs, Side::north));
  CHECK(public_view(mine) == public_view(theirs));
}

TEST_CASE("practice: a fault report is complete and has no control characters") {
  auto record = sample_record();
  record.verdict.fault->errors += "\x1b[2J";
  CHECK(fault_report(record) ==
        "game 5: ann.1 (south) against bob.2 (north)\n"
        "bob.2 lost after 2 plies: malformed reply `my key is 17`\n"
        "its process ended with exit status 3\n"
        "\nrequest:\nposition startpos moves A B\ngo nodes 200\n"
        "\nanswer:\nmy key is 17\n"
        "\nits standard error ends with:\nTraceback: line 3\nof secret.py\\x1b[2J\n"
        "\nmoves, including the opening:\nA B c\n");
}

TEST_CASE("practice: a team's records are private, and are readable after a power failure") {
  NewFolder place;
  const Folder folder{place.path};
  REQUIRE(practice_records(folder, "ann", 1).value().empty());
  REQUIRE(add_practice_record(folder, "ann", 1, sample_record()));
  const auto file = folder.team("ann", 1) / "practice.jsonl";
  namespace fs = std::filesystem;
  CHECK((fs::status(file).permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  std::ofstream(file, std::ios::app) << R"({"type":"game","game":)";
  auto second = sample_record();
  second.game = 6;
  second.verdict = {.result = match::Verdict::Result::draw, .cause = match::Verdict::Cause::rules};
  REQUIRE(add_practice_record(folder, "ann", 1, second));
  const auto records = practice_records(folder, "ann", 1);
  REQUIRE(records);
  REQUIRE(records->size() == 2);
  CHECK(records->front() == sample_record());
  CHECK(practice_records(folder, "ann", 1, true).value() == std::vector{sample_record()});
  CHECK(records->back().game == 6);
}

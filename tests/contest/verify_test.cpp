// Manipulations of a contest's history that `verify` detects: changed dates, another order, a new hash chain.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "referee/config/load.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "tests/contest/new_contest.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewContest;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Lines = std::vector<HistoryLine>;

namespace {

// Findings as the command prints them: `yes`, `NO ` or `-- ` before each.
struct Verified {
  bool good = false;
  std::vector<std::string> findings;

  bool has(const std::string& beginning) const {
    return std::ranges::any_of(findings, [&](const auto& one) { return one.starts_with(beginning); });
  }
};

Verified verified(const NewContest& contest, const Claims& claims = {}) {
  Verified result;
  result.good = verify(contest.read(), claims, [&](const CheckResult& finding) {
    constexpr const char* words[] = {"yes ", "NO ", "-- "};  // in the order of `Kind`
    result.findings.push_back(words[static_cast<std::size_t>(finding.kind)] + finding.what);
  });
  CHECK(result.good == !result.has("NO "));
  return result;
}

Receipt receipt_of(const std::string& text) {
  auto receipts = read_receipts(text);
  REQUIRE(receipts);
  REQUIRE(receipts->size() == 1);
  return receipts->front();
}

Claims with_receipt(const std::string& text) { return {.receipts = {receipt_of(text)}}; }

Submitted& submitted(HistoryLine& line) { return std::get<Submitted>(line.event); }

// A contest with three submissions, a minute apart, and their receipts.
struct ThreeTeams : NewContest {
  const std::vector<std::string> receipts{add("ann", 1), add("bob", 2), add("cy", 3)};
  const Lines honest = lines();
};

// A locked contest of two teams, whose finals have two opening pairs.
struct LockedContest : NewContest {
  LockedContest() {
    write(
        "friday/contest.yaml",
        "name: friday\nfinals: {variant: oware, pairs: 2, openings: {random-plies: 2}, limit: {nodes: 9}}\n");
    for (const char* team : {"ann", "bob"}) {
      add(team);
      append(Built{.team = team, .tree = read().state.team(team)->submissions.back().submitted.tree});
      append(Qualified{.team = team});
    }
    REQUIRE(lock(read(), {}));
  }

  milliseconds after_lock{0};  // of the games that `play` writes

  std::filesystem::path journal() const { return place().finals() / "games.jsonl"; }

  // Writes a journal with these plans, which differ in `pairs`, and the first `games` games of the
  // largest.
  void play(const std::vector<int>& plans, int games) const {
    std::filesystem::remove_all(place().finals());
    std::filesystem::create_directories(place().finals());
    auto opened = record::Journal::open(journal());
    REQUIRE(opened);
    const run::Arena most = arena(std::ranges::max(plans));
    REQUIRE(opened->journal.append(run::run_info(most)));
    for (const int pairs : plans) REQUIRE(opened->journal.append(run::plan_info(arena(pairs))));
    const auto tournament = run::tournament_of({run::plan_info(most)}, {});
    REQUIRE(tournament);
    for (int game = 1; game <= games; ++game) {
      tests::ScriptedPlayer south{*most.rules}, north{*most.rules};
      const auto setup = run::setup_of(most, *tournament->schedule().find(game), 1);
      auto record = match::play_game(setup, *most.rules, south, north);
      REQUIRE(record);
      record->started = read().state.locked_at + after_lock;
      REQUIRE(opened->journal.append(*record));
    }
  }

  // Appends a plan or a game to the journal.
  void note(const auto& line) const {
    auto opened = record::Journal::open(journal());
    REQUIRE(opened);
    REQUIRE(opened->journal.append(line));
  }

  // The last game in the journal.
  match::GameRecord last_game() const {
    match::GameRecord last;
    REQUIRE(record::read_journal(journal(), [&](const auto& game) { last = game; }));
    return last;
  }

  run::Arena arena(int pairs) const {
    const auto text = contest::read_file(place().finals_config());
    REQUIRE(text);
    auto loaded = config::load_text({"finals.yaml", *text}, {}, nullptr);
    REQUIRE(loaded);
    loaded->pairs = pairs;
    auto arena = run::make_arena(*loaded, config::search_path_for(place().finals_config()));
    REQUIRE(arena);
    run::find_missing_isolation(*arena);  // a plan has the isolation
    return std::move(*arena);
  }
};

}  // namespace

TEST_CASE("verify: receipts, key, commitment and head fit an honest history") {
  const ThreeTeams contest;
  const Opened opened = *contest.read().state.opened;
  Claims claims{.key = opened.public_key, .commitment = opened.commitment, .heads = {contest.honest[3].hash}};
  for (const std::string& text : contest.receipts) claims.receipts.push_back(receipt_of(text));
  const Verified result = verified(contest, claims);
  CHECK(result.good);
  for (const char* finding :
       {"yes history: 4 lines, each follows from the one before it", "yes the key is the announced one",
        "yes the commitment is the announced one", "yes line 4 of the history has the hash",
        "yes the receipt of ann 1 matches line 2 of the history",
        "yes the receipt of cy 1 matches line 4 of the history",
        "yes the dates of the history never decrease", "yes the events are in a valid order",
        "-- the contest is not locked yet"})
    CHECK(result.has(finding));
  CHECK_FALSE(result.has("-- the public key was not compared"));
  CHECK(verified(contest).has("-- the public key was not compared"));
  CHECK(verified(contest, {.key = std::string(64, '0')}).has("NO the key is the announced one"));
  CHECK(verified(contest, {.key = opened.public_key.substr(0, 8)})
            .has("NO the key has 8 characters; expected 64"));
  CHECK(
      verified(contest, {.commitment = std::string(64, '0')}).has("NO the commitment is the announced one"));
}

TEST_CASE("verify: a rewritten chain contradicts earlier receipts") {
  const ThreeTeams contest;
  struct Row {
    const char* what;
    std::function<void(Lines&)> forge;
    std::vector<std::size_t> contradicted;  // receipts
  };
  const auto swap = [](Lines& lines, std::size_t one, std::size_t other) {
    std::swap(lines[one], lines[other]);
    std::swap(lines[one].at, lines[other].at);
  };
  const Row rows[] = {
      {"the same", [](Lines&) {}, {}},
      {"one date", [](Lines& lines) { lines[1].at -= milliseconds{1}; }, {0, 1, 2}},
      {"all dates",
       [](Lines& lines) {
         for (HistoryLine& line : lines) line.at -= hours{9};
       },
       {0, 1, 2}},
      {"the first two in another order", [&](Lines& lines) { swap(lines, 1, 2); }, {0, 1, 2}},
      {"the last two in another order", [&](Lines& lines) { swap(lines, 2, 3); }, {1, 2}},
      {"one left out", [](Lines& lines) { lines.erase(lines.begin() + 2); }, {1, 2}},
      {"one put between",
       [](Lines& lines) {
         lines.insert(lines.begin() + 2, lines[2]);
         submitted(lines[2]).team = "eve";
       },
       {1, 2}},
      {"other files", [](Lines& lines) { submitted(lines[1]).tree = submitted(lines[2]).tree; }, {0, 1, 2}},
      {"another team", [](Lines& lines) { submitted(lines[1]).team = "eve"; }, {0, 1, 2}},
      {"another commitment",
       [](Lines& lines) { std::get<Opened>(lines[0].event).commitment = std::string(64, '0'); },
       {0, 1, 2}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Lines lines = contest.honest;
    row.forge(lines);
    contest.remake(lines);
    CHECK(verified(contest).has("yes history: "));  // the chain itself is in order
    for (std::size_t i = 0; i < contest.receipts.size(); ++i) {
      INFO(contest.receipts[i]);
      const bool contradicted = std::ranges::count(row.contradicted, i) > 0;
      CHECK(verified(contest, with_receipt(contest.receipts[i])).good == !contradicted);
    }
    const bool kept = row.contradicted.empty();
    CHECK(verified(contest, {.heads = {contest.honest[3].hash}})
              .has("NO no line of the history has the hash") == !kept);
  }
}

TEST_CASE("verify: a receipt of another key or contest, or with any changed field, is refused") {
  const ThreeTeams contest;
  const std::string& text = contest.receipts[0];
  const auto contradicted = [&](const std::string& receipt, const std::string& why) {
    INFO(receipt);
    CHECK(verified(contest, with_receipt(receipt)).has("NO the receipt of " + why));
  };
  for (const auto& [field, other] :
       std::vector<std::pair<std::string, std::string>>{{"contest friday", "contest monday"},
                                                        {"team ann", "team bob"},
                                                        {"number 1", "number 2"},
                                                        {"line 2", "line 3"},
                                                        {"time 2", "time 1"},
                                                        {"tree ", "tree 0"},
                                                        {"hash ", "hash 0"}}) {
    std::string changed = text;
    changed.replace(changed.find("\n" + field) + 1, field.size(), other);
    const std::string name = other == "team bob" ? "bob" : "ann", number = other == "number 2" ? "2" : "1";
    contradicted(changed, name + " " + number + ": it is not signed with the announced key");
  }
  std::string changed = text;
  char& digit = changed[changed.size() - 2];  // of the signature
  digit = digit == '0' ? '1' : '0';
  contradicted(changed, "ann 1: it is not signed with the announced key");
  Lines lines = contest.honest;
  std::get<Opened>(lines[0].event).name = "monday";
  contest.remake(lines);
  contradicted(text, "ann 1: it is from the contest `friday`");
  std::get<Opened>(lines[0].event).public_key = std::string(64, '5');
  contest.remake(lines);
  contradicted(text, "ann 1: it is not signed with the announced key");
}

TEST_CASE("verify: dates never decrease, and no entry is dated after the deadline") {
  const ThreeTeams contest;
  const auto forged = [&](const std::function<void(Lines&)>& forge) {
    Lines lines = contest.honest;
    forge(lines);
    contest.remake(lines);
    return verified(contest);
  };
  CHECK(forged([](Lines& lines) {
          lines[1].at = lines[2].at + milliseconds{1};
        }).has("NO line 3 of the history is dated"));
  CHECK(forged([](Lines& lines) {
          lines[0].at = lines[1].at + milliseconds{1};
        }).has("NO line 2 of the history is dated"));
  contest.settings("deadline: " + record::format_time(contest.honest[3].at) + "\n");
  CHECK(forged([](Lines&) {}).has("yes no entry is dated after the deadline"));
  CHECK(forged([](Lines& lines) { lines[3].at += milliseconds{1}; }).has("NO submission 1 of cy is dated"));
  // Version 1 dated lines by the clock when they were written: to the minute.
  const auto old = [](Lines& lines) { std::get<Opened>(lines[0].event).version = 1; };
  const auto late = forged([&](Lines& lines) { old(lines), lines[3].at += seconds{10}; });
  CHECK(late.good);
  CHECK(late.has("-- the history is of version 1"));
  CHECK(forged([&](Lines& lines) {
          old(lines), lines[3].at += seconds{61};
        }).has("NO submission 1 of cy is dated"));
  CHECK(forged([&](Lines& lines) {
          old(lines), lines[3].at = lines[2].at - seconds{61};
        }).has("NO line 4 of the history is dated"));
}

TEST_CASE("verify: a contest is opened once, and after the lock it can only be finalized") {
  const ThreeTeams contest;
  const auto at = [&](Event event) { return HistoryLine{std::move(event), contest.honest[3].at, ""}; };
  const Lines& honest = contest.honest;
  const HistoryLine locked = at(Locked{.secret = std::string(64, '0')});
  const auto impossible = [&](const Lines& lines, const std::string& why) {
    contest.remake(lines);
    CHECK(verified(contest).has("NO line " + std::to_string(lines.size()) +
                                " of the history is out of order: " + why));
  };
  for (const Event& event : {Event{submitted(Lines{honest}[1])}, Event{Built{.team = "ann", .problem = "x"}},
                             Event{Qualified{.team = "ann"}}, Event{Withdrawn{.team = "ann"}}, locked.event})
    impossible({honest[0], honest[1], locked, at(event)}, "the contest is locked");
  impossible({honest[0], honest[1], at(honest[0].event)}, "the contest is already open");
  impossible({honest[0], honest[1], at(Finalized{std::string(64, '0')})}, "the contest is not locked");
}

TEST_CASE("verify: a false secret, seed or file of the lock is found") {
  const ThreeTeams contest;
  const std::string secret(64, 'a');
  Lines lines{contest.honest[0]};
  Opened& opened = std::get<Opened>(lines[0].event);
  opened.commitment = commitment_to(secret);
  contest.write("friday/finals.yaml", "name: finals\n");
  Locked locked{.secret = secret, .beacon = "7 12", .seed = seed_of(secret, "7 12")};
  locked.rules = opened.rules;
  locked.settings = sha256_hex("name: finals\n");
  const auto result = [&](const Locked& event) {
    lines.resize(1);
    lines.push_back({event, lines[0].at, ""});
    contest.remake(lines);
    return verified(contest);
  };
  const Verified honest = result(locked);
  for (const char* finding :
       {"yes the secret matches the commitment", "yes the seed follows from the secret and the beacon `7 12`",
        "yes contest.yaml is unchanged", "yes finals.yaml is unchanged since the lock",
        "yes the finalists are the last qualified submissions"})
    CHECK(honest.has(finding));
  Locked forged = locked;
  forged.secret = std::string(64, 'b');
  CHECK(result(forged).has("NO the secret matches the commitment"));
  forged = locked;
  ++forged.seed;
  CHECK(result(forged).has("NO the seed follows from"));
  forged = locked;
  forged.settings = forged.rules = std::string(64, '0');
  CHECK(result(forged).has("NO contest.yaml is unchanged"));
  CHECK(result(forged).has("NO finals.yaml is unchanged since the lock"));
  CHECK(result(forged).has(
      "-- contest.yaml, for example its deadline, was changed between the opening and the lock"));
  forged = locked;
  forged.finalists = {{.team = "ann"}};
  CHECK(result(forged).has("NO the finalists are the last qualified submissions"));
}

TEST_CASE("verify: all games of finals.yaml must be in the journal") {
  const LockedContest contest;
  const auto missing = [&](const std::vector<int>& plans, int games) {
    contest.play(plans, games);
    const auto result = finalize(contest.read());
    REQUIRE(result);
    CHECK_FALSE(*result);
    CHECK(verified(contest).has("-- not all games are played yet"));
  };
  missing({1}, 2);
  missing({2}, 3);
  contest.play({1, 2}, 4);
  const auto result = finalize(contest.read());
  REQUIRE(result);
  REQUIRE(*result);
  const Verified honest = verified(contest);
  CHECK(honest.good);
  CHECK(honest.has("yes all games of finals.yaml are played"));
  for (const auto& [plans, games] : {std::pair{std::vector{1}, 2}, std::pair{std::vector{2}, 3}}) {
    contest.play(plans, games);
    CHECK(verified(contest).has("NO games of finals.yaml are missing"));
  }
}

TEST_CASE("verify: the contest ends after its last game, also if the clock was ahead") {
  LockedContest contest;
  contest.after_lock = hours{2};
  contest.play({2}, 4);
  const auto result = finalize(contest.read());
  REQUIRE(result);
  REQUIRE(*result);
  CHECK(verified(contest).good);
}

TEST_CASE("verify: a plan with more openings than finals.yaml is refused") {
  const LockedContest contest;
  contest.play({3, 2}, 6);
  CHECK(verified(contest).has("NO the games are not those of finals.yaml"));
}

TEST_CASE("verify: plans with other scoring or engines, and second results of a game, are refused") {
  const LockedContest contest;
  const auto refused = [&](const std::string& why) {
    const auto result = finalize(contest.read());
    REQUIRE_FALSE(result);
    CHECK(result.error().message.starts_with(why));
    CHECK(verified(contest).has("NO the games are not those of finals.yaml: " + why));
  };
  run::Arena arena = contest.arena(2);
  const record::PlanInfo honest = run::plan_info(arena);
  arena.settings.rank_by = rating::RankBy::rating;
  contest.play({2}, 4);
  contest.note(run::plan_info(arena));  // as after `ebiri run finals.yaml --set rank-by=rating`
  refused("the scoring of the last plan in the journal");
  contest.note(honest);
  CHECK(finalize(contest.read()));
  const std::string engines = "the engines of a plan in the journal are not those of finals.yaml";
  record::PlanInfo forged = honest;
  forged.fingerprints.clear();
  forged.engines.back() = "eve";  // `bob` is left out
  contest.note(forged);
  refused(engines);
  forged.engines = {"ann", "bob", "eve"};
  contest.play({2}, 4);
  contest.note(forged);
  contest.note(honest);
  refused(engines);
  contest.play({2}, 4);
  match::GameRecord game = contest.last_game();
  game.attempt = 2;
  contest.note(game);
  refused("game 4 has a record after its final one: attempt 2");
  // A void attempt is no result, and an attempt without a record is no problem.
  contest.play({2}, 3);
  game.attempt = 3;
  match::GameRecord aborted = game;
  aborted.attempt = 1;
  aborted.verdict = {.result = match::Verdict::Result::void_game, .cause = match::Verdict::Cause::machine};
  contest.note(aborted);
  contest.note(game);
  CHECK(finalize(contest.read()));
}

TEST_CASE("verify: a forged digest beside the journal does not count") {
  const LockedContest contest;
  contest.play({2}, 4);
  const auto result = finalize(contest.read());
  REQUIRE(result);
  REQUIRE(*result);
  auto forged = record::read_digest(contest.journal());
  REQUIRE(forged);
  using Result = match::Verdict::Result;
  for (match::GameSummary& game : forged->games)
    game.result = std::string{game.south} == "ann" ? Result::south_wins : Result::north_wins;
  const auto table = contest_result(contest.read().settings, *forged);
  REQUIRE(table);
  REQUIRE(table->text != (*result)->text);
  contest.write("friday/final.txt", table->text);
  const auto bytes = std::filesystem::file_size(contest.journal());
  record::save_digest(record::digest_file(contest.journal()),
                      {*forged, bytes, *record::file_fingerprint(contest.journal(), bytes)});
  CHECK(verified(contest).has("NO final.txt follows from the games"));
}

TEST_CASE("verify: the interpreters of entries need not be installed") {
  const NewContest contest;
  for (const char* team : {"ann", "bob"}) {
    std::string yaml = NewContest::entry_yaml(team);
    yaml.replace(yaml.find("python3"), 7, "no-such-interpreter");
    const auto accepted = contest.submit(team, yaml);
    REQUIRE(accepted);
    contest.append(Built{.team = team, .tree = accepted->submitted.tree});
    contest.append(Qualified{.team = team});
  }
  const LoadedContest read = contest.read();
  const auto finalists = read.state.finalists();
  CHECK_FALSE(engines_of(read.folder, finalists));
  auto engines = engines_of(read.folder, finalists, false);
  REQUIRE(engines);
  contest.append(Locked{.seed = 7, .finalists = finalists});
  for (const std::string folder : {"/usr/bin/", "/bin/", "/opt/"}) {
    for (auto& engine : *engines) engine.command = folder + "no-such-interpreter main.py";
    contest.write("friday/finals.yaml", finals_yaml(read.settings, 7, *engines));
    const bool good = folder != "/opt/";
    CHECK(verified(contest).has(
        (good ? "yes" : "NO") +
        std::string{" finals.yaml follows from contest.yaml, the seed and the entries"}));
  }
}

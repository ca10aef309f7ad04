// Every fault of faulty_bot, with its expected verdict, evidence and exit status.
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "tests/faults/catalogue.hpp"
#include "tests/match/scripted_player.hpp"
#include "tests/new_folder.hpp"
#include "tests/prepared.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using match::Verdict;
using player::EnginePlayer;
using player::Fault;
using tests::FaultCase;
using tests::faulty;
using tests::matches;
using tests::open_descriptors;
using tests::processes_left;

namespace {

std::optional<match::GameRecord> play(player::EngineSetup setup, int games = 1) {
  EnginePlayer engine{std::move(setup)};
  return tests::play(engine, games, false);
}

const std::filesystem::path bots_folder = std::filesystem::path{EBIRI_FAULTY_BOT}.parent_path();

void check_verdict(const FaultCase& expected, const match::GameRecord& record) {
  CHECK(record.verdict.result == Verdict::Result::north_wins);
  CHECK(record.verdict.cause == Verdict::Cause::fault);
  CHECK(record.verdict.loser == rules::Side::south);
  REQUIRE(record.verdict.fault);
  const Fault& fault = *record.verdict.fault;
  CHECK(record.verdict.reason == player::word(fault.kind));
  CHECK(player::word(fault.kind) == player::word(*expected.kind));
  INFO("detail: " << fault.detail);
  CHECK(matches(expected.detail, fault.detail));
  INFO("line: " << fault.line);
  CHECK(matches(expected.line, fault.line));
  CHECK(matches(expected.exit, fault.exit));
  INFO("errors: " << fault.errors);
  CHECK(matches(expected.errors, fault.errors));
  INFO("asked: " << fault.asked);
  const bool was_asked = !record.plies.empty() || fault.kind == Fault::Kind::illegal_move;
  CHECK((fault.asked.empty() ? !was_asked : fault.asked.starts_with("position ")));
}

void check_all(const std::vector<FaultCase>& cases, const process::Confinement& confinement = {}) {
  (void)play(faulty({""}));         // this thread's own accounting file opens once
  const testing::NewFolder folder;  // for the files that engines write to their working directory
  const auto descriptors = open_descriptors();
  for (const FaultCase& expected : cases) {
    INFO(expected.name);
    std::optional<match::GameRecord> record;
    // A game is void if other processes keep the engine from the cores; a tournament plays it again, too.
    for (int attempt = 1; attempt <= 3; ++attempt) {
      auto setup = tests::setup_for(expected, folder.path);
      setup.command.confinement = confinement;
      // A sandboxed shell sees the bot only where it works.
      if (setup.command.argv.front() == "/bin/sh") setup.command.directory = bots_folder;
      EnginePlayer engine{std::move(setup)};
      record = tests::play(engine, 1, !expected.kind);
      if (!record || record->verdict.result != Verdict::Result::void_game) break;
    }
    REQUIRE(record);
    INFO(record->verdict.reason);
    if (expected.kind) check_verdict(expected, *record);
    if (!expected.kind) CHECK(record->verdict.cause == Verdict::Cause::rules);
    CHECK(open_descriptors() == descriptors);
    CHECK(processes_left() == 0);
  }
}

// All cases; with sanitizers, which make a start several times slower, every other one.
std::vector<FaultCase> sampled(const std::vector<FaultCase>& cases, std::size_t first) {
  if (EBIRI_TEST_SAMPLING == 0) return cases;
  std::vector<FaultCase> some;
  for (std::size_t k = first; k < cases.size(); k += 2) some.push_back(cases[k]);
  return some;
}

}  // namespace

TEST_CASE("faults: each fault gets its verdict with evidence, and nothing is left behind") {
  check_all(tests::fault_cases());
}

TEST_CASE("faults: each wrong command gets its verdict with evidence, and nothing is left behind") {
  check_all(tests::program_fault_cases());
}

TEST_CASE("faults: behaviour that is allowed or invisible gets no verdict, and nothing is left behind") {
  check_all(tests::harmless_cases());
}

TEST_CASE("faults: with limits and in a sandbox every verdict is the same, and nothing is left behind") {
  const auto capabilities = process::Capabilities::find();
  process::Limits limits;
  if (EBIRI_TEST_SAMPLING != 0 && !capabilities->cgroups.memory)
    limits.memory = 0;  // instrumented engines need more
  auto cases = tests::fault_cases();
  for (const auto isolation : {process::Isolation::limits, process::Isolation::sandbox}) {
    const auto confinement = process::enforce(isolation, limits, capabilities).confinement;
    if (confinement.isolation == process::Isolation::sandbox) {  // there its parent cannot be killed
      FaultCase& killed = *std::ranges::find(cases, "kill-supervisor", &FaultCase::name);
      killed = {"kill-supervisor", Fault::Kind::time, "no answer within 0.350s (took *", "", "", "",
                tests::Wait::move};
    }
    const std::size_t first = isolation == process::Isolation::sandbox ? 1 : 0;
    check_all(sampled(cases, first), confinement);
    check_all(sampled(tests::program_fault_cases(), first), confinement);
    check_all(sampled(tests::harmless_cases(), first), confinement);
  }
}

TEST_CASE("faults: names of faults are unique") {
  std::set<std::string> names;
  for (const auto* list : {&tests::fault_cases(), &tests::program_fault_cases(), &tests::harmless_cases()})
    for (const FaultCase& expected : *list) CHECK(names.insert(expected.name).second);
  CHECK(names.size() >= 70);
}

TEST_CASE("faults: an illegal move is quoted with the legal moves and the position") {
  const std::string start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
  const auto record = play(faulty({"illegal"}));
  CHECK(record->verdict.fault->detail.ends_with("; legal moves: A B C D E F; position " + start));
  CHECK(record->plies.empty());
  CHECK(record->final_position == start);
}

TEST_CASE("faults: a fault may come after good moves") {
  const auto record = play(faulty({"hang", "2"}));
  REQUIRE(record->verdict.fault);
  CHECK(player::word(record->verdict.fault->kind) == "time");
  CHECK(record->plies.size() == 2);  // its own first move and the answer to it
}

TEST_CASE("faults: without accounting the evidence has no CPU time") {
  auto setup = faulty({"hang", "2"});
  setup.command.accounting = false;
  const auto record = play(setup);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->kind == Fault::Kind::time);
  CHECK(tests::matches("no answer within 0.350s (took * to *, referee late by *)",
                       record->verdict.fault->detail));
  CHECK(record->plies.at(0).thought.cpu == std::chrono::microseconds{0});
  CHECK(record->plies.at(0).thought.wait == std::chrono::microseconds{0});
  CHECK(record->south_pondered == std::chrono::microseconds{0});
}

TEST_CASE("faults: evidence is short, however long the line was") {
  for (const char* fault : {"long-line", "line-of-10-mb"})
    CHECK(play(faulty({fault}))->verdict.fault->line.size() < 500);
}

TEST_CASE("faults: the end of one engine does not affect others") {
  const auto rules = tests::rules_for("abapa");
  EnginePlayer witness{faulty({"leave-a-daemon"})};
  (void)tests::play(witness, 1, true);
  const auto before = processes_left();
  CHECK(before == 3);  // the witness, its daemon, and its supervisor, which is our child
  (void)play(faulty({"die-behind-a-daemon"}));
  (void)play(faulty({"hang-behind-a-daemon"}));
  CHECK(processes_left() == before);
}

TEST_CASE("faults: the reason is reported if a program cannot be run, also in a sandbox") {
  const auto sandbox =
      process::enforce(process::Isolation::sandbox, {.memory = 0}, process::Capabilities::find());
  const testing::NewFolder home;
  const auto& folder = home.path;
  const auto file = folder / "engine", empty = folder / "empty";
  std::ofstream(file) << "#!/no/such/interpreter\n";
  std::ofstream(empty) << "";
  const auto runnable = static_cast<std::filesystem::perms>(0755);
  std::filesystem::permissions(empty, runnable);
  struct Row {
    std::string program, detail;
    bool executable;
  };
  const Row rows[] = {
      {(folder / "missing").string(), ": No such file or directory", false},
      {file.string(), ": Permission denied", false},
      {file.string(), ": No such file or directory", true},  // the interpreter
      {folder.string(), ": Permission denied", false},
      {empty.string(), ": Exec format error", false},
  };
  for (const Row& row : rows) {
    if (row.executable) std::filesystem::permissions(file, runnable);
    for (const auto& confinement : {process::Confinement{}, sandbox.confinement}) {
      player::EngineSetup setup{.name = "x", .command = {.argv = {row.program}}};
      setup.command.confinement = confinement;
      const auto record = play(setup);
      REQUIRE(record);
      REQUIRE(record->verdict.fault);
      CHECK(player::word(record->verdict.fault->kind) == "failed-to-start");
      CHECK(record->verdict.fault->detail == "cannot run `" + row.program + "`" + row.detail);
      CHECK(processes_left() == 0);
    }
  }
}

TEST_CASE("faults: an option that an engine does not announce is a failed start with a suggestion") {
  auto setup = faulty({});
  setup.options = {{"UGI_Sed", "3"}};
  const auto record = play(setup);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "does not announce the option `UGI_Sed`; did you mean `UGI_Seed`?");
}

TEST_CASE("faults: an answer counts even if the engine exits after it; the next request is a crash") {
  const auto record = play(faulty({"answer-then-exit"}));
  REQUIRE(record->verdict.fault);
  CHECK(record->plies.size() == 2);
  CHECK(record->verdict.fault->detail == "ended with exit status 0 instead of answering");
}

TEST_CASE("faults: an exit with an error at a second game is a fault") {
  const auto record = play(faulty({"die-at-second-game"}), 2);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "ended with exit status 5 before it was ready");
}

TEST_CASE("faults: an engine that exits between two games is started again") {
  const auto record = play(faulty({"exit-between-games"}), 3);
  CHECK(record->verdict.cause == Verdict::Cause::rules);
}

TEST_CASE("faults: resigning is not a fault") {
  const auto record = play(faulty({"resign"}));
  CHECK(record->verdict.cause == Verdict::Cause::resigned);
  CHECK(record->verdict.reason == "resigned");
  CHECK(record->verdict.loser == rules::Side::south);
  CHECK_FALSE(record->verdict.fault);
}

TEST_CASE("faults: an abort ends every wait at once and leaves no record", "[threads]") {
  const int interrupt = ::eventfd(0, EFD_CLOEXEC);
  auto setup = faulty({"hang"});
  setup.interrupt = interrupt;
  const auto rules = tests::rules_for("abapa");
  EnginePlayer engine{setup};
  tests::ScriptedPlayer other{*rules};
  const match::Terms patient{.patience = 60s};
  std::thread aborter{[&] {
    const std::uint64_t one = 1;
    CHECK(::write(interrupt, &one, sizeof one) == sizeof one);
  }};
  const auto record =
      match::play_game({.south = {"a", patient}, .north = {"b", patient}, .opening = {.name = "start"}},
                       *rules, engine, other);
  aborter.join();
  CHECK_FALSE(record);
  ::close(interrupt);
}

TEST_CASE("faults: many engines in many threads share no pipe", "[threads]") {
  // If a child held another child's pipe, closing an engine's output would not be seen as its end.
  std::vector<std::thread> slots;
  std::atomic<int> crashed = 0;
  for (int slot = 0; slot < 4; ++slot)
    slots.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        const auto record = play(faulty({"exit-at-go"}));
        if (record && record->verdict.fault && record->verdict.fault->kind == Fault::Kind::crashed) ++crashed;
      }
    });
  for (auto& slot : slots) slot.join();
  CHECK(crashed == 40);
  CHECK(processes_left() == 0);
}

// Every sin of faulty_bot against the verdict, the evidence and the exit that it must get.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "referee/match/play_game.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/process/machine.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using match::Verdict;
using player::EnginePlayer;
using player::Fault;

namespace {

[[maybe_unused]] const bool prepared = (process::prepare_process(), true);  // as main() does

player::EngineSetup faulty(std::vector<std::string> sin) {
  player::EngineSetup setup{.name = "faulty", .start_limit = 5s, .stop_grace = 2s};
  setup.command.argv = {EBIRI_FAULTY_BOT};
  for (auto& word : sin) setup.command.argv.push_back(std::move(word));
  return setup;
}

// The sinner is south and moves first; its clock is short, so that the slow sins are quick to test.
std::optional<match::GameRecord> play(player::EngineSetup setup, int games = 1) {
  const auto rules = tests::rules_for("abapa");
  EnginePlayer sinner{std::move(setup)};
  tests::ScriptedPlayer other{*rules};
  const match::Terms terms{.limit = {.move = 300ms}, .margin = 50ms};
  std::optional<match::GameRecord> record;
  for (int game = 1; game <= games; ++game)
    record = match::play_game({.game = game,
                               .pair = 1,
                               .south = {"faulty", terms},
                               .north = {"other", terms},
                               .opening = {.name = "start"},
                               .seed = 7},
                              *rules, sinner, other);
  return record;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// Processes whose parent we are, dead or alive.
std::size_t children() {
  std::size_t count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (std::string pid; file >> pid;) ++count;
  }
  return count;
}

struct Sin {
  std::vector<std::string> arguments;
  Fault::Kind kind;
  std::string detail;  // empty: not compared
  std::string line;
  std::string exit;
  std::string errors;
};

const std::string legal = "A B C D E F";
const std::string start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

const std::vector<Sin>& catalogue() {
  using Kind = Fault::Kind;
  static const std::vector<Sin> sins{
      {{"exit-at-start"},
       Kind::failed_to_start,
       "ended with exit status 7 before it was ready",
       "",
       "exit status 7",
       ""},
      {{"other-variant"},
       Kind::failed_to_start,
       "does not play `oware`; it announces `variants draughts`",
       "",
       "exit status 0",
       ""},
      {{"exit-at-go"},
       Kind::crashed,
       "ended with exit status 3 while it had to answer",
       "",
       "exit status 3",
       "out of ideas\n"},
      {{"signal-at-go"},
       Kind::crashed,
       "ended with signal 11 (SIGSEGV) while it had to answer",
       "",
       "signal 11 (SIGSEGV)",
       ""},
      {{"half-a-line"},
       Kind::crashed,
       "ended with exit status 0 while it had to answer",
       "bestmove A",
       "exit status 0",
       ""},
      {{"illegal"}, Kind::illegal_move, "", "bestmove a", "", ""},
      {{"unparsable"}, Kind::malformed, "", "bestmove Z9", "", ""},
      {{"no-move"}, Kind::malformed, "", "bestmove", "", ""},
      {{"surplus"}, Kind::malformed, "", "bestmove A indeed", "", ""},
      {{"control-bytes"}, Kind::malformed, "", "bestmove \\x00\\x1b[31m\\xff", "", ""},
      {{"twice"}, Kind::out_of_turn, "answered when it had not been asked", "bestmove A", "", ""},
      {{"answer-before-ready"}, Kind::out_of_turn, "answered before it was asked", "bestmove A", "", ""},
      {{"accept-nothing"},
       Kind::malformed,
       "accepted an end that the opponent had not offered",
       "bestmove accept",
       "",
       ""},
      {{"flood"}, Kind::too_talkative, "more than 16777216 bytes for one request", "", "", ""},
  };
  return sins;
}

std::string describe(const Sin& sin) { return sin.arguments.front(); }

}  // namespace

TEST_CASE("faults: each sin gets its verdict with evidence, and nothing is left behind") {
  (void)play(faulty({}));  // this thread's own accounting file opens once
  const auto descriptors = open_descriptors();
  for (const Sin& sin : catalogue()) {
    INFO(describe(sin));
    const auto record = play(faulty(sin.arguments));
    REQUIRE(record);
    CHECK(record->verdict.result == Verdict::Result::north_wins);
    CHECK(record->verdict.cause == Verdict::Cause::fault);
    CHECK(record->verdict.loser == rules::Side::south);
    REQUIRE(record->verdict.fault);
    const Fault& fault = *record->verdict.fault;
    CHECK(record->verdict.reason == player::word(fault.kind));
    CHECK(player::word(fault.kind) == player::word(sin.kind));
    if (!sin.detail.empty()) CHECK(fault.detail == sin.detail);
    if (!sin.line.empty()) CHECK(fault.line == sin.line);
    CHECK(fault.exit == sin.exit);
    CHECK(fault.errors == sin.errors);
    CHECK(open_descriptors() == descriptors);
    CHECK(children() == 0);
  }
}

TEST_CASE("faults: an illegal move is quoted with the legal ones and the position") {
  const auto record = play(faulty({"illegal"}));
  CHECK(record->verdict.fault->detail.ends_with("; legal moves: " + legal + "; position " + start));
  CHECK(record->plies.empty());
  CHECK(record->final_position == start);
}

TEST_CASE("faults: silence, work and chatter do not move the deadline") {
  for (const char* sin : {"hang", "spin", "chatter"}) {
    INFO(sin);
    const auto record = play(faulty({sin, "2"}));
    REQUIRE(record->verdict.fault);
    CHECK(player::word(record->verdict.fault->kind) == "time");
    CHECK(record->verdict.fault->detail.starts_with("no answer within 0.350s (CPU "));
    CHECK(record->plies.size() == 2);  // its own first move and the answer to it
    CHECK(children() == 0);
  }
}

TEST_CASE("faults: a line over the limit is refused before it ends") {
  const auto record = play(faulty({"long-line"}));
  REQUIRE(record->verdict.fault);
  CHECK(player::word(record->verdict.fault->kind) == "too-talkative");
  CHECK(record->verdict.fault->detail == "a line longer than 65536 bytes");
  CHECK(record->verdict.fault->line.size() < 500);
}

TEST_CASE("faults: closing the output is a crash even if the process lives") {
  auto setup = faulty({"close-stdout"});
  setup.stop_grace = 20ms;
  const auto record = play(setup);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "closed its output while it had to answer");
  CHECK(record->verdict.fault->exit.empty());
}

TEST_CASE("faults: an engine that does not get ready in time fails to start") {
  for (const char* sin : {"silent-at-ugi", "never-ready"}) {
    INFO(sin);
    auto setup = faulty({sin});
    setup.start_limit = 200ms;
    setup.stop_grace = 20ms;
    const auto record = play(setup);
    REQUIRE(record->verdict.fault);
    CHECK(player::word(record->verdict.fault->kind) == "failed-to-start");
    CHECK(record->verdict.fault->detail ==
          (std::string{sin} == "never-ready" ? "no `readyok` within 200ms" : "no `ugiok` within 200ms"));
  }
}

TEST_CASE("faults: programs that cannot be run say why") {
  const auto folder = std::filesystem::temp_directory_path() / ("ebiri-faults-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const auto file = folder / "engine";
  std::ofstream(file) << "#!/no/such/interpreter\n";
  struct Row {
    std::string program, detail;
    bool executable;
  };
  const Row rows[] = {
      {(folder / "missing").string(), ": No such file or directory", false},
      {file.string(), ": Permission denied", false},
      {file.string(), ": No such file or directory", true},  // the interpreter
      {folder.string(), ": Permission denied", false},
  };
  for (const Row& row : rows) {
    if (row.executable) std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    player::EngineSetup setup{.name = "x", .command = {.argv = {row.program}}};
    const auto record = play(setup);
    REQUIRE(record->verdict.fault);
    CHECK(player::word(record->verdict.fault->kind) == "failed-to-start");
    CHECK(record->verdict.fault->detail == "cannot run `" + row.program + "`" + row.detail);
    CHECK(children() == 0);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("faults: an option that an engine does not announce is a failed start with a suggestion") {
  auto setup = faulty({});
  setup.options = {{"UGI_Sed", "3"}};
  const auto record = play(setup);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "does not announce the option `UGI_Sed`; did you mean `UGI_Seed`?");
}

TEST_CASE("faults: an answer counts even if the engine leaves after it; the next question finds it gone") {
  const auto record = play(faulty({"answer-then-exit"}));
  REQUIRE(record->verdict.fault);
  CHECK(record->plies.size() == 2);
  CHECK(record->verdict.fault->detail == "ended with exit status 0 while it had to answer");
}

TEST_CASE("faults: what is no sin is no fault") {
  for (const char* habit : {"", "crlf", "stderr-flood-then-answer"}) {
    INFO(habit);
    const auto record = play(faulty({habit}));
    CHECK(record->verdict.cause == Verdict::Cause::rules);
    CHECK(children() == 0);
  }
}

TEST_CASE("faults: an engine that dies is seen at once, even if a child of its own holds the pipe") {
  const auto record = play(faulty({"die-behind-a-child"}));
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "ended with exit status 9 while it had to answer");
}

TEST_CASE("faults: dying when a second game begins is no leaving between games") {
  const auto record = play(faulty({"die-at-second-game"}), 2);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->detail == "ended with exit status 5 before it was ready");
}

TEST_CASE("faults: an engine that leaves between two games is started again") {
  const auto record = play(faulty({"exit-between-games"}), 3);
  CHECK(record->verdict.cause == Verdict::Cause::rules);
}

TEST_CASE("faults: resigning is no fault") {
  const auto record = play(faulty({"resign"}));
  CHECK(record->verdict.cause == Verdict::Cause::resigned);
  CHECK(record->verdict.reason == "resigned");
  CHECK(record->verdict.loser == rules::Side::south);
  CHECK_FALSE(record->verdict.fault);
}

TEST_CASE("faults: an engine that ignores quit is killed after the grace, without a verdict") {
  auto setup = faulty({"ignore-quit"});
  setup.stop_grace = 20ms;
  const auto record = play(setup);
  CHECK(record->verdict.cause == Verdict::Cause::rules);
  CHECK(children() == 0);
}

TEST_CASE("faults: an abort ends every waiting at once and leaves no record", "[threads]") {
  const int interrupt = ::eventfd(0, EFD_CLOEXEC);
  auto setup = faulty({"hang"});
  setup.interrupt = interrupt;
  const auto rules = tests::rules_for("abapa");
  EnginePlayer sinner{setup};
  tests::ScriptedPlayer other{*rules};
  const match::Terms patient{.patience = 60s};
  std::thread aborter{[&] {
    const std::uint64_t one = 1;
    CHECK(::write(interrupt, &one, sizeof one) == sizeof one);
  }};
  const auto record =
      match::play_game({.south = {"a", patient}, .north = {"b", patient}, .opening = {.name = "start"}},
                       *rules, sinner, other);
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
  CHECK(children() == 0);
}

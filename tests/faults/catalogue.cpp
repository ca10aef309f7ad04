#include "tests/faults/catalogue.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "referee/support/text.hpp"
#include "tests/match/scripted_player.hpp"

namespace ebiri::tests {

namespace {

using Kind = player::Fault::Kind;
using namespace std::chrono_literals;

const std::string late = "no answer within 0.350s (took *)";

}  // namespace

const std::vector<FaultCase>& fault_cases() {
  static const std::vector<FaultCase> all{
      // At the start.
      {"exit-at-start", Kind::failed_to_start, "ended with exit status 7 before it was ready", "",
       "exit status 7"},
      {"silent-at-ugi", Kind::failed_to_start, "no `ugiok` within 200ms", "", "", "", Wait::start},
      {"slow-start", Kind::failed_to_start, "no `ugiok` within 200ms", "", "", "", Wait::start},
      {"never-ready", Kind::failed_to_start, "no `readyok` within 200ms", "", "", "", Wait::start},
      {"bad-greeting", Kind::failed_to_start, "expected `name` after `option`, found `Hash`", "option Hash"},
      {"other-variant", Kind::failed_to_start,
       "does not play `oware`; it announces `variants draughts`; `--variant` or the key `variant` selects "
       "another game"},
      {"flood-at-ugi", Kind::too_talkative, "more than 16777216 bytes for one request", "info string xxx*",
       "", "", Wait::budget},
      {"close-stdout-at-start", Kind::failed_to_start, "closed its output before it was ready", "", "", "",
       Wait::grace},
      {"answer-at-ugi", Kind::out_of_turn, "sent `bestmove` without a request", "bestmove A"},
      {"answer-before-ready", Kind::out_of_turn, "sent `bestmove` without a request", "bestmove A"},
      // No answer in time.
      {"hang", Kind::time, late, "", "", "", Wait::move},
      {"late", Kind::time, late, "", "", "", Wait::move},
      {"spin", Kind::time, late, "", "", "", Wait::move},
      {"chatter", Kind::time, late, "", "", "", Wait::move},
      {"chatter-fast", Kind::time, late, "*", "", "", Wait::move},
      {"trickle", Kind::time, late, "xxx*", "", "", Wait::move},
      {"stderr-flood", Kind::time, late, "", "", "*a complaint that never ends\n*", Wait::move},
      {"half-a-line-then-hang", Kind::time, late, "bestmove A", "", "", Wait::move},
      {"stop-itself", Kind::time, late, "", "", "", Wait::move},
      {"ignore-signals-and-hang", Kind::time, late, "", "", "", Wait::move},
      {"hang-behind-a-daemon", Kind::time, late, "", "", "", Wait::move},
      // Crashed or unusable.
      {"exit-at-go", Kind::crashed, "ended with exit status 3 instead of answering", "", "exit status 3",
       "out of ideas\n"},
      {"signal-at-go", Kind::crashed, "ended with signal 11 (SIGSEGV) instead of answering", "",
       "signal 11 (SIGSEGV)"},
      {"abort-at-go", Kind::crashed, "ended with signal 6 (SIGABRT) instead of answering", "",
       "signal 6 (SIGABRT)"},
      {"kill-itself", Kind::crashed, "ended with signal 9 (SIGKILL) instead of answering", "",
       "signal 9 (SIGKILL)"},
      {"kill-supervisor", Kind::crashed, "ended with signal 9 (SIGKILL) instead of answering", "",
       "signal 9 (SIGKILL)"},
      {"half-a-line", Kind::crashed, "ended with exit status 0 instead of answering", "bestmove A",
       "exit status 0"},
      {"answer-then-exit", Kind::crashed, "ended with exit status 0 instead of answering", "",
       "exit status 0"},
      {"die-behind-a-child", Kind::crashed, "ended with exit status 9 instead of answering", "",
       "exit status 9"},
      {"die-behind-a-daemon", Kind::crashed, "ended with exit status 9 instead of answering", "",
       "exit status 9"},
      {"close-stdout", Kind::crashed, "closed its output instead of answering", "", "", "", Wait::grace},
      {"close-stdin", Kind::crashed, "closed its input instead of answering", "", "", "", Wait::grace},
      {"close-stdin-at-start", Kind::crashed, "closed its input instead of answering", "", "", "",
       Wait::grace},
      {"close-stdin-and-die", Kind::crashed, "ended with exit status 4 instead of answering", "",
       "exit status 4", "", Wait::grace},
      // Invalid answers.
      {"illegal", Kind::illegal_move, "*; position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "bestmove a"},
      {"unparsable", Kind::malformed, "*", "bestmove Z9"},
      {"other-games-move", Kind::malformed, "*", "bestmove A7L>"},
      {"no-move", Kind::malformed, "expected a move, `resign` or `accept` after `bestmove`, found nothing",
       "bestmove"},
      {"blank-move", Kind::malformed, "expected a move, `resign` or `accept` after `bestmove`, found nothing",
       "bestmove *"},
      {"surplus", Kind::malformed, "*", "bestmove A indeed"},
      {"control-bytes", Kind::malformed, "*", "bestmove \\x00\\x1b[31m\\xff"},
      {"nul-after-the-move", Kind::malformed, "*", "bestmove A\\x00"},
      {"accept-nothing", Kind::malformed, "accepted an end of the game that the opponent had not offered",
       "bestmove accept"},
      {"twice", Kind::out_of_turn, "sent `bestmove` without a request", "bestmove A"},
      // Too much output.
      {"flood", Kind::too_talkative, "more than 16777216 bytes for one request", "info string xxx*", "", "",
       Wait::budget},
      {"long-line", Kind::too_talkative, "a line longer than 65536 bytes", "info string xxx*"},
      {"line-of-10-mb", Kind::too_talkative, "a line longer than 65536 bytes", "xxx*"},
  };
  return all;
}

const std::vector<FaultCase>& program_fault_cases() {
  static const std::vector<FaultCase> all{
      {"exit 0; # MARK", Kind::failed_to_start, "ended with exit status 0 before it was ready", "",
       "exit status 0"},
      {"BOT '' 1 MARK & exit 5", Kind::failed_to_start, "ended with exit status 5 before it was ready", "",
       "exit status 5"},
      {"cat; : MARK", Kind::failed_to_start, "no `ugiok` within 200ms", "", "", "", Wait::start},
      {"BOT hang 1 MARK; exit", Kind::time, late, "", "", "", Wait::move},
      {"BOT ignore-signals-and-hang 1 MARK; exit", Kind::time, late, "", "", "", Wait::move},
      {"BOT exit-at-go 1 MARK; exit", Kind::crashed, "ended with exit status 3 instead of answering", "",
       "exit status 3", "out of ideas\n"},
      {"BOT signal-at-go 1 MARK 2>&-; exit", Kind::crashed, "ended with exit status 139 instead of answering",
       "", "exit status 139", "*"},
      {"BOT leave-a-daemon 1 MARK; exit", std::nullopt, ""},
  };
  return all;
}

const std::vector<FaultCase>& harmless_cases() {
  static const std::vector<FaultCase> all = [] {
    std::vector<FaultCase> list;
    for (const char* name : {"",
                             "crlf",
                             "odd-chat",
                             "close-stderr",
                             "stderr-flood-then-answer",
                             "ignore-quit",
                             "leave-a-child",
                             "leave-a-daemon",
                             "leave-many-daemons",
                             "run-away",
                             "fork-300",
                             "eat-memory",
                             "eat-memory-through-children",
                             "fill-disk",
                             "read-others",
                             "open-sockets",
                             "think-on",
                             "think-with-8-threads",
                             "think-in-a-child",
                             "use-320ms",
                             "sleep-320ms",
                             "stop-supervisor",
                             "terminate-supervisor"})
      list.push_back({name, std::nullopt, ""});
    return list;
  }();
  return all;
}

bool matches(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  while (!matches(pattern, text)) {
    if (text.empty()) return false;
    text.remove_prefix(1);
  }
  return true;
}

const std::string& mark() {
  static const std::string mark = "ebiri-engine-" + std::to_string(::getpid());
  return mark;
}

player::EngineSetup faulty(std::vector<std::string> arguments) {
  player::EngineSetup setup{.name = "faulty", .start_limit = 5s, .stop_grace = stop_grace};
  arguments.resize(std::max<std::size_t>(arguments.size(), 2), "1");
  arguments.insert(arguments.begin(), EBIRI_FAULTY_BOT);
  arguments.push_back(mark());
  setup.command.argv = std::move(arguments);
  return setup;
}

player::EngineSetup setup_for(const FaultCase& expected, const std::filesystem::path& folder) {
  auto setup = faulty({expected.name});
  setup.command.directory = folder;
  if (expected.wait == Wait::start) setup.start_limit = setup.ready_limit = short_start;
  if (!expected.exit.empty()) setup.stop_grace = 5s;  // it exits by itself, however slow the machine is
  if (expected.name.find("MARK") == std::string::npos) return setup;
  std::string script = expected.name;
  const std::pair<std::string, std::string> words[] = {{"BOT", EBIRI_FAULTY_BOT}, {"MARK", mark()}};
  for (const auto& [word, meaning] : words)
    if (const auto at = script.find(word); at != std::string::npos) script.replace(at, word.size(), meaning);
  setup.command.argv = {"/bin/sh", "-c", script};
  return setup;
}

std::chrono::milliseconds due(const FaultCase& expected) {
  const auto wait = [&]() -> std::chrono::milliseconds {
    switch (expected.wait) {
      case Wait::none:
        return 0ms;
      case Wait::move:
        return move_limit + move_margin;
      case Wait::start:
        return short_start;
      case Wait::budget:
        return 300ms;
      case Wait::grace:
        return stop_grace;
    }
    return 0ms;
  };
  return wait() + 50ms;
}

std::optional<match::GameRecord> play(player::Player& engine, int games, bool patient) {
  const auto rules = rules_for("abapa");
  ScriptedPlayer other{*rules};
  const match::Terms terms{.limit = {.move = patient ? 30s : move_limit}, .margin = move_margin};
  std::optional<match::GameRecord> record;
  for (int game = 1; game <= games; ++game)
    record = match::play_game({.game = game,
                               .pair = 1,
                               .south = {"faulty", terms},
                               .north = {"other", terms},
                               .opening = {.name = "start"},
                               .seed = 7},
                              *rules, engine, other);
  return record;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

std::size_t processes_left() {
  std::size_t count = 0;
  std::error_code ignored;
  for (const auto& process : std::filesystem::directory_iterator("/proc", ignored)) {
    std::ostringstream command;
    command << std::ifstream(process.path() / "cmdline").rdbuf();
    if (command.str().find(mark()) != std::string::npos) ++count;
  }
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(thread.path() / "children");
    for (std::string child; children >> child;) ++count;
  }
  return count;
}

}  // namespace ebiri::tests

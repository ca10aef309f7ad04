#include "referee/config/command.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/config/temporary_folder.hpp"

namespace ebiri::config {

namespace {

using Words = std::vector<std::string>;

Words split_up(const std::string& command) {
  auto result = split_command(command);
  return result ? std::move(result).value() : Words{"error: " + result.error().message};
}

// Three folders with programs in them, and a fourth in PATH.
class Machine {
 public:
  Machine() {
    search_ = {root_.folder("working"), root_.folder("config"), root_.folder("own")};
    const std::string path = root_.folder("path").string();
    if (const char* old = std::getenv("PATH")) old_path_ = old;
    setenv("PATH", path.c_str(), 1);
  }
  ~Machine() { setenv("PATH", old_path_.c_str(), 1); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void program(const std::string& name) { root_.program(name); }
  void text(const std::string& name) { root_.file(name, ""); }
  void script(const std::string& name, const std::string& text) {
    std::filesystem::permissions(root_.file(name, text), std::filesystem::perms::owner_all);
  }
  std::filesystem::path folder(const std::string& name) { return root_.folder(name); }

  /// Why the command cannot run; the engine's working directory is `working`.
  std::string problem(const std::string& command) const {
    const auto words = resolve_command(command, search_);
    REQUIRE(words);
    return root_.without_place(command_problem(*words, search_.working, search_));
  }

  std::string resolved(const std::string& command) const {
    const auto words = resolve_command(command, search_);
    std::string text;
    if (!words) {
      text = words.error().message;
    } else {
      for (const std::string& word : *words) text += (text.empty() ? "" : " | ") + word;
    }
    return root_.without_place(text);
  }

 private:
  TemporaryFolder root_;
  SearchPath search_;
  std::string old_path_;
};

}  // namespace

TEST_CASE("config: a command is split as a shell splits plain words and quotes") {
  struct Row {
    std::string command;
    Words expected;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"bots/a", {"bots/a"}, "one word"},
      {"  a   b\tc ", {"a", "b", "c"}, "runs of blanks separate"},
      {"a 'b  c' \"d e\"", {"a", "b  c", "d e"}, "both quotes keep blanks"},
      {"a b' 'c\" \"d", {"a", "b c d"}, "quotes may stand within a word"},
      {"a '' \"\"", {"a", "", ""}, "an empty word is a word"},
      {"a b\\ c \"\\\"\" '\\'", {"a", "b c", "\"", "\\"}, "a backslash keeps a character, but not in '…'"},
      {"a $HOME ~ * | >x", {"a", "$HOME", "~", "*", "|", ">x"}, "nothing is expanded"},
      {"a 'b", {"error: the command has a `'` that is not closed"}, ""},
      {"a \"b\\\"", {"error: the command has a `\"` that is not closed"}, ""},
      {"a \\", {"error: the command ends with a single `\\`"}, ""},
      {"", {"error: the command has no program"}, ""},
      {"'' a", {"error: the command has no program"}, ""},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    CHECK(split_up(row.command) == row.expected);
  }
}

TEST_CASE(
    "config: a program with a slash is searched in the working folder, the config's folder and Ebiri's "
    "folder") {
  Machine machine;
  machine.program("own/bots/a");
  CHECK(machine.resolved("bots/a") == "ROOT/own/bots/a");
  machine.program("config/bots/a");
  CHECK(machine.resolved("bots/a") == "ROOT/config/bots/a");
  machine.folder("working/bots/a");
  CHECK(machine.resolved("bots/a") == "ROOT/config/bots/a");
  machine.program("working/bots/b");
  CHECK(machine.resolved("bots/b") == "ROOT/working/bots/b");
}

TEST_CASE("config: arguments that are paths of files become absolute, others stay") {
  Machine machine;
  machine.program("path/python3");
  machine.text("config/bots/a.py");
  CHECK(machine.resolved("python3 bots/a.py x/y a.py --f=bots/a.py /dev/null") ==
        "ROOT/path/python3 | ROOT/config/bots/a.py | x/y | a.py | --f=bots/a.py | /dev/null");
}

TEST_CASE("config: a script that is not executable gets its interpreter") {
  Machine machine;
  for (const char* name : {"path/python3", "path/java", "working/runs.py"}) machine.program(name);
  for (const char* name : {"working/a.py", "config/b.jar"}) machine.text(name);
  CHECK(machine.resolved("./a.py --fast") == "ROOT/path/python3 | ROOT/working/./a.py | --fast");
  CHECK(machine.resolved("./b.jar") == "ROOT/path/java | -jar | ROOT/config/./b.jar");
  CHECK(machine.resolved("./runs.py") == "ROOT/working/./runs.py");
}

TEST_CASE("config: a missing program is reported with the searched folders") {
  Machine machine;
  machine.text("config/bots/text");
  machine.text("path/text");
  CHECK(machine.resolved("bots/a") ==
        "program `bots/a` not found in `ROOT/working`, `ROOT/config` or `ROOT/own`");
  machine.text("working/mine/bot");
  CHECK(machine.resolved("./mine") == "`./mine` is a folder; name the program in it");
  CHECK(machine.resolved("mine") == "`mine` is a folder; name the program in it");
  CHECK(machine.resolved("/nowhere/a") == "program `/nowhere/a` not found");
  CHECK(machine.resolved("a") ==
        "program `a` not found in PATH; for a program in the working directory or beside the config, write "
        "`./a`");
  CHECK(machine.resolved("text") ==
        "program `text` not found in PATH; for a program in the working directory or beside the config, "
        "write `./text`");
  CHECK(machine.resolved("bots/text") == "`ROOT/config/bots/text` is not executable; run `chmod +x` on it");
}

TEST_CASE("config: a missing script or jar behind an interpreter is reported") {
  Machine machine;
  for (const char* name : {"python3", "node", "java", "sh"}) machine.program("path/" + std::string(name));
  machine.text("working/bot.py");
  machine.text("working/bot.js");
  machine.text("config/beside.py");
  for (const char* good : {"python3 bot.py", "python3 ./beside.py", "python3 -u -W ignore bot.py nosuch.txt",
                           "python3 -m nosuch", "python3 -c pass", "node bot", "python3 ..", "java Bot",
                           "sh -c nosuch.sh", "python3", "java -jar"}) {
    INFO(good);
    CHECK(machine.problem(good).empty());
  }
  CHECK(machine.problem("python3 nosuch.py") ==
        "`python3` runs `nosuch.py`, which is not found in `ROOT/working`; correct the path");
  CHECK(machine.problem("python3 -u sub/nosuch.py --level 3") ==
        "`python3` runs `sub/nosuch.py`, which is not found in `ROOT/working`; correct the path");
  CHECK(machine.problem("python3 beside.py") ==
        "`python3` runs `beside.py`, which is not found in `ROOT/working`; write `./beside.py`");
  CHECK(machine.problem("python3 bot") ==
        "`python3` runs `bot`, which is not found in `ROOT/working`; correct the path");
  CHECK(machine.problem("node x.js") ==
        "`node` runs `x.js`, which is not found in `ROOT/working`; correct the path");
  CHECK(machine.problem("java -Xmx64m -jar /nowhere/x.jar") ==
        "`java` runs `/nowhere/x.jar`, which is not found; correct the path");
}

TEST_CASE("config: a script's first line names an interpreter that exists, without a Windows line end") {
  Machine machine;
  machine.program("path/python3");
  machine.program("path/sh");
  machine.script("working/good", "#!/usr/bin/env python3\n");
  machine.script("working/split", "#!/usr/bin/env -S python3 -u\n");
  machine.script("working/options", "#!/usr/bin/env A=b nosuch\n");
  machine.script("working/binary",
                 "\x7f"
                 "ELF\r\n");
  machine.script("working/windows", "#!/usr/bin/env python3\r\nprint()\r\n");
  machine.script("working/windows.sh", "#!/bin/sh\r\n");
  machine.script("working/missing", "#!/usr/bin/env python9\n");
  machine.script("working/missing.sh", "#! /nowhere/bash\n");
  machine.script("working/missing-path", "#! /nowhere/python3 -u\n");
  for (const char* good : {"./good", "./split", "./options", "./binary", "python3 ./windows"})
    CHECK(machine.problem(good).empty());
  CHECK(machine.problem("./windows") ==
        "the first line of `ROOT/working/windows` has a Windows line end (CR LF), expected LF; "
        "run `sed -i 's/\\r$//' ROOT/working/windows`");
  CHECK(machine.problem("sh windows.sh").starts_with("the first line of `ROOT/working/windows.sh` has"));
  CHECK(machine.problem("sh missing.sh").empty());  // the shell skips the line
  CHECK(machine.problem("./missing") ==
        "the interpreter `python9` in the first line of `ROOT/working/missing` is not found in PATH; "
        "install it, or correct the line");
  CHECK(machine.problem("./missing-path") ==
        "the interpreter `/nowhere/python3` in the first line of `ROOT/working/missing-path` is not found; "
        "install it, or correct the line");
}

}  // namespace ebiri::config

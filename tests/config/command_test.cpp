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
  std::filesystem::path folder(const std::string& name) { return root_.folder(name); }

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

TEST_CASE("config: a missing program is reported with the searched folders") {
  Machine machine;
  machine.text("config/bots/text");
  machine.text("path/text");
  CHECK(machine.resolved("bots/a") ==
        "program `bots/a` not found in `ROOT/working`, `ROOT/config` or `ROOT/own`");
  CHECK(machine.resolved("/nowhere/a") == "program `/nowhere/a` not found");
  CHECK(machine.resolved("a") ==
        "program `a` not found in PATH; a program beside the config is written `./a`");
  CHECK(machine.resolved("text") ==
        "program `text` not found in PATH; a program beside the config is written `./text`");
  CHECK(machine.resolved("bots/text") == "`ROOT/config/bots/text` is not executable; run `chmod +x` on it");
}

}  // namespace ebiri::config

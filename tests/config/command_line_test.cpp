// Engines and limits on the command line.
#include "referee/config/command_line.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/config/yaml.hpp"
#include "temporary_folder.hpp"

using namespace ebiri;
using namespace ebiri::config;

TEST_CASE("command line: an engine is named after its program") {
  CHECK(engine_name("./mine") == "mine");
  CHECK(engine_name("python3 -u bots/first_legal.py --fast") == "first_legal");
  CHECK(engine_name("java -jar Mine.jar") == "Mine");
  CHECK(engine_name("python3.11 bot.py") == "bot");
  CHECK(engine_name("/usr/bin/python3 -u old/bot.py") == "bot");
  CHECK(engine_name("node bot") == "bot");
  CHECK(engine_name("'./my engine-1.2' x.py") == "my_engine-1.2");
  CHECK(engine_name("cat") == "cat");
  CHECK(engine_name("./---") == "engine");
}

TEST_CASE("command line: equal names of engines get their folders, or numbers") {
  using Texts = std::vector<std::string>;
  const auto names_of = [](const Texts& texts) {
    std::vector<EngineArgument> engines;
    for (const std::string& text : texts) engines.push_back(engine_argument(text));
    make_names_unique(engines);
    Texts names;
    for (const EngineArgument& engine : engines) names.push_back(engine.name);
    return names;
  };
  CHECK(names_of({"/usr/bin/python3 old/bot.py", "python3.11 new/bot.py", "./a", "./a", "cat old/bot",
                  "./b"}) == Texts{"old-bot", "new-bot", "a", "a-2", "old-bot-2", "b"});
  CHECK(names_of({"./a-2", "./a", "./a", "./a", "./a-4"}) == Texts{"a-2", "a", "a-3", "a-5", "a-4"});
}

TEST_CASE("command line: a text is quoted if YAML would read something else") {
  for (const char* plain : {"mine", "./mine", "../my bot", "true", "yes", "1e3", "0x10", "/usr/bin/mine -x"})
    CHECK(yaml_text(plain) == plain);
  for (const std::string text :
       {"null", "Null", "~", "", ".", "-", "it's", "a: b", "'./my bot'", "./a, b", "\"\\"}) {
    INFO(text);
    CHECK(yaml_text(text).front() == '"');
    Problems problems;
    const auto read = parse_yaml("{name: " + yaml_text(text) + "}", 0, problems);
    REQUIRE(read);
    CHECK(read->entries.front().value.kind == Node::Kind::scalar);
    CHECK(read->entries.front().value.text == text);
  }
}

TEST_CASE("command line: options of an engine are quoted if YAML would read something else") {
  CHECK(engine_yaml({.name = "a", .command = "./a", .options = {"Level=3", "File=x=1, y: {2}"}}, "") ==
        "  - {name: a, command: ./a, options: {Level: 3, File: \"x=1, y: {2}\"}}\n");
}

TEST_CASE("command line: limits are read in the syntax of configs") {
  CHECK(*read_limit("nodes=20000") == match::Limit{.nodes = 20000});
  CHECK(*read_limit("base=5min,increment=3s") ==
        match::Limit{.base = std::chrono::minutes{5}, .increment = std::chrono::seconds{3}});
  CHECK(*read_limit("none") == match::Limit{});
}

TEST_CASE("command line: an invalid limit is refused with the reason") {
  struct Row {
    const char *text, *said;
  };
  for (const auto& [text, said] : std::initializer_list<Row>{
           {"",
            "`` is not a limit; write for example `nodes=20000`, `move=1s`, `base=5min,increment=3s` or "
            "`none`"},
           {"5s",
            "`5s` is not a limit; write for example `nodes=20000`, `move=1s`, `base=5min,increment=3s` or "
            "`none`"},
           {"nodes=1,nodes=2", "`nodes` is given twice"},
           {"nods=1", "unknown key `nods`; did you mean `nodes`?"},
           {"move=5", "`move` must be a duration, but `5` has no unit"},
           {"move=5s,base=5s", "a limit has either `move` or `base`, not both"}}) {
    CAPTURE(text);
    const auto limit = read_limit(text);
    REQUIRE_FALSE(limit);
    CHECK(limit.error().message.starts_with(said));
  }
}

TEST_CASE("command line: an engine is the bare name of a bot, or a command") {
  const TemporaryFolder files;
  files.program("home/bots/clever");
  const auto home = files.folder("home");
  const SearchPath search{home, home, home};
  const auto bot = read_engine(
      {.name = "a", .command = "clever", .dialect = "", .options = {"Level=3", "Own Book=a=b"}}, search);
  REQUIRE(bot);
  CHECK(bot->command == "bots/clever");
  CHECK(bot->options ==
        std::vector<std::pair<std::string, std::string>>{{"Level", "3"}, {"Own Book", "a=b"}});
  const auto command =
      read_engine({.name = "b", .command = "sh -c true", .dialect = "kgp", .options = {}}, search);
  REQUIRE(command);
  CHECK(command->dialect == "kgp");
}

TEST_CASE("command line: missing engines and invalid options are refused") {
  const TemporaryFolder files;
  files.program("home/bots/clever");
  files.file("home/bots/notes.txt", "no bot\n");
  const auto home = files.folder("home");
  const SearchPath search{home, home, home};
  const auto message = [&](const EngineArgument& words) {
    const auto engine = read_engine(words, search);
    REQUIRE_FALSE(engine);
    return engine.error().message;
  };
  CHECK(message({"a", "no-such-bot", "", {}}).ends_with("; the bots of Ebiri are clever"));
  CHECK(message({"a", "", "", {}}).starts_with("the command has no program"));
  CHECK(message({"a", "clever", "", {"Level"}}) == "`Level` is not an option; write for example `Level=3`");
  CHECK(message({"a", "clever", "esperanto", {}}).starts_with("`dialect` must be"));
  CHECK(message({"a", "clever", "", {"a=1", "a=2"}}) == "the option `a` is given twice");
}

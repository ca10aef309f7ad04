// The help of every command, and completions that follow from it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <vector>

#include "referee/cli/program.hpp"
#include "referee/command_line/completion.hpp"
#include "referee/command_line/help_text.hpp"
#include "referee/config/command.hpp"
#include "referee/live/served_run.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;
using namespace ebiri::cli;
using namespace ebiri::command_line;

namespace {

// Thrown instead of executing a command, after the whole command line was parsed.
struct Understood {};

struct Program {
  Program() {
    app->parse_complete_callback([] { throw Understood{}; });
  }

  int exit_code = 0;
  std::unique_ptr<CLI::App> app = make_program(exit_code);
};

// The program and all commands, each followed by its subcommands.
std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  std::vector<const CLI::App*> all{&program};
  for (const CLI::App* command : commands_below(program))
    for (const CLI::App* each : all_commands(*command)) all.push_back(each);
  return all;
}

// The commands `ebiri …` in a shell line, each up to a pipe, a redirection, or two blanks before a remark.
std::vector<std::string> commands_in(std::string_view line) {
  std::vector<std::string> commands;
  char quote = 0;
  bool inside = false;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == 0 && !inside && line.substr(at).starts_with("ebiri ")) {
      commands.emplace_back();
      inside = true;
    }
    if (quote == 0 && line.substr(at).starts_with("  ")) break;
    const bool ends = c == '|' || c == '<' || c == '>' || c == ')';
    if (quote == 0 && c == '>' && inside && commands.back().ends_with(" 2")) commands.back().pop_back();
    if (quote == 0 && ends) inside = false;
    if (c == '\'' || c == '"') quote = quote == 0 ? c : quote == c ? 0 : quote;
    if (inside) commands.back() += c;
  }
  return commands;
}

}  // namespace

TEST_CASE("help: every command has examples, and they come before its options") {
  const Program program;
  for (const CLI::App* command : all_commands(*program.app)) {
    CAPTURE(full_name(*command));
    const std::string help = command->help();
    const auto examples = help.find("\nExamples:\n  ");
    REQUIRE(examples != help.npos);
    CHECK(help.find("\nExamples:\n", examples + 1) == help.npos);
    CHECK(examples < help.find("\nOptions:\n"));
    CHECK(help.find("Exit code") == help.rfind("Exit code"));
  }
}

TEST_CASE("help: every example is a valid command line") {
  int read = 0;
  const Program program;
  for (const CLI::App* command : all_commands(*program.app)) {
    const std::string examples = examples_of(command->get_footer());
    const std::string name = full_name(*command);
    int own = 0;
    for (const std::string_view line : split(examples, '\n')) {
      for (const std::string& example : commands_in(line)) {
        CAPTURE(example);
        if (example.starts_with("ebiri COMMAND")) continue;
        own += example.starts_with(name) ? 1 : 0;
        auto words = config::split_command(example);
        REQUIRE(words);
        words->erase(words->begin());
        std::ranges::reverse(*words);
        const Program fresh;
        CHECK_THROWS_AS(fresh.app->parse(*words), Understood);
        ++read;
      }
    }
    CAPTURE(name);
    CHECK(own > 0);
  }
  CHECK(read > 80);
}

TEST_CASE("help: an option that may be repeated takes one value each time") {
  const Program program;
  for (const CLI::App* command : all_commands(*program.app))
    for (const CLI::Option* option : options_of(*command)) {
      CAPTURE(full_name(*command), option->get_name());
      if (description_of(*option).find("may be repeated") != std::string::npos)
        CHECK_FALSE(takes_many_at_once(*option));
    }
}

TEST_CASE("help: a command can be made without the others") {
  const Program program;
  for (const CLI::App* command : commands_below(*program.app)) {
    int exit_code = 0;
    const auto alone = make_program(exit_code, command->get_name());
    REQUIRE(commands_below(*alone).size() == 1);
    CHECK(commands_below(*alone)[0]->get_name() == command->get_name());
    CHECK(alone->get_subcommand(command->get_name())->help() == command->help());
  }
}

TEST_CASE("help: a default is at the end of the description, once") {
  const Program program;
  for (const CLI::App* command : all_commands(*program.app)) {
    for (const CLI::Option* option : options_of(*command)) {
      const std::string text = description_of(*option);
      CAPTURE(full_name(*command), text);
      CHECK(text.find("default: ") == text.rfind("default: "));
    }
  }
  const CLI::App* play = program.app->get_subcommand("play");
  CHECK(description_of(*play->get_option("--limit")).ends_with("; default: move=1s"));
  CHECK(play->help().find("--limit TEXT (not with --web)") != std::string::npos);
}

TEST_CASE("help: an option that is also an argument has the name of its value") {
  const Program program;
  const std::string help = program.app->get_subcommand("replay")->help();
  CHECK(help.find("\n  --game N ") != std::string::npos);
  CHECK(help.find("\n  GAME  ") != std::string::npos);
}

TEST_CASE("completion: the kind of an argument follows from its name in the help") {
  const Program program;
  const auto expected = [&](const char* command, const char* option) {
    return expected_of(*program.app->get_subcommand(command)->get_option(option));
  };
  using Kind = Expected::Kind;
  CHECK(expected("run", "--format").words == std::vector<std::string>{"table", "markdown", "csv", "json"});
  CHECK(expected("run", "CONFIG").kind == Kind::config);
  CHECK(expected("run", "--results").kind == Kind::folder);
  CHECK(expected("run", "--set").unfinished);
  CHECK(expected("run", "--events").kind == Kind::file);
  for (const char* command : {"serve", "watch", "replay", "report", "reproduce"})
    CHECK(expected(command, "RUN").kind == Kind::run);
  CHECK(expected("probe", "COMMAND").kind == Kind::program);
  CHECK(expected("play", "--north").words.front() == "human");
  const auto variants = expected("rules", "VARIANT").words;
  CHECK(std::ranges::find(variants, "oware") != variants.end());
  const auto keys = expected("options", "KEY").words;
  CHECK(std::ranges::find(keys, "limit.nodes") != keys.end());
  CHECK(expected("serve", "--port").words.empty());
}

TEST_CASE("serve: an address has a host, a port, both or neither") {
  const auto as_text = [](const char* text) -> std::string {
    const auto address = ebiri::live::served_address(text);
    return address ? address->ip + " " + std::to_string(address->port) : "none";
  };
  CHECK(as_text("") == "127.0.0.1 8080");
  CHECK(as_text("0") == "127.0.0.1 0");
  CHECK(as_text(":9000") == "127.0.0.1 9000");
  CHECK(as_text("0.0.0.0") == "0.0.0.0 8080");
  CHECK(as_text("0.0.0.0:80") == "0.0.0.0 80");
  CHECK(as_text("[::1]:80") == "::1 80");
  CHECK(as_text("::1") == "::1 8080");
  for (const char* wrong : {"localhost", "1.2.3.4:", "1.2.3.4:65536", "65536", "[::1]80", "my.yaml", ":"})
    CHECK(as_text(wrong) == "none");
}

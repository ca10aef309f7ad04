// `ebiri oracle`: answers questions about the rules in bulk, for the tests of engines.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/explain/position.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* oracle_footer = R"(Examples:
  echo '{"moves": ["F", "f"]}' | ebiri oracle oware
  ebiri oracle oware --rules awari repetition=third < positions.jsonl > answers.jsonl

Each line of standard input is a question, {"position": "...", "moves": ["...", ...]}. Both keys are optional. Without
`position` the game begins at the start position. `moves` are played first, and count as history. The answer to each
question is one line, printed before the next line is read:

  {"position": "...", "legal": ["..."] or "arrangement",
   "outcome": null or {"winner": "south|north|draw|void", "reason": "...", "seeds": [south, north]},
   "after": {"MOVE": {"position": "...", "captured": 3, "next": "south|north", "outcome": ...}}}

`legal` is "arrangement" if the side to move must lay out its seeds first. After an outcome, `next` has no meaning. A
win of a special kind has `special` in its outcome. An invalid line gets {"error": "..."}. A line has at most 1 MiB.
Exit code 0: end of input; 2: unknown variant or ruleset; 3: a system error.)";

constexpr std::size_t longest_line = std::size_t{1} << 20U;  // bytes

int answer_all(const RulesArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return fail_usage(rules.error());
  std::string line;
  bool too_long = false;
  while (true) {
    const int letter = getchar_unlocked();
    if (letter == EOF && std::ferror(stdin) != 0)
      return fail(system_error, fmt::format("cannot read standard input: {}", std::strerror(errno)));
    if (letter == EOF && line.empty() && !too_long) return 0;
    if (letter != EOF && letter != '\n') {
      too_long = too_long || line.size() == longest_line;
      if (!too_long) line += static_cast<char>(letter);
      continue;
    }
    const std::string answer =
        too_long ? explain::error_line(fmt::format("the line is longer than {} bytes", longest_line))
                 : explain::oracle_answer(**rules, line);
    // `program` reports errors of standard output.
    if (std::puts(answer.c_str()) < 0 || std::fflush(stdout) != 0) return 0;
    line.clear();
    too_long = false;
  }
}

}  // namespace

void add_oracle(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "oracle", "Answer questions about positions, as JSON Lines", oracle_footer, answer_all);
  add_rules_arguments(command, arguments);
}

}  // namespace ebiri::cli

// `ebiri oracle`: answers questions about the rules in bulk, for the tests of engines.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/explain/oracle.hpp"

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

// `read` from standard input, repeated after EINTR.
ssize_t read_some(std::span<char> buffer) {
  ssize_t count = 0;
  do count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  while (count < 0 && errno == EINTR);
  return count;
}

bool print_answers(std::string_view answers) {
  return std::fwrite(answers.data(), 1, answers.size(), stdout) == answers.size() && std::fflush(stdout) == 0;
}

int answer_all(const RulesArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return refused(rules.error());
  explain::Oracle oracle(**rules, print_answers);
  std::array<char, std::size_t{1} << 16U> buffer{};
  ssize_t count = 0;
  while ((count = read_some(buffer)) > 0) {
    // `program` reports errors of standard output.
    if (!oracle.take({buffer.data(), static_cast<std::size_t>(count)})) return 0;
  }
  if (count < 0)
    return fail(system_error, fmt::format("cannot read standard input: {}", std::strerror(errno)));
  oracle.finish();
  return 0;
}

}  // namespace

void add_oracle(CLI::App& app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "oracle", "Answer questions about positions, as JSON Lines", oracle_footer, answer_all);
  add_rules_arguments(command, arguments)->required();
}

}  // namespace ebiri::cli

// `ebiri oracle`: the rules in bulk, for the tests of those who write engines.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/oracle_request.hpp"
#include "referee/cli/position_answer.hpp"

namespace ebiri::cli {

namespace {

constexpr std::size_t longest_request = std::size_t{1} << 20U;
constexpr std::size_t many_answers = std::size_t{1} << 18U;

constexpr const char* oracle_footer = R"(Examples:
  echo '{"moves": ["F", "f"]}' | ebiri oracle oware
  ebiri oracle oware --rules awari repetition=third < positions.jsonl > answers.jsonl

Each line of standard input is a question, {"position": "...", "moves": ["...", ...]}. Without `position` the
game begins at the start; `moves`, which may be left out, are played first, and count as history. Each is
answered by one line, before more input is waited for:

  {"position": "...", "legal": ["..."] or "arrangement",
   "outcome": null or {"winner": "south|north|draw|void", "reason": "...", "seeds": [south, north]},
   "after": {"MOVE": {"position": "...", "captured": 3, "next": "south|north", "outcome": ...}}}

`next` means nothing once there is an outcome. A win of a special kind has `special` in its outcome. A line that
cannot be answered gets {"error": "..."}; lines have at most 1 MiB.
Exit code 0: the end of input; 2: no such variant or rules.)";

/// Answers the questions in a stream of bytes, however it is cut into pieces.
class Oracle {
 public:
  explicit Oracle(const rules::Rules& rules) : rules_(rules) {}

  /// Answers every line that ends in `bytes`. False: nobody takes the answers.
  bool take(std::string_view bytes) {
    for (auto newline = bytes.find('\n'); newline != std::string_view::npos; newline = bytes.find('\n')) {
      if (!end_line(bytes.substr(0, newline))) return false;
      bytes.remove_prefix(newline + 1);
    }
    keep(bytes);
    return flush();
  }

  /// A last line may lack its newline.
  bool finish() { return (kept_.empty() && !too_long_) || (end_line({}) && flush()); }

 private:
  void keep(std::string_view part) {
    too_long_ = too_long_ || kept_.size() + part.size() > longest_request;
    if (too_long_)
      kept_.clear();
    else
      kept_ += part;
  }

  bool end_line(std::string_view rest) {
    const bool whole = kept_.empty() && !too_long_ && rest.size() <= longest_request;
    if (!whole) keep(rest);
    const auto answered = too_long_ ? Error{fmt::format("the line is longer than {} bytes", longest_request)}
                                    : answer(whole ? rest : kept_);
    if (!answered) append_error(answers_, answered.error().message);
    answers_ += '\n';
    kept_.clear();
    too_long_ = false;
    return answers_.size() < many_answers || flush();
  }

  Result<void> answer(std::string_view line) {
    const auto request = read_request(line);
    if (!request) return request.error();
    const auto game = game_from(rules_, request->position);
    if (!game) return Error{"`position`: " + game.error().message};
    for (const std::string& move : request->moves)
      if (auto played = play_move(**game, move); !played) return played;
    append_answer(answers_, **game);
    return {};
  }

  bool flush() {
    const bool written = std::fwrite(answers_.data(), 1, answers_.size(), stdout) == answers_.size();
    answers_.clear();
    return written && std::fflush(stdout) == 0;
  }

  const rules::Rules& rules_;
  std::string kept_;  // the beginning of a line whose end has not come yet
  bool too_long_ = false;
  std::string answers_;
};

/// Reads what there is, waiting if there is nothing: at the end 0, or -1 and `errno`.
ssize_t read_some(std::span<char> buffer) {
  ssize_t count = 0;
  do count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  while (count < 0 && errno == EINTR);
  return count;
}

int answer_all(const RulesArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return refused(rules.error());
  Oracle oracle(**rules);
  std::array<char, std::size_t{1} << 16U> buffer{};
  ssize_t count = 0;
  while ((count = read_some(buffer)) > 0) {
    // main() says what is wrong with standard output, if anything is.
    if (!oracle.take({buffer.data(), static_cast<std::size_t>(count)})) return 0;
  }
  if (count < 0) {
    fmt::print(stderr, "ebiri: cannot read standard input: {}\n", std::strerror(errno));
    return machine_error;
  }
  oracle.finish();
  return 0;
}

}  // namespace

void add_oracle(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("oracle", "Answer questions about positions, as JSON Lines");
  const auto arguments = std::make_shared<RulesArguments>();
  add_rules_arguments(*command, *arguments)->required();
  command->footer(oracle_footer);
  command->callback([arguments, &exit_code] { exit_code = answer_all(*arguments); });
}

}  // namespace ebiri::cli

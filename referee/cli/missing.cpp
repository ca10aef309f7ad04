// `ebiri missing`: lists the chunks of a run that are not complete.
#include <fmt/format.h>

#include <map>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/run/chunks.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct MissingArguments : run::ChunkArguments {
  bool list = false;
};

constexpr const char* missing_footer = R"(Examples:
  ebiri missing my.yaml
  ebiri missing my.yaml --list                       print a list such as 3,7 for `sbatch --array`

Prints each chunk with missing games, and the number of these games. Merged games count as played.
Exit code 0: no game is missing; 1: games are missing; 2: the config is invalid, or chunks do not belong to it; 3: no
chunk is found, or a system error.)";

int missing(const MissingArguments& arguments) {
  const auto found = read_chunked_run(arguments, say);
  if (!found) return fail(found.error());
  const run::ChunkedRun& run = *found;
  const auto left = run.missing();
  if (!left) return fail(system_error, left.error().message);
  std::map<int, int> counts;  // by chunk: the games that are missing
  for (const tournament::Pairing& pairing : *left) ++counts[run.chunk_of(pairing)];
  std::string list;
  for (const auto& [chunk, count] : counts) {
    list += fmt::format("{}{}", list.empty() ? "" : ",", chunk);
    if (!arguments.list)
      fmt::print("chunk {}/{}  {} missing{}\n", chunk, run.of, counted(count, "game"),
                 find_by(run.chunks, chunk, &run::ChunkRun::index) == nullptr ? ", not begun" : "");
  }
  if (arguments.list && !list.empty()) fmt::print("{}\n", list);
  if (!arguments.list && left->empty()) fmt::print("no game is missing\n");
  return left->empty() ? 0 : expectation_failed;
}

}  // namespace

void add_missing(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "missing", "List the chunks of a run that are not complete", missing_footer, missing);
  add_chunk_arguments(command, arguments);
  command.add_flag("--list", arguments.list, "Print only the numbers of chunks, separated by commas");
}

}  // namespace ebiri::cli

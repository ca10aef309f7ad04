// `ebiri missing`: which chunks of a run have still to be played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chunk_options.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/run/chunks.hpp"

namespace ebiri::cli {

namespace {

struct MissingArguments : run::ChunkArguments {
  bool list = false;
};

constexpr const char* missing_footer = R"(Examples:
  ebiri missing my.yaml
  ebiri missing my.yaml --list                       3,7: as `sbatch --array` takes them

Prints the chunks that lack games, one a line, with how many. What was merged before counts too.
Exit code 0: no game is missing; 1: some are; 2: the config is wrong, or chunks do not belong to it; 3: there is no chunk
at all, or the machine said no.)";

int missing(const MissingArguments& arguments) {
  const auto found = read_chunked_run(arguments, say);
  if (!found) return fail(found.error());
  const run::ChunkedRun& run = *found;
  const auto left = run.missing();
  if (!left) return fail(machine_error, left.error().message);
  std::vector<int> counts(static_cast<std::size_t>(run.of) + 1);
  for (const tournament::Pairing& pairing : *left) ++counts[static_cast<std::size_t>(run.chunk_of(pairing))];
  std::string list;
  for (int chunk = 1; chunk <= run.of; ++chunk) {
    const int count = counts[static_cast<std::size_t>(chunk)];
    if (count == 0) continue;
    list += fmt::format("{}{}", list.empty() ? "" : ",", chunk);
    const bool begun = std::ranges::find(run.chunks, chunk, &run::ChunkRun::index) != run.chunks.end();
    if (!arguments.list)
      fmt::print("chunk {}/{}  {} game{} missing{}\n", chunk, run.of, count, count == 1 ? "" : "s",
                 begun ? "" : ", not begun");
  }
  if (arguments.list && !list.empty()) fmt::print("{}\n", list);
  if (!arguments.list && left->empty()) fmt::print("nothing is missing\n");
  return left->empty() ? 0 : expectation_failed;
}

}  // namespace

void add_missing(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("missing", "Which chunks of a run have still to be played");
  const auto arguments = std::make_shared<MissingArguments>();
  add_chunk_arguments(*command, *arguments);
  command->add_flag("--list", arguments->list, "Only their numbers, with commas between them");
  command->footer(missing_footer);
  command->callback([arguments, &exit_code] { exit_code = missing(*arguments); });
}

}  // namespace ebiri::cli

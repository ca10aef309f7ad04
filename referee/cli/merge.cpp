// `ebiri merge`: joins the chunks of a run.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/run/chunks.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct MergeArguments : run::ChunkArguments {
  std::string format = "table";
};

constexpr const char* merge_footer = R"(Examples:
  ebiri run my.yaml --chunk 3/10 --quiet          on one of ten machines
  ebiri missing my.yaml                           list the chunks that are not complete
  ebiri merge my.yaml                             join the chunks in RESULTS
  ebiri merge my.yaml /mnt/other/my.chunk-7-of-10

Adds the games of all chunks RESULTS/NAME.chunk-I-of-N and of each FOLDER to the journal of the run RESULTS/NAME, and
writes its tables. A game is accepted if the rules confirm its moves and the schedule has its opening, seed and engines.
If two chunks have the same attempt of a game, the first one counts. The command may be repeated at any time, also while
chunks are being played: it adds only new games.
Exit code 0: the run is complete; 1: games are missing or were refused; 2: the config is invalid, or chunks do not
belong to it; 3: no chunk is found, or a system error.)";

void print_refused(const std::vector<std::string>& refused) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, refused.size()); ++i) print_error("ebiri: {}\n", refused[i]);
  if (refused.size() > most) print_error("ebiri: … and {} more\n", refused.size() - most);
  if (!refused.empty())
    print_error(
        "ebiri: remove the folders of chunks whose games were refused, and play these chunks again\n");
}

int merge(const MergeArguments& arguments) {
  auto found = read_chunked_run(arguments, say);
  if (!found) return fail(found.error());
  auto arena = run::make_arena(found->settings, found->search);
  if (!arena) return fail(usage_error, arena.error());
  const std::string folder = found->folder.path.string();
  const std::size_t chunks = found->chunks.size();
  const auto merged = run::merge_chunks(std::move(*found), std::move(*arena), say);
  if (!merged) return fail(system_error, merged.error());
  print_refused(merged->refused);
  print_error("ebiri: added {} of {} to {}; {} were there already, {} were refused\n",
              counted(merged->added, "game"), counted(chunks, "chunk"), folder, merged->known,
              merged->refused.size());
  fmt::print("{}", table_text(merged->standings, arguments.format));
  const std::size_t missing = merged->missing;
  if (missing > 0)
    print_error("ebiri: {} game{} of the run {} missing; `ebiri missing {}` lists their chunks\n", missing,
                missing == 1 ? "" : "s", missing == 1 ? "is" : "are", arguments.config);
  return missing == 0 && merged->refused.empty() ? 0 : expectation_failed;
}

}  // namespace

void add_merge(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "merge", "Join the chunks of a run", merge_footer, merge);
  add_chunk_arguments(command, arguments);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli

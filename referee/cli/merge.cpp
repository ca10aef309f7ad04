// `ebiri merge`: one run of the chunks that were played of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/run/merge.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

namespace {

struct MergeArguments : run::ChunkArguments {
  std::string format = "table";
};

constexpr const char* merge_footer = R"(Examples:
  ebiri run my.yaml --chunk 3/10 --quiet          on one of ten machines
  ebiri missing my.yaml                           which chunks have still to be played
  ebiri merge my.yaml                             the run as a whole
  ebiri merge my.yaml /mnt/other/my.chunk-7-of-10

Puts the games of all chunks RESULTS/NAME.chunk-I-of-N, and of the FOLDERs that are named, into the journal of the run
RESULTS/NAME, and writes its tables. A game counts if the rules confirm its moves, and opening, seed and engines are those
of the schedule; of two games with one number the first counts. It may be interrupted and called again, also while chunks
are still being played: what is there stays, what is new is added.
Exit code 0: every game of the run is there; 1: games are missing, or were refused; 2: the config is wrong, or chunks do
not belong to it; 3: there is no chunk, or a system error.)";

void print_refused(const std::vector<std::string>& refused) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, refused.size()); ++i)
    fmt::print(stderr, "ebiri: {}\n", refused[i]);
  if (refused.size() > most) fmt::print(stderr, "ebiri: … and {} more\n", refused.size() - most);
  if (!refused.empty())
    fmt::print(stderr,
               "ebiri: chunks whose games were refused have to be played again: remove their folders\n");
}

int merge(const MergeArguments& arguments) {
  auto found = read_chunked_run(arguments, say);
  if (!found) return fail(found.error());
  auto arena = run::make_arena(found->settings, found->search);
  if (!arena) return fail(usage_error, arena.error());
  const std::string folder = found->folder.path.string();
  const std::size_t chunks = found->chunks.size();
  const auto merged = run::merge_chunks(std::move(*found), std::move(*arena), say);
  if (!merged) return fail(machine_error, merged.error());
  print_refused(merged->refused);
  fmt::print(stderr, "ebiri: {} games of {} chunks are new in {}; {} were there already, {} refused\n",
             merged->added, chunks, folder, merged->known, merged->refused.size());
  fmt::print("{}", terminal::table_text(merged->standings, arguments.format));
  const std::size_t missing = merged->missing;
  if (missing > 0)
    fmt::print(stderr,
               "ebiri: {} game{} of the run {} missing; `ebiri missing {}` says which chunks have them\n",
               missing, missing == 1 ? "" : "s", missing == 1 ? "is" : "are", arguments.config);
  return missing == 0 && merged->refused.empty() ? 0 : expectation_failed;
}

}  // namespace

void add_merge(CLI::App& app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "merge", "Make one run of its chunks", merge_footer, merge);
  add_chunk_arguments(command, arguments);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli

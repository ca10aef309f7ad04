// `ebiri tables`: builds and queries endgame tables.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/rules/options.hpp"
#include "referee/rules/oware/catalogue.hpp"
#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace oware = rules::oware;

struct TablesArguments : RulesArguments {
  std::string file = "oware.endgames";
  int seeds = 17;
  unsigned threads = processor_count();
  std::string position;
};

constexpr const char* tables_footer = R"(Examples:
  ebiri tables oware                             build oware.endgames: up to 17 seeds, ruleset abapa
  ebiri tables oware --seeds 12 --file small.endgames
  ebiri tables oware --rules awari --file awari.endgames
  ebiri tables oware --position 0-0-0-0-2-1-1-0-0-0-0-0-22-22-S

For every board with at most --seeds seeds, a table stores how many seeds the mover still gets with best play: a lower
and an upper bound, which are valid under every rule of repeated positions. The bounds are equal where that rule does
not matter. Memory (430 MB for 17 seeds) and time grow by two thirds or more with each seed. The same command resumes an
interrupted build, and a larger --seeds extends a finished table. The engines perfect and alphabeta read the file with
their option `Tables`, and `analyze`, `serve` and `play --web` with --tables.

Exit code 0: built, or printed; 2: invalid rules or position; 3: the file is damaged, is for other rules, or cannot be
written.)";

int build(const TablesArguments& arguments, const oware::Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  fmt::print("{:>5}  {:>11}  {:>11}  {:>9}\n", "seeds", "boards", "known", "time");
  std::size_t boards = 0;
  const auto built = oware::build_tables(
      arguments.file, {options, arguments.seeds, arguments.threads}, [&](const oware::LayerDone& layer) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        boards += layer.boards;
        fmt::print("{:>5}  {:>11}  {:>11}  {:>7.1f} s{}\n", layer.seeds, layer.boards, layer.known,
                   spent.count(), layer.was_there ? "  exists" : "");
        std::fflush(stdout);
        return true;
      });
  if (!built) return fail(system_error, built.error());
  fmt::print("`{}` has {} boards of `{}`\n", printable(arguments.file, 200), boards,
             oware::endgame_rules(options));
  return 0;
}

std::string seeds(oware::Bounds bounds) {
  return bounds.known() ? std::to_string(bounds.lo) : fmt::format("{} to {}", bounds.lo, bounds.hi);
}

int look_up(const TablesArguments& arguments, const oware::Options& options) {
  const oware::Oware rules(options);
  const auto position = rules.parse_position(arguments.position);
  if (!position) return fail_usage(position.error());
  const auto tables = oware::EndgameTables::open(arguments.file, options);
  if (!tables) return fail(system_error, tables.error());
  if (!tables->contains(*position))
    return fail_usage(
        Error{fmt::format("the board has {} seeds, but `{}` has boards of at most {}",
                          oware::on_board(*position), printable(arguments.file, 200), tables->max_seeds())});
  fmt::print("{} still gets {} of {} seeds\n", name(position->mover()), seeds(tables->bounds(*position)),
             oware::on_board(*position));
  if (rules.is_over(*position)) return 0;
  for (const oware::Oware::Move move : rules.legal_moves(*position))
    fmt::print("  {}: at least {}\n", rules.move_text(*position, move), tables->secured(*position, move));
  return 0;
}

int tables(const TablesArguments& arguments) {
  const rules::Catalogue<oware::Options>& catalogue = oware::catalogue();
  if (arguments.variant != catalogue.name)
    return fail_usage(Error{fmt::format("tables are available for `oware` only, not for `{}`",
                                        printable(arguments.variant, 60))});
  const auto selection = rules::parse_selection(arguments.variant, arguments.ruleset());
  if (!selection) return fail_usage(selection.error());
  const auto found = rules::resolve(catalogue, *selection);
  if (!found) return fail_usage(found.error());
  return arguments.position.empty() ? build(arguments, found->options) : look_up(arguments, found->options);
}

}  // namespace

void add_tables(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "tables", "Build and query exact endgame tables of Oware", tables_footer, tables);
  constexpr int max_built = 18;
  constexpr int max_threads = 256;
  add_rules_arguments(command, arguments);
  command.add_option("--file FILE", arguments.file, "The file to build or to query").show_default();
  const auto position = command.add_option("--position", arguments.position,
                                           "Print the table's entry for a position, instead of building");
  command.add_option("--seeds", arguments.seeds, "Maximum number of seeds on a board")
      .range(0, max_built)
      .excludes(position)
      .show_default();
  command.add_option("--threads", arguments.threads, "Number of threads; default: one per core")
      .range(1, max_threads)
      .excludes(position);
}

}  // namespace ebiri::cli

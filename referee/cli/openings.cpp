// `ebiri openings`: makes and checks lists of openings.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/match/openings.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/files.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct OpeningsMakeArguments : RulesArguments {
  match::OpeningConditions conditions;
  int count = 0;
  bool all = false;
  std::uint64_t seed = 1;
};

struct OpeningsCheckArguments : RulesArguments {
  std::string file;
};

constexpr const char* openings_footer = R"(Examples:
  ebiri openings make oware --plies 6 --count 100 --imbalance 0 > level.txt
  ebiri openings check level.txt --variant oware

A config uses a list with `openings: {file: level.txt}`.)";

constexpr const char* openings_make_footer = R"(Examples:
  ebiri openings make oware --plies 4 --all > all.txt
  ebiri openings make kalah --plies 8 --count 500 --seed 7 > some.txt
  ebiri openings make oware --plies 6 --count 100 --imbalance 2 --search 5
  ebiri openings make omweso --plies 2 --count 100      both sides lay out their seeds at random
  ebiri openings make oware --rules awari grand-slam=illegal --plies 4 --count 20

Prints openings that reach different positions in which the game is not over. With --count each move is drawn at random,
with equal probability for each legal move; with --all each position occurs once, in random order. The same command
always prints the same list; a larger --count only adds openings at its end.

--imbalance compares the captured seeds, or in Bao, Hus and Omweso the seeds on each side. With --search N it compares
them after a search of N plies in which both sides capture as much as they can.
Exit code 0: printed; 2: invalid arguments, fewer openings than --count, or with --all too many.)";

constexpr const char* openings_check_footer = R"(Examples:
  ebiri openings check level.txt --variant oware
  ebiri openings check level.txt --variant oware --rules awari

Exit code 0: every line is valid; 2: a line is invalid, there is no opening, or FILE cannot be read.)";

// The command that makes the same list, with every option written out.
std::string command_text(const OpeningsMakeArguments& arguments, const rules::Rules& rules) {
  const match::OpeningConditions& conditions = arguments.conditions;
  std::string text = fmt::format("ebiri openings make {} --rules {} --plies {}", rules.variant(),
                                 ruleset_text(rules), conditions.plies);
  text += arguments.all ? " --all" : fmt::format(" --count {}", arguments.count);
  if (conditions.imbalance) text += fmt::format(" --imbalance {}", *conditions.imbalance);
  if (conditions.search > 0) text += fmt::format(" --search {}", conditions.search);
  return text + fmt::format(" --seed {}", arguments.seed);
}

int make_openings(const OpeningsMakeArguments& arguments) {
  if (arguments.all == (arguments.count > 0))
    return fail_usage({"exactly one of --count and --all is required"});
  const auto rules = chosen_rules(arguments);
  if (!rules) return fail_usage(rules.error());
  const auto openings =
      arguments.all ? match::all_openings(**rules, arguments.conditions, arguments.seed)
                    : match::random_openings(**rules, arguments.count, arguments.conditions, arguments.seed);
  if (!openings) return fail_usage(openings.error());
  fmt::print("# {} of {}, of {} plies each. Written by\n#   {}\n", counted(openings->size(), "opening"),
             rules::full_name(**rules), arguments.conditions.plies, command_text(arguments, **rules));
  for (std::size_t i = 0; i < openings->size(); ++i) fmt::print("{}\n", join((*openings)[i].moves, " "));
  return 0;
}

int check_list(const OpeningsCheckArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return fail_usage(rules.error());
  const auto text = read_file(arguments.file);
  if (!text) return fail_usage(text.error());
  const auto list = match::list_openings(*text, arguments.file, **rules);
  for (const std::string& problem : list.problems) print_error("{}\n", problem);
  std::fflush(stderr);
  fmt::print("{}: {} openings of {}, {} duplicates, {} unplayable lines\n", arguments.file,
             list.openings.size(), rules::full_name(**rules), list.duplicates, list.unplayable);
  return list.problems.empty() && !list.openings.empty() ? 0 : usage_error;
}

void add_make(Command openings, int& exit_code) {
  auto [command, arguments] = add_command(openings, exit_code, "make", "Print openings, one per line",
                                          openings_make_footer, make_openings);
  add_rules_arguments(command, arguments);
  match::OpeningConditions& conditions = arguments.conditions;
  command.add_option("--plies", conditions.plies, "Length in plies; an arrangement of seeds is one ply")
      .range(1, 40)
      .required();
  command.add_option("--count", arguments.count, "The number of openings, drawn at random")
      .range(1, 1'000'000);
  command.add_flag("--all", arguments.all, "Print an opening for every reachable position");
  const auto imbalance =
      command.add_option("--imbalance", conditions.imbalance, "The maximum lead in seeds").range(0, 1000);
  command.add_option("--search", conditions.search, "Plies of search before the lead is measured")
      .range(0, 12)
      .needs(imbalance);
  command.add_option("--seed", arguments.seed, "Seed of the random numbers").show_default();
}

void add_check_list(Command openings, int& exit_code) {
  auto [command, arguments] =
      add_command(openings, exit_code, "check", "Check a list of openings, and report every invalid line",
                  openings_check_footer, check_list);
  command.add_option("FILE", arguments.file, "A list of openings").required();
  command.add_option("--variant VARIANT", arguments.variant, "For example oware").required();
  add_rules_option(command, arguments);
}

}  // namespace

void add_openings(Command app, int& exit_code) {
  const Command command = app.add_command("openings", "Make and check lists of openings", openings_footer);
  command.require_command();
  add_make(command, exit_code);
  add_check_list(command, exit_code);
}

}  // namespace ebiri::cli

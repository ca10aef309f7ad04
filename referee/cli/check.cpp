// `ebiri check`: reports every problem of a config at once.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/load.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct CheckArguments {
  std::vector<std::string> configs;
  std::vector<std::string> overrides;
};

constexpr const char* check_footer =
    R"(Examples:
  ebiri check configs/quickstart.yaml
  ebiri check configs/*.yaml
  ebiri check my.yaml --set pairs=24 --set engines.alphabeta.limit.nodes=1000

Problems go to standard error with file, line and column. If this machine lacks the isolation that a config asks for,
there is a warning, or an error with `isolation-required: true`.
Exit code 0: every config is valid; 2: at least one is invalid; 3: this machine lacks the isolation that a config
requires.)";

int check(const CheckArguments& arguments) {
  int exit_code = 0;
  for (const std::string& file : arguments.configs) {
    if (std::filesystem::path{file}.filename() == "contest.yaml") {
      if (!arguments.overrides.empty()) {
        print_error("{}: error: `--set` changes the config of a run, not of a contest\n", file);
        exit_code = usage_error;
      } else if (const auto contest = contest::read_settings(file)) {
        fmt::print("{}: ok, a contest\n", file);
      } else {
        print_error("{}\n", trim(contest.error().message));
        exit_code = usage_error;
      }
      continue;
    }
    const auto search = config::search_path_for(file);
    auto loaded = config::load_file(file, arguments.overrides, search);
    if (!loaded) {
      print_error("{}", loaded.error().message);
      exit_code = usage_error;
      continue;
    }
    auto arena = run::make_arena(std::move(*loaded), search);
    if (!arena) {
      print_error("{}: error: {}\n", file, arena.error().message);
      exit_code = usage_error;
      continue;
    }
    const auto missing = run::find_missing_isolation(*arena);
    const bool refused = !missing.empty() && arena->settings.isolation_required;
    for (const std::string& what : missing)
      print_error("{}: {}: {}\n", file, refused ? "error" : "warning", what);
    if (refused && exit_code == 0) exit_code = system_error;
    if (!refused) fmt::print("{}: ok\n", file);
    tournament::Settings& settings = arena->settings;
    if (sandboxed_without_cores(settings)) {
      settings.cores = 1;  // as a new run sets it
      print_error(
          "{}: note: `cores` is not set, so each sandboxed engine of a new run gets one core; `cores: none` "
          "gives each all cores. In a run that an older version of Ebiri began, engines keep all cores\n",
          file);
    }
    for (const std::string& warning : {run::core_shortage(settings), run::unsent_limit(settings)})
      if (!warning.empty()) print_error("{}: warning: {}\n", file, warning);
  }
  return exit_code;
}

}  // namespace

void add_check(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "check", "Report every problem of a config", check_footer, check);
  command.add_option("CONFIG", arguments.configs, "Config files").required();
  add_set_option(command, arguments.overrides);
}

}  // namespace ebiri::cli

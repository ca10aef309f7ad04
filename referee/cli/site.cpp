// `ebiri site`: builds a static site over many runs.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/web_module.hpp"
#include "referee/site/site.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

namespace {

constexpr ConfigFlag site_flags[] = {
    {"--anchor", "rating.anchors", ""},
    {"--model", "rating.model", ""},
};

struct SiteArguments {
  std::vector<std::string> runs;
  std::string output = "site", cache, title = "Mancala engines";
  std::vector<std::string> overrides;
  ConfigFlags flags;
};

constexpr const char* site_footer = R"(Examples:
  ebiri site results
  ebiri site results/monday results/tuesday --output public --title "Our engines"
  ebiri site results --anchor alphabeta=1500

Writes ratings, engines, head-to-head tables, tournaments, openings and rules as pages for any web server, which also
open without one. Runs with the same variant and ruleset share a rating list. Engines with the same name,
program and limit are one engine of the list; a changed one gets a number: `mine (2)`. The page to play on needs
`./ebiri web`.

A FOLDER is a run folder, a folder of run folders, or a file of games. In a folder of run folders, NAME.old-N is left
out. A game that is in several runs counts once. Data of the runs are kept in OUTPUT.cache: only runs whose games
changed are read again, and only files that change are written. The command deletes files of an earlier site that are no
longer needed, and never others.

Exit code 0: the site is written; 2: invalid arguments; 3: an input cannot be read, or a system error; 130:
interrupted.)";

int site(const SiteArguments& arguments) {
  // Without the slash of `OUTPUT/`, so that the cache is next to the site, not in it.
  const auto folder =
      (std::filesystem::current_path() / arguments.output / "").lexically_normal().parent_path();
  site::SiteSettings settings{.inputs = arguments.runs,
                              .output = arguments.output,
                              .cache = arguments.cache.empty() ? folder.string() + ".cache" : arguments.cache,
                              .title = arguments.title,
                              .overrides = arguments.flags.overrides(arguments.overrides)};
  const auto module = web_module();
  if (module) settings.module = *module;
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  const auto built = build_site(settings, &*progress);
  progress.reset();
  if (!built) return fail(built.error());
  say(built->remarks);
  if (!module) say({"no page to play on: " + module.error().message});
  fmt::print("{} of {} runs read, {} of {} files written: {}\n", built->read, built->runs, built->changed,
             built->files, (settings.output / "index.html").string());
  return 0;
}

}  // namespace

void add_site(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "site", "Build a static web site over many runs", site_footer, site);
  command.add_option("FOLDER", arguments.runs, "Run folders, folders of run folders, or files of games")
      .required();
  command.add_option("--output FOLDER", arguments.output, "The folder of the site").show_default();
  command.add_option("--cache FOLDER", arguments.cache,
                     "The folder for data of the runs; default: OUTPUT.cache");
  command.add_option("--title TEXT", arguments.title, "The title of the site").show_default();
  arguments.flags.add(command, site_flags);
  add_set_option(command, arguments.overrides, "Override a key `rating.*` of the config");
}

}  // namespace ebiri::cli

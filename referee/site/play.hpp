// The page to play on: the list of games, their rules, and the files of the page on a static site.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "referee/report/page.hpp"
#include "referee/site/files.hpp"

namespace ebiri::site {

/// The games to choose from: `name`, `title`, `described`, and `rulesets` with `name` and `summary`. The
/// games of the table of variants come first, then described games.
nlohmann::ordered_json catalogue();

/// The text that `ebiri rules` prints about a game. An empty ruleset is the first one of the game.
Result<std::string> rules_text(const std::string& name, const std::string& ruleset);

/// Writes play/: the page, and the module, described games and rules as scripts. `title` is that of the site.
void write_play_page(SiteFiles& files, const std::string& title, const report::Module& module);

}  // namespace ebiri::site

// The page to play on: its list of games, their rules, and the page with its files on a site without a
// server.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "referee/report/page.hpp"
#include "referee/site/files.hpp"

namespace ebiri::site {

/// The games to choose from: `name`, `title`, `described`, and `rulesets` with `name` and `summary`. Those of
/// the table of variants come first, then described games.
nlohmann::ordered_json catalogue();

/// The page of `ebiri rules` for a game; an empty ruleset is the game's first.
Result<std::string> rules_text(const std::string& name, const std::string& ruleset);

/// A script that passes `bytes` to the page that loads it, as the file at the address `name`.
std::string data_script(const std::string& name, const std::string& bytes);

/// Writes play/: the page, the module, described games and rules as scripts.
void write_play_page(SiteFiles& files, const report::Module& module);

}  // namespace ebiri::site

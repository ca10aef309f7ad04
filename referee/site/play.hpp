// The page to play on, as a part of a static site and as the site of `ebiri play --web`.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "referee/report/page.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/site/files.hpp"
#include "referee/web/server.hpp"

namespace ebiri::site {

/// The games to choose from: `name`, `title`, `described`, and `rulesets` with `name` and `summary`. The
/// games of the table of variants come first, then described games.
nlohmann::ordered_json catalogue();

/// The text that `ebiri rules` prints about a game. An empty ruleset is the first one of the game.
Result<std::string> rules_text(const std::string& name, const std::string& ruleset);

/// Writes play/: the page, and the module, described games and rules as scripts. `title` is that of the site.
void write_play_page(SiteFiles& files, const std::string& title, const report::Module& module);

/// Endgame tables, and the rules for which they were built.
struct Endgames {
  std::shared_ptr<const rules::ExactEnds> ends;
  std::shared_ptr<const rules::Rules> rules;
};

/// The fragment of the page's address for a game from the position `from`, or from the start if it is empty.
/// `seats` are south and north: `person` or a level of the engine.
std::string game_fragment(const rules::Rules& rules, const std::array<std::string, 2>& seats,
                          std::string_view from);

/// Serves the page, the module, games and rules by their names, and values of positions from endgame tables.
class PlaySite final : public web::Site {
 public:
  explicit PlaySite(const report::Module& module, Endgames endgames = {});

  web::Answer get(const web::Request& request) override;

 private:
  Endgames endgames_;
  web::Text page_, module_;
};

}  // namespace ebiri::site

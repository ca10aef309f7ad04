// `ebiri play --web`: the site of the page to play on.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "referee/report/page.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/web/server.hpp"

namespace ebiri::site {

/// Endgame tables, and the rules for which they were built.
struct Endgames {
  std::shared_ptr<const rules::ExactEnds> ends;
  std::shared_ptr<const rules::Rules> rules;
};

/// The fragment of the page's address for a game from the position `from`, or from the start if it is empty.
/// `seats` are south and north: `person` or a level of the engine.
std::string game_fragment(const rules::Rules& rules, const std::array<std::string, 2>& seats,
                          std::string_view from);

/// Serves the page, the module, games and rules by their names, and exact ends of positions.
class PlaySite final : public web::Site {
 public:
  explicit PlaySite(const report::Module& module, Endgames endgames = {});

  web::Answer get(const web::Request& request) override;

 private:
  Endgames endgames_;
  web::Text page_, module_;
};

}  // namespace ebiri::site

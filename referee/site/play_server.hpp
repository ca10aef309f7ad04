// `ebiri play --web`: the site of the page to play on.
#pragma once

#include <map>
#include <string>

#include "referee/report/page.hpp"
#include "referee/web/server.hpp"

namespace ebiri::site {

/// Serves the page, the module, and games and rules by their names.
class PlaySite final : public web::Site {
 public:
  explicit PlaySite(const report::Module& module);

  web::Answer get(const web::Request& request) override;

 private:
  web::Text page_, module_;
};

}  // namespace ebiri::site

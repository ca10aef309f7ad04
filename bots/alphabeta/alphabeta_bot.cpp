#include "bots/alphabeta/alphabeta_bot.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ebiri::bots {

sdk::Identity AlphaBeta::identity() {
  std::vector<std::string> variants;
  for (const Face& face : faces()) variants.push_back(face.variant);
  return {.name = "AlphaBeta 1.0",
          .author = "the Ebiri authors",
          .variants = variants,
          .options = {{"Hash", "spin", "16", "1", "4096", {}},
                      {"Level", "spin", "10", "1", "10", {}},
                      {"Tables", "string", "", {}, {}, {}}}};
}

void AlphaBeta::new_game(const sdk::Setup& setup) {
  const Means means{static_cast<std::size_t>(setup.options.number("Hash")),
                    level(setup.options.number("Level"))};
  begin({setup.selection, means, setup.options.text("Tables")}, setup);
}

void AlphaBeta::begin(const Making& making, const sdk::Setup& setup) {
  if (brain_ == nullptr || making != making_) {
    const auto face = std::ranges::find(faces(), making.selection.variant, &Face::variant);
    assert(face != faces().end());
    brain_.reset();  // its memory first
    Made made = face->make(making);
    brain_ = std::move(made.brain);
    making_ = making;
    if (!made.complaint.empty()) setup.say("plays without endgame tables: " + made.complaint);
  }
  brain_->forget();
}

}  // namespace ebiri::bots

#include "bots/alphabeta/alphabeta_bot.hpp"

#include <algorithm>
#include <cassert>

#include "bots/alphabeta/faces.hpp"

namespace ebiri::bots {

sdk::Identity AlphaBeta::identity() {
  std::vector<std::string> variants;
  for (const Face& face : faces()) variants.push_back(face.variant);
  return {.name = "AlphaBeta 1.0",
          .author = "the Ebiri authors",
          .variants = variants,
          .options = {{"Hash", "spin", "16", "1", "4096", {}}}};
}

void AlphaBeta::new_game(const sdk::Setup& setup) {
  const std::int64_t megabytes = setup.options.number("Hash");
  if (brain_ == nullptr || megabytes != megabytes_ || setup.selection != selection_) {
    const auto face = std::ranges::find(faces(), setup.selection.variant, &Face::variant);
    assert(face != faces().end());
    brain_.reset();  // its memory first
    brain_ = face->make(setup.selection, static_cast<std::size_t>(megabytes));
    megabytes_ = megabytes;
    selection_ = setup.selection;
  }
  brain_->forget();
}

}  // namespace ebiri::bots

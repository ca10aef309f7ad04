#include "bots/alphabeta/faces.hpp"

#include "bots/alphabeta/bao_face.hpp"
#include "bots/alphabeta/kalah_face.hpp"
#include "bots/alphabeta/namnam_face.hpp"
#include "bots/alphabeta/omweso_face.hpp"
#include "bots/alphabeta/oware_face.hpp"
#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::bots {

namespace {

template <rules::Variant V, auto catalogue>
Face face() {
  return {std::string(catalogue().name),
          [](const rules::Selection& selection, std::size_t megabytes) -> std::unique_ptr<Brain> {
            const auto choice = rules::choose(catalogue(), selection);
            assert(choice);
            return std::make_unique<BrainOf<V>>(V(choice->options), megabytes);
          }};
}

}  // namespace

const std::vector<Face>& faces() {
  static const std::vector<Face> all{
      face<rules::bao::Bao, rules::bao::catalogue>(),
      face<rules::kalah::Kalah, rules::kalah::catalogue>(),
      face<rules::namnam::NamNam, rules::namnam::catalogue>(),
      face<rules::omweso::Omweso, rules::omweso::catalogue>(),
      face<rules::oware::Oware, rules::oware::catalogue>(),
  };
  return all;
}

}  // namespace ebiri::bots

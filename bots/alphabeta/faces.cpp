#include "bots/alphabeta/faces.hpp"

#include <cassert>
#include <type_traits>
#include <utility>

#include "bots/alphabeta/bao_face.hpp"
#include "bots/alphabeta/kalah_face.hpp"
#include "bots/alphabeta/namnam_face.hpp"
#include "bots/alphabeta/omweso_face.hpp"
#include "bots/alphabeta/oware_face.hpp"
#include "bots/alphabeta/oware_tables.hpp"
#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::bots {

namespace {

/// What the file of tables gives to know; null without one.
template <rules::Variant V>
Result<std::unique_ptr<Knowledge<V>>> knowledge(const std::string& path, const V& variant) {
  std::unique_ptr<Knowledge<V>> known;
  if constexpr (std::is_same_v<V, rules::oware::Oware>) {
    if (path.empty()) return known;
    auto tables = rules::oware::EndgameTables::open(path, variant.options());
    if (!tables) return tables.error();
    known = std::make_unique<OwareTables>(variant, std::move(*tables));
  }
  return known;
}

template <rules::Variant V, auto catalogue>
Face face() {
  return {std::string(catalogue().name), [](const Making& making) -> Made {
            const auto choice = rules::choose(catalogue(), making.selection);
            assert(choice);
            const V variant(choice->options);
            auto known = knowledge(making.tables, variant);
            Made made;
            if (!known) made.complaint = known.error().message;
            made.brain =
                std::make_unique<BrainOf<V>>(variant, making.means, known ? std::move(*known) : nullptr);
            return made;
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

#include "referee/rules/bao/bao.hpp"
#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/erased.hpp"
#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/kalah/kalah.hpp"
#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/omweso/omweso.hpp"
#include "referee/rules/oware/catalogue.hpp"
#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules {

// One line per variant, sorted by name. Weak: a program may replace the table.
// clang-format off
[[gnu::weak]] const std::vector<VariantInfo>& variants() {
  static const std::vector<VariantInfo> all{
      entry<bao::Bao>(bao::catalogue()),
      entry<kalah::Kalah>(kalah::catalogue()),
      entry<namnam::NamNam>(namnam::catalogue()),
      entry<omweso::Omweso>(omweso::catalogue()),
      entry<oware::Oware>(oware::catalogue()),
  };
  return all;
}
// clang-format on

}  // namespace ebiri::rules

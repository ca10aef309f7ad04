// The table of the programs in this folder: Tiny alone. It stands in for referee/rules/table.cpp, which the
// linker then leaves in its library.
#include "referee/rules/erased.hpp"

#include "tests/exercise/tiny/tiny.hpp"

namespace ebiri::rules {

const std::vector<VariantInfo>& variants() {
  static const std::vector<VariantInfo> all{
      entry<tiny::Tiny>(tiny::catalogue()),
  };
  return all;
}

}  // namespace ebiri::rules

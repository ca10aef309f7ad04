// The table of the programs in this folder: Tiny alone. It stands in for referee/rules/table.cpp, which the
// linker then leaves in its library.
#include "referee/rules/table.hpp"

#include "tests/exercise/tiny/tiny.hpp"

namespace ebiri::rules {

const std::vector<Entry>& table() {
  static const std::vector<Entry> all{
      entry<tiny::Tiny>(tiny::catalogue()),
  };
  return all;
}

}  // namespace ebiri::rules

#include "referee/cli/version.hpp"

namespace ebiri::cli {

std::string version_text() { return EBIRI_VERSION " (" EBIRI_COMMIT ")"; }

}  // namespace ebiri::cli

#include "referee/support/version.hpp"

namespace ebiri {

std::string version_text() { return EBIRI_VERSION " (" EBIRI_COMMIT ")"; }

std::string version_number() { return EBIRI_VERSION; }

}  // namespace ebiri

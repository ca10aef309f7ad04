#include "referee/cli/version.hpp"

namespace ebiri::cli {

std::string version_text() { return EBIRI_VERSION " (" EBIRI_COMMIT ")"; }

std::string version_number() { return EBIRI_VERSION; }

std::string version_date() { return EBIRI_DATE; }

}  // namespace ebiri::cli

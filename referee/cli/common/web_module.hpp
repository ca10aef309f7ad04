// The module for pages, which a target of its own builds.
#pragma once

#include <string>

#include "referee/report/page.hpp"
#include "referee/support/result.hpp"

namespace ebiri::cli {

/// The module beside `ebiri`, with the compiled rules of `variant` if it is a described game. The error says
/// how to build the module.
Result<report::Module> web_module(const std::string& variant = {});

}  // namespace ebiri::cli

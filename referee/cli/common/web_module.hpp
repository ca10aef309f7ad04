// The WebAssembly module for pages.
#pragma once

#include <string>

#include "referee/report/page.hpp"
#include "referee/support/result.hpp"

namespace ebiri::cli {

/// The module in Ebiri's folder, with the rulebook of `variant` if that is a described game. If the module is
/// not built, the error says how to build it.
Result<report::Module> web_module(const std::string& variant = {});

}  // namespace ebiri::cli

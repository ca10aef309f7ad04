// A test program that starts children is prepared for them as the referee's `main` is.
#pragma once

#include "referee/process/machine.hpp"

namespace ebiri::tests {

[[maybe_unused]] inline const bool prepared = (process::prepare_process(), true);

}  // namespace ebiri::tests

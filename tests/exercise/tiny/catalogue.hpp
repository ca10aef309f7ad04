// Tiny's options and rulesets by name.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::tiny {

enum class Capture { two, two_or_three };
BOOST_DESCRIBE_ENUM(Capture, two, two_or_three)

struct Options {
  Capture capture = Capture::two;
  int max_plies = 100;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::tiny

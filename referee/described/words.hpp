// The words of descriptions that stand for enumerators of program.hpp: `takes-nothing` for `takes_nothing`.
#pragma once

#include <algorithm>
#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/options.hpp"

namespace ebiri::described {

using Words = std::vector<std::string>;

/// The words of all enumerators, in their order.
template <class E>
const Words& choices() {
  static const Words words = [] {
    Words all;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
        [&](const auto& one) { all.push_back(rules::option_word(one.name)); });
    return all;
  }();
  return words;
}

/// The enumerator for a word.
template <class E>
std::optional<E> chosen(std::string_view word) {
  const auto found = std::find(choices<E>().begin(), choices<E>().end(), word);
  return found == choices<E>().end() ? std::nullopt
                                     : std::optional(static_cast<E>(found - choices<E>().begin()));
}

}  // namespace ebiri::described

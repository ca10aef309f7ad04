// Settings as text, and the differences between two of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/config/options.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// The settings, including most of those at their defaults, as a config in a fixed order: equal settings give
/// equal bytes. `load_text` reads the same settings back, except that an empty ruleset becomes the variant's
/// first. Paths and commands are as written, never made absolute. Values that an engine inherits from the
/// tournament are left out.
std::string effective_yaml(const tournament::Settings& settings);

/// A setting that differs between two configs.
struct Difference {
  std::string key;                    ///< `pairs`, `engines.alphabeta.limit.nodes`, `engines.beta`
  std::optional<std::string> before;  ///< empty: not set, or no such engine
  std::optional<std::string> now;
  Change change = Change::new_run;

  bool operator==(const Difference&) const = default;
};

/// How `now` differs from the settings of a run that has begun, in the order of the keys. The settings of
/// older runs lack the key `cores` and mean all cores, so a missing key equals `cores: none`.
///
/// Most keys have the `change` of their option. `pairs` extends a run if it grows, and new engines do if they
/// come last, unless the run is a chunk or its schedule depends on results; with `stop`, `pairs` may still
/// grow. An engine that is removed, changed or reordered needs a new run; a new order is one difference with
/// the key `engines`.
std::vector<Difference> compare(const tournament::Settings& old, const tournament::Settings& now);

/// `` `pairs` was `12` and is `24` ``.
std::string describe(const Difference& difference);

}  // namespace ebiri::config

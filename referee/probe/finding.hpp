// What an examination found: one finding for each thing that was tried.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/player/player.hpp"

namespace ebiri::probe {

using player::Duration;

enum class Verdict : std::uint8_t {
  good,
  warning,      ///< allowed, but it will cost games, or somebody's time
  fault,        ///< against the protocol or the rules
  undecided,    ///< the machine was too busy to tell
  not_examined  ///< what went wrong before leaves no way to try it
};

/// `good`, `warning`, `fault`, `undecided`, `not-examined`.
std::string_view word(Verdict verdict);

/// One answer under a time limit. All but `limit` as measured (player/move_deadline.hpp).
struct Measurement {
  Duration limit{};
  Duration wall{};
  Duration charged{};  ///< what a tournament would charge: without the waits that others caused
  Duration cpu{};
  Duration wait{};  ///< for a core that others held
};

struct Finding {
  std::string step;     ///< kebab-case: `handshake`, `stop` …
  std::string variant;  ///< that it is about, or empty
  Verdict verdict = Verdict::good;
  std::string found;                  ///< one sentence
  std::string expected = {};          ///< of a fault or a warning
  std::string advice = {};            ///< what to do about it
  std::vector<std::string> exchange;  ///< the last lines sent (`> …`) and received (`< …`), cut and printable
  std::string errors = {};            ///< the end of its standard error, where that may explain it
};

struct Report {
  std::string name, author;  ///< as announced, or empty
  std::vector<std::string> variants;
  std::vector<Finding> findings;  ///< in the order of the examination
  std::vector<Measurement> times;

  std::size_t count(Verdict verdict) const;
};

}  // namespace ebiri::probe

// Detects engines that have changed: a rating belongs to a name, a program and its options.
#pragma once

#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/record/journal.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The fingerprint of every engine, in the order of the settings: 64-bit FNV-1a of the bytes of its program,
/// of every argument (of its bytes, if it is a file) and of its options, as 16 hex digits. The paths of files
/// do not matter. Empty for an engine whose program is not found. Files that a program opens by itself are
/// not included. A file over 64 MiB counts with its first 64 MiB and its size.
std::vector<std::string> fingerprints(const tournament::Settings& settings, const config::SearchPath& search);

/// An engine whose program or reported name differs from that in an earlier plan.
struct ChangedEngine {
  std::string name, before, now;  ///< the fingerprints, or the reported names
  bool announced = false;         ///< `before` and `now` are reported names

  bool operator==(const ChangedEngine&) const = default;
};

/// Every change from one plan to the next. Unknown values are not compared.
std::vector<ChangedEngine> changed_engines(const std::vector<record::PlanInfo>& plans);

/// Sentences for the user about changed engines, and what to do; empty if none has changed.
std::vector<std::string> describe_changes(const std::vector<record::PlanInfo>& plans);

}  // namespace ebiri::run

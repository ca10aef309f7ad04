// Which program an engine's name stands for: a rating belongs to a name, a program and its options.
#pragma once

#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/record/journal.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The fingerprint of every engine, in the order of the settings: 64-bit FNV-1a of the bytes of its program,
/// of every argument (of its bytes, if it is a file) and of its options, as 16 hex digits. Where files lie
/// does not matter. Empty for an engine whose program is not found. Files that a program reads by itself are
/// not looked at, and of a file over 64 MiB only its beginning and its size.
std::vector<std::string> fingerprints(const tournament::Settings& settings, const config::SearchPath& search);

/// An engine that was another program in an earlier plan, or called itself otherwise.
struct ChangedEngine {
  std::string name, before, now;  ///< the fingerprints, or what it called itself
  bool announced = false;         ///< the latter

  bool operator==(const ChangedEngine&) const = default;
};

/// Every change from one plan to the next; what a plan does not know changes nothing.
std::vector<ChangedEngine> changed_engines(const std::vector<record::PlanInfo>& plans);

/// What has changed, and what can be done about it, in sentences for the user; none if nothing has.
std::vector<std::string> describe_changes(const std::vector<record::PlanInfo>& plans);

}  // namespace ebiri::run

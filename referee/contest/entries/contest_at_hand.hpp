// A contest, its settings and its history.
#pragma once

#include <string>
#include <vector>

#include "referee/contest/entries/history.hpp"
#include "referee/contest/entries/settings.hpp"

namespace ebiri::contest {

/// What who works with a contest has of it.
struct ContestAtHand {
  Folder folder;
  Settings settings;
  State state;  ///< as it was when the work began
};

/// A submission in words: `received`, `built`, `does not build`, `qualified`, `refused`, `withdrawn`.
std::string standing_of(const Team& team, const Submission& submission);

/// Why a submission may not play, one sentence each.
std::vector<std::string> reasons_of(const Team& team, const Submission& submission);

}  // namespace ebiri::contest

#include "referee/contest/entries/contest_at_hand.hpp"

namespace ebiri::contest {

std::string standing_of(const Team& team, const Submission& submission) {
  if (team.withdrawn) return "withdrawn";
  if (!submission.built) return "received";
  if (!submission.is_built()) return "does not build";
  if (!submission.qualified) return "built";
  return submission.is_qualified() ? "qualified" : "refused";
}

std::vector<std::string> reasons_of(const Team& team, const Submission& submission) {
  if (team.withdrawn)
    return team.withdrawn->reason.empty() ? std::vector<std::string>{} : std::vector{team.withdrawn->reason};
  if (submission.built && !submission.built->problem.empty()) return {submission.built->problem};
  return submission.qualified ? submission.qualified->problems : std::vector<std::string>{};
}

}  // namespace ebiri::contest

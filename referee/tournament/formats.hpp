// The table of all formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/schedule_builder.hpp"

namespace ebiri::tournament {

/// A problem in a plan, and its place in the config.
struct PlanProblem {
  std::string what;  ///< `a match needs two engines; found 3`
  std::string hint = {};
  std::optional<Engine> engine = {};  ///< the engine with the problem; otherwise the format
  std::string key = {};               ///< `role`; empty: the engine or the format as a whole
};

/// The `pairs` of the plan: the default of `FormatInfo::openings`, for formats whose meetings all use the
/// same openings.
int pairs_of_plan(const Plan& plan);

/// The number of games if every engine meets every other and plays each opening from both sides.
std::uint64_t round_robin_games(const Plan& plan);

/// One format.
struct FormatInfo {
  std::string_view name;  ///< as in configs: `round-robin`

  /// Whether the pairings depend on results. Such a run cannot grow.
  bool adaptive = false;

  /// Whether a sequential test may end it early.
  bool tests = false;

  /// Adds all meetings that the results determine. Returns true if no more will follow.
  bool (*play)(const Plan& plan, ScheduleBuilder& builder);

  /// The largest number of openings that may be needed.
  int (*openings)(const Plan& plan) = pairs_of_plan;

  /// An upper bound of the number of games.
  std::uint64_t (*max_games)(const Plan& plan) = round_robin_games;

  /// The keys of a config that it uses.
  std::vector<std::string_view> keys = {};

  /// The role that it uses, if any, and whether it uses teams.
  std::optional<Role> role = {};
  bool teams = false;

  /// Reports problems that are specific to the format; may be null.
  void (*check)(const Plan& plan, std::vector<PlanProblem>& problems) = nullptr;

  /// Details for headers: `5 rounds`; may be null.
  std::string (*details)(const Plan& plan) = nullptr;
};

const std::vector<FormatInfo>& formats();

/// The rows of this table.
FormatInfo round_robin_format();
FormatInfo match_format();
FormatInfo gauntlet_format();
FormatInfo scheveningen_format();
FormatInfo swiss_format();
FormatInfo knockout_format();
FormatInfo ladder_format();
FormatInfo staged_format();

/// Checks that there are both challengers and others, which a gauntlet and a ladder need.
void check_challengers(const Plan& plan, std::vector<PlanProblem>& problems);

/// The number of pairs that may be added to a level match of a knockout.
int extra_pairs(const Plan& plan);

/// Plays a knockout of `engines`, best first: the loser of a match is eliminated. A match begins with
/// `openings`, and a level match continues with the `extra_pairs` after these. A double elimination has three
/// such blocks of openings, one after the other: for the upper bracket, for the lower bracket and the first
/// final, and for the second final. Returns the winner, or nothing while results are missing.
std::optional<Engine> knock_out(const Plan& plan, ScheduleBuilder& builder, const Engines& engines,
                                Openings openings);

/// Precondition: there is a format of that name.
const FormatInfo& info(std::string_view name);

/// Whether the schedule is not fixed in advance: because of the format, the starter, `stop`, or a caller that
/// chooses pairings (`open`).
bool depends_on_results(const Plan& plan);

/// All problems of a plan.
std::vector<PlanProblem> problems(const Plan& plan);

/// `swiss, 5 rounds`, `round robin, winner starts`: for headers.
std::string describe(const Plan& plan);

/// The tournament as far as the results determine it.
Course course_of(const Plan& plan, const Results& results);

/// The tournament of a run whose plan has grown. Its schedule is that of the first plan and then, for each
/// later plan, its games with a new combination of engines and opening. Game numbers never change. If the
/// last plan depends on results, only it counts, because such plans cannot be combined.
Course course_of(const std::vector<Plan>& plans, const Results& results);

}  // namespace ebiri::tournament

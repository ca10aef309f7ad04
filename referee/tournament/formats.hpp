// All formats in one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/book.hpp"

namespace ebiri::tournament {

/// What a plan lacks, and where it is to be mended.
struct PlanProblem {
  std::string what;  ///< `a match needs two engines; found 3`
  std::string hint = {};
  std::optional<Engine> engine = {};  ///< whose key it is; otherwise the format's
  std::string key = {};               ///< `role`; empty: the engine or the format as a whole
};

/// The number of openings of a meeting: what a format needs that plays each meeting once.
int own_pairs(const Plan& plan);

/// Everybody against everybody, each opening from both sides.
std::uint64_t all_meetings(const Plan& plan);

/// One format.
struct FormatInfo {
  std::string_view name;  ///< as in configs: `round-robin`

  /// Whether who meets whom depends on results. Such a run cannot grow.
  bool adaptive = false;

  /// Whether a sequential test of its two engines can end it early.
  bool tests = false;

  /// Enters what the results allow; true when nothing will follow.
  bool (*play)(const Plan& plan, Book& book);

  /// The number of different openings that may be needed.
  int (*openings)(const Plan& plan) = own_pairs;

  /// A bound on the number of games; few tournaments have so many.
  std::uint64_t (*most_games)(const Plan& plan) = all_meetings;

  /// The settings that mean something to it, as in configs.
  std::vector<std::string_view> keys = {};

  /// The role that it gives to some engines, if any; whether it has teams.
  std::optional<Role> role = {};
  bool teams = false;

  /// What is wrong with a plan besides useless roles and teams; may be null.
  void (*check)(const Plan& plan, std::vector<PlanProblem>& problems) = nullptr;

  /// What headers add to the name: `5 rounds`; may be null.
  std::string (*details)(const Plan& plan) = nullptr;
};

const std::vector<FormatInfo>& formats();

/// Precondition: there is a format of that name.
const FormatInfo& info(std::string_view name);

/// Whether later games depend on earlier results, by the format or by who begins.
bool depends_on_results(const Plan& plan);

/// Everything that is wrong with a plan.
std::vector<PlanProblem> problems(const Plan& plan);

/// `swiss, 5 rounds`, `round robin, winner starts`: for headers.
std::string describe(const Plan& plan);

/// The tournament as far as the results determine it.
Course course_of(const Plan& plan, const Results& results);

/// The first plan's schedule, and then what every later plan adds: new pairs of the same two engines
/// with one opening. Numbers that were given once never change. Plans that depend on results cannot be
/// added to each other: then only the last one counts.
Course course_of(const std::vector<Plan>& plans, const Results& results);

}  // namespace ebiri::tournament

// Staged: a test against references, then groups, then a final.
#include <fmt/format.h>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

constexpr int default_test_pass = 60;  // percent
constexpr int default_groups = 2;
constexpr int default_survivors = 2;

int group_count(const Plan& plan) { return plan.format.groups.value_or(default_groups); }

class Staged {
 public:
  Staged(const Plan& plan, ScheduleBuilder& builder)
      : plan_(plan),
        builder_(builder),
        left_(seeded(plan, without_role(plan, Role::reference))) {}

  bool play() {
    if (!play_test() || !play_groups()) return false;
    if (left_.empty()) {
      builder_.add_outcome("no winner: no engine passed the test");
      return true;
    }
    return play_final();
  }

 private:
  // Each engine plays each reference. Engines with too few points are eliminated.
  bool play_test() {
    const Engines references = with_role(plan_, Role::reference);
    if (references.empty()) return true;
    builder_.begin_round("test");
    if (!builder_.add(across(left_, references), {.count = plan_.pairs}) || !builder_.wait_for_all())
      return false;
    const int pass = plan_.format.pass.value_or(default_test_pass);
    const auto points = builder_.points_in_round();
    std::erase_if(left_, [&](Engine engine) {
      std::int64_t lost = 0;
      for (const Engine reference : references) lost += builder_.points_against(reference, engine);
      const bool passed =
          points[engine] > 0 && 100 * std::int64_t{points[engine]} >= pass * (points[engine] + lost);
      if (!passed) builder_.add_decision(builder_.name(engine) + " is eliminated");
      return !passed;
    });
    left_ = ranked(builder_, left_, points);
    return true;
  }

  // Distributes the engines in snake order, so that the best are in different groups. Skips the groups if no
  // engine would be eliminated.
  bool play_groups() {
    const auto count = static_cast<std::size_t>(group_count(plan_));
    const auto survive = static_cast<std::size_t>(plan_.format.survivors.value_or(default_survivors));
    if (left_.size() <= count * survive) return true;
    std::vector<Engines> groups(count);
    for (std::size_t place = 0; place < left_.size(); ++place) {
      const std::size_t column = place % count;
      groups[place / count % 2 == 0 ? column : count - 1 - column].push_back(left_[place]);
    }
    builder_.begin_round("groups");
    Meetings meetings;
    for (const Engines& group : groups) {
      const auto within = berger(group);
      meetings.insert(meetings.end(), within.begin(), within.end());
    }
    if (!builder_.add(meetings, {.count = plan_.pairs}) || !builder_.wait_for_all()) return false;
    const auto points = builder_.points_in_round();
    for (Engines& group : groups) group = ranked(builder_, group, points);
    left_.clear();  // the winners of the groups come first, then all engines in second place, and so on
    for (std::size_t place = 0; place < survive; ++place)
      for (const Engines& group : groups)
        if (place < group.size()) left_.push_back(group[place]);
    for (std::size_t number = 0; number < groups.size(); ++number) {
      std::string text = fmt::format("group {}:", number + 1);
      for (std::size_t place = 0; place < groups[number].size(); ++place)
        text +=
            fmt::format("{}{} {}{}", place == 0 ? " " : ", ", builder_.name(groups[number][place]),
                        points_text(points[groups[number][place]]), place < survive ? "" : " (eliminated)");
      builder_.add_decision(std::move(text));
    }
    return true;
  }

  bool play_final() {
    const Openings openings{.first = plan_.pairs + 1, .count = plan_.pairs};  // new openings
    if (left_.size() > 1 && plan_.format.final == Final::knockout) {
      const auto winner = knock_out(plan_, builder_, left_, openings);
      if (winner) builder_.add_outcome("winner: " + builder_.name(*winner));
      return winner.has_value();
    }
    if (left_.size() > 1) {
      builder_.begin_round("final");
      if (!builder_.add(berger(left_), openings) || !builder_.wait_for_all()) return false;
      left_ = ranked(builder_, left_, builder_.points_in_round());
      const auto points = builder_.points_in_round();
      for (const Engine engine : left_)
        builder_.add_decision(builder_.name(engine) + " " + points_text(points[engine]));
      if (points[left_[0]] == points[left_[1]])
        builder_.add_decision(fmt::format(
            "{} is first of the engines that scored {}; ties are broken by the games between them, then by "
            "the order before the final",
            builder_.name(left_[0]), points_text(points[left_[0]])));
    }
    builder_.add_outcome("winner: " + builder_.name(left_.front()));
    return true;
  }

  const Plan& plan_;
  ScheduleBuilder& builder_;
  Engines left_;  // the best first
};

bool play_staged(const Plan& plan, ScheduleBuilder& builder) { return Staged{plan, builder}.play(); }

int staged_openings(const Plan& plan) {
  return 2 * plan.pairs + (plan.format.final == Final::knockout ? extra_pairs(plan) : 0);
}

std::uint64_t max_staged_games(const Plan& plan) {
  const std::uint64_t others = plan.engines.size() - 1;
  return 2 * round_robin_games(plan) + 2 * others * static_cast<std::uint64_t>(extra_pairs(plan));
}

void check_staged(const Plan& plan, std::vector<PlanProblem>& problems) {
  const std::size_t players = without_role(plan, Role::reference).size();
  if (players < 2)
    problems.push_back({.what = "`staged` needs at least two engines besides the references"});
  else if (plan.format.groups && static_cast<std::size_t>(*plan.format.groups) > players / 2)
    problems.push_back(
        {.what = fmt::format("{} engines are too few for {} groups", players, group_count(plan)),
         .hint = "a group needs at least two",
         .key = "groups"});
}

}  // namespace

FormatInfo staged_format() {
  return {.name = "staged",
          .adaptive = true,
          .play = play_staged,
          .openings = staged_openings,
          .max_games = max_staged_games,
          .keys = {"pass", "groups", "survivors", "final", "extra-pairs", "seeding"},
          .role = Role::reference,
          .check = check_staged};
}

}  // namespace ebiri::tournament

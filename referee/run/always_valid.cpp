#include "referee/run/always_valid.hpp"

#include <set>
#include <vector>

#include "referee/rating/confidence_sequence.hpp"

namespace ebiri::run {

std::optional<report::AlwaysValid> always_valid(const tournament::Tournament& tournament,
                                                const match::GameList& games) {
  const tournament::Plan& plan = tournament.plan();
  if (plan.open || plan.engines.size() != 2 || plan.starter != tournament::Starter::paired)
    return std::nullopt;
  const tournament::Schedule& schedule = tournament.schedule();
  std::vector<const match::GameSummary*> played(
      schedule.empty() ? 0 : static_cast<std::size_t>(schedule.back().game) + 1);
  for (const match::GameSummary& game : games)
    if (static_cast<std::size_t>(game.game) < played.size() &&
        game.result != match::Verdict::Result::void_game)
      played[static_cast<std::size_t>(game.game)] = &game;
  rating::ConfidenceSequence sequence;
  std::set<std::uint64_t> openings;
  const std::string& engine = plan.engines.front().name;
  for (std::size_t i = 0; i + 1 < schedule.size(); i += 2) {
    const int first = schedule[i].game, second = schedule[i + 1].game;
    if (!tournament.results().contains(first) || !tournament.results().contains(second)) break;
    const auto *one = played[static_cast<std::size_t>(first)],
               *other = played[static_cast<std::size_t>(second)];
    if (one != nullptr && other != nullptr && openings.insert(one->opening).second)
      sequence.add((points_of(*one, engine) + points_of(*other, engine)) / 2);
  }
  if (sequence.count() == 0) return std::nullopt;
  return report::AlwaysValid{engine, sequence.interval(), sequence.count()};
}

}  // namespace ebiri::run

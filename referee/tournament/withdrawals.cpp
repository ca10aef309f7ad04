#include "referee/tournament/withdrawals.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::tournament {

using Result = match::Verdict::Result;

void Withdrawals::note(const match::GameSummary& game) {
  if (game.cause != match::Verdict::Cause::fault || !game.loser) return;
  forfeits_.insert_or_assign(game.game, *game.loser == rules::Side::south ? game.south : game.north);
}

const Withdrawn* Withdrawals::find(const std::string& engine) const {
  return find_by(list_, engine, &Withdrawn::engine);
}

bool Withdrawals::dropped(const std::string& engine) const {
  const Withdrawn* withdrawn = find(engine);
  return withdrawn != nullptr && withdrawn->dropped;
}

bool Withdrawals::counts(const match::GameSummary& game) const {
  if (list_.empty()) return true;
  return !cancelled(game.game) && !dropped(game.south) && !dropped(game.north);
}

Results Withdrawals::counted(const Schedule& schedule, const Results& results) const {
  Results counted = results;
  for (const Pairing& game : schedule)
    if (dropped(game.south) || dropped(game.north)) counted.enter(game.game, Result::void_game);
  return counted;
}

// Cancels the engine's games after game `after`. If `after` is 0, cancels those without a result.
void Withdrawals::withdraw(const Plan& plan, const std::string& engine, int after, const Schedule& schedule,
                           Results& results) {
  Withdrawn withdrawn{.engine = engine, .after = after};
  for (const Pairing& game : schedule) {
    if (game.south != engine && game.north != engine) continue;
    ++withdrawn.planned;
    if (cancelled(game.game)) continue;
    if (after > 0 ? game.game <= after : results.contains(game.game)) {
      ++withdrawn.played;
    } else {
      cancelled_.insert(game.game);
      results.enter(game.game, Result::void_game);
    }
  }
  withdrawn.dropped =
      plan.withdrawn_games == WithdrawnGames::half && 2 * withdrawn.played < withdrawn.planned;
  list_.push_back(std::move(withdrawn));
}

void Withdrawals::advance(const Plan& plan, const Schedule& schedule, Results& results) {
  for (const std::string& engine : plan.absent)
    if (find(engine) == nullptr) withdraw(plan, engine, 0, schedule, results);
  if (!plan.withdraw_after) return;
  for (; examined_ < schedule.size() && results.contains(schedule[examined_].game); ++examined_) {
    const Pairing game = schedule[examined_];
    if (results.of(game.game) == Result::void_game) continue;  // cancelled, or without a verdict
    const auto forfeit = forfeits_.find(game.game);
    for (const InternedString& engine : {game.south, game.north}) {
      int& streak = streaks_[engine];
      streak = forfeit != forfeits_.end() && forfeit->second == engine ? streak + 1 : 0;
      if (streak == plan.withdraw_after && find(engine) == nullptr)
        withdraw(plan, engine, game.game, schedule, results);
    }
  }
}

std::string sentence(const Withdrawn& withdrawn) {
  std::string text = withdrawn.engine + " is withdrawn";
  text += withdrawn.after > 0 ? fmt::format(" after game {}", withdrawn.after) : ", because it did not start";
  if (withdrawn.played == 0) return text;
  return text + fmt::format("; {} of its {} games were played{}", withdrawn.played, withdrawn.planned,
                            withdrawn.dropped ? ", but do not count" : "");
}

}  // namespace ebiri::tournament

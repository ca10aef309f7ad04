#include "referee/run/run_state.hpp"

#include <utility>

#include "referee/run/arena.hpp"
#include "referee/run/rounds.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

RunState::RunState(record::Digest digest) : digest_(std::move(digest)) { add_up(); }

void RunState::add(const std::vector<record::PlanInfo>& plans) {
  digest_.plans.insert(digest_.plans.end(), plans.begin(), plans.end());
  add_up();
}

void RunState::add_up() {
  tally_ = tally_of(digest_);
  test_.reset();
  tournament_.reset();
  problem_.clear();
  if (planned()) {
    auto tournament = tournament_of(digest_.plans, digest_.games);
    if (tournament)
      tournament_.emplace(std::move(*tournament));
    else
      problem_ = tournament.error().message;
  }
  meta_ = run_meta(digest_, this->tournament());
  if (tournament_ && tournament_->plan().sprt) test_.emplace(*tournament_, digest_.games);
}

void RunState::add(const match::GameRecord& record) {
  digest_.add(record);
  const match::GameSummary& game = digest_.games.back();
  tally_.add(game);
  if (tournament_) tournament_->take(game);
  if (test_) test_->add(*tournament_, game);
}

std::int64_t RunState::games_planned() const {
  return tournament_ ? static_cast<std::int64_t>(tournament_->total().value_or(0)) : 0;
}

report::RunMeta RunState::meta() const {
  report::RunMeta meta = meta_;
  if (!tournament_) return meta;
  meta.games_planned = games_planned();
  meta.byes = byes_of(*tournament_);
  meta.bracket = bracket_of(*tournament_);
  return meta;
}

const rating::Tally& RunState::tally() {
  tally_.set_times(digest_.thinking);
  return tally_;
}

report::Standings RunState::standings() { return quick_standings(meta(), tally()); }

report::Standings RunState::final_standings() const { return run_standings(digest_, tournament()); }

std::optional<report::SprtReport> RunState::test() const {
  if (!test_) return std::nullopt;
  return sprt_report(digest_.run, *tournament_, *test_, quick(meta_.scoring.rating));
}

std::string RunState::rounds() const { return tournament_ ? rounds_text(*tournament_) : ""; }

}  // namespace ebiri::run

#include "referee/run/run_state.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/run/arena.hpp"

namespace ebiri::run {

RunState::RunState(record::Digest digest) : digest_(std::move(digest)) { recompute(); }

void RunState::add(const std::vector<record::PlanInfo>& plans) {
  digest_.plans.insert(digest_.plans.end(), plans.begin(), plans.end());
  recompute();
}

void RunState::set_started(std::vector<std::string> announced, std::vector<std::string> absent) {
  record::PlanInfo& plan = digest_.plans.back();
  plan.announced = std::move(announced);
  if (plan.absent == absent) return;
  plan.absent = std::move(absent);
  recompute();
}

std::optional<std::int64_t> RunState::pairs_judged() const {
  if (test_) return test_->sprt().next();
  if (!tournament_ || !tournament_->plan().withdraw_after) return std::nullopt;
  const auto& schedule = tournament_->schedule();
  const std::size_t decided = tournament_->withdrawals().examined();
  return decided < schedule.size() ? schedule[decided].pair - 1 : std::optional<std::int64_t>{};
}

void RunState::recompute() {
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
  count_games();
  meta_ = run_meta(digest_, this->tournament());
  if (tournament_ && tournament_->plan().sprt) test_.emplace(*tournament_, digest_.games);
}

void RunState::add(const match::GameRecord& record) {
  digest_.add(record);
  const match::GameSummary& game = digest_.games.back();
  const std::size_t before = withdrawn();
  if (tournament_) tournament_->take(game);
  if (withdrawn() != before)
    count_games();
  else if (!tournament_ || tournament_->withdrawals().counts(game))
    tally_.add(game);
  if (test_) test_->add(*tournament_, game);
}

std::size_t RunState::withdrawn() const { return tournament_ ? tournament_->withdrawals().list().size() : 0; }

void RunState::count_games() {
  tally_ = tally_of(digest_, {}, tournament_ ? counted_by(*tournament_) : Counts{});
}

std::int64_t RunState::games_planned() const {
  return tournament_ ? static_cast<std::int64_t>(tournament_->total().value_or(0)) : 0;
}

report::RunMeta RunState::meta() const {
  report::RunMeta meta = meta_;
  if (tournament_) add_course(meta, *tournament_);
  return meta;
}

const rating::Tally& RunState::tally() {
  tally_.set_times(digest_.thinking);
  return tally_;
}

report::Standings RunState::standings() {
  report::RunMeta meta = this->meta();
  if (tournament_ && !over()) meta.outlook.always_valid = always_valid(*tournament_, digest_.games);
  return quick_standings(meta, tally());
}

Counts RunState::counts() const {
  if (test_) return [this](const match::GameSummary& game) { return test_->counts(game); };
  return tournament_ ? counted_by(*tournament_) : Counts{};
}

report::Standings RunState::final_standings(const rating::Tally& counted) const {
  report::RunMeta meta = this->meta();
  if (tournament_ && !over()) meta.outlook.always_valid = always_valid(*tournament_, digest_.games);
  if (test_) meta.test = test_report(meta.scoring.rating, &counted);
  return standings_of(std::move(meta), counted);
}

std::optional<report::SprtReport> RunState::test() const {
  if (!test_) return std::nullopt;
  return test_report(quick(meta_.scoring.rating), nullptr);
}

report::SprtReport RunState::test_report(const rating::Options& options, const rating::Tally* counted) const {
  const record::RunInfo& run = digest_.run;
  auto report = report::make_sprt_report(test_->sprt(), options);
  report.name = run.name;
  report.block.first = test_->settings().candidate;
  report.block.second = test_->settings().baseline;
  report.most = tournament_->plan().pairs;
  report.block.conditions = fmt::format("{} {}, limit {}, openings {}, seed {}, ebiri {}", run.variant,
                                        run.ruleset, run.limit, run.openings, run.seed, run.version);
  if (counted == nullptr) return report;
  report.candidate_faults = counted->engine(report.block.first).forfeits.total();
  report.baseline_faults = counted->engine(report.block.second).forfeits.total();
  return report;
}

std::string RunState::rounds() const { return tournament_ ? rounds_text(*tournament_) : ""; }

// Reads the schedule only if it can matter, because it may be long.
std::optional<RunState> excluding_state(const record::Digest& digest) {
  if (digest.plans.empty()) return std::nullopt;
  const record::PlanInfo& plan = digest.plans.back();
  const auto has = [&](const char* key) { return plan.config.find(key) != plan.config.npos; };
  const bool tests = plan.engines.size() == 2 && has("sprt");
  if (!tests && plan.absent.empty() && !has("withdraw-after")) return std::nullopt;
  return RunState{digest};
}

}  // namespace ebiri::run

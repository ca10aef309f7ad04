#include "referee/contest/practice/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/contest/practice/practice_view.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using rules::Side;
using run::Step;

constexpr std::size_t max_without_record = 10;  // pairs in a row that may fail by system errors

std::vector<std::string> names_not_in(const std::vector<PracticePlayer>& some,
                                      const std::vector<PracticePlayer>& others) {
  std::vector<std::string> names;
  for (const PracticePlayer& player : some)
    if (std::ranges::find(others, player) == others.end()) names.push_back(player.name);
  return names;
}

}  // namespace

PracticeLadder::PracticeLadder(const Folder& folder, PracticeField& field, record::Journal& journal,
                               run::RunState& state, std::optional<int> games)
    : folder_(folder),
      field_(field),
      journal_(journal),
      state_(state),
      wanted_(games),
      tally_(rated_tally(state.digest(), field.players())),
      pairs_(state.digest().games),
      players_(field.players()) {}

Result<match::GameRecord> PracticeLadder::record(match::GameRecord game) {
  for (const Side side : {Side::south, Side::north}) {
    const PracticePlayer& own = known_.at(side == Side::south ? game.south : game.north);
    if (auto done = add_practice_record(folder_, own.team, own.number, team_view(game, side)); !done)
      return done.error();
  }
  return public_view(std::move(game));
}

Result<void> PracticeLadder::take(const match::GameSummary& game) {
  if (are_among(game.south, game.north, players_)) tally_.add(game);
  pairs_.results_changed();
  handed_out_at_last_game_ = handed_out_;
  return {};
}

Result<Step> PracticeLadder::next(const tournament::GameQueue& queue, std::size_t pending) {
  pending_ = pending;
  Step step;
  if (!end_) {
    if (auto works = check_machine(); !works) return works.error();
    if (auto looked = look(step); !looked) return looked.error();
  }
  if (!end_) hand_out(queue.slots(), step);
  if (end_ && step.then == Step::Then::go_on) step.then = Step::Then::drain;
  return step;
}

// A game that fails before its first move leaves no record. Too many such pairs in a row mean that the
// machine cannot play.
Result<void> PracticeLadder::check_machine() const {
  if (handed_out_ - pending_ < handed_out_at_last_game_ + max_without_record) return {};
  return Error{
      fmt::format("{} pairs in a row could not be played: the machine has no processes or descriptors left, "
                  "or its sandbox does not start; `ebiri doctor` explains it",
                  max_without_record)};
}

// Handles the deadline, the lock, and entries that have joined or left.
Result<void> PracticeLadder::look(Step& step) {
  const auto news = field_.look();
  if (!news) return news.error();
  switch (*news) {
    case PracticeField::News::locked:
      end_ = PracticeEnd::locked;
      step.then = Step::Then::abort;
      step.sentences.emplace_back("the contest is locked: practice has ended");
      return {};
    case PracticeField::News::deadline:
      end_ = PracticeEnd::deadline;
      step.then = Step::Then::finish;
      step.sentences.emplace_back("the deadline has passed: finishing the running games");
      return {};
    case PracticeField::News::none:
      if (begun_) return {};
      break;
    case PracticeField::News::field:
      break;
  }
  begun_ = true;
  return enter(step);
}

// Takes a new field, and writes its plan.
Result<void> PracticeLadder::enter(Step& step) {
  const auto before = std::exchange(players_, field_.players());
  for (const PracticePlayer& player : players_) known_.insert_or_assign(player.name, player);
  step.sentences.push_back(field_text(before));
  const run::Arena* arena = field_.arena();
  if (arena == nullptr) return {};
  const record::Digest& digest = state_.digest();
  if (digest.run == record::RunInfo{}) {
    state_.set_run(run_info(*arena));
    if (auto saved = journal_.append(digest.run); !saved) return saved;
  } else if (auto same = same_practice(digest.run, *arena); !same) {
    return same;
  }
  const record::PlanInfo plan = practice_plan(*arena);
  if (digest.plans.empty() || digest.plans.back() != plan) {
    if (auto saved = journal_.append(plan); !saved) return saved;
    state_.add({plan});
  }
  tally_ = rated_tally(digest, players_);
  if (!std::exchange(resumed_, true)) pairs_.find_halves(digest.games, *arena);
  pairs_.field_changed();
  step.new_standings = true;
  return {};
}

std::string PracticeLadder::field_text(const std::vector<PracticePlayer>& before) const {
  const auto joined = names_not_in(players_, before), left = names_not_in(before, players_);
  const std::size_t count = players_.size();
  std::string text = fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
  if (count < 2 && !wanted_) text += "; waiting for more entries to qualify";
  if (!joined.empty() && joined.size() < count) text += "; joins: " + join(joined, ", ");
  if (!left.empty()) text += "; leaves: " + join(left, ", ");
  return text;
}

// Chooses only as many pairs as there are free slots, so that each choice uses the latest results.
void PracticeLadder::hand_out(std::size_t slots, Step& step) {
  const run::Arena* arena = field_.arena();
  if (wanted_ && (arena == nullptr || games_ >= *wanted_)) {
    end_ = arena == nullptr ? PracticeEnd::too_few : PracticeEnd::played;
    return;
  }
  while (arena != nullptr && pending_ + step.tasks.size() < slots && (!wanted_ || games_ < *wanted_)) {
    tournament::Task task = pairs_.next(players_, *arena, tally_);
    games_ += static_cast<int>(task.size());
    ++handed_out_;
    step.tasks.push_back(std::move(task));
  }
}

report::Standings PracticeLadder::standings() {
  report::RunMeta meta = state_.meta();
  meta.games_planned = 0;  // an open plan has no planned number
  return run::quick_standings(meta, tally_);
}

std::string PracticeLadder::idle() const {
  return field_.arena() == nullptr ? "waiting for entries to qualify" : "";
}

bool PracticeLadder::complete() const { return end_ && (*end_ != PracticeEnd::played || pending_ == 0); }

Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena) {
  record::RunInfo now = run_info(arena);
  now.version = begun.version;
  if (now == begun) return {};
  return Error{
      "contest.yaml has other rules, limits or openings than the practice run; rename `practice/` "
      "to start a new one",
      Error::Kind::arguments};
}

}  // namespace ebiri::contest

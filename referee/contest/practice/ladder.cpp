#include "referee/contest/practice/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <tuple>

#include "referee/contest/practice/results.hpp"
#include "referee/rating/fit.hpp"
#include "referee/support/fnv.hpp"
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

std::pair<std::string, std::string> in_order(const std::string& one, const std::string& other) {
  return std::minmax(one, other);
}

// The entry whose turn it is, as an index.
std::size_t candidate_of(std::span<const PracticeEntry> field, const PracticeLedger& ledger) {
  const bool prefers_new = ledger.last() % 2 == 0;
  const auto order = [&](const PracticeEntry& entry) {
    const auto [pairs, last, turn] = ledger.share(entry.name);
    const bool is_new = prefers_new && pairs < settled_pairs;
    return std::tuple{!is_new, is_new ? pairs : turn, last};
  };
  return static_cast<std::size_t>(std::ranges::min_element(field, {}, order) - field.begin());
}

// Indexes from the best entry to the worst; entries without a rating are in the middle.
std::vector<std::size_t> table_of(std::span<const PracticeEntry> field) {
  std::vector<std::size_t> rated, unrated;
  for (std::size_t i = 0; i < field.size(); ++i) (field[i].elo ? rated : unrated).push_back(i);
  std::ranges::stable_sort(rated,
                           [&](std::size_t a, std::size_t b) { return *field[a].elo > *field[b].elo; });
  rated.insert(rated.begin() + static_cast<std::ptrdiff_t>(rated.size() / 2), unrated.begin(), unrated.end());
  return rated;
}

// The number of the opening with that fingerprint, from 1; 0 if there is none.
int opening_with(const match::OpeningBook& openings, std::uint64_t fingerprint) {
  for (std::size_t i = 0; i < openings.size(); ++i)
    if (match::fingerprint(openings[i]) == fingerprint) return static_cast<int>(i) + 1;
  return 0;
}

}  // namespace

void PracticeLedger::take(int pair, const std::string& one, const std::string& other) {
  assert(pair >= 1 && one != other);
  if (pair <= last_) return;
  last_ = pair;
  for (const auto& name : {one, other}) shares_.try_emplace(name, Share{.turn = now_});
  Share* const both[] = {&shares_[one], &shares_[other]};
  now_ = std::max(now_, std::min(both[0]->turn, both[1]->turn));
  for (Share* share : both) {
    share->turn = ++share->pairs == settled_pairs ? now_ : share->turn + 1;
    share->last = pair;
  }
  ++meetings_[in_order(one, other)];
}

PracticeLedger::Share PracticeLedger::share(const std::string& name) const {
  const auto found = shares_.find(name);
  return found == shares_.end() ? Share{.turn = now_} : found->second;
}

int PracticeLedger::meetings(const std::string& one, const std::string& other) const {
  const auto found = meetings_.find(in_order(one, other));
  return found == meetings_.end() ? 0 : found->second;
}

std::optional<PracticeMeeting> next_meeting(std::span<const PracticeEntry> field,
                                            const PracticeLedger& ledger) {
  if (field.size() < 2) return std::nullopt;
  const std::size_t candidate = candidate_of(field, ledger);
  const std::string& name = field[candidate].name;
  const auto table = table_of(field);
  const auto own = static_cast<std::size_t>(std::ranges::find(table, candidate) - table.begin());
  std::vector<std::size_t> near;  // places in the table, from 0, the nearest first
  for (std::size_t place = 0; place < table.size(); ++place)
    if (place != own) near.push_back(place);
  std::ranges::stable_sort(near, {},
                           [&](std::size_t place) { return std::max(place, own) - std::min(place, own); });
  near.resize(std::min(near.size(), neighbours));
  const auto order = [&](std::size_t place) {
    const std::string& opponent = field[table[place]].name;
    const auto share = ledger.share(opponent);
    return std::tuple{ledger.meetings(name, opponent) + share.turn, share.last};
  };
  return PracticeMeeting{name, field[table[*std::ranges::min_element(near, {}, order)]].name};
}

int next_opening(const PracticeLedger& ledger, const std::string& one, const std::string& other, int count) {
  assert(count >= 1);
  const auto [low, high] = in_order(one, other);
  const Fnv start = Fnv{} << low << high;
  const auto met = static_cast<std::uint64_t>(ledger.meetings(one, other));
  return static_cast<int>((start.value() + met) % static_cast<std::uint64_t>(count)) + 1;
}

PracticeLadder::PracticeLadder(const Folder& folder, PracticeField& field, record::Journal& journal,
                               run::RunState& state, std::optional<int> games)
    : folder_(folder),
      field_(field),
      journal_(journal),
      state_(state),
      wanted_(games),
      tally_(rated_tally(state.digest(), field.players())),
      players_(field.players()) {
  std::map<int, match::GameSummary> pairs;  // by number: in the order of choice, not of the games' ends
  for (const match::GameSummary& game : state.digest().games) pairs.emplace(game.pair, game);
  for (const auto& [pair, game] : pairs) ledger_.take(pair, game.south, game.north);
}

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
  rated_ = false;
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
  const bool locked = *news == PracticeField::News::locked;
  if (locked || *news == PracticeField::News::deadline) {
    end_ = locked ? PracticeEnd::locked : PracticeEnd::deadline;
    step.then = locked ? Step::Then::abort : Step::Then::finish;
    step.sentences.emplace_back(locked ? "the contest is locked: practice has ended"
                                       : "the deadline has passed: finishing the running games");
    return {};
  }
  if (!std::exchange(begun_, true) || *news == PracticeField::News::field) return enter(step);
  return {};
}

// Takes a new field, and writes its plan.
Result<void> PracticeLadder::enter(Step& step) {
  const auto before = std::exchange(players_, field_.players());
  for (const PracticePlayer& player : players_) known_.insert_or_assign(player.name, player);
  step.sentences.push_back(field_text(before));
  for (const std::string& what : field_.warnings()) step.sentences.push_back("warning: " + what);
  const run::Arena* arena = field_.arena();
  if (arena == nullptr) return {};
  const record::Digest& digest = state_.digest();
  if (digest.run == record::RunInfo{}) {
    state_.set_run(run_info(*arena));
    if (auto saved = journal_.append(digest.run); !saved) return saved;
  } else if (auto same = same_practice(digest.run, *arena); !same) {
    return same;
  }
  record::PlanInfo plan = plan_info(*arena);
  plan.open = true;
  set_public_config(plan, arena->settings);
  if (digest.plans.empty() || digest.plans.back() != plan) {
    if (auto saved = journal_.append(plan); !saved) return saved;
    state_.add({plan});
  }
  tally_ = rated_tally(digest, players_);
  if (!std::exchange(resumed_, true)) find_missing_games(*arena);
  rated_ = false;
  rating_pace_.reset();
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
    tournament::Task task = next_pair(*arena);
    games_ += static_cast<int>(task.size());
    ++handed_out_;
    step.tasks.push_back(std::move(task));
  }
}

// Finds the missing games of pairs that an interruption left half-played. They are played first.
void PracticeLadder::find_missing_games(const run::Arena& arena) {
  std::map<int, std::vector<match::GameSummary>> pairs;
  std::map<int, int> attempts;
  for (const match::GameSummary& game : state_.digest().games) {
    attempts[game.game] = std::max(attempts[game.game], game.attempt);
    if (!match::aborted(game) || game.attempt > arena.settings.max_replays) pairs[game.pair].push_back(game);
  }
  for (const auto& [pair, games] : pairs) {
    if (games.size() != 1) continue;
    const match::GameSummary& finished = games.front();
    const int opening = opening_with(arena.openings, finished.opening);
    if (opening == 0) continue;
    const int missing = 4 * pair - 1 - finished.game;  // 2p - 1 or 2p
    missing_.push_back({{missing, pair, opening, finished.north, finished.south}, attempts[missing] + 1});
  }
  std::ranges::reverse(missing_);
}

// Chooses the games of the next pair, and counts the pair as being played. `arena` has at least two entries.
tournament::Task PracticeLadder::next_pair(const run::Arena& arena) {
  while (!missing_.empty()) {
    const auto [pairing, attempt] = missing_.back();
    missing_.pop_back();
    if (are_among(pairing.south, pairing.north, players_)) return {setup_of(arena, pairing, attempt)};
  }
  if (!rated_ && rating_pace_.due()) rating_pace_.run([&] { rate(arena.settings.rating); });
  const auto meeting = next_meeting(table_, ledger_);
  const auto& [south, north] = *meeting;
  const int pair = ledger_.last() + 1;
  const int opening = next_opening(ledger_, south, north, static_cast<int>(arena.openings.size()));
  ledger_.take(pair, south, north);
  return {setup_of(arena, {2 * pair - 1, pair, opening, south, north}, 1),
          setup_of(arena, {2 * pair, pair, opening, north, south}, 1)};
}

void PracticeLadder::rate(rating::Options options) {
  rated_ = true;
  options.errors = rating::Errors::fisher;  // the fastest method, because errors are not used here
  const rating::Fit fit = rating::fit(rating::problem_of(tally_, options));
  table_.clear();
  for (const PracticePlayer& player : players_) {
    const auto engine = fit.rated(player.name);
    table_.push_back({player.name, engine ? std::optional{fit.elo[*engine]} : std::nullopt});
  }
}

report::Standings PracticeLadder::standings() {
  report::RunMeta meta = state_.meta();
  meta.games_planned = 0;  // an open plan has no planned number
  return run::quick_standings(meta, tally_);
}

Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena) {
  record::RunInfo now = run_info(arena);
  now.version = begun.version;
  if (now == begun) return {};
  return Error{
      "contest.yaml has another variant, ruleset, `limit` or `openings` than the practice run; rename "
      "`practice/` to start a new one",
      Error::Kind::arguments};
}

}  // namespace ebiri::contest

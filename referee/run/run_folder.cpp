#include "referee/run/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "referee/config/load.hpp"
#include "referee/rating/confidence_sequence.hpp"
#include "referee/rating/fit.hpp"
#include "referee/run/arena.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

RunFolder run_folder(const std::filesystem::path& text, const std::filesystem::path& results) {
  const bool by_name = !exists(status_of(text)) && exists(status_of(results / text));
  const std::filesystem::path found = by_name ? results / text : text;
  return {found.filename() == "games.jsonl" ? found.parent_path() : found};
}

Error explain_missing(const Error& error, const std::string& text, std::string_view command, int game,
                      const std::filesystem::path& results) {
  constexpr std::size_t most = 10;
  if (exists(status_of(run_folder(text, results).path))) return error;
  std::vector<std::string> runs;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{results, ignored})
    if (exists(status_of(entry.path() / "games.jsonl"))) runs.push_back(entry.path().string());
  if (runs.empty()) return error;
  std::ranges::sort(runs);
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  // `ebiri replay 5` names a game but no run.
  const std::string number = game > 0 ? std::to_string(game) : is_number ? text : "";
  const std::string typed = fmt::format("{} {} {}", command, shell_word(runs.front()), number);
  const std::size_t shown = std::min(runs.size(), most);
  return {fmt::format("run `{}` not found; runs: {}{}; for example: {}", printable(text, 80),
                      join(std::span{runs}.first(shown), ", "), runs.size() > shown ? ", …" : "",
                      as_typed(std::string{trim(typed)})),
          error.kind};
}

Result<rating::Scoring> scoring_of(const record::JournalHead& run, std::span<const std::string> overrides) {
  const std::string text = run.plans.empty() ? "{}" : run.plans.back().config;
  return config::load_scoring({"config.yaml", text}, overrides);
}

rating::Scoring scoring_or_default(const record::JournalHead& run) {
  const auto scoring = scoring_of(run);
  return scoring ? *scoring : rating::Scoring{};
}

std::vector<std::string> describe_rejected(const std::filesystem::path& journal,
                                           const record::JournalHead& head, std::string_view action) {
  constexpr std::size_t most = 10;
  const auto& lines = head.rejected;
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
    sentences.push_back(
        fmt::format("{}:{}: {}", journal.string(), lines[i].line, printable(lines[i].why, 500)));
  if (lines.size() > most) sentences.push_back(fmt::format("… and {} more", lines.size() - most));
  if (!lines.empty()) sentences.push_back(fmt::format("invalid lines: {}; {}", lines.size(), action));
  if (head.plan_lost())
    sentences.emplace_back(
        "one of them may have been a plan; the number of planned games, the points and the rating settings "
        "may be out of date");
  return sentences;
}

std::optional<std::string> pairing_difference(const match::GameSummary& game,
                                              const tournament::Schedule& schedule) {
  const auto planned = schedule.find(game.game);
  if (!planned) return "the plan has no game with this number";
  if (planned->south != game.south || planned->north != game.north || planned->pair != game.pair)
    return fmt::format("the plan has {} vs {}, pair {}", planned->south, planned->north, planned->pair);
  return std::nullopt;
}

std::optional<std::string> schedule_difference(const match::GameRecord& record, const Arena& arena,
                                               const tournament::Schedule& schedule) {
  if (const auto difference = pairing_difference(match::summary_of(record), schedule)) return difference;
  const auto opening = static_cast<std::size_t>(schedule.find(record.game)->opening);
  if (opening > arena.openings.size() || record.opening != arena.openings[opening - 1])
    return "its opening is not that of the schedule";
  if (record.seed != game_seed(arena.settings, record.game, record.attempt))
    return "its seed does not follow from the run's seed";
  return std::nullopt;
}

namespace {

using tournament::Tournament;

// Sets the parts of `meta` that depend on results: the planned games, and the byes, places of a knockout and
// withdrawals so far.
void add_course(report::RunMeta& meta, const Tournament& tournament) {
  meta.games_planned = static_cast<std::int64_t>(tournament.total().value_or(0));
  meta.byes = tournament.course().byes;
  meta.bracket = tournament.course().places;
  meta.withdrawn.clear();
  for (const tournament::Withdrawn& withdrawn : tournament.withdrawals().list())
    meta.withdrawn.push_back(tournament::sentence(withdrawn));
}

// The run's metadata, for the tables. `tournament` has the games of `digest`; it is null without a readable
// plan.
report::RunMeta meta_of(const record::Digest& digest, const Tournament* tournament) {
  const auto& run = digest.run;
  report::RunMeta meta{.name = run.name,
                       .format = tournament != nullptr ? describe(tournament->plan()) : "",
                       .variant = run.variant,
                       .ruleset = run.ruleset,
                       .seed = run.seed,
                       .limit = run.limit,
                       .openings = run.openings,
                       .version = "ebiri " + run.version};
  if (tournament != nullptr) add_course(meta, *tournament);
  if (tournament != nullptr && tournament->plan().stop)
    meta.outlook.precision = tournament->plan().stop->precision;
  if (!digest.plans.empty()) {
    const record::PlanInfo& plan = digest.plans.back();
    meta.config_hash = plan.config_hash;
    meta.scoring = scoring_or_default(digest);
    if (!plan.engines.empty()) meta.first_engine = plan.engines.front();
    if (plan.pairs > digest.plans.front().pairs) meta.extended_from = digest.plans.front().pairs;
  }
  std::vector<std::string> kinds;  // it may have been played on several machines
  for (const record::PlanInfo& plan : digest.plans)
    if (std::ranges::find(kinds, plan.isolation) == kinds.end()) kinds.push_back(plan.isolation);
  meta.isolation = join(kinds, "; later ");
  return meta;
}

}  // namespace

report::RunMeta run_meta(const record::Digest& digest) {
  auto tournament = tournament_of(digest.plans, {});
  if (!tournament) return meta_of(digest, nullptr);
  if (depends_on_results(tournament->plan()) || tournament->plan().withdraw_after ||
      !tournament->plan().absent.empty())
    tournament->take_all(digest.games);
  return meta_of(digest, &*tournament);
}

match::GameList counted_games(const match::GameList& games, const Counts& counts) {
  if (!counts) return games;
  match::GameList counted;
  std::ranges::copy_if(games, std::back_inserter(counted), counts);
  return counted;
}

rating::Tally tally_of(const record::Digest& digest, rating::EngineFilter filter, const Counts& counts) {
  std::vector<std::string> engines;
  for (const record::PlanInfo& plan : digest.plans)
    engines.insert(engines.end(), plan.engines.begin(), plan.engines.end());
  rating::Tally tally{engines, std::move(filter)};
  if (counts)
    tally.add(counted_games(digest.games, counts));
  else
    tally.add(digest.games);
  tally.set_times(digest.thinking);
  return tally;
}

report::Standings standings_of(report::RunMeta meta, const rating::Tally& tally) {
  rating::Fit fit = rating::fit(rating::problem_of(tally, meta.scoring.rating));
  return report::make_standings(std::move(meta), tally, std::move(fit));
}

rating::Options quick(rating::Options options) {
  if (options.errors == rating::Errors::bootstrap) options.errors = rating::Errors::paired_regularised;
  return options;
}

report::Standings quick_standings(const report::RunMeta& meta, const rating::Tally& tally) {
  return report::make_standings(meta, tally,
                                rating::fit(rating::problem_of(tally, quick(meta.scoring.rating))));
}

Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run) {
  return rules::make_rules(run.variant, run.ruleset);
}

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

Result<RecordedGame> recorded_game(const std::string& folder, int number) {
  std::optional<match::GameRecord> found;
  int last = 0;
  const auto head = record::read_journal(run_folder(folder).journal(), [&](match::GameRecord&& record) {
    last = std::max(last, record.game);
    if (record.game == number) found = std::move(record);
  });
  if (!head) return head.error();
  if (!found)
    return Error{fmt::format("game {} not found in `{}`; the last one is {}", number, folder, last),
                 Error::Kind::arguments};
  auto rules = rules_of(head->run);
  if (!rules) return rules.error();
  return RecordedGame{std::move(*rules), std::move(*found)};
}

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
  tally_ = counted_tally();  // keeps games that a test excludes, because `test_` is not set yet
  meta_ = meta_of(digest_, this->tournament());
  if (tournament_ && tournament_->plan().sprt) test_.emplace(*tournament_, digest_.games);
}

void RunState::add(const match::GameRecord& record) {
  digest_.add(record);
  const match::GameSummary& game = digest_.games.back();
  const std::size_t before = withdrawn();
  if (tournament_) tournament_->take(game);
  if (withdrawn() != before)
    tally_ = counted_tally();
  else if (!tournament_ || tournament_->withdrawals().counts(game))
    tally_.add(game);
  if (test_) test_->add(*tournament_, game);
}

std::size_t RunState::withdrawn() const { return tournament_ ? tournament_->withdrawals().list().size() : 0; }

std::int64_t RunState::games_planned() const {
  return tournament_ ? static_cast<std::int64_t>(tournament_->total().value_or(0)) : 0;
}

report::RunMeta RunState::meta() const {
  report::RunMeta meta = meta_;
  if (tournament_) add_course(meta, *tournament_);
  if (tournament_ && !over()) meta.outlook.always_valid = always_valid(*tournament_, digest_.games);
  return meta;
}

const rating::Tally& RunState::tally() {
  tally_.set_times(digest_.thinking);
  return tally_;
}

report::Standings RunState::standings() { return quick_standings(meta(), tally()); }

Counts RunState::counts() const {
  if (test_) return [this](const match::GameSummary& game) { return test_->counts(game); };
  if (withdrawn() == 0) return {};
  return [this](const match::GameSummary& game) { return tournament_->withdrawals().counts(game); };
}

report::Standings RunState::final_standings(const rating::Tally& counted) const {
  report::RunMeta meta = this->meta();
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
  const match::GameSummary* first = nullptr;  // counted game that the candidate lost by a fault
  for (const match::GameSummary& game : digest_.games) {
    if (game.cause != match::Verdict::Cause::fault || !game.fault || !game.loser) continue;
    const std::string& loser = *game.loser == rules::Side::south ? game.south : game.north;
    const bool earlier = first == nullptr || game.game < first->game;
    if (loser == report.block.first && earlier && test_->counts(game)) first = &game;
  }
  if (first != nullptr)
    report.candidate_fault = fmt::format("game {}: {}", first->game, player::word(*first->fault));
  return report;
}

// Reads the schedule only if it can matter, because it may be long.
std::optional<RunState> state_that_excludes_games(const record::Digest& digest) {
  if (digest.plans.empty()) return std::nullopt;
  const record::PlanInfo& plan = digest.plans.back();
  const auto has = [&](const char* key) { return plan.config.find(key) != plan.config.npos; };
  const bool tests = plan.engines.size() == 2 && has("sprt");
  if (!tests && plan.absent.empty() && !has("withdraw-after")) return std::nullopt;
  return RunState{digest};
}

}  // namespace ebiri::run

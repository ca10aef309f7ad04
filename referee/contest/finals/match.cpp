#include "referee/contest/finals/match.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "referee/config/load.hpp"
#include "referee/contest/entries/examine.hpp"
#include "referee/match/play_game.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/isolation.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::contest {

namespace {

constexpr const char* trial_opponent = "random";
constexpr int trial_attempts = 4;  // at a game that is void

Result<run::Arena> trial_arena(const ContestAtHand& at_hand, const contest::Entry& entry,
                               const std::string& tree) {
  const auto& folder = at_hand.folder;
  const auto place = std::filesystem::absolute(folder.tree(tree)).lexically_normal();
  auto engine = contest::engine_of(folder, entry, tree, place.string());
  if (!engine) return engine.error();
  contest::FinalsEngine opponent{
      .name = trial_opponent, .command = "bots/random", .directory = {}, .dialect = "ugi", .options = {}};
  if (engine->name == trial_opponent) engine->name += "-entry";
  const std::vector<contest::FinalsEngine> engines{std::move(*engine), std::move(opponent)};
  const std::vector<std::string> overrides{
      "format=match",
      "starter=paired",
      "slots=1",
      "placement=free",
      fmt::format("pairs={}", at_hand.settings.qualification.pairs),
      "start-limit=" + format_duration(at_hand.settings.qualification.start_limit)};
  const auto search = config::search_path_for(folder.rules());
  auto loaded = config::load_text({"match.yaml", contest::finals_yaml(at_hand.settings, 1, engines)},
                                  overrides, &search);
  if (const auto* problems = std::get_if<config::Diagnostics>(&loaded))
    return Error{config::format(*problems)};
  run::complete_cores(std::get<config::Loaded>(loaded).settings, {});
  return run::make_arena(std::move(std::get<config::Loaded>(loaded).settings), search);
}

class Trial {
 public:
  explicit Trial(run::Arena arena) : arena_(std::move(arena)), name_(arena_.settings.engines.front().name) {}

  Result<TrialMatch> operator()() {
    find_means(arena_);
    const auto tournament = run::tournament_of({plan_info(arena_)}, {});
    if (!tournament) return tournament.error();
    std::size_t next = 0;
    for (const auto& task : tasks_for(arena_, *tournament, next, tournament->schedule().size()))
      for (const match::GameSetup& setup : task)
        if (const auto played = play(setup); !played) return played.error();
    return std::move(match_);
  }

 private:
  Result<void> play(match::GameSetup setup) {
    std::string why = "it has no processes or descriptors left";
    for (; setup.attempt <= trial_attempts; ++setup.attempt) {
      const auto south = make_player(arena_, setup.south.name), north = make_player(arena_, setup.north.name);
      const auto record = match::play_game(setup, *arena_.rules, *south, *north);
      if (record && match::aborted(*record)) why = record->verdict.detail;
      if (!record || match::aborted(*record)) continue;
      note(*record);
      return {};
    }
    return Error{
        fmt::format("game {} of the match against `{}` was void {} times: {}; call this again, "
                    "with fewer `--jobs` or a larger `busy-limit` in `finals`",
                    setup.game, trial_opponent, trial_attempts, printable(why, 300))};
  }

  void note(const match::GameRecord& record) {
    match_.report += terminal::game_line(record) + "\n";
    const auto& fault = record.verdict.fault;
    if (!fault) return;
    const bool own = (record.verdict.loser == rules::Side::south ? record.south : record.north) == name_;
    match_.report += printable(fault->detail, 1000) + "\n";
    if (!fault->line.empty()) match_.report += "it wrote: " + printable(fault->line, 1000) + "\n";
    if (!own) return;
    if (!fault->errors.empty())
      match_.report += "its standard error ends with:\n" + printable_lines(fault->errors, 4000) + "\n";
    match_.problems.push_back(
        fmt::format("game {} against `{}`: {}", record.game, trial_opponent, printable(fault->detail, 500)));
  }

  run::Arena arena_;
  std::string name_;
  TrialMatch match_;
};

}  // namespace

Result<TrialMatch> play_trial_match(const ContestAtHand& at_hand, const contest::Entry& entry,
                                    const std::string& tree) {
  if (at_hand.settings.qualification.pairs == 0)
    return TrialMatch{.problems = {}, .report = "no games are asked for\n"};
  auto arena = trial_arena(at_hand, entry, tree);
  if (!arena) return arena.error();
  return Trial{std::move(*arena)}();
}

}  // namespace ebiri::contest

// `ebiri contest lock`, `play`, `finalize`: from the deadline to the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/config/load.hpp"
#include "referee/contest/entries/draw.hpp"
#include "referee/contest/entries/examine.hpp"
#include "referee/contest/entries/intake.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/finals/result.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/lock.hpp"
#include "referee/report/table.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using contest::Finalist;
using contest::Locked;
using contest::State;
using Manifest = nlohmann::ordered_json;

struct FinalsArguments {
  std::string contest, beacon;
  bool early = false, quiet = false;
};

constexpr const char* lock_footer = R"(Examples:
  ebiri contest lock friday
  ebiri contest lock friday --beacon "7 12 23 31 40 44"   the public text that contest.yaml has announced

Of each team that is not withdrawn the last submission that qualified plays. The secret is revealed, the seed follows from
it and the beacon, and `finals.yaml` is written: a config for `ebiri run`, with every entry by its hash. From now on nothing
is accepted, built or withdrawn.
Exit code 0: locked; 2: it is too early, submissions wait for `ebiri contest qualify`, there are too few finalists, or the
finals cannot be played with so many, or with so few openings; 3: the machine said no.)";

constexpr const char* finals_footer = R"(Examples:
  ebiri contest play friday

The finals: `ebiri run friday/finals.yaml --results friday`, after every entry was compared with its hash. It can be
interrupted, killed and called again as every run can; `ebiri watch friday/finals` and `ebiri serve friday/finals` show it.
Exit codes are those of `ebiri run`; 1: a file is not what was locked.)";

constexpr const char* finalize_footer = R"(Examples:
  ebiri contest finalize friday

When all games are played: applies the rules for faults, writes final.txt and final.json, and manifest.json with the hash
of every game and every file, signed in manifest.sig. `ebiri contest verify` checks all of it.
Exit code 0: written; 2: the contest is not locked; 3: the machine said no; 4: games are missing.)";

Result<Locked> draw_lots(const contest::ContestAtHand& at_hand, const std::string& beacon) {
  const auto secret = contest::read_file(at_hand.folder.secret());
  if (!secret) return secret.error();
  Locked locked{.secret = std::string{trim(*secret)}, .beacon = beacon};
  if (contest::commitment_to(locked.secret) != at_hand.state.opened->commitment)
    return Error{
        fmt::format("`{}` is not the secret that was committed to", at_hand.folder.secret().string())};
  locked.seed = contest::seed_of(locked.secret, locked.beacon);
  return locked;
}

// Whether the contest can be locked now; why not.
Result<void> ready_to_lock(const contest::ContestAtHand& at_hand, const State& state,
                           const FinalsArguments& arguments) {
  const auto& settings = at_hand.settings;
  if (state.locked) return Error{"the contest is locked already"};
  const auto now = contest::now();
  if (settings.deadline && now < *settings.deadline && !arguments.early)
    return Error{fmt::format("the deadline is {}, and it is {}; `--early` locks it all the same",
                             record::format_time(*settings.deadline), record::format_time(now))};
  if (settings.beacon.empty() != arguments.beacon.empty())
    return Error{settings.beacon.empty()
                     ? std::string{"no beacon was announced in contest.yaml, so none can be used"}
                     : fmt::format("contest.yaml announces a beacon: give `--beacon` {}", settings.beacon)};
  std::vector<std::string> waiting;
  for (const contest::Team& team : state.teams)
    if (team.waiting() != nullptr) waiting.push_back(team.name);
  if (waiting.empty()) return {};
  return Error{"submissions wait for `ebiri contest qualify`: " + join(waiting, ", ")};
}

// Where contest.yaml says what games begin with, or else what is played.
std::string place_of_openings(const contest::ContestAtHand& at_hand) {
  const config::Node& finals = at_hand.settings.finals;
  const config::Entry* openings = finals.find("openings");
  const config::Place place = openings != nullptr ? openings->place : finals.place;
  return fmt::format("{}:{}:{}", at_hand.folder.rules().string(), place.line, place.column);
}

int lock_it(const FinalsArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  const auto& folder = at_hand->folder;
  const auto work = record::Lock::take(folder.root / "work");  // nothing is being built or examined
  if (!work) return fail(machine_error, work.error().message);
  auto history = contest::History::open(folder);
  if (!history) return fail(machine_error, history.error().message);
  if (const auto ready = ready_to_lock(*at_hand, history->state(), arguments); !ready)
    return fail(usage_error, ready.error().message);
  auto locked = draw_lots(*at_hand, arguments.beacon);
  if (!locked) return fail(machine_error, locked.error().message);
  locked->finalists = history->state().finalists();
  if (locked->finalists.size() < 2)
    return fail(usage_error, fmt::format("{} of {} teams qualified; two are needed", locked->finalists.size(),
                                         history->state().teams.size()));
  const auto engines = contest::engines_of(folder, locked->finalists);
  if (!engines) return fail(machine_error, engines.error().message);
  const std::string config = contest::finals_yaml(at_hand->settings, locked->seed, *engines);
  const auto search = config::search_path_for(folder.finals_config());
  const auto loaded = config::load_text({folder.finals_config().string(), config}, {}, &search);
  if (const auto* problems = std::get_if<config::Diagnostics>(&loaded)) {
    fmt::print(stderr, "{}", config::format(*problems));
    return fail(usage_error, "the finals cannot be played so; change `finals` in contest.yaml");
  }
  if (const auto arena = run::make_arena(std::get<config::Loaded>(loaded).settings, search); !arena)
    return fail(usage_error, fmt::format("{}\n{}: the finals cannot be played so; nothing is locked",
                                         arena.error().message, place_of_openings(*at_hand)));
  const auto rules = sha256_of_file(folder.rules());
  if (!rules) return fail(machine_error, rules.error().message);
  locked->rules = *rules;
  locked->settings = sha256_hex(config);
  if (const auto saved = contest::save_file(folder.finals_config(), config); !saved)
    return fail(machine_error, saved.error().message);
  if (const auto appended = history->append(*locked); !appended)
    return fail(machine_error, appended.error().message);
  fmt::print("finalists   {}\nsecret      {}\nbeacon      {}\nseed        {}\nfinals      {}\n",
             locked->finalists.size(), locked->secret, locked->beacon.empty() ? "none" : locked->beacon,
             locked->seed, locked->settings);
  fmt::print(stderr, "ebiri: locked; to play: {}\n",
             launched("contest play " + shell_word(arguments.contest)));
  return 0;
}

// A file or tree of a finalist that is not what it was.
std::string first_change(const contest::ContestAtHand& at_hand) {
  const auto config = sha256_of_file(at_hand.folder.finals_config());
  if (!config || *config != at_hand.state.locked->settings)
    return "finals.yaml is not the one that was locked";
  const auto engines = contest::engines_of(at_hand.folder, at_hand.state.locked->finalists);
  return engines ? std::string{} : engines.error().message;
}

std::optional<contest::ContestAtHand> open_locked(const FinalsArguments& arguments, int& exit_code) {
  auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand || at_hand->state.locked) return at_hand;
  exit_code = fail(usage_error, fmt::format("the contest is not locked yet: {}",
                                            launched("contest lock " + shell_word(arguments.contest))));
  return std::nullopt;
}

int play_it(const FinalsArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_locked(arguments, exit_code);
  if (!at_hand) return exit_code;
  if (const std::string change = first_change(*at_hand); !change.empty())
    return fail(expectation_failed, change);
  if (contest::now() < at_hand->state.locked_at)
    return fail(
        machine_error,
        fmt::format("the clock says {}, but the contest was locked at {}: set the clock, or `ebiri "
                    "contest verify` finds games that began before the lock",
                    record::format_time(contest::now()), record::format_time(at_hand->state.locked_at)));
  if (!sweep_contest(*at_hand)) return machine_error;
  return play_run({.config = at_hand->folder.finals_config().string(),
                   .results = at_hand->folder.root.string(),
                   .resume = launched("contest play " + shell_word(arguments.contest)),
                   .quiet = arguments.quiet});
}

Manifest manifest_of(const State& state, const std::vector<contest::WithdrawnTeam>& withdrawn,
                     const std::vector<contest::HashedGame>& games) {
  const Locked& locked = *state.locked;
  Manifest manifest{{"format", "ebiri-contest-manifest/1"},
                    {"contest", state.opened->name},
                    {"public_key", state.opened->public_key},
                    {"commitment", state.opened->commitment},
                    {"secret", locked.secret},
                    {"beacon", locked.beacon},
                    {"seed", locked.seed},
                    {"history", state.last},
                    {"finalists", Manifest::array()},
                    {"withdrawn", Manifest::array()},
                    {"files", Manifest::object()},
                    {"games", Manifest::array()}};
  for (const Finalist& one : locked.finalists)
    manifest["finalists"].push_back(
        {{"team", one.team}, {"number", one.number}, {"submitted", one.submitted}, {"built", one.built}});
  for (const contest::WithdrawnTeam& team : withdrawn)
    manifest["withdrawn"].push_back({{"team", team.name}, {"faults", team.faults}});
  for (const contest::HashedGame& game : games)
    manifest["games"].push_back({{"game", game.game}, {"attempt", game.attempt}, {"sha256", game.sha256}});
  return manifest;
}

Result<void> write_results(const contest::ContestAtHand& at_hand, const contest::SigningKey& key,
                           contest::History& history, const contest::ContestResult& result) {
  const auto& folder = at_hand.folder;
  if (auto saved = contest::save_file(folder.root / "final.txt", result.text); !saved) return saved;
  if (auto saved = contest::save_file(folder.root / "final.json", report::json_table(result.standings));
      !saved)
    return saved;
  const auto games = contest::hashed_games(run::RunFolder{folder.finals()}.journal());
  if (!games) return games.error();
  Manifest manifest = manifest_of(history.state(), result.withdrawn, *games);
  for (const std::string& name : contest::files_of_manifest()) {
    const auto hash = sha256_of_file(folder.root / name);
    if (!hash) return hash.error();
    manifest["files"][name] = *hash;
  }
  const std::string text = manifest.dump(1) + "\n";
  if (auto saved = contest::save_file(folder.signature(), key.sign(text) + "\n"); !saved) return saved;
  if (auto saved = contest::save_file(folder.manifest(), text); !saved) return saved;
  return history.append(contest::Finalized{sha256_hex(text)});
}

int finalize_it(const FinalsArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_locked(arguments, exit_code);
  if (!at_hand) return exit_code;
  const run::RunFolder run{at_hand->folder.finals()};
  const auto digest = record::read_digest(run.journal());
  if (!digest) return fail(machine_error, digest.error().message);
  const auto tournament = run::tournament_of(digest->plans, digest->games);
  if (!tournament) return fail(machine_error, tournament.error().message);
  if (!tournament->complete())
    return fail(not_decided, fmt::format("games are missing; to play them: {}",
                                         launched("contest play " + shell_word(arguments.contest))));
  const auto result = contest::contest_result(at_hand->settings, *digest);
  if (!result) return fail(machine_error, result.error().message);
  const auto key = contest::SigningKey::open(at_hand->folder.key(), at_hand->state.opened->public_key);
  if (!key) return fail(machine_error, key.error().message);
  auto history = contest::History::open(at_hand->folder);
  if (!history) return fail(machine_error, history.error().message);
  if (const auto written = write_results(*at_hand, *key, *history, *result); !written)
    return fail(machine_error, written.error().message);
  fmt::print("{}", result->text);
  return 0;
}

}  // namespace

void add_contest_finals(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<FinalsArguments>();
  const auto add = [&](const char* name, const char* meaning, const char* footer,
                       int (*does)(const FinalsArguments&)) {
    auto* command = add_contest_command(contest, name, meaning, footer, arguments->contest);
    command->callback([arguments, &exit_code, does] { exit_code = does(*arguments); });
    return command;
  };
  auto* lock = add("lock", "Freeze the entries, reveal the secret and draw the seed", lock_footer, lock_it);
  lock->add_option("--beacon", arguments->beacon, "The public text that contest.yaml has announced");
  lock->add_flag("--early", arguments->early, "Before the deadline");
  auto* play = add("play", "Play the finals, or go on with them", finals_footer, play_it);
  play->add_flag("--quiet", arguments->quiet, "Only the table, at the end");
  add("finalize", "Write the final table and the signed manifest", finalize_footer, finalize_it);
}

}  // namespace ebiri::cli

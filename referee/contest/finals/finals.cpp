#include "referee/contest/finals/finals.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>

#include "referee/config/load.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/line_file.hpp"
#include "referee/record/lock.hpp"
#include "referee/record/verify.hpp"
#include "referee/report/table.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using Manifest = nlohmann::ordered_json;

Result<Locked> draw_seed(const LoadedContest& contest, const std::string& beacon) {
  const auto secret = read_file(contest.folder.secret());
  if (!secret) return secret.error();
  Locked locked{.secret = std::string{trim(*secret)}, .beacon = beacon};
  if (commitment_to(locked.secret) != contest.state.opened->commitment)
    return Error{
        fmt::format("the secret in `{}` does not match the commitment", contest.folder.secret().string())};
  locked.seed = seed_of(locked.secret, locked.beacon);
  return locked;
}

// Why the contest cannot be locked now; empty if it can.
std::string not_ready(const Settings& settings, const State& state, const LockOptions& options) {
  if (state.locked) return "the contest is already locked";
  if (settings.deadline && now() < *settings.deadline && !options.early)
    return fmt::format("the deadline is {}, and it is {}; `--early` locks the contest before the deadline",
                       record::format_time(*settings.deadline), record::format_time(now()));
  if (settings.beacon.empty() && !options.beacon.empty())
    return "no beacon was announced in contest.yaml, so none can be used";
  if (!settings.beacon.empty() && options.beacon.empty())
    return fmt::format("contest.yaml announces a beacon, `{}`: give its text with `--beacon TEXT`",
                       settings.beacon);
  std::vector<std::string> waiting;
  for (const Team& team : state.teams)
    if (team.waiting() != nullptr) waiting.push_back(team.name);
  return waiting.empty() ? "" : "submissions wait for `ebiri contest qualify`: " + join(waiting, ", ");
}

// The place of `openings` in contest.yaml; without that key, the place of `finals`.
std::string place_of_openings(const LoadedContest& contest) {
  const config::Node& finals = contest.settings.finals;
  const config::Entry* openings = finals.find("openings");
  const config::Place place = openings != nullptr ? openings->place : finals.place;
  return fmt::format("{}:{}:{}", contest.folder.settings().string(), place.line, place.column);
}

Result<void> check_arena(const LoadedContest& contest, const tournament::Settings& settings,
                         const char* advice) {
  const auto arena = run::make_arena(settings, config::search_path_for(contest.folder.finals_config()));
  if (arena) return {};
  return refusal(fmt::format("{}\n{}: the finals cannot be played with this config; {}",
                             arena.error().message, place_of_openings(contest), advice));
}

// Checks that the finals can be played with `config`.
Result<void> check_finals(const LoadedContest& contest, const std::string& config) {
  const auto& file = contest.folder.finals_config();
  const auto search = config::search_path_for(file);
  const auto loaded = config::load_text({file.string(), config}, {}, &search);
  if (!loaded)
    return refusal(
        fmt::format("the finals cannot be played with this config; change `finals` in contest.yaml:\n{}",
                    trim(loaded.error().message)));
  return check_arena(contest, *loaded, "nothing is locked");
}

int faults_of(const std::string& team, const rating::Tally& tally) {
  return static_cast<int>(tally.engine(team).forfeits.total());
}

std::vector<FinalPlace> withdrawn_teams(const FaultPolicy& policy, const record::Digest& digest,
                                        const rating::Tally& tally) {
  std::vector<FinalPlace> list;
  if (!policy.most || digest.plans.empty()) return list;
  for (const std::string& name : digest.plans.back().engines)
    if (const int faults = faults_of(name, tally); faults > *policy.most) list.push_back({name, "", faults});
  return list;
}

bool is_among(const std::vector<FinalPlace>& teams, const std::string& name) {
  return std::ranges::find(teams, name, &FinalPlace::team) != teams.end();
}

// Withdrawn teams have no place, so others move up. Teams that share a place in the standings share it here.
std::vector<FinalPlace> places_of(const report::Standings& standings,
                                  const std::vector<FinalPlace>& withdrawn, const rating::Tally& tally) {
  std::vector<const report::StandingsRow*> rows;
  for (const auto& row : standings.rows)
    if (!is_among(withdrawn, row.name)) rows.push_back(&row);
  std::vector<FinalPlace> places;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    const auto shared = [&](const auto* row) {
      return rows[first]->place && row->place == rows[first]->place;
    };
    for (last = first + 1; last < rows.size() && shared(rows[last]);) ++last;
    const std::string place =
        last == first + 1 ? std::to_string(last) : fmt::format("{}-{}", first + 1, last);
    for (std::size_t i = first; i < last; ++i)
      places.push_back({rows[i]->name, place, faults_of(rows[i]->name, tally)});
  }
  places.insert(places.end(), withdrawn.begin(), withdrawn.end());
  return places;
}

std::string places_text(const ContestResult& result) {
  std::size_t width = 4;
  for (const auto& row : result.standings.rows) width = std::max(width, row.name.size());
  std::string text = fmt::format("Place  {:<{}}  Points  Games\n", "Team", width);
  for (const FinalPlace& each : result.places) {
    const auto row = std::ranges::find(result.standings.rows, each.team, &report::StandingsRow::name);
    text += each.place.empty() ? fmt::format("{:>5}  {:<{}}  withdrawn: {} games lost by a fault\n", "-",
                                             each.team, width, each.faults)
                               : fmt::format("{:>5}  {:<{}}  {:>6.1f}  {:>5}\n", each.place, each.team, width,
                                             row->points, row->games);
  }
  return text;
}

std::string policy_text(const FaultPolicy& policy) {
  if (!policy.most) return "faults: no limit on games lost by a fault";
  return fmt::format(
      "faults: an entry that loses more than {} games by a fault is withdrawn, and its games {}",
      *policy.most, policy.games_count ? "count" : "are omitted");
}

// The games of a journal as in the manifest: the numbers of each, and the SHA-256 of its line.
Result<std::vector<Manifest>> hashed_games(const std::filesystem::path& journal) {
  auto file = record::LineFile::open(journal);
  if (!file) return file.error();
  std::vector<Manifest> games;
  while (true) {
    const auto line = file->next();
    if (!line) return line.error();
    if (!*line) break;
    const auto object = nlohmann::json::parse((*line)->text, nullptr, false);
    if (!object.is_object() || object.value("type", nlohmann::json{}) != "game") continue;
    const auto number = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_number_integer() ? found->get<int>() : 1;
    };
    games.push_back(
        {{"game", number("game")}, {"attempt", number("attempt")}, {"sha256", sha256_hex((*line)->text)}});
  }
  return games;
}

// Files with hashes in the manifest, relative to the contest's folder.
constexpr const char* files_of_manifest[] = {"contest.yaml", "finals.yaml", "finals/games.jsonl", "final.txt",
                                             "final.json"};

Manifest manifest_of(const State& state, const std::vector<FinalPlace>& places,
                     const std::vector<Manifest>& games) {
  const Locked& locked = *state.locked;
  Manifest manifest{{"format", "ebiri-contest-manifest/1"},
                    {"contest", state.opened->name},
                    {"public_key", state.opened->public_key},
                    {"commitment", state.opened->commitment},
                    {"secret", locked.secret},
                    {"beacon", locked.beacon},
                    {"seed", locked.seed},
                    {"history", state.last_hash()},
                    {"finalists", Manifest::array()},
                    {"withdrawn", Manifest::array()},
                    {"files", Manifest::object()},
                    {"games", games}};
  for (const Finalist& one : locked.finalists)
    manifest["finalists"].push_back(
        {{"team", one.team}, {"number", one.number}, {"submitted", one.submitted}, {"built", one.built}});
  for (const FinalPlace& each : places)
    if (each.place.empty()) manifest["withdrawn"].push_back({{"team", each.team}, {"faults", each.faults}});
  return manifest;
}

// Writes the files of the results, and a line of the history unless its last one has the same results.
Result<void> write_results(const Folder& folder, const SigningKey& key, History& history,
                           const ContestResult& result) {
  if (auto saved = save_file(folder.root / "final.txt", result.text); !saved) return saved;
  if (auto saved = save_file(folder.root / "final.json", report::json_table(result.standings)); !saved)
    return saved;
  const auto journal = run::RunFolder{folder.finals()}.journal();
  const auto games = hashed_games(journal);
  if (!games) return games.error();
  Time at = now();  // the clock may have been ahead during the games
  const auto read = record::read_journal(journal, [&](const auto& game) { at = std::max(at, game.started); });
  if (!read) return read.error();
  Manifest manifest = manifest_of(history.state(), result.places, *games);
  for (const std::string name : files_of_manifest) {
    const auto hash = sha256_of_file(folder.root / name);
    if (!hash) return hash.error();
    manifest["files"][name] = *hash;
  }
  const auto& last = history.state().finalized;
  if (const auto before = read_file(folder.manifest());
      last && before && sha256_hex(*before) == last->manifest) {
    Manifest same = Manifest::parse(*before, nullptr, false);
    same["history"] = manifest["history"];
    if (same == manifest) return {};
  }
  const std::string text = manifest.dump(1) + "\n";
  if (auto saved = save_file(folder.signature(), key.sign(text) + "\n"); !saved) return saved;
  if (auto saved = save_file(folder.manifest(), text); !saved) return saved;
  return history.append(Finalized{sha256_hex(text)}, at);
}

// Reads finals.yaml and prepares its games. The files of the entries need not exist.
Result<run::Arena> finals_arena(const Folder& folder) {
  const auto text = read_file(folder.finals_config());
  if (!text) return text.error();
  auto loaded = config::load_text({folder.finals_config().string(), *text}, {}, nullptr);
  if (!loaded) return loaded.error();
  auto arena = run::make_arena(std::move(*loaded), config::search_path_for(folder.finals_config()));
  if (arena) run::find_missing_isolation(*arena);  // sets the isolation, which plans record
  return arena;
}

// The tournament of finals.yaml with the games of its journal, whose own plans may have fewer pairs.
Result<tournament::Tournament> finals_tournament(const run::Arena& arena, const record::Digest& digest) {
  auto plans = digest.plans;
  plans.push_back(run::plan_info(arena));
  if (!digest.plans.empty() && arena.settings.on_failed_start == tournament::FailedStart::withdraw)
    plans.back().absent = digest.plans.back().absent;
  return run::tournament_of(plans, digest.games);
}

// Checks what `run::check_resumable` does not, because a run may change it: the table depends on the engines
// and the scoring of the plans, and on every recorded attempt.
Result<void> check_journal(const run::Arena& arena, const record::Digest& digest) {
  const auto names = [](const tournament::Settings& settings) {
    return mapped(settings.engines, &tournament::EngineSettings::name);
  };
  const rating::Scoring& scoring = arena.settings;
  bool same_scoring = true;
  for (const record::PlanInfo& plan : digest.plans) {
    const auto settings = config::load_text({"config.yaml", plan.config}, {}, nullptr);
    if (!settings) return settings.error();
    if (plan.engines != names(arena.settings) || plan.engines != names(*settings))
      return Error{"the engines of a plan in the journal are not those of finals.yaml"};
    same_scoring = static_cast<const rating::Scoring&>(*settings) == scoring;  // that of the last plan stays
  }
  if (!same_scoring)
    return Error{
        "the scoring of the last plan in the journal is not that of finals.yaml; run `ebiri contest play`"};
  int decided = 0;  // the last game with a final attempt
  for (const std::size_t i : match::in_order(digest.games)) {
    const match::GameSummary& game = digest.games[i];
    if (game.game == decided)
      return Error{
          fmt::format("game {} has a record after its final one: attempt {}", game.game, game.attempt)};
    if (!match::aborted(game) || game.attempt > arena.settings.max_replays) decided = game.game;
  }
  return {};
}

constexpr std::chrono::minutes date_tolerance{1};  // for a history of version 1

class Verification {
 public:
  Verification(const LoadedContest& contest, const std::function<void(const CheckResult&)>& report)
      : contest_(contest),
        report_(report) {}

  bool operator()(const Claims& claims) {
    say(true, fmt::format("history: {} lines, each follows from the one before it", lines_.size()));
    check_announced(claims);
    check_dates();
    for (const Receipt& receipt : claims.receipts) check_receipt(receipt);
    if (state_.locked) check_lock(*state_.locked);
    if (state_.locked && exists(status_of(journal()))) check_games();
    if (state_.finalized) check_manifest();
    const auto finalized = std::ranges::count_if(
        lines_, [](const HistoryLine& line) { return std::holds_alternative<Finalized>(line.event); });
    if (finalized > 1)
      note(fmt::format("finalized {} times with different results; these are the last", finalized));
    if (!state_.locked) note("the contest is not locked yet");
    if (state_.locked && !state_.finalized) note("the contest is not finalized yet");
    return problems_ == 0;
  }

 private:
  std::filesystem::path journal() const { return run::RunFolder{folder_.finals()}.journal(); }

  void note(const std::string& what) const { report_({CheckResult::Kind::note, what}); }

  void say(bool good, const std::string& what) {
    report_({good ? CheckResult::Kind::passed : CheckResult::Kind::failed, what});
    problems_ += good ? 0 : 1;
  }

  void check_announced(const Claims& claims) {
    if (claims.key.empty()) note("the public key was not compared with the announced one: `--key KEY`");
    check_claim("key", claims.key, state_.opened->public_key);
    check_claim("commitment", claims.commitment, state_.opened->commitment);
    for (const std::string& head : claims.heads) {
      const auto found = std::ranges::find(lines_, head, &HistoryLine::hash);
      say(found != lines_.end(), found == lines_.end() ? "no line of the history has the hash " + head
                                                       : fmt::format("line {} of the history has the hash {}",
                                                                     found - lines_.begin() + 1, head));
    }
  }

  void check_claim(const char* name, const std::string& claim, const std::string& known) {
    if (claim.empty()) return;
    say(claim == known, claim.size() == known.size() ? fmt::format("the {} is the announced one", name)
                                                     : fmt::format("the {} has {} characters; expected {}",
                                                                   name, claim.size(), known.size()));
  }

  // Checks that `later` is not before `earlier`.
  bool in_order(Time earlier, Time later) const {
    const bool old = state_.opened->version == 1;
    return earlier <= later + (old ? date_tolerance : std::chrono::minutes{0});
  }

  void check_dates() {
    if (state_.opened->version == 1)
      note("the history is of version 1: a date in it may be wrong by a minute");
    const std::size_t problems = problems_;
    for (std::size_t i = 1; i < lines_.size(); ++i)
      if (!in_order(lines_[i - 1].at, lines_[i].at))
        say(false, fmt::format("line {} of the history is dated {}, before line {}", i + 1,
                               record::format_time(lines_[i].at), i));
    if (problems == problems_) say(true, "the dates of the history never decrease");
    check_order();
    const auto& deadline = settings_.deadline;
    if (!deadline) return;
    bool in_time = true;
    for (const Team& team : state_.teams)
      for (const Submission& one : team.submissions) {
        if (in_order(one.at, *deadline)) continue;
        in_time = false;
        say(false, fmt::format("submission {} of {} is dated {}, after the deadline", one.submitted.number,
                               team.name, record::format_time(one.at)));
      }
    if (in_time) say(true, "no entry is dated after the deadline");
  }

  // A contest is opened once, and after the lock it can only be finalized.
  void check_order() {
    bool good = true, locked = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Event& event = lines_[i].event;
      const bool opens = std::holds_alternative<Opened>(event), locks = std::holds_alternative<Locked>(event),
                 ends = std::holds_alternative<Finalized>(event);
      if (opens == (i == 0) && ends == locked) {
        locked = locked || locks;
        continue;
      }
      good = false;
      say(false, fmt::format("line {} of the history is out of order: {}", i + 1,
                             i == 0   ? "the contest is not open"
                             : opens  ? "the contest is already open"
                             : locked ? "the contest is locked"
                                      : "the contest is not locked"));
    }
    if (good)
      say(true, locked ? "no submission was added after the lock" : "the events are in a valid order");
  }

  void check_receipt(const Receipt& receipt) {
    const std::string problem = receipt_problem(receipt, *state_.opened, lines_);
    const Submission& claimed = receipt.submission;
    const std::string of =
        fmt::format("the receipt of {} {}", claimed.submitted.team, claimed.submitted.number);
    say(problem.empty(), problem.empty() ? fmt::format("{} matches line {} of the history", of, claimed.line)
                                         : of + ": " + problem);
  }

  void check_lock(const Locked& locked) {
    say(commitment_to(locked.secret) == state_.opened->commitment, "the secret matches the commitment");
    say(seed_of(locked.secret, locked.beacon) == locked.seed,
        locked.beacon.empty() ? "the seed follows from the secret"
                              : "the seed follows from the secret and the beacon `" + locked.beacon + "`");
    same_file(folder_.settings(), locked.rules, "contest.yaml is unchanged since the lock");
    if (locked.rules != state_.opened->rules)
      note("contest.yaml, for example its deadline, was changed between the opening and the lock");
    same_file(folder_.finals_config(), locked.settings, "finals.yaml is unchanged since the lock");
    say(state_.finalists() == locked.finalists, "the finalists are the last qualified submissions");
    const auto trees = folder_.root / "trees";
    if (::access(trees.c_str(), R_OK | X_OK) == 0)
      check_entries(locked);
    else
      note(fmt::format("trees/ is {}: the entries cannot be compared with their hashes",
                       errno == EACCES ? "not readable" : "not available"));
  }

  void check_entries(const Locked& locked) {
    auto engines = engines_of(folder_, locked.finalists, false);
    if (!engines) return say(false, engines.error().message);
    say(true, fmt::format("the files of {} finalists are unchanged since the lock", locked.finalists.size()));
    const auto text = read_file(folder_.finals_config());
    const auto played = config::load_text({"finals.yaml", text ? *text : ""}, {}, nullptr);
    for (std::size_t i = 0; played && i < std::min(engines->size(), played->engines.size()); ++i)
      if (const std::string& command = played->engines[i].command; "/usr" + command == (*engines)[i].command)
        (*engines)[i].command = command;  // the machine of the finals had the program only in /bin
    say(text && *text == finals_yaml(settings_, locked.seed, *engines),
        "finals.yaml follows from contest.yaml, the seed and the entries");
  }

  void same_file(const std::filesystem::path& file, const std::string& hash, const std::string& what) {
    const auto current = sha256_of_file(file);
    say(current && *current == hash, what);
  }

  void check_games() {
    auto arena = finals_arena(folder_);
    if (!arena) return say(false, "finals.yaml cannot be read: " + arena.error().message);
    record::Digest digest;  // of the journal itself: a cached one may be forged
    auto head = record::read_journal(journal(), [&](const auto& game) { digest.add(game); });
    if (!head) return say(false, head.error().message);
    static_cast<record::JournalHead&>(digest) = std::move(*head);
    auto fit = run::check_resumable(digest, *arena);
    if (fit) fit = check_journal(*arena, digest);
    say(fit && digest.run.seed == state_.locked->seed,
        fit ? "the games are those of finals.yaml and its seed"
            : "the games are not those of finals.yaml: " + fit.error().message);
    const auto tournament = finals_tournament(*arena, digest);
    if (!tournament) return say(false, tournament.error().message);
    int confirmed = 0, refuted = 0;
    const auto check = [&](const match::GameRecord& record) {
      auto found = record::contradictions(record, *arena->rules);
      if (const auto difference = run::schedule_difference(record, *arena, tournament->schedule()))
        found.push_back(*difference);
      if (!in_order(state_.locked_at, record.started))
        found.push_back("it began at " + record::format_time(record.started) + ", before the lock");
      if (state_.finalized && !in_order(record.started, state_.finalized_at))
        found.push_back("it began at " + record::format_time(record.started) + ", after the end");
      (found.empty() ? confirmed : refuted) += 1;
      for (const std::string& sentence : found) say(false, fmt::format("game {}: {}", record.game, sentence));
    };
    if (const auto read = record::read_journal(journal(), check); !read)
      return say(false, read.error().message);
    const auto invalid = std::ranges::count(digest.rejected, false, &record::Rejected::torn);
    say(refuted == 0 && invalid == 0,
        fmt::format("{} games confirmed by the rules, {} refuted, {} invalid lines", confirmed, refuted,
                    invalid));
    if (refuted == 0) say(true, "the games began after the lock");
    for (const tournament::Withdrawn& withdrawn : tournament->withdrawals().list())
      if (withdrawn.after == 0) note("according to the host, " + tournament::sentence(withdrawn));
    const bool complete = tournament->complete();
    if (!complete && !state_.finalized) note("not all games are played yet");
    if (!state_.finalized) return;
    say(complete, complete ? "all games of finals.yaml are played" : "games of finals.yaml are missing");
    const auto result = contest_result(settings_, digest);
    const auto text = read_file(folder_.root / "final.txt");
    say(result && text && result->text == *text, "final.txt follows from the games");
  }

  void check_manifest() {
    const auto text = read_file(folder_.manifest()), signature = read_file(folder_.signature());
    if (!text || !signature) return say(false, "manifest.json or manifest.sig cannot be read");
    say(sha256_hex(*text) == state_.finalized->manifest, "manifest.json has the hash in the history");
    say(is_signed(*text, trim(*signature), state_.opened->public_key),
        "manifest.json is signed with the key in the history");
    const Manifest manifest = Manifest::parse(*text, nullptr, false);
    if (!manifest.is_object()) return say(false, "manifest.json is not a JSON object");
    say(lines_.size() > 1 && manifest.contains("history") && manifest["history"] == lines_.rbegin()[1].hash,
        "manifest.json belongs to this history");
    for (const std::string name : files_of_manifest) {
      const auto hash = sha256_of_file(folder_.root / name);
      const Manifest* files = manifest.contains("files") ? &manifest["files"] : nullptr;
      say(hash && files != nullptr && files->is_object() && files->value(name, Manifest{}) == *hash,
          name + " has the hash of the manifest");
    }
    const auto games = hashed_games(journal());
    if (!games) return say(false, games.error().message);
    const Manifest list = *games;
    say(manifest.contains("games") && manifest["games"] == list,
        fmt::format("{} games have the hashes of the manifest", list.size()));
  }

  const LoadedContest& contest_;
  const std::function<void(const CheckResult&)>& report_;
  const Settings& settings_ = contest_.settings;
  const Folder& folder_ = contest_.folder;
  const State& state_ = contest_.state;
  const std::vector<HistoryLine>& lines_ = state_.lines;
  std::size_t problems_ = 0;
};

}  // namespace

Result<void> check_openings(const LoadedContest& contest) {
  const std::vector<tournament::EngineSettings> two{{.name = "one", .command = "/bin/sh"},
                                                    {.name = "two", .command = "/bin/sh"}};
  const auto& file = contest.folder.finals_config();
  const auto search = config::search_path_for(file);
  const auto finals = config::load_text({file.string(), finals_yaml(contest.settings, 1, two)}, {}, &search);
  if (!finals) return {};  // a format may need more than two entries
  return check_arena(contest, *finals, "change `openings` or `pairs`");
}

Result<Locked> lock(const LoadedContest& contest, const LockOptions& options) {
  const Folder& folder = contest.folder;
  const auto work = record::Lock::take(folder.root / "work");  // no build or examination is running
  if (!work) return work.error();
  auto history = History::open(folder);
  if (!history) return history.error();
  if (const auto why = not_ready(contest.settings, history->state(), options); !why.empty())
    return refusal(why);
  auto locked = draw_seed(contest, options.beacon);
  if (!locked) return locked;
  locked->finalists = history->state().finalists();
  if (locked->finalists.size() < 2)
    return refusal(fmt::format("{} of {} teams qualified; two are needed", locked->finalists.size(),
                               history->state().teams.size()));
  const auto engines = engines_of(folder, locked->finalists);
  if (!engines) return engines.error();
  const std::string config = finals_yaml(contest.settings, locked->seed, *engines);
  if (const auto checked = check_finals(contest, config); !checked) return checked.error();
  const auto rules = sha256_of_file(folder.settings());
  if (!rules) return rules.error();
  locked->rules = *rules;
  locked->settings = sha256_hex(config);
  if (const auto saved = save_file(folder.finals_config(), config); !saved) return saved.error();
  if (const auto appended = history->append(*locked); !appended) return appended.error();
  return locked;
}

std::string config_change_since_lock(const LoadedContest& contest) {
  const auto rules = sha256_of_file(contest.folder.settings());
  if (!rules || *rules != contest.state.locked->rules)
    return "contest.yaml has changed since the lock; restore it, or nobody can verify the results";
  const auto config = sha256_of_file(contest.folder.finals_config());
  return config && *config == contest.state.locked->settings ? "" : "finals.yaml has changed since the lock";
}

std::string change_since_lock(const LoadedContest& contest) {
  if (std::string change = config_change_since_lock(contest); !change.empty()) return change;
  const auto engines = engines_of(contest.folder, contest.state.locked->finalists);
  return engines ? std::string{} : engines.error().message;
}

Result<ContestResult> contest_result(const Settings& settings, const record::Digest& digest) {
  ContestResult result;
  const rating::Tally tally = run::tally_of(digest);
  const std::vector<FinalPlace> withdrawn = withdrawn_teams(settings.faults, digest, tally);
  record::Digest counted = digest;
  if (!settings.faults.games_count)
    counted.games = run::counted_games(digest.games, [&](const match::GameSummary& game) {
      return !is_among(withdrawn, game.south) && !is_among(withdrawn, game.north);
    });
  result.standings = run::standings_of(run::run_meta(counted), run::tally_of(counted));
  result.places = places_of(result.standings, withdrawn, tally);
  result.text = fmt::format("{}\n\n{}\n{}\n\n{}", settings.name, places_text(result),
                            policy_text(settings.faults), report::text_table(result.standings, {}));
  const auto tournament = run::tournament_of(digest.plans, digest.games);
  if (!tournament) return tournament.error();
  // Two empty lines, as in the final.txt of contests that were finalized earlier: `verify` compares the
  // bytes.
  if (const auto rounds = run::rounds_text(&*tournament); !rounds.empty()) result.text += "\n\n" + rounds;
  return result;
}

Result<std::optional<ContestResult>> finalize(const LoadedContest& contest) {
  const auto journal = run::RunFolder{contest.folder.finals()}.journal();
  std::error_code problem;
  if (!std::filesystem::exists(journal, problem) && !problem) return std::optional<ContestResult>{};
  const auto digest = record::read_digest(journal);
  if (!digest) return digest.error();
  const auto arena = finals_arena(contest.folder);
  if (!arena) return arena.error();
  const auto tournament = finals_tournament(*arena, *digest);
  if (!tournament) return tournament.error();
  if (!tournament->complete()) return std::optional<ContestResult>{};
  if (const auto checked = check_journal(*arena, *digest); !checked) return checked.error();
  auto result = contest_result(contest.settings, *digest);
  if (!result) return result.error();
  const auto key = SigningKey::open(contest.folder.key(), contest.state.opened->public_key);
  if (!key) return key.error();
  auto history = History::open(contest.folder);
  if (!history) return history.error();
  if (const auto written = write_results(contest.folder, *key, *history, *result); !written)
    return written.error();
  return std::optional{std::move(*result)};
}

bool verify(const LoadedContest& contest, const Claims& claims,
            const std::function<void(const CheckResult&)>& report) {
  return Verification{contest, report}(claims);
}

}  // namespace ebiri::contest

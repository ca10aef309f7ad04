// Verifies a contest: checks every claim of its host against the published files.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::chrono::minutes date_tolerance{1};  // for a history of version 1

class Verification {
 public:
  Verification(const LoadedContest& contest, const std::function<void(const CheckResult&)>& report)
      : settings_(contest.settings),
        lines_(contest.state.lines),
        report_(report),
        folder_(contest.folder),
        state_(contest.state) {}

  bool operator()(const Claims& claims) {
    say(true, fmt::format("history: {} lines, each follows from the one before it", lines_.size()));
    check_announced(claims);
    check_dates();
    for (const Receipt& receipt : claims.receipts) check_receipt(receipt);
    if (state_.locked) check_lock(*state_.locked);
    if (state_.locked && exists(status_of(journal()))) check_games();
    if (state_.finalized) check_manifest();
    if (!state_.locked) note("the contest is not locked yet");
    if (state_.locked && !state_.finalized) note("the contest is not finalized yet");
    return problems_ == 0;
  }

 private:
  std::filesystem::path journal() const { return run::RunFolder{folder_.finals()}.journal(); }

  void note(const std::string& what) const { report_({{}, what}); }

  void say(bool good, const std::string& what) {
    report_({good, what});
    problems_ += good ? 0 : 1;
  }

  void check_announced(const Claims& claims) {
    if (!claims.key.empty()) say(claims.key == state_.opened->public_key, "the key is the announced one");
    if (!claims.commitment.empty())
      say(claims.commitment == state_.opened->commitment, "the commitment is the announced one");
    for (const std::string& head : claims.heads) {
      const auto found = std::ranges::find(lines_, head, &HistoryLine::hash);
      say(found != lines_.end(), found == lines_.end() ? "no line of the history has the hash " + head
                                                       : fmt::format("line {} of the history has the hash {}",
                                                                     found - lines_.begin() + 1, head));
    }
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
        say(false, fmt::format("{} {} is dated {}, after the deadline", team.name, one.submitted.number,
                               record::format_time(one.at)));
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
    const auto engines = engines_of(folder_, locked.finalists);
    if (!engines) return say(false, engines.error().message);
    say(true, fmt::format("the files of {} finalists are unchanged since the lock", locked.finalists.size()));
    const auto text = read_file(folder_.finals_config());
    say(text && *text == finals_yaml(settings_, locked.seed, *engines),
        "finals.yaml follows from contest.yaml, the seed and the entries");
  }

  void same_file(const std::filesystem::path& file, const std::string& hash, const std::string& what) {
    const auto now = sha256_of_file(file);
    say(now && *now == hash, what);
  }

  void check_games() {
    auto arena = finals_arena(folder_);
    if (!arena) return say(false, "finals.yaml cannot be read: " + arena.error().message);
    const auto digest = record::read_digest(journal());
    if (!digest) return say(false, digest.error().message);
    const auto fit = run::fits(*digest, *arena);
    say(fit && digest->run.seed == state_.locked->seed,
        fit ? "the games are those of finals.yaml and its seed"
            : "the games are not those of finals.yaml: " + fit.error().message);
    const auto tournament = run::tournament_of(digest->plans, digest->games);
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
    const auto unsound = std::ranges::count(digest->rejected, false, &record::Rejected::torn);
    say(refuted == 0 && unsound == 0,
        fmt::format("{} games confirmed by the rules, {} refuted, {} invalid lines", confirmed, refuted,
                    unsound));
    if (refuted == 0) say(true, "the games began after the lock");
    if (!tournament->complete()) note("not all games are played yet");
    if (!state_.finalized) return;
    const auto result = contest_result(settings_, *digest);
    const auto text = read_file(folder_.root / "final.txt");
    say(result && text && result->text == *text, "final.txt follows from the games");
  }

  void check_manifest() {
    const auto text = read_file(folder_.manifest()), signature = read_file(folder_.signature());
    if (!text || !signature) return say(false, "manifest.json or manifest.sig cannot be read");
    say(sha256_hex(*text) == state_.finalized->manifest, "manifest.json has the hash in the history");
    say(is_signed(*text, trim(*signature), state_.opened->public_key),
        "manifest.json is signed with the announced key");
    const Manifest manifest = Manifest::parse(*text, nullptr, false);
    if (!manifest.is_object()) return say(false, "manifest.json is not a JSON object");
    say(lines_.size() > 1 && manifest.contains("history") && manifest["history"] == lines_.rbegin()[1].hash,
        "manifest.json belongs to this history");
    for (const std::string& name : files_of_manifest()) {
      const auto hash = sha256_of_file(folder_.root / name);
      const Manifest* files = manifest.contains("files") ? &manifest["files"] : nullptr;
      say(hash && files != nullptr && files->is_object() && files->value(name, Manifest{}) == *hash,
          name + " has the hash of the manifest");
    }
    const auto games = hashed_games(journal());
    const Manifest list = games ? *games : std::vector<Manifest>{};
    say(manifest.contains("games") && manifest["games"] == list,
        fmt::format("{} games have the hashes of the manifest", list.size()));
  }

  const Settings& settings_;
  const std::vector<HistoryLine>& lines_;
  const std::function<void(const CheckResult&)>& report_;
  const Folder& folder_;
  const State& state_;
  std::size_t problems_ = 0;
};

}  // namespace

bool verify(const LoadedContest& contest, const Claims& claims,
            const std::function<void(const CheckResult&)>& report) {
  return Verification{contest, report}(claims);
}

}  // namespace ebiri::contest

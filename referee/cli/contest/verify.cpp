// `ebiri contest verify`: whether a contest is what its host says it is.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/entries/draw.hpp"
#include "referee/contest/entries/examine.hpp"
#include "referee/contest/entries/receipt.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/finals/result.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/verify.hpp"
#include "referee/report/table.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using ReadManifest = nlohmann::json;

constexpr const char* verify_footer = R"(Examples:
  ebiri contest verify friday                        everything that can be checked so far
  ebiri contest verify friday --key 5f0c…            and that this key signed it, which was announced
  ebiri contest verify friday --commitment 91ab…     and that this commitment was kept
  ebiri contest verify friday --head 90ab…           and that this line, which the page showed, is still in the history
  ebiri contest verify friday --receipt receipt.txt more.txt    and that these submissions are where their receipts say

The history's chain and its dates: they rise, no entry is dated after the deadline or the lock, and the games began after
the lock. Receipts and heads find a history that was made anew with other dates, or in another order. Further: that the secret fits the commitment, and the seed the secret and the beacon; every finalist's
files against their hashes; that the finals are of this seed: openings, seeds and pairings; every game against its hash,
and played again by the rules; the table, made again; the signature. Nothing of `private/` and `teams/` is needed, so
everybody who has a copy of the rest can do it.
Exit code 0: all is true; 1: something is not; 2: there is no such contest, or a file has no receipt; 3: a file cannot be
read.)";

struct VerifyArguments {
  std::string contest, key, commitment;
  std::vector<std::string> heads, receipts;  // of lines; files
};

constexpr std::chrono::minutes old_dates{1};  // that dates of a history of version 1 may be wrong by

class Verification {
 public:
  Verification(const contest::ContestAtHand& at_hand, const VerifyArguments& arguments,
               const std::vector<contest::HistoryLine>& lines, const std::vector<contest::Receipt>& receipts)
      : at_hand_(at_hand),
        arguments_(arguments),
        lines_(lines),
        receipts_(receipts),
        folder_(at_hand.folder),
        state_(at_hand.state) {}

  int operator()() {
    say(true, fmt::format("history: {} lines, each follows from the one before it", state_.lines));
    announced();
    dates();
    for (const contest::Receipt& receipt : receipts_) check_receipt(receipt);
    if (state_.locked) locked();
    if (state_.locked && exists(run::RunFolder{folder_.finals()}.journal())) played();
    if (state_.finalized) finalized();
    if (!state_.locked) fmt::print("--  the contest is not locked yet\n");
    if (state_.locked && !state_.finalized) fmt::print("--  the contest is not finalized yet\n");
    return problems_ == 0 ? 0 : expectation_failed;
  }

 private:
  static bool exists(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
  }

  void say(bool good, const std::string& what) {
    fmt::print("{} {}\n", good ? "yes" : "NO ", printable(what, 1000));
    problems_ += good ? 0 : 1;
  }

  void announced() {
    if (!arguments_.key.empty())
      say(arguments_.key == state_.opened->public_key, "the key is the one that was announced");
    if (!arguments_.commitment.empty())
      say(arguments_.commitment == state_.opened->commitment, "the commitment is the one that was announced");
    for (const std::string& head : arguments_.heads) {
      const auto found = std::ranges::find(lines_, head, &contest::HistoryLine::hash);
      say(found != lines_.end(), found == lines_.end() ? "no line of the history has the hash " + head
                                                       : fmt::format("line {} of the history has the hash {}",
                                                                     found - lines_.begin() + 1, head));
    }
  }

  // Whether `later` is not before `earlier`.
  bool in_order(contest::Time earlier, contest::Time later) const {
    const bool old = state_.opened->version == 1;
    return earlier <= later + (old ? old_dates : std::chrono::minutes{0});
  }

  void dates() {
    if (state_.opened->version == 1)
      fmt::print("--  the history is of version 1: a date in it may be wrong by a minute\n");
    const std::size_t problems = problems_;
    for (std::size_t i = 1; i < lines_.size(); ++i)
      if (!in_order(lines_[i - 1].at, lines_[i].at))
        say(false, fmt::format("line {} of the history is dated {}, before line {}", i + 1,
                               record::format_time(lines_[i].at), i));
    if (problems == problems_) say(true, "the dates of the history rise");
    order_of_events();
    const auto& deadline = at_hand_.settings.deadline;
    if (!deadline) return;
    bool in_time = true;
    for (const contest::Team& team : state_.teams)
      for (const contest::Submission& one : team.submissions) {
        if (in_order(one.at, *deadline)) continue;
        in_time = false;
        say(false, fmt::format("{} {} is dated {}, after the deadline", team.name, one.submitted.number,
                               record::format_time(one.at)));
      }
    if (in_time) say(true, "no entry is dated after the deadline");
  }

  // A contest is opened once, and after the lock it can only be finalized.
  void order_of_events() {
    bool good = true, locked = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const contest::Event& event = lines_[i].event;
      const bool opens = std::holds_alternative<contest::Opened>(event),
                 locks = std::holds_alternative<contest::Locked>(event),
                 ends = std::holds_alternative<contest::Finalized>(event);
      if (opens == (i == 0) && ends == locked) {
        locked = locked || locks;
        continue;
      }
      good = false;
      say(false, fmt::format("line {} of the history cannot come there: {}", i + 1,
                             i == 0   ? "the contest is not open"
                             : opens  ? "the contest is open already"
                             : locked ? "the contest is locked"
                                      : "the contest is not locked"));
    }
    if (good) say(true, locked ? "nothing was entered after the lock" : "the events are in a possible order");
  }

  void check_receipt(const contest::Receipt& receipt) {
    const std::string problem = contest::receipt_problem(receipt, *state_.opened, lines_);
    const std::string of = fmt::format("the receipt of {} {}", receipt.team, receipt.number);
    say(problem.empty(), problem.empty() ? fmt::format("{} is of line {} of the history", of, receipt.line)
                                         : of + ": " + problem);
  }

  void locked() {
    const contest::Locked& locked = *state_.locked;
    say(contest::commitment_to(locked.secret) == state_.opened->commitment,
        "the secret is what was committed to");
    say(contest::seed_of(locked.secret, locked.beacon) == locked.seed,
        locked.beacon.empty() ? "the seed follows from the secret"
                              : "the seed follows from the secret and the beacon `" + locked.beacon + "`");
    same_file(folder_.rules(), locked.rules, "contest.yaml is as it was when the contest was locked");
    if (locked.rules != state_.opened->rules)
      fmt::print("--  contest.yaml was changed between the opening and the lock\n");
    same_file(folder_.finals_config(), locked.settings, "finals.yaml is what was locked");
    say(state_.finalists() == locked.finalists,
        "the finalists are those who qualified, with what they submitted last");
    const auto trees = folder_.root / "trees";
    if (::access(trees.c_str(), R_OK | X_OK) == 0)
      entries();
    else
      fmt::print("--  trees/ is {}: the entries cannot be compared with their hashes\n",
                 errno == EACCES ? "closed to you" : "not here");
  }

  void entries() {
    const auto& finalists = state_.locked->finalists;
    const auto engines = contest::engines_of(folder_, finalists);
    if (!engines) return say(false, engines.error().message);
    say(true, fmt::format("the files of {} finalists are those that were locked", finalists.size()));
    const auto text = contest::read_file(folder_.finals_config());
    say(text && *text == contest::finals_yaml(at_hand_.settings, state_.locked->seed, *engines),
        "finals.yaml is what contest.yaml, the seed and the entries come to");
  }

  void same_file(const std::filesystem::path& file, const std::string& hash, const std::string& what) {
    const auto now = sha256_of_file(file);
    say(now && *now == hash, what);
  }

  void played() {
    const run::RunFolder run{folder_.finals()};
    auto arena = finals_arena(folder_);
    if (!arena) return say(false, "finals.yaml cannot be read: " + arena.error().message);
    const auto digest = record::read_digest(run.journal());
    if (!digest) return say(false, digest.error().message);
    const auto fit = fits(*digest, *arena);
    say(fit && digest->run.seed == state_.locked->seed,
        fit ? "the games are those of finals.yaml and its seed"
            : "the games are not those of finals.yaml: " + fit.error().message);
    const auto tournament = run::tournament_of(digest->plans, digest->games);
    if (!tournament) return say(false, tournament.error().message);
    int confirmed = 0, refuted = 0;
    const auto check = [&](const match::GameRecord& record) {
      auto found = record::contradictions(record, *arena->rules);
      if (const auto stray = against_draw(record, *arena, tournament->schedule())) found.push_back(*stray);
      if (!in_order(state_.locked_at, record.started))
        found.push_back("it began at " + record::format_time(record.started) + ", before the lock");
      if (state_.finalized && !in_order(record.started, state_.finalized_at))
        found.push_back("it began at " + record::format_time(record.started) + ", after the end");
      (found.empty() ? confirmed : refuted) += 1;
      for (const std::string& sentence : found) say(false, fmt::format("game {}: {}", record.game, sentence));
    };
    if (const auto read = record::read_journal(run.journal(), check); !read)
      return say(false, read.error().message);
    const auto unsound = std::ranges::count(digest->rejected, false, &record::Rejected::torn);
    say(refuted == 0 && unsound == 0,
        fmt::format("{} games confirmed by the rules, {} refuted, {} lines not sound", confirmed, refuted,
                    unsound));
    if (refuted == 0) say(true, "the games began after the lock");
    if (!tournament->complete()) fmt::print("--  not all games are played yet\n");
    if (!state_.finalized) return;
    const auto result = contest::contest_result(at_hand_.settings, *digest);
    const auto text = contest::read_file(folder_.root / "final.txt");
    say(result && text && result->text == *text, "final.txt is what the games come to");
  }

  void finalized() {
    const auto text = contest::read_file(folder_.manifest()),
               signature = contest::read_file(folder_.signature());
    if (!text || !signature) return say(false, "manifest.json or manifest.sig cannot be read");
    say(sha256_hex(*text) == state_.finalized->manifest, "manifest.json is the one of the history");
    say(contest::is_signed(*text, trim(*signature), state_.opened->public_key),
        "manifest.sig was made by the announced key");
    const ReadManifest manifest = ReadManifest::parse(*text, nullptr, false);
    if (!manifest.is_object()) return say(false, "manifest.json is no JSON object");
    say(lines_.size() > 1 && manifest.contains("history") && manifest["history"] == lines_.rbegin()[1].hash,
        "manifest.json was made of this history");
    for (const std::string& name : contest::files_of_manifest()) {
      const auto hash = sha256_of_file(folder_.root / name);
      const ReadManifest* files = manifest.contains("files") ? &manifest["files"] : nullptr;
      say(hash && files != nullptr && files->is_object() && files->value(name, "") == *hash,
          name + " has the hash of the manifest");
    }
    const auto games = contest::hashed_games(run::RunFolder{folder_.finals()}.journal());
    ReadManifest list = ReadManifest::array();
    if (games)
      for (const contest::HashedGame& game : *games)
        list.push_back({{"game", game.game}, {"attempt", game.attempt}, {"sha256", game.sha256}});
    say(manifest.contains("games") && manifest["games"] == list,
        fmt::format("{} games have the hashes of the manifest", list.size()));
  }

  const contest::ContestAtHand& at_hand_;
  const VerifyArguments& arguments_;
  const std::vector<contest::HistoryLine>& lines_;
  const std::vector<contest::Receipt>& receipts_;
  const contest::Folder& folder_;
  const contest::State& state_;
  std::size_t problems_ = 0;
};

int verify(const VerifyArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  const auto lines = contest::read_history_lines(at_hand->folder);
  if (!lines) return fail(machine_error, lines.error().message);
  std::vector<contest::Receipt> receipts;
  for (const std::string& file : arguments.receipts) {
    const auto text = contest::read_file(file);
    if (!text) return fail(machine_error, text.error().message);
    auto read = contest::read_receipts(*text);
    if (!read)
      return fail(usage_error, fmt::format("{}: {}; give a file with a receipt, as its team got it",
                                           printable(file, 200), read.error().message));
    std::ranges::move(*read, std::back_inserter(receipts));
  }
  return Verification{*at_hand, arguments, *lines, receipts}();
}

}  // namespace

void add_contest_verify(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<VerifyArguments>();
  auto* command = add_contest_command(contest, "verify", "Check everything that a contest claims",
                                      verify_footer, arguments->contest);
  command->add_option("--key", arguments->key, "The public key that was announced");
  command->add_option("--commitment", arguments->commitment, "The commitment that was announced");
  command->add_option("--head", arguments->heads,
                      "A hash that the page showed as the head of the history; several");
  command->add_option("--receipt", arguments->receipts, "Files with receipts of submissions")
      ->type_name("FILE");
  command->callback([arguments, &exit_code] { exit_code = verify(*arguments); });
}

}  // namespace ebiri::cli

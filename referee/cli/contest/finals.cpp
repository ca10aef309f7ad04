// `ebiri contest lock`, `play`, `finalize`, `verify`: from the deadline to the verified table.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "referee/cli/common/play_run.hpp"
#include "referee/cli/contest/commands.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using contest::LoadedContest;

constexpr const char* lock_footer = R"(Examples:
  ebiri contest lock friday
  ebiri contest lock friday --beacon "7 12 23 31 40 44"   with the beacon, such as the numbers of a lottery

Each team that is not withdrawn plays with its last qualified submission. The command reveals the secret,
derives the seed from the secret and the beacon, and writes `finals.yaml`: a config for `ebiri run` that names each
entry by its hash. After that, submissions can no longer be added, built or withdrawn. `ebiri run friday/finals.yaml
--results friday --dry-run` lists the games, and says how many are played at a time.
Exit code 0: locked; 2: too early, submissions are not checked, or too few finalists or openings; 3: a system error.)";

constexpr const char* finals_footer = R"(Examples:
  ebiri contest play friday

Compares every entry with its hash, then plays the finals: `ebiri run friday/finals.yaml --results friday`. Like every
run it can be interrupted and resumed; `ebiri watch friday/finals` and `ebiri serve friday/finals` show it.
Exit code 1: a file has changed since the lock; 2: the contest is not locked, or is finalized; 3: the clock is before
the lock; otherwise that of `ebiri run`.)";

constexpr const char* finalize_footer = R"(Examples:
  ebiri contest finalize friday

After the last game: withdraws teams as `faults` in contest.yaml says, and writes final.txt, final.json and
manifest.json. The manifest has the hashes of games, configs and tables; its signature is manifest.sig. `ebiri contest
verify` checks all of them.
Exit code 0: written; 1: a config has changed since the lock; 2: the contest is not locked; 3: a system error, or the
plans or attempts are not those of finals.yaml; 4: games are missing.)";

constexpr const char* verify_footer = R"(Examples:
  ebiri contest verify friday                        check that the files in the folder are consistent
  ebiri contest verify friday --key 5f0c…            also that the announced key signed the manifest
  ebiri contest verify friday --commitment 91ab…     also that the secret matches this commitment
  ebiri contest verify friday --head 90ab…           also that this hash, shown on the page as head, is in the history
  ebiri contest verify friday --receipt receipt.txt more.txt    also that these receipts are valid

Checks the history: its hash chain is intact, its dates never decrease, no submission is later than the deadline or the
lock, and the games began after the lock. Receipts and heads detect a history that was rewritten.

Checks the finals: the secret matches the commitment; the seed follows from secret and beacon; the finalists' files
match their hashes; openings, seeds and pairings follow from the seed; no game is missing, and each matches its hash and
follows the rules; the table follows from the games; the signature is valid. A copy without `private/` and `teams/` is
enough. Not checked: the text of the beacon, refusals, builds, whether a withdrawn entry failed to start, and whether
the entries chose the recorded moves.

Each line begins with `yes` (the check passed), `NO` (it failed) or `--` (a note, or a check that is not possible now).
Exit code 0: all passed; 1: a check failed; 2: the contest is not found, or a file has no receipt; 3: a system error.)";

int lock_contest(const LoadedContest& contest, const contest::LockOptions& options) {
  const auto locked = contest::lock(contest, options);
  if (!locked) return fail(locked.error());
  const bool changed = locked->rules != contest.state.opened->rules;
  fmt::print(
      "finalists   {}\nrules       {}\nsecret      {}\nbeacon      {}\nseed        {}\nfinals      {}\n",
      locked->finalists.size(), changed ? "changed since the contest was opened" : "unchanged",
      locked->secret, locked->beacon.empty() ? "none" : locked->beacon, locked->seed, locked->settings);
  say_next("publish this, and play", contest_command(contest.folder, "play"));
  return 0;
}

int not_locked(const LoadedContest& contest) {
  return fail(usage_error, fmt::format("the contest is not locked yet; to lock it: {}",
                                       lock_command(contest.folder, contest.settings)));
}

int play_finals(const LoadedContest& contest, const bool& quiet) {
  if (!contest.state.locked) return not_locked(contest);
  if (contest.state.finalized && exists(status_of(contest.folder.finals())))
    return fail(usage_error, "the contest is finalized, and its games are signed; the table is in final.txt");
  if (const std::string change = contest::change_since_lock(contest); !change.empty())
    return fail(expectation_failed, change);
  if (const auto now = contest::now(); now < contest.state.locked_at)
    return fail(system_error,
                fmt::format("the clock shows {}, but the contest was locked at {}: set the clock",
                            record::format_time(now), record::format_time(contest.state.locked_at)));
  if (const auto prepared = contest::prepare_folders(contest); !prepared) return fail(prepared.error());
  const int code = play_run({.config = contest.folder.finals_config().string(),
                             .results = contest.folder.root.string(),
                             .resume = contest_command(contest.folder, "play"),
                             .quiet = quiet});
  if (code == 0) say_next("write the final table", contest_command(contest.folder, "finalize"));
  return code;
}

int finalize_contest(const LoadedContest& contest, const NoArguments&) {
  if (!contest.state.locked) return not_locked(contest);
  if (const std::string change = contest::config_change_since_lock(contest); !change.empty())
    return fail(expectation_failed, change);
  const auto result = contest::finalize(contest);
  if (!result) return fail(result.error());
  if (!*result)
    return fail(not_decided, fmt::format("not all games of the finals are played yet; to play them: {}",
                                         contest_command(contest.folder, "play")));
  fmt::print("{}", (*result)->text);
  const contest::Opened& opened = *contest.state.opened;
  const auto claims = fmt::format(" --key {} --commitment {}", opened.public_key, opened.commitment);
  say_next("publish this command, with which anyone can check history, seed, games and table",
           contest_command(contest.folder, "verify", claims));
  return 0;
}

struct VerifyArguments {
  contest::Claims claims;
  std::vector<std::string> receipts;  // files
};

int verify_contest(const LoadedContest& contest, const VerifyArguments& arguments) {
  contest::Claims claims = arguments.claims;
  for (const std::string& file : arguments.receipts) {
    const auto text = contest::read_file(file);
    if (!text) return fail(text.error());
    auto read = contest::read_receipts(*text);
    if (!read)
      return fail(usage_error, fmt::format("{}: {}; expected a file with a receipt from `ebiri contest add`",
                                           printable(file, 200), read.error().message));
    std::ranges::move(*read, std::back_inserter(claims.receipts));
  }
  int failures = 0, notes = 0;
  const bool good = contest::verify(contest, claims, [&](const contest::CheckResult& finding) {
    using enum contest::CheckResult::Kind;
    if (finding.kind == note) ++notes;
    if (finding.kind == failed) ++failures;
    const char* word = finding.kind == note ? "-- " : finding.kind == passed ? "yes" : "NO ";
    fmt::print("{} {}\n", word, printable(finding.what, 1000));
  });
  fmt::print("{}; notes: {}\n", good ? "all checks passed" : fmt::format("checks failed: {}", failures),
             notes);
  return good ? 0 : expectation_failed;
}

}  // namespace

void add_contest_finals(Command contest, int& exit_code) {
  auto [lock, options] = add_contest_command(contest, exit_code, "lock",
                                             "Freeze the entries, reveal the secret and draw the seed",
                                             lock_footer, lock_contest);
  lock.add_option("--beacon", options.beacon, "The value of the beacon that contest.yaml describes");
  lock.add_flag("--early", options.early, "Lock before the deadline");
  auto [play, quiet] = add_contest_command(contest, exit_code, "play", "Play or resume the finals",
                                           finals_footer, play_finals);
  play.add_flag("--quiet", quiet, "Print only the final table");
  add_contest_command(contest, exit_code, "finalize", "Write the final table and the signed manifest",
                      finalize_footer, finalize_contest);
  auto [verify, arguments] =
      add_contest_command(contest, exit_code, "verify", "Check history, finals and table of a contest",
                          verify_footer, verify_contest);
  verify.add_option("--key", arguments.claims.key, "The announced public key");
  verify.add_option("--commitment", arguments.claims.commitment, "The announced commitment");
  verify
      .add_option("--head", arguments.claims.heads,
                  "A hash that the page showed as the head of the history; may be repeated")
      .repeatable();
  verify.add_option("--receipt FILE", arguments.receipts, "Files with receipts of submissions");
}

}  // namespace ebiri::cli

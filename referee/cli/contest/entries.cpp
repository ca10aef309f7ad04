// `ebiri contest init`, `open`, `add`, `list`, `log`, `withdraw`: submissions and their states.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "referee/cli/contest/commands.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;
using contest::LoadedContest;
using contest::Submission;
using contest::Team;
using EntryList = nlohmann::ordered_json;
using Rows = std::vector<std::pair<const Team*, const Submission*>>;

struct EntryArguments {
  std::string folder, source, team, reason, format = "table";
  int number = 0;  // 0: the last one; for `withdraw`: the whole team
};

constexpr const char* contest_init_footer = R"(Examples:
  ebiri contest init friday

Creates the folder with two files. contest.yaml is valid and explains each key. With contest.schema.json, editors that
use yaml-language-server complete and check it. An existing contest.yaml is not replaced.
Exit code 0: written; 2: contest.yaml exists, or the folder's name is not valid for a contest; 3: a system error.)";

constexpr const char* open_footer = R"(Examples:
  ebiri contest open friday

Creates the folders, a signing key and a secret (both in `private/`, only for the host), and begins the history.
Announce the output before the first entry arrives: the commitment binds the host to the seed of the finals, and the
public key verifies the signature of the results.
Exit code 0: open; 2: contest.yaml is invalid, openings are missing, or the contest is open already; 3: a system error.)";

constexpr const char* add_footer = R"(Examples:
  ebiri contest add friday entries/seed-sower            a folder with an `entry.yaml`
  ebiri contest add friday upload.tar.gz --team sower    an archive (.tar, .tar.gz, .zip), which must be of that team

A submission never changes; the SHA-256 of its files identifies it. Each team plays with its last qualified submission.
Adding the files of a team's last submission again has no effect, unless the team is withdrawn. The output ends with the
submission's receipt: give it to the team, which can check with it (`ebiri contest verify --receipt`) that the
submission keeps its place in the history. Links, devices, absolute paths and `..` are refused, and so are submissions
that exceed the limits in `submission`.
Exit code 0: accepted; 2: refused; the printed reasons are for its team; 3: a system error.)";

constexpr const char* withdraw_footer = R"(Examples:
  ebiri contest withdraw friday seed-sower --reason "left the university"
  ebiri contest withdraw friday seed-sower 3    its third submission only

A withdrawn team does not play until a new submission qualifies. If only one submission is withdrawn, the team plays
with its latest other qualified one. If that was its last submission, `ebiri contest qualify friday seed-sower --again`
takes the withdrawal back. Nothing is deleted.
Exit code 0: withdrawn; 2: no such team, the submission has not qualified, it is already withdrawn, or the contest is
locked; 3: a system error.)";

constexpr const char* list_footer = R"(Examples:
  ebiri contest list friday               one line for each team
  ebiri contest list friday seed-sower    all submissions of one team
  ebiri contest list friday seed-sower --format receipts > receipts.txt    for that team, to keep

`ebiri contest qualify` checks a `received` or `built` submission, and a `superseded` one only if all later ones fail.
`ebiri contest log` has the details of other states. The column Playing has the number of the submission that plays for
the team. The columns Line and Hash have the submission's place in the history, as in its receipt.
Exit code 0: listed; 2: the contest or the team is not found; 3: the history, or the key for receipts, cannot be read.)";

constexpr const char* log_footer = R"(Examples:
  ebiri contest log friday seed-sower       build, checks and games of the team's last submission
  ebiri contest log friday seed-sower 3     the same for its third submission

Give the log only to that team: it may contain the team's code.
Exit code 0: printed; 2: the team or the submission is not found, or is not built yet.)";

int init_contest(const EntryArguments& arguments) {
  // The path ends in a slash, so the folder's name is that of the parent path.
  const contest::Folder folder{fs::path{arguments.folder}.lexically_normal() / ""};
  const std::string name = folder.root.parent_path().filename().string();
  if (const auto problem = contest::name_problem(name))
    return fail(usage_error, fmt::format("a contest has the name of its folder, but this name {}", *problem));
  std::error_code ignored;
  if (fs::exists(folder.settings(), ignored))
    return fail(usage_error, fmt::format("`{}` exists already", folder.settings().string()));
  fs::create_directories(folder.root, ignored);
  for (const auto& [file, text] :
       {std::pair{folder.root / contest::schema_file, contest::contest_schema_json()},
        std::pair{folder.settings(), contest::contest_template(name)}}) {
    if (const auto saved = contest::save_file(file, text); !saved) return fail(saved.error());
    print_error("ebiri: wrote {}\n", file.string());
  }
  say_next("edit contest.yaml (deadline, beacon, languages), then open the contest",
           contest::contest_command({arguments.folder}, "open"));
  return 0;
}

int open_contest(const LoadedContest& contest, const NoArguments&) {
  if (const auto checked = contest::check_openings(contest); !checked) return fail(checked.error());
  const auto opened = contest::open(contest);
  if (!opened) return fail(opened.error());
  fmt::print("contest     {}\ncommitment  {}\npublic key  {}\n", opened->name, opened->commitment,
             opened->public_key);
  if (!contest.settings.beacon.empty()) fmt::print("beacon      {}\n", contest.settings.beacon);
  for (const std::string& warning : contest::opening_warnings(contest.settings))
    print_error("ebiri: warning: {}\n", warning);
  say_next("give each team a token (`ebiri contest token`), and serve the page for templates and submissions",
           contest_command(contest.folder, "serve"));
  return 0;
}

int add_entry(const LoadedContest& contest, const EntryArguments& arguments) {
  const auto now = contest::now();
  if (const auto prepared = contest::prepare_folders(contest); !prepared) return fail(prepared.error());
  const auto accepted =
      contest::accept(contest.folder, contest.settings, arguments.source, arguments.team, now);
  if (!accepted && accepted.error().kind == Error::Kind::arguments) {
    print_error("{}\n", accepted.error().message);
    return fail(usage_error, "the submission is refused");
  }
  if (!accepted) return fail(accepted.error());
  const auto& submitted = accepted->submitted;
  fmt::print("{} {}: {}, {} files, {} bytes{}\n\n{}", submitted.team, submitted.number, submitted.tree,
             submitted.files, submitted.bytes,
             accepted->again ? "; the same files as before; nothing was added" : "", accepted->receipt);
  if (!accepted->note.empty()) print_error("ebiri: note: {}\n", accepted->note);
  if (!accepted->again) say_next("build and check it", contest_command(contest.folder, "qualify"));
  return 0;
}

int withdraw_entry(const LoadedContest& contest, const EntryArguments& arguments) {
  const auto withdrawn =
      contest::withdraw(contest.folder, arguments.team, arguments.reason, arguments.number);
  if (!withdrawn) return fail(withdrawn.error());
  fmt::print("{}: withdrawn{}\n", arguments.team,
             arguments.number > 0 ? fmt::format(" (submission {})", arguments.number) : "");
  return 0;
}

void print_table(const Rows& rows) {
  if (rows.empty()) return fmt::print("contest.yaml is valid; there are no entries yet\n");
  std::size_t width = 4;
  for (const auto& [team, submission] : rows) width = std::max(width, team->name.size());
  fmt::print("{:<{}}  No  {:<24}  {:<14}  Playing  Tree          Line  Hash\n", "Team", width, "Received",
             "State");
  for (const auto& [team, submission] : rows) {
    const Submission* plays = team->finalist();
    const std::string which = plays == nullptr ? "-" : std::to_string(plays->submitted.number);
    fmt::print("{:<{}}  {:>2}  {:<24}  {:<14}  {:>7}  {}  {:>4}  {}\n", team->name, width,
               submission->submitted.number, record::format_time(submission->at),
               state_of(*team, *submission), which, submission->submitted.tree.substr(0, 12),
               submission->line, submission->hash.substr(0, 12));
    for (const std::string& reason : reasons_of(*team, *submission))
      fmt::print("  {}\n", printable(reason, 240));
    if (plays != nullptr && submission->line > plays->line)
      fmt::print("  submission {} plays, not submission {}\n", which, submission->submitted.number);
  }
}

int list_entries(const LoadedContest& contest, const EntryArguments& arguments) {
  const auto& state = contest.state;
  Rows rows;
  if (!arguments.team.empty() && state.team(arguments.team) == nullptr)
    return fail(contest::no_such_team(arguments.team));
  for (const Team& team : state.teams) {
    if (arguments.team.empty()) rows.emplace_back(&team, &team.submissions.back());
    if (team.name != arguments.team) continue;
    for (const Submission& submission : team.submissions) rows.emplace_back(&team, &submission);
  }
  if (arguments.format == "table") {
    print_table(rows);
    return 0;
  }
  // Without `private/`, as in a public copy of the folder, the command can list but not make receipts.
  const auto key = state.opened ? contest::SigningKey::open(contest.folder.key(), state.opened->public_key)
                                : Error{"the contest is not open yet"};
  if (arguments.format == "receipts" && !key) return fail(key.error());
  auto list = EntryList::array();
  for (const auto& [team, submission] : rows) {
    const std::string receipt =
        key ? contest::receipt_text(state.opened->name, *submission, *key) : std::string{};
    if (arguments.format == "receipts") fmt::print("{}\n", receipt);
    list.push_back(json_of(*team, *submission, receipt));
  }
  if (arguments.format == "json")
    fmt::print("{}\n", list.dump(2, ' ', false, EntryList::error_handler_t::replace));
  return 0;
}

int print_log(const LoadedContest& contest, const EntryArguments& arguments) {
  const auto submission = contest::find_submission(contest.state, arguments.team, arguments.number);
  if (!submission) return fail(submission.error());
  const auto& [team, number] = std::tie((*submission)->submitted.team, (*submission)->submitted.number);
  bool any = false;
  for (const auto& [name, heading] : contest::logs) {
    const auto text = contest::read_file(contest.folder.team(team, number) / name);
    if (!text) continue;
    const std::size_t longest = text->size() * 4 + 1;  // `\xNN` for each byte: nothing is cut
    fmt::print("{}== {}\n{}", any ? "\n" : "", name, printable_lines(*text, longest));
    any = true;
  }
  if (any) return 0;
  return fail(usage_error, fmt::format("submission {} of `{}` is not built yet", number, team));
}

}  // namespace

void add_contest_entries(Command contest, int& exit_code) {
  auto [init, init_arguments] = add_command(contest, exit_code, "init", "Write a contest.yaml to start from",
                                            contest_init_footer, init_contest);
  add_folder_argument(init, init_arguments.folder);
  add_contest_command(contest, exit_code, "open",
                      "Open a contest: create its keys and secret, and print the data to announce",
                      open_footer, open_contest, Requires::nothing);
  auto [add, add_arguments] = add_contest_command(
      contest, exit_code, "add", "Add a team's submission: a folder or an archive", add_footer, add_entry);
  add.add_option("ENTRY FILE", add_arguments.source, "Folder or archive").required();
  add.add_option("--team", add_arguments.team, "Refuse the submission if it is not of this team");
  auto [list, list_arguments] =
      add_contest_command(contest, exit_code, "list", "List submissions and their states", list_footer,
                          list_entries, Requires::nothing);
  list.add_option("TEAM", list_arguments.team, "List all submissions of this team");
  list.add_option("--format", list_arguments.format, "Output format; default: table")
      .one_of({"table", "json", "receipts"});
  auto [log, log_arguments] =
      add_contest_command(contest, exit_code, "log", "Print the log of a submission: build, checks and games",
                          log_footer, print_log, Requires::nothing);
  log.add_option("TEAM", log_arguments.team, "The team").required();
  log.add_option("NUMBER", log_arguments.number, "Number of the submission; default: the last").positive();
  auto [withdraw, withdraw_arguments] =
      add_contest_command(contest, exit_code, "withdraw", "Withdraw a team, or one of its submissions",
                          withdraw_footer, withdraw_entry);
  withdraw.add_option("TEAM", withdraw_arguments.team, "The team").required();
  withdraw.add_option("NUMBER", withdraw_arguments.number, "Only this submission").positive();
  withdraw.add_option("--reason", withdraw_arguments.reason, "The reason, one sentence for the history");
}

}  // namespace ebiri::cli

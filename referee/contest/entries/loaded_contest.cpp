#include "referee/contest/entries/loaded_contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

// So that its build lines, quoted and twice in the script of a build, fit into one argument of 128 KiB.
constexpr std::uint64_t largest_entry_file = 10'000;  // bytes

// Why the entry is not complete, or does not fit the settings or the team; empty if it fits.
std::string entry_problem(const Entry& entry, const Tree& tree, const Settings& settings,
                          const std::string& team) {
  if (!team.empty() && entry.name != team)
    return fmt::format("{0}: `name` is `{1}`, and this team is `{2}`; write `name: {2}`", entry_file,
                       entry.name, team);
  if (entry.name == template_team)
    return fmt::format("{}: `name` is still `{}`; write the name of your team", entry_file, entry.name);
  if (!settings.accepts(entry.language))
    return fmt::format("{}: `language` is `{}`, and this contest accepts {}", entry_file, entry.language,
                       join(settings.languages, ", "));
  const std::string script = missing_script(entry, tree);
  if (script.empty()) return {};
  return fmt::format("{}: `run` is `{}`, and the entry has no file `{}`", entry_file,
                     printable(entry.run, 200), printable(script, 200));
}

std::string history_problem(const Entry& entry, const Settings& settings, const State& state, Time arrival) {
  if (!state.opened) return "the contest is not open yet; its host has to run `ebiri contest open`";
  if (state.locked) return "the contest is locked: submissions are closed";
  if (settings.deadline && arrival > *settings.deadline)
    return fmt::format("the deadline was {}, and the submission arrived at {}",
                       record::format_time(*settings.deadline), record::format_time(arrival));
  // The submission would get the date of the last line, which is after the deadline.
  if (settings.deadline && state.last_at() > *settings.deadline)
    return fmt::format(
        "the submission arrived before the deadline, {}, but the history already has a line from after it, "
        "{}, so the submission can no longer be added; tell the host",
        record::format_time(*settings.deadline), record::format_time(state.last_at()));
  for (const Team& other : state.teams)
    if (other.name != entry.name && lower_case(other.name) == lower_case(entry.name))
      return fmt::format("the name `{}` is too similar to `{}`, another team; choose another name",
                         entry.name, other.name);
  return {};
}

Result<Entry> entry_in(const Tree& tree, const fs::path& folder, const std::string& source) {
  const TreeFile* file = tree.find(entry_file);
  if (file == nullptr)
    return refusal(
        fmt::format("{}: `{}` not found at the top of the entry, or in its only folder; three lines are "
                    "enough: `name: seed-sower`, `authors: [Ann Lee]` and `language: python`, which runs "
                    "main.py; for another program add `run: python3 bot.py` or `run: ./bot`",
                    source, entry_file));
  if (file->size > largest_entry_file)
    return refusal(fmt::format("{}: too large: {} bytes, at most {} are allowed", entry_file, file->size,
                               largest_entry_file));
  const auto text = read_file(folder / entry_file);
  if (!text) return text.error();
  return read_entry(*text);
}

// Refuses the submissions of a withdrawn team that could play, because the next one ends the withdrawal.
Result<void> refuse_earlier(History& history, const Team& team, Time at) {
  for (const Submission& one : team.submissions) {
    if (one.is_decided() && !one.is_qualified()) continue;
    const Qualified refused{
        team.name, one.submitted.number, {std::string{withdrawn_by_host} + ", with the whole team"}};
    if (auto appended = history.append(refused, at); !appended) return appended;
  }
  return {};
}

}  // namespace

Result<LoadedContest> read_contest(const std::filesystem::path& path) {
  Folder folder{path};
  if (path.filename() == "contest.yaml") folder.root = path.has_parent_path() ? path.parent_path() : ".";
  auto settings = read_settings(folder.settings());
  if (!settings) return settings.error();
  auto state = read_history(folder);
  if (!state) return state.error();
  return LoadedContest{std::move(folder), std::move(*settings), std::move(*state)};
}

Result<Opened> open(const LoadedContest& contest) {
  const Folder& folder = contest.folder;
  auto history = History::open(folder);
  if (!history) return history.error();
  if (const State& state = history->state(); state.opened)
    return refusal(state.finalized ? "the contest ended on " + record::format_time(state.finalized_at)
                                   : "the contest is already open");
  if (const auto prepared = prepare_folders(folder); !prepared) return prepared.error();
  const auto key = SigningKey::open_or_make(folder.key());
  if (!key) return key.error();
  const auto secret = random_secret();
  if (!secret) return secret.error();
  if (const auto saved = save_file(folder.secret(), *secret + "\n", 0600); !saved) return saved.error();
  const auto rules = sha256_of_file(folder.settings());
  if (!rules) return rules.error();
  Opened opened{contest.settings.name, commitment_to(*secret), key->public_key(), *rules};
  if (const auto appended = history->append(opened); !appended) return appended.error();
  return opened;
}

Result<void> prepare_folders(const LoadedContest& contest) {
  return contest.state.finalized ? Result<void>{} : prepare_folders(contest.folder);
}

Error no_such_team(std::string_view name) {
  return refusal(fmt::format("team `{}` not found", printable(name, 80)));
}

Result<const Submission*> find_submission(const State& state, std::string_view name, int number) {
  const Team* team = state.team(name);
  if (team == nullptr) return no_such_team(name);
  const auto count = team->submissions.size();
  const auto* one = state.submission(name, number == 0 ? static_cast<int>(count) : number);
  if (one == nullptr)
    return refusal(fmt::format("`{}` has no submission {}; its last is {}", name, number, count));
  return one;
}

std::string state_of(const Team& team, const Submission& submission) {
  if (team.withdrawn) return "withdrawn";
  if (!submission.is_decided() && team.waiting() != &submission) return "superseded";
  if (submission.qualified) return submission.is_qualified() ? "qualified" : "refused";
  if (!submission.built) return "received";
  return submission.is_built() ? "built" : "does not build";
}

std::vector<std::string> reasons_of(const Team& team, const Submission& submission) {
  if (team.withdrawn)
    return team.withdrawn->reason.empty() ? std::vector<std::string>{} : std::vector{team.withdrawn->reason};
  if (submission.built && !submission.built->problem.empty()) return {submission.built->problem};
  return submission.qualified ? submission.qualified->problems : std::vector<std::string>{};
}

nlohmann::ordered_json json_of(const Team& team, const Submission& submission, const std::string& receipt) {
  return {{"team", team.name},
          {"number", submission.submitted.number},
          {"at", record::format_time(submission.at)},
          {"state", state_of(team, submission)},
          {"reasons", reasons_of(team, submission)},
          {"tree", submission.submitted.tree},
          {"built", submission.built ? submission.built->tree : ""},
          {"files", submission.submitted.files},
          {"bytes", submission.submitted.bytes},
          {"source", submission.submitted.source},
          {"plays", team.finalist() == &submission},
          {"line", submission.line},
          {"hash", submission.hash},
          {"receipt", receipt}};
}

Result<Accepted> accept(const Folder& folder, const Settings& settings, const fs::path& source,
                        const std::string& team, Time arrival) {
  if (!exists(status_of(source))) return refusal(fmt::format("`{}` not found", source.string()));
  auto incoming = Incoming::make(folder);
  if (!incoming) return incoming.error();
  const std::string name = printable(source.filename().string(), 200);
  auto tree = is_directory(status_of(source)) ? copy_tree(source, incoming->tree(), settings.submission)
                                              : unpack(source, incoming->tree(), settings.submission);
  if (!tree && tree.error().kind == Error::Kind::arguments)
    return refusal(fmt::format("{}: {}", name, tree.error().message));
  if (!tree) return tree.error();
  if (auto stripped = strip_top_folder(*incoming, *tree, entry_file); !stripped) return stripped.error();
  const auto entry = entry_in(*tree, incoming->tree(), name);
  if (!entry) return Error{std::string{trim(entry.error().message)}, entry.error().kind};
  if (auto why = entry_problem(*entry, *tree, settings, team); !why.empty()) return refusal(why);
  auto history = History::open(folder);
  if (!history) return history.error();
  if (auto why = history_problem(*entry, settings, history->state(), arrival); !why.empty())
    return refusal(why);
  const auto key = SigningKey::open(folder.key(), history->state().opened->public_key);
  if (!key) return key.error();
  const auto accepted = [&](const Submission& submission, bool again) {
    const bool has_results = std::ranges::any_of(
        tree->files, [](const TreeFile& file) { return file.path.starts_with("results/"); });
    return Accepted{submission.submitted, again,
                    receipt_text(history->state().opened->name, submission, *key),
                    has_results ? "the entry contains `results`, the folder of `ebiri run`" : ""};
  };
  Submitted submitted{.team = entry->name,
                      .tree = tree->digest(),
                      .files = static_cast<std::int64_t>(tree->files.size()),
                      .bytes = static_cast<std::int64_t>(tree->bytes()),
                      .source = name};
  if (const Team* known = history->state().team(entry->name)) {
    const Submission& last = known->submissions.back();
    if (last.submitted.tree == submitted.tree && !known->withdrawn) return accepted(last, true);
    submitted.number = last.submitted.number + 1;
  }
  if (const auto kept = store_tree(folder, std::move(*incoming), *tree); !kept) return kept.error();
  if (const Team* known = history->state().team(entry->name); known != nullptr && known->withdrawn)
    if (const auto refused = refuse_earlier(*history, *known, arrival); !refused) return refused.error();
  if (const auto appended = history->append(submitted, arrival); !appended) return appended.error();
  return accepted(*history->state().submission(submitted.team, submitted.number), false);
}

Result<void> withdraw(const Folder& folder, const std::string& name, const std::string& reason, int number) {
  auto history = History::open(folder);
  if (!history) return history.error();
  const State& state = history->state();
  const Team* team = state.team(name);
  if (team == nullptr) return no_such_team(name);
  if (state.locked) return refusal("the contest is locked: teams can no longer be withdrawn");
  if (number > 0) {
    const Submission* one = state.submission(name, number);
    if (one == nullptr || !one->is_qualified())
      return refusal(fmt::format("`{}` has no qualified submission {}", name, number));
    return history->append(
        Qualified{name, number, {std::string{withdrawn_by_host} + (reason.empty() ? "" : ": " + reason)}});
  }
  if (team->withdrawn) return refusal(fmt::format("`{}` is already withdrawn", team->name));
  return history->append(Withdrawn{name, reason});
}

}  // namespace ebiri::contest

#include "referee/contest/entries/intake.hpp"

#include <fmt/format.h>

#include "referee/contest/entries/receipt.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/entries/unpack.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_entry_file = 100'000;  // bytes

// Why the entry does not fit the settings or the team; empty if it fits.
std::string settings_problem(const Entry& entry, const Settings& settings, const std::string& team) {
  if (!team.empty() && entry.name != team)
    return fmt::format("{}: `name` is `{}`, and this team is `{}`", entry_file, entry.name, team);
  if (settings.accepts(entry.language)) return {};
  return fmt::format("{}: `language` is `{}`, and this contest accepts {}", entry_file, entry.language,
                     join(settings.languages, ", "));
}

std::string history_problem(const Entry& entry, const Settings& settings, const State& state, Time arrival) {
  if (!state.opened) return "the contest is not open yet; its host has to run `ebiri contest open`";
  if (state.locked) return "the contest is locked: submissions are closed";
  if (settings.deadline && arrival > *settings.deadline)
    return fmt::format("the deadline was {}, and the submission arrived at {}",
                       record::format_time(*settings.deadline), record::format_time(arrival));
  // The submission would get the date of the last line, which is after the deadline.
  if (settings.deadline && state.last_at > *settings.deadline)
    return fmt::format(
        "the submission arrived before the deadline, {}, but the last line of the history is dated {}, and a "
        "later line cannot have an earlier date",
        record::format_time(*settings.deadline), record::format_time(state.last_at));
  for (const Team& other : state.teams)
    if (other.name != entry.name && lower_case(other.name) == lower_case(entry.name))
      return fmt::format("the name `{}` is too similar to `{}`, another team; choose another name",
                         entry.name, other.name);
  return {};
}

Result<Tree> receive(const fs::path& source, Incoming& incoming, const TreeLimits& limits) {
  auto tree = is_directory(status_of(source)) ? copy_tree(source, incoming.tree(), limits)
                                              : unpack(source, incoming.tree(), limits);
  if (!tree) return tree;
  if (auto stripped = strip_top_folder(incoming, *tree, entry_file); !stripped) return stripped.error();
  return tree;
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
  return read_entry(std::string{entry_file}, *text);
}

}  // namespace

Result<Accepted> accept(const Folder& folder, const Settings& settings, const fs::path& source,
                        const std::string& team, Time arrival) {
  if (!exists(status_of(source))) return refusal(fmt::format("`{}` not found", source.string()));
  auto incoming = Incoming::make(folder);
  if (!incoming) return incoming.error();
  const std::string name = printable(source.filename().string(), 200);
  const auto tree = receive(source, *incoming, settings.submission);
  if (!tree && tree.error().kind == Error::Kind::arguments)
    return refusal(fmt::format("{}: {}", name, tree.error().message));
  if (!tree) return tree.error();
  const auto entry = entry_in(*tree, incoming->tree(), name);
  if (!entry) return Error{std::string{trim(entry.error().message)}, entry.error().kind};
  if (auto why = settings_problem(*entry, settings, team); !why.empty()) return refusal(why);
  auto history = History::open(folder);
  if (!history) return history.error();
  if (auto why = history_problem(*entry, settings, history->state(), arrival); !why.empty())
    return refusal(why);
  const auto key = SigningKey::open(folder.key(), history->state().opened->public_key);
  if (!key) return key.error();
  const auto accepted = [&](const Submission& submission, bool again) {
    return Accepted{submission.submitted, again,
                    receipt_text(history->state().opened->name, submission, *key)};
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

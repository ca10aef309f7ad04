#include "referee/contest/entries/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "referee/contest/entries/receipt.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/entries/unpack.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t longest_manifest = 100'000;  // bytes

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Whether the entry may be this contest's, as far as it does not depend on others.
std::optional<Refusal> against_rules(const Entry& entry, const Settings& settings, const std::string& team) {
  if (!team.empty() && entry.name != team)
    return Refusal{fmt::format("{}: `name` is `{}`, and this team is `{}`", entry_file, entry.name, team)};
  if (settings.accepts(entry.language)) return std::nullopt;
  return Refusal{fmt::format("{}: `language` is `{}`, and this contest accepts {}", entry_file,
                             entry.language, join(settings.languages, ", "))};
}

std::optional<Refusal> against_history(const Entry& entry, const Settings& settings, const State& state,
                                       Time now) {
  if (!state.opened) return Refusal{"the contest is not open yet; its host says `ebiri contest open` first"};
  if (state.locked) return Refusal{"the contest is locked: nothing is accepted any more"};
  if (settings.deadline && now > *settings.deadline)
    return Refusal{fmt::format("the deadline was {}, and it is {}", record::format_time(*settings.deadline),
                               record::format_time(now))};
  // Dates in the history never go back, so that the submission would be dated after the deadline.
  if (settings.deadline && state.last_at > *settings.deadline)
    return Refusal{
        fmt::format("the deadline was {}, and while the submission was read the history got a line "
                    "that is dated {}",
                    record::format_time(*settings.deadline), record::format_time(state.last_at))};
  for (const Team& other : state.teams)
    if (other.name != entry.name && lower(other.name) == lower(entry.name))
      return Refusal{
          fmt::format("the name `{}` can be taken for `{}`, which is there already; choose another",
                      entry.name, other.name)};
  return std::nullopt;
}

Result<Tree> take_in(const fs::path& source, Incoming& incoming, const TreeLimits& limits, Blame& blame) {
  std::error_code problem;
  TreeWriter writer{incoming.tree(), limits, &blame};
  auto tree = fs::is_directory(source, problem) ? copy_tree(source, std::move(writer))
                                                : unpack(source, std::move(writer), limits);
  if (!tree) return tree;
  if (auto lifted = lift(incoming, *tree, entry_file); !lifted) return lifted.error();
  return tree;
}

std::variant<Entry, Refusal, Error> entry_in(const Tree& tree, const fs::path& folder,
                                             const std::string& source) {
  const TreeFile* file = tree.find(entry_file);
  if (file == nullptr)
    return Refusal{
        fmt::format("{}: there is no `{}` in it, or it lies in a folder beside others", source, entry_file)};
  if (file->size > longest_manifest)
    return Refusal{
        fmt::format("{}: it has {} bytes; at most {} are allowed", entry_file, file->size, longest_manifest)};
  const auto text = read_file(folder / entry_file);
  if (!text) return text.error();
  auto read = read_entry(std::string{entry_file}, *text);
  if (const auto* problems = std::get_if<config::Diagnostics>(&read))
    return Refusal{std::string{trim(config::format(*problems))}};
  return std::get<Entry>(std::move(read));
}

}  // namespace

std::variant<Accepted, Refusal, Error> accept(const Folder& folder, const Settings& settings,
                                              const fs::path& source, const std::string& team, Time now) {
  std::error_code problem;
  if (!fs::exists(source, problem)) return Refusal{fmt::format("there is no `{}`", source.string())};
  auto incoming = Incoming::make(folder);
  if (!incoming) return incoming.error();
  const std::string name = printable(source.filename().string(), 200);
  Blame blame = Blame::entry;
  const auto tree = take_in(source, *incoming, settings.submission, blame);
  if (!tree && blame == Blame::machine) return tree.error();
  if (!tree) return Refusal{fmt::format("{}: {}", name, tree.error().message)};
  const auto read = entry_in(*tree, incoming->tree(), name);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return *refusal;
  if (const auto* error = std::get_if<Error>(&read)) return *error;
  const Entry& entry = std::get<Entry>(read);
  if (auto refused = against_rules(entry, settings, team)) return *refused;
  auto history = History::open(folder);
  if (!history) return history.error();
  if (auto refused = against_history(entry, settings, history->state(), now)) return *refused;
  const auto key = SigningKey::open(folder.key(), history->state().opened->public_key);
  if (!key) return key.error();
  const auto accepted = [&](const Submission& submission, bool again) {
    return Accepted{submission.submitted, again,
                    receipt_text(history->state().opened->name, submission, *key)};
  };
  Submitted submitted{.team = entry.name,
                      .tree = tree->digest(),
                      .files = static_cast<std::int64_t>(tree->files.size()),
                      .bytes = static_cast<std::int64_t>(tree->bytes()),
                      .source = name};
  if (const Team* known = history->state().team(entry.name)) {
    const Submission& last = known->submissions.back();
    if (last.submitted.tree == submitted.tree && !known->withdrawn) return accepted(last, true);
    submitted.number = last.submitted.number + 1;
  }
  if (const auto kept = keep(folder, std::move(*incoming), *tree); !kept) return kept.error();
  if (const auto appended = history->append(submitted, now); !appended) return appended.error();
  return accepted(*history->state().submission(submitted.team, submitted.number), false);
}

std::variant<Withdrawn, Refusal, Error> withdraw(const Folder& folder, const std::string& name,
                                                 const std::string& reason) {
  auto history = History::open(folder);
  if (!history) return history.error();
  const State& state = history->state();
  const Team* team = state.team(name);
  if (team == nullptr) return Refusal{fmt::format("there is no team `{}`", printable(name, 80))};
  if (state.locked) return Refusal{"the contest is locked: nobody can be withdrawn any more"};
  if (team->withdrawn) return Refusal{fmt::format("`{}` is withdrawn already", team->name)};
  Withdrawn event{name, reason};
  if (auto appended = history->append(event); !appended) return appended.error();
  return event;
}

Result<Entry> entry_of(const Folder& folder, std::string_view tree) {
  const auto text = read_file(folder.tree(tree) / entry_file);
  if (!text) return text.error();
  const auto read = read_entry(std::string{entry_file}, *text);
  if (const auto* problems = std::get_if<config::Diagnostics>(&read)) return Error{config::format(*problems)};
  return std::get<Entry>(read);
}

}  // namespace ebiri::contest

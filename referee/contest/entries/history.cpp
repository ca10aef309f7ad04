#include "referee/contest/entries/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ranges>

#include "referee/record/seal.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

std::string no_hash() { return std::string(64, '0'); }

// Only a submission adds a team: other events of an unknown team have no effect.
struct Applier {
  State& state;
  Time at;

  Team* team(const std::string& name) const { return const_cast<Team*>(state.team(name)); }
  Submission* submission(const auto& event) const {
    return const_cast<Submission*>(state.submission(event.team, event.number));
  }

  void operator()(const Opened& event) const { state.opened = event; }
  void operator()(const Submitted& event) const {
    if (team(event.team) == nullptr) state.teams.push_back({.name = event.team});
    Team& submitter = *team(event.team);
    submitter.withdrawn.reset();
    submitter.submissions.push_back(
        {.submitted = event, .at = at, .line = state.lines, .hash = state.last_hash});
  }
  void operator()(const Built& event) const {
    if (Submission* known = submission(event)) {
      known->built = event;
      known->qualified.reset();
    }
  }
  void operator()(const Qualified& event) const {
    if (Submission* known = submission(event)) known->qualified = event;
  }
  void operator()(const Withdrawn& event) const {
    if (Team* known = team(event.team)) known->withdrawn = event;
  }
  void operator()(const Locked& event) const {
    state.locked = event;
    state.locked_at = at;
  }
  void operator()(const Finalized& event) const {
    state.finalized = event;
    state.finalized_at = at;
  }
};

struct ReadHistory {
  State state;
  std::vector<HistoryLine> lines;
  std::string tail;         // an unfinished last line
  std::uint64_t valid = 0;  // bytes before it
};

Result<ReadHistory> read_all(const fs::path& file) {
  ReadHistory read;
  read.state.last_hash = no_hash();
  if (!exists(status_of(file))) return read;
  const auto text = read_file(file);
  if (!text) return text.error();
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = rest.substr(0, end);
    const auto wrong = [&](std::string_view what) {
      return Error{fmt::format("{}:{}: {}; the rest of the file cannot be trusted: restore it from a backup",
                               file.string(), number, what)};
    };
    if (!record::seal_holds(line)) return wrong("the line's checksum is wrong");
    auto event = read_event(line, read.state.last_hash);
    if (!event) return wrong(event.error().message);
    read.state.apply(*event);
    read.lines.push_back(std::move(*event));
    rest.remove_prefix(end + 1);
  }
  read.tail = rest;
  read.valid = text->size() - rest.size();
  return read;
}

// The unfinished line must be on the disk in the .rejected file before it is removed from the history.
Result<void> cut_tail(const fs::path& file, const ReadHistory& read) {
  const fs::path rejected = file.string() + ".rejected";
  const Descriptor output{::open(rejected.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644)};
  if (!output.open() || !write_all(output.get(), read.tail + "\n") || ::fsync(output.get()) != 0)
    return system_failure("write to", rejected);
  if (::truncate(file.c_str(), static_cast<off_t>(read.valid)) != 0) return system_failure("repair", file);
  return {};
}

}  // namespace

const Submission* Team::finalist() const {
  if (withdrawn) return nullptr;
  for (const Submission& submission : submissions | std::views::reverse)
    if (submission.is_qualified()) return &submission;
  return nullptr;
}

const Submission* Team::waiting() const {
  if (withdrawn) return nullptr;
  for (const Submission& submission : submissions | std::views::reverse) {
    if (submission.is_qualified()) return nullptr;
    if (!submission.is_decided()) return &submission;
  }
  return nullptr;
}

const Team* State::team(std::string_view name) const {
  const auto found = std::ranges::find(teams, name, &Team::name);
  return found == teams.end() ? nullptr : &*found;
}

const Submission* State::submission(std::string_view team_name, int number) const {
  const Team* found = team(team_name);
  const bool there =
      found != nullptr && number >= 1 && static_cast<std::size_t>(number) <= found->submissions.size();
  return there ? &found->submissions[static_cast<std::size_t>(number) - 1] : nullptr;
}

std::vector<Finalist> State::finalists() const {
  std::vector<Finalist> list;
  for (const Team& each : teams)
    if (const Submission* plays = each.finalist())
      list.push_back({each.name, plays->submitted.number, plays->submitted.tree, plays->built->tree});
  return list;
}

void State::apply(const HistoryLine& line) {
  last_hash = line.hash;
  last_at = line.at;
  ++lines;
  std::visit(Applier{*this, line.at}, line.event);
}

Result<State> read_history(const Folder& folder) {
  auto read = read_all(folder.history());
  if (!read) return read.error();
  return std::move(read->state);
}

Result<std::vector<HistoryLine>> read_history_lines(const Folder& folder) {
  auto read = read_all(folder.history());
  if (!read) return read.error();
  return std::move(read->lines);
}

Result<History> History::open(const Folder& folder) {
  auto lock = record::Lock::take(folder.history(), lock_wait);
  if (!lock) return lock.error();
  auto read = read_all(folder.history());
  if (!read) return read.error();
  if (!read->tail.empty())
    if (auto cut = cut_tail(folder.history(), *read); !cut) return cut.error();
  return History{std::move(*lock), folder.history(), std::move(read->state)};
}

Result<void> History::append(const Event& event, Time at) {
  at = std::max(at, state_.last_at);
  const std::string line = record::sealed(event_json(event, at, state_.last_hash));
  const Descriptor output{::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644)};
  if (!output.open()) return system_failure("open", file_);
  struct stat before {};
  if (::fstat(output.get(), &before) != 0) return system_failure("read the status of", file_);
  if (!write_all(output.get(), line + "\n") || ::fdatasync(output.get()) != 0) {
    const Error error = system_failure("write to", file_);
    [[maybe_unused]] const int ignored = ::ftruncate(output.get(), before.st_size);
    return error;
  }
  state_.apply({event, at, sha256_hex(line)});
  return {};
}

}  // namespace ebiri::contest

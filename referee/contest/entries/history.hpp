// The history of a contest: append-only JSON Lines, the only record of submissions and their verdicts.
//
// Every line has `previous`, the SHA-256 of the line before it, so that a changed or removed line invalidates
// all later ones. It also has a checksum, like a line of a journal (record/seal.hpp). A new line is never
// dated before the last one, even if the clock was set back. configs/contest/FORMATS.md describes the fields.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/record/lock.hpp"

namespace ebiri::contest {

using Time = std::chrono::sys_time<std::chrono::milliseconds>;
inline Time now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

/// The contest was opened. The fields are the data to announce.
struct Opened {
  /// The version of the history's format. Since version 2, dates never go back, and a submission is dated at
  /// its arrival. In version 1 each line is dated at the time when it was written.
  static constexpr int newest_version = 2;

  std::string name;
  std::string commitment;  ///< to the secret of the seed (signature.hpp)
  std::string public_key;  ///< Ed25519, 64 hex digits
  std::string rules;       ///< SHA-256 of contest.yaml at that time
  int version = newest_version;
};

struct Submitted {
  std::string team;
  int number = 1;    ///< of this team, from 1
  std::string tree;  ///< its digest (tree.hpp)
  std::int64_t files = 0, bytes = 0;
  std::string source;  ///< the name of the folder or archive
};

struct Built {
  std::string team;
  int number = 1;
  std::string tree;     ///< the digest of the build; empty if it failed
  std::string problem;  ///< why it failed, one sentence; otherwise empty
};

struct Qualified {
  std::string team;
  int number = 1;
  std::vector<std::string> problems;  ///< empty: the submission may play
};

struct Withdrawn {
  std::string team;
  std::string reason;  ///< may be empty
};

/// An entry of the finals.
struct Finalist {
  std::string team;
  int number = 1;
  std::string submitted, built;  ///< trees

  bool operator==(const Finalist&) const = default;
};

struct Locked {
  std::string secret;      ///< 64 hex digits; public from now on
  std::string beacon;      ///< a public text, unknown when the secret was drawn; may be empty
  std::uint64_t seed = 0;  ///< of the finals
  std::string rules;       ///< SHA-256 of contest.yaml
  std::string settings;    ///< SHA-256 of finals.yaml
  std::vector<Finalist> finalists;
};

struct Finalized {
  std::string manifest;  ///< SHA-256 of manifest.json
};

using Event = std::variant<Opened, Submitted, Built, Qualified, Withdrawn, Locked, Finalized>;

/// One line of a history.
struct HistoryLine {
  Event event;
  Time at{};
  std::string hash;  ///< its SHA-256
};

/// The event as a JSON object without a newline: `type`, the event's fields, `at`, `previous`.
std::string event_json(const Event& event, Time at, std::string_view previous);

/// Reads the event of a line. `previous` is the hash of the line before it. The error names the invalid
/// field.
Result<HistoryLine> read_event(std::string_view line, std::string_view previous);

/// If the host withdraws one submission of a team, the submission's first problem begins with this.
inline constexpr std::string_view withdrawn_by_host = "withdrawn by the host";

/// One submission and its verdicts.
struct Submission {
  Submitted submitted;
  Time at{};
  std::size_t line = 0;                ///< of the history, from 1
  std::string hash;                    ///< SHA-256 of that line
  std::optional<Built> built;          ///< the last build
  std::optional<Qualified> qualified;  ///< the last verdict on that build, good or bad

  bool is_built() const { return built && built->problem.empty(); }
  bool is_qualified() const { return is_built() && qualified && qualified->problems.empty(); }
  bool is_withdrawn() const {
    return qualified && !qualified->problems.empty() &&
           qualified->problems.front().starts_with(withdrawn_by_host);
  }
  bool is_decided() const { return qualified || (built && !is_built()); }
};

struct Team {
  std::string name;
  std::vector<Submission> submissions;  ///< by number
  std::optional<Withdrawn> withdrawn;   ///< reset by a later submission

  /// The last submission that may play; null if there is none, or the team was withdrawn.
  const Submission* finalist() const;

  /// The last submission after the finalist that is not decided yet; null if there is none.
  const Submission* waiting() const;
};

/// The state of a contest according to its history.
struct State {
  std::optional<Opened> opened;
  std::vector<Team> teams;  ///< in the order of their first submissions
  std::optional<Locked> locked;
  std::optional<Finalized> finalized;
  Time locked_at{}, finalized_at{};
  std::vector<HistoryLine> lines;

  /// SHA-256 and date of the last line; in an empty history, 64 zeros and the Unix epoch.
  std::string last_hash() const { return lines.empty() ? std::string(64, '0') : lines.back().hash; }
  Time last_at() const { return lines.empty() ? Time{} : lines.back().at; }

  const Team* team(std::string_view name) const;
  const Submission* submission(std::string_view team_name, int number) const;

  /// The finalists, in the order of the teams; before the lock, those that a lock would select now.
  std::vector<Finalist> finalists() const;

  /// Applies the next line.
  void apply(const HistoryLine& line);
};

/// Reads a history without changing it. Ignores an unfinished last line, which a power failure may leave. Any
/// other invalid line is an error that names it.
Result<State> read_history(const Folder& folder);

/// Writes to a history. Holds its lock, so that there is one writer at a time. Not thread-safe.
class History {
 public:
  /// Waits some seconds for another writer. Moves an unfinished last line to history.jsonl.rejected.
  static Result<History> open(const Folder& folder);

  const State& state() const { return state_; }

  /// Appends a line with one system call and syncs it to the disk. Its date is the later of `at` and the date
  /// of the last line.
  Result<void> append(const Event& event, Time at = now());

 private:
  History(record::Lock lock, std::filesystem::path file, State state)
      : lock_(std::move(lock)),
        file_(std::move(file)),
        state_(std::move(state)) {}

  record::Lock lock_;
  std::filesystem::path file_;
  State state_;
};

}  // namespace ebiri::contest

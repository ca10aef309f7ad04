// The history of a contest: append-only JSON Lines, the only truth about who entered what and what became of
// it.
//
// Every line has `previous`, the SHA-256 of the line before it, so that no line can be changed or taken out
// without all later ones showing it, and a check sum as a journal's lines do (record/seal.hpp). Dates never
// go back: a line is never dated before the one above it, whatever the clock says. configs/contest/FORMATS.md
// describes the fields.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
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

/// The contest was opened: what is announced then.
struct Opened {
  /// Of the history's format. Version 1 dated lines by the clock when they were written, so that it could go
  /// back, and a submission could be dated later than it came.
  static constexpr int newest_version = 2;

  std::string name;
  std::string commitment;  ///< to the secret that the seed will be made of (draw.hpp)
  std::string public_key;  ///< Ed25519, 64 hex digits
  std::string rules;       ///< SHA-256 of contest.yaml as it was then
  int version = newest_version;

  bool operator==(const Opened&) const = default;
};

struct Submitted {
  std::string team;
  int number = 1;    ///< of this team, from 1
  std::string tree;  ///< its digest (tree.hpp)
  std::int64_t files = 0, bytes = 0;
  std::string source;  ///< the name of the folder or archive

  bool operator==(const Submitted&) const = default;
};

struct Built {
  std::string team;
  int number = 1;
  std::string tree;     ///< of what was built; empty if that failed
  std::string problem;  ///< why it failed, one sentence; otherwise empty

  bool operator==(const Built&) const = default;
};

struct Qualified {
  std::string team;
  int number = 1;
  std::vector<std::string> problems;  ///< none: it may play

  bool operator==(const Qualified&) const = default;
};

struct Withdrawn {
  std::string team;
  std::string reason;  ///< may be empty

  bool operator==(const Withdrawn&) const = default;
};

/// One of those who play the finals.
struct Finalist {
  std::string team;
  int number = 1;
  std::string submitted, built;  ///< trees

  bool operator==(const Finalist&) const = default;
};

struct Locked {
  std::string secret;           ///< 64 hex digits: now that nothing can be changed any more
  std::string beacon;           ///< a public text that nobody could know before, or empty
  std::uint64_t seed = 0;       ///< of the finals
  std::string rules, settings;  ///< SHA-256 of contest.yaml and of finals.yaml
  std::vector<Finalist> finalists;

  bool operator==(const Locked&) const = default;
};

struct Finalized {
  std::string manifest;  ///< SHA-256 of its bytes

  bool operator==(const Finalized&) const = default;
};

using Event = std::variant<Opened, Submitted, Built, Qualified, Withdrawn, Locked, Finalized>;

/// One line of a history.
struct HistoryLine {
  Event event;
  Time at{};
  std::string hash;  ///< its SHA-256
};

/// One submission and what became of it.
struct Submission {
  Submitted submitted;
  Time at{};
  std::size_t line = 0;                ///< of the history, from 1
  std::string hash;                    ///< SHA-256 of that line
  std::optional<Built> built;          ///< the last time
  std::optional<Qualified> qualified;  ///< since it was built

  bool is_built() const { return built && built->problem.empty(); }
  bool is_qualified() const { return is_built() && qualified && qualified->problems.empty(); }
  bool is_decided() const { return qualified || (built && !is_built()); }
};

struct Team {
  std::string name;
  std::vector<Submission> submissions;  ///< by number
  std::optional<Withdrawn> withdrawn;   ///< undone by another submission

  /// The last submission that may play; null if there is none, or it was withdrawn.
  const Submission* finalist() const;

  /// The last submission after that one that nobody has examined yet: null if there is none.
  const Submission* waiting() const;
};

/// What the history comes to.
struct State {
  std::optional<Opened> opened;
  std::vector<Team> teams;  ///< in the order of their first submissions
  std::optional<Locked> locked;
  std::optional<Finalized> finalized;
  Time locked_at{}, finalized_at{};
  std::string last;       ///< SHA-256 of the last line; 64 zeros without one
  Time last_at{};         ///< its date
  std::size_t lines = 0;  ///< sound ones

  const Team* team(std::string_view name) const;
  const Submission* submission(std::string_view team_name, int number) const;

  /// Who would play if the contest were locked now, or who does: in the order of the teams.
  std::vector<Finalist> finalists() const;

  /// Adds the next line.
  void take(const HistoryLine& line);
};

/// Reads a history without changing it. A last line without its end, which a stopped machine may leave, is
/// passed over; anything else that is not sound is an error with its line.
Result<State> read_history(const Folder& folder);

/// The same, line by line.
Result<std::vector<HistoryLine>> read_history_lines(const Folder& folder);

/// Writes to a history; holds its lock, so that there is one writer at a time. One thread.
class History {
 public:
  /// Waits for another writer for some seconds. An unfinished last line goes to history.jsonl.rejected.
  static Result<History> open(const Folder& folder);

  const State& state() const { return state_; }

  /// Appends a line by one system call, and asks the disk to keep it. Its date is `at`, or the last line's if
  /// that is later.
  Result<void> append(const Event& event, Time at = now());

 private:
  History(std::unique_lock<std::timed_mutex> turn, record::Lock lock, std::filesystem::path file, State state)
      : turn_(std::move(turn)),
        lock_(std::move(lock)),
        file_(std::move(file)),
        state_(std::move(state)) {}

  std::unique_lock<std::timed_mutex> turn_;  // among threads, which the lock would have polled for
  record::Lock lock_;
  std::filesystem::path file_;
  State state_;
};

}  // namespace ebiri::contest

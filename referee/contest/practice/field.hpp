// The field of the practice ladder: the entries that play now, as engines of a run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/match/openings.hpp"
#include "referee/process/notifier.hpp"
#include "referee/rating/tally.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/files.hpp"

namespace ebiri::contest {

/// A submission as a player of the ladder.
struct PracticePlayer {
  std::string name;  ///< of its engine: practice_name
  std::string team;
  int number = 1;

  bool operator==(const PracticePlayer&) const = default;
};

/// The name of a submission's engine: `TEAM.NUMBER`, so that each submission has its own rating. Names are
/// unique and have at most 64 bytes: in a longer one, a hash replaces the end of the team's name.
std::string practice_name(std::string_view team, int number);

/// The current entries, oldest first: the last qualified submission of each team that is not withdrawn.
std::vector<PracticePlayer> current_players(const State& state);

/// All submissions, by the names of their engines.
std::map<std::string, PracticePlayer> all_practice_players(const State& state);

/// Whether two engines are among `players`. Only games between current entries are rated: a fit over a
/// thousand submissions takes a minute.
bool are_among(const std::string& one, const std::string& two, const std::vector<PracticePlayer>& players);

/// A tally of the games in `digest` between `players`.
rating::Tally rated_tally(const record::Digest& digest, const std::vector<PracticePlayer>& players);

/// Sets the config of a plan: `settings` with the plan's engines, but without their commands, options and
/// dialects, which are private.
void set_public_config(record::PlanInfo& plan, tournament::Settings settings);

/// Random openings for practice: 500 distinct ones, because two deterministic entries that meet with the same
/// opening again repeat a game. If `conditions.plies` gives fewer, tries up to four plies more and returns
/// the longest list; an error if `conditions.plies` gives none.
Result<match::OpeningBook> random_practice_openings(const rules::Rules& rules,
                                                    match::OpeningConditions conditions, std::uint64_t seed);

/// The entries that play now. Not thread-safe.
class PracticeField {
 public:
  virtual ~PracticeField() = default;

  /// A change of the field.
  enum class News : std::uint8_t {
    none,
    field,     ///< other entries
    deadline,  ///< the contest's deadline has passed
    locked,    ///< the contest is locked
  };

  /// Checks for a change, and prepares the new field. After an error the field is unchanged. Missing required
  /// isolation is an error.
  virtual Result<News> look() = 0;

  virtual const std::vector<PracticePlayer>& players() const = 0;

  /// The settings and openings of the current field; null with fewer than two entries.
  virtual const run::Arena* arena() const = 0;

  /// Entries that cannot play, and isolation that is missing but not required, a sentence each.
  virtual std::vector<std::string> warnings() const { return {}; }
};

/// The field according to the contest's history. Not thread-safe, except for `make_player`.
class ContestField final : public PracticeField {
 public:
  /// `slots`: games at a time; 0: as in the finals. `plans`: the plans in the journal of the practice run.
  ContestField(const LoadedContest& contest, int slots, std::vector<record::PlanInfo> plans)
      : contest_(contest),
        slots_(slots),
        plans_(std::move(plans)) {}

  Result<News> look() override;
  const std::vector<PracticePlayer>& players() const override { return players_; }
  const run::Arena* arena() const override { return arena_.get(); }
  std::vector<std::string> warnings() const override { return warnings_; }

  /// The queue that plays the games; this object must outlive it.
  Result<std::shared_ptr<tournament::GameQueue>> open_queue();

  const State& state() const { return state_; }

 private:
  Result<void> set_players(std::vector<PracticePlayer> players, const State& state);
  Result<tournament::EngineSettings> engine_of(const PracticePlayer& player, const State& state);
  Result<run::Arena> arena_of(const std::vector<tournament::EngineSettings>& engines);
  Result<void> find_openings(const run::Arena& arena);
  std::unique_ptr<player::Player> make_player(const std::string& engine) const;

  const LoadedContest& contest_;
  Settings settings_ = contest_.settings;  // read again when the file changes, only for the deadline
  FileStamp settings_stamp_;               // of their file
  State state_ = contest_.state;
  int slots_;
  process::Notifier interrupt_;
  std::unique_ptr<rules::Rules> rules_;  // of the queue
  const std::vector<record::PlanInfo> plans_;
  std::optional<std::uintmax_t> history_size_;     // in bytes, when it was last read
  std::vector<PracticePlayer> entries_, players_;  // all current entries, and those that can play
  std::map<std::string, tournament::EngineSettings> engines_;
  match::OpeningBook openings_;
  std::optional<run::CoreSpeed> speed_;  // measured if time limits depend on it
  std::vector<std::string> warnings_;
  std::shared_ptr<const run::Arena> arena_;

  mutable std::mutex mutex_;                                         // guards the members below
  std::map<std::string, std::shared_ptr<const run::Arena>> arenas_;  // the latest arena of each engine
};

}  // namespace ebiri::contest

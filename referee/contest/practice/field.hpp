// Who plays the practice ladder now: the history's entries as engines of a run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::contest {

/// A submission that plays.
struct PracticePlayer {
  std::string name;  ///< of its engine: contest::practice_name
  std::string team;
  int number = 1;

  bool operator==(const PracticePlayer&) const = default;
};

/// The present entries, whoever came first first: of each team that is not withdrawn, the last submission
/// that qualified.
std::vector<PracticePlayer> present_field(const contest::State& state);

/// Every submission by its engine's name.
std::map<std::string, PracticePlayer> all_practice_players(const contest::State& state);

/// Whether both engines of a game are in the field: only such games are rated. What those who are gone have
/// left would let the fit grow with every submission, and it takes a minute with a thousand.
bool is_among_present(const match::GameSummary& game, const std::vector<PracticePlayer>& present);

/// The games that are rated, of all in `digest`.
rating::Tally present_tally(const record::Digest& digest, const std::vector<PracticePlayer>& present);

/// What the journal says of a field: an open plan, without the entries' commands, options and dialects, which
/// are not for everybody.
record::PlanInfo practice_plan(const run::Arena& arena);

/// The field as the history has it. One thread, but for `make_player`.
class PracticeField {
 public:
  /// `slots`: games at a time; 0: as the finals say. `interrupt` as in Arena. `begun`: the plans that the
  /// practice has already.
  PracticeField(const ContestAtHand& at_hand, int slots, int interrupt, std::vector<record::PlanInfo> begun)
      : at_hand_(at_hand),
        state_(at_hand.state),
        slots_(slots),
        interrupt_(interrupt),
        begun_(std::move(begun)) {}

  /// What looking at the history has brought.
  enum class Change : std::uint8_t { none, field };

  /// Reads the history if it has grown, and makes the new field ready. An error says why it cannot be had;
  /// the field is then as it was.
  Result<Change> look();

  const contest::State& state() const { return state_; }
  const std::vector<PracticePlayer>& players() const { return players_; }

  /// The settings and openings of the present field; null with fewer than two entries.
  const run::Arena* arena() const { return arena_.get(); }

  /// A player for an engine that is, or was, in the field. From any thread.
  std::unique_ptr<player::Player> make_player(const std::string& engine) const;

  /// What this machine cannot enforce of the sandbox.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  Result<void> take(std::vector<PracticePlayer> players, const contest::State& state);
  Result<contest::FinalsEngine> engine_of(const PracticePlayer& player, const contest::State& state);
  Result<run::Arena> arena_of(const std::vector<contest::FinalsEngine>& engines);
  Result<void> find_openings(const run::Arena& arena);

  const ContestAtHand& at_hand_;
  contest::State state_;
  int slots_;
  int interrupt_;
  const std::vector<record::PlanInfo> begun_;
  std::uintmax_t read_ = 0;  // bytes of the history
  bool known_ = false;       // whether it was read
  std::vector<PracticePlayer> players_;
  std::map<std::string, contest::FinalsEngine> engines_;
  match::OpeningBook openings_;
  std::vector<std::string> missing_;
  std::shared_ptr<const run::Arena> arena_;

  mutable std::mutex mutex_;                                         // of what follows
  std::map<std::string, std::shared_ptr<const run::Arena>> arenas_;  // the last one that each engine was in
};

}  // namespace ebiri::contest

// Access to a running game from other threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>

#include "referee/match/game_record.hpp"

namespace ebiri::match {

/// The state of a running game at one moment.
struct GameSnapshot {
  GameRecord record;                       ///< the record so far: `plies` from `from` on, without a verdict
  std::size_t from = 0;                    ///< number of earlier plies, which are left out
  rules::Side mover = rules::Side::south;  ///< the side that thinks
  std::chrono::steady_clock::time_point asked{};           ///< time of the request for its move
  player::Duration thinking{};                             ///< time since the request for its move
  std::optional<player::Duration> south_left, north_left;  ///< time on the clocks at that request
};

/// The running game of a slot, one game after the other. The slot's thread updates it, and any thread may
/// read it.
class LiveGame {
 public:
  /// Only the slot's thread calls `begin`, `ask`, `change` and `end`. `record` has no plies yet and must stay
  /// in place until `end`. Add plies to it only within `change`.
  void begin(const GameRecord& record);
  void ask(rules::Side mover, std::optional<player::Duration> south_left,
           std::optional<player::Duration> north_left);
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock{mutex_};
    change();
  }
  void end();

  /// The running game; empty if there is none. The caller already has the first `known` plies of attempt
  /// `attempt` at game `game`. If that game is still running, the snapshot has only the later plies.
  std::optional<GameSnapshot> look(int game, int attempt, std::size_t known) const;

  /// The plies from `known` on of the last finished game that `look` returned. Empty if that is another game,
  /// or if there are no such plies.
  std::optional<GameSnapshot> rest(int game, int attempt, std::size_t known) const;

 private:
  GameSnapshot snapshot(std::size_t from) const;

  mutable std::mutex mutex_;
  mutable bool viewed_ = false;              // whether the running game was viewed
  GameRecord head_;                          // the record at the beginning of the game
  const std::vector<Ply>* plies_ = nullptr;  // of the running game
  std::optional<GameSnapshot> ended_;        // the last viewed game, with all its plies
  rules::Side mover_ = rules::Side::south;
  std::optional<player::Duration> south_left_, north_left_;
  std::chrono::steady_clock::time_point asked_{};
};

}  // namespace ebiri::match

// A game that can be looked at while it is played.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>

#include "referee/match/game_record.hpp"

namespace ebiri::match {

/// How a game stood when somebody looked.
struct GameGlimpse {
  GameRecord record;                                       ///< so far: `plies` from `from` on, and no verdict
  std::size_t from = 0;                                    ///< plies before those
  rules::Side mover = rules::Side::south;                  ///< who is asked
  player::Duration thinking{};                             ///< for how long it has been
  std::optional<player::Duration> south_left, north_left;  ///< on the clocks, when it was asked
};

/// A window into one game after the other. The thread that plays says what happens, any other looks.
class LiveGame {
 public:
  /// For the thread that plays. `record`, which has no plies yet, stays where it is until `end`, and `change`
  /// alone adds plies.
  void begin(const GameRecord& record);
  void ask(rules::Side mover, std::optional<player::Duration> south_left,
           std::optional<player::Duration> north_left);
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock{mutex_};
    change();
  }
  void end();

  /// The game, with its plies from `known` on if it is that game and attempt, with all of them otherwise;
  /// nothing where none is being played.
  std::optional<GameGlimpse> look(int game, int attempt, std::size_t known) const;

  /// What was not seen of the last game that somebody looked at before it ended: its plies from `known` on,
  /// if it is that game and attempt, and there are any.
  std::optional<GameGlimpse> rest(int game, int attempt, std::size_t known) const;

 private:
  GameGlimpse glimpse(std::size_t from) const;

  mutable std::mutex mutex_;
  mutable bool looked_at_ = false;           // this game
  GameRecord head_;                          // as the game began
  const std::vector<Ply>* plies_ = nullptr;  // of the game that is being played
  std::optional<GameGlimpse> ended_;         // the last one that was looked at, with all its plies
  rules::Side mover_ = rules::Side::south;
  std::optional<player::Duration> south_left_, north_left_;
  std::chrono::steady_clock::time_point asked_{};
};

}  // namespace ebiri::match

// A game at a table: like any other, but moves can be taken back and anybody may leave.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// Who sits on which side: `[0]` south, `[1]` north; true for a person.
using Persons = std::array<bool, 2>;

constexpr std::size_t index(rules::Side side) { return side == rules::Side::south ? 0 : 1; }

/// Moves, verdict, and what an engine is sent. One thread.
class InteractiveGame {
 public:
  /// `rules` must outlive it. The base position, if there is one, must be readable (assert).
  InteractiveGame(const rules::Rules& rules, std::optional<std::string> base);

  const rules::Rules& rules() const { return rules_; }
  const rules::Game& game() const { return *game_; }
  const std::vector<match::Ply>& plies() const { return plies_; }
  const std::optional<match::Verdict>& verdict() const { return verdict_; }
  player::Line line() const;

  /// Plays for the side to move; on refusal says why and changes nothing. Precondition: no verdict yet.
  std::optional<rules::MoveError> play(const std::string& move, const player::Thought& thought);

  /// Its time is up, and the rules let the turn pass. Precondition: as of `Game::steal`.
  void steal(const player::Thought& thought);

  /// Ends the game against `loser`, for a reason outside the rules; the seeds are those in the stores.
  void give_up(rules::Side loser);
  void forfeit(rules::Side loser, player::Fault fault);

  /// The position before the last ply, to which the words of its effect belong; null before the first.
  const rules::Game* before_last() const { return before_last_.get(); }

  /// How many plies lead to the last position in which a person had to move and has moved since; nothing if
  /// there is none.
  std::optional<std::size_t> way_back(const Persons& persons) const;

  /// Takes back all but the first `plies` plies, and the verdict.
  void take_back(std::size_t plies);

  /// The game as a record; one that has no verdict is void, `unfinished`. Names, limits, seed and times are
  /// the caller's to fill in.
  match::GameRecord record() const;

 private:
  void settle(rules::Side loser, match::Verdict::Cause cause, std::string reason);
  void restart();

  const rules::Rules& rules_;
  std::optional<std::string> base_;
  std::unique_ptr<rules::Game> game_, before_last_;
  std::vector<match::Ply> plies_;
  std::optional<match::Verdict> verdict_;
};

}  // namespace ebiri::terminal

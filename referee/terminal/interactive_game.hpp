// A game at the terminal, with undo and resignation.
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

/// Whether a person plays south (`[0]`) and north (`[1]`).
using Persons = std::array<bool, 2>;

constexpr std::size_t index(rules::Side side) { return side == rules::Side::south ? 0 : 1; }

/// A game that is in progress or over: its moves, its verdict, and the base position and moves that engines
/// get. Not thread-safe.
class InteractiveGame {
 public:
  /// `rules` must outlive it. The base position, if there is one, must be valid (assert).
  InteractiveGame(const rules::Rules& rules, std::optional<std::string> base);

  const rules::Game& game() const { return *game_; }
  const std::vector<match::Ply>& plies() const { return plies_; }
  const std::optional<match::Verdict>& verdict() const { return verdict_; }
  player::GameLine line() const;

  /// Plays a move of the side to move. An error says why it is illegal, and changes nothing. Precondition: no
  /// verdict yet.
  std::optional<rules::MoveError> play(const std::string& move, const player::Thought& thought);

  /// Plays a move that is known to be legal, or a stolen turn. Precondition: no verdict yet.
  void repeat(const std::string& move, const player::Thought& thought = {});

  /// Ends the game: `loser` resigns or has committed `fault`. The verdict has the present scores.
  void give_up(rules::Side loser, std::optional<player::Fault> fault = std::nullopt);

  /// The position before the last ply, from which its effect is described; null before the first ply.
  const rules::Game* before_last() const { return before_last_.get(); }

  /// The number of plies before a person's last move; empty if no person has moved.
  std::optional<std::size_t> undo_point(const Persons& persons) const;

  /// Takes back the verdict and all plies after the first `plies`.
  void take_back(std::size_t plies);

  /// The record of the game; without a verdict it is void: `unfinished`. The caller fills in names, limits,
  /// seed and times.
  match::GameRecord record() const;

 private:
  void restart();

  const rules::Rules& rules_;
  std::optional<std::string> base_;
  std::unique_ptr<rules::Game> game_, before_last_;
  std::vector<match::Ply> plies_;
  std::optional<match::Verdict> verdict_;
};

}  // namespace ebiri::terminal

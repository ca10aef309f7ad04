// One game of a run, to continue it or to look at it.
#pragma once

#include <memory>
#include <string>

#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// A game with the rules of its run.
struct RecordedGame {
  std::unique_ptr<rules::Rules> rules;
  match::GameRecord record;

  /// The moves of the opening, then those of the engines: `ebiri replay` numbers them from 1.
  std::vector<std::string> moves() const;
};

/// A game of a run folder or of its journal; if there is none of that number, an error of the
/// kind `arguments`.
Result<RecordedGame> recorded_game(const std::string& folder, int number);

}  // namespace ebiri::run

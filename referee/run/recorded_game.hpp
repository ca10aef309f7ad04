// One recorded game of a run.
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
};

/// The last attempt at game `number` of a run folder or its journal. If there is none, the error has the kind
/// `arguments`.
Result<RecordedGame> recorded_game(const std::string& folder, int number);

}  // namespace ebiri::run

// Several engines that analyse games at the same time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/match/limit.hpp"
#include "referee/player/engine_player.hpp"

namespace ebiri::analysis {

/// What is analysed, and by whom. All must outlive the work.
struct AnalysisOrder {
  const rules::Rules& rules;
  const rules::ExactEnds* exact = nullptr;
  player::EngineSetup engine;  ///< its `interrupt` ends the work
  match::Limit limit;          ///< for each position
  int slots = 1;
};

struct AnalysisOutcome {
  std::vector<GameAnalysis> games;  ///< that were done, in no order
  std::string announced;            ///< what the engine calls itself
  bool interrupted = false;
  std::string failure;  ///< with its evidence; empty if all are done, or after an interrupt
};

/// Analyses every record, each by one engine from its first question to its last. After a failure no further
/// game is begun. `progress` is called in this thread, several times a second and at the end, with the games
/// that are done.
AnalysisOutcome analyse_all(const AnalysisOrder& order, const std::vector<const match::GameRecord*>& records,
                            const std::function<void(const std::vector<GameAnalysis>&)>& progress);

}  // namespace ebiri::analysis

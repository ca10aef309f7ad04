// Analysis of many games with several engines in parallel.
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

/// The settings of an analysis. Everything it refers to must outlive the work.
struct AnalysisSettings {
  const rules::Rules& rules;
  const rules::ExactEnds* exact = nullptr;
  player::EngineSetup engine;  ///< its `interrupt` stops the work
  match::Limit limit;          ///< for each position
  int slots = 1;
};

struct AnalysisOutcome {
  std::vector<GameAnalysis> games;  ///< the finished ones, in any order
  std::string announced;            ///< the engine's `id name`
  bool interrupted = false;
  std::string failure;  ///< with its evidence; empty if all games are finished, or after an interrupt
};

/// Analyses every record. Each game is analysed by one engine. After a failure no further game begins.
/// Calls `progress` with the finished games at the beginning and after each game: in any thread, never twice
/// at a time.
AnalysisOutcome analyse_all(const AnalysisSettings& settings,
                            const std::vector<const match::GameRecord*>& records,
                            const std::function<void(const std::vector<GameAnalysis>&)>& progress);

}  // namespace ebiri::analysis

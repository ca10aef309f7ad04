#include "referee/match/thinking.hpp"

namespace ebiri::match {

void Thinking::add(const GameRecord& record) {
  if (record.verdict.result == Verdict::Result::void_game) return;
  EngineTime& south = engines_[record.south];
  EngineTime& north = engines_[record.north];
  for (const Ply& ply : record.plies) {
    const bool by_south = ply.side == rules::Side::south;
    (by_south ? south : north).moves.add(ply.thought.wall);
    (by_south ? north : south).opponents += ply.thought.wall;
  }
  south.pondered += record.south_pondered;
  north.pondered += record.north_pondered;
}

void Thinking::add(const std::string& engine, const EngineTime& time) {
  EngineTime& sum = engines_[engine];
  sum.moves.add(time.moves);
  sum.pondered += time.pondered;
  sum.opponents += time.opponents;
}

void Thinking::add(const Thinking& other) {
  for (const auto& [engine, time] : other.engines_) add(engine, time);
}

const EngineTime& Thinking::of(std::string_view engine) const {
  static const EngineTime none;
  const auto found = engines_.find(engine);
  return found == engines_.end() ? none : found->second;
}

}  // namespace ebiri::match

// The dialect of Oware engines that speak UCI, Aalina for example: `uci`, `position startpos moves FfE`,
// moves without blanks between them, `go movetime N`.
//
// Such an engine is told a time for each move and never a clock, as it may take the clock of the side that
// moved first. What it answers is judged by the referee: it does not check what it is sent.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

class UciOware final : public Dialect {
 public:
  void begin(const GameBrief& brief) override { rules_ = rules_of(brief); }
  std::string encode(const protocol::Request& request) override;
  std::string question(const Line& line, const Budget& budget) override;
  Interpreted interpret(std::string_view line) override;

 private:
  std::unique_ptr<rules::Rules> rules_;
};

}  // namespace ebiri::player

// The dialect of the Oware contest on CodinGame. For each turn the engine gets one line of twelve numbers,
// its own six pits first, both rows in sowing order, and answers with the number of the pit that it plays, 0
// to 5. There is no greeting, no score and no end of the game: a process plays one game.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

class Codingame final : public Dialect {
 public:
  bool greets() const override { return false; }
  void begin(const GameBrief& brief) override { rules_ = rules_of(brief); }
  std::string encode(const protocol::Request&) override { return {}; }
  std::string question(const Line& line, const Budget& budget) override;
  Interpreted interpret(std::string_view line) override;

 private:
  std::unique_ptr<rules::Rules> rules_;
  rules::Side mover_ = rules::Side::south;
};

}  // namespace ebiri::player

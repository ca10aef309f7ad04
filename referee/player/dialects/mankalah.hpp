// The dialect of ManKalah, the referee of the University of Manchester's Kalah contest (kalah, ruleset
// manchester).
//
//   referee: START;South   START;North                       to the first player and the second; South then
//   moves
//            CHANGE;3;…;YOU   CHANGE;SWAP;…;OPP              what was played, the board, who moves: YOU, OPP
//            or END END
//   engine:  MOVE;3   SWAP
//
// The board is north's seven pits and store, then south's. Every move is told to both, but a swap not to the
// one who swapped. Ours tells what has happened just before it asks, and at the end. After a swap the two
// change places at ManKalah's board, while our board turns round under them.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

class Mankalah final : public Dialect {
 public:
  bool greets() const override { return false; }
  void restart() override { started_ = false; }
  void begin(const GameBrief& brief) override;
  std::string encode(const protocol::Request&) override { return {}; }
  std::string question(const Line& line, const Budget& budget) override;
  Interpreted interpret(std::string_view line) override;
  std::string conclusion(const Line& line) override;

 private:
  std::vector<std::string> news(const Line& line) const;
  std::string tell(const Line& line);
  std::string change(std::string_view move) const;

  std::unique_ptr<rules::Rules> rules_;
  std::unique_ptr<rules::Game> told_;  // as far as the engine knows
  std::size_t moves_told_ = 0;         // of the line at hand
  std::optional<std::string> base_;    // of that line
  rules::Side own_ = rules::Side::south;
  bool started_ = false;
  bool turned_ = false;  // our board, after a swap
};

}  // namespace ebiri::player

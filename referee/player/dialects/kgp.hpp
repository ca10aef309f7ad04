// The Kalah Game Protocol 1.0 of KWARC, Erlangen, in its mode `freeplay`: lines `[id[@ref]] command` that end
// in CR LF.
//
//   referee: kgp 1 0 1   ping   state <6,0,0,4,…>   stop   ok   pong   goodbye
//   engine:  set "info:name" "Minmax"   mode "freeplay"   pong   move 3   yield   ping
//
// A state is the number of pits, the stores of the one who is asked and of the opponent, their pits from left
// to right: whoever is asked is south. The engine may name many moves; the last one counts, when it yields or
// when its time is over. It connects to a port that ebiri-bridge opens for it; what crosses our pipes is what
// crosses that connection.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

class Kgp final : public Dialect {
 public:
  void restart() override;
  void begin(const GameBrief& brief) override { rules_ = rules_of(brief); }
  std::string encode(const protocol::Request& request) override;
  std::string question(const Line& line, const Budget& budget) override;
  Interpreted interpret(std::string_view line) override;
  std::optional<Duration> settles_after(const Budget& budget) const override;
  std::optional<Interpreted> settle() override;

 private:
  using Id = std::uint64_t;

  std::string say(std::string_view command, std::optional<Id> about = std::nullopt);
  Interpreted hear_set(std::string_view arguments) const;
  Interpreted hear_mode(std::string_view arguments);
  Interpreted hear_move(std::string_view argument);
  Interpreted hear_yield(std::string_view line);

  std::unique_ptr<rules::Rules> rules_;
  Id last_id_ = 0;           // ours are even
  std::optional<Id> first_;  // of the engine's messages
  Id ping_ = 0, state_ = 0;  // the last ones
  bool asked_ = false;       // the state is open
  rules::Side mover_ = rules::Side::south;
  int pits_ = 0;
  std::optional<std::string> move_;  // the last one named
  std::string said_;                 // the line that named it
};

}  // namespace ebiri::player

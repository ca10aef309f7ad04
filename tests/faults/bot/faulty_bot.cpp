// An engine that plays legal Oware moves and commits one fault of your choice.
//
//   faulty_bot [FAULT [N]]      commits FAULT at the Nth `go` (default 1), or at the moment in its name
//   faulty_bot use WAY US told|silent   uses US microseconds of CPU time per move in a way of spending.cpp;
//                                       with `told`, writes `info` lines meanwhile
//   faulty_bot burn US          uses US microseconds of CPU time and exits
//
// Without a fault it answers every request with the first legal move. It ignores further arguments.
// tests/faults/README.md lists the faults.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "protocol/ugi.hpp"
#include "referee/rules/registry.hpp"
#include "tests/faults/bot/faults.hpp"

namespace {

namespace protocol = ebiri::protocol;
namespace rules = ebiri::rules;
using namespace faulty;

class Bot {
 public:
  Bot(std::string fault, int when, std::function<void()> before_a_move)
      : fault_(std::move(fault)),
        when_(when),
        before_a_move_(std::move(before_a_move)) {}

  void run() {
    if (fault_ == "exit-at-start") leave(7);
    for (std::string line; std::getline(std::cin, line);) {
      const auto request = protocol::ugi::decode_request(line);
      if (!request) continue;
      if (std::holds_alternative<protocol::Quit>(*request)) break;
      std::visit([this](const auto& message) { handle(message); }, *request);
    }
    if (fault_ == "ignore-quit") {
      ::signal(SIGTERM, SIG_IGN);
      hang();
    }
  }

 private:
  void handle(const protocol::Hello&) {
    if (fault_ == "silent-at-ugi") hang();
    if (fault_ == "flood-at-ugi") flood();
    if (fault_ == "slow-start") ::usleep(500'000);
    if (fault_ == "bad-greeting") say("option Hash\n");
    if (fault_ == "answer-at-ugi") answer("A");
    if (fault_ == "other-variant") say("variants draughts\n");
    say("id name Faulty 1.0\nid author the tests\n");
    say("option name UGI_Seed type spin default 0 min 0 max 18446744073709551615\n");
    say("option name UGI_GameOver type check default true\nugiok\n");
  }

  void handle(const protocol::IsReady&) {
    if (fault_ == "never-ready") hang();
    if (fault_ == "close-stdin-at-start") {
      ::close(STDIN_FILENO);
      say("readyok\n");
      hang();
    }
    if (fault_ == "close-stdout-at-start") {
      ::close(STDOUT_FILENO);
      hang();
    }
    if (fault_ == "answer-before-ready") answer("A");
    say("readyok\n");
  }

  void handle(const protocol::NewGame&) {
    if (fault_ == "die-at-second-game" && ++games_ == 2) leave(5);
    moves_asked_ = 0;
  }

  void handle(const protocol::Position& position) {
    game_ = rules::make_rules({.variant = "oware", .ruleset = "abapa"}).value()->start();
    if (position.base)
      game_ = rules::make_rules({.variant = "oware"}).value()->from_position(*position.base).value();
    for (const std::string& move : position.moves)
      if (game_->play(move)) leave(99);
  }

  void handle(const protocol::Go&) {
    const std::string move = game_->legal_moves().front();
    if (before_a_move_) before_a_move_();
    if (++moves_asked_ == when_)
      for (const Faults* faults : {&wire_faults(), &process_faults(), &raids()})
        if (const auto fault = faults->find(fault_); fault != faults->end()) return fault->second(move);
    answer(move);
    if (fault_ == "exit-between-games" && moves_asked_ == when_) when_ = -1;
  }

  void handle(const protocol::GameOver&) {
    if (fault_ == "exit-between-games") leave(0);
  }

  template <class Other>
  void handle(const Other&) {}

  std::string fault_;
  int when_;
  std::function<void()> before_a_move_;
  int moves_asked_ = 0;
  int games_ = 0;
  std::unique_ptr<rules::Game> game_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string fault = argc > 1 ? argv[1] : "";
  const auto time = [&](int place) { return std::chrono::microseconds{std::atoi(argv[place])}; };
  if (fault == "burn" && argc > 2) {
    burn(time(2), false);
    return 0;
  }
  std::function<void()> spend;
  if (fault == "use" && argc > 4)
    spend = [way = ways_to_spend().at(argv[2]), cpu = time(3), told = argv[4] == std::string{"told"}] {
      way(cpu, told);
    };
  Bot{fault, argc > 2 ? std::atoi(argv[2]) : 1, spend}.run();
}

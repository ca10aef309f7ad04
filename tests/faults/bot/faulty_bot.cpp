// An engine that keeps the rules of Oware and commits one sin of your choice.
//
//   faulty_bot [SIN [N]]      commits SIN at the Nth `go` (default 1), or at the moment in its name
//
// Without a sin it answers every question with the first legal move. tests/faults/README.md lists the sins.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "protocol/ugi.hpp"
#include "referee/rules/registry.hpp"

namespace {

namespace protocol = ebiri::protocol;
namespace rules = ebiri::rules;

void say(const std::string& text) { std::cout << text << std::flush; }
void answer(const std::string& move) { say("bestmove " + move + "\n"); }

[[noreturn]] void hang() {
  while (true) ::pause();
}

[[noreturn]] void spin() {
  volatile unsigned long turns = 0;
  while (true) turns = turns + 1;
}

[[noreturn]] void chatter() {  // one short line every millisecond: it must not move the deadline
  while (true) {
    say("info depth 1 nodes 1\n");
    ::usleep(1000);
  }
}

[[noreturn]] void flood() {
  const std::string line = "info string " + std::string(1000, 'x') + "\n";
  while (true) say(line);
}

[[noreturn]] void leave(int code) {
  std::cout.flush();
  std::_Exit(code);
}

// What is done in place of an answer; `move` would have been right.
const std::map<std::string, std::function<void(const std::string& move)>> sins{
    {"exit-at-go",
     [](const std::string&) {
       std::cerr << "out of ideas\n";
       leave(3);
     }},
    {"signal-at-go",
     [](const std::string&) {
       ::signal(SIGSEGV, SIG_DFL);  // AddressSanitizer would turn it into an exit
       ::raise(SIGSEGV);
     }},
    {"close-stdout",
     [](const std::string&) {
       ::close(STDOUT_FILENO);
       hang();
     }},
    {"half-a-line",
     [](const std::string& move) {
       say("bestmove " + move);
       leave(0);
     }},
    {"hang", [](const std::string&) { hang(); }},
    {"spin", [](const std::string&) { spin(); }},
    {"chatter", [](const std::string&) { chatter(); }},
    {"illegal", [](const std::string& move) { answer(move[0] < 'a' ? "a" : "A"); }},
    {"unparsable", [](const std::string&) { answer("Z9"); }},
    {"no-move", [](const std::string&) { say("bestmove\n"); }},
    {"surplus", [](const std::string& move) { say("bestmove " + move + " indeed\n"); }},
    {"control-bytes", [](const std::string&) { say(std::string("bestmove \0\x1b[31m\xff\n", 17)); }},
    {"twice", [](const std::string& move) { say("bestmove " + move + "\nbestmove " + move + "\n"); }},
    {"long-line",
     [](const std::string&) {
       say("info string " + std::string(200000, 'x') + "\n");
       hang();
     }},
    {"flood", [](const std::string&) { flood(); }},
    {"die-behind-a-child",
     [](const std::string&) {
       if (::fork() == 0) hang();  // it keeps our pipes open
       leave(9);
     }},
    {"accept-nothing", [](const std::string&) { say("bestmove accept\n"); }},
    {"resign", [](const std::string&) { say("bestmove resign\n"); }},
    {"answer-then-exit",
     [](const std::string& move) {
       answer(move);
       leave(0);
     }},
    {"stderr-flood-then-answer",
     [](const std::string& move) {
       for (int i = 0; i < 20000; ++i) std::cerr << "line " << i << " of a very long complaint\n";
       answer(move);
     }},
    {"crlf", [](const std::string& move) { say("info depth 3\r\nbestmove " + move + "\r\n"); }},
};

class Bot {
 public:
  Bot(std::string sin, int when) : sin_(std::move(sin)), when_(when) {}

  void run() {
    if (sin_ == "exit-at-start") leave(7);
    for (std::string line; std::getline(std::cin, line);) {
      const auto request = protocol::ugi::decode_request(line);
      if (!request) continue;
      if (std::holds_alternative<protocol::Quit>(*request)) break;
      std::visit([this](const auto& message) { handle(message); }, *request);
    }
    if (sin_ == "ignore-quit") hang();
  }

 private:
  void handle(const protocol::Hello&) {
    if (sin_ == "silent-at-ugi") hang();
    if (sin_ == "flood-at-ugi") flood();
    if (sin_ == "other-variant") say("variants draughts\n");
    say("id name Faulty 1.0\noption name UGI_Seed type string default 0\n");
    say("option name UGI_GameOver type check default true\nugiok\n");
  }

  void handle(const protocol::IsReady&) {
    if (sin_ == "never-ready") hang();
    if (sin_ == "answer-before-ready") answer("A");
    say("readyok\n");
  }

  void handle(const protocol::NewGame&) {
    if (sin_ == "die-at-second-game" && ++games_ == 2) leave(5);
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
    const auto sin = sins.find(sin_);
    if (++moves_asked_ == when_ && sin != sins.end()) return sin->second(move);
    answer(move);
    if (sin_ == "exit-between-games" && moves_asked_ == when_) when_ = -1;
  }

  void handle(const protocol::GameOver&) {
    if (sin_ == "exit-between-games") leave(0);
  }

  template <class Other>
  void handle(const Other&) {}

  std::string sin_;
  int when_;
  int moves_asked_ = 0;
  int games_ = 0;
  std::unique_ptr<rules::Game> game_;
};

}  // namespace

int main(int argc, char** argv) { Bot{argc > 1 ? argv[1] : "", argc > 2 ? std::atoi(argv[2]) : 1}.run(); }

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "tests/faults/bot/faults.hpp"

namespace faulty {

using namespace std::chrono_literals;

void say(const std::string& text) { std::cout << text << std::flush; }

void answer(const std::string& move) { say("bestmove " + move + "\n"); }

void hang() {
  while (true) ::pause();
}

void flood() {
  const std::string line = "info string " + std::string(1000, 'x') + "\n";
  while (true) say(line);
}

void leave(int code) {
  std::cout.flush();
  std::_Exit(code);
}

namespace {

[[noreturn]] void spin() {
  volatile unsigned long turns = 0;
  while (true) turns = turns + 1;
}

// Repeats a text with pauses of `pause`.
[[noreturn]] void repeat(const std::string& text, std::chrono::microseconds pause) {
  while (true) {
    say(text);
    const auto next = std::chrono::steady_clock::now() + pause;
    if (pause >= 1ms) ::usleep(static_cast<useconds_t>(pause.count()));
    while (std::chrono::steady_clock::now() < next) {
    }
  }
}

}  // namespace

const Faults& wire_faults() {
  static const Faults faults{
      {"hang", [](const std::string&) { hang(); }},
      {"spin", [](const std::string&) { spin(); }},
      {"late",
       [](const std::string& move) {
         ::usleep(600'000);
         answer(move);
         hang();
       }},
      {"chatter", [](const std::string&) { repeat("info depth 1 nodes 1\n", 1ms); }},
      {"chatter-fast", [](const std::string&) { repeat("info depth 1 nodes 1\n", 30us); }},
      {"trickle", [](const std::string&) { repeat("x", 1ms); }},
      {"flood", [](const std::string&) { flood(); }},
      {"half-a-line",
       [](const std::string& move) {
         say("bestmove " + move);
         leave(0);
       }},
      {"half-a-line-then-hang",
       [](const std::string& move) {
         say("bestmove " + move);
         hang();
       }},
      {"long-line",
       [](const std::string&) {
         say("info string " + std::string(200'000, 'x') + "\n");
         hang();
       }},
      {"line-of-10-mb",
       [](const std::string&) {
         say(std::string(10'000'000, 'x'));
         hang();
       }},
      {"illegal", [](const std::string& move) { answer(move[0] < 'a' ? "a" : "A"); }},
      {"unparsable", [](const std::string&) { answer("Z9"); }},
      {"other-games-move", [](const std::string&) { answer("A7L>"); }},
      {"no-move", [](const std::string&) { say("bestmove\n"); }},
      {"blank-move", [](const std::string&) { say("bestmove \t \n"); }},
      {"surplus", [](const std::string& move) { say("bestmove " + move + " indeed\n"); }},
      {"control-bytes", [](const std::string&) { say(std::string("bestmove \0\x1b[31m\xff\n", 17)); }},
      {"nul-after-the-move",
       [](const std::string& move) { say("bestmove " + move + std::string("\0\n", 2)); }},
      {"twice", [](const std::string& move) { say("bestmove " + move + "\nbestmove " + move + "\n"); }},
      {"accept-nothing", [](const std::string&) { answer("accept"); }},
      {"resign", [](const std::string&) { answer("resign"); }},
      {"close-stdout",
       [](const std::string&) {
         ::close(STDOUT_FILENO);
         hang();
       }},
      {"close-stdin",  // detected at the next request
       [](const std::string& move) {
         ::close(STDIN_FILENO);
         answer(move);
         hang();
       }},
      {"close-stdin-and-die",
       [](const std::string& move) {
         ::close(STDIN_FILENO);
         answer(move);
         ::usleep(50'000);
         leave(4);
       }},
      {"close-stderr",
       [](const std::string& move) {
         ::close(STDERR_FILENO);
         answer(move);
       }},
      {"stderr-flood",
       [](const std::string&) {
         while (true) std::cerr << "a complaint that never ends\n";
       }},
      {"stderr-flood-then-answer",
       [](const std::string& move) {
         for (int i = 0; i < 20000; ++i) std::cerr << "line " << i << " of a very long complaint\n";
         answer(move);
       }},
      {"crlf", [](const std::string& move) { say("info depth 3\r\nbestmove " + move + "\r\n"); }},
      {"odd-chat",
       [](const std::string& move) {
         say(std::string("info string \0\x1b[31m\xff\xfe\n\n\xc3\n\0\n", 26));
         answer(move);
       }},
  };
  return faults;
}

}  // namespace faulty

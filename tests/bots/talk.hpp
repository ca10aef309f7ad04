// A conversation with a bot in this process, through pipes.
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::tests {

/// Runs `bot` in its own thread until its input closes or it quits.
class Talk {
 public:
  Talk(sdk::Bot& bot, sdk::Identity identity);
  ~Talk();

  void write(const std::string& text);  ///< raw bytes
  void say(const std::string& line) { write(line + "\n"); }

  /// The next line, or `(end)`.
  std::string line();
  /// The lines up to the first that starts with `last`, that one included.
  std::vector<std::string> until(const std::string& last);

  /// Asks for a move and returns the word after `bestmove`.
  std::string ask(const std::string& position, const std::string& go);

  /// Closes the input, waits for the bot, and returns its exit status.
  int end();
  /// The bot's stderr. Precondition: `end` was called.
  std::string errors();

 private:
  int in_[2], out_[2], errors_[2];
  std::string unread_;
  int result_ = -1;
  std::thread thread_;
};

}  // namespace ebiri::tests

// The reading thread, which receives messages while the bot thinks.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "bots/sdk/cpp/bot.hpp"
#include "protocol/message.hpp"

namespace ebiri::sdk {

/// Writes whole lines to a descriptor, one write(2) each. Thread-safe. Ignores errors; may raise SIGPIPE.
class LineSink {
 public:
  explicit LineSink(int descriptor) : descriptor_(descriptor) {}
  void write(std::string line);

 private:
  int descriptor_;
  std::mutex mutex_;
};

/// A request that waits for the bot; `stop` belongs only to this request.
struct Incoming {
  protocol::Request request;
  Clock::time_point arrived;
  std::stop_source stop;
};

/// Reads requests in its own thread until `quit` or the end of input, which counts as `quit`. `stop` and
/// `quit` reach a running or waiting search; `isready` is answered immediately during a search.
class Inbox {
 public:
  Inbox(const Pipes& pipes, LineSink& out, LineSink& errors);

  /// Waits for the next request. A call means that the previous request is done. The last one is a `quit`.
  Incoming next();

 private:
  void read();
  void receive(std::string_view line);
  void put(protocol::Request request);
  void stop_search();
  void stop_everything();

  int in_;
  LineSink& out_;
  LineSink& errors_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Incoming> waiting_;
  std::stop_source running_{std::nostopstate};  // of the running search, if any
  bool ended_ = false;                          // reading thread only
  std::jthread reader_;
};

}  // namespace ebiri::sdk

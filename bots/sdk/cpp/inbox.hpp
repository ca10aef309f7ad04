// The reading thread, which receives messages while the bot thinks.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bots/sdk/cpp/bot.hpp"
#include "protocol/message.hpp"
#include "protocol/ugi.hpp"
#include "referee/support/files.hpp"

namespace ebiri::sdk {

/// Writes whole lines to a descriptor, one write(2) each. Thread-safe. Ignores errors; may raise SIGPIPE.
class LineSink {
 public:
  explicit LineSink(int descriptor) : descriptor_(descriptor) {}

  void write(std::string line) {
    line += '\n';
    const std::lock_guard lock(mutex_);
    (void)write_all(descriptor_, line);
  }

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
  Inbox(const Pipes& pipes, LineSink& out, LineSink& errors)
      : in_(pipes.in),
        out_(out),
        errors_(errors),
        reader_([this] { read(); }) {}

  /// Waits for the next request. A call means that the previous request is done. The last request is `quit`.
  Incoming next() {
    std::unique_lock lock(mutex_);
    running_ = std::stop_source(std::nostopstate);
    arrived_.wait(lock, [&] { return !waiting_.empty(); });
    Incoming incoming = std::move(waiting_.front());
    waiting_.pop_front();
    if (!std::holds_alternative<protocol::Go>(incoming.request)) return incoming;
    running_ = incoming.stop;
    // `isready` may arrive before the search begins, and must not wait for its end.
    for (; !waiting_.empty() && std::holds_alternative<protocol::IsReady>(waiting_.front().request);
         waiting_.pop_front())
      out_.write(protocol::ugi::encode_reply(protocol::Ready{}));
    return incoming;
  }

 private:
  // A line that is too long is dropped as a whole: a part of a message could have another meaning.
  void read() {
    std::string line;
    std::vector<char> block(protocol::max_line_bytes);
    while (!ended_) {
      const ssize_t count = ::read(in_, block.data(), block.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      for (const char c : std::string_view(block.data(), static_cast<std::size_t>(count))) {
        if (c != '\n') {
          if (line.size() < protocol::max_line_bytes) line += c;
          continue;
        }
        if (line.size() < protocol::max_line_bytes) {
          receive(line);
        } else {
          errors_.write("ignored: a line of more than " + std::to_string(protocol::max_line_bytes) +
                        " bytes");
        }
        line.clear();
        if (ended_) return;
      }
    }
    if (!ended_) receive("quit");
  }

  void receive(std::string_view line) {
    auto request = protocol::ugi::decode_request(line);
    if (!request) {
      errors_.write("ignored: " + request.error().message);
      return;
    }
    if (std::holds_alternative<protocol::Stop>(*request)) return stop_search();
    if (std::holds_alternative<protocol::Quit>(*request)) stop_everything();
    put(std::move(*request));
  }

  void put(protocol::Request request) {
    const std::lock_guard lock(mutex_);
    if (running_.stop_possible() && waiting_.empty() && std::holds_alternative<protocol::IsReady>(request)) {
      out_.write(protocol::ugi::encode_reply(protocol::Ready{}));
      return;
    }
    waiting_.push_back({std::move(request), Clock::now(), std::stop_source()});
    arrived_.notify_one();
  }

  // Stops the search that was requested last, whether it has begun or not.
  void stop_search() {
    const std::lock_guard lock(mutex_);
    for (auto incoming = waiting_.rbegin(); incoming != waiting_.rend(); ++incoming) {
      if (!std::holds_alternative<protocol::Go>(incoming->request)) continue;
      incoming->stop.request_stop();
      return;
    }
    running_.request_stop();
  }

  void stop_everything() {
    ended_ = true;
    const std::lock_guard lock(mutex_);
    for (Incoming& incoming : waiting_) incoming.stop.request_stop();
    running_.request_stop();
  }

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

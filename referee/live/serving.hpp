// The page of a run, served by the process that plays it (`--serve`).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "referee/live/served_run.hpp"
#include "referee/run/observer.hpp"
#include "referee/web/server.hpp"

namespace ebiri::live {

/// `ADDRESS:PORT`, `ADDRESS`, `:PORT` or `PORT`; what is not said is 127.0.0.1 and 8080. An IPv6 address
/// before a port stands in brackets.
Result<web::Address> served_address(const std::string& text);

/// A server with a thread of its own, which only reads the run, as a process of its own would, and gives way
/// to all others: clients hold up no game. Used by one thread.
class Serving final : public run::Observer {
 public:
  /// Takes the address, and lets clients wait. An error says why it cannot be had.
  static Result<std::unique_ptr<Serving>> open(const web::Address& address, const run::RunFolder& folder);

  /// Stops.
  ~Serving() override;
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  /// `http://127.0.0.1:8080/`.
  std::string url() const { return server_->url(); }

  /// Serves from now on, with the caller's mask of signals. Once.
  void begin();

  /// Nothing more is played: listeners are told how the run ended, which the destructor waits for, a second
  /// at most.
  void end();

 private:
  explicit Serving(const run::RunFolder& folder) : run_(folder, EngineErrors::everybody) {}

  ServedRun run_;
  std::optional<web::Server> server_;
  std::jthread thread_;
};

}  // namespace ebiri::live

// The page of a run, served by the process that plays it (`--serve`).
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "referee/cli/served_run.hpp"
#include "referee/web/server.hpp"

namespace ebiri::cli {

/// `ADDRESS:PORT`, `ADDRESS`, `:PORT` or `PORT`; what is not said is 127.0.0.1 and 8080. An IPv6 address
/// before a port stands in brackets.
Result<web::Address> served_address(const std::string& text);

/// Adds --address, --port, --name and --proxy; the defaults are those of `address`, which outlives the
/// command.
void add_address_options(CLI::App& command, web::Address& address);

/// A server with a thread of its own, which only reads the run, as a process of its own would, but for games
/// that are handed over, and gives way to all others: clients hold up no game. Used by one thread.
class Serving {
 public:
  /// Takes the address, and lets clients wait. An error says why it cannot be had.
  static Result<std::unique_ptr<Serving>> open(const web::Address& address, const RunFolder& folder);

  /// Stops.
  ~Serving();
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  /// Takes what is written to the journal.
  record::Handover& handover() { return *handover_; }

  /// `http://127.0.0.1:8080/`.
  std::string url() const { return server_->url(); }

  /// Serves from now on, with the caller's mask of signals. Once.
  void begin();

  /// Nothing more is played: listeners are told how the run ended, which the destructor waits for, a second
  /// at most.
  void end();

 private:
  explicit Serving(const RunFolder& folder) : run_(folder, EngineErrors::everybody, handover_) {}

  std::shared_ptr<record::Handover> handover_ = std::make_shared<record::Handover>();
  ServedRun run_;
  std::optional<web::Server> server_;
  std::jthread thread_;
};

}  // namespace ebiri::cli

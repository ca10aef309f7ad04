// Serves the page of a run from the process that plays it (`--serve`).
#pragma once

#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "referee/live/served_run.hpp"
#include "referee/run/observer.hpp"
#include "referee/web/server.hpp"

namespace ebiri::live {

/// Parses `ADDRESS:PORT`, `ADDRESS`, `:PORT` or `PORT`; the defaults are 127.0.0.1 and 8080. An IPv6 address
/// before a port needs brackets.
Result<web::Address> served_address(const std::string& text);

/// A web server in its own thread, at the lowest priority so that clients delay no game. It follows the run's
/// files, as another process would. Not thread-safe.
class Serving final : public run::Observer {
 public:
  Serving(web::Address address, const run::RunFolder& folder) : address_(std::move(address)), run_(folder) {}

  /// Stops the server.
  ~Serving() override;
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  /// Binds the address if games are left to play; clients wait until `begin`. Returns the page's URL.
  Result<std::string> open(bool left) override;

  /// Whether `open` has bound the address.
  bool serves() const { return server_.has_value(); }

  /// Starts the server thread, which inherits the caller's signal mask. Call it once.
  void begin(const run::Start& start) override;

  /// Tells listeners how the run ended. The destructor waits for them, at most a second.
  void end(run::Ending ending) override;

 private:
  web::Address address_;
  ServedRun run_;
  std::optional<web::Server> server_;
  std::jthread thread_;
};

}  // namespace ebiri::live

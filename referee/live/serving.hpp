// The page of a run, served by the process that plays it (`--serve`).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "referee/live/served_run.hpp"
#include "referee/run/observer.hpp"
#include "referee/web/server.hpp"

namespace ebiri::live {

/// `ADDRESS:PORT`, `ADDRESS`, `:PORT` or `PORT`; what is not said is 127.0.0.1 and 8080. An IPv6 address
/// before a port stands in brackets.
Result<web::Address> served_address(const std::string& text);

/// A server with a thread of its own. It reads the run as another process would, and yields the processor to
/// all other threads: clients delay no game. Used by one thread.
class Serving final : public run::Observer {
 public:
  Serving(web::Address address, const run::RunFolder& folder) : address_(std::move(address)), run_(folder) {}

  /// Stops.
  ~Serving() override;
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  /// Takes the address, if games are left to play, and lets clients wait. The value is the page's URL.
  Result<std::string> open(bool left) override;

  /// Whether `open` has taken the address.
  bool serves() const { return server_.has_value(); }

  /// Serves from now on, with the caller's mask of signals. Once.
  void begin(const run::Start& start) override;

  /// Tells listeners how the run ended, which the destructor waits for, a second at most.
  void end(run::Ending ending) override;

 private:
  web::Address address_;
  ServedRun run_;
  std::optional<web::Server> server_;
  std::jthread thread_;
};

}  // namespace ebiri::live

// A small web server for one site: pages, data and an event stream, read-only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::web {

/// Shared, as many connections may be sending it at once.
using Text = std::shared_ptr<const std::string>;

struct Answer {
  unsigned status = 200;
  std::string type;      ///< of the content: `application/json`
  Text body;             ///< never null
  bool lasting = false;  ///< the same for ever: a browser may keep it
};

/// What is served. Everything is called on the thread that runs the server, so that nothing may wait.
class Site {
 public:
  virtual ~Site() = default;

  /// What is at `path` (`/run.json`, without a query).
  virtual Answer get(std::string_view path) = 0;

  /// Server-sent events for a new listener, who knows all up to the event with that id; empty: nothing. No
  /// text as long as there is nothing to be told: the listener is asked to come again.
  virtual std::vector<Text> greeting(std::string_view last_event_id) = 0;

  /// Events for all who listen, so many, asked for ten times a second; null: none.
  virtual Text news(std::size_t listeners) = 0;
};

/// Where a server listens.
struct Address {
  std::string ip = "127.0.0.1";  ///< `0.0.0.0` and `::`: on all that the machine has
  std::uint16_t port = 0;        ///< 0: any free one
  std::size_t most = 1000;       ///< connections at a time; more are closed

  /// On a loopback address only requests for these hosts are answered, besides `localhost` and addresses:
  /// a page from elsewhere that had its name point here could read everything.
  std::vector<std::string> names = {};
};

/// What is wrong with an `ip`, or nothing.
std::string address_problem(const std::string& ip);

/// Serves GET and HEAD. Slow clients hold up nobody: who does not take what is sent is disconnected, and an
/// event stream begins again where it stopped. One thread, but for `stop`.
class Server {
 public:
  /// Events are at `/events`. `site` outlives the server. An error says why the address cannot be had.
  static Result<Server> open(const Address& address, Site& site);

  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  /// `http://127.0.0.1:8080/`.
  std::string url() const;

  /// From now on SIGINT and SIGTERM stop it.
  void heed_signals();

  /// Serves until it is stopped.
  void run();

  /// Lets `run` return, now or as soon as it is called: after the site's last news, and when these were taken
  /// or a second has passed. Any thread.
  void stop();

 private:
  class Host;
  explicit Server(std::unique_ptr<Host> host);

  std::unique_ptr<Host> host_;
};

}  // namespace ebiri::web

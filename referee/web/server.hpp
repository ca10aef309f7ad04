// A small web server for sites with pages, data, event streams and forms.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/support/result.hpp"
#include "referee/web/connections.hpp"

namespace ebiri::web {

/// A shared text, because many connections may send it at the same time.
using Text = std::shared_ptr<const std::string>;
inline Text text_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// A response to a request.
struct Answer {
  unsigned status = 200;
  std::string type;                               ///< media type: `application/json`
  Text body;                                      ///< never null
  bool immutable = false;                         ///< browsers may cache it for good
  bool no_store = false;                          ///< private: must not be cached
  std::string policy = "frame-ancestors 'self'";  ///< Content-Security-Policy
  std::string location = {};                      ///< target of a redirection, or empty
  std::string cookie = {};                        ///< a cookie to set, or empty
};

/// A request and its client.
struct Request {
  std::string path;        ///< below the site's prefix, as sent, without a query: `/run.json`
  std::string client;      ///< its address, of IPv6 the first 64 bits; `unknown` if a proxy did not name it
  bool local = false;      ///< sent from this machine, and not forwarded by a proxy
  bool html = false;       ///< the client accepts HTML, as browsers do
  bool encrypted = false;  ///< a trusted proxy received it over TLS
  std::string token;       ///< of `Authorization: Bearer TOKEN`; empty without one
  std::string cookies;     ///< the cookies as sent
  std::string type;        ///< Content-Type of the body, if there is one
};

/// How the body of a POST is received.
struct Intake {
  std::uint64_t most = 0;           ///< limit in bytes; a larger body is refused before it is read
  std::chrono::seconds within{10};  ///< time limit for the whole body
  std::filesystem::path file = {};  ///< file for the body; empty: it stays in memory

  /// If set, protects the connection from `ConnectionLimits`. Released when the POST ends, just before its
  /// answer is sent: the deleter can undo what `admit` reserved.
  std::shared_ptr<void> permit = nullptr;
};

/// The content that a server serves. All functions but `post` run on the server's thread, so they must not
/// block.
class Site {
 public:
  virtual ~Site() = default;

  virtual Answer get(const Request& request) = 0;

  /// Decides about a POST before its body of `bytes` bytes is read: accepts it, or returns the answer that
  /// refuses it. The server itself refuses a POST from a page of another site.
  virtual std::variant<Intake, Answer> admit(const Request& request, std::uint64_t bytes);

  /// Handles a POST that `admit` accepted. `body` is valid until it returns; `at` is the time of the last
  /// byte. Runs on several worker threads: it may block, but must guard shared data of the site.
  virtual Answer post(const Request&, std::string_view /*body*/,
                      std::chrono::system_clock::time_point /*at*/) {
    return {};
  }

  /// The team of a request's token; empty without a valid token. Called only for the site at `/`.
  virtual std::string team_of(const Request&) { return {}; }

  /// The server-sent events that a new listener has missed. The listener has all events up to
  /// `last_event_id` (`Last-Event-ID` or `/events?after=ID`), or none if the id is empty. An empty list means
  /// that nothing is recorded yet; the listener must retry.
  virtual std::vector<Text> greeting(std::string_view /*last_event_id*/) { return {}; }

  /// New events for all listeners, or null if there are none. `listeners` is their number. Called ten times a
  /// second, or less often with `Address::rest_factor`.
  virtual Text news(std::size_t /*listeners*/) { return nullptr; }
};

/// A site and its path on a server.
struct Mount {
  std::string prefix;  ///< `/` or `/finals/`; the site with the longest matching prefix gets the request
  Site* site;          ///< never null; outlives the server
};

/// The address and the limits of a server.
struct Address {
  std::string ip = "127.0.0.1";  ///< `0.0.0.0` and `::`: all addresses of the machine
  std::uint16_t port = 0;        ///< 0: any free port
  ConnectionLimits limits = {};

  /// The IP addresses of trusted proxies, in addition to loopback addresses.
  std::vector<std::string> proxies = {};

  /// After each round of news the server pauses for this multiple of the CPU time that it used since the
  /// last round, but for at least 0.1 and at most 2 seconds. So listeners get fewer updates under load.
  int rest_factor = 0;

  /// Host names that the server answers for on a loopback address, in addition to `localhost` and loopback
  /// addresses. Other names are refused, because DNS rebinding would let pages of other sites read
  /// everything.
  std::vector<std::string> names = {};

  /// Whether `ip` can be reached from this machine only.
  bool is_loopback() const;
};

/// Why `ip` is not an IP address, or empty.
std::string address_problem(const std::string& ip);

/// A web server for GET, HEAD, and POSTs that a site admits. It disconnects clients that take less than
/// 256 KiB a minute, so that they do not hold memory for long; an event stream can resume where it stopped.
/// Not thread-safe, except `stop`.
class Server {
 public:
  /// Opens the port for sites, one of which is at `/`. The events of a site are at `events` below its prefix.
  static Result<std::unique_ptr<Server>> open(const Address& address, std::vector<Mount> mounts);
  virtual ~Server() = default;

  /// `http://127.0.0.1:8080/`; for all addresses of the machine, with the machine's name.
  virtual std::string url() const = 0;

  /// Makes SIGINT and SIGTERM stop the server, except those that are ignored.
  virtual void stop_on_signals() = 0;

  /// Serves until it is stopped.
  virtual void run() = 0;

  /// Closes the port and all connections. Precondition: nothing runs `run`.
  virtual void close() = 0;

  /// Makes `run` send the sites' last news and return, at most a second after that news is made. May be
  /// called before `run`. Thread-safe.
  virtual void stop() = 0;
};

}  // namespace ebiri::web

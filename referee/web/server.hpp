// A small web server for sites with pages, data, event streams and forms.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/support/result.hpp"
#include "referee/web/connections.hpp"

namespace ebiri::web {

/// A shared text, because many connections may send it at the same time.
using Text = std::shared_ptr<const std::string>;
inline Text text_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

struct Answer {
  unsigned status = 200;
  std::string type;                               ///< media type: `application/json`
  Text body;                                      ///< never null
  bool lasting = false;                           ///< never changes: browsers may cache it
  bool own = false;                               ///< private: must not be cached
  std::string policy = "frame-ancestors 'self'";  ///< Content-Security-Policy
  std::string location = {};                      ///< target of a redirection, or empty
  std::string cookie = {};                        ///< a cookie to set, or empty
};

/// A request and its client.
struct Request {
  std::string path;        ///< below the site's prefix, as sent, without a query: `/run.json`
  std::string client;      ///< an IP address; for IPv6 the first 64 bits, which one network shares
  bool local = false;      ///< sent from this machine, and not forwarded by a proxy
  bool html = false;       ///< the client accepts HTML, like a browser
  bool encrypted = false;  ///< a trusted proxy received it over TLS
  std::string token;       ///< of `Authorization: Bearer TOKEN`; empty without one
  std::string cookies;     ///< the cookies as sent
  std::string type;        ///< Content-Type of the body, if there is one
};

/// How the body of a POST is received.
struct Intake {
  std::uint64_t most = 0;                  ///< limit in bytes; a larger body is refused before it is read
  std::chrono::seconds within{10};         ///< time limit for the whole body
  std::filesystem::path file = {};         ///< file for the body; empty: it stays in memory
  std::shared_ptr<void> permit = nullptr;  ///< released before the answer is sent, or when the POST fails;
                                           ///< it protects the connection from the limits
};

/// A site that the server serves. All functions but `post` run on the server's thread, so they must not
/// block.
class Site {
 public:
  virtual ~Site() = default;

  virtual Answer get(const Request& request) = 0;

  /// Accepts a POST with a body of this size before it is read, or returns the answer that refuses it. Pages
  /// of other sites cannot make a browser send such a POST.
  virtual std::variant<Intake, Answer> admit(const Request& request, std::uint64_t bytes);

  /// Handles a POST after `admit`. The body is valid until it returns. Runs on worker threads, a few at a
  /// time: it may block, but must guard shared data of the site. `at`: when the last byte arrived.
  virtual Answer post(const Request& request, std::string_view body,
                      std::chrono::system_clock::time_point at);

  /// The team of a request's token; empty without a valid token. Only the site at `/` is asked.
  virtual std::string team_of(const Request& request);

  /// Server-sent events for a new listener, which has all events up to this id (`Last-Event-ID` or
  /// `/events?after=ID`); empty: none. An empty text means that nothing is recorded yet, and the listener
  /// must retry.
  virtual std::vector<Text> greeting(std::string_view last_event_id);

  /// Events for all listeners, whose number is given; null: none. Called ten times a second, or less often by
  /// `Address::rests`.
  virtual Text news(std::size_t listeners);
};

/// A site and its place on a server.
struct Mount {
  std::string prefix;  ///< `/` or `/finals/`: the site with the longest matching prefix gets a request
  Site* site;          ///< never null; outlives the server
};

/// The address and the limits of a server.
struct Address {
  std::string ip = "127.0.0.1";  ///< `0.0.0.0` and `::`: all addresses of the machine
  std::uint16_t port = 0;        ///< 0: any free port
  ConnectionLimits limits = {};

  /// Trusted proxies: the last address of `X-Forwarded-For` that is no proxy is the client. Loopback
  /// addresses are trusted too.
  std::vector<std::string> proxies = {};

  /// Between two rounds of news the server rests for this multiple of the CPU time since the last round, at
  /// most two seconds. With more load, listeners get fewer updates.
  int rests = 0;

  /// On a loopback address the server answers only requests for these hosts, `localhost` and IP addresses.
  /// This prevents DNS rebinding, with which pages of other sites could read everything.
  std::vector<std::string> names = {};

  /// Whether `ip` is reachable from this machine only.
  bool is_loopback() const;
};

/// Why `ip` is not an IP address, or empty.
std::string address_problem(const std::string& ip);

/// A web server. It serves GET, HEAD, and POSTs that a site admits. Slow clients are disconnected, so that
/// they delay no other; an event stream resumes where it stopped. Not thread-safe, except `stop`.
class Server {
 public:
  /// Events are at `/events`. `site` outlives the server. An error says why the address is not available.
  static Result<Server> open(const Address& address, Site& site);

  /// Several sites; one of them is at `/`.
  static Result<Server> open(const Address& address, std::vector<Mount> mounts);

  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  /// `http://127.0.0.1:8080/`.
  std::string url() const;

  /// Makes SIGINT and SIGTERM stop the server.
  void heed_signals();

  /// Serves until it is stopped.
  void run();

  /// Makes `run` return after the site's last news, when listeners have read them or after a second. May be
  /// called before `run`. Thread-safe.
  void stop();

 private:
  class Host;
  explicit Server(std::unique_ptr<Host> host);

  std::unique_ptr<Host> host_;
};

}  // namespace ebiri::web

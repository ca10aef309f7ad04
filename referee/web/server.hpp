// A small web server: sites with their pages, data and event streams, and forms that are sent to them.
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

/// Shared, as many connections may be sending it at once.
using Text = std::shared_ptr<const std::string>;
inline Text text_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

struct Answer {
  unsigned status = 200;
  std::string type;                               ///< of the content: `application/json`
  Text body;                                      ///< never null
  bool lasting = false;                           ///< the same for ever: a browser may keep it
  bool own = false;                               ///< for who asked alone: nobody may keep it
  std::string policy = "frame-ancestors 'self'";  ///< Content-Security-Policy
  std::string location = {};                      ///< of a redirection, if not empty
  std::string cookie = {};                        ///< that the browser is to keep, if not empty
};

/// What is asked for, and by whom.
struct Ask {
  std::string path;    ///< below the site's place, as it was sent, without a query: `/run.json`
  std::string client;  ///< an IP address; of IPv6 the first 64 bits, as those of one network share them
  bool local = false;  ///< by a program of this machine, and not for somebody else: no proxy has passed it on
  bool html = false;   ///< by a browser, which wants a page; otherwise by a program
  bool encrypted = false;  ///< on its way to a proxy before this server, as that one says
  std::string token;       ///< of `Authorization: Bearer TOKEN`; empty without one
  std::string cookies;     ///< as they were sent
  std::string type;        ///< of the body, if there is one: Content-Type
};

/// How the body of a POST is taken.
struct Intake {
  std::uint64_t most = 0;                  ///< bytes; more are refused before they are read
  std::chrono::seconds within{10};         ///< until all of it has come
  std::filesystem::path file = {};         ///< where to write it; empty: nowhere, it is kept in memory
  std::shared_ptr<void> permit = nullptr;  ///< is let go before the answer is sent, or when there is none;
                                           ///< a connection that has one is never closed for another
};

/// What is served. Everything but `post` is called on the thread that runs the server, so that nothing may
/// wait.
class Site {
 public:
  virtual ~Site() = default;

  virtual Answer get(const Ask& ask) = 0;

  /// Whether a POST with a body of so many bytes is taken, asked before anything of it is read; otherwise the
  /// answer. Pages of other sites cannot make a browser ask this.
  virtual std::variant<Intake, Answer> admit(const Ask& ask, std::uint64_t bytes);

  /// After `admit`, with the whole body, which is there until it returns. On threads of their own, a few at a
  /// time: it may wait, but what it uses of the site has to be guarded. `at`: when the last byte had come.
  virtual Answer post(const Ask& ask, std::string_view body, std::chrono::system_clock::time_point at);

  /// The team whose token a request shows; empty if it shows none that is valid. Of the sites of a server the
  /// one at `/` is asked.
  virtual std::string team_of(const Ask& ask);

  /// Server-sent events for a new listener, who knows all up to the event with that id, as `Last-Event-ID` or
  /// `/events?after=ID` say; empty: nothing. No
  /// text as long as there is nothing to be told: the listener is asked to come again.
  virtual std::vector<Text> greeting(std::string_view last_event_id);

  /// Events for all who listen, so many, asked for ten times a second, or as `Address::rests` says; null:
  /// none.
  virtual Text news(std::size_t listeners);
};

/// A site and its place on a server.
struct Mount {
  std::string prefix;  ///< `/`, or `/finals/`: what begins so is this site's, the longest prefix counts
  Site* site;          ///< never null; outlives the server
};

/// Where a server listens.
struct Address {
  std::string ip = "127.0.0.1";  ///< `0.0.0.0` and `::`: on all that the machine has
  std::uint16_t port = 0;        ///< 0: any free one
  ConnectionLimits limits = {};

  /// Proxies before the server: the last address of `X-Forwarded-For` that is none of theirs is the client's.
  /// The machine's own loopback addresses count as proxies too.
  std::vector<std::string> proxies = {};

  /// Between two rounds of news the server rests so many times as long as its thread has worked since the
  /// last one, at most for two seconds: listeners are told less often before they cost others more.
  int rests = 0;

  /// On a loopback address only requests for these hosts are answered, besides `localhost` and addresses:
  /// a page from elsewhere that had its name point here could read everything.
  std::vector<std::string> names = {};

  /// Whether `ip` reaches this machine alone.
  bool is_loopback() const;
};

/// What is wrong with an `ip`, or nothing.
std::string address_problem(const std::string& ip);

/// Serves GET, HEAD, and the POSTs that a site admits. Slow clients hold up nobody: who does not take what is
/// sent is disconnected, and an event stream begins again where it stopped. One thread, but for `stop`.
class Server {
 public:
  /// Events are at `/events`. `site` outlives the server. An error says why the address cannot be had.
  static Result<Server> open(const Address& address, Site& site);

  /// Several sites; one of them is at `/`.
  static Result<Server> open(const Address& address, std::vector<Mount> mounts);

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

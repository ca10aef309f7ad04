// One connection of a server, and the state that connections share.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/buffers_suffix.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "referee/web/connections.hpp"
#include "referee/web/server.hpp"

namespace ebiri::web {

class Session;

/// A site and its listeners.
struct MountedSite {
  Mount mount;
  std::set<Session*> listeners;
};

/// The state that the connections of a server share.
struct ServerState {
  std::vector<MountedSite> sites = {};                 ///< longest prefix first; the last one is `/`
  std::vector<std::string> hosts = {};                 ///< allowed host names; empty: any
  std::vector<boost::asio::ip::address> proxies = {};  ///< trusted proxies
  std::set<Session*> sessions = {};
  ConnectionTable connections;
  std::optional<boost::asio::thread_pool> workers = {};  ///< for `Site::post`; started by the first POST
};

/// A connection. It lives as long as it reads, writes, or handles a POST. Not thread-safe.
class Session final : public Connection, public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, ServerState& state);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Reads the first request, unless the server has no room for another connection.
  void begin();

  /// Sends `text` to a listener, after the texts that still wait. Disconnects a listener that is too far
  /// behind.
  void send(const Text& text);

  /// Whether all texts have been sent to the listener.
  bool has_sent_all() const { return waiting_.empty(); }

  void close() override;

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  using HttpRequest = Parser::value_type;
  using Unsent = boost::beast::buffers_suffix<std::vector<boost::asio::const_buffer>>;
  struct Post;

  void read();
  void read_head();
  void parse_head();
  void route(const HttpRequest& http_request);
  void receive(Request request);
  void read_body(std::shared_ptr<Post> post);
  void run_post(std::shared_ptr<Post> post);
  void answer(const Answer& answer);
  void refuse_head(const std::string& why, unsigned status = 400);
  void refuse(unsigned status, const std::string& why);
  void finish();
  void discard();
  void listen(const HttpRequest& http_request, const Request& request);
  void write_next();
  void write(Unsent unsent, std::function<void()> written);
  void watch();

  boost::beast::tcp_stream stream_;
  ServerState& state_;
  boost::asio::ip::address address_;  // of the peer
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  MountedSite* site_ = nullptr;  // the site of the request
  bool head_only_ = false;       // the answer has no body
  bool keep_ = false;            // keep the connection for the next request
  bool unread_ = false;          // the client may be sending a body that was not read
  std::deque<Text> waiting_;
  std::size_t sending_ = 0;   // number of waiting texts that are being sent
  std::size_t greeting_ = 0;  // number of waiting texts that belong to the greeting
  std::size_t backlog_ = 0;   // bytes of the other waiting texts
  char ignored_[4096];
};

}  // namespace ebiri::web

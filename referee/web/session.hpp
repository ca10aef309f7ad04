// A connection of a client.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "referee/web/connections.hpp"
#include "referee/web/server.hpp"

namespace ebiri::web {

class Session;

/// A site and its listeners.
struct Place {
  Mount site;
  std::set<Session*> listeners;
};

/// The state that the connections of a server share.
struct ServerState {
  std::vector<Place> places = {};                      ///< longest prefix first; the last one is `/`
  std::vector<std::string> hosts = {};                 ///< allowed host names; empty: any
  std::vector<boost::asio::ip::address> proxies = {};  ///< trusted proxies
  std::set<Session*> sessions = {};                    ///< all sessions
  ConnectionTable connections;                         ///< the open connections
  std::optional<boost::asio::thread_pool> workers =
      {};  ///< threads for `Site::post`, started by the first POST
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

  /// Sends `text` to a listener, after the texts that still wait. A listener that is too far behind is
  /// disconnected.
  void tell(const Text& text);

  /// Whether a listener has got all texts.
  bool has_all() const { return waiting_.empty(); }

  void close() override;

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  using HttpRequest = Parser::value_type;
  struct Post;

  void read();
  void read_head();
  void parse_head();
  void take(const HttpRequest& http_request);
  void receive(Request request);
  void read_body(std::shared_ptr<Post> post);
  void hand_over(std::shared_ptr<Post> post);
  void answer(const Answer& answer);
  void reject(unsigned status, const std::string& why);
  void refuse(unsigned status, const std::string& why);
  void hang_up();
  void discard();
  void listen(const HttpRequest& http_request, const Request& request);
  void write_next();
  void watch();

  boost::beast::tcp_stream stream_;
  ServerState& state_;
  boost::asio::ip::address address_;  // of the peer
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Place* place_ = nullptr;  // the site of the request
  bool head_only_ = false;  // the answer has no body
  bool keep_ = false;       // keep the connection for the next request
  bool unread_ = false;     // an unwanted body is being sent
  std::deque<Text> waiting_;
  std::size_t sending_ = 0;   // number of texts that are being sent
  std::size_t greeting_ = 0;  // number of texts of the greeting
  std::size_t behind_ = 0;    // bytes of the other texts
  char ignored_[4096];
};

}  // namespace ebiri::web

// One connection of a browser.
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

/// A site, and who listens to its events.
struct Place {
  Mount site;
  std::set<Session*> listeners;
};

/// What the connections of a server share.
struct House {
  std::vector<Place> places = {};                      ///< longest prefix first; the last one is `/`
  std::vector<std::string> hosts = {};                 ///< that requests may name; empty: any
  std::vector<boost::asio::ip::address> proxies = {};  ///< whose word on their clients is believed
  std::set<Session*> sessions = {};                    ///< all
  ConnectionTable connections;                         ///< those that are open
  std::optional<boost::asio::thread_pool> clerk = {};  ///< for `Site::post`; from the first on
};

/// Lives as long as something is read or written, or a POST is being worked on. One thread.
class Session final : public Connection, public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, House& house);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Reads the first request, unless the server has no room for another connection.
  void begin();

  /// To a listener: `text` is sent after what it has not taken yet. One that is too far behind is
  /// disconnected.
  void tell(const Text& text);

  /// Whether a listener has been sent all.
  bool has_all() const { return waiting_.empty(); }

  void close() override;

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  using Request = Parser::value_type;
  struct Post;

  void read();
  void read_head();
  void parse_head();
  void take(const Request& request);
  void receive(Ask ask);
  void read_body(std::shared_ptr<Post> post);
  void hand_over(std::shared_ptr<Post> post);
  void answer(const Answer& answer);
  void reject(unsigned status, const std::string& why);
  void refuse(unsigned status, const std::string& why);
  void hang_up();
  void discard();
  void listen(const Request& request, const Ask& ask);
  void write_next();
  void watch();

  boost::beast::tcp_stream stream_;
  House& house_;
  boost::asio::ip::address address_;  // of the other end
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Place* place_ = nullptr;  // that the request is for
  bool head_only_ = false;  // the answer has no body
  bool keep_ = false;       // the connection, for the next request
  bool unread_ = false;     // a body is on its way that nobody wants
  std::deque<Text> waiting_;
  std::size_t sending_ = 0;   // how many of them are being sent
  std::size_t greeting_ = 0;  // how many of them are older than the first news
  std::size_t behind_ = 0;    // bytes of the others
  char ignored_[4096];
};

}  // namespace ebiri::web

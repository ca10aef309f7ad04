// One connection of a browser.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <set>

#include "referee/web/server.hpp"

namespace ebiri::web {

class Session;

/// What the connections of a server share.
struct House {
  Site& site;
  std::vector<std::string> hosts;  ///< that requests may name; empty: any
  std::set<Session*> sessions;     ///< all
  std::set<Session*> listeners;    ///< to events
};

/// Lives as long as something is read or written. One thread.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, House& house);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void read();

  /// To a listener: `text` is sent after what it has not taken yet. One that is too far behind is
  /// disconnected.
  void tell(const Text& text);

  /// Whether a listener has been sent all.
  bool has_all() const { return waiting_.empty(); }

  void close();

 private:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  void take(const Request& request);
  void answer(const Request& request, const Answer& answer);
  void refuse(const Request& request, unsigned status, const std::string& why);
  void listen(const Request& request);
  void write_next();
  void watch();

  boost::beast::tcp_stream stream_;
  House& house_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::empty_body>> parser_;
  std::deque<Text> waiting_;  // the first one is being sent
  std::size_t greeting_ = 0;  // how many of them are older than the first news
  std::size_t behind_ = 0;    // bytes of the others
  char ignored_[64];
};

}  // namespace ebiri::web

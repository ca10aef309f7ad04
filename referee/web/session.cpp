#include "referee/web/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <chrono>
#include <utility>

namespace ebiri::web {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr std::chrono::seconds read_limit{30}, write_limit{60};
constexpr std::uint32_t longest_head = 8192;
constexpr std::size_t furthest_behind = std::size_t{4} << 20;  // bytes of news

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

// `localhost:8080` and `[::1]:8080` without the port.
std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  const bool has_port = colon != host.npos && host.find(']', colon) == host.npos;
  return has_port ? host.substr(0, colon) : host;
}

Text text_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace

Session::Session(boost::asio::ip::tcp::socket socket, House& house)
    : stream_(std::move(socket)),
      house_(house) {
  house_.sessions.insert(this);
}

Session::~Session() {
  house_.sessions.erase(this);
  house_.listeners.erase(this);
}

void Session::close() {
  house_.listeners.erase(this);
  stream_.close();
}

void Session::read() {
  parser_.emplace();
  parser_->header_limit(longest_head);
  parser_->body_limit(0);
  stream_.expires_after(read_limit);
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->close();
    self->take(self->parser_->get());
  });
}

void Session::take(const Request& request) {
  const std::string_view host = without_port(view(request[http::field::host]));
  if (!house_.hosts.empty() && std::ranges::find(house_.hosts, host) == house_.hosts.end())
    return refuse(request, 421, "this address is not served under that name; `--name` allows it");
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return refuse(request, 405, "only GET and HEAD are served");
  const std::string_view target = view(request.target());
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/events" && request.method() == http::verb::get) return listen(request);
  answer(request, house_.site.get(path));
}

void Session::refuse(const Request& request, unsigned status, const std::string& why) {
  answer(request, {.status = status, .type = "text/plain; charset=utf-8", .body = text_of(why + "\n")});
}

void Session::answer(const Request& request, const Answer& answer) {
  const bool keep = request.keep_alive() && answer.status < 405;
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {}\r\nConnection: {}\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: frame-ancestors 'self'\r\n\r\n",
      answer.status, view(http::obsolete_reason(static_cast<http::status>(answer.status))), answer.type,
      answer.body->size(), answer.lasting ? "max-age=31536000, immutable" : "no-cache",
      keep ? "keep-alive" : "close");
  const Text first = text_of(std::move(head));
  const Text body = request.method() == http::verb::head ? text_of("") : answer.body;
  stream_.expires_after(write_limit);
  const std::array buffers{boost::asio::buffer(*first), boost::asio::buffer(*body)};
  boost::asio::async_write(stream_, buffers,
                           [self = shared_from_this(), first, body, keep](error_code error, std::size_t) {
                             if (error || !keep) return self->close();
                             self->read();
                           });
}

void Session::listen(const Request& request) {
  const auto greeting = house_.site.greeting(view(request["Last-Event-ID"]));
  if (greeting.empty()) return refuse(request, 503, "nothing is recorded yet");
  house_.listeners.insert(this);
  static const Text head = text_of(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\n\r\nretry: 1000\n\n");
  waiting_ = {head};
  waiting_.insert(waiting_.end(), greeting.begin(), greeting.end());
  greeting_ = waiting_.size();
  watch();
  write_next();
}

void Session::tell(const Text& text) {
  if (behind_ + text->size() > furthest_behind) return close();  // a greeting takes as long as it takes
  waiting_.push_back(text);
  behind_ += text->size();
  if (waiting_.size() == 1) write_next();
}

void Session::write_next() {
  stream_.expires_after(write_limit);
  boost::asio::async_write(stream_, boost::asio::buffer(*waiting_.front()),
                           [self = shared_from_this()](error_code error, std::size_t) {
                             if (error) return self->close();
                             if (self->greeting_ > 0)
                               --self->greeting_;
                             else
                               self->behind_ -= self->waiting_.front()->size();
                             self->waiting_.pop_front();
                             if (!self->waiting_.empty()) return self->write_next();
                             self->stream_.expires_never();
                           });
}

// A listener has nothing more to say: what is read is its end.
void Session::watch() {
  stream_.socket().async_read_some(boost::asio::buffer(ignored_),
                                   [self = shared_from_this()](error_code error, std::size_t) {
                                     if (error) return self->close();
                                     self->watch();
                                   });
}

}  // namespace ebiri::web

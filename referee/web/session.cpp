#include "referee/web/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_prefix.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <type_traits>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::web {

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::address;
using boost::beast::error_code;

constexpr std::chrono::seconds read_limit{30}, write_limit{60};
constexpr std::chrono::seconds discard_limit{10};  // for refused clients that are still sending
constexpr std::size_t posts_at_a_time = 4;
constexpr std::size_t longest_head = 8192;  // bytes
constexpr std::size_t read_size = 4096;
constexpr std::size_t max_write = std::size_t{256} << 10;  // bytes per write, each with its own `write_limit`
constexpr std::size_t max_backlog = std::size_t{4} << 20;  // bytes of news, without the greeting

std::string_view bytes_of(const boost::beast::flat_buffer& buffer) {
  return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

// Whether a line ends in LF without CR.
bool has_bare_lf(std::string_view head) {
  for (auto at = head.find('\n'); at != head.npos; at = head.find('\n', at + 1))
    if (at == 0 || head[at - 1] != '\r') return true;
  return false;
}

// Why a head that can be parsed is refused, in one phrase; empty if it is not.
// `version` is 11 for HTTP/1.1, and lower for older versions.
std::string head_problem(const http::fields& head, unsigned version) {
  const std::size_t hosts = head.count(http::field::host);
  if (hosts > 1) return "duplicate Host";
  if (hosts == 0 && version >= 11) return "missing Host";
  if (head.count(http::field::content_length) > 0 && head.count(http::field::transfer_encoding) > 0)
    return "both Content-Length and Transfer-Encoding";
  return {};
}

std::string_view field_of(const http::fields& head, std::string_view name) { return head[name]; }

// `localhost:8080` and `[::1]:8080` without the port.
std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  const bool has_port = colon != host.npos && host.find(']', colon) == host.npos;
  return has_port ? host.substr(0, colon) : host;
}

address without_v4_mapping(const address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped())
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, any.to_v6());
  return any;
}

// The key of a client for limits: its address, or for IPv6 the first 64 bits, which one network shares.
std::string client_of(const address& any) {
  const address one = without_v4_mapping(any);
  if (!one.is_v6() || one.is_loopback()) return one.to_string();
  auto bytes = one.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6{bytes}.to_string();
}

// Whether an address is a trusted proxy: one of `proxies`, or a loopback address.
bool is_proxy(const address& any, const std::vector<address>& proxies) {
  const address one = without_v4_mapping(any);
  return one.is_loopback() ||
         std::ranges::any_of(proxies, [&](const address& proxy) { return without_v4_mapping(proxy) == one; });
}

// The client behind proxies: the last address that is not a proxy, because a client can write anything before
// it. Nothing if the proxies do not name it, or name something that is not an address.
std::optional<address> forwarded_for(const http::fields& head, const std::vector<address>& proxies) {
  std::string list;
  for (const auto& field : head)
    if (boost::beast::iequals(field.name_string(), "X-Forwarded-For"))
      list.append(list.empty() ? "" : ",").append(field.value());
  std::optional<address> client;
  for (std::string_view rest = list; !rest.empty() && (!client || is_proxy(*client, proxies));) {
    const auto comma = rest.rfind(',');
    const std::string_view last = trim(comma == rest.npos ? rest : rest.substr(comma + 1));
    rest = comma == rest.npos ? std::string_view{} : rest.substr(0, comma);
    error_code problem;
    const address found = boost::asio::ip::make_address(std::string{last}, problem);
    if (problem) return std::nullopt;
    client = found;
  }
  return client;
}

// Whether an error while a body is received is about its file.
bool is_storage_error(const error_code& error) {
  using namespace boost::system::errc;
  return error == no_space_on_device || error == file_too_large || error == io_error ||
         error.value() == EDQUOT;
}

bool is_forwarded(const http::fields& head) {
  constexpr const char* names[] = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
                                   "X-Real-IP",       "Forwarded",         "Via"};
  return std::ranges::any_of(names, [&](const char* name) { return head.find(name) != head.end(); });
}

// Makes a request from its head, without the path. Only trusted proxies may set `X-Forwarded-For` and
// `X-Forwarded-Proto`.
Request request_of(const http::fields& head, const address& peer, const std::vector<address>& proxies) {
  Request request;
  request.client = client_of(peer);
  const bool forwarded = is_forwarded(head);
  request.local = without_v4_mapping(peer).is_loopback() && !forwarded;
  if (forwarded && is_proxy(peer, proxies)) {
    const auto original = forwarded_for(head, proxies);
    request.client = original ? client_of(*original) : "unknown";
    request.encrypted = field_of(head, "X-Forwarded-Proto") == "https";
  }
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view authorization = field_of(head, "Authorization");
  if (boost::beast::iequals(authorization.substr(0, bearer.size()), bearer))
    request.token = trim(authorization.substr(bearer.size()));
  request.html = field_of(head, "Accept").find("text/html") != std::string_view::npos;
  request.cookies = field_of(head, "Cookie");
  request.type = field_of(head, "Content-Type");
  return request;
}

// Whether a POST comes from a page of this server, or from a program that is not a browser. Browsers send the
// origin of the page.
bool is_same_origin(const http::fields& head) {
  const std::string_view from = field_of(head, "Sec-Fetch-Site");
  if (!from.empty() && from != "same-origin" && from != "none") return false;
  if (head.find("Origin") == head.end()) return true;
  const std::string_view origin = field_of(head, "Origin"), host = field_of(head, "Host");
  const auto scheme = origin.find("://");
  if (scheme == origin.npos || host.empty()) return false;
  return boost::beast::iequals(origin.substr(scheme + 3), host);
}

// The id of the last event that the client has. A browser that reconnects sends it in a header; a page that
// restarts its stream sends it in the query.
std::string_view last_event_id_of(std::string_view header, std::string_view target) {
  constexpr std::string_view after = "?after=";
  const auto query = target.find(after);
  return header.empty() && query != target.npos ? target.substr(query + after.size()) : header;
}

Text head_of(const Answer& answer, bool keep) {
  const char* cache_control = answer.no_store    ? "no-store"
                              : answer.immutable ? "max-age=31536000, immutable"
                                                 : "no-cache";
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {}\r\nConnection: {}\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: same-origin\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: {}\r\n",
      answer.status, std::string_view{http::obsolete_reason(static_cast<http::status>(answer.status))},
      answer.type, answer.body->size(), cache_control, keep ? "keep-alive" : "close", answer.policy);
  if (!answer.location.empty()) head += fmt::format("Location: {}\r\n", answer.location);
  if (!answer.cookie.empty()) head += fmt::format("Set-Cookie: {}\r\n", answer.cookie);
  return text_of(head + "\r\n");
}

// Maps a file, which must not become shorter, into memory. Empty if it cannot be mapped.
boost::interprocess::mapped_region mapped(const std::filesystem::path& file) {
  using namespace boost::interprocess;
  try {
    return {file_mapping{file.c_str(), read_only}, read_only};
  } catch (const interprocess_exception&) {
    return {};
  }
}

}  // namespace

// A POST that is being received.
struct Session::Post {
  Request request;
  Intake intake;
  std::string text = {};
  std::chrono::system_clock::time_point at = {};
};

Session::Session(boost::asio::ip::tcp::socket socket, ServerState& state)
    : stream_(std::move(socket)),
      state_(state) {
  error_code ignored;
  address_ = stream_.socket().remote_endpoint(ignored).address();
  state_.sessions.insert(this);
}

Session::~Session() {
  state_.sessions.erase(this);
  state_.connections.remove(*this);
  if (site_ != nullptr) site_->listeners.erase(this);
}

void Session::begin() {
  const bool proxy = is_proxy(address_, state_.proxies);
  if (state_.connections.add(*this, proxy ? "" : client_of(address_))) read();
}

void Session::close() {
  state_.connections.remove(*this);
  if (site_ != nullptr) site_->listeners.erase(this);
  stream_.close();
}

void Session::read() {
  stream_.expires_after(read_limit);
  read_head();
}

// Parses the head only when it is complete, because the parser would wait for more after a bare LF.
void Session::read_head() {
  while (bytes_of(buffer_).starts_with("\r\n")) buffer_.consume(2);  // some clients send this after a body
  const std::string_view bytes = bytes_of(buffer_).substr(0, longest_head);
  const auto end = bytes.find("\r\n\r\n");
  if (has_bare_lf(bytes.substr(0, end)))
    return refuse_head("a line of the request's head ends in LF without CR");
  if (end != bytes.npos) return parse_head();
  if (bytes.size() == longest_head)
    return refuse_head("the head of the request is too long; often the reason is too many cookies", 431);
  stream_.async_read_some(buffer_.prepare(read_size),
                          [self = shared_from_this()](error_code error, std::size_t count) {
                            if (error) return self->close();
                            self->buffer_.commit(count);
                            self->read_head();
                          });
}

void Session::parse_head() {
  parser_.emplace();
  parser_->body_limit(boost::none);  // the limit is set when the body is read
  error_code error;
  buffer_.consume(parser_->put(buffer_.data(), error));
  if (error) return refuse_head("the request cannot be parsed: " + error.message());
  const HttpRequest& http_request = parser_->get();
  if (const std::string problem = head_problem(http_request, http_request.version()); !problem.empty())
    return refuse_head(problem);
  route(http_request);
}

void Session::route(const HttpRequest& http_request) {
  head_only_ = http_request.method() == http::verb::head;
  unread_ = !parser_->is_done();
  keep_ = http_request.keep_alive() && !unread_;
  const std::string_view host = without_port(http_request[http::field::host]);
  const auto is_host = [&](const std::string& name) { return boost::beast::iequals(name, host); };
  if (!state_.hosts.empty() && std::ranges::none_of(state_.hosts, is_host))
    return refuse(421,
                  "unknown host name; open the page as localhost, or allow the name with --name (`ebiri "
                  "run`: --serve-name)");
  const bool post = http_request.method() == http::verb::post;
  if (!post && http_request.method() != http::verb::get && !head_only_)
    return refuse(405, "only GET, HEAD and POST are served");
  if (!post && unread_) return refuse(400, "unexpected request body");
  std::string_view target = http_request.target();
  if (constexpr std::string_view scheme = "http://"; target.starts_with(scheme))  // as sent to proxies
    target.remove_prefix(std::min(target.find_first_of("/?", scheme.size()), target.size()));
  const std::string_view path = target.substr(0, target.find('?'));
  const auto matches = [&](const MountedSite& site) { return path.starts_with(site.mount.prefix); };
  const auto found = std::ranges::find_if(state_.sites, matches);
  if (found == state_.sites.end()) return refuse(400, "a path begins with `/`");
  site_ = &*found;
  Request request = request_of(http_request, address_, state_.proxies);
  state_.connections.set_client(*this, request.client);
  if (!stream_.socket().is_open()) return;  // the client has too many
  request.path = path.substr(site_->mount.prefix.size() - 1);
  if (post)
    return is_same_origin(http_request)
               ? receive(std::move(request))
               : refuse(403, "a page of another site sent this request, or a proxy changes `Host`");
  if (request.path == "/events" && !head_only_) return listen(http_request, request);
  answer(site_->mount.site->get(request));
}

// Requires the length of a body, because a body of unknown length cannot be refused before it is read.
void Session::receive(Request request) {
  const auto length = parser_->content_length();
  if (parser_->chunked() || (!length && unread_)) return refuse(411, "missing Content-Length");
  auto admitted = site_->mount.site->admit(request, length.value_or(0));
  if (const auto* no = std::get_if<Answer>(&admitted)) return answer(*no);
  const auto post = std::make_shared<Post>(Post{std::move(request), std::get<Intake>(std::move(admitted))});
  if (post->intake.permit) state_.connections.protect(*this);
  if (length.value_or(0) > post->intake.most)
    return refuse(413,
                  fmt::format("the body has {} bytes; at most {} are allowed", *length, post->intake.most));
  stream_.expires_after(post->intake.within);
  if (!unread_) return run_post(post);
  if (!boost::beast::iequals(parser_->get()[http::field::expect], "100-continue")) return read_body(post);
  static const Text go_on = text_of("HTTP/1.1 100 Continue\r\n\r\n");
  boost::asio::async_write(stream_, boost::asio::buffer(*go_on),
                           [self = shared_from_this(), post](error_code error, std::size_t) {
                             if (error) return self->close();
                             self->read_body(post);
                           });
}

void Session::read_body(std::shared_ptr<Post> post) {
  const auto read = [&]<class Body>(std::type_identity<Body>, auto open, auto close_body) {
    const auto parser = std::make_shared<http::request_parser<Body>>(std::move(*parser_));
    parser->body_limit(post->intake.most);
    const char* const no_storage = "the server cannot store the body; tell the host";
    if (!open(parser->get().body())) return refuse(507, no_storage);
    http::async_read(stream_, buffer_, *parser,
                     [=, self = shared_from_this()](error_code error, std::size_t) {
                       if (is_storage_error(error)) {
                         post->intake.permit.reset();
                         return self->refuse(507, no_storage);
                       }
                       if (error) return self->close();
                       self->unread_ = false;
                       close_body(parser->get().body());
                       self->run_post(post);
                     });
  };
  if (post->intake.file.empty())
    return read(
        std::type_identity<http::string_body>{}, [](std::string&) { return true; },
        [post](std::string& text) { post->text = std::move(text); });
  read(
      std::type_identity<http::file_body>{},
      [&](http::file_body::value_type& file) {
        error_code error;
        file.open(post->intake.file.c_str(), boost::beast::file_mode::write, error);
        return !error;
      },
      [](http::file_body::value_type& file) { file.close(); });
}

// The last reference to the session goes back to the session's thread, so that the worker never destroys it.
void Session::run_post(std::shared_ptr<Post> post) {
  post->at = std::chrono::system_clock::now();
  keep_ = false;
  stream_.expires_never();
  if (!state_.workers) state_.workers.emplace(posts_at_a_time);
  boost::asio::post(*state_.workers, [self = shared_from_this(), post = std::move(post),
                                      site = site_->mount.site]() mutable {
    const bool in_memory = post->intake.file.empty();
    const auto file = in_memory ? boost::interprocess::mapped_region{} : mapped(post->intake.file);
    const std::string_view body{in_memory ? post->text.data() : static_cast<const char*>(file.get_address()),
                                in_memory ? post->text.size() : file.get_size()};
    Answer made = site->post(post->request, body, post->at);
    const auto executor = self->stream_.get_executor();
    boost::asio::post(executor, [self = std::move(self), post = std::move(post), made = std::move(made)] {
      post->intake.permit.reset();
      self->answer(made);
    });
  });
}

// Answers a malformed or too long head. Nothing after it can be parsed.
void Session::refuse_head(const std::string& why, unsigned status) {
  head_only_ = false;
  unread_ = true;
  refuse(status, why);
}

void Session::refuse(unsigned status, const std::string& why) {
  keep_ = false;
  answer({.status = status, .type = "text/plain; charset=utf-8", .body = text_of(why + "\n")});
}

// A site's answers with a status up to 404 keep the connection, because visitors often ask for a page that is
// missing or needs a login.
void Session::answer(const Answer& answer) {
  const bool keep = keep_ && answer.status < 405;
  const Text first = head_of(answer, keep);
  const Text body = head_only_ ? text_of("") : answer.body;
  write(Unsent{{boost::asio::buffer(*first), boost::asio::buffer(*body)}},
        [self = shared_from_this(), first, body, keep] { keep ? self->read() : self->finish(); });
}

// Closes the connection. If the client is still sending, first discards its data for a while, because it
// would lose the answer otherwise.
void Session::finish() {
  if (!unread_) return close();
  error_code ignored;
  stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(discard_limit);
  discard();
}

void Session::discard() {
  stream_.async_read_some(boost::asio::buffer(ignored_),
                          [self = shared_from_this()](error_code error, std::size_t) {
                            if (error) return self->close();
                            self->discard();
                          });
}

void Session::listen(const HttpRequest& http_request, const Request& request) {
  const auto greeting =
      site_->mount.site->greeting(last_event_id_of(http_request["Last-Event-ID"], http_request.target()));
  if (greeting.empty()) return refuse(503, "nothing is recorded yet");
  const bool shows_token = !request.token.empty() || !request.cookies.empty();
  state_.connections.set_stream(*this, shows_token ? state_.sites.back().mount.site->team_of(request) : "");
  site_->listeners.insert(this);
  static const Text head = text_of(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\n\r\nretry: 1000\n\n");
  waiting_ = {head};
  waiting_.insert(waiting_.end(), greeting.begin(), greeting.end());
  greeting_ = waiting_.size();
  watch();
  write_next();
}

void Session::send(const Text& text) {
  if (backlog_ > max_backlog) return close();
  waiting_.push_back(text);
  backlog_ += text->size();
  if (sending_ == 0) write_next();
}

// Sends waiting texts together: the fixed cost of a send exceeds that of a few more kilobytes in it.
void Session::write_next() {
  std::vector<boost::asio::const_buffer> buffers;
  std::size_t bytes = 0;
  for (const Text& text : waiting_) {
    bytes += text->size();
    if (!buffers.empty() && bytes > max_write) break;
    buffers.push_back(boost::asio::buffer(*text));
  }
  sending_ = buffers.size();
  write(Unsent{std::move(buffers)}, [self = shared_from_this()] {
    for (; self->sending_ > 0; --self->sending_) {
      if (self->greeting_ > 0)
        --self->greeting_;
      else
        self->backlog_ -= self->waiting_.front()->size();
      self->waiting_.pop_front();
    }
    if (!self->waiting_.empty()) return self->write_next();
    self->stream_.expires_never();
  });
}

// Writes in blocks with a time limit each: a large text may take a slow client longer than one limit.
void Session::write(Unsent unsent, std::function<void()> written) {
  const auto block = boost::beast::buffers_prefix(max_write, unsent);
  stream_.expires_after(write_limit);
  boost::asio::async_write(stream_, block,
                           [self = shared_from_this(), unsent = std::move(unsent),
                            written = std::move(written)](error_code error, std::size_t count) mutable {
                             if (error) return self->close();
                             unsent.consume(count);
                             if (boost::beast::buffer_bytes(unsent) == 0) return written();
                             self->write(std::move(unsent), std::move(written));
                           });
}

// Notices when a listener disconnects. A listener sends nothing more.
void Session::watch() {
  stream_.socket().async_read_some(boost::asio::buffer(ignored_),
                                   [self = shared_from_this()](error_code error, std::size_t) {
                                     if (error) return self->close();
                                     self->watch();
                                   });
}

}  // namespace ebiri::web

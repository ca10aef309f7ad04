#include "referee/web/server.hpp"

#include <atomic>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ebiri;
using web::Answer;

namespace {

web::Text shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

const std::string large(5 << 20, 'x');

// Answers with the request, or with a large text. A POST to `/no` is refused by its head.
class Echo final : public web::Site {
 public:
  explicit Echo(std::string name) : name_(std::move(name)) {}

  Answer get(const web::Request& request) override {
    return told(200, request.path == "/large" ? large : request.path);
  }

  std::variant<web::Intake, Answer> admit(const web::Request& request, std::uint64_t bytes) override {
    if (request.path == "/no") return told(403, "not with " + std::to_string(bytes));
    ++taken;
    const std::shared_ptr<void> permit{nullptr, [this](void*) { --taken; }};
    return web::Intake{.most = 1000, .file = request.path == "/full" ? "/dev/full" : "", .permit = permit};
  }

  Answer post(const web::Request& request, std::string_view body,
              std::chrono::system_clock::time_point) override {
    ++posts;
    return told(200, request.path + " " + std::string{body});
  }

  std::atomic<int> taken = 0, posts = 0;  // permits in use; all POSTs

 private:
  Answer told(unsigned status, const std::string& what) const {
    return {.status = status, .type = "text/plain", .body = shared(name_ + " " + what)};
  }

  std::string name_;
};

// Sends large news to its first listener.
class Newspaper final : public web::Site {
 public:
  Answer get(const web::Request&) override {
    return {.status = 404, .type = "text/plain", .body = shared("")};
  }
  std::vector<web::Text> greeting(std::string_view) override { return {shared("hello ")}; }
  web::Text news(std::size_t listeners) override {
    return listeners > 0 && !std::exchange(sent_, true) ? shared(large + " end") : nullptr;
  }

 private:
  bool sent_ = false;
};

// A server with three sites, which runs in a thread.
class Served {
 public:
  Served() : server_(*web::Server::open({}, {{"/", &first}, {"/other/", &other}, {"/paper/", &paper}})) {
    const std::string url = server_->url();
    port_ = url.substr(url.rfind(':') + 1);
    port_.pop_back();
    thread_ = std::thread{[this] { server_->run(); }};
  }

  ~Served() {
    server_->stop();
    thread_.join();
  }

  // Sends `text` as it is and returns all that comes back.
  std::string said(const std::string& text) const {
    boost::asio::ip::tcp::iostream stream{"127.0.0.1", port_};
    stream << text << std::flush;
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

  // Like `said`, but sends one byte at a time.
  std::string in_pieces(const std::string& text) const {
    boost::asio::ip::tcp::iostream stream{"127.0.0.1", port_};
    for (const char c : text) stream << c << std::flush;
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

  std::string got(const std::string& path) const {
    return said("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }

  std::string posted(const std::string& path, const std::string& body, const std::string& more = "") const {
    return said("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n" + more + "\r\n" + body);
  }

  // Reads a site's events until `end` appears, or until the server closes the connection.
  std::string heard(const std::string& path, const std::string& end) const {
    boost::asio::ip::tcp::iostream stream{"127.0.0.1", port_};
    stream << "GET " << path << " HTTP/1.1\r\nHost: localhost\r\n\r\n" << std::flush;
    std::string text;
    for (char c = 0; !text.ends_with(end) && stream.get(c);) text += c;
    return text;
  }

  Echo first{"first"}, other{"other"};
  Newspaper paper;

 private:
  std::unique_ptr<web::Server> server_;
  std::string port_;
  std::thread thread_;
};

std::string body_of(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }

}  // namespace

TEST_CASE("server: the address for all interfaces has the name of the machine") {
  Echo site{"site"};
  const std::string url = (*web::Server::open({.ip = "0.0.0.0"}, {{"/", &site}}))->url();
  CHECK(url.starts_with("http://" + boost::asio::ip::host_name() + ":"));
}

TEST_CASE("server: after `close` no client can connect") {
  Echo site{"site"};
  const auto server = *web::Server::open({}, {{"/", &site}});
  const std::string url = server->url();
  const std::string port = url.substr(url.rfind(':') + 1, url.size() - url.rfind(':') - 2);
  CHECK(boost::asio::ip::tcp::iostream{"127.0.0.1", port}.good());
  server->close();
  CHECK_FALSE(boost::asio::ip::tcp::iostream{"127.0.0.1", port}.good());
}

TEST_CASE("server: an ignored signal stays ignored") {
  Echo site{"site"};
  const auto before = std::signal(SIGINT, SIG_IGN);
  (*web::Server::open({}, {{"/", &site}}))->stop_on_signals();
  CHECK(std::signal(SIGINT, before) == SIG_IGN);
}

TEST_CASE("server: the site with the longest matching prefix answers") {
  const Served served;
  CHECK(body_of(served.got("/a?b")) == "first /a");
  CHECK(body_of(served.got("/other/a")) == "other /a");
  CHECK(body_of(served.got("/other")) == "first /other");
  CHECK(body_of(served.got("http://localhost/other/a")) == "other /a");
  CHECK(body_of(served.got("/other/../a")) == "other /../a");
  CHECK(body_of(served.got("/large")) == "first " + large);
}

TEST_CASE("server: a POST is accepted if the site admits its head and the body is not too large") {
  const Served served;
  CHECK(body_of(served.posted("/yes", "hello")) == "first /yes hello");
  CHECK(body_of(served.posted("/other/yes", "")) == "other /yes ");
  CHECK(body_of(served.posted("/no", "hello")) == "first not with 5");
  CHECK(served.posted("/yes", std::string(1001, 'x')).starts_with("HTTP/1.1 413 "));
  CHECK(served.said("POST /yes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            .starts_with("HTTP/1.1 411 "));
  CHECK(served.posted("/full", "hello").starts_with("HTTP/1.1 507 "));
  CHECK(served.first.taken == 0);
}

TEST_CASE("server: a POST from a page of another site is refused") {
  const Served served;
  for (const char* more : {"Origin: http://evil.example.org\r\n", "Origin: null\r\n",
                           "Sec-Fetch-Site: cross-site\r\n", "Origin: http://localhost.evil.example.org\r\n"})
    CHECK(served.posted("/yes", "hello", more).starts_with("HTTP/1.1 403 "));
  CHECK(served.first.posts == 0);
  CHECK(served.posted("/yes", "hello", "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n")
            .starts_with("HTTP/1.1 200 "));
}

TEST_CASE("server: clients are served concurrently", "[threads]") {
  Served served;
  std::atomic<int> right = 0;
  std::vector<std::thread> clients;
  for (int client = 0; client < 8; ++client)
    clients.emplace_back([&, client] {
      for (int i = 0; i < 20; ++i) {
        const std::string text = std::to_string(client) + "-" + std::to_string(i);
        right += body_of(served.posted("/yes", text)) == "first /yes " + text ? 1 : 0;
        right += body_of(served.got("/" + text)) == "first /" + text ? 1 : 0;
      }
    });
  for (std::thread& client : clients) client.join();
  CHECK(right == 320);
  CHECK(served.first.posts == 160);
  CHECK(served.first.taken == 0);
}

TEST_CASE("server: an ambiguous or malformed request is answered with 400") {
  const Served served;
  const std::string get = "GET / HTTP/1.1\r\n", post = "POST /yes HTTP/1.1\r\n", host = "Host: localhost\r\n",
                    end = "\r\n";
  for (const std::string& request :
       {post + host + "Content-Length: 5\r\nContent-Length: 3\r\n" + end + "hello",
        post + host + "Content-Length: 5, 3\r\n" + end + "hello",
        post + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" + end + "0\r\n\r\n",
        post + host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n" + end + "hello",
        post + host + "Content-Length: 5\r\nTransfer-Encoding: gzip\r\n" + end + "hello",
        post + host + "Content-Length: five\r\n" + end + "hello", get + host + host + end,
        get + host + "host: example.org\r\n" + end, get + end, get + "Host: localhost\n" + end,
        std::string{"GET / HTTP/1.1\nHost: localhost\n\n"}, std::string{"GET / HTTP/1.1\n"},
        get + host + "\n" + end, get + host + "X: a\r\n\n", get + host + "X : a\r\n" + end,
        get + host + "X: a\rY: b\r\n" + end, std::string{"GET / HTTP/9.9\r\n"} + host + end,
        std::string{"\x16\x03\x01 no words\r\n\r\n"}}) {
    CAPTURE(request);
    const std::string answer = served.said(request);
    CHECK(answer.starts_with("HTTP/1.1 400 "));
    CHECK(answer.find("HTTP/1.1", 1) == answer.npos);
    CHECK_FALSE(body_of(answer).empty());
  }
  CHECK(served.first.posts == 0);
}

TEST_CASE("server: requests may be pipelined, sent in pieces, or preceded by an empty line") {
  const Served served;
  const std::string get = "GET /a HTTP/1.1\r\nHost: localhost\r\n";
  const std::string twice = served.said("\r\n" + get + "\r\n" + get + "Connection: close\r\n\r\n");
  CHECK(twice.find("first /a") != twice.rfind("first /a"));
  CHECK(served.in_pieces(get + "Connection: close\r\n\r\n").starts_with("HTTP/1.1 200 "));
}

TEST_CASE("server: listeners that keep up get large news") {
  CHECK(Served{}.heard("/paper/events", " end").ends_with("hello " + large + " end"));
}

TEST_CASE("server: a head that is too long is answered with 431") {
  const Served served;
  CHECK(served.said("GET /a HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(9000, 'y'))
            .starts_with("HTTP/1.1 431 "));
}

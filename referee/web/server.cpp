#include "referee/web/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <ctime>
#include <optional>

#include "referee/support/text.hpp"
#include "referee/web/session.hpp"

namespace ebiri::web {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::beast::error_code;

constexpr std::chrono::milliseconds step{100}, drain_step{5};
constexpr std::chrono::milliseconds longest_step{2000};
constexpr std::chrono::seconds heartbeat{15};
constexpr std::chrono::seconds drain_limit{1};

// The CPU time of the calling thread.
std::chrono::nanoseconds thread_cpu_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

class AsioServer final : public Server {
 public:
  AsioServer(const Address& address, std::vector<Mount> mounts)
      : state_{.connections = ConnectionTable{address.limits}},
        rest_factor_(address.rest_factor) {
    std::ranges::sort(mounts, std::ranges::greater{}, [](const Mount& one) { return one.prefix.size(); });
    for (Mount& mount : mounts) state_.sites.push_back({std::move(mount), {}});
    for (const std::string& proxy : address.proxies) state_.proxies.push_back(asio::ip::make_address(proxy));
    address_ = asio::ip::make_address(address.ip);
    const tcp::endpoint endpoint{address_, address.port};
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
    if (!address_.is_loopback()) return;
    state_.hosts = {"localhost", "127.0.0.1", "[::1]", address.ip};
    state_.hosts.insert(state_.hosts.end(), address.names.begin(), address.names.end());
  }

  ~AsioServer() override {
    state_.workers.reset();  // finishes running tasks and drops waiting ones
    AsioServer::close();
  }

  void close() override {
    error_code ignored;
    acceptor_.close(ignored);
    for (Session* session : state_.sessions) session->close();
  }

  std::string url() const override {
    const bool any = address_.is_unspecified();
    error_code error;
    std::string name = any ? asio::ip::host_name(error) : "";  // the address is for other machines
    if (error || name.empty()) name = "localhost";
    const std::string ip = any ? name : address_.to_string();
    const unsigned port = acceptor_.local_endpoint().port();
    return address_.is_v6() && !any ? fmt::format("http://[{}]:{}/", ip, port)
                                    : fmt::format("http://{}:{}/", ip, port);
  }

  void stop_on_signals() override {
    signals_.emplace(context_);
    for (const int number : {SIGINT, SIGTERM}) {
      struct sigaction action {};
      const bool ignored = ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
      if (!ignored) signals_->add(number);
    }
    signals_->async_wait([this](error_code, int) { context_.stop(); });
  }

  void run() override {
    accept();
    tick();
    context_.run();
  }

  void stop() override {
    asio::post(context_, [this] {
      acceptor_.close();
      for (MountedSite& site : state_.sites) send(site, news_of(site));
      deadline_ = std::chrono::steady_clock::now() + drain_limit;
      drain();
    });
  }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) {  // out of descriptors: retry later
        accept_failed_ = true;
        return;
      }
      std::make_shared<Session>(std::move(socket), state_)->begin();
      accept();
    });
  }

  void tick() {
    if (std::exchange(accept_failed_, false)) accept();
    if (deadline_) return drain();
    const auto now = std::chrono::steady_clock::now();
    const bool heartbeat_due = now - last_heartbeat_ >= heartbeat;
    if (heartbeat_due) last_heartbeat_ = now;
    for (MountedSite& site : state_.sites) {
      Text news = news_of(site);
      if (!news && heartbeat_due) news = text_of(": heartbeat\n\n");
      send(site, news);
    }
    schedule_tick(next_step());
  }

  // The time until the next round of news.
  std::chrono::milliseconds next_step() {
    const auto now = thread_cpu_time();
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(rest_factor_ * (now - worked_));
    worked_ = now;
    return std::clamp(rest, step, longest_step);
  }

  static Text news_of(const MountedSite& site) { return site.mount.site->news(site.listeners.size()); }

  static void send(const MountedSite& site, const Text& news) {
    if (!news) return;
    const auto listeners = site.listeners;  // a copy, because slow listeners are removed
    for (Session* session : listeners) session->send(news);
  }

  // Stops the context when the last news is sent, or at the deadline.
  void drain() {
    const bool sent = std::ranges::all_of(state_.sites, [](const MountedSite& site) {
      return std::ranges::all_of(site.listeners, &Session::has_sent_all);
    });
    if (sent || std::chrono::steady_clock::now() >= *deadline_) return context_.stop();
    schedule_tick(drain_step);
  }

  void schedule_tick(std::chrono::milliseconds later) {
    timer_.expires_after(later);
    timer_.async_wait([this](error_code error) {
      if (!error) tick();
    });
  }

  ServerState state_;  // outlives the sessions, which the context owns
  asio::io_context context_{1};
  asio::ip::address address_;
  tcp::acceptor acceptor_{context_};
  asio::steady_timer timer_{context_};
  std::optional<asio::signal_set> signals_;
  int rest_factor_;
  std::chrono::nanoseconds worked_{};  // CPU time of the thread up to the last round of news
  std::chrono::steady_clock::time_point last_heartbeat_{};
  std::optional<std::chrono::steady_clock::time_point> deadline_;  // for the last news, after `stop`
  bool accept_failed_ = false;
};

}  // namespace

std::string address_problem(const std::string& ip) {
  error_code error;
  asio::ip::make_address(ip, error);
  return error ? fmt::format("`{}` is not an IP address; expected one such as 127.0.0.1, 0.0.0.0 or ::1",
                             printable(ip, 60))
               : "";
}

bool Address::is_loopback() const {
  error_code error;
  return asio::ip::make_address(ip, error).is_loopback();
}

std::variant<Intake, Answer> Site::admit(const Request&, std::uint64_t) {
  return Answer{
      .status = 405, .type = "text/plain; charset=utf-8", .body = text_of("only GET and HEAD are served\n")};
}

Result<std::unique_ptr<Server>> Server::open(const Address& address, std::vector<Mount> mounts) {
  try {
    return std::unique_ptr<Server>{std::make_unique<AsioServer>(address, std::move(mounts))};
  } catch (const boost::system::system_error& error) {
    return Error{fmt::format("cannot serve at {} port {}: {}", printable(address.ip, 60), address.port,
                             error.code().message())};
  }
}

}  // namespace ebiri::web

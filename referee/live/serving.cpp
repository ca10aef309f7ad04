#include "referee/live/serving.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <stdexcept>

#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"

namespace ebiri::live {

namespace {

constexpr std::size_t max_clients = 256;
constexpr int rests_between_news = 100;  // so that spectators cost the run one percent of a processor

// Leaves most descriptors for the engines, which have priority.
std::size_t clients_here() {
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return max_clients / 4;
  return std::min<std::size_t>(max_clients, descriptors.rlim_cur / 4);
}

}  // namespace

Result<web::Address> served_address(const std::string& text) {
  std::string_view ip = text, port = "8080";
  const std::size_t digits = ip.find_last_not_of("0123456789") + 1;  // those at the end
  if (digits < ip.size() && (digits == 0 || ip[digits - 1] == ':')) {
    const std::string_view before = ip.substr(0, std::max<std::size_t>(1, digits) - 1);
    const bool brackets = before.starts_with('[') && before.ends_with(']');
    if (brackets || before.find(':') == before.npos) {  // otherwise the digits belong to an IPv6 address
      port = ip.substr(digits);
      ip = brackets ? before.substr(1, before.size() - 2) : before;
    }
  }
  const int number = parse_integer<int>(port).value_or(-1);
  web::Address address{.port = static_cast<std::uint16_t>(number), .rest_factor = rests_between_news};
  address.limits.all = clients_here();
  address.limits.streams = address.limits.all - address.limits.all / 10;
  if (!ip.empty()) address.ip = ip;
  if (number == address.port && web::address_problem(address.ip).empty()) return address;
  return Error{
      fmt::format("`{}` is not an address; expected ADDRESS:PORT, such as 127.0.0.1:8080, 0.0.0.0:8080, "
                  "[::1]:8080 or :0. For the default address, put `--serve` last or before another option",
                  printable(text, 80))};
}

Serving::~Serving() {
  if (server_) end(run::Ending::incomplete);
}

Result<std::string> Serving::open(bool left) {
  if (!left) return std::string{};
  auto server = web::Server::open(address_, run_);
  if (!server) return server.error();
  server_.emplace(std::move(*server));
  return server_->url();
}

void Serving::begin(const run::Start&) {
  thread_ = std::jthread{[this](const std::stop_token& stop) {
    process::lower_priority();
    try {
      const auto read = run_.read(stop);
      if (!read) throw std::runtime_error{read.error().message};
      server_->run();
    } catch (const std::exception& problem) {
      fmt::print(stderr, "ebiri: the page is no longer served: {}\n", problem.what());
    }
  }};
}

void Serving::end(run::Ending) {
  run_.end();
  thread_.request_stop();
  server_->stop();
}

}  // namespace ebiri::live

#include "referee/fleet/nats_link.hpp"

#include <catch2/catch_test_macros.hpp>

using ebiri::fleet::host_of;
using ebiri::fleet::NatsAccess;
using ebiri::fleet::warnings;
using ebiri::fleet::without_token;

TEST_CASE("access: the host of an address is found") {
  CHECK(host_of("nats://planner:4222") == "planner");
  CHECK(host_of("tls://token@planner") == "planner");
  CHECK(host_of("planner/") == "planner");
  CHECK(host_of("nats://[::1]:4222") == "::1");
  CHECK(without_token("nats://secret@a:4222,b,tls://other@c") == "nats://a:4222,b,tls://c");
}

TEST_CASE("access: an unencrypted login over a network causes a warning") {
  const auto count = [](std::string url, std::filesystem::path login, std::filesystem::path ca = {}) {
    return warnings({.url = std::move(url), .login = std::move(login), .ca = std::move(ca)}).size();
  };
  CHECK(warnings({.url = "nats://planner:4222", .login = "worker.login"}) ==
        std::vector<std::string>{
            "the login to `nats://planner:4222` is not encrypted, so others on the network can read it; use "
            "tls://planner:4222"});
  CHECK(count("planner", "worker.login") == 1);
  CHECK(count("nats://127.0.0.1:4222,nats://10.0.0.7:4222", "worker.login") == 1);
  CHECK(
      warnings({.url = "nats://planner", .creds = "worker.creds"}) ==
      std::vector<std::string>{
          "the connection to `nats://planner` is not encrypted, so others on the network can read and change "
          "messages; use tls://planner"});
  CHECK(count("tls://planner:4222", "worker.login") == 0);
  CHECK(count("nats://planner:4222", "worker.login", "ca.pem") == 0);
  CHECK(count("nats://planner:4222", "") == 0);  // no login
  for (const char* here : {"nats://localhost:4222", "nats://127.3.2.1", "nats://[::1]:4222"}) {
    CAPTURE(here);
    CHECK(count(here, "worker.login") == 0);
  }
  CHECK(count("nats://127.example.org", "worker.login") == 1);
}

TEST_CASE("access: a token in the address causes a warning, even over TLS") {
  CHECK(warnings({.url = "tls://secret@planner:4222"}).size() == 1);
  const auto plain = warnings({.url = "nats://secret@planner:4222"});
  REQUIRE(plain.size() == 2);
  for (const std::string& warning : plain) CHECK(warning.find("secret") == std::string::npos);
}

#include "referee/web/connections.hpp"

#include <catch2/catch_test_macros.hpp>
#include <deque>
#include <string>

using namespace ebiri;

namespace {

struct FakeConnection final : web::Connection {
  explicit FakeConnection(web::ConnectionTable& table) : table_(table) {}
  void close() override {
    open = false;
    table_.remove(*this);
  }

  bool open = true;

 private:
  web::ConnectionTable& table_;
};

// A table and all connections that were opened.
struct Opened {
  explicit Opened(web::ConnectionLimits limits) : table(limits) {}

  FakeConnection& request(const std::string& client) {
    FakeConnection& one = all.emplace_back(table);
    one.open = table.add(one, client) && one.open;
    return one;
  }

  FakeConnection& stream(const std::string& client, const std::string& team = "") {
    FakeConnection& one = request(client);
    table.set_stream(one, team);
    return one;
  }

  std::size_t open() const {
    std::size_t count = 0;
    for (const FakeConnection& one : all) count += one.open ? 1 : 0;
    return count;
  }

  web::ConnectionTable table;
  std::deque<FakeConnection> all;
};

}  // namespace

TEST_CASE("connections: of a full table the greediest client's oldest connection is closed") {
  Opened opened{{.all = 4}};
  const auto& first = opened.request("a");
  const auto& second = opened.request("b");
  const auto& third = opened.request("b");
  const auto& fourth = opened.request("c");
  const auto& fifth = opened.request("d");
  CHECK(fifth.open);
  CHECK_FALSE(second.open);
  opened.request("d");  // all have one: the oldest of all
  CHECK_FALSE(first.open);
  CHECK(third.open);
  CHECK(fourth.open);
  CHECK(opened.open() == 4);
}

TEST_CASE("connections: a client's own limit closes no other client's connection") {
  Opened opened{{.per_client = 3}};
  const auto& other = opened.request("b");
  for (int i = 0; i < 10; ++i) opened.request("a");
  CHECK(other.open);
  CHECK(opened.open() == 4);
  CHECK(opened.all.back().open);
}

TEST_CASE("connections: a client behind a proxy is set later") {
  Opened opened{{.per_client = 2}};
  for (int i = 0; i < 5; ++i) opened.request("");
  CHECK(opened.open() == 5);
  for (FakeConnection& one : opened.all) opened.table.set_client(one, "a");
  CHECK(opened.open() == 2);
  CHECK(opened.all.back().open);
}

TEST_CASE("connections: streams have limits for each client, each team, and in all") {
  Opened opened{{.streams = 6, .streams_per_client = 3, .streams_per_team = 2}};
  for (int i = 0; i < 5; ++i) opened.stream("a");
  CHECK(opened.open() == 3);
  for (int i = 0; i < 5; ++i) opened.stream("a", "sower");  // a team's count for it, not for its address
  CHECK(opened.open() == 5);
  const auto& b = opened.stream("b");
  CHECK(opened.open() == 6);
  const auto& c = opened.stream("c");
  CHECK(b.open);
  CHECK(c.open);
  CHECK(opened.open() == 6);
  CHECK_FALSE(opened.all[2].open);  // the oldest that was left of `a`, which had the most
  const auto& request = opened.request("a");
  CHECK(request.open);
  CHECK(opened.open() == 7);
}

TEST_CASE("connections: a protected one is never closed for another") {
  Opened opened{{.all = 3, .per_client = 2}};
  opened.table.protect(opened.request("a"));
  opened.table.protect(opened.request("a"));
  CHECK_FALSE(opened.request("a").open);
  opened.table.protect(opened.request("b"));
  CHECK_FALSE(opened.request("c").open);
  CHECK(opened.open() == 3);
  opened.all.front().close();
  CHECK(opened.request("c").open);
}

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

// A table and all connections that were opened, also those that are closed.
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

TEST_CASE("connections: a full table closes the oldest connection of the client with the most") {
  Opened opened{{.all = 4}};
  const auto& first = opened.request("a");
  const auto& second = opened.request("b");
  const auto& third = opened.request("b");
  const auto& fourth = opened.request("c");
  const auto& fifth = opened.request("d");
  CHECK(fifth.open);
  CHECK_FALSE(second.open);
  opened.request("d");  // `b`, `c` and `d` have one each after that, so the oldest of all is closed
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
  for (std::size_t number : {4, 3, 2, 1, 0}) {
    opened.table.set_client(opened.all[number], "a");
    CHECK(opened.all[number].open);  // it is being served
  }
  CHECK(opened.open() == 2);
}

TEST_CASE("connections: streams have limits for each client, for each team, and in total") {
  Opened opened{{.streams = 6, .streams_per_client = 3, .streams_per_team = 2}};
  for (int i = 0; i < 5; ++i) opened.stream("a");
  CHECK(opened.open() == 3);
  for (int i = 0; i < 5; ++i) opened.stream("a", "sower");  // count for the team, not for the client
  CHECK(opened.open() == 5);
  const auto& b = opened.stream("b");
  CHECK(opened.open() == 6);
  const auto& c = opened.stream("c");
  CHECK(b.open);
  CHECK(c.open);
  CHECK(opened.open() == 6);
  CHECK_FALSE(opened.all[2].open);  // the oldest remaining stream of `a`, which had the most
  const auto& request = opened.request("a");
  CHECK(request.open);
  CHECK(opened.open() == 7);
}

TEST_CASE("connections: a protected connection is never closed for another") {
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

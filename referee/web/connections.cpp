#include "referee/web/connections.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ebiri::web {

std::vector<ConnectionTable::Entry>::iterator ConnectionTable::find(Connection& connection) {
  return std::ranges::find(entries_, &connection, &Entry::connection);
}

// Closes the oldest connection whose `key` is `value` if more than `most` have it. An empty value has no
// limit.
void ConnectionTable::limit(Key key, const std::string& value, std::size_t most) {
  if (value.empty() || std::cmp_less_equal(std::ranges::count(entries_, value, key), most)) return;
  const auto oldest = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.*key == value && entry.kind != Kind::protected_; });
  if (oldest != entries_.end()) oldest->connection->close();
}

// Among values with the same number of connections, takes the one with the oldest connection.
bool ConnectionTable::close_oldest_of_largest(Key key) {
  const auto is_counted = [&](const Entry& entry) {
    return key == &Entry::account ? entry.kind == Kind::stream : entry.kind != Kind::protected_;
  };
  std::unordered_map<std::string_view, std::size_t> totals;
  for (const Entry& entry : entries_)
    if (is_counted(entry)) ++totals[entry.*key];
  const auto total_of = [&](const Entry& entry) { return is_counted(entry) ? totals[entry.*key] : 0; };
  const auto found = std::ranges::max_element(entries_, {}, total_of);
  if (found == entries_.end() || !is_counted(*found)) return false;
  found->connection->close();
  return true;
}

bool ConnectionTable::add(Connection& connection, const std::string& client) {
  if (entries_.size() >= limits_.all && !close_oldest_of_largest(&Entry::client)) return false;
  entries_.push_back({.connection = &connection, .client = client});
  limit(&Entry::client, client, limits_.per_client);
  return find(connection) != entries_.end();
}

void ConnectionTable::set_client(Connection& connection, const std::string& client) {
  const auto found = find(connection);
  if (found == entries_.end() || found->client == client) return;
  found->client = client;
  std::rotate(found, found + 1, entries_.end());
  limit(&Entry::client, client, limits_.per_client);
}

void ConnectionTable::set_stream(Connection& connection, const std::string& team) {
  const auto found = find(connection);
  if (found == entries_.end()) return;
  const std::string account = team.empty() ? "client " + found->client : "team " + team;
  found->account = account;
  found->kind = Kind::stream;
  std::rotate(found, found + 1, entries_.end());
  limit(&Entry::account, account, team.empty() ? limits_.streams_per_client : limits_.streams_per_team);
  if (std::cmp_greater(std::ranges::count(entries_, Kind::stream, &Entry::kind), limits_.streams))
    close_oldest_of_largest(&Entry::account);
}

void ConnectionTable::protect(Connection& connection) {
  if (const auto found = find(connection); found != entries_.end()) found->kind = Kind::protected_;
}

void ConnectionTable::remove(Connection& connection) {
  if (const auto found = find(connection); found != entries_.end()) entries_.erase(found);
}

}  // namespace ebiri::web

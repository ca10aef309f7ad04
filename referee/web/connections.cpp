#include "referee/web/connections.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ebiri::web {

std::size_t ConnectionTable::count(const Condition& holds) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(entries_, [&](const auto& one) { return holds(one.second); }));
}

// Of the owner with the most connections for which `holds`, the oldest one; of equal owners, whose is older.
bool ConnectionTable::close_one(const Condition& holds, std::string Entry::*owner) {
  struct Share {
    std::size_t count = 0;
    std::uint64_t order = 0;
    Connection* oldest = nullptr;
  };
  std::unordered_map<std::string_view, Share> shares;
  for (const auto& [connection, entry] : entries_) {
    if (!holds(entry) || entry.kind == Kind::protected_) continue;
    Share& share = shares[entry.*owner];
    ++share.count;
    if (share.oldest != nullptr && share.order < entry.order) continue;
    share.order = entry.order;
    share.oldest = connection;
  }
  const auto greedier = [](const Share& one, const Share& other) {
    return std::pair{one.count, other.order} < std::pair{other.count, one.order};
  };
  const auto found = std::ranges::max_element(shares, greedier, [](const auto& one) { return one.second; });
  if (found == shares.end()) return false;
  found->second.oldest->close();
  return true;
}

bool ConnectionTable::add(Connection& connection, const std::string& client) {
  const auto any = [](const Entry&) { return true; };
  if (entries_.size() >= limits_.all && !close_one(any, &Entry::client)) return false;
  entries_[&connection] = {.client = client, .account = {}, .order = ++next_order_};
  limit_client(client);
  return entries_.contains(&connection);
}

void ConnectionTable::limit_client(const std::string& client) {
  const auto same = [&](const Entry& entry) { return entry.client == client; };
  if (!client.empty() && count(same) > limits_.per_client) close_one(same, &Entry::client);
}

void ConnectionTable::set_client(Connection& connection, const std::string& client) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end() || found->second.client == client) return;
  found->second.client = client;
  limit_client(client);
}

void ConnectionTable::set_stream(Connection& connection, const std::string& team) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  entry.kind = Kind::stream;
  entry.account = team.empty() ? "client " + entry.client : "team " + team;
  entry.order = ++next_order_;
  const auto stream = [](const Entry& one) { return one.kind == Kind::stream; };
  const auto same = [&, account = entry.account](const Entry& one) {
    return stream(one) && one.account == account;
  };
  const std::size_t most = team.empty() ? limits_.streams_per_client : limits_.streams_per_team;
  if (count(same) > most) close_one(same, &Entry::account);
  if (count(stream) > limits_.streams) close_one(stream, &Entry::account);
}

void ConnectionTable::protect(Connection& connection) {
  if (const auto found = entries_.find(&connection); found != entries_.end())
    found->second.kind = Kind::protected_;
}

void ConnectionTable::remove(Connection& connection) { entries_.erase(&connection); }

}  // namespace ebiri::web

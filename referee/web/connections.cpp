#include "referee/web/connections.hpp"

#include <algorithm>
#include <utility>

namespace ebiri::web {

bool ConnectionTable::close_oldest(const Group& group) {
  if (group.by_age.empty()) return false;
  group.by_age.begin()->second->close();
  return true;
}

// Among groups with the same number of connections, takes the one with the oldest connection.
bool ConnectionTable::close_oldest_of_largest(const Groups& groups) {
  const auto rank = [](const auto& named) {
    const auto& by_age = named.second.by_age;
    return std::pair{by_age.size(), by_age.empty() ? 0 : ~by_age.begin()->first};
  };
  const auto found = std::ranges::max_element(groups, {}, rank);
  return found != groups.end() && close_oldest(found->second);
}

void ConnectionTable::enter(Connection& connection, const Entry& entry) {
  const auto add_to_group = [&](Groups& groups, const std::string& owner) {
    Group& group = groups[owner];
    ++group.count;
    if (entry.kind != Kind::protected_) group.by_age.emplace(entry.order, &connection);
  };
  add_to_group(clients_, entry.client);
  if (entry.kind == Kind::stream) {
    add_to_group(accounts_, entry.account);
    ++streams_;
  }
}

void ConnectionTable::leave(const Entry& entry) {
  const auto remove_from_group = [&](Groups& groups, const std::string& owner) {
    const auto group = groups.find(owner);
    group->second.by_age.erase(entry.order);
    if (--group->second.count == 0) groups.erase(group);
  };
  remove_from_group(clients_, entry.client);
  if (entry.kind == Kind::stream) {
    remove_from_group(accounts_, entry.account);
    --streams_;
  }
}

bool ConnectionTable::add(Connection& connection, const std::string& client) {
  if (entries_.size() >= limits_.all && !close_oldest_of_largest(clients_)) return false;
  const Entry& entry = entries_[&connection] = {.client = client, .account = {}, .order = ++next_order_};
  enter(connection, entry);
  limit_client(client);
  return entries_.contains(&connection);
}

void ConnectionTable::limit_client(const std::string& client) {
  if (client.empty()) return;
  if (const Group& group = clients_[client]; group.count > limits_.per_client) close_oldest(group);
}

void ConnectionTable::set_client(Connection& connection, const std::string& client) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end() || found->second.client == client) return;
  leave(found->second);
  found->second.client = client;
  enter(connection, found->second);
  limit_client(client);
}

void ConnectionTable::set_stream(Connection& connection, const std::string& team) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  leave(entry);
  entry.kind = Kind::stream;
  entry.account = team.empty() ? "client " + entry.client : "team " + team;
  entry.order = ++next_order_;
  enter(connection, entry);
  const Group& group = accounts_[entry.account];
  if (group.count > (team.empty() ? limits_.streams_per_client : limits_.streams_per_team))
    close_oldest(group);
  if (streams_ > limits_.streams) close_oldest_of_largest(accounts_);
}

void ConnectionTable::protect(Connection& connection) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end()) return;
  leave(found->second);
  found->second.kind = Kind::protected_;
  enter(connection, found->second);
}

void ConnectionTable::remove(Connection& connection) {
  const auto found = entries_.find(&connection);
  if (found == entries_.end()) return;
  leave(found->second);
  entries_.erase(found);
}

}  // namespace ebiri::web

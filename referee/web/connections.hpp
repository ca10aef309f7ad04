// The open connections of a server, and the limits that decide which of them it closes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ebiri::web {

/// The numbers of connections that may be open at a time. A stream is a connection that receives events.
struct ConnectionLimits {
  std::size_t all = 1000;                 ///< connections of every kind
  std::size_t per_client = 1000;          ///< connections of one client (`Request::client`)
  std::size_t streams = 900;              ///< fewer than `all`, so that streams leave room for requests
  std::size_t streams_per_client = 1000;  ///< streams of one client, without those of teams
  std::size_t streams_per_team = 1000;    ///< streams whose requests have a token of the same team
};

/// An open connection.
class Connection {
 public:
  virtual ~Connection() = default;

  /// Closes the connection at once and removes it from its table.
  virtual void close() = 0;
};

/// All open connections of a server. When a limit of one client or team is exceeded, it closes the oldest
/// connection or stream of that client or team. When `all` or `streams` is exceeded, it closes the oldest
/// one of the client or team with the most. It never closes a protected connection. Not thread-safe.
class ConnectionTable {
 public:
  explicit ConnectionTable(ConnectionLimits limits) : limits_(limits) {}

  /// Adds a new connection. `client` is empty as long as only the address of a proxy is known. Returns false
  /// if the table is full of protected connections, or if a limit has closed the new one.
  bool add(Connection& connection, const std::string& client);

  /// Sets the client of a connection. Call it when a proxy has named the client.
  void set_client(Connection& connection, const std::string& client);

  /// Makes the connection a stream. `team` is the team of the request's token, or empty.
  void set_stream(Connection& connection, const std::string& team);

  /// Protects the connection from the limits.
  void protect(Connection& connection);

  /// Removes the connection, if it is in the table.
  void remove(Connection& connection);

 private:
  enum class Kind : std::uint8_t { request, stream, protected_ };

  struct Entry {
    Connection* connection;
    std::string client;
    std::string account = {};  // the team or the client that a stream counts for
    Kind kind = Kind::request;
  };
  using Key = std::string Entry::*;  // `client`, or `account` for streams

  std::vector<Entry>::iterator find(Connection& connection);
  void limit(Key key, const std::string& value, std::size_t most);
  bool close_oldest_of_largest(Key key);

  ConnectionLimits limits_;
  std::vector<Entry> entries_;  // the oldest first; a change of kind or client makes new
};

}  // namespace ebiri::web

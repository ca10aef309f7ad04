// A NATS connection with the operations that planner and workers share. Only the files nats_* use libnats.
#pragma once

#include <nats/nats.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "referee/fleet/nats_link.hpp"

namespace ebiri::fleet::nats {

struct Destroyer {
  void operator()(natsSubscription* subscription) const { natsSubscription_Destroy(subscription); }
  void operator()(natsMsg* message) const { natsMsg_Destroy(message); }
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};

using Subscription = std::unique_ptr<natsSubscription, Destroyer>;
using Message = std::unique_ptr<natsMsg, Destroyer>;

inline constexpr const char* runs_stream = "EBIRI_RUNS";
inline constexpr const char* files_stream = "EBIRI_FILES";
inline constexpr const char* jobs_stream = "EBIRI_JOBS";
inline constexpr const char* results_stream = "EBIRI_RESULTS";
inline constexpr const char* workers = "workers";  ///< the consumer of EBIRI_JOBS

std::string run_subject(const std::string& run);
std::string job_subject(const std::string& run, const std::string& job);
std::string result_subject(const std::string& run, const std::string& job);
std::string done_subject(const std::string& run);
std::string stop_subject(const std::string& run);
std::string piece_subject(const std::string& sha256, std::size_t piece);

std::string text_of(natsMsg* message);

/// The last word of a message's subject.
std::string last_word(natsMsg* message);

/// A connection that reconnects automatically. Calls fail while it is lost. Any number of threads. A process
/// can have one at a time, because the destructor closes the library.
class Connection {
 public:
  /// `inbox`: the prefix of the subjects of answers; the server can forbid other clients to read these.
  Result<void> open(const NatsAccess& access, const char* inbox);

  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  natsConnection* get() const { return connection_; }
  jsCtx* js() const { return js_; }

  /// An error with the status and the server's last message.
  Error problem(const std::string& what, natsStatus status, jsErrCode code = {});

  /// Success if the status is NATS_OK, otherwise `problem`.
  Result<void> check(const std::string& what, natsStatus status, jsErrCode code = {});

  Result<Subscription> subscribe(const std::string& subject);

  /// A stored message; null if none is found.
  Result<Message> look_up(const char* stream, jsDirectGetMsgOptions wanted);
  Result<Message> last_of(const char* stream, const std::string& subject);
  Result<bool> has(const char* stream, const std::string& subject);

  /// Stores a message and returns its number; nothing if the stream keeps the first message of a subject and
  /// has one already.
  Result<std::optional<std::uint64_t>> store(const std::string& subject, std::string_view text);

 private:
  static void on_error(natsConnection* connection, natsSubscription*, natsStatus, void* self);

  natsConnection* connection_ = nullptr;
  jsCtx* js_ = nullptr;
  std::mutex mutex_;
  std::string last_error_;
};

}  // namespace ebiri::fleet::nats

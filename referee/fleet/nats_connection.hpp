// A connection to NATS, and what both sides of the fleet do with it. Only the files nats_* know libnats.
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

/// Comes back by itself when it is lost; until then everything fails. Any number of threads. One at a time in
/// a process, as the library is closed with it.
class Connection {
 public:
  /// `inbox`: what the subjects of answers begin with, which nobody else may read.
  Result<void> open(const NatsAccess& access, const char* inbox);

  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  natsConnection* get() const { return connection_; }
  jsCtx* js() const { return js_; }

  /// Why something could not be done, with what the server said last.
  Error problem(const std::string& what, natsStatus status, jsErrCode code = {});

  /// The same as a result, which is good if the status is.
  Result<void> check(const std::string& what, natsStatus status, jsErrCode code = {});

  Result<Subscription> subscribe(const std::string& subject);

  /// A stored message; null if there is none.
  Result<Message> look_up(const char* stream, jsDirectGetMsgOptions wanted);
  Result<Message> last_of(const char* stream, const std::string& subject);
  Result<bool> has(const char* stream, const std::string& subject);

  /// Stores a message and says its number; nothing if its subject has one already, in a stream where what is
  /// there stays.
  Result<std::optional<std::uint64_t>> store(const std::string& subject, std::string_view text);

 private:
  static void heard(natsConnection* connection, natsSubscription*, natsStatus, void* self);

  natsConnection* connection_ = nullptr;
  jsCtx* js_ = nullptr;
  std::mutex mutex_;
  std::string last_heard_;
};

}  // namespace ebiri::fleet::nats

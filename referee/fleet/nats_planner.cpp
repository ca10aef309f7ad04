#include <fmt/format.h>

#include <algorithm>

#include "referee/fleet/nats_connection.hpp"

namespace ebiri::fleet {

namespace nats {

namespace {

// A lease ends after this time without a message from its worker.
constexpr std::int64_t lease_ns = 30'000'000'000;
constexpr std::int64_t max_pulls = 100'000;  // slots that wait, or jobs that are leased
constexpr std::size_t piece_bytes = std::size_t{256} << 10;

class NatsPlanner final : public PlannerLink {
 public:
  Result<void> open(const NatsAccess& access) {
    if (auto opened = nats_.open(access, "_INBOX_planner"); !opened) return opened;
    if (auto made = make_stream(runs_stream, "ebiri.runs.*", js_LimitsPolicy, false); !made) return made;
    if (auto made = make_stream(files_stream, "ebiri.files.*.*", js_LimitsPolicy, true); !made) return made;
    if (auto made = make_stream(results_stream, "ebiri.results.*.*", js_LimitsPolicy, true); !made)
      return made;
    if (auto made = make_stream(jobs_stream, "ebiri.jobs.*.*", js_WorkQueuePolicy, true); !made) return made;
    return make_consumer();
  }

  Result<void> store_file(const std::string& sha256, const std::string& bytes) override {
    const std::size_t pieces = std::max<std::size_t>(1, (bytes.size() + piece_bytes - 1) / piece_bytes);
    const auto stored_before = nats_.has(files_stream, piece_subject(sha256, pieces - 1));
    if (!stored_before) return stored_before.error();
    if (*stored_before) return {};  // pieces are stored in order, so all of them are there
    for (std::size_t i = 0; i < pieces; ++i) {
      const auto piece = std::string_view{bytes}.substr(i * piece_bytes, piece_bytes);
      if (auto stored = put(piece_subject(sha256, i), piece); !stored) return stored;
    }
    return {};
  }

  Result<void> announce(const std::string& run, const std::string& text) override {
    return put(run_subject(run), text);
  }

  Result<void> publish(const std::string& run, const std::string& job, const std::string& text) override {
    return put(job_subject(run, job), text);
  }

  Result<bool> has_job(const std::string& run, const std::string& job) override {
    return nats_.has(jobs_stream, job_subject(run, job));
  }

  Result<bool> has_workers() override {
    jsErrCode code{};
    jsConsumerInfo* info = nullptr;
    const auto status = js_GetConsumerInfo(&info, nats_.js(), jobs_stream, workers, nullptr, &code);
    if (status != NATS_OK) return nats_.problem("list the workers", status, code);
    const bool any = info->NumAckPending > 0 || info->NumWaiting > 0;
    jsConsumerInfo_Destroy(info);
    return any;
  }

  Result<std::optional<StoredResult>> next_result(const std::string& run, std::uint64_t sequence,
                                                  std::chrono::milliseconds timeout) override {
    if (!done_) {
      auto heard = nats_.subscribe(done_subject(run));
      if (!heard) return heard.error();
      done_ = std::move(*heard);
    }
    const std::string subjects = result_subject(run, "*");
    jsDirectGetMsgOptions wanted;
    jsDirectGetMsgOptions_Init(&wanted);
    wanted.Sequence = std::max<std::uint64_t>(1, sequence);
    wanted.NextBySubject = subjects.c_str();
    auto found = nats_.look_up(results_stream, wanted);
    if (found && !*found && timeout.count() > 0 && await_announcement(timeout))
      found = nats_.look_up(results_stream, wanted);
    if (!found) return found.error();
    return stored(found->get());
  }

  Result<std::optional<StoredResult>> result_of(const std::string& run, const std::string& job) override {
    const auto found = nats_.last_of(results_stream, result_subject(run, job));
    if (!found) return found.error();
    return stored(found->get());
  }

  Result<void> withdraw(const std::string& run, const std::string& prefix) override {
    if (auto purged = purge(jobs_stream, job_subject(run, "*")); !purged) return purged;
    const std::string subject = stop_subject(run);
    const auto status =
        natsConnection_Publish(nats_.get(), subject.c_str(), prefix.data(), static_cast<int>(prefix.size()));
    if (status != NATS_OK) return nats_.problem("withdraw jobs", status);
    natsConnection_FlushTimeout(nats_.get(), 2000);
    return {};
  }

  Result<void> forget_results(const std::string& run, std::uint64_t through) override {
    return purge(results_stream, result_subject(run, "*"), through);
  }

  Result<void> forget(const std::string& run) override {
    if (auto purged = purge(jobs_stream, job_subject(run, "*")); !purged) return purged;
    if (auto purged = purge(runs_stream, run_subject(run)); !purged) return purged;
    return purge(results_stream, result_subject(run, "*"));
  }

 private:
  // With `once`, a subject keeps its first message and the server rejects every further one.
  Result<void> make_stream(const char* name, const char* subjects, jsRetentionPolicy retention, bool once) {
    jsErrCode code{};
    jsStreamInfo* info = nullptr;
    auto status = js_GetStreamInfo(&info, nats_.js(), name, nullptr, &code);
    jsStreamInfo_Destroy(info);
    if (status == NATS_OK) return {};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Name = name;
    config.Subjects = &subjects;
    config.SubjectsLen = 1;
    config.Retention = retention;
    config.MaxMsgsPerSubject = 1;
    config.Discard = once ? js_DiscardNew : js_DiscardOld;
    config.DiscardNewPerSubject = once;
    config.AllowDirect = true;
    config.DenyDelete = once;
    status = js_AddStream(nullptr, nats_.js(), &config, nullptr, &code);
    return nats_.check(fmt::format("create {}", name), status, code);
  }

  Result<void> make_consumer() {
    jsErrCode code{};
    jsConsumerInfo* info = nullptr;
    auto status = js_GetConsumerInfo(&info, nats_.js(), jobs_stream, workers, nullptr, &code);
    jsConsumerInfo_Destroy(info);
    if (status == NATS_OK) return {};
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = workers;
    config.AckPolicy = js_AckExplicit;
    config.AckWait = lease_ns;
    config.MaxWaiting = max_pulls;
    config.MaxAckPending = max_pulls;
    status = js_AddConsumer(nullptr, nats_.js(), jobs_stream, &config, nullptr, &code);
    return nats_.check("create the queue", status, code);
  }

  // Deletes messages up to number `through`, or all if it is 0.
  Result<void> purge(const char* stream, const std::string& subject, std::uint64_t through = 0) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    if (through > 0) options.Stream.Purge.Sequence = through + 1;
    jsErrCode code{};
    const auto status = js_PurgeStream(nats_.js(), stream, &options, &code);
    return nats_.check("purge " + subject, status, code);
  }

  Result<void> put(const std::string& subject, std::string_view text) {
    if (auto stored = nats_.store(subject, text); !stored) return stored.error();
    return {};
  }

  // Waits for the announcement of a result and discards any others that have arrived.
  bool await_announcement(std::chrono::milliseconds timeout) const {
    natsMsg* message = nullptr;
    bool heard = natsSubscription_NextMsg(&message, done_.get(), timeout.count()) == NATS_OK;
    const bool any = heard;
    while (heard) {
      natsMsg_Destroy(message);
      heard = natsSubscription_NextMsg(&message, done_.get(), 0) == NATS_OK;
    }
    return any;
  }

  static std::optional<StoredResult> stored(natsMsg* message) {
    if (message == nullptr) return std::nullopt;
    return StoredResult{
        .sequence = natsMsg_GetSequence(message), .job = last_word(message), .text = text_of(message)};
  }

  Connection nats_;
  Subscription done_;
};

}  // namespace

}  // namespace nats

Result<std::unique_ptr<PlannerLink>> connect_planner(const NatsAccess& access) {
  auto link = std::make_unique<nats::NatsPlanner>();
  if (auto opened = link->open(access); !opened) return opened.error();
  return std::unique_ptr<PlannerLink>{std::move(link)};
}

}  // namespace ebiri::fleet

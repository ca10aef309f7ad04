#include <algorithm>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "referee/fleet/nats_connection.hpp"
#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace nats {

namespace {

constexpr int no_stream = 10059, no_consumer = 10014;  // the server's error codes
constexpr std::size_t head_bytes = 4096;               // reserved for the header of a message

class NatsWorker final : public WorkerLink {
 public:
  explicit NatsWorker(int slots) : pulls_(static_cast<std::size_t>(slots)) {}

  Result<void> open(const NatsAccess& access) {
    if (auto opened = nats_.open(access, "_INBOX_worker"); !opened) return opened;
    auto stops = nats_.subscribe(stop_subject("*"));
    if (!stops) return stops.error();
    stops_ = std::move(*stops);
    return {};
  }

  Result<std::optional<Lease>> lease(int slot, std::chrono::milliseconds timeout) override {
    auto& pull = pulls_[static_cast<std::size_t>(slot)];
    if (!pull) {
      jsSubOptions options;
      jsSubOptions_Init(&options);
      options.Stream = jobs_stream;
      options.Consumer = workers;
      jsErrCode code{};
      natsSubscription* created = nullptr;
      const auto status = js_PullSubscribe(&created, nats_.js(), nullptr, nullptr, nullptr, &options, &code);
      if (static_cast<int>(code) == no_stream ||
          static_cast<int>(code) == no_consumer) {  // no run has been published yet
        std::this_thread::sleep_for(timeout);
        return std::optional<Lease>{};
      }
      if (status != NATS_OK) return nats_.problem("take jobs", status, code);
      pull.reset(created);
    }
    natsMsgList list{};
    jsErrCode code{};
    const auto status = natsSubscription_Fetch(&list, pull.get(), 1, timeout.count(), &code);
    if (status == NATS_TIMEOUT) return std::optional<Lease>{};
    if (status != NATS_OK) {
      pull.reset();
      return nats_.problem("take a job", status, code);
    }
    const std::shared_ptr<natsMsg> message{std::exchange(list.Msgs[0], nullptr), nats::Destroyer{}};
    natsMsgList_Destroy(&list);
    return read_lease(message);
  }

  void extend(const Lease& lease) override { natsMsg_InProgress(message_of(lease), nullptr); }
  void done(const Lease& lease) override { natsMsg_AckSync(message_of(lease), nullptr, nullptr); }
  void give_back(const Lease& lease) override {
    natsMsg_Nak(message_of(lease), nullptr);
    natsConnection_FlushTimeout(nats_.get(), 1000);
  }

  Result<bool> store_result(const std::string& run, const std::string& job,
                            const std::string& text) override {
    const auto stored = nats_.store(result_subject(run, job), text);
    if (!stored) return stored.error();
    natsConnection_Publish(nats_.get(), done_subject(run).c_str(), nullptr, 0);
    return stored->has_value();
  }

  Result<bool> has_result(const std::string& run, const std::string& job) override {
    return nats_.has(results_stream, result_subject(run, job));
  }

  std::size_t max_bytes() const override {
    const auto most =
        static_cast<std::size_t>(std::max<std::int64_t>(0, natsConnection_GetMaxPayload(nats_.get())));
    return std::max(most, 2 * head_bytes) - head_bytes;
  }

  Result<std::optional<std::string>> order(const std::string& run) override {
    const auto found = nats_.last_of(runs_stream, run_subject(run));
    if (!found) return found.error();
    return *found ? std::optional{text_of(found->get())} : std::nullopt;
  }

  Result<std::optional<std::string>> file(const std::string& sha256, std::uint64_t bytes) override {
    std::string whole;
    for (std::size_t i = 0; i == 0 || whole.size() < bytes; ++i) {
      const auto piece = nats_.last_of(files_stream, piece_subject(sha256, i));
      if (!piece) return piece.error();
      if (!*piece) return std::optional<std::string>{};
      whole += text_of(piece->get());
    }
    return std::optional{std::move(whole)};
  }

  bool withdrawn(const std::string& run, const std::string& job) override {
    const std::lock_guard lock{mutex_};
    natsMsg* message = nullptr;
    while (natsSubscription_NextMsg(&message, stops_.get(), 0) == NATS_OK) {
      stopped_[last_word(message)] = text_of(message);
      natsMsg_Destroy(message);
    }
    const auto stopped = stopped_.find(run);
    return stopped != stopped_.end() && job.starts_with(stopped->second + "-");
  }

 private:
  static natsMsg* message_of(const Lease& lease) { return static_cast<natsMsg*>(lease.ticket.get()); }

  Result<std::optional<Lease>> read_lease(const std::shared_ptr<natsMsg>& message) {
    const auto words = split(natsMsg_GetSubject(message.get()), '.');
    jsMsgMetaData* meta = nullptr;
    if (words.size() != 4 || natsMsg_GetMetaData(&meta, message.get()) != NATS_OK)
      return Error{"the server sent a message that is not a job"};
    Lease lease{.run = std::string{words[2]},
                .job = std::string{words[3]},
                .text = text_of(message.get()),
                .deliveries = static_cast<int>(meta->NumDelivered),
                .ticket = message};
    jsMsgMetaData_Destroy(meta);
    return std::optional{std::move(lease)};
  }

  Connection nats_;
  std::vector<Subscription> pulls_;
  Subscription stops_;
  std::mutex mutex_;
  std::map<std::string, std::string> stopped_;  // by run: the prefix whose jobs are withdrawn
};

}  // namespace

}  // namespace nats

Result<std::unique_ptr<WorkerLink>> connect_worker(const NatsAccess& access, int slots) {
  auto link = std::make_unique<nats::NatsWorker>(slots);
  if (auto opened = link->open(access); !opened) return opened.error();
  return std::unique_ptr<WorkerLink>{std::move(link)};
}

}  // namespace ebiri::fleet

#include "referee/fleet/nats_link.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <nats/nats.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;

// The parts of a URL: `nats://`, `TOKEN@`, `host:4222`.
struct Url {
  std::string_view scheme, user, server;
};

Url parts_of(std::string_view url) {
  Url parts;
  const auto scheme = url.find("://");
  parts.scheme = url.substr(0, scheme == url.npos ? 0 : scheme + 3);
  url.remove_prefix(parts.scheme.size());
  const auto user = url.rfind('@');
  parts.user = url.substr(0, user == url.npos ? 0 : user + 1);
  parts.server = url.substr(parts.user.size());
  return parts;
}

// Whether connections are encrypted.
bool uses_tls(const NatsAccess& access) {
  return access.url.find("tls://") != std::string::npos || !access.ca.empty() || !access.cert.empty();
}

// Whether a user and a password precede an `@`. They can be read from a file instead; a token cannot.
bool has_password(std::string_view url) { return parts_of(url).user.find(':') != url.npos; }

bool is_loopback(const std::string& host) {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) == 1) return IN6_IS_ADDR_LOOPBACK(&six);
  return host == "localhost";
}

struct Destroyer {
  void operator()(natsSubscription* subscription) const { natsSubscription_Destroy(subscription); }
  void operator()(natsMsg* message) const { natsMsg_Destroy(message); }
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};

using Subscription = std::unique_ptr<natsSubscription, Destroyer>;
using Message = std::unique_ptr<natsMsg, Destroyer>;
using Options = std::unique_ptr<natsOptions, Destroyer>;

constexpr const char* runs_stream = "EBIRI_RUNS";
constexpr const char* files_stream = "EBIRI_FILES";
constexpr const char* jobs_stream = "EBIRI_JOBS";
constexpr const char* results_stream = "EBIRI_RESULTS";
constexpr const char* job_consumer = "workers";  // of EBIRI_JOBS

constexpr std::size_t piece_bytes = std::size_t{256} << 10;  // of a file, in one message
constexpr std::size_t head_bytes = 4096;                     // reserved for the header of a message

// Error codes of the server.
constexpr int store_failed = 10077;  // the subject is taken, the disk is full, and so on
constexpr int no_stream = 10059, no_consumer = 10014;

std::string status_text(natsStatus status) {
  const char* detail = nats_GetLastError(nullptr);
  if (detail == nullptr || *detail == '\0') return natsStatus_GetText(status);
  return fmt::format("{} ({})", natsStatus_GetText(status), printable(detail, 300));
}

Result<std::pair<std::string, std::string>> read_login(const fs::path& file) {
  std::ifstream input(file);
  std::string user, password;
  if (!std::getline(input, user) || !std::getline(input, password) || user.empty() || password.empty())
    return Error{fmt::format("`{}`: expected a user name in the first line and the password in the second",
                             file.string())};
  return std::pair{user, password};
}

Result<Options> options_for(const NatsAccess& access, const char* inbox) {
  if (std::ranges::any_of(split(access.url, ','), has_password))
    return Error{
        "the address contains a password, which every user of this machine can read in the process list; "
        "expected `--nats-login FILE`"};
  for (const fs::path& file : {access.login, access.creds, access.ca, access.cert, access.key})
    if (!file.empty() && !std::ifstream(file)) return Error{fmt::format("cannot read `{}`", file.string())};
  natsOptions* created = nullptr;
  if (natsOptions_Create(&created) != NATS_OK) return Error{"out of memory"};
  Options options{created};
  std::vector<std::string> urls;
  for (const auto url : split(access.url, ',')) urls.emplace_back(url);
  std::vector<const char*> servers;
  for (const std::string& url : urls) servers.push_back(url.c_str());
  if (natsOptions_SetServers(created, servers.data(), static_cast<int>(servers.size())) != NATS_OK)
    return Error{fmt::format("`{}` is not an address; expected nats://HOST:4222",
                             printable(without_token(access.url), 200))};
  natsOptions_SetCustomInboxPrefix(created, inbox);
  natsOptions_SetMaxReconnect(created, -1);
  natsOptions_SetReconnectWait(created, 250);
  natsOptions_SetPingInterval(created, 10'000);
  natsOptions_SetFailRequestsOnDisconnect(created, true);
  if (!access.login.empty()) {
    const auto login = read_login(access.login);
    if (!login) return login.error();
    natsOptions_SetUserInfo(created, login->first.c_str(), login->second.c_str());
  }
  const auto file_fails = [](natsStatus status, const fs::path& file) {
    return Error{fmt::format("cannot use `{}`: {}", file.string(), natsStatus_GetText(status))};
  };
  if (!access.creds.empty())
    if (const auto s = natsOptions_SetUserCredentialsFromFiles(created, access.creds.c_str(), nullptr);
        s != NATS_OK)
      return file_fails(s, access.creds);
  if (uses_tls(access)) {
    if (const auto s = natsOptions_SetSecure(created, true); s != NATS_OK)
      return Error{fmt::format("libnats was built without TLS: {}", natsStatus_GetText(s))};
    // Without the host name the library accepts any certificate that a trusted authority signed.
    natsOptions_SetExpectedHostname(created, host_of(urls.front()).c_str());
  }
  if (!access.ca.empty())
    if (const auto s = natsOptions_LoadCATrustedCertificates(created, access.ca.c_str()); s != NATS_OK)
      return file_fails(s, access.ca);
  if (!access.cert.empty())
    if (const auto s = natsOptions_LoadCertificatesChain(created, access.cert.c_str(), access.key.c_str());
        s != NATS_OK)
      return file_fails(s, access.cert);
  return options;
}

std::string run_subject(const std::string& run) { return "ebiri.runs." + run; }
std::string job_subject(const std::string& run, const std::string& job) {
  return fmt::format("ebiri.jobs.{}.{}", run, job);
}
std::string result_subject(const std::string& run, const std::string& job) {
  return fmt::format("ebiri.results.{}.{}", run, job);
}
std::string done_subject(const std::string& run) { return "ebiri.done." + run; }
std::string stop_subject(const std::string& run) { return "ebiri.stop." + run; }
std::string piece_subject(const std::string& sha256, std::size_t piece) {
  return fmt::format("ebiri.files.{}.{}", sha256, piece);
}

std::string text_of(natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

// The last word of a message's subject.
std::string last_word(natsMsg* message) {
  const std::string subject = natsMsg_GetSubject(message);
  return subject.substr(subject.rfind('.') + 1);
}

// A NATS connection with the operations that planner and workers share. It reconnects automatically, but is
// closed after two equal authorization errors. Calls fail while it is lost. Any number of threads. A process
// can have one at a time, because the destructor closes the library.
class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  ~Connection() {
    jsCtx_Destroy(js_);
    natsConnection_Destroy(connection_);
    nats_CloseAndWait(2000);  // no thread of the library uses this object any more
  }

  // `inbox`: the prefix of the subjects of answers; the server can forbid other clients to read these.
  Result<void> open(const NatsAccess& access, const char* inbox) {
    auto options = options_for(access, inbox);
    if (!options) return options.error();
    natsOptions_SetErrorHandler(options->get(), on_error, this);
    if (const auto status = natsConnection_Connect(&connection_, options->get()); status != NATS_OK)
      return Error{fmt::format("cannot connect to {}: {}", without_token(access.url), status_text(status))};
    if (const auto status = natsConnection_JetStream(&js_, connection_, nullptr); status != NATS_OK)
      return problem("use JetStream", status);
    constexpr std::int64_t least = piece_bytes + head_bytes;
    if (const auto most = natsConnection_GetMaxPayload(connection_); most < least)
      return Error{fmt::format(
          "`max_payload` of the server is {} bytes, at least {} are needed; expected a few MB", most, least)};
    return {};
  }

  natsConnection* get() const { return connection_; }
  bool closed() const { return natsConnection_IsClosed(connection_); }
  jsCtx* js() const { return js_; }

  // An error with the status and the server's last message.
  Error problem(const std::string& what, natsStatus status, jsErrCode code = {}) {
    const std::lock_guard lock{mutex_};
    std::string text = fmt::format("cannot {}: {}", what, status_text(status));
    if (code != jsErrCode{}) text += fmt::format(" (JetStream {})", static_cast<int>(code));
    if (!last_error_.empty()) text += "; the server said: " + std::exchange(last_error_, {});
    return {text};
  }

  // Success if the status is NATS_OK, otherwise `problem`.
  Result<void> check(const std::string& what, natsStatus status, jsErrCode code = {}) {
    if (status != NATS_OK) return problem(what, status, code);
    return {};
  }

  Result<Subscription> subscribe(const std::string& subject) {
    natsSubscription* created = nullptr;
    const auto status = natsConnection_SubscribeSync(&created, connection_, subject.c_str());
    if (status != NATS_OK) return problem("subscribe to " + subject, status);
    return Subscription{created};
  }

  // A stored message; null if none is found.
  Result<Message> look_up(const char* stream, jsDirectGetMsgOptions wanted) {
    natsMsg* found = nullptr;
    const auto status = js_DirectGetMsg(&found, js_, stream, nullptr, &wanted);
    if (status == NATS_NOT_FOUND) return Message{};
    if (status != NATS_OK) return problem(fmt::format("read {}", stream), status);
    return Message{found};
  }

  Result<Message> last_of(const char* stream, const std::string& subject) {
    jsDirectGetMsgOptions wanted;
    jsDirectGetMsgOptions_Init(&wanted);
    wanted.LastBySubject = subject.c_str();
    return look_up(stream, wanted);
  }

  Result<bool> has(const char* stream, const std::string& subject) {
    const auto found = last_of(stream, subject);
    if (!found) return found.error();
    return *found != nullptr;
  }

  // Stores a message and returns its number; nothing if the stream keeps the first message of a subject
  // (`runs_stream` does not) and has one already.
  Result<std::optional<std::uint64_t>> store(const char* stream, const std::string& subject,
                                             std::string_view text) {
    jsPubAck* ack = nullptr;
    jsErrCode error{};
    const auto status =
        js_Publish(&ack, js_, subject.c_str(), text.data(), static_cast<int>(text.size()), nullptr, &error);
    if (status != NATS_OK) {
      const Error failure = problem("store " + subject, status, error);
      if (static_cast<int>(error) != store_failed || stream == runs_stream) return failure;
      const auto there = has(stream, subject);
      if (there && *there) return std::optional<std::uint64_t>{};
      return failure;
    }
    const std::optional<std::uint64_t> number{ack->Sequence};
    jsPubAck_Destroy(ack);
    return number;
  }

 private:
  static void on_error(natsConnection* connection, natsSubscription*, natsStatus, void* self) {
    const char* text = nullptr;
    natsConnection_GetLastError(connection, &text);
    auto& me = *static_cast<Connection*>(self);
    const std::lock_guard lock{me.mutex_};
    me.last_error_ = text == nullptr ? "" : printable(text, 300);
  }

  natsConnection* connection_ = nullptr;
  jsCtx* js_ = nullptr;
  std::mutex mutex_;
  std::string last_error_;
};

// A lease ends after this time without a message from its worker.
constexpr std::int64_t lease_ns = 30'000'000'000;
constexpr std::int64_t max_pulls = 100'000;  // slots that wait, or jobs that are leased

class NatsPlanner final : public PlannerLink {
 public:
  Result<void> open(const NatsAccess& access) {
    if (auto opened = nats_.open(access, "_INBOX_planner"); !opened) return opened;
    return create_streams();
  }

  bool closed() const override { return nats_.closed(); }

  Result<void> create_streams() override {
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
      if (auto stored = put(files_stream, piece_subject(sha256, i), piece); !stored) return stored;
    }
    return {};
  }

  Result<void> announce(const std::string& run, const std::string& text) override {
    return put(runs_stream, run_subject(run), text);
  }

  Result<void> publish(const std::string& run, const std::string& job, const std::string& text) override {
    return put(jobs_stream, job_subject(run, job), text);
  }

  Result<bool> has_job(const std::string& run, const std::string& job) override {
    return nats_.has(jobs_stream, job_subject(run, job));
  }

  Result<bool> has_workers() override {
    jsErrCode code{};
    jsConsumerInfo* info = nullptr;
    const auto status = js_GetConsumerInfo(&info, nats_.js(), jobs_stream, job_consumer, nullptr, &code);
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
    if (found && !*found && timeout.count() > 0 && await_notice(timeout))
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
    auto status = js_GetConsumerInfo(&info, nats_.js(), jobs_stream, job_consumer, nullptr, &code);
    jsConsumerInfo_Destroy(info);
    if (status == NATS_OK) return {};
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = job_consumer;
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

  Result<void> put(const char* stream, const std::string& subject, std::string_view text) {
    if (auto stored = nats_.store(stream, subject, text); !stored) return stored.error();
    return {};
  }

  // Waits for the notice of a result and discards any others that have arrived.
  bool await_notice(std::chrono::milliseconds timeout) const {
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

  bool closed() const override { return nats_.closed(); }

  Result<std::optional<Lease>> lease(int slot, std::chrono::milliseconds timeout) override {
    auto& pull = pulls_[static_cast<std::size_t>(slot)];
    if (!pull) {
      jsSubOptions options;
      jsSubOptions_Init(&options);
      options.Stream = jobs_stream;
      options.Consumer = job_consumer;
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
    const std::shared_ptr<natsMsg> message{std::exchange(list.Msgs[0], nullptr), Destroyer{}};
    natsMsgList_Destroy(&list);
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

  void extend(const Lease& lease) override { natsMsg_InProgress(message_of(lease), nullptr); }
  void acknowledge(const Lease& lease) override { natsMsg_AckSync(message_of(lease), nullptr, nullptr); }
  void give_back(const Lease& lease) override {
    natsMsg_Nak(message_of(lease), nullptr);
    natsConnection_FlushTimeout(nats_.get(), 1000);
  }

  Result<bool> store_result(const std::string& run, const std::string& job,
                            const std::string& text) override {
    const auto stored = nats_.store(results_stream, result_subject(run, job), text);
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

  Connection nats_;
  std::vector<Subscription> pulls_;
  Subscription stops_;
  std::mutex mutex_;
  std::map<std::string, std::string> stopped_;  // by run: the prefix whose jobs are withdrawn
};

}  // namespace

std::string host_of(std::string_view url) {
  const auto server = parts_of(url).server;
  if (server.starts_with('[')) return std::string{server.substr(1, server.find(']') - 1)};
  return std::string{server.substr(0, server.find_first_of(":/"))};
}

std::string without_token(std::string_view urls) {
  std::vector<std::string> shown;
  for (const auto url : split(urls, ','))
    shown.push_back(std::string{parts_of(url).scheme} + std::string{parts_of(url).server});
  return join(shown, ",");
}

std::vector<std::string> warnings(const NatsAccess& access) {
  std::vector<std::string> result;
  bool token = false;
  for (const auto url : split(access.url, ',')) {
    const bool sends_login = !access.login.empty() || !parts_of(url).user.empty();
    token = token || !parts_of(url).user.empty();
    if ((!sends_login && access.creds.empty()) || uses_tls(access) || is_loopback(host_of(url))) continue;
    result.push_back(
        fmt::format("the {} to `{}` is not encrypted, so others on the network can read {}; use tls://{}",
                    sends_login ? "login" : "connection", without_token(url),
                    sends_login ? "it" : "and change messages", parts_of(url).server));
  }
  if (token)
    result.push_back(
        "every user of this machine can read the token of `--nats` in the process list; use `--nats-login "
        "FILE` with a user and a password");
  return result;
}

Result<std::unique_ptr<PlannerLink>> connect_planner(const NatsAccess& access) {
  auto link = std::make_unique<NatsPlanner>();
  if (auto opened = link->open(access); !opened) return opened.error();
  return std::unique_ptr<PlannerLink>{std::move(link)};
}

Result<std::unique_ptr<WorkerLink>> connect_worker(const NatsAccess& access, int slots) {
  auto link = std::make_unique<NatsWorker>(slots);
  if (auto opened = link->open(access); !opened) return opened.error();
  return std::unique_ptr<WorkerLink>{std::move(link)};
}

}  // namespace ebiri::fleet

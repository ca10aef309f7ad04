#include "referee/fleet/nats_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::fleet::nats {

namespace {

namespace fs = std::filesystem;

using Options = std::unique_ptr<natsOptions, Destroyer>;

constexpr int subject_is_taken = 10077;  // the server's error code: the subject keeps its first message

std::string words(natsStatus status) {
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

}  // namespace

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

std::string last_word(natsMsg* message) {
  const std::string subject = natsMsg_GetSubject(message);
  return subject.substr(subject.rfind('.') + 1);
}

Result<void> Connection::open(const NatsAccess& access, const char* inbox) {
  auto options = options_for(access, inbox);
  if (!options) return options.error();
  natsOptions_SetErrorHandler(options->get(), on_error, this);
  if (const auto status = natsConnection_Connect(&connection_, options->get()); status != NATS_OK)
    return Error{fmt::format("cannot connect to {}: {}", without_token(access.url), words(status))};
  if (const auto status = natsConnection_JetStream(&js_, connection_, nullptr); status != NATS_OK)
    return problem("use JetStream", status);
  return {};
}

Connection::~Connection() {
  jsCtx_Destroy(js_);
  natsConnection_Destroy(connection_);
  nats_CloseAndWait(2000);  // no thread of the library uses this object any more
}

Error Connection::problem(const std::string& what, natsStatus status, jsErrCode code) {
  const std::lock_guard lock{mutex_};
  std::string text = fmt::format("cannot {}: {}", what, words(status));
  if (code != jsErrCode{}) text += fmt::format(" (JetStream {})", static_cast<int>(code));
  if (!last_error_.empty()) text += "; the server said: " + std::exchange(last_error_, {});
  return {text};
}

Result<void> Connection::check(const std::string& what, natsStatus status, jsErrCode code) {
  if (status != NATS_OK) return problem(what, status, code);
  return {};
}

Result<Subscription> Connection::subscribe(const std::string& subject) {
  natsSubscription* created = nullptr;
  const auto status = natsConnection_SubscribeSync(&created, connection_, subject.c_str());
  if (status != NATS_OK) return problem("subscribe to " + subject, status);
  return Subscription{created};
}

Result<Message> Connection::look_up(const char* stream, jsDirectGetMsgOptions wanted) {
  natsMsg* found = nullptr;
  const auto status = js_DirectGetMsg(&found, js_, stream, nullptr, &wanted);
  if (status == NATS_NOT_FOUND) return Message{};
  if (status != NATS_OK) return problem(fmt::format("read {}", stream), status);
  return Message{found};
}

Result<Message> Connection::last_of(const char* stream, const std::string& subject) {
  jsDirectGetMsgOptions wanted;
  jsDirectGetMsgOptions_Init(&wanted);
  wanted.LastBySubject = subject.c_str();
  return look_up(stream, wanted);
}

Result<bool> Connection::has(const char* stream, const std::string& subject) {
  const auto found = last_of(stream, subject);
  if (!found) return found.error();
  return *found != nullptr;
}

Result<std::optional<std::uint64_t>> Connection::store(const std::string& subject, std::string_view text) {
  jsPubAck* ack = nullptr;
  jsErrCode error{};
  const auto status =
      js_Publish(&ack, js_, subject.c_str(), text.data(), static_cast<int>(text.size()), nullptr, &error);
  if (status != NATS_OK && static_cast<int>(error) == subject_is_taken) return std::optional<std::uint64_t>{};
  if (status != NATS_OK) return problem("store " + subject, status, error);
  const std::optional<std::uint64_t> number{ack->Sequence};
  jsPubAck_Destroy(ack);
  return number;
}

void Connection::on_error(natsConnection* connection, natsSubscription*, natsStatus, void* self) {
  const char* text = nullptr;
  natsConnection_GetLastError(connection, &text);
  auto& me = *static_cast<Connection*>(self);
  const std::lock_guard lock{me.mutex_};
  me.last_error_ = text == nullptr ? "" : printable(text, 300);
}

}  // namespace ebiri::fleet::nats

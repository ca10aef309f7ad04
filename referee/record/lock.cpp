#include "referee/record/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path lock_file(const std::filesystem::path& file) { return file.string() + ".lock"; }

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Whether `path` still names the open file. The holder may have removed it, or its folder may have been
// renamed.
bool is_still_there(int fd, const std::filesystem::path& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(fd, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

// Writes the holder's data into the file. Ignores errors, so that a full disk does not prevent the lock.
void write_holder(int fd) {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::string text = Json{{"pid", ::getpid()}, {"host", host_name()}, {"since", format_time(now)}}.dump(
                               -1, ' ', false, Json::error_handler_t::replace) +
                           "\n";
  [[maybe_unused]] const bool emptied = ::ftruncate(fd, 0) == 0;
  [[maybe_unused]] const ssize_t ignored = ::pwrite(fd, text.data(), text.size(), 0);
}

// The holder's data; an empty object if they are not available.
Json read_holder(int fd) {
  std::array<char, 1024> text{};
  const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  if (size <= 0) return Json::object();
  Json json = Json::parse(text.data(), text.data() + size, nullptr, false);
  return json.is_object() ? json : Json::object();
}

// `, process 12 on x since …`; empty if the holder is unknown or has ended.
std::string holder_text(int fd) {
  const Json json = read_holder(fd);
  const auto pid = json.find("pid"), host = json.find("host"), since = json.find("since");
  if (pid == json.end() || host == json.end() || since == json.end()) return "";
  if (!pid->is_number_integer() || !host->is_string() || !since->is_string()) return "";
  const auto number = pid->get<pid_t>();
  const bool gone = *host == host_name() && ::kill(number, 0) != 0 && errno == ESRCH;
  if (gone) return "";
  return fmt::format(", process {} on {} since {}", number, printable(host->get<std::string>(), 256),
                     printable(since->get<std::string>(), 40));
}

}  // namespace

Lock::~Lock() {
  if (file_.open() && is_still_there(file_.get(), path_)) ::unlink(path_.c_str());
}

Result<Lock> Lock::take(const std::filesystem::path& file, std::chrono::milliseconds within) {
  constexpr std::chrono::milliseconds pause{25};
  const std::filesystem::path path = lock_file(file);
  // Waits: if a referee was killed while it started an engine, its child still holds the lock briefly.
  for (;; within -= pause) {
    Descriptor opened{::open(path.c_str(), O_RDWR | O_CLOEXEC | O_CREAT, 0666)};
    if (!opened.open()) return system_failure("open", path);
    const bool locked = ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK) return system_failure("lock", path);
    if (locked && is_still_there(opened.get(), path)) {
      write_holder(opened.get());
      return Lock{std::move(opened), path};
    }
    if (within.count() <= 0)
      return Error{fmt::format("`{}` is in use by another ebiri{}; wait until it ends, or stop it",
                               file.string(), locked ? "" : holder_text(opened.get()))};
    ::poll(nullptr, 0, static_cast<int>(pause.count()));
  }
}

Result<bool> is_locked(const std::filesystem::path& file) {
  const std::filesystem::path path = lock_file(file);
  const Descriptor opened{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.open() && (errno == ENOENT || errno == ENOTDIR)) return false;
  if (!opened.open()) return system_failure("open", path);
  const bool free = ::flock(opened.get(), LOCK_SH | LOCK_NB) == 0;
  if (!free && errno != EWOULDBLOCK) return system_failure("query the lock of", path);
  return !free;
}

std::optional<std::chrono::sys_time<std::chrono::milliseconds>> locked_since(
    const std::filesystem::path& file) {
  const Descriptor opened{::open(lock_file(file).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.open()) return std::nullopt;
  const Json json = read_holder(opened.get());
  const auto since = json.find("since");
  if (since == json.end() || !since->is_string()) return std::nullopt;
  return parse_time(since->get<std::string>());
}

}  // namespace ebiri::record

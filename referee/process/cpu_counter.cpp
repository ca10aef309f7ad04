#include "referee/process/cpu_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <initializer_list>
#include <utility>

namespace ebiri::process {

namespace {

using Nanoseconds = std::chrono::nanoseconds;

// The first bytes of a file of the kernel's: enough for every number that is looked for here.
class Text {
 public:
  explicit Text(const Descriptor& file) : size_(::pread(file.get(), bytes_, sizeof bytes_, 0)) {}

  /// The number that follows these words, which must follow each other in that order.
  std::optional<std::int64_t> number_after(std::initializer_list<std::string_view> words) const {
    if (size_ <= 0) return std::nullopt;
    const std::string_view all{bytes_, static_cast<std::size_t>(size_)};
    std::size_t at = 0;
    for (const std::string_view word : words) {
      at = all.find(word, at);
      if (at == std::string_view::npos) return std::nullopt;
      at += word.size();
    }
    std::int64_t number = 0;
    const auto end = std::from_chars(all.data() + at, all.data() + all.size(), number);
    return end.ec == std::errc{} ? std::optional{number} : std::nullopt;
  }

 private:
  char bytes_[255];
  ssize_t size_;
};

// `usage_usec 17…` of version 2, `17000` of version 1.
std::optional<Nanoseconds> read_group(const Descriptor& usage) {
  const Text text{usage};
  if (const auto microseconds = text.number_after({"usage_usec "}))
    return std::chrono::microseconds{*microseconds};
  const auto nanoseconds = text.number_after({});
  return nanoseconds ? std::optional{Nanoseconds{*nanoseconds}} : std::nullopt;
}

std::optional<Nanoseconds> read_event(const Descriptor& event) {
  std::int64_t count = 0;
  if (::read(event.get(), &count, sizeof count) != sizeof count) return std::nullopt;
  return Nanoseconds{count};
}

}  // namespace

CpuCounter::CpuCounter(Files files) : files_(std::move(files)) {
  if (const auto group = read_group(files_.usage)) {
    source_ = Source::cgroup;
    cpu_base_ = *group;
  } else if (const auto event = read_event(files_.event)) {
    source_ = Source::perf;
    cpu_base_ = *event;
  }
  if (source_ != Source::perf) files_.event.reset();
  if (const auto starved = read_starved()) starved_base_ = *starved;
}

std::optional<Nanoseconds> CpuCounter::read_cpu() const {
  switch (source_) {
    case Source::cgroup:
      return read_group(files_.usage);
    case Source::perf:
      return read_event(files_.event);
    case Source::none:
      break;
  }
  return std::nullopt;
}

// The line `full avg10=0.00 avg60=0.00 avg300=0.00 total=0`; kernels before 5.13 do not have it.
std::optional<Nanoseconds> CpuCounter::read_starved() const {
  const auto total =
      files_.pressure.open() ? Text{files_.pressure}.number_after({"\nfull ", "total="}) : std::nullopt;
  return total ? std::optional<Nanoseconds>{std::chrono::microseconds{*total}} : std::nullopt;
}

std::optional<Nanoseconds> CpuCounter::cpu() {
  const auto now = read_cpu();
  if (!now) return std::nullopt;
  return cpu_ = std::max(cpu_, *now - cpu_base_);
}

std::optional<Nanoseconds> CpuCounter::starved() {
  const auto now = read_starved();
  if (!now) return std::nullopt;
  return starved_ = std::max(starved_, *now - starved_base_);
}

std::string_view word(CpuCounter::Source source) {
  switch (source) {
    case CpuCounter::Source::cgroup:
      return "control group";
    case CpuCounter::Source::perf:
      return "perf";
    case CpuCounter::Source::none:
      break;
  }
  return "process tree";
}

int open_own_cpu_event() {
  perf_event_attr wish{};
  wish.type = PERF_TYPE_SOFTWARE;
  wish.size = sizeof wish;
  wish.config = PERF_COUNT_SW_TASK_CLOCK;
  wish.inherit = 1;
  wish.exclude_kernel =
      1;  // ordinary users may ask for no more; this clock counts the kernel's part all the same
  wish.exclude_hv = 1;
  constexpr int self = 0, any_core = -1, no_group = -1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &wish, self, any_core, no_group, PERF_FLAG_FD_CLOEXEC));
}

const PerfAccess& perf_access() {
  static const PerfAccess access = [] {
    const Descriptor event{open_own_cpu_event()};
    return PerfAccess{event.open(), event.open() ? 0 : errno};
  }();
  return access;
}

}  // namespace ebiri::process

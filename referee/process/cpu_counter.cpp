#include "referee/process/cpu_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

namespace ebiri::process {

namespace {

using Nanoseconds = std::chrono::nanoseconds;

// Parses `usage_usec 17…` of version 2, or `17000` of version 1.
std::optional<Nanoseconds> read_group(const Descriptor& usage) {
  constexpr std::string_view in_microseconds = "usage_usec ";
  char bytes[64];
  const ssize_t size = ::pread(usage.get(), bytes, sizeof bytes, 0);
  if (size <= 0) return std::nullopt;
  std::string_view text{bytes, static_cast<std::size_t>(size)};
  const bool v2 = text.starts_with(in_microseconds);
  if (v2) text.remove_prefix(in_microseconds.size());
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return std::nullopt;
  return Nanoseconds{v2 ? number * 1000 : number};
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
    base_ = *group;
  } else if (read_event(files_.event)) {
    source_ = Source::perf;
  }
  if (source_ != Source::perf) files_.event.reset();
}

std::optional<Nanoseconds> CpuCounter::read_cpu() const {
  if (source_ == Source::none) return std::nullopt;
  return source_ == Source::cgroup ? read_group(files_.usage) : read_event(files_.event);
}

std::optional<Nanoseconds> CpuCounter::cpu() {
  const auto now = read_cpu();
  if (!now) return std::nullopt;
  return cpu_ = std::max(cpu_, *now - base_);
}

std::string_view word(CpuCounter::Source source) {
  if (source == CpuCounter::Source::none) return "process tree";
  return source == CpuCounter::Source::cgroup ? "control group" : "perf";
}

int open_own_cpu_event() {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;  // ordinary users must set it; this clock includes kernel time anyway
  attributes.exclude_hv = 1;
  constexpr int self = 0, any_core = -1, no_group = -1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, self, any_core, no_group, PERF_FLAG_FD_CLOEXEC));
}

int perf_error() {
  static const int error = Descriptor{open_own_cpu_event()}.open() ? 0 : errno;
  return error;
}

}  // namespace ebiri::process

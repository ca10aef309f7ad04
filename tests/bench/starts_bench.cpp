// Measures the cost of starting an engine without isolation, with limits and in a sandbox: the time from the
// start of the process to `ugiok`, and from `quit` to the end of all its processes.
//
//   bench_starts [ROUNDS]     (default 200); exit code 1 if a bound is exceeded
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <vector>

#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"
#include "referee/process/machine.hpp"

namespace {

using namespace ebiri::process;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr Milliseconds start_bound{50};  // bound of the median

Milliseconds median(std::vector<Milliseconds> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The median times of start and end; nothing if an engine does not answer.
std::optional<std::pair<Milliseconds, Milliseconds>> measure(const Confinement& confinement, int rounds) {
  std::vector<Milliseconds> starts, ends;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = Clock::now();
    auto child = Child::spawn({.argv = {EBIRI_FAULTY_BOT}, .directory = {}, .confinement = confinement});
    if (!child) {
      fmt::print("{}\n", child.error().message);
      return std::nullopt;
    }
    LineChannel channel{*child, {}, -1};
    (void)channel.write("ugi\n", begin + 10s);
    LineChannel::Event event{LineChannel::Status::line, {}};
    while (event.status == LineChannel::Status::line && event.line != "ugiok")
      event = channel.read(begin + 10s);
    if (event.status != LineChannel::Status::line) return std::nullopt;
    starts.emplace_back(Clock::now() - begin);
    const auto leave = Clock::now();
    (void)channel.write("quit\n", leave + 10s);
    child->stop(10s);
    ends.emplace_back(Clock::now() - leave);
  }
  return std::pair{median(starts), median(ends)};
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  int rounds = 200;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), rounds);
  rounds = std::max(rounds, 1);
  const auto capabilities = Capabilities::find();
  bool kept = true;
  fmt::print("medians of {} starts, in milliseconds\n", rounds);
  fmt::print("{:>8} {:>8}  isolation\n", "start", "end");
  for (const auto isolation : {Isolation::none, Isolation::limits, Isolation::sandbox}) {
    const auto enforced = enforce(isolation, Limits{}, capabilities);
    const auto result = measure(enforced.confinement, rounds);
    kept = kept && result && result->first <= start_bound;
    if (!result) continue;
    fmt::print("{:>8.2f} {:>8.2f}  {}\n", result->first.count(), result->second.count(), enforced.describe());
  }
  fmt::print("a start within {} ms: {}\n", start_bound.count(), kept ? "met" : "EXCEEDED");
  return kept ? 0 : 1;
}

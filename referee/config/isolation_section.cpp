#include "referee/config/sections.hpp"

namespace ebiri::config {

namespace {

using process::Isolation;
using std::chrono::milliseconds;
using tournament::Settings;

constexpr std::uint64_t kilobyte = 1000, megabyte = 1000 * kilobyte, terabyte = 1'000'000 * megabyte;

// The same four keys for all engines and for one.
template <class Part>
std::vector<Option<Part>> limits_options() {
  return {
      scalar(
          &Part::memory, none_or(size(megabyte, terabyte)),
          {"memory", "Memory of all processes of an engine together; without control groups, of each process",
           "512MB"}),
      scalar(&Part::processes, none_or(whole_number<int>(1, 100'000)),
             {"processes", "Number of processes and threads at a time", "32"}),
      scalar(&Part::cpu, none_or(duration(milliseconds(1000), std::chrono::hours(1000))),
             {"cpu", "CPU time of each process in all games together; rounded up to whole seconds", "1h"}),
      scalar(&Part::disk, none_or(size(kilobyte, terabyte)),
             {"disk",
              "Size of each written file; in a sandbox, also the total size of /tmp, and that of /dev/shm",
              "16MB"}),
  };
}

void report_without_isolation(const Entry* limits, Reading& reading) {
  if (limits == nullptr) return;
  reading.problems.add(limits->place, "`limits` has no effect without `isolation`",
                       "write `isolation: limits` or `isolation: sandbox`, or `isolation: none` to keep "
                       "`limits` in the file without effect");
}

}  // namespace

Type<int> cores_type() { return none_or(whole_number<int>(1, 1024)); }

const Section<process::Limits>& limits_section() {
  static const Section<process::Limits> section{limits_options<process::Limits>(), "{memory: 512MB}"};
  return section;
}

const Section<process::LimitChanges>& limit_changes_section() {
  static const Section<process::LimitChanges> section{limits_options<process::LimitChanges>(),
                                                      "{memory: 512MB}"};
  return section;
}

void check_isolation(const Node& map, Reading& reading) {
  if (map.find("isolation") != nullptr) return;
  report_without_isolation(map.find("limits"), reading);
  if (const Entry* engines = map.find("engines"))
    for (const Node& engine : engines->value.items) report_without_isolation(engine.find("limits"), reading);
}

std::vector<Option<Settings>> isolation_options() {
  return {
      scalar(&Settings::isolation,
             word<Isolation>(
                 {{"none", Isolation::none}, {"limits", Isolation::limits}, {"sandbox", Isolation::sandbox}}),
             {"isolation",
              "Isolation of engines: none, the `limits`, or also a sandbox without access to other files, "
              "processes and networks; `ebiri doctor` tests what is available",
              "limits"}),
      scalar(&Settings::isolation_required, word<bool>({{"true", true}, {"false", false}}),
             {"isolation-required",
              "Whether a run needs all of its isolation: if a part is not available, `true` refuses to play, "
              "`false` warns and records it",
              "false", Change::free}),
      mapping(&Settings::limits, limits_section(),
              {"limits", "Resources that each engine may use, unless the isolation is `none`",
               "{memory: 512MB, processes: 32, cpu: 1h, disk: 16MB}"}),
      scalar(&Settings::cores, cores_type(),
             {"cores",
              "Number of cores that each engine may use, enforced in a sandbox; default: 1 with `isolation: "
              "sandbox`, otherwise all",
              "2"}),
  };
}

}  // namespace ebiri::config

#include "referee/live/events.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "referee/record/game_json.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"

namespace ebiri::live {

namespace {

using Json = nlohmann::ordered_json;

constexpr int events_version = 1;
constexpr std::size_t max_pending = std::size_t{64} << 20;  // bytes

// The members of the JSON object `text` without `omitted`, as an event.
Json event_of(std::string_view name, const std::string& text, const char* omitted) {
  Json members = Json::parse(text);
  members.erase(omitted);
  Json event{{"event", name}};
  event.update(members);
  return event;
}

}  // namespace

Result<std::string> Events::open(bool) {
  constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
  file_ = Descriptor{target_ == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                                    : ::open(target_.c_str(), flags, 0666)};
  if (file_.open()) return std::string{};
  return Error{fmt::format("cannot write events to `{}`: {}", target_, std::strerror(errno))};
}

Events::~Events() {
  send(static_cast<int>(end_wait_.count()));
  if (!pending_.empty()) stop("its reader does not read");
}

void Events::write(const Json& event) {
  if (!file_.open()) return;
  pending_ += report::dumped(event) + "\n";
  send(0);
  if (pending_.size() > max_pending) stop("its reader is too slow");
}

// Ends the events. The run continues.
void Events::stop(const char* why) {
  user_.warn(fmt::format("warning: no more events are written to `{}`: {}", target_, why));
  file_ = Descriptor{};
  pending_.clear();
}

// Writes the part that the reader takes. Before each write it waits for the reader, at most `timeout`
// milliseconds. An error, such as a full disk or a reader that has ended, ends the events.
void Events::send(int timeout) {
  std::size_t sent = 0;
  while (sent < pending_.size()) {
    pollfd target{file_.get(), POLLOUT, 0};
    if (::poll(&target, 1, timeout) <= 0) break;
    const ssize_t count =
        ::write(file_.get(), pending_.data() + sent, std::min<std::size_t>(pending_.size() - sent, PIPE_BUF));
    if (count < 0 && errno != EAGAIN && errno != EINTR) return stop(std::strerror(errno));
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  pending_.erase(0, sent);
}

void Events::started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
                     std::size_t games_planned) {
  write({{"event", "started"},
         {"version", events_version},
         {"name", run.name},
         {"ebiri", run.version},
         {"variant", run.variant},
         {"ruleset", run.ruleset},
         {"seed", run.seed},
         {"engines", plan.engines},
         {"pairs", plan.pairs},
         {"games_played", games_played},
         {"games_planned", games_planned}});
}

void Events::game(const run::FinishedGame& game) {
  write(event_of("game", record::game_text(*game.record), "type"));
}

void Events::standings(const report::Standings& standings) {
  write({{"event", "rating"}, {"standings", Json::parse(report::json_table(standings))}});
}

void Events::test(const report::SprtReport& report) {
  write(event_of("sprt", report::sprt_json(report), "format"));
}

void Events::finished(const run::Played& played) {
  standings(played.standings);
  write({{"event", "finished"}, {"how", word(played.ending)}, {"games", played.standings.games}});
}

}  // namespace ebiri::live

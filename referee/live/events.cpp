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
#include "referee/report/table.hpp"

namespace ebiri::live {

namespace {

using Json = nlohmann::ordered_json;

constexpr int events_version = 1;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
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
  while (file_.open() && !pending_.empty()) send(-1);
}

void Events::write(const std::string& line) {
  if (!file_.open()) return;
  pending_ += line;
  send(0);
}

// Writes the part that the reader takes. Before each write it waits for the reader, at most `timeout`
// milliseconds; -1: without limit. After an error, such as a full disk or a reader that has ended, the run
// continues without events.
void Events::send(int timeout) {
  std::size_t sent = 0;
  while (sent < pending_.size()) {
    pollfd target{file_.get(), POLLOUT, 0};
    if (::poll(&target, 1, timeout) <= 0) break;
    const ssize_t count =
        ::write(file_.get(), pending_.data() + sent, std::min<std::size_t>(pending_.size() - sent, PIPE_BUF));
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
      const char* why = std::strerror(errno);
      user_.warn(fmt::format("warning: no more events are written to `{}`: {}", target_, why));
      file_ = Descriptor{};
      return pending_.clear();
    }
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  pending_.erase(0, sent);
}

void Events::started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
                     std::size_t games_planned) {
  write(line_of({{"event", "started"},
                 {"version", events_version},
                 {"name", run.name},
                 {"ebiri", run.version},
                 {"variant", run.variant},
                 {"ruleset", run.ruleset},
                 {"seed", run.seed},
                 {"engines", plan.engines},
                 {"pairs", plan.pairs},
                 {"games_played", games_played},
                 {"games_planned", games_planned}}));
}

void Events::game(const run::FinishedGame& game) {
  Json json = Json::parse(record::game_text(*game.record));
  json.erase("type");
  Json event{{"event", "game"}};
  event.update(json);
  write(line_of(event));
}

void Events::standings(const report::Standings& standings) {
  write(line_of({{"event", "rating"}, {"standings", Json::parse(report::json_table(standings))}}));
}

void Events::test(const report::SprtReport& report) {
  Json json = Json::parse(report::sprt_json(report));
  json.erase("format");
  Json event{{"event", "sprt"}};
  event.update(json);
  write(line_of(event));
}

void Events::finished(const run::Played& played) {
  standings(played.standings);
  write(line_of({{"event", "finished"}, {"how", word(played.ending)}, {"games", played.standings.games}}));
}

}  // namespace ebiri::live

#include "referee/cli/events.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "referee/record/game_json.hpp"
#include "referee/report/table.hpp"

namespace ebiri::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Result<Events> Events::open(const std::string& target) {
  Events events;
  events.file_.reset(target == "-" ? stdout : std::fopen(target.c_str(), "we"));
  if (!events.file_)
    return Error{fmt::format("cannot write events to `{}`: {}", target, std::strerror(errno))};
  return events;
}

void Events::write(const std::string& line) {
  if (!file_) return;
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fflush(file_.get());
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

void Events::game(const match::GameRecord& record) {
  if (!file_) return;
  Json json = record::to_json(record);
  json.erase("type");
  Json event{{"event", "game"}};
  event.update(json);
  write(line_of(event));
}

void Events::rating(const report::Standings& standings) {
  if (!file_) return;
  write(line_of({{"event", "rating"}, {"standings", Json::parse(report::json_table(standings))}}));
}

void Events::finished(const report::Standings& standings, const std::string& how) {
  rating(standings);
  write(line_of({{"event", "finished"}, {"how", how}, {"games", standings.games}}));
}

}  // namespace ebiri::cli

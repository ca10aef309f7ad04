#include "referee/run/rounds.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ebiri::run {

namespace {

using Json = nlohmann::ordered_json;
using tournament::MeetingScore;
using tournament::Round;
using tournament::Tournament;

const std::string& name(const Tournament& tournament, tournament::Engine engine) {
  return tournament.plan().engines[engine].name;
}

std::string meeting_line(const Tournament& tournament, const MeetingScore& score) {
  std::string line = fmt::format("  {} {} : {} {}", name(tournament, score.meeting.first),
                                 tournament::points_text(score.first), tournament::points_text(score.second),
                                 name(tournament, score.meeting.second));
  if (score.over < score.games) line += fmt::format("  ({} of {} games)", score.over, score.games);
  return line + "\n";
}

Json meeting(const Tournament& tournament, const MeetingScore& score) {
  return {{"engines", {name(tournament, score.meeting.first), name(tournament, score.meeting.second)}},
          {"points", {score.first / 2.0, score.second / 2.0}},
          {"games", score.games},
          {"over", score.over}};
}

}  // namespace

bool has_rounds(const tournament::Course& course) {
  return !course.rounds.empty() || !course.outcome.empty();
}

void add_course(report::RunMeta& meta, const Tournament& tournament) {
  meta.games_planned = static_cast<std::int64_t>(tournament.total().value_or(0));
  meta.byes.clear();
  meta.bracket.clear();
  meta.withdrawn.clear();
  for (const Round& round : tournament.course().rounds)
    for (const auto& [engine, openings, games] : round.byes)
      meta.byes.push_back({.engine = name(tournament, engine), .openings = openings, .games = games});
  for (const auto& [engine, first, last] : tournament.course().places)
    meta.bracket.push_back({name(tournament, engine), {first, last}});
  for (const tournament::Withdrawn& withdrawn : tournament.withdrawals().list())
    meta.withdrawn.push_back(tournament::sentence(withdrawn));
}

std::string rounds_text(const Tournament& tournament) {
  const tournament::Course& course = tournament.course();
  std::string text = has_rounds(course) ? "\n" : "";
  for (const Round& round : course.rounds) {
    text += round.title + "\n";
    for (const MeetingScore& score : round.meetings) text += meeting_line(tournament, score);
    for (const std::string& decision : round.decisions) text += "  " + decision + "\n";
  }
  for (const std::string& sentence : course.outcome) text += sentence + "\n";
  return text;
}

std::string rounds_json(const Tournament& tournament) {
  const tournament::Course& course = tournament.course();
  Json rounds = Json::array();
  for (const Round& round : course.rounds) {
    Json meetings = Json::array();
    for (const MeetingScore& score : round.meetings) meetings.push_back(meeting(tournament, score));
    rounds.push_back({{"title", round.title}, {"meetings", meetings}, {"decisions", round.decisions}});
  }
  const Json document{{"format", "ebiri-rounds/1"},
                      {"tournament", describe(tournament.plan())},
                      {"complete", tournament.complete()},
                      {"rounds", rounds},
                      {"outcome", course.outcome}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ebiri::run

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

std::vector<report::Bye> byes_of(const Tournament& tournament) {
  std::vector<report::Bye> byes;
  for (const Round& round : tournament.course().rounds)
    for (const tournament::Bye& bye : round.byes)
      byes.push_back({.engine = name(tournament, bye.engine), .openings = bye.openings, .games = bye.games});
  return byes;
}

std::vector<report::BracketPlace> bracket_of(const Tournament& tournament) {
  std::vector<report::BracketPlace> places;
  for (const tournament::BracketPlace& place : tournament.course().places)
    places.push_back({name(tournament, place.engine), {place.first, place.last}});
  return places;
}

std::vector<std::string> withdrawn_of(const Tournament& tournament) {
  std::vector<std::string> sentences;
  for (const tournament::Withdrawn& withdrawn : tournament.withdrawals().list())
    sentences.push_back(tournament::sentence(withdrawn));
  return sentences;
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

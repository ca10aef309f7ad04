#include "referee/config/sections.hpp"

namespace ebiri::config {

namespace {

using match::Adjudication;
using match::CutOff;
using match::DrawRule;
using match::ResignRule;
using tournament::Settings;

constexpr int max_seeds = 1000, max_moves = 1000, max_plies = 100'000;

void check_criteria(Adjudication& /*adjudication*/, const Node& map, Reading& reading) {
  if (map.entries.empty())
    return reading.problems.add(map.place, "`adjudication` is empty",
                                "write for example `{max-plies: 400}`, or remove the key");
  const Entry* cut_off = map.find("cut-off");
  if (cut_off != nullptr && map.find("max-plies") == nullptr && map.find("cycle") == nullptr)
    reading.problems.add(cut_off->place, "`cut-off` needs `max-plies` or `cycle`");
}

const Section<ResignRule>& resign_section() {
  static const Section<ResignRule> section{
      {
          scalar(&ResignRule::score, whole_number<int>(1, max_seeds),
                 required({"score",
                           "The loser's engine reports that it is behind by at least this number of seeds; "
                           "scores in `cp` do not count",
                           "12"})),
          scalar(&ResignRule::moves, whole_number<int>(1, max_moves),
                 required({"moves", "Number of own moves in a row", "3"})),
          scalar(&ResignRule::two_sided, word<bool>({{"true", true}, {"false", false}}),
                 {"twosided",
                  "Whether the winner's own score must also be at least `score` for `moves` moves", "true"}),
      },
      "{score: 12, moves: 3}"};
  return section;
}

const Section<DrawRule>& draw_section() {
  static const Section<DrawRule> section{
      {
          scalar(&DrawRule::score, whole_number<int>(0, max_seeds),
                 required({"score",
                           "Both sides' own scores are at most this number of seeds from 0; scores in `cp` "
                           "do not count",
                           "1"})),
          scalar(&DrawRule::moves, whole_number<int>(1, max_moves),
                 required({"moves", "Number of moves in a row of each side", "8"})),
          scalar(&DrawRule::from_ply, whole_number<int>(0, max_plies),
                 {"from-ply", "First ply at which the rule applies, counted from the start of the opening",
                  "60"}),
      },
      "{score: 1, moves: 8, from-ply: 60}"};
  return section;
}

}  // namespace

const Section<Adjudication>& adjudication_section() {
  static const Section<Adjudication> section{
      {
          mapping(
              &Adjudication::resign, resign_section(),
              {"resign",
               "A side loses if its engine reports a lost game and, by default, the other engine a won one",
               "{score: 12, moves: 3}"}),
          mapping(&Adjudication::draw, draw_section(),
                  {"draw", "A game is drawn if neither engine reports a lead",
                   "{score: 1, moves: 8, from-ply: 60}"}),
          scalar(&Adjudication::majority, word<bool>({{"true", true}, {"false", false}}),
                 {"majority",
                  "Whether a side wins as soon as it has captured more than half of the seeds; Kalah and "
                  "Oware only",
                  "true"}),
          existing("file", &Adjudication::tables,
                   {"tables",
                    "A file of endgame tables (`ebiri tables`): a game ends as soon as the tables decide it; "
                    "Oware only",
                    "oware.endgames"},
                   "`ebiri tables oware --file FILE` builds it"),
          scalar(&Adjudication::cycle, whole_number<int>(2, 100),
                 {"cycle",
                  "Number of occurrences of a position, with the same side to move, after which a game is "
                  "cut off; counted from the engines' first move",
                  "3"}),
          scalar(
              &Adjudication::max_plies, whole_number<int>(1, max_plies),
              {"max-plies", "Number of plies, including the opening, after which a game is cut off", "400"}),
          scalar(&Adjudication::cut_off, word<CutOff>({{"leader", CutOff::leader}, {"draw", CutOff::draw}}),
                 {"cut-off",
                  "Result of a game that `cycle` or `max-plies` cuts off: the side with more seeds wins "
                  "(`leader`, the default), or a draw",
                  "draw"}),
      },
      "{max-plies: 400}",
      check_criteria};
  return section;
}

void check_adjudication(const Settings& settings, const Node& map, Reading& reading) {
  if (!settings.adjudication) return;
  const std::string& variant = settings.variant.variant;
  const Node& part = map.find("adjudication")->value;
  if (settings.adjudication->majority && !match::majority_decides(variant))
    reading.problems.add(part.find("majority")->place,
                         "in `" + variant + "` a majority of the seeds does not decide the game",
                         "`majority` is for `kalah` and `oware`");
  if (settings.adjudication->tables && variant != "oware")
    reading.problems.add(part.find("tables")->place, "there are no endgame tables of `" + variant + "`",
                         "`tables` is for `oware`");
}

}  // namespace ebiri::config

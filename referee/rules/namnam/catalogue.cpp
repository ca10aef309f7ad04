#include "referee/rules/namnam/catalogue.hpp"

namespace ebiri::rules::namnam {

namespace {

std::vector<Option<Options>> options() {
  return {
      option({"skip-origin", "whether a lap of twelve or more skips the house it was lifted from"},
             &Options::skip_origin),
      option({"feed", "whether an opponent without seeds must be left some"}, &Options::feed),
      option({"round-end-feeds",
              "whether a move that ends the round is good enough where the opponent must be fed"},
             &Options::round_end_feeds),
      option({"endless", "what a turn means that would never end"}, &Options::endless),
      option({"lap-limit", "a turn that would need more laps is endless"}, &Options::lap_limit,
             {100, 100000}),
      option({"last8", "who gets the last seeds of a round"}, &Options::last8),
      option({"no-seeds", "the side to move has no seeds in its houses"}, &Options::no_seeds),
      option({"max-turns", "the round ends after so many turns"}, &Options::max_turns, {1, 1000}),
      option({"goal-houses", "who can fill so many houses wins the match"}, &Options::goal_houses, {7, 12}),
      option({"poorer-keeps", "which houses of his row the poorer side keeps"}, &Options::poorer_keeps),
      option({"round-starter", "who begins the next round"}, &Options::round_starter),
      option({"max-rounds", "the match ends after so many rounds"}, &Options::max_rounds, {1, 1000}),
  };
}

std::vector<Ruleset<Options>> rulesets() {
  return {
      {"namnam", "rounds until one side owns all twelve houses, at most 20 (Lemery Games, LUDOS Africa)", {}},
      {"fast", "as namnam, a single round: more seeds win", {.max_rounds = 1}},
      {"oware-org",
       "as namnam, a lap of twelve seeds returns to its origin (oware.org, Nam-Nam Rules)",
       {.skip_origin = false}},
      {"anware",
       "as oware-org, without the duty to feed (the program anware)",
       {.skip_origin = false, .feed = Feed::none}},
      {"stoneshark",
       "ten houses win, the last four go to who is moving (MancalaGames by StoneShark, NamNam)",
       {.skip_origin = false,
        .round_end_feeds = false,
        .last8 = LastEight::mover,
        .goal_houses = 10,
        .poorer_keeps = PoorerKeeps::right}},
      {"ba-awa",
       "the round's starter gets the last eight, ten houses win (MancalaGames by StoneShark, Ba-awa)",
       {.skip_origin = false,
        .feed = Feed::none,
        .last8 = LastEight::starter,
        .goal_houses = 10,
        .poorer_keeps = PoorerKeeps::right}},
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "namnam",
      "Nam-Nam: two rows of six houses, relay sowing, fours are harvested, rounds shift territory",
      options(),
      rulesets(),
      {"Lemery Games, LUDOS Africa, rulebook", "oware.org, Nam-Nam Rules", "E. Okyere, anware (program)",
       "StoneShark, MancalaGames (program), its games NamNam and Ba-awa"}};
  return all;
}

}  // namespace ebiri::rules::namnam

#include "referee/rules/namnam/catalogue.hpp"

namespace ebiri::rules::namnam {

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "namnam",
      "Nam-Nam: two rows of six houses, relay sowing, fours are harvested, rounds shift territory",
      {option(
           {"skip-origin", "whether a lap of twelve or more seeds skips the house that it was lifted from"},
           &Options::skip_origin),
       option({"feed", "whether a move must leave seeds to an opponent that has none"}, &Options::feed),
       option({"round-end-feeds",
               "whether a move that ends the round, by `last8` or by an endless turn, counts as feeding"},
              &Options::round_end_feeds),
       option({"endless", "what happens after an endless turn"}, &Options::endless),
       option({"lap-limit", "the largest number of laps in a turn; a longer turn is endless"},
              &Options::lap_limit, {100, 100000}),
       option({"last8", "which side gets the last seeds of a round"}, &Options::last8),
       option({"no-seeds", "what happens if the side to move has no seeds in its houses"},
              &Options::no_seeds),
       option({"max-turns", "the number of turns after which a round ends"}, &Options::max_turns, {1, 1000}),
       option({"goal-houses", "the number of houses that wins the match"}, &Options::goal_houses, {7, 12}),
       option({"poorer-keeps", "which houses of its row the side with fewer houses keeps"},
              &Options::poorer_keeps),
       option({"round-starter", "which side begins the next round"}, &Options::round_starter),
       option({"max-rounds", "the number of rounds after which the match ends"}, &Options::max_rounds,
              {1, 1000})},
      {{"namnam",
        "rounds until one side owns all twelve houses, at most 20 (Lemery Games, LUDOS Africa)",
        {}},
       {"fast", "as namnam, a single round: the side with more seeds wins", {.max_rounds = 1}},
       {"oware-org",
        "as namnam, a lap of twelve seeds returns to its origin (oware.org, Nam-Nam Rules)",
        {.skip_origin = false}},
       {"anware",
        "as oware-org, but feeding is not required (the program anware)",
        {.skip_origin = false, .feed = Feed::none}},
       {"stoneshark",
        "ten houses win, the last four seeds go to the mover (MancalaGames by StoneShark, NamNam)",
        {.skip_origin = false,
         .round_end_feeds = false,
         .last8 = LastEight::mover,
         .goal_houses = 10,
         .poorer_keeps = PoorerKeeps::right}},
       {"ba-awa",
        "the side that began gets the last eight seeds, ten houses win (MancalaGames by StoneShark, Ba-awa)",
        {.skip_origin = false,
         .feed = Feed::none,
         .last8 = LastEight::starter,
         .goal_houses = 10,
         .poorer_keeps = PoorerKeeps::right}}},
      {"Lemery Games, LUDOS Africa, rulebook", "oware.org, Nam-Nam Rules", "E. Okyere, anware (program)",
       "StoneShark, MancalaGames (program), its games NamNam and Ba-awa"}};
  return all;
}

}  // namespace ebiri::rules::namnam

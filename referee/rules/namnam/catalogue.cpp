#include "referee/rules/namnam/catalogue.hpp"

namespace ebiri::rules::namnam {

namespace {

std::vector<Option<Options>> turn_options() {
  return {
      flag_option<Options>(
          {"skip-origin", "whether a lap of twelve or more skips the house it was lifted from"},
          &Options::skip_origin),
      word_option<Options, Feed>({"feed", "whether an opponent without seeds must be left some"},
                                 &Options::feed, {{"must", Feed::must}, {"none", Feed::none}}),
      flag_option<Options>(
          {"round-end-feeds",
           "whether a move that ends the round is good enough where the opponent must be fed"},
          &Options::round_end_feeds),
      word_option<Options, Endless>(
          {"endless", "what a turn means that would never end"}, &Options::endless,
          {{"stop", Endless::stop}, {"end-round", Endless::end_round}, {"illegal", Endless::illegal}}),
      number_option<Options>({"lap-limit", "a turn that would need more laps is endless"},
                             &Options::lap_limit, {100, 100000}),
  };
}

std::vector<Option<Options>> round_options() {
  return {
      word_option<Options, LastEight>({"last8", "who gets the last seeds of a round"}, &Options::last8,
                                      {{"capturer", LastEight::capturer},
                                       {"mover", LastEight::mover},
                                       {"starter", LastEight::starter},
                                       {"none", LastEight::none}}),
      word_option<Options, NoSeeds>({"no-seeds", "the side to move has no seeds in its houses"},
                                    &Options::no_seeds, {{"end", NoSeeds::end}, {"pass", NoSeeds::pass}}),
      number_option<Options>({"max-turns", "the round ends after so many turns"}, &Options::max_turns,
                             {1, 1000}),
  };
}

std::vector<Option<Options>> match_options() {
  return {
      number_option<Options>({"goal-houses", "who can fill so many houses wins the match"},
                             &Options::goal_houses, {7, 12}),
      word_option<Options, PoorerKeeps>({"poorer-keeps", "which houses of his row the poorer side keeps"},
                                        &Options::poorer_keeps,
                                        {{"left", PoorerKeeps::left}, {"right", PoorerKeeps::right}}),
      word_option<Options, RoundStarter>({"round-starter", "who begins the next round"},
                                         &Options::round_starter,
                                         {{"alternate", RoundStarter::alternate},
                                          {"winner", RoundStarter::winner},
                                          {"loser", RoundStarter::loser},
                                          {"same", RoundStarter::same}}),
      number_option<Options>({"max-rounds", "the match ends after so many rounds"}, &Options::max_rounds,
                             {1, 1000}),
  };
}

std::vector<Option<Options>> options() {
  std::vector<Option<Options>> all;
  for (const auto& part : {turn_options(), round_options(), match_options()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<Ruleset<Options>> rulesets() {
  const Options namnam;
  Options fast = namnam;
  fast.max_rounds = 1;
  Options oware_org = namnam;
  oware_org.skip_origin = false;
  Options anware = oware_org;
  anware.feed = Feed::none;
  Options stoneshark = oware_org;
  stoneshark.round_end_feeds = false;
  stoneshark.last8 = LastEight::mover;
  stoneshark.goal_houses = 10;
  stoneshark.poorer_keeps = PoorerKeeps::right;
  Options ba_awa = oware_org;
  ba_awa.feed = Feed::none;
  ba_awa.last8 = LastEight::starter;
  ba_awa.goal_houses = 10;
  ba_awa.poorer_keeps = PoorerKeeps::right;
  return {
      {"namnam", "rounds until one side owns all twelve houses, at most 20 (Lemery Games, LUDOS Africa)",
       namnam},
      {"fast", "as namnam, a single round: more seeds win", fast},
      {"oware-org", "as namnam, a lap of twelve seeds returns to its origin (oware.org, Nam-Nam Rules)",
       oware_org},
      {"anware", "as oware-org, without the duty to feed (the program anware)", anware},
      {"stoneshark", "ten houses win, the last four go to who is moving (MancalaGames by StoneShark, NamNam)",
       stoneshark},
      {"ba-awa",
       "the round's starter gets the last eight, ten houses win (MancalaGames by StoneShark, Ba-awa)",
       ba_awa},
  };
}

std::vector<std::string> sources() {
  return {
      "Lemery Games, LUDOS Africa, rulebook",
      "oware.org, Nam-Nam Rules",
      "E. Okyere, anware (program)",
      "StoneShark, MancalaGames (program), its games NamNam and Ba-awa",
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "namnam", "Nam-Nam: two rows of six houses, relay sowing, fours are harvested, rounds shift territory",
      options(), rulesets(), sources()};
  return all;
}

}  // namespace ebiri::rules::namnam

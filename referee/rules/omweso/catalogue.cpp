#include "referee/rules/omweso/catalogue.hpp"

namespace ebiri::rules::omweso {

namespace {

std::vector<Option<Options>> sowing_options() {
  return {
      word_option<Options, Setup>({"setup", "what stands on the board before the first sowing"},
                                  &Options::setup,
                                  {{"free", Setup::free},
                                   {"fixed-outer4", Setup::fixed_outer4},
                                   {"two-each", Setup::two_each},
                                   {"hus", Setup::hus}}),
      word_option<Options, Reentry>({"reentry", "where captured seeds are sown from"}, &Options::reentry,
                                    {{"lap-origin", Reentry::lap_origin},
                                     {"capture-pit", Reentry::capture_pit},
                                     {"capture-pit-chain", Reentry::capture_pit_chain},
                                     {"turn-origin", Reentry::turn_origin}}),
      word_option<Options, Capture>({"capture", "which facing pits must hold seeds to be captured"},
                                    &Options::capture, {{"both", Capture::both}, {"inner", Capture::inner}}),
      word_option<Options, Reverse>(
          {"reverse", "which laps may go clockwise from the four leftmost pits if they capture at once"},
          &Options::reverse, {{"full", Reverse::full}, {"start", Reverse::start}, {"off", Reverse::off}}),
      flag_option<Options>({"reverse-after-forward-capture",
                            "whether seeds captured counter-clockwise may be sown on clockwise"},
                           &Options::reverse_after_forward_capture),
      flag_option<Options>({"skip-origin", "whether a long lap leaves out the pit that it was sown from"},
                           &Options::skip_origin),
      flag_option<Options>(
          {"coro-pickup", "whether the capturing pit's own seeds are sown with the captured"},
          &Options::coro_pickup),
      flag_option<Options>({"first-turn-capture", "whether the first turn of each player may capture"},
                           &Options::first_turn_capture),
  };
}

std::vector<Option<Options>> winning_options() {
  return {
      flag_option<Options>({"emitwe", "whether capturing both end columns in one turn wins"},
                           &Options::emitwe),
      flag_option<Options>({"akakyala", "whether capturing in two turns before the opponent captured wins"},
                           &Options::akakyala),
      word_option<Options, Akawumbi>(
          {"akawumbi",
           "the win by captures from all sixteen pits in one turn, or by taking all that is there"},
          &Options::akawumbi,
          {{"all16", Akawumbi::all16}, {"clear", Akawumbi::clear}, {"off", Akawumbi::off}}),
  };
}

std::vector<Option<Options>> ending_options() {
  constexpr int most_laps = 10'000'000;
  return {
      word_option<Options, Endless>({"endless", "what an endless sowing means"}, &Options::endless,
                                    {{"annul", Endless::annul},
                                     {"draw", Endless::draw},
                                     {"loss", Endless::loss},
                                     {"illegal", Endless::illegal}}),
      number_option<Options>({"lap-limit", "laps in one turn; a turn that needs more counts as endless"},
                             &Options::lap_limit, {1, most_laps}),
      word_option<Options, Repetition>(
          {"repetition", "the occurrence of the same pits and mover that makes the game a draw"},
          &Options::repetition, {{"third", Repetition::third}, {"off", Repetition::off}}),
      number_option<Options>({"max-plies", "the game is a draw after so many turns"}, &Options::max_plies,
                             {1, 1000}),
      word_option<Options, Timeout>({"timeout", "what a player loses whose time is up: the game or the turn"},
                                    &Options::timeout,
                                    {{"forfeit", Timeout::forfeit}, {"steal", Timeout::steal}}),
      number_option<Options>({"max-steals", "turns in a row that a player may lose; the next is the game"},
                             &Options::max_steals, {1, 100}),
  };
}

std::vector<Option<Options>> options() {
  std::vector<Option<Options>> all;
  for (const auto& part : {sowing_options(), winning_options(), ending_options()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<Ruleset<Options>> rulesets() {
  const Options omweso;
  Options lemery = omweso;
  lemery.reentry = Reentry::capture_pit_chain;
  lemery.reverse = Reverse::start;
  Options mcgill = omweso;
  mcgill.setup = Setup::fixed_outer4;
  mcgill.reverse = Reverse::off;
  mcgill.emitwe = false;
  mcgill.akakyala = false;
  mcgill.first_turn_capture = false;
  mcgill.lap_limit = 200;
  mcgill.endless = Endless::loss;
  Options hus = omweso;
  hus.setup = Setup::hus;
  hus.reentry = Reentry::capture_pit;
  hus.capture = Capture::inner;
  hus.reverse = Reverse::off;
  hus.emitwe = false;
  hus.akakyala = false;
  hus.akawumbi = Akawumbi::off;
  return {
      {"omweso", "the royal game of Uganda as the encyclopedia has it, players lay out their seeds", omweso},
      {"omweso-lemery",
       "captured seeds are sown from the capturing pit, no reverse relays (Lemery Games, LUDOS Africa)",
       lemery},
      {"omweso-mcgill",
       "four in every outer pit, no reverse sowing, no special wins (McGill University, COMP-424 of 2015)",
       mcgill},
      {"hus8", "Hus of eight columns: 48 seeds, the facing inner pit is enough (McGill University, 2016)",
       hus},
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "omweso",
      "Omweso and Hus: four rows, relay sowing, captured seeds are sown again",
      options(),
      rulesets(),
      {"Lemery Games, LUDOS Africa, rulebook", "the encyclopedia article Omweso",
       "R. S. Shackell, Mweso, the board game (1934), as encoded in Ludii",
       "H. J. R. Murray, A history of board games other than chess, as encoded in Ludii",
       "B. Wernham, Omweso: the royal mancala game of Uganda, fragments",
       "McGill University, servers of the course COMP-424: Omweso 2015, Hus 2016"}};
  return all;
}

}  // namespace ebiri::rules::omweso

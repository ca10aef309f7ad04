#include "referee/rules/omweso/catalogue.hpp"

namespace ebiri::rules::omweso {

namespace {

std::vector<Option<Options>> options() {
  constexpr int max_laps = 10'000'000;
  constexpr int max_sown = 1'000'000'000;
  return {
      option({"setup", "the board before the first sowing"}, &Options::setup),
      option({"reentry", "the pit that captured seeds are sown from"}, &Options::reentry),
      option({"capture", "which facing pits must hold seeds to be captured"}, &Options::capture),
      option({"reverse", "which laps may go clockwise from the four leftmost pits if they capture at once"},
             &Options::reverse),
      option({"reverse-after-forward-capture",
              "whether seeds captured counter-clockwise may be sown on clockwise"},
             &Options::reverse_after_forward_capture),
      option({"skip-origin", "whether a long lap skips the pit that it was sown from"},
             &Options::skip_origin),
      option({"coro-pickup", "whether the capturing pit's own seeds are sown with the captured ones"},
             &Options::coro_pickup),
      option({"first-turn-capture", "whether the first two turns of the game may capture"},
             &Options::first_turn_capture),
      option({"emitwe", "whether capturing both end columns in one turn wins"}, &Options::emitwe),
      option({"akakyala", "whether captures in two turns win if the opponent has captured in none"},
             &Options::akakyala),
      option({"akawumbi",
              "whether captures from all eight columns in one turn win, or captures of all remaining seeds"},
             &Options::akawumbi),
      option({"endless", "the result of an endless sowing"}, &Options::endless),
      option({"lap-limit", "the largest number of laps in a turn; a longer turn counts as endless"},
             &Options::lap_limit, {1, max_laps}),
      option({"seed-limit",
              "the largest number of seeds sown in a turn; a longer turn counts as endless; 0 is no limit"},
             &Options::seed_limit, {0, max_sown}),
      option({"repetition", "which occurrence of the same pits and mover makes the game a draw"},
             &Options::repetition),
      option({"max-plies", "the number of turns after which the game is a draw"}, &Options::max_plies,
             {1, 1000}),
      option({"timeout", "what a player loses when its time is up: the game or the turn"}, &Options::timeout),
      option({"max-steals", "turns in a row that a player may lose; after one more it loses the game"},
             &Options::max_steals, {1, 100}),
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "omweso",
      "Omweso and Hus: four rows, relay sowing, captured seeds are sown again",
      options(),
      {{"omweso", "the royal game of Uganda as in Wikipedia, players lay out their seeds", {}},
       {"omweso-lemery",
        "captured seeds are sown from the capturing pit, no reverse relays (Lemery Games, LUDOS Africa)",
        {.reentry = Reentry::capture_pit_chain, .reverse = Reverse::start},
        "setup=fixed-inner4"},
       {"omweso-mcgill",
        "four in every outer pit; no reverse sowing, emitwe, akakyala (McGill University, COMP-424 of 2015)",
        {.setup = Setup::fixed_outer4,
         .reverse = Reverse::off,
         .first_turn_capture = false,
         .emitwe = false,
         .akakyala = false,
         .endless = Endless::loss,
         .lap_limit = 200}},
       {"hus8",
        "Hus with eight columns: 48 seeds, a capture needs only the inner pit (McGill University, 2016)",
        {.setup = Setup::hus,
         .reentry = Reentry::capture_pit,
         .capture = Capture::inner,
         .reverse = Reverse::off,
         .emitwe = false,
         .akakyala = false,
         .akawumbi = Akawumbi::off}}},
      {"Lemery Games, LUDOS Africa, rulebook", "the Wikipedia article Omweso, an old version",
       "R. S. Shackell, Mweso, the board game (1934), as encoded in Ludii",
       "H. J. R. Murray, A history of board games other than chess, as encoded in Ludii",
       "B. Wernham, Omweso: the royal mancala game of Uganda, fragments",
       "McGill University, servers of the course COMP-424: Omweso 2015, Hus 2016"}};
  return all;
}

}  // namespace ebiri::rules::omweso

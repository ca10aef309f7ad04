#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::rules::oware {

namespace {

std::vector<Option<Options>> options() {
  return {
      option({"grand-slam", "what happens to a capture of all seeds that the opponent has"},
             &Options::grand_slam),
      option({"grand-slam-trigger",
              "which captures are grand slams: of all the opponent's seeds, or only of six houses"},
             &Options::grand_slam_trigger),
      option({"feed", "whether a move must feed an opponent that has no seeds"}, &Options::feed),
      option({"cannot-feed", "what happens if the opponent must be fed and no move feeds"},
             &Options::cannot_feed),
      option({"no-legal-move", "which side gets the seeds when the side to move has no legal move"},
             &Options::no_legal_move),
      option({"repetition", "which occurrence of a board and mover since the last capture ends the game"},
             &Options::repetition),
      option({"on-repetition", "which side gets the seeds on the board after a repetition"},
             &Options::on_repetition),
      option({"max-plies", "the number of moves after which the game ends"}, &Options::max_plies, {1, 10000}),
      option({"on-max-plies", "which side gets the seeds on the board after `max-plies` moves"},
             &Options::on_max_plies),
      option({"majority-ends", "whether 25 captured seeds end the game"}, &Options::majority_ends),
      option({"agreed-end", "whether both players may agree to end the game, each keeping its row"},
             &Options::agreed_end),
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "oware",
      "Oware Abapa: two rows of six pits, sow and capture twos and threes",
      options(),
      {{"abapa",
        "tournament Oware: a grand slam is legal and captures nothing (World Oware Federation, MSO)",
        {}},
       {"oware-society",
        "as abapa, and the players may agree to end the game (Oware Society, Abapa)",
        {.agreed_end = true}},
       {"lemery",
        "a grand slam leaves the last pit of the chain (Lemery Games, LUDOS Africa)",
        {.grand_slam = GrandSlam::leave_last, .no_legal_move = NoLegalMove::mover_takes_all}},
       {"leaflet",
        "a grand slam captures nothing (the leaflet Mancala)",
        {.no_legal_move = NoLegalMove::mover_takes_all}},
       {"chiefs-table",
        "a grand slam takes everything (The Chief's Rule Book)",
        {.grand_slam = GrandSlam::capture_all}},
       {"awari",
        "the solved game: grand slams only if there is no other move, play continues if no move feeds "
        "(Romein and Bal 2002)",
        {.grand_slam = GrandSlam::illegal_unless_only,
         .cannot_feed = CannotFeed::play_on,
         .on_repetition = OnRepetition::split_evenly}},
       {"codingame",
        "no repetition rule, 200 plies, then the captured seeds decide (CodinGame)",
        {.repetition = Repetition::off, .max_plies = 200, .on_max_plies = OnMaxPlies::captured_only}}},
      {"Lemery Games, LUDOS Africa, rulebook", "The Oware Society, rules of Abapa",
       "Mancala, leaflet with the rules of Oware", "The Chief's Rule Book, Oware Abapa",
       "World Oware Federation; Mind Sports Olympiad (MSO)", "J. Romein and H. Bal, Awari is solved (2002)",
       "CodinGame, contest of Oware Abapa"}};
  return all;
}

}  // namespace ebiri::rules::oware

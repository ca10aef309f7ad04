#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::rules::oware {

namespace {

std::vector<Option<Options>> capture_options() {
  return {
      word_option<Options, GrandSlam>({"grand-slam", "a capture that would take everything the opponent has"},
                                      &Options::grand_slam,
                                      {{"no-capture", GrandSlam::no_capture},
                                       {"illegal", GrandSlam::illegal},
                                       {"illegal-unless-only", GrandSlam::illegal_unless_only},
                                       {"capture-all", GrandSlam::capture_all},
                                       {"leave-last", GrandSlam::leave_last},
                                       {"leave-first", GrandSlam::leave_first},
                                       {"opponent-gets-rest", GrandSlam::opponent_gets_rest}}),
      word_option<Options, SlamTrigger>(
          {"grand-slam-trigger",
           "which captures are grand slams: of all the opponent's seeds, or of six houses"},
          &Options::grand_slam_trigger,
          {{"all-seeds", SlamTrigger::all_seeds}, {"six-houses", SlamTrigger::six_houses}}),
  };
}

std::vector<Option<Options>> feeding_options() {
  return {
      word_option<Options, Feed>({"feed", "whether an opponent without seeds must be given some"},
                                 &Options::feed, {{"must", Feed::must}, {"none", Feed::none}}),
      word_option<Options, CannotFeed>({"cannot-feed", "the opponent must be fed and no move does it"},
                                       &Options::cannot_feed,
                                       {{"end", CannotFeed::end}, {"play-on", CannotFeed::play_on}}),
      word_option<Options, NoLegalMove>(
          {"no-legal-move", "who gets the seeds when the side to move has no legal move"},
          &Options::no_legal_move,
          {{"own-side", NoLegalMove::own_side}, {"mover-takes-all", NoLegalMove::mover_takes_all}}),
  };
}

std::vector<Option<Options>> ending_options() {
  return {
      word_option<Options, Repetition>(
          {"repetition", "the occurrence of a board and mover since the last capture that ends the game"},
          &Options::repetition,
          {{"second", Repetition::second}, {"third", Repetition::third}, {"off", Repetition::off}}),
      word_option<Options, OnRepetition>(
          {"on-repetition", "who gets the seeds on the board after a repetition"}, &Options::on_repetition,
          {{"own-side", OnRepetition::own_side}, {"split-evenly", OnRepetition::split_evenly}}),
      number_option<Options>({"max-plies", "the game ends after so many moves"}, &Options::max_plies,
                             {1, 10000}),
      word_option<Options, OnMaxPlies>(
          {"on-max-plies", "who gets the seeds on the board after `max-plies` moves"}, &Options::on_max_plies,
          {{"own-side", OnMaxPlies::own_side}, {"captured-only", OnMaxPlies::captured_only}}),
      flag_option<Options>({"majority-ends", "whether 25 captured seeds end the game"},
                           &Options::majority_ends),
      flag_option<Options>(
          {"agreed-end", "whether both players may agree to end the game, each keeping his row"},
          &Options::agreed_end),
  };
}

std::vector<Option<Options>> options() {
  std::vector<Option<Options>> all;
  for (const auto& part : {capture_options(), feeding_options(), ending_options()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<Ruleset<Options>> rulesets() {
  const Options abapa;
  Options society = abapa;
  society.agreed_end = true;
  Options lemery = abapa;
  lemery.grand_slam = GrandSlam::leave_last;
  lemery.no_legal_move = NoLegalMove::mover_takes_all;
  Options leaflet = abapa;
  leaflet.no_legal_move = NoLegalMove::mover_takes_all;
  Options chief = abapa;
  chief.grand_slam = GrandSlam::capture_all;
  Options awari = abapa;
  awari.grand_slam = GrandSlam::illegal_unless_only;
  awari.cannot_feed = CannotFeed::play_on;
  awari.on_repetition = OnRepetition::split_evenly;
  Options codingame = abapa;
  codingame.repetition = Repetition::off;
  codingame.max_plies = 200;
  codingame.on_max_plies = OnMaxPlies::captured_only;
  return {
      {"abapa", "tournament Oware: a grand slam is legal and captures nothing (World Oware Federation, MSO)",
       abapa},
      {"oware-society", "as abapa, and the players may agree to end the game (Oware Society, Abapa)",
       society},
      {"lemery", "a grand slam leaves the last pit of the chain (Lemery Games, LUDOS Africa)", lemery},
      {"leaflet", "a grand slam captures nothing (the leaflet Mancala)", leaflet},
      {"chiefs-table", "a grand slam takes everything (The Chief's Rule Book)", chief},
      {"awari", "the solved game: slams only if there is no other move, play on unfed (Romein and Bal 2002)",
       awari},
      {"codingame", "no repetition rule, 200 plies, then the captured seeds decide (CodinGame)", codingame},
  };
}

std::vector<std::string> sources() {
  return {
      "Lemery Games, LUDOS Africa, rulebook",
      "The Oware Society, rules of Abapa",
      "Mancala, leaflet with the rules of Oware",
      "The Chief's Rule Book, Oware Abapa",
      "World Oware Federation; Mind Sports Olympiad (MSO)",
      "J. Romein and H. Bal, Awari is solved (2002)",
      "CodinGame, contest of Oware Abapa",
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{"oware",
                                      "Oware Abapa: two rows of six pits, sow and capture twos and threes",
                                      options(), rulesets(), sources()};
  return all;
}

}  // namespace ebiri::rules::oware

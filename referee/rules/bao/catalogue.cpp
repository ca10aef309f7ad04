#include "referee/rules/bao/catalogue.hpp"

namespace ebiri::rules::bao {

namespace {

std::vector<Option<Options>> options() {
  constexpr int max_laps = 100'000'000;  // a move with all of them takes about two seconds
  constexpr int max_sown = 1'000'000'000;
  return {
      option({"setup", "the board before the first move"}, &Options::setup),
      option({"immobile-loss",
              "when a side with an empty store and no pit of two seeds or more loses: at once or when it has "
              "to move"},
             &Options::immobile_loss),
      option({"own-front",
              "when an empty front row of the mover loses; no move empties it, so the values do not differ"},
             &Options::own_front),
      option({"singleton-house", "the house that lets a namua takasa start from a single seed"},
             &Options::singleton_house),
      option({"tax-threshold",
              "whether the six seeds of the house are counted before or after a takasa adds its seed"},
             &Options::tax_threshold),
      option({"stop-threshold",
              "whether the six seeds of the house are counted before or after the last seed of the lap"},
             &Options::stop_threshold),
      option({"takasa-at-house", "whether a takasa stops at the house or may play it"},
             &Options::takasa_at_house),
      option({"mtaji-house", "whether an owned house is a plain pit in mtaji moves or stops them"},
             &Options::mtaji_house),
      option({"house-lost-first-mtaji-capture",
              "whether both sides lose their houses at the first capture in mtaji"},
             &Options::house_lost_first_mtaji_capture),
      option({"takasia", "whether a takasa can block the only pit that it threatens"}, &Options::takasia),
      option({"takasia-after-namua", "whether a takasa with the last seed from the store can block a pit"},
             &Options::takasia_after_namua),
      option(
          {"takasia-forced-capture", "whether the blocking side must capture the blocked pit next if it can"},
          &Options::takasia_forced_capture),
      option({"takasia-singleton-exempt", "whether a pit of one seed is never blocked"},
             &Options::takasia_singleton_exempt),
      option({"takasia-house-exempt", "the house that is never blocked"}, &Options::takasia_house_exempt),
      option({"lap-limit", "the largest number of laps in a turn; a longer turn counts as endless"},
             &Options::lap_limit, {1, max_laps}),
      option({"seed-limit",
              "the largest number of seeds sown in a turn; a longer turn counts as endless; 0 is no limit"},
             &Options::seed_limit, {0, max_sown}),
      option({"repetition", "which occurrence of a position makes the game a draw"}, &Options::repetition),
      option({"max-plies", "the number of moves after which the game is a draw"}, &Options::max_plies,
             {1, 10000}),
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "bao",
      "Bao: four rows and two stores, captured seeds are sown from the end of the front row",
      options(),
      {{"bao", "the Zanzibar tournament rules (de Voogt 1995, Donkers 2001)", {}},
       {"bao-kujifunza",
        "beginners' Bao: two seeds in every pit, no store, no houses, no takasia",
        {.setup = Setup::kujifunza, .takasia = false}},
       {"bao-notakasia",
        "no takasia, and an immobile side loses when it has to move (nkkmd/bao-la-kiswahili)",
        {.immobile_loss = ImmobileLoss::on_turn, .takasia = false}},
       {"bao-abstractplay",
        "a pit blocked by takasia must be captured next (Abstract Play)",
        {.takasia_forced_capture = true}}},
      {"A. de Voogt, Limits of the Mind, Leiden 1995: the rules and championship games of Zanzibar",
       "J. Donkers, rules of Bao with his program (2001)", "R. Nierse, Bao, article with diagrams",
       "N. Vessella, rules of K.I.B.A. (Klubo Internacia de Bao-Amantoj)",
       "Mancala World (R. Gering), Bao la Kiswahili",
       "Abstract Play; Board Game Arena; nkkmd/bao-la-kiswahili: programs",
       "J. Donkers and J. Uiterwijk, Programming Bao: Bao la Kujifunza"}};
  return all;
}

}  // namespace ebiri::rules::bao

#include "referee/rules/bao/catalogue.hpp"

namespace ebiri::rules::bao {

namespace {

template <class Word>
using Words = std::vector<std::pair<std::string, Word>>;

Words<Threshold> before_or_after() { return {{"before", Threshold::before}, {"after", Threshold::after}}; }

Words<HouseState> owned_or_functional() {
  return {{"owned", HouseState::owned}, {"functional", HouseState::functional}};
}

std::vector<Option<Options>> start_and_end_options() {
  return {
      word_option<Options, Setup>({"setup", "what stands on the board before the first move"},
                                  &Options::setup,
                                  {{"kiswahili", Setup::kiswahili}, {"kujifunza", Setup::kujifunza}}),
      word_option<Options, ImmobileLoss>(
          {"immobile-loss", "when a side that cannot sow two seeds has lost: at once or when it has to move"},
          &Options::immobile_loss,
          {{"immediate", ImmobileLoss::immediate}, {"on-turn", ImmobileLoss::on_turn}}),
      word_option<Options, OwnFront>(
          {"own-front", "what emptying the own front row means; no move does it, so all three play the same"},
          &Options::own_front,
          {{"end", OwnFront::end}, {"lap", OwnFront::lap}, {"illegal", OwnFront::illegal}}),
  };
}

std::vector<Option<Options>> house_options() {
  return {
      word_option<Options, HouseState>(
          {"singleton-house", "the house that lets a namua takasa start from a single seed"},
          &Options::singleton_house, owned_or_functional()),
      word_option<Options, Threshold>(
          {"tax-threshold", "whether the house counts its six before or after a takasa adds its seed"},
          &Options::tax_threshold, before_or_after()),
      word_option<Options, Threshold>(
          {"stop-threshold", "whether the house counts its six before or after the last seed falls into it"},
          &Options::stop_threshold, before_or_after()),
      word_option<Options, TakasaAtHouse>(
          {"takasa-at-house", "whether a takasa stops in the house or may play it"},
          &Options::takasa_at_house, {{"stop", TakasaAtHouse::stop}, {"choice", TakasaAtHouse::choice}}),
      word_option<Options, MtajiHouse>(
          {"mtaji-house", "whether an owned house is a plain pit in mtaji moves or stops them too"},
          &Options::mtaji_house, {{"plain", MtajiHouse::plain}, {"stop", MtajiHouse::stop}}),
      flag_option<Options>(
          {"house-lost-first-mtaji-capture", "whether both houses are lost at the first capture in mtaji"},
          &Options::house_lost_first_mtaji_capture),
  };
}

std::vector<Option<Options>> takasia_options() {
  return {
      flag_option<Options>({"takasia", "whether a takasa can block the one pit that it threatens"},
                           &Options::takasia),
      flag_option<Options>(
          {"takasia-after-namua", "whether a takasa with a seed from the store can block a pit, too"},
          &Options::takasia_after_namua),
      flag_option<Options>(
          {"takasia-forced-capture", "whether the pit that was blocked must then be captured if it can be"},
          &Options::takasia_forced_capture),
      flag_option<Options>({"takasia-singleton-exempt", "whether a pit of one seed is never blocked"},
                           &Options::takasia_singleton_exempt),
      word_option<Options, HouseState>({"takasia-house-exempt", "the house that is never blocked"},
                                       &Options::takasia_house_exempt, owned_or_functional()),
  };
}

std::vector<Option<Options>> limit_options() {
  constexpr int most_laps = 100'000'000;  // some two seconds for a move that sows them all
  constexpr int most_sown = 1'000'000'000;
  return {
      number_option<Options>({"lap-limit", "laps in one turn; a turn that needs more counts as endless"},
                             &Options::lap_limit, {1, most_laps}),
      number_option<Options>(
          {"seed-limit", "seeds sown in one turn; a turn that needs more counts as endless; 0 is no limit"},
          &Options::seed_limit, {0, most_sown}),
      word_option<Options, Repetition>(
          {"repetition", "the occurrence of the same position that makes the game a draw"},
          &Options::repetition, {{"third", Repetition::third}, {"off", Repetition::off}}),
      number_option<Options>({"max-plies", "the game is a draw after so many moves"}, &Options::max_plies,
                             {1, 10000}),
  };
}

std::vector<Option<Options>> options() {
  std::vector<Option<Options>> all;
  for (const auto& part : {start_and_end_options(), house_options(), takasia_options(), limit_options()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<Ruleset<Options>> rulesets() {
  const Options bao;
  Options kujifunza = bao;
  kujifunza.setup = Setup::kujifunza;
  kujifunza.takasia = false;
  Options notakasia = bao;
  notakasia.takasia = false;
  notakasia.immobile_loss = ImmobileLoss::on_turn;
  Options abstractplay = bao;
  abstractplay.takasia_forced_capture = true;
  return {
      {"bao", "the Zanzibar tournament rules (de Voogt 1995, Donkers 2001)", bao},
      {"bao-kujifunza", "beginners' Bao: two seeds in every pit, no store, no houses, no takasia", kujifunza},
      {"bao-notakasia", "no takasia, and an immobile side loses on its turn (nkkmd/bao-la-kiswahili)",
       notakasia},
      {"bao-abstractplay", "a pit blocked by takasia must be captured next (Abstract Play)", abstractplay},
  };
}

std::vector<std::string> sources() {
  return {
      "A. de Voogt, Limits of the Mind, Leiden 1995: the rules and championship games of Zanzibar",
      "J. Donkers, rules of Bao with his program (2001)",
      "R. Nierse, Bao, article with diagrams",
      "N. Vessella, rules of K.I.B.A. (Klubo Internacia de Bao-Amantoj)",
      "Mancala World (R. Gering), Bao la Kiswahili",
      "Abstract Play; Board Game Arena; nkkmd/bao-la-kiswahili: programs",
      "J. Donkers and J. Uiterwijk, Programming Bao: Bao la Kujifunza",
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "bao", "Bao: four rows and two stores, captured seeds are sown from the end of the front row",
      options(), rulesets(), sources()};
  return all;
}

}  // namespace ebiri::rules::bao

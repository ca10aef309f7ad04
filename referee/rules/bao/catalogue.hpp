// The options of Bao, on which its sources disagree (README.md); catalogue.cpp says what each decides.
#pragma once

#include <boost/describe/enum.hpp>
#include <cstdint>

#include "referee/rules/options.hpp"

namespace ebiri::rules::bao {

BOOST_DEFINE_FIXED_ENUM_CLASS(Setup, std::uint8_t, kiswahili, kujifunza)
BOOST_DEFINE_FIXED_ENUM_CLASS(ImmobileLoss, std::uint8_t, immediate, on_turn)
/// No move empties the mover's own front row, so no code reads this option. It exists because sources have
/// different rules for such a move.
BOOST_DEFINE_FIXED_ENUM_CLASS(OwnFront, std::uint8_t, end, lap, illegal)
BOOST_DEFINE_FIXED_ENUM_CLASS(MtajiHouse, std::uint8_t, plain, stop)
/// The houses that have a privilege (`singleton-house`, `takasia-house-exempt`).
BOOST_DEFINE_FIXED_ENUM_CLASS(HouseState, std::uint8_t, owned, functional)
/// When the seeds of a house are counted to decide whether it has six (`tax-threshold`, `stop-threshold`).
BOOST_DEFINE_FIXED_ENUM_CLASS(Threshold, std::uint8_t, before, after)
BOOST_DEFINE_FIXED_ENUM_CLASS(TakasaAtHouse, std::uint8_t, stop, choice)
BOOST_DEFINE_FIXED_ENUM_CLASS(Repetition, std::uint8_t, third, off)

struct Options {
  Setup setup = Setup::kiswahili;
  ImmobileLoss immobile_loss = ImmobileLoss::immediate;
  OwnFront own_front = OwnFront::end;
  HouseState singleton_house = HouseState::owned;  ///< lets a takasa start from a single seed
  Threshold tax_threshold = Threshold::before;     ///< before or after the new seed is added to the house
  Threshold stop_threshold = Threshold::after;     ///< before or after the last seed falls into the house
  TakasaAtHouse takasa_at_house = TakasaAtHouse::stop;
  MtajiHouse mtaji_house = MtajiHouse::plain;
  bool house_lost_first_mtaji_capture = true;  ///< that capture ends the ownership of both houses
  bool takasia = true;                         ///< a takasa can block the only pit that it threatens
  bool takasia_after_namua = true;             ///< a takasa with the last seed from the store can block
  bool takasia_forced_capture = false;    ///< the blocking side must capture the blocked pit next if it can
  bool takasia_singleton_exempt = false;  ///< a pit of one seed is never blocked
  HouseState takasia_house_exempt = HouseState::owned;  ///< which house is never blocked
  int lap_limit = 10000;                                ///< laps in a turn; a longer turn counts as endless
  int seed_limit = 0;  ///< seeds sown in a turn; a longer turn counts as endless; 0: no limit
  Repetition repetition = Repetition::third;
  int max_plies = 1000;  ///< plies after which the game is a draw
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::bao

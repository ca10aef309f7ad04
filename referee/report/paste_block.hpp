// The result of a match in four lines, to paste into a pull request.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/rating/match_elo.hpp"
#include "referee/rating/sprt_settings.hpp"

namespace ebiri::report {

/// A sequential test as it stands.
struct SprtState {
  rating::SprtSettings settings;
  double ratio = 0;  ///< log likelihood ratio
  rating::Verdict verdict = rating::Verdict::undecided;
};

/// What is known of a match; of the first engine, as all of it.
struct PasteBlock {
  rating::MatchElo elo;
  std::optional<SprtState> sprt;
  std::optional<rating::Trinomial> games;
  std::optional<rating::Pentanomial> pairs;
  std::string conditions;  ///< variant, limit, openings, seed, version; one line
};

/// `normalized`, as options have it.
std::string_view word(rating::SprtModel model);

/// `nElo`: what the bounds of such a test are in.
std::string_view elo_name(rating::SprtModel model);

/// `H1 accepted`, `H0 accepted`, `undecided`.
std::string_view sentence(rating::Verdict verdict);

/// Lines `Elo   |`, `SPRT  |`, `Games |`, `Cond. |`, each with a newline; without those of which nothing is
/// known. The same for the same content, byte by byte.
std::string paste_block(const PasteBlock& block);

}  // namespace ebiri::report

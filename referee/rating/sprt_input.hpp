// Reads results of games that were played elsewhere, from the options of `ebiri sprt`.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/rating/sprt_settings.hpp"
#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// Games or opening pairs of the first engine.
using SprtResults = std::variant<Trinomial, Pentanomial>;

/// The counts of `--pentanomial LL,LD,DD+WL,WD,WW` or `--results L,D,W`; exactly one must be given. Errors
/// go to `problems`.
std::optional<SprtResults> read_results(const std::string& pentanomial, const std::string& results,
                                        SprtModel model, std::vector<std::string>& problems);

}  // namespace ebiri::rating

// Reads results of games that were played elsewhere, from the options of `ebiri sprt`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/sprt_report.hpp"

namespace ebiri::report {

/// The counts of `--pentanomial LL,LD,DD+WL,WD,WW` or `--results L,D,W`, of which one is empty. Errors go to
/// `problems`.
std::optional<SprtResults> read_results(const std::string& pentanomial, const std::string& results,
                                        rating::SprtModel model, std::vector<std::string>& problems);

}  // namespace ebiri::report

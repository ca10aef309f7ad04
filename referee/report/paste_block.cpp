#include "referee/report/paste_block.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "referee/report/numbers.hpp"

namespace ebiri::report {

namespace {

std::string elo_line(const rating::MatchElo& elo) {
  return fmt::format("Elo   | {} ± {} (95%)   nElo {} ± {}   LOS {}\n", decimal(elo.elo, 1),
                     decimal(elo.error95(), 1), decimal(elo.normalised, 1),
                     decimal(elo.normalised_error95, 1), percent(elo.superiority));
}

std::string sprt_line(const SprtState& sprt) {
  const auto limits = rating::bounds(sprt.settings);
  return fmt::format("SPRT  | {} [{}, {}]  LLR {} ({}, {})  {}\n", elo_name(sprt.settings.model),
                     sprt.settings.elo0, sprt.settings.elo1, decimal(sprt.ratio, 2), decimal(limits.lower, 2),
                     decimal(limits.upper, 2), sentence(sprt.verdict));
}

std::string games_line(const PasteBlock& block) {
  if (!block.games && !block.pairs) return "";
  std::string line = "Games |";
  if (block.games) {
    const auto& [lost, drawn, won] = *block.games;
    line += fmt::format(" N: {}  W: {} L: {} D: {}", lost + drawn + won, won, lost, drawn);
  } else {
    line +=
        fmt::format(" N: {}", 2 * std::accumulate(block.pairs->begin(), block.pairs->end(), std::int64_t{0}));
  }
  if (block.pairs) line += fmt::format("   Ptnml [{}]", fmt::join(*block.pairs, ", "));
  return line + "\n";
}

}  // namespace

std::string_view word(rating::SprtModel model) {
  switch (model) {
    case rating::SprtModel::normalized:
      return "normalized";
    case rating::SprtModel::logistic:
      return "logistic";
    case rating::SprtModel::bayesian:
      return "bayesian";
  }
  return "unknown";
}

std::string_view elo_name(rating::SprtModel model) {
  switch (model) {
    case rating::SprtModel::normalized:
      return "nElo";
    case rating::SprtModel::logistic:
      return "Elo";
    case rating::SprtModel::bayesian:
      return "BayesElo";
  }
  return "unknown";
}

std::string_view sentence(rating::Verdict verdict) {
  switch (verdict) {
    case rating::Verdict::undecided:
      return "undecided";
    case rating::Verdict::h0:
      return "H0 accepted";
    case rating::Verdict::h1:
      return "H1 accepted";
  }
  return "unknown";
}

std::string paste_block(const PasteBlock& block) {
  return elo_line(block.elo) + (block.sprt ? sprt_line(*block.sprt) : "") + games_line(block) +
         (block.conditions.empty() ? "" : fmt::format("Cond. | {}\n", block.conditions));
}

}  // namespace ebiri::report

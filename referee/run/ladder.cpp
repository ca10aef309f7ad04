#include "referee/run/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "referee/support/csv.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

const Rung& nearest_rung(const Ladder& ladder, double elo) {
  return *std::ranges::min_element(ladder.rungs, {},
                                   [elo](const Rung& rung) { return std::abs(rung.elo - elo); });
}

}  // namespace

Result<Ladder> read_ladder(const std::filesystem::path& file, std::string_view variant) {
  constexpr std::size_t columns = 5;  // variant, nodes, level, elo, error95
  const auto text = read_file(file);
  if (!text) return text.error();
  Ladder ladder{.variant = std::string{variant}, .nodes = 0, .rungs = {}};
  std::set<std::string> known;
  CsvReader reader{*text};
  reader.next();
  while (const auto row = reader.next()) {
    const auto& cells = row->cells;
    std::vector<double> values;
    for (std::size_t k = 1; k < cells.size(); ++k)
      if (const auto value = parse_number(cells[k])) values.push_back(*value);
    if (cells.size() != columns || values.size() != columns - 1)
      return Error{fmt::format("{}:{}: expected a variant and four numbers", file.string(), row->line)};
    known.insert(cells[0]);
    if (cells[0] != variant) continue;
    ladder.nodes = std::lround(values[0]);
    ladder.rungs.push_back({.level = static_cast<int>(values[1]), .elo = values[2], .error95 = values[3]});
  }
  if (!ladder.rungs.empty()) return ladder;
  return Error{fmt::format("there is no ladder for `{}`; expected {}", printable(variant, 64),
                           join(std::vector<std::string>(known.begin(), known.end()), ", ")),
               Error::Kind::arguments};
}

std::string Grade::sentence(const Ladder& ladder) const {
  const Rung &lowest = ladder.rungs.front(), &highest = ladder.rungs.back();
  if (interval.low > highest.elo)
    return fmt::format("at least {:.0f} Elo above level {}", interval.low - highest.elo, highest.level);
  if (interval.high < lowest.elo)
    return fmt::format("at least {:.0f} Elo below level {}", lowest.elo - interval.high, lowest.level);
  return fmt::format("about as strong as level {}", nearest_rung(ladder, elo).level);
}

Grade grade_of(const Ladder& ladder, const rating::Tally& tally, const std::string& engine) {
  Grade grade;
  grade.games = tally.games();
  if (grade.games == 0) {
    grade.elo = ladder.rungs[ladder.rungs.size() / 2].elo;
    grade.interval = {ladder.rungs.front().elo, ladder.rungs.back().elo};
    return grade;
  }
  rating::Options options;
  for (const Rung& rung : ladder.rungs)
    if (tally.engine(rung.name()).games() > 0)
      options.anchors.push_back({.engine = rung.name(), .elo = rung.elo});
  const rating::Fit fit = rating::fit(rating::problem_of(tally, options));
  const auto index = static_cast<std::size_t>(std::ranges::find(fit.engines, engine) - fit.engines.begin());
  grade.elo = fit.elo[index];
  grade.interval = fit.intervals[index];
  grade.marked = fit.marked[index];
  return grade;
}

std::size_t next_rung(const Ladder& ladder, const Grade& grade) {
  return static_cast<std::size_t>(&nearest_rung(ladder, grade.elo) - ladder.rungs.data());
}

bool settled(const Ladder& ladder, const Grade& grade, double error95) {
  if (grade.games == 0) return false;
  const bool outside =
      grade.interval.low > ladder.rungs.back().elo || grade.interval.high < ladder.rungs.front().elo;
  return outside || (!grade.marked && grade.error95() <= error95);
}

}  // namespace ebiri::run

#include "referee/report/standings.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace ebiri::report {

namespace {

std::optional<double> share(double part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return part / static_cast<double>(whole);
}

std::optional<double> points_per_game(const rating::Trinomial& results) {
  return share(rating::points(results), rating::games(results));
}

StandingsRow row_of(const rating::Fit& fit, const rating::Tally& tally, std::size_t engine,
                    const rating::Points& points) {
  const rating::EngineTally played = tally.engine(fit.engines[engine]);
  const rating::Group& group = fit.group_of(engine);
  StandingsRow row{.engine = engine, .name = fit.engines[engine], .group = fit.group[engine]};
  row.rated = group.rated();
  row.marked = group.marked();
  if (row.rated) {
    row.rank = fit.ranks(engine);
    row.elo = fit.elo[engine];
    row.error95 = rating::z95 * fit.error(engine);
  }
  row.games = played.games();
  row.points = played.points(points);
  row.score = share(played.points(), row.games);
  for (std::size_t k = 0; k < 3; ++k) row.results[k] = played.as_south[k] + played.as_north[k];
  row.score_as_first = points_per_game(played.as_south);
  row.score_as_second = points_per_game(played.as_north);
  row.draws = share(static_cast<double>(row.results[1]), row.games);
  row.pairs = played.pairs;
  row.unique_games = played.unique_games;
  row.margin = share(static_cast<double>(played.margin.sum), played.margin.games);
  row.moves = played.thinking.count();
  row.move_time = played.thinking.mean();
  row.move_time_p99 = played.thinking.quantile(0.99);
  row.forfeits = played.forfeits;
  return row;
}

bool stands_before(const StandingsRow& a, const StandingsRow& b) {
  if (a.rated != b.rated) return a.rated;
  if (a.group != b.group) return a.group < b.group;
  if (a.elo != b.elo) return a.elo > b.elo;
  if (a.points != b.points) return a.points > b.points;
  return a.name < b.name;
}

void add(rating::Forfeits& sum, const rating::Forfeits& forfeits) {
  sum.time += forfeits.time;
  sum.crash += forfeits.crash;
  sum.illegal += forfeits.illegal;
  sum.other += forfeits.other;
}

}  // namespace

double Standings::repetitions() const {
  return share(static_cast<double>(games - unique_games), games).value_or(0);
}

Standings make_standings(RunMeta meta, const rating::Tally& tally, rating::Fit fit) {
  assert(fit.engines == tally.engines());
  Standings standings{.meta = std::move(meta),
                      .rows = {},
                      .fit = std::move(fit),
                      .games = tally.games(),
                      .unique_games = tally.unique_games(),
                      .voids = tally.voids(),
                      .plies = tally.plies(),
                      .forfeits = {}};
  for (std::size_t engine = 0; engine < standings.fit.engines.size(); ++engine) {
    standings.rows.push_back(row_of(standings.fit, tally, engine, standings.meta.points));
    add(standings.forfeits, standings.rows.back().forfeits);
  }
  std::sort(standings.rows.begin(), standings.rows.end(), stands_before);
  for (std::size_t k = 0; k + 1 < standings.rows.size(); ++k) {
    StandingsRow& row = standings.rows[k];
    const StandingsRow& next = standings.rows[k + 1];
    if (standings.fit.comparable(row.engine, next.engine)) {
      row.superiority = standings.fit.superiority(row.engine, next.engine);
    }
  }
  return standings;
}

}  // namespace ebiri::report

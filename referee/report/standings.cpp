#include "referee/report/standings.hpp"

#include <algorithm>
#include <cassert>

#include "referee/rating/margin_rating.hpp"
#include "referee/report/table.hpp"

namespace ebiri::report {

namespace {

std::optional<double> share(double part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return part / static_cast<double>(whole);
}

StandingsRow row_of(const rating::Fit& fit, const rating::EngineTally& played, std::size_t engine,
                    const rating::Points& points) {
  const rating::Group& group = fit.group_of(engine);
  StandingsRow row{.engine = engine, .name = fit.engines[engine], .group = fit.group[engine]};
  row.rated = group.rated();
  row.marked = fit.marked[engine];
  if (row.rated) {
    row.rank = fit.ranks(engine);
    row.elo = fit.elo[engine];
    row.error95 = fit.error95(engine);
    row.low = fit.intervals[engine].low;
    row.high = fit.intervals[engine].high;
  }
  row.games = played.games();
  row.points = played.points(points);
  row.score = share(played.points(), row.games);
  for (std::size_t k = 0; k < 3; ++k) row.results[k] = played.as_south[k] + played.as_north[k];
  row.score_as_first = rating::score(played.as_south);
  row.score_as_second = rating::score(played.as_north);
  row.draws = share(static_cast<double>(row.results[1]), row.games);
  row.pairs = played.pairs;
  row.unique_games = played.unique_games;
  row.margin = share(static_cast<double>(played.margin.sum), played.margin.games);
  row.moves = played.thinking.count();
  row.move_time = played.thinking.mean();
  row.move_time_p99 = played.thinking.quantile(0.99);
  row.forfeits = played.forfeits;
  row.conduct = played.conduct;
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

// For each player, its points in the direct encounter of the players with equal points.
std::vector<std::optional<double>> direct_encounters(const rating::Contest& contest) {
  const std::vector<double> points = rating::points(contest);
  std::vector<std::optional<double>> values(contest.players);
  for (std::size_t player = 0; player < contest.players; ++player) {
    std::vector<std::size_t> tied;
    for (std::size_t other = 0; other < contest.players; ++other) {
      if (points[other] == points[player]) tied.push_back(other);
    }
    if (tied.size() < 2) continue;
    const auto among = rating::direct_encounter(contest, tied);
    const auto own = std::find(tied.begin(), tied.end(), player) - tied.begin();
    if (among) values[player] = (*among)[static_cast<std::size_t>(own)];
  }
  return values;
}

// Sets places and tie-breaks, and sorts the rows. Precondition: `rows[k]` is the engine k of the tally.
void rank_by_points(std::vector<StandingsRow>& rows, const rating::Tally& tally, const RunMeta& meta) {
  const rating::Scoring& scoring = meta.scoring;
  const rating::Contest contest = rating::contest_of(tally, scoring.points, meta.byes);
  for (const rating::TieBreak criterion : scoring.tie_breaks) {
    const bool direct = criterion == rating::TieBreak::direct_encounter;
    const auto direct_values = direct ? direct_encounters(contest) : std::vector<std::optional<double>>{};
    const auto values = direct ? std::vector<double>{} : rating::tie_break_values(contest, criterion);
    for (std::size_t k = 0; k < rows.size(); ++k)
      rows[k].tie_breaks.push_back(direct ? direct_values[k] : values[k]);
  }
  std::vector<StandingsRow> ordered;
  for (const rating::Place& place : rating::places(contest, scoring.tie_breaks)) {
    ordered.push_back(std::move(rows[place.player]));
    ordered.back().place = rating::RankRange{place.first, place.last};
  }
  rows = std::move(ordered);
}

void rank_by_bracket(std::vector<StandingsRow>& rows, const std::vector<rating::BracketPlace>& bracket) {
  std::vector<StandingsRow> ordered;
  for (const rating::BracketPlace& place : bracket) {
    const auto row = std::ranges::find(rows, place.engine, &StandingsRow::name);
    if (row == rows.end()) continue;
    ordered.push_back(std::move(*row));
    ordered.back().place = place.place;
    rows.erase(row);
  }
  std::sort(rows.begin(), rows.end(), stands_before);  // engines that left the run
  ordered.insert(ordered.end(), rows.begin(), rows.end());
  rows = std::move(ordered);
}

void count_byes(StandingsRow& row, const RunMeta& meta) {
  for (const rating::Bye& bye : meta.byes)
    if (bye.engine == row.name) row.bye_games += std::int64_t{bye.openings} * bye.games;
  row.points += static_cast<double>(row.bye_games) * meta.scoring.points.win;
}

void rate_margins(std::vector<StandingsRow>& rows, const rating::Tally& tally, const rating::Fit& fit) {
  for (const rating::Group& group : fit.groups) {
    std::vector<std::string> names;
    for (const std::size_t engine : group.engines) names.push_back(fit.engines[engine]);
    const auto rated = rating::rate_margins(names.size(), rating::margin_rows(tally, names));
    if (!rated) continue;
    for (std::size_t k = 0; k < group.engines.size(); ++k) {
      rows[group.engines[k]].margin_rating = rated->ratings[k];
      rows[group.engines[k]].margin_error95 = rating::z95 * rated->errors[k];
    }
  }
}

void count_pairs(Standings& standings, const rating::Tally& tally) {
  standings.repeated_pairs = tally.repeated_pairs();
  for (const auto& [names, meeting] : tally.meetings()) {
    for (const rating::Trinomial& row : meeting.pairs) standings.pairs += rating::games(row);
    for (const rating::OneWay* one : {&meeting.first_south, &meeting.second_south})
      standings.repeated_lone_games += rating::games(one->unpaired) - rating::games(one->distinct_unpaired);
  }
}

std::optional<MatchBlock> match_of(const Standings& standings, const rating::Tally& tally) {
  const RunMeta& meta = standings.meta;
  if (standings.rows.size() != 2) return std::nullopt;
  if (meta.test) return meta.test->block;
  if (standings.games == 0) return std::nullopt;
  const bool turned = standings.rows[1].name == meta.first_engine;
  const StandingsRow &first = standings.rows[turned ? 1 : 0], &second = standings.rows[turned ? 0 : 1];
  const rating::Options& options = meta.scoring.rating;
  MatchBlock block{
      .first = first.name,
      .second = second.name,
      .numbers = rating::two_engines(rating::problem_of(tally, options), standings.fit, first.engine),
      .left_out = {.void_games = standings.voids},
      .extended_from = meta.extended_from,
      .conditions = conditions(meta)};
  if (options.repetitions == rating::Repetitions::once) {
    block.left_out.repeated_pairs = standings.repeated_pairs;
    block.left_out.repeated_games = standings.repeated_lone_games;
  }
  return block;
}

}  // namespace

double Standings::repetitions() const {
  return share(static_cast<double>(games - unique_games), games).value_or(0);
}

double Standings::rated_repetitions() const {
  const bool once = meta.scoring.rating.repetitions == rating::Repetitions::once;
  const std::int64_t left_out = once ? 2 * repeated_pairs + repeated_lone_games : 0;
  return share(static_cast<double>(std::max<std::int64_t>(0, games - left_out - unique_games)),
               games - left_out)
      .value_or(0);
}

Standings make_standings(RunMeta meta, const rating::Tally& tally, rating::Fit fit) {
  assert(fit.engines == tally.engines());
  Standings standings{.meta = std::move(meta),
                      .fit = std::move(fit),
                      .games = tally.games(),
                      .unique_games = tally.unique_games(),
                      .voids = tally.voids(),
                      .voids_by_machine = tally.voids_by_machine(),
                      .voids_caused = tally.voids_caused(),
                      .plies = tally.plies()};
  const auto played = tally.by_engine();
  for (std::size_t engine = 0; engine < standings.fit.engines.size(); ++engine) {
    const rating::EngineTally& own = played.find(standings.fit.engines[engine])->second;
    standings.rows.push_back(row_of(standings.fit, own, engine, standings.meta.scoring.points));
    count_byes(standings.rows.back(), standings.meta);
    add(standings.forfeits, standings.rows.back().forfeits);
  }
  count_pairs(standings, tally);
  rate_margins(standings.rows, tally, standings.fit);
  if (!standings.meta.bracket.empty()) {
    rank_by_bracket(standings.rows, standings.meta.bracket);
  } else if (standings.by_places()) {
    rank_by_points(standings.rows, tally, standings.meta);
  } else {
    std::sort(standings.rows.begin(), standings.rows.end(), stands_before);
  }
  standings.match = match_of(standings, tally);
  if (standings.match) standings.match->outlook = standings.meta.outlook;
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

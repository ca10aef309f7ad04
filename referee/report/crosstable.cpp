#include "referee/report/crosstable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int widest_name = 24;
constexpr std::string_view csv_header =
    "engine,opponent,games,wins,draws,losses,points,score,forfeits,forfeits_won,difference,error95,low,high,"
    "superiority,format\n";

std::string csv_line(const Crosstable& table, std::size_t row, std::size_t opponent) {
  const Against against = table.at(row, opponent);
  const auto& pool = against.pool;
  const auto of_pool = [&](double value) { return pool ? decimal(value, 6) : std::string{}; };
  const PoolDifference known = pool.value_or(PoolDifference{});
  const std::optional<double> score = rating::score(against.results);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},ebiri-crosstable/1\n",
                     csv_text(table.name(row)), csv_text(table.name(opponent)), against.games(),
                     against.results[2], against.results[1], against.results[0],
                     points_text(against.points()), score ? decimal(*score, 6) : "", against.forfeits,
                     against.forfeits_won, of_pool(known.elo), of_pool(known.error95()),
                     of_pool(known.interval.low), of_pool(known.interval.high), of_pool(known.superiority));
}

Json pool_json(const std::optional<PoolDifference>& pool) {
  if (!pool) return nullptr;
  return {{"difference", number(pool->elo)},
          {"error95", number(pool->error95())},
          {"low", number(pool->interval.low)},
          {"high", number(pool->interval.high)},
          {"los", number(pool->superiority)}};
}

Json against_json(const Crosstable& table, std::size_t row, std::size_t opponent) {
  const Against against = table.at(row, opponent);
  return {{"engine", table.name(row)},          {"opponent", table.name(opponent)},
          {"games", against.games()},           {"wins", against.results[2]},
          {"draws", against.results[1]},        {"losses", against.results[0]},
          {"points", number(against.points())}, {"score", number(rating::score(against.results))},
          {"forfeits", against.forfeits},       {"forfeits_won", against.forfeits_won},
          {"pool", pool_json(against.pool)}};
}

Json head_json(const Crosstable& table) {
  Json byes = Json::object();
  for (const StandingsRow& row : table.standings().rows)
    if (row.bye_games > 0) byes[row.name] = row.bye_games;
  return {{"format", "ebiri-crosstable/1"},
          {"run", table.standings().meta.name},
          {"comparisons", table.comparisons()},
          {"bye_games", byes}};
}

using RowPairs = std::vector<std::pair<std::size_t, std::size_t>>;

// The `pairs` of rows as CSV or JSON, one per line.
std::string pair_lines(const Crosstable& table, const RowPairs& pairs, const std::string& format) {
  std::string text{csv_header};
  if (format == "csv") {
    for (const auto& [row, other] : pairs) text += csv_line(table, row, other);
    return text;
  }
  text = dumped(head_json(table));
  text.back() = ',';
  text += "\"pairs\":[";
  for (std::size_t k = 0; k < pairs.size(); ++k)
    text += (k > 0 ? ",\n" : "\n") + dumped(against_json(table, pairs[k].first, pairs[k].second));
  return text + "\n]}\n";
}

// The text below the number and name of a row in the matrix; in Markdown, behind them.
std::string below_label(const Crosstable& table, std::size_t row) {
  const std::int64_t byes = table.standings().rows[row].bye_games;
  return byes > 0 ? fmt::format("  {} games without an opponent", byes) : "";
}

// One of `count` differences is significant if LOS or 1 - LOS is at most this: the Bonferroni correction.
double significance(std::int64_t count) { return 0.025 / static_cast<double>(count); }

// `97%`, with `!` if it is significant as one of `count` differences.
std::string los_text(double los, int digits, std::int64_t count) {
  const bool significant = count > 1 && std::min(los, 1 - los) <= significance(count);
  return decimal(100 * los, digits) + (significant ? "%!" : "%");
}

// The points of the games, and the difference of the ratings.
std::pair<std::string, std::string> cell_of(const Crosstable& table, std::size_t row, std::size_t other,
                                            std::string_view plus_minus) {
  if (row == other) return {"\\", ""};
  const Against against = table.at(row, other);
  std::string points = "-", pool;
  if (against.games() > 0) points = fmt::format("{}/{}", points_text(against.points()), against.games());
  if (against.forfeits > 0) points += fmt::format(" f{}", against.forfeits);
  if (against.pool)
    pool = fmt::format("{}{}{} {}", signed_decimal(against.pool->elo, 0), plus_minus,
                       decimal(against.pool->error95(), 0),
                       los_text(against.pool->superiority, 0, table.comparisons()));
  return {points, pool};
}

// A warning that `count` comparisons produce false positives; empty for fewer than two.
std::string comparisons_note(std::int64_t count) {
  if (count < 2) return "";
  const int digits = count < 250 ? 2 : 5;
  return fmt::format(
      "With {} differences, some may exceed a LOS of 97.5% by chance. As one of these, a difference is "
      "significant (!) if its LOS is at least {}% or at most {}% (Bonferroni correction).",
      count, decimal(100 * (1 - significance(count)), digits), decimal(100 * significance(count), digits));
}

std::string legend(const Crosstable& table, std::string_view plus_minus) {
  return fmt::format(
      "Points/games (f: games lost by own fault); below, the difference of the ratings {} 95% error, "
      "LOS\n{}\n",
      plus_minus, comparisons_note(table.comparisons()));
}

std::string matrix_text(const Crosstable& table, const Terminal& terminal) {
  const char* plus_minus = terminal.utf8 ? "±" : "+-";
  TextRows rows(1, std::vector<std::string>(1));
  for (std::size_t column = 0; column < table.size(); ++column)
    rows.front().push_back(std::to_string(column + 1));
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string name = fitted(table.name(row), widest_name, {});
    std::vector<std::string> above{fmt::format("{} {}", row + 1, name)}, below{below_label(table, row)};
    for (std::size_t column = 0; column < table.size(); ++column) {
      const auto [points, pool] = cell_of(table, row, column, plus_minus);
      above.push_back(points);
      below.push_back(pool);
    }
    rows.push_back(std::move(above));
    rows.push_back(std::move(below));
  }
  const std::vector<int> widths = widths_of(rows);
  std::string text;
  for (std::size_t first = 1, end = 1; first <= table.size(); first = end) {  // a page of columns that fit
    int width = widths[0];
    while (end <= table.size() && (end == first || width + 2 + widths[end] <= terminal.width))
      width += 2 + widths[end++];
    TextRows page;
    for (const auto& row : rows) {
      page.push_back({row.front()});
      for (std::size_t k = first; k < end; ++k) page.back().push_back(row[k]);
    }
    const std::string lines = aligned(page);
    for (const std::string_view line : split(lines, '\n'))
      if (!line.empty()) text += fitted(line, terminal.width, terminal) + "\n";
    text += "\n";
  }
  const std::string below = legend(table, plus_minus);
  for (const std::string_view line : split(below, '\n'))
    if (!line.empty())
      for (const std::string& part : wrapped(line, terminal)) text += part + "\n";
  return text;
}

std::string matrix_markdown(const Crosstable& table) {
  TextRows rows(1, {"#", "Engine"});
  for (std::size_t column = 0; column < table.size(); ++column)
    rows.front().push_back(std::to_string(column + 1));
  for (std::size_t row = 0; row < table.size(); ++row) {
    rows.push_back({std::to_string(row + 1), printable(table.name(row), 256) + below_label(table, row)});
    for (std::size_t other = 0; other < table.size(); ++other) {
      const auto [points, pool] = cell_of(table, row, other, "±");
      rows.back().push_back(points + (pool.empty() ? "" : "<br>") + pool);
    }
  }
  return markdown_rows(rows, "rlr") + "\n" + legend(table, "±");
}

// The rows that an engine has met, in the order of the standings.
std::vector<std::size_t> opponents_of(const Crosstable& table, std::size_t row) {
  std::vector<std::size_t> opponents;
  for (std::size_t other = 0; other < table.size(); ++other)
    if (other != row && table.at(row, other).games() > 0) opponents.push_back(other);
  return opponents;
}

// The number of these whose ratings can be compared with that of the row.
std::int64_t differences_of(const Crosstable& table, std::size_t row) {
  return std::ranges::count_if(opponents_of(table, row),
                               [&](std::size_t other) { return table.at(row, other).pool.has_value(); });
}

TextRows opponent_cells(const Crosstable& table, std::size_t row) {
  TextRows cells{
      {"Opponent", "Games", "W-D-L", "Points", "%", "Direct Elo", "±95", "Pool Elo", "±95", "LOS"}};
  const std::int64_t count = differences_of(table, row);
  for (const std::size_t other : opponents_of(table, row)) {
    const Against against = table.at(row, other);
    const rating::TwoEngines numbers = table.match(row, other)->numbers;  // opponents have met
    const auto& pool = against.pool;
    cells.push_back({printable(table.name(other), 64), std::to_string(against.games()),
                     results_text(against.results), points_text(against.points()),
                     percent(rating::score(against.results)),
                     numbers.rated ? signed_decimal(numbers.elo, 1) + (numbers.marked ? "*" : "") : "-",
                     numbers.rated ? decimal((numbers.interval.high - numbers.interval.low) / 2, 1) : "-",
                     pool ? signed_decimal(pool->elo, 1) : "-", pool ? decimal(pool->error95(), 1) : "-",
                     pool ? los_text(pool->superiority, 1, count) : "-"});
  }
  return cells;
}

std::string pool_line(const Crosstable& table, std::size_t row, std::size_t opponent) {
  const auto pool = table.at(row, opponent).pool;
  if (!pool) return "In the pool: their ratings cannot be compared.\n";
  return fmt::format("In the pool of {} engines: Elo {} ± {} (95%: {} to {}), LOS {}\n", table.size(),
                     signed_decimal(pool->elo, 1), decimal(pool->error95(), 1),
                     decimal(pool->interval.low, 1), decimal(pool->interval.high, 1),
                     percent(pool->superiority));
}

}  // namespace

const rating::Meeting* Crosstable::meeting(std::size_t row, std::size_t opponent) const {
  const auto found = tally_.meetings().find(std::minmax(name(row), name(opponent)));
  return found == tally_.meetings().end() ? nullptr : &found->second;
}

Against Crosstable::at(std::size_t row, std::size_t opponent) const {
  Against against;
  if (const auto* played = meeting(row, opponent)) {
    const bool first = name(row) < name(opponent);
    const rating::OneWay& south = first ? played->first_south : played->second_south;
    const rating::OneWay& north = first ? played->second_south : played->first_south;
    for (std::size_t k = 0; k < 3; ++k) against.results[k] = south.results[k] + north.results[2 - k];
    against.forfeits = south.south.forfeits + north.north.forfeits;
    against.forfeits_won = south.north.forfeits + north.south.forfeits;
  }
  const rating::Fit& fit = standings_.fit;
  const std::size_t a = standings_.rows[row].engine, b = standings_.rows[opponent].engine;
  if (fit.comparable(a, b))
    against.pool = PoolDifference{.elo = fit.elo[a] - fit.elo[b],
                                  .interval = fit.difference_interval(a, b),
                                  .superiority = fit.superiority(a, b)};
  return against;
}

std::optional<MatchBlock> Crosstable::match(std::size_t row, std::size_t opponent) const {
  const auto* played = meeting(row, opponent);
  if (played == nullptr) return std::nullopt;
  rating::Options options = standings_.meta.scoring.rating;
  std::erase_if(options.anchors, [&](const rating::Anchor& anchor) {
    return anchor.engine != name(row) && anchor.engine != name(opponent);
  });
  const std::size_t first = name(row) < name(opponent) ? 0 : 1;
  const rating::Problem problem{
      .engines = {name(row), name(opponent)},
      .encounters = {rating::encounter_of(*played, first, 1 - first, options.repetitions)},
      .options = options};
  return MatchBlock{.first = name(row),
                    .second = name(opponent),
                    .numbers = rating::two_engines(problem, rating::fit(problem), 0)};
}

std::int64_t Crosstable::comparisons() const {
  std::int64_t count = 0;
  for (const rating::Group& group : standings_.fit.groups) {
    const auto engines = static_cast<std::int64_t>(group.engines.size());
    if (group.rated()) count += engines * (engines - 1) / 2;
  }
  return count;
}

std::string crosstable_text(const Crosstable& table, const std::string& format, const Terminal& terminal) {
  if (format == "table") return matrix_text(table, terminal);
  if (format == "markdown") return matrix_markdown(table);
  RowPairs pairs;  // that have met or can be compared
  for (std::size_t row = 0; row < table.size(); ++row)
    for (std::size_t other = 0; other < table.size(); ++other) {
      if (row == other) continue;
      const Against against = table.at(row, other);
      if (against.games() > 0 || against.pool) pairs.emplace_back(row, other);
    }
  return pair_lines(table, pairs, format);
}

std::string opponents_text(const Crosstable& table, std::size_t row, const std::string& format) {
  const auto opponents = opponents_of(table, row);
  if (format == "csv" || format == "json") {
    RowPairs pairs;
    for (const std::size_t other : opponents) pairs.emplace_back(row, other);
    return pair_lines(table, pairs, format);
  }
  const TextRows cells = opponent_cells(table, row);
  const std::string note = comparisons_note(differences_of(table, row)) + "\n";
  const bool markdown = format == "markdown";
  return fmt::format("{}\n\n{}\n{}", printable(table.name(row), 256),
                     markdown ? markdown_rows(cells) : aligned(cells), note);
}

std::string encounter_text(const Crosstable& table, std::size_t row, std::size_t opponent,
                           const std::string& format) {
  if (format == "csv") return pair_lines(table, {{row, opponent}}, format);
  const auto match = table.match(row, opponent);
  if (format == "json") {
    Json document = against_json(table, row, opponent);
    document["format"] = "ebiri-crosstable/1";
    document["match"] = match ? block_json(*match) : Json(nullptr);
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  const std::string text = fmt::format(
      "{} against {}\n{}{}", printable(table.name(row), 256), printable(table.name(opponent), 256),
      match ? block_text(*match) + block_notes(*match) : "They have not met.\n",
      pool_line(table, row, opponent));
  return format == "markdown" ? "```text\n" + text + "```\n" : text;
}

}  // namespace ebiri::report

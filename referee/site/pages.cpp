#include "referee/site/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/site/openings.hpp"
#include "referee/site/page_frame.hpp"
#include "referee/site/play.hpp"
#include "referee/support/files.hpp"

namespace ebiri::site {

namespace {

using report::decimal;
using report::percent;
using report::signed_decimal;

PageData array_of(std::size_t n, const auto& make) {
  PageData list = PageData::array();
  for (std::size_t i = 0; i < n; ++i) list.push_back(make(i));
  return list;
}

std::string day(const std::string& time) { return time.substr(0, 10); }

// Writes the pages; its members are what they link to.
class Pages {
 public:
  Pages(SiteFiles& files, const SiteContent& content)
      : files_(files),
        content_(content),
        frame_(files, content.title, content.play, std::ranges::any_of(content.runs, [](const RunData& run) {
                 return !run.positions.beginnings().empty();
               })) {
    std::map<std::string, int> taken{{"index", 1}};
    for (const League& league : content.leagues)
      for (const auto& [name, player] : league.players)
        if (!addresses_.contains(player.engine))
          addresses_[player.engine] = address_of(player.engine, taken) + ".html";
  }

  void write() {
    write_openings_pages();
    write_home();
    for (const League& league : content_.leagues) write_league(league);
    write_engines();
    write_runs();
    write_rules();
  }

 private:
  static std::string title_of(const League& league) {
    return league.variant.empty() ? "Unknown rules" : fmt::format("{} {}", league.variant, league.ruleset);
  }

  std::string engine_address(const League& league, const std::string& name) const {
    return addresses_.at(league.players.at(name).engine);
  }

  PageData board_row(const League& league, const report::StandingsRow& row) const {
    const auto& [losses, draws, wins] = row.results;
    const std::string place = row.rank.best == row.rank.worst
                                  ? fmt::format("{}", row.rank.best)
                                  : fmt::format("{}-{}", row.rank.best, row.rank.worst);
    return {{"place", row.rated ? place : "-"},
            {"name", row.name},
            {"address", engine_address(league, row.name)},
            {"elo", row.rated ? signed_decimal(row.elo, 1) + (row.marked ? "*" : "") : "-"},
            {"error", row.rated ? decimal(row.error95, 1) : "-"},
            {"games", row.games},
            {"score", row.score ? percent(*row.score) : "-"},
            {"results", fmt::format("{}-{}-{}", wins, draws, losses)},
            {"runs", league.players.at(row.name).runs.size()},
            {"list", league.standings.fit.groups.size() > 1 ? fmt::format("{}", row.group + 1) : ""}};
  }

  // The rows of a league's list, at most `most`.
  PageData board(const League& league, std::size_t most) const {
    return array_of(std::min(most, league.standings.rows.size()),
                    [&](std::size_t i) { return board_row(league, league.standings.rows[i]); });
  }

  PageData league_data(const League& league, std::size_t most) const {
    const bool several = league.standings.fit.groups.size() > 1;
    return {{"key", league.key},
            {"league", title_of(league)},
            {"games", league.standings.games},
            {"engines", league.standings.rows.size()},
            {"tournaments", league.runs.size()},
            {"rows", board(league, most)},
            {"more", league.standings.rows.size() > most},
            {"several", several},
            {"marked", std::ranges::any_of(league.standings.rows, &report::StandingsRow::marked)},
            {"openings", explored_.contains(league.key)},
            {"rules", has_rules(league.variant) ? league.variant : ""}};
  }

  static bool has_rules(const std::string& variant) {
    return !variant.empty() && variant.find('/') == variant.npos && bool{rules_text(variant, "")};
  }

  void write_home() const {
    constexpr std::size_t most = 10;
    PageData leagues = PageData::array();
    std::int64_t games = 0;
    for (const League& league : content_.leagues) {
      leagues.push_back(league_data(league, most));
      games += league.standings.games;
    }
    frame_.write_list({.path = "index.html", .title = "", .body = "home", .here = "index.html"},
                      {{"leagues", leagues},
                       {"games", games},
                       {"engines", addresses_.size()},
                       {"tournaments", content_.runs.size()}},
                      "leagues", 40);
  }

  void write_league(const League& league) const {
    PageData data = league_data(league, league.standings.rows.size());
    data["crosstable"] = crosstable(league);
    data["runs"] = runs_data(league.runs, 200);
    frame_.write_list({.path = fmt::format("games/{}.html", league.key),
                       .title = title_of(league),
                       .body = "league",
                       .here = "index.html",
                       .subtitle = fmt::format("{} games, {} engines, {} tournaments", league.standings.games,
                                               league.standings.rows.size(), league.runs.size())},
                      data, "rows");
  }

  // The results of a player against another.
  struct Versus {
    std::int64_t wins = 0, draws = 0, losses = 0;
    std::int64_t first_wins = 0, first_draws = 0, first_losses = 0;  // of these, as south
    std::int64_t games() const { return wins + draws + losses; }
    double score() const { return (double(wins) + double(draws) / 2) / double(games()); }
  };

  static std::optional<Versus> versus(const League& league, const std::string& name,
                                      const std::string& other) {
    const auto found = league.tally.meetings().find(std::minmax(name, other));
    if (found == league.tally.meetings().end()) return std::nullopt;
    const bool is_first = name <= other;
    const auto& south = is_first ? found->second.first_south.results : found->second.second_south.results;
    const auto& north = is_first ? found->second.second_south.results : found->second.first_south.results;
    const Versus result{.wins = south[2] + north[0],
                        .draws = south[1] + north[1],
                        .losses = south[0] + north[2],
                        .first_wins = south[2],
                        .first_draws = south[1],
                        .first_losses = south[0]};
    return result.games() > 0 ? std::optional{result} : std::nullopt;
  }

  // The scores of every two players of a small league.
  static PageData crosstable(const League& league) {
    constexpr std::size_t most = 20;
    const auto& rows = league.standings.rows;
    if (rows.size() < 2 || rows.size() > most) return nullptr;
    return {{"columns", array_of(rows.size(),
                                 [&](std::size_t k) {
                                   return PageData{{"number", k + 1}};
                                 })},
            {"lines", array_of(rows.size(), [&](std::size_t i) {
               return PageData{
                   {"number", i + 1},
                   {"name", rows[i].name},
                   {"cells", array_of(rows.size(), [&](std::size_t k) {
                      const auto one = versus(league, rows[i].name, rows[k].name);
                      return PageData{{"score", i == k ? "·" : one ? percent(one->score()) : "-"}};
                    })}};
             })}};
  }

  // A row of an engine's head-to-head table.
  PageData opponent_row(const League& league, const std::string& name, const report::StandingsRow& other,
                        const Versus& results) const {
    const rating::Fit& fit = league.standings.fit;
    const auto at = [&](const std::string& one) {
      return static_cast<std::size_t>(std::ranges::find(fit.engines, one) - fit.engines.begin());
    };
    const std::size_t own = at(name), opponent = at(other.name);
    const bool rated = fit.comparable(own, opponent) && fit.group_of(own).rated();
    PageData reports = PageData::array();
    for (const std::size_t index : league.meetings.at(std::minmax(name, other.name)))
      if (reports.size() < 3)
        reports.push_back(
            {{"name", content_.runs[index].source.name}, {"key", content_.runs[index].source.key}});
    return {
        {"name", other.name},
        {"address", engine_address(league, other.name)},
        {"games", results.games()},
        {"score", percent(results.score())},
        {"results", fmt::format("{}-{}-{}", results.wins, results.draws, results.losses)},
        {"as_first", fmt::format("{}-{}-{}", results.first_wins, results.first_draws, results.first_losses)},
        {"difference", rated ? signed_decimal(fit.elo[own] - fit.elo[opponent], 1) : "-"},
        {"error", rated ? decimal(rating::z95 * fit.difference_error(own, opponent), 1) : "-"},
        {"los", rated ? percent(fit.superiority(own, opponent)) : "-"},
        {"reports", reports}};
  }

  // A player of an engine's page: its version, its rating, its opponents.
  PageData player_data(const League& league, const std::string& name, const Player& player,
                       std::size_t most) const {
    PageData opponents = PageData::array();
    std::size_t left_out = 0;
    PageData rating;
    for (const report::StandingsRow& row : league.standings.rows) {
      if (row.name == name) rating = board_row(league, row);
      const auto results = row.name == name ? std::nullopt : versus(league, name, row.name);
      if (results && opponents.size() == most)
        ++left_out;
      else if (results)
        opponents.push_back(opponent_row(league, name, row, *results));
    }
    return {{"name", name},
            {"league", title_of(league)},
            {"key", league.key},
            {"program", player.program},
            {"announced", player.announced},
            {"limit", player.limit},
            {"rating", rating},
            {"opponents", opponents},
            {"left_out", left_out > 0 ? PageData(left_out) : PageData()},
            {"runs", runs_data(player.runs, most)}};
  }

  using Listed = std::pair<const League*, std::string>;  // a player and its league

  void write_engines() const {
    std::map<std::string, std::vector<Listed>> engines;
    for (const League& league : content_.leagues)
      for (const auto& [name, player] : league.players) engines[player.engine].emplace_back(&league, name);
    PageData rows = PageData::array();
    for (const auto& [engine, listed] : engines) rows.push_back(write_engine(engine, listed));
    frame_.write_list(
        {.path = "engines/index.html", .title = "Engines", .body = "engines", .here = "engines/index.html"},
        {{"rows", rows}}, "rows");
  }

  // Writes the page of an engine; returns its row in the list of engines.
  PageData write_engine(const std::string& engine, const std::vector<Listed>& listed) const {
    constexpr std::size_t most_players = 4, most_opponents = 300, most_lists = 5;
    const std::size_t most = most_opponents / std::min(listed.size(), most_players);
    const PageData players = array_of(listed.size(), [&](std::size_t i) {
      const auto& [league, name] = listed[i];
      return player_data(*league, name, league->players.at(name), most);
    });
    const std::string& address = addresses_.at(engine);
    frame_.write_list(
        {.path = "engines/" + address, .title = engine, .body = "engine", .here = "engines/index.html"},
        {{"players", players}}, "players", most_players);
    const PageData lists = array_of(std::min(most_lists, players.size()), [&](std::size_t i) {
      const PageData& player = players[i];
      return PageData{{"league", player["league"]},
                      {"key", player["key"]},
                      {"name", player["name"]},
                      {"elo", player["rating"]["elo"]}};
    });
    return {{"name", engine}, {"address", address}, {"lists", lists}};
  }

  // The latest runs of these, at most `most`.
  PageData runs_data(const std::vector<std::size_t>& indexes, std::size_t most) const {
    const std::size_t from = indexes.size() > most ? indexes.size() - most : 0;
    return array_of(indexes.size() - from,
                    [&](std::size_t i) { return run_row(content_.runs[indexes[indexes.size() - 1 - i]]); });
  }

  static PageData run_row(const RunData& run) {
    return {{"name", run.source.name},
            {"key", run.source.key},
            {"rules", fmt::format("{} {}", run.digest.run.variant, run.digest.run.ruleset)},
            {"games", run.digest.games.size()},
            {"day", day(run.started)}};
  }

  void write_runs() {
    PageData rows = PageData::array();
    std::vector<std::size_t> order(content_.runs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return content_.runs[i].started; });
    for (const std::size_t i : order) {
      rows.push_back(run_row(content_.runs[i]));
      write_run(content_.runs[i]);
    }
    frame_.write_list(
        {.path = "runs/index.html", .title = "Tournaments", .body = "runs", .here = "runs/index.html"},
        {{"rows", rows}}, "rows");
  }

  void write_run(const RunData& run) {
    const std::string folder = fmt::format("runs/{}/", run.source.key);
    const report::Standings standings =
        run::quick_standings(run::run_meta(run.digest), run::tally_of(run.digest));
    const record::RunInfo& info = run.digest.run;
    PageData files = PageData::array();
    const auto add = [&](const char* name, const std::string& text) {
      if (text.empty() || text.size() > most_bytes) return;
      files_.write(folder + name, text);
      files.push_back({{"file", name}});
    };
    add("standings.csv", report::csv_table(standings));
    add("standings.json", report::json_table(standings));
    add("config.yaml", run.config);
    for (const char* name : {"errors.csv", "games.csv", "games.ogn"})
      if (stamp_of(run.source.folder / name).size < most_bytes)
        if (const auto text = read_file(run.source.folder / name)) add(name, *text);
    const report::RunMeta& meta = standings.meta;
    const std::string table = report::text_table(standings, {.width = 200});
    frame_.write({.path = folder + "index.html",
                  .title = run.source.name,
                  .body = "run",
                  .here = "runs/index.html",
                  .subtitle = fmt::format("{} {}", info.variant, info.ruleset)},
                 {{"started", run.started},
                  {"ended", run.ended},
                  {"games", run.digest.games.size()},
                  {"format", meta.format},
                  {"limit", info.limit},
                  {"openings", info.openings},
                  {"isolation", run.journal ? meta.isolation : ""},
                  {"version", run.journal ? meta.version : ""},
                  {"table", table.size() < most_bytes / 2 ? table : ""},
                  {"config", run.config.size() < most_bytes / 4 ? run.config : ""},
                  {"report", run.report},
                  {"files", files}});
  }

  void write_openings_pages() {
    PageData rows = PageData::array();
    for (const League& league : content_.leagues) {
      const std::string data = write_openings(files_, league);
      if (data.empty()) continue;
      explored_.insert(league.key);
      rows.push_back({{"key", league.key}, {"league", title_of(league)}});
      frame_.write({.path = fmt::format("openings/{}.html", league.key),
                    .title = fmt::format("Openings of {}", title_of(league)),
                    .body = "openings",
                    .here = "openings/index.html",
                    .subtitle = fmt::format("Positions of the first {} plies that at least {} games reached",
                                            PositionCounts::plies, fewest_games),
                    .script = true},
                   {{"data", data}});
    }
    frame_.write(
        {.path = "openings/index.html", .title = "Openings", .body = "list", .here = "openings/index.html"},
        {{"rows", rows}, {"none", "No position was reached by enough games."}});
  }

  void write_rules() const {
    PageData rows = PageData::array();
    for (const auto& game : catalogue()) {
      const std::string name = game["name"];
      const auto text = rules_text(name, "");
      if (!text) continue;
      rows.push_back({{"key", name}, {"league", game["title"]}});
      frame_.write({.path = fmt::format("rules/{}.html", name),
                    .title = game["title"],
                    .body = "rules",
                    .here = "rules/index.html"},
                   {{"text", *text}, {"name", name}, {"play", content_.play}});
    }
    frame_.write({.path = "rules/index.html", .title = "Rules", .body = "list", .here = "rules/index.html"},
                 {{"rows", rows}});
  }

  static constexpr std::size_t most_bytes = 300'000;

  SiteFiles& files_;
  const SiteContent& content_;
  PageFrame frame_;
  std::map<std::string, std::string> addresses_;  // of the pages of engines
  std::set<std::string> explored_;                // leagues with a page of openings
};

}  // namespace

void write_pages(SiteFiles& files, const SiteContent& content) { Pages{files, content}.write(); }

}  // namespace ebiri::site

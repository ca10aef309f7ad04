// The pages of a site, and how it is built from its runs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "referee/explain/rules_blocks.hpp"
#include "referee/explain/variant.hpp"
#include "referee/report/crosstable.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/page.hpp"
#include "referee/report/table.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/site/play.hpp"
#include "referee/site/runs.hpp"
#include "referee/site/site.hpp"
#include "referee/site/templates.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::site {

namespace {

using report::decimal;
using report::percent;
using report::signed_decimal;

using Json = nlohmann::ordered_json;  // also for the fields of a template (report/templates.hpp)

// `engines/index.html` or `engines/index~2.html`, with the number of the page.
std::string numbered(const std::string& path, std::size_t number) {
  if (number == 0) return path;
  return fmt::format("{}~{}.html", path.substr(0, path.size() - std::string_view{".html"}.size()),
                     number + 1);
}

Json array_of(std::size_t n, const auto& make) {
  Json list = Json::array();
  for (std::size_t i = 0; i < n; ++i) list.push_back(make(i));
  return list;
}

// Terms and their values, without those that have an empty value.
Json facts_of(std::initializer_list<std::pair<const char*, std::string>> all) {
  Json facts = Json::array();
  for (const auto& [term, value] : all)
    if (!value.empty()) facts.push_back({{"term", term}, {"value", value}});
  return facts;
}

constexpr std::size_t largest_download = 300'000;  // in bytes; other files stay near it
constexpr std::size_t max_parts = 20;              // of a download

// Splits OGN into parts of whole games, each of at most `largest_download` bytes. Empty if a game is larger.
std::vector<std::string_view> parts_of(std::string_view games) {
  std::vector<std::string_view> parts;
  while (!games.empty()) {
    std::size_t size = games.size();
    if (size > largest_download) {
      size = games.rfind("\n[Event ", largest_download - 1);
      if (size == games.npos) return {};
      ++size;
    }
    parts.push_back(games.substr(0, size));
    games.remove_prefix(size);
  }
  return parts;
}

// The files that the page of a run offers.
class Downloads {
 public:
  Downloads(SiteFiles& output, std::string folder) : output_(output), folder_(std::move(folder)) {}

  // Offers a file, or the parts of a large OGN file.
  void offer(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const std::uintmax_t size = stamp_of(file).size;
    if (size > max_parts * largest_download) return leave_out(name, static_cast<double>(size));
    const auto text = read_file(file);
    if (!text) return;
    const auto parts = name.ends_with(".ogn") ? parts_of(*text) : std::vector<std::string_view>{};
    if (parts.size() < 2) return offer(name, *text);
    for (std::size_t i = 0; i < parts.size(); ++i)
      offer(fmt::format("{}-{}.ogn", file.stem().string(), i + 1), std::string{parts[i]});
  }

  void offer(const std::string& name, const std::string& text) {
    if (text.size() > largest_download) return leave_out(name, static_cast<double>(text.size()));
    if (text.empty()) return;
    output_.write(folder_ + name, text);
    files.push_back({{"file", name}});
  }

  Json files = Json::array();
  std::string left_out;  // `games.csv (1.2 MB)`

 private:
  void leave_out(const std::string& name, double size) {
    left_out += fmt::format("{}{} ({:.1f} MB)", left_out.empty() ? "" : ", ", name, size / 1e6);
  }

  SiteFiles& output_;
  std::string folder_;
};

constexpr std::size_t max_bytes = 200'000;  // a file ends with the position that makes it larger than this
constexpr std::uint32_t min_games = 20;     // that reached a position in the explorer of openings

// The positions that the explorer of openings shows, in breadth-first order from the beginnings.
class Explorer {
 public:
  explicit Explorer(const PositionCounts& counts) : counts_(counts) {}

  // Adds a position that enough games reached. Returns its index, or nothing.
  std::optional<std::size_t> add(std::unique_ptr<rules::Game> game) {
    const PositionResults* results = counts_.find(game->hash());
    if (results == nullptr || games_in(*results) < min_games) return std::nullopt;
    const auto [at, is_new] = indexes_.try_emplace(game->hash(), games_.size());
    if (is_new) games_.push_back(std::move(game));
    return at->second;
  }

  // A position as JSON: text, results, scene, moves to shown positions. Adds those positions. Call it once
  // for each index, because it frees the game.
  Json row(std::size_t index) {
    const rules::Game& game = *games_[index];
    const PositionResults results = *counts_.find(game.hash());
    std::vector<Json> moves;
    if (!game.outcome() && !game.arrangement()) {
      for (const std::string& move : game.legal_moves()) {
        auto after = game.clone();
        if (after->play(move) || after->arrangement()) continue;
        const PositionResults* reached = counts_.find(after->hash());
        if (const auto place = add(std::move(after)))
          moves.push_back(Json{move, *place, (*reached)[0], (*reached)[1], (*reached)[2]});
      }
    }
    std::ranges::stable_sort(moves, std::greater{}, [](const Json& move) {
      return move[2].get<int>() + move[3].get<int>() + move[4].get<int>();
    });
    Json row{game.position(),       results[0], results[1], results[2], report::scene_json(game.scene()),
             Json(std::move(moves))};
    games_[index].reset();
    return row;
  }

  std::size_t size() const { return games_.size(); }

 private:
  const PositionCounts& counts_;
  std::vector<std::unique_ptr<rules::Game>> games_;  // null after its row was made
  std::unordered_map<std::uint64_t, std::size_t> indexes_;
};

// The beginnings that most games reached, with the numbers of games, most frequent first.
std::vector<std::pair<std::uint32_t, std::string>> frequent_beginnings(const PositionCounts& counts) {
  constexpr std::size_t most = 500;
  std::vector<std::pair<std::uint32_t, std::string>> list;
  for (const auto& [position, hash] : counts.beginnings())
    if (const PositionResults* results = counts.find(hash); results != nullptr)
      list.emplace_back(games_in(*results), position);
  std::ranges::stable_sort(list, std::greater{}, [](const auto& entry) { return entry.first; });
  if (list.size() > most) list.resize(most);
  return list;
}

// Writes the positions of a league to openings/KEY-N.js. Returns the data of the page openings/KEY.html,
// which shows them, as JSON; or an empty text if there are no positions.
std::string write_openings(SiteFiles& files, const League& league) {
  const auto rules = rules::make_rules(league.variant, league.ruleset);
  if (!rules || league.positions.beginnings().empty()) return {};
  Explorer explorer{league.positions};
  Json beginnings = Json::array();
  for (const auto& [games, position] : frequent_beginnings(league.positions))
    if (auto game = (*rules)->from_position(position))
      if (const auto index = explorer.add(*std::move(game))) beginnings.push_back({position, *index});
  Json firsts = Json::array();  // the index of the first position of each file
  std::string rows;
  const auto write = [&] {
    const std::string name = fmt::format("openings/{}-{}.js", league.key, firsts.size() - 1);
    files.write(name, fmt::format("ebiriPositions({}, [{}]);\n", firsts.back().get<std::size_t>(), rows));
    rows.clear();
  };
  for (std::size_t i = 0; i < explorer.size(); ++i) {
    if (rows.empty()) firsts.push_back(i);
    rows += (rows.empty() ? "" : ",\n") + explorer.row(i).dump();
    if (rows.size() > max_bytes) write();
  }
  if (!rows.empty()) write();
  if (firsts.empty()) return {};
  return report::script_safe(Json{{"key", league.key},
                                  {"shape", report::shape_json((*rules)->shape())},
                                  {"beginnings", std::move(beginnings)},
                                  {"firsts", std::move(firsts)}});
}

class Pages {
 public:
  Pages(SiteFiles& files, const SiteSettings& settings, const std::vector<RunData>& runs,
        const std::vector<League>& leagues)
      : files_(files),
        settings_(settings),
        runs_(runs),
        leagues_(leagues) {
    const auto has_positions = [](const RunData& run) { return !run.positions.beginnings().empty(); };
    if (std::ranges::any_of(runs, has_positions)) links_.emplace_back("openings/index.html", "Openings");
    links_.emplace_back("rules/index.html", "Rules");
    if (settings.module) links_.emplace_back("play/index.html", "Play");
    std::map<std::string, int> taken{{"index", 1}};  // engines/index.html is the list
    for (const League& league : leagues) {
      crosstables_.try_emplace(league.key, league.standings, league.tally);
      for (const auto& [name, rated] : league.engines)
        if (!addresses_.contains(rated.engine))
          addresses_[rated.engine] = address_of(rated.engine, taken) + ".html";
    }
  }

  void write() {
    write_openings_pages();  // these first, because other pages link to them
    write_rules();
    write_home();
    for (const League& league : leagues_) write_league(league);
    write_engines();
    write_runs();
  }

 private:
  static constexpr std::size_t max_rows = 400;

  // Writes a page, whose content is the template `body` with `data`. Adds to `frame` what all pages have.
  void write_page(const std::string& path, std::string_view body, report::PageFrame frame, Json data) const {
    for (const char letter : path)
      if (letter == '/') frame.root += "../";
    frame.site = settings_.title;
    frame.links = links_;
    frame.script = "markup.js";
    frame.footer = fmt::format("Ebiri {}", version_number());
    files_.write(
        path,
        report::render_page(templates, frame, body, std::move(data), {"rating_table", "run_table"}) + "\n");
  }

  // Writes pages of at most `most` rows of the list `rows` in `data`: `engines/index.html`,
  // `engines/index~2.html`, and so on. Each links to all of them (`pager`).
  void write_list(const std::string& path, std::string_view body, const report::PageFrame& frame,
                  const Json& data, const std::string& rows, std::size_t most = max_rows) const {
    const Json all = data.at(rows);
    const std::size_t pages = std::max<std::size_t>(1, (all.size() + most - 1) / most);
    for (std::size_t k = 0; k < pages; ++k) {
      Json one = data;
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(k * most);
      one[rows] = Json(begin, begin + static_cast<std::ptrdiff_t>(std::min(most, all.size() - k * most)));
      one["pager"] = array_of(pages > 1 ? pages : 0, [&](std::size_t other) {
        return Json{{"file", numbered(path, other).substr(path.rfind('/') + 1)},
                    {"number", other + 1},
                    {"here", other == k}};
      });
      write_page(numbered(path, k), body, frame, std::move(one));
    }
  }

  static std::string title_of(const League& league) {
    return league.variant.empty() ? "Unknown rules" : fmt::format("{} {}", league.variant, league.ruleset);
  }

  std::string engine_address(const League& league, const std::string& name) const {
    return addresses_.at(league.engines.at(name).engine);
  }

  Json rating_row(const League& league, const report::StandingsRow& row) const {
    return {{"place", row.rated ? report::range_text(row.rank.best, row.rank.worst) : "-"},
            {"name", row.name},
            {"address", engine_address(league, row.name)},
            {"elo", row.rated ? signed_decimal(row.elo, 1) + (row.marked ? "*" : "") : "-"},
            {"error", row.rated ? decimal(row.error95, 1) : "-"},
            {"games", row.games},
            {"score", percent(row.score)},
            {"results", report::results_text(row.results)},
            {"runs", league.engines.at(row.name).runs.size()},
            {"group", league.standings.fit.groups.size() > 1 ? fmt::format("{}", row.group + 1) : ""}};
  }

  // `most`: the maximum number of rows of the league's list.
  Json league_data(const League& league, std::size_t most) const {
    const bool several = league.standings.fit.groups.size() > 1;
    const auto row = [&](std::size_t i) { return rating_row(league, league.standings.rows[i]); };
    return {{"key", league.key},
            {"league", title_of(league)},
            {"games", league.standings.games},
            {"engines", league.standings.rows.size()},
            {"tournaments", league.runs.size()},
            {"rows", array_of(std::min(most, league.standings.rows.size()), row)},
            {"more", league.standings.rows.size() > most},
            {"several", several},
            {"marked", std::ranges::any_of(league.standings.rows, &report::StandingsRow::marked)},
            {"openings", explored_.contains(league.key)},
            {"rules", explained_.contains(league.variant) ? league.variant : ""}};
  }

  void write_home() const {
    constexpr std::size_t most = 10;
    Json leagues = Json::array();
    std::int64_t games = 0;
    for (const League& league : leagues_) {
      leagues.push_back(league_data(league, most));
      games += league.standings.games;
    }
    write_list("index.html", "home", {.title = settings_.title, .here = "index.html"},
               {{"leagues", leagues},
                {"games", games},
                {"engines", addresses_.size()},
                {"tournaments", runs_.size()}},
               "leagues", 40);
  }

  void write_league(const League& league) const {
    Json data = league_data(league, league.standings.rows.size());
    data["crosstable"] = crosstable(league);
    data["runs"] = runs_data(league.runs, 200);
    write_list(fmt::format("games/{}.html", league.key), "league",
               {.title = title_of(league),
                .subtitle = fmt::format("{} games, {} engines, {} tournaments", league.standings.games,
                                        league.standings.rows.size(), league.runs.size()),
                .here = "index.html"},
               data, "rows");
  }

  // The score of each pair of engines; null for a large league.
  Json crosstable(const League& league) const {
    constexpr std::size_t most = 20;
    const report::Crosstable& table = crosstables_.at(league.key);
    if (table.size() < 2 || table.size() > most) return nullptr;
    const auto line = [&](std::size_t i) {
      return Json{{"number", i + 1},
                  {"name", table.name(i)},
                  {"address", engine_address(league, table.name(i))},
                  {"cells", array_of(table.size(), [&](std::size_t k) {
                     return Json{{"score", i == k ? "·" : percent(rating::score(table.at(i, k).results))}};
                   })}};
    };
    const auto column = [](std::size_t k) { return Json{{"number", k + 1}}; };
    return {{"columns", array_of(table.size(), column)}, {"lines", array_of(table.size(), line)}};
  }

  // A row of an engine's head-to-head table.
  Json opponent_row(const League& league, const std::string& name, const std::string& opponent,
                    const report::Against& against) const {
    Json meetings = Json::array();
    for (const std::size_t index : league.meetings.at(std::minmax(name, opponent)))
      if (meetings.size() < 3)
        meetings.push_back({{"name", runs_[index].source.name}, {"key", runs_[index].source.key}});
    const auto& pool = against.pool;
    return {{"name", opponent},
            {"address", engine_address(league, opponent)},
            {"games", against.games()},
            {"score", percent(rating::score(against.results))},
            {"results", report::results_text(against.results)},
            {"difference", pool ? signed_decimal(pool->elo, 1) : "-"},
            {"error", pool ? decimal(pool->error95(), 1) : "-"},
            {"los", pool ? percent(pool->superiority) : "-"},
            {"meetings", meetings}};
  }

  // An engine of a league on the engine's page: its version, its rating, its opponents.
  Json rated_data(const League& league, const std::string& name, const RatedEngine& rated,
                  std::size_t most) const {
    const report::Crosstable& table = crosstables_.at(league.key);
    std::size_t own = 0;
    while (table.name(own) != name) ++own;
    Json opponents = Json::array();
    std::size_t left_out = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const auto against = row == own ? report::Against{} : table.at(own, row);
      if (against.games() > 0 && opponents.size() == most)
        ++left_out;
      else if (against.games() > 0)
        opponents.push_back(opponent_row(league, name, table.name(row), against));
    }
    return {{"name", name},
            {"league", title_of(league)},
            {"key", league.key},
            {"program", rated.program},
            {"facts", facts_of({{"Reported name", rated.announced}, {"Limit", rated.limit}})},
            {"rating", rating_row(league, league.standings.rows[own])},
            {"opponents", opponents},
            {"left_out", left_out > 0 ? Json(left_out) : Json()},
            {"runs", runs_data(rated.runs, most)}};
  }

  using Listed = std::pair<const League*, std::string>;  // a league and a name in it

  void write_engines() const {
    std::map<std::string, std::vector<Listed>> engines;
    for (const League& league : leagues_)
      for (const auto& [name, rated] : league.engines) engines[rated.engine].emplace_back(&league, name);
    Json rows = Json::array();
    for (const auto& [engine, listed] : engines) rows.push_back(write_engine(engine, listed));
    write_list("engines/index.html", "engines", {.title = "Engines", .here = "engines/index.html"},
               {{"rows", rows}}, "rows");
  }

  // Writes the page of an engine; returns its row in the list of engines.
  Json write_engine(const std::string& engine, const std::vector<Listed>& listed) const {
    constexpr std::size_t max_rated = 4, max_opponents = 300, max_lists = 5;
    const std::size_t most = max_opponents / std::min(listed.size(), max_rated);
    const Json rated = array_of(listed.size(), [&](std::size_t i) {
      const auto& [league, name] = listed[i];
      return rated_data(*league, name, league->engines.at(name), most);
    });
    const std::string& address = addresses_.at(engine);
    write_list("engines/" + address, "engine", {.title = engine, .here = "engines/index.html"},
               {{"rated", rated}}, "rated", max_rated);
    const Json lists = array_of(std::min(max_lists, rated.size()), [&](std::size_t i) {
      const Json& one = rated[i];
      return Json{{"league", one["league"]},
                  {"key", one["key"]},
                  {"name", one["name"]},
                  {"elo", one["rating"]["elo"]}};
    });
    return {{"name", engine}, {"address", address}, {"lists", lists}};
  }

  // The latest of these runs, at most `most`.
  Json runs_data(const std::vector<std::size_t>& indexes, std::size_t most) const {
    const std::size_t from = indexes.size() > most ? indexes.size() - most : 0;
    return array_of(indexes.size() - from,
                    [&](std::size_t i) { return run_row(runs_[indexes[indexes.size() - 1 - i]]); });
  }

  static Json run_row(const RunData& run) {
    return {{"name", run.source.name},
            {"key", run.source.key},
            {"rules", fmt::format("{} {}", run.digest.run.variant, run.digest.run.ruleset)},
            {"games", run.games},
            {"day", run.started.substr(0, 10)}};
  }

  void write_runs() {
    Json rows = Json::array();
    auto order = mapped<const RunData*>(runs_, [](const RunData& run) { return &run; });
    std::ranges::stable_sort(order, std::greater{}, &RunData::started);
    for (const RunData* run : order) {
      rows.push_back(run_row(*run));
      write_run(*run);
    }
    write_list("runs/index.html", "runs", {.title = "Tournaments", .here = "runs/index.html"},
               {{"runs", rows}}, "runs");
  }

  void write_run(const RunData& run) {
    const std::string folder = fmt::format("runs/{}/", run.source.key);
    const report::Standings standings =
        run::quick_standings(run::run_meta(run.digest), run::tally_of(run.digest));
    const record::RunInfo& info = run.digest.run;
    Downloads downloads{files_, folder};
    downloads.offer("standings.csv", report::csv_table(standings));
    downloads.offer("standings.json", report::json_table(standings));
    downloads.offer("config.yaml", run.config);
    for (const char* name : {"errors.csv", "games.csv", "games.ogn"})
      if (!run.source.folder.empty()) downloads.offer(run.source.folder / name);
    const report::RunMeta& meta = standings.meta;
    const std::string played = run.started.empty() ? "" : run.started + " to " + run.ended + " UTC";
    const std::string table = report::text_table(standings, {.width = 200});
    write_page(folder + "index.html", "run",
               {.title = run.source.name,
                .subtitle = fmt::format("{} {}", info.variant, info.ruleset),
                .here = "runs/index.html"},
               {{"facts", facts_of({{"Games", std::to_string(run.games)},
                                    {"Played", played},
                                    {"Format", meta.format},
                                    {"Limit", info.limit},
                                    {"Openings", info.openings},
                                    {"Isolation", run.journal ? meta.isolation : ""},
                                    {"Referee", run.journal ? meta.version : ""}})},
                {"texts", facts_of({{"Standings", table.size() < largest_download / 2 ? table : ""},
                                    {"Config", run.config.size() < largest_download / 4 ? run.config : ""}})},
                {"report", run.report},
                {"files", downloads.files},
                {"left_out", downloads.left_out}});
  }

  void write_openings_pages() {
    Json rows = Json::array();
    for (const League& league : leagues_) {
      const std::string data = write_openings(files_, league);
      if (data.empty()) continue;
      explored_.insert(league.key);
      rows.push_back({{"key", league.key}, {"text", title_of(league)}});
      write_page(fmt::format("openings/{}.html", league.key), "openings",
                 {.title = fmt::format("Openings of {}", title_of(league)),
                  .subtitle = fmt::format("Positions of the first {} plies that at least {} games reached",
                                          PositionCounts::plies, min_games),
                  .here = "openings/index.html"},
                 {{"data", data}});
    }
    write_page("openings/index.html", "list", {.title = "Openings", .here = "openings/index.html"},
               {{"rows", rows}, {"none", "No position was reached by enough games."}});
  }

  void write_rules() {
    Json rows = Json::array();
    for (const auto& game : catalogue()) {
      const std::string name = game["name"];
      const auto text = rules_text(name, "");
      if (!text) continue;
      explained_.insert(name);
      rows.push_back({{"key", name}, {"text", game["title"]}});
      const auto variant = rules::find_variant(name);
      write_page(fmt::format("rules/{}.html", name), "rules",
                 {.title = game["title"], .here = "rules/index.html"},
                 {{"html", explain::rules_html(*text)},
                  {"options", variant ? explain::variant_options(**variant) : ""},
                  {"name", name},
                  {"play", settings_.module.has_value()}});
    }
    write_page("rules/index.html", "list", {.title = "Rules", .here = "rules/index.html"}, {{"rows", rows}});
  }

  SiteFiles& files_;
  const SiteSettings& settings_;
  const std::vector<RunData>& runs_;
  const std::vector<League>& leagues_;
  // The navigation of all pages.
  std::vector<std::pair<std::string, std::string>> links_{
      {"index.html", "Ratings"}, {"engines/index.html", "Engines"}, {"runs/index.html", "Tournaments"}};
  std::map<std::string, std::string> addresses_;           // of the pages of engines
  std::map<std::string, report::Crosstable> crosstables_;  // by league
  std::set<std::string> explored_;                         // leagues with a page of openings
  std::set<std::string> explained_;                        // games with a page of rules
};

Error about_arguments(Error error) {
  error.kind = Error::Kind::arguments;
  return error;
}

}  // namespace

Result<BuiltSite> build_site(const SiteSettings& settings, run::Progress* progress) {
  const auto sources = find_runs(settings.inputs);
  if (!sources) return about_arguments(sources.error());
  auto files = SiteFiles::open(settings.output, settings.cache / "files.txt");
  if (!files) return about_arguments(files.error());
  BuiltSite built{.runs = sources->size()};
  std::vector<RunData> runs;
  for (const RunSource& source : *sources) {
    auto data = read_run(source, settings.cache, *files, progress);
    if (!data) return data.error();
    if (data->journal && data->digest.run.variant.empty()) {  // its engines are starting, or were killed
      built.remarks.push_back(fmt::format("{}: the run has not begun", source.games.string()));
      continue;
    }
    built.read += data->fresh ? 1U : 0U;
    const auto rejected = run::describe_rejected(source.games, data->digest, "left out");
    built.remarks.insert(built.remarks.end(), rejected.begin(), rejected.end());
    if (!data->report_problem.empty())
      built.remarks.push_back(fmt::format("{}: no report: {}", source.games.string(), data->report_problem));
    runs.push_back(*std::move(data));
  }
  if (progress != nullptr) progress->doing("rating");
  const auto leagues = make_leagues(runs, settings.overrides, built.remarks);
  if (!leagues) return about_arguments(leagues.error());
  if (progress != nullptr) progress->doing("writing the pages");
  files->write("style.css", std::string{style_sheet});
  files->write("markup.js", std::string{markup_script});
  files->write("openings/openings.js", std::string{openings_script});
  Pages{*files, settings, runs, *leagues}.write();
  if (settings.module) write_play_page(*files, settings.title, *settings.module);
  if (const auto done = files->finish(); !done) return done.error();
  built.files = files->size();
  built.changed = files->changed();
  return built;
}

}  // namespace ebiri::site

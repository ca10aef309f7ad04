#include "referee/site/runs.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "referee/rating/fit.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/page.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::site {

// The fields that the JSON in the cache has; the digest has a file of its own.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunData, started, ended, journal, report, limits, positions)

namespace {

namespace fs = std::filesystem;
using GameResult = match::Verdict::Result;
using Time = std::chrono::sys_time<std::chrono::milliseconds>;

// The file of games in a run folder; empty if there is none.
fs::path games_of(const fs::path& folder) {
  for (const char* name : {"games.jsonl", "games.csv"})
    if (is_regular_file(status_of(folder / name))) return folder / name;
  return {};
}

// A text that changes whenever the games, the analysis or the program change.
std::string stamp_text(const fs::path& games) {
  std::string text = fmt::format("{} {}", fs::absolute(games).string(), version_text());
  for (const fs::path& file : {games, games.parent_path() / "analysis.json"}) {
    const FileStamp stamp = stamp_of(file);
    text += fmt::format(" {} {}", stamp.size, stamp.at.time_since_epoch().count());
  }
  return text;
}

std::string report_folder(const RunSource& source) { return fmt::format("runs/{}/report/", source.key); }

std::string text_of(Time time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", std::chrono::floor<std::chrono::seconds>(time));
}

// The largest size of the text in a file of a report, before escaping. The last replay of a file may exceed
// it.
constexpr std::size_t max_text = 180'000;

// Writes the report of a run as several files, mostly of at most 250 kB: index.html, and scripts with its
// data, which can be loaded from file://, too. Collects data of the games.
class ReportWriter final : public report::PageOutput {
 public:
  ReportWriter(RunData& data, SiteFiles& files)
      : data_(data),
        files_(files),
        rules_(run::rules_of(data.digest.run)) {}

  void game(const match::GameRecord& game) override {
    if (rules_) data_.positions.add(game, **rules_);
  }

  void replay(std::string_view line) override {
    if (replays_.empty()) firsts_.push_back(taken_);
    replays_ += replays_.empty() ? "" : ",\n";
    replays_ += line;
    ++taken_;
    if (replays_.size() > max_text) write_replays();
  }

  void finish(const report::Page& page) override {
    if (!replays_.empty()) write_replays();
    nlohmann::ordered_json document = report::page_document(page);
    document["shards"] = firsts_;
    write_document(report::document_text(page, document));
    const report::PageGames& games = page.page_games;
    for (const auto& [engine, limits] : games.limits())  // without the factor of `core-speed`
      data_.limits.emplace(engine, split(limits.front(), " x ").front());
    if (!games.played()) return;
    data_.started = text_of(games.played()->first);
    data_.ended = text_of(games.played()->second);
  }

 private:
  void write(const std::string& name, const std::string& text) {
    files_.write(report_folder(data_.source) + name, text);
  }

  void write_replays() {
    write(fmt::format("replays-{}.js", firsts_.size() - 1),
          fmt::format("ebiriReplays({}, [{}]);\n", firsts_.back(), replays_));
    replays_.clear();
  }

  void write_document(const std::string& text) {
    std::string scripts;
    for (std::size_t at = 0, number = 0; at < text.size(); ++number) {
      std::size_t end = std::min(text.size(), at + max_text);
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
        ++end;  // do not split a character
      const std::string name = fmt::format("run-{}.js", number);
      write(name, fmt::format("(self.ebiriParts = self.ebiriParts || []).push({});\n",
                              report::dumped(text.substr(at, end - at))));
      scripts += fmt::format("<script src=\"{}\"></script>\n", name);
      at = end;
    }
    const report::Frame& frame = report::plain_frame;
    write("index.html",
          fmt::format("{}{}<div id=\"home\" hidden data-address=\"../../../index.html\"></div>\n{}{}",
                      report::head_with_scripts(frame), frame.begin, scripts, frame.end));
  }

  RunData& data_;
  SiteFiles& files_;
  Result<std::unique_ptr<rules::Rules>> rules_;
  std::string replays_;
  std::size_t taken_ = 0;            // the number of replays
  std::vector<std::size_t> firsts_;  // the first replay in each file
};

Result<void> read_journal(RunData& data, SiteFiles& files, run::Progress* progress) {
  auto digest = record::read_digest_or_empty(data.source.games, record::default_growth,
                                             reading(progress, data.source.games));
  if (!digest) return digest.error();
  data.digest = *std::move(digest);
  data.journal = true;
  if (data.digest.games.empty()) return {};
  ReportWriter writer{data, files};
  const auto written =
      run::write_page_to(writer, run::run_folder(data.source.games), run::RunState{data.digest}, progress);
  data.report = bool{written};
  if (written) return {};
  data.report_problem = written.error().message;
  data.positions = {};  // incomplete
  return {};
}

Result<void> read_other(RunData& data, run::Progress* progress) {
  auto input = run::read_input(data.source.games.string(), run::Moves::not_needed, progress);
  if (!input) return input.error();
  data.digest = std::move(input->digest);
  data.digest.run.name = data.source.name;
  return {};
}

// Returns whether the cache has the run. `name` is that of the run's files in the cache, without extensions.
bool read_cache(RunData& data, const std::string& name, const std::string& stamp) try {
  const auto text = read_file(name + ".json");
  if (!text) return false;
  const nlohmann::json facts = nlohmann::json::parse(*text, nullptr, false);
  if (!facts.is_object() || facts.value("stamp", "") != stamp) return false;
  auto digest = record::load_digest(name + ".digest");
  if (!digest || digest->fingerprint != stamp) return false;
  data.digest = std::move(digest->digest);
  facts.get_to(data);
  return true;
} catch (const nlohmann::json::exception&) {  // a fact is missing or has another type
  return false;
}

Result<void> write_cache(const RunData& data, const std::string& name, const std::string& stamp) {
  record::save_digest(name + ".digest", {.digest = data.digest, .fingerprint = stamp});
  nlohmann::json facts = data;
  facts["stamp"] = stamp;
  const auto replace = nlohmann::json::error_handler_t::replace;
  return write_file(name + ".json", facts.dump(-1, ' ', false, replace) + "\n");
}

void add_source(std::vector<RunSource>& runs, const fs::path& games, std::map<std::string, int>& taken) {
  RunSource run{.name = games.stem().string(), .games = games};
  if (run.name == "games") {
    run.folder = fs::absolute(games).lexically_normal().parent_path();
    run.name = run.folder.filename().string();
  }
  run.key = address_of(run.name, taken);
  runs.push_back(std::move(run));
}

// What a run tells about an engine.
RatedEngine rated_engine(const RunData& run, const std::string& engine) {
  RatedEngine rated{.engine = engine};
  if (const auto limit = run.limits.find(engine); limit != run.limits.end()) rated.limit = limit->second;
  if (run.digest.plans.empty()) return rated;
  const record::PlanInfo& plan = run.digest.plans.back();
  const auto at = static_cast<std::size_t>(std::ranges::find(plan.engines, engine) - plan.engines.begin());
  if (at < plan.fingerprints.size()) rated.program = plan.fingerprints[at];
  if (at < plan.announced.size()) rated.announced = plan.announced[at];
  return rated;
}

bool agree(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other;
}

// Adds the run to the engine that `found` matches, or to a new one. Returns the engine's name in the league.
std::string add_engine(League& league, const RatedEngine& found, std::size_t run) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? found.engine : fmt::format("{} ({})", found.engine, number);
    const auto [known, is_new] = league.engines.try_emplace(name, found);
    RatedEngine& rated = known->second;
    const bool same = rated.engine == found.engine && agree(rated.program, found.program) &&
                      agree(rated.limit, found.limit);
    if (!same) continue;
    if (rated.program.empty()) rated.program = found.program;
    if (rated.limit.empty()) rated.limit = found.limit;
    if (!found.announced.empty()) rated.announced = found.announced;
    rated.runs.push_back(run);
    return name;
  }
}

// `overrides` are valid.
void rate(League& league, const std::vector<RunData>& runs, const std::vector<std::string>& overrides,
          std::vector<std::string>& remarks) {
  std::vector<std::size_t> order = league.runs;  // a game counts in its journal, which names the limits
  std::ranges::stable_partition(order, [&](std::size_t i) { return runs[i].journal; });
  std::vector<run::Input> inputs;
  for (const std::size_t index : order) {
    const RunData& run = runs[index];
    std::map<std::string, std::string> names;  // in the league, by engine
    for (const std::string& engine : run::engine_names(run.digest))
      names.emplace(engine, add_engine(league, rated_engine(run, engine), index));
    inputs.push_back(
        {.path = run.source.games.string(), .digest = run.digest, .has_full_records = run.journal});
    run::rename_engines(inputs.back().digest, names);
  }
  // With their new names: changed engines may play the same games.
  const auto repeated = run::remove_repeated_games(inputs);
  remarks.insert(remarks.end(), repeated.begin(), repeated.end());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const rating::Tally own = run::tally_of(inputs[i].digest);
    for (const auto& [pairing, meeting] : own.meetings()) league.meetings[pairing].push_back(order[i]);
    if (!inputs[i].digest.games.empty()) league.positions.add(runs[order[i]].positions);
  }
  const record::Digest all = run::merged(std::move(inputs)).digest;
  const auto own = run::scoring_of(all, overrides);  // an error if this version cannot read the plan
  if (!own)
    remarks.push_back(
        fmt::format("{} {}: rated with the default settings, because those of the plan cannot be read: {}",
                    league.variant, league.ruleset, own.error().message));
  rating::Scoring scoring = own ? *own : *run::scoring_of({}, overrides);
  std::erase_if(scoring.rating.anchors,
                [&](const rating::Anchor& anchor) { return !league.engines.contains(anchor.engine); });
  league.tally = run::tally_of(all);
  const report::RunMeta meta{.name = league.key,
                             .variant = league.variant,
                             .ruleset = league.ruleset,
                             .version = "ebiri " + version_text(),
                             .scoring = std::move(scoring)};
  league.standings = run::quick_standings(meta, league.tally);
}

}  // namespace

void PositionCounts::add(const match::GameRecord& record, const rules::Rules& rules) {
  if (record.verdict.result == GameResult::void_game) return;
  const auto begun = rules::game_from(rules, record.opening.base.value_or(""));
  if (!begun) return;
  rules::Game& game = **begun;
  const std::size_t kind = record.verdict.result == GameResult::south_wins ? 0
                           : record.verdict.result == GameResult::draw     ? 1
                                                                           : 2;
  bool beginning = true;
  const auto note = [&] {
    if (game.arrangement()) return;  // the game begins when all seeds are laid out
    ++results_[game.hash()][kind];
    if (beginning) beginnings_.emplace(game.position(), game.hash());
    beginning = false;
  };
  note();
  for (std::size_t ply = 0; ply < plies && ply < record.move_count() && !game.outcome(); ++ply) {
    if (rules::advance(game, record.move(ply))) return;
    note();
  }
}

void PositionCounts::add(const PositionCounts& other) {
  for (const auto& [hash, more] : other.results_) {
    PositionResults& results = results_[hash];
    for (std::size_t kind = 0; kind < results.size(); ++kind) results[kind] += more[kind];
  }
  beginnings_.insert(other.beginnings_.begin(), other.beginnings_.end());
}

const PositionResults* PositionCounts::find(std::uint64_t hash) const {
  const auto found = results_.find(hash);
  return found == results_.end() ? nullptr : &found->second;
}

std::string address_of(const std::string& text, std::map<std::string, int>& taken) {
  std::string address;
  for (const char letter : text.substr(0, 80)) {
    const bool safe = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
                      letter == '-' || (letter == '.' && !address.empty());
    address += safe ? letter : '-';
  }
  if (address.empty()) address = "-";
  // Some file systems do not distinguish capitals.
  while (const int earlier = taken[lower_case(address)]++) address += fmt::format("-{}", earlier + 1);
  return address;
}

Result<std::vector<RunSource>> find_runs(const std::vector<std::string>& paths) {
  std::vector<RunSource> runs;
  std::map<std::string, int> taken;
  for (const std::string& path : paths) {
    std::vector<fs::path> found;
    std::error_code failed;
    if (is_regular_file(status_of(path))) {
      found.emplace_back(path);
    } else if (auto games = games_of(path); !games.empty()) {
      found.push_back(std::move(games));
    } else {
      for (fs::directory_iterator at{path, failed}, end; at != end; at.increment(failed))
        if (auto inner = games_of(at->path()); !inner.empty() && !run::is_renamed(at->path()))
          found.push_back(std::move(inner));
      std::ranges::sort(found);
    }
    if (failed && !found.empty())
      return Error{fmt::format("cannot read `{}`: {}", printable(path, 200), failed.message())};
    if (found.empty())
      return Error{
          fmt::format("`{}` has no games: expected a file of games, a run folder, or a folder of run folders",
                      printable(path, 200))};
    for (const fs::path& games : found) add_source(runs, games, taken);
  }
  const auto files = mapped(runs, [](const RunSource& one) { return one.games.string(); });
  if (const auto different = run::all_different(files); !different) return different.error();
  return runs;
}

Result<RunData> read_run(const RunSource& source, const fs::path& cache, SiteFiles& files,
                         run::Progress* progress) {
  RunData data{.source = source};
  const std::string cached = (cache / source.key).string();
  const std::string stamp = stamp_text(source.games);
  if (!read_cache(data, cached, stamp) || (data.report && !files.keep(report_folder(source)))) {
    data = {.source = source, .fresh = true};
    const bool journal = source.games.extension() == ".jsonl";
    if (const auto read = journal ? read_journal(data, files, progress) : read_other(data, progress); !read)
      return read.error();
    if (!files.state()) return files.state().error();  // the report is incomplete, so the run is read again
    if (const auto written = write_cache(data, cached, stamp); !written) return written.error();
  }
  data.games = std::ranges::count_if(
      data.digest.games, [](const match::GameSummary& game) { return game.result != GameResult::void_game; });
  if (!data.digest.plans.empty()) {
    data.config = data.digest.plans.back().config;
  } else if (!source.folder.empty()) {
    if (auto config = read_file(source.folder / "config.yaml")) data.config = *std::move(config);
  }
  return data;
}

Result<std::vector<League>> make_leagues(const std::vector<RunData>& runs,
                                         const std::vector<std::string>& overrides,
                                         std::vector<std::string>& remarks) {
  const auto scoring = run::scoring_of({}, overrides);
  if (!scoring) return scoring.error();
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_rules;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const record::Digest& digest = runs[i].digest;
    if (digest.games.empty() || digest.rules.size() > 1)
      remarks.push_back(fmt::format("{}: not rated, because it has {}", runs[i].source.games.string(),
                                    digest.games.empty() ? "no games" : "games under different rules"));
    else
      by_rules[{digest.run.variant, digest.run.ruleset}].push_back(i);
  }
  std::vector<League> leagues;
  std::map<std::string, int> taken;
  for (auto& [rules, indexes] : by_rules) {
    std::ranges::stable_sort(indexes, {}, [&](std::size_t i) { return runs[i].started; });
    const std::string words =
        rules.first.empty() ? "unknown" : fmt::format("{} {}", rules.first, rules.second);
    League league{
        .key = address_of(words, taken), .variant = rules.first, .ruleset = rules.second, .runs = indexes};
    rate(league, runs, overrides, remarks);
    leagues.push_back(std::move(league));
  }
  for (const rating::Anchor& anchor : scoring->rating.anchors)
    if (std::ranges::none_of(leagues, [&](const League& one) { return one.engines.contains(anchor.engine); }))
      return Error{fmt::format("no engine has the name `{}`", printable(anchor.engine, 64))};
  std::ranges::stable_sort(leagues, std::greater{}, [](const League& one) { return one.standings.games; });
  return leagues;
}

}  // namespace ebiri::site

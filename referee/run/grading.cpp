#include "referee/run/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "referee/config/load.hpp"
#include "referee/config/yaml.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/lock.hpp"
#include "referee/run/play.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/files.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

constexpr int pairs_at_a_time = 5;
constexpr int random_plies = 4;  // as in configs/ladder

bool is_outside(const Ladder& ladder, const Grade& grade) {
  return grade.interval.low > ladder.rungs.back().elo || grade.interval.high < ladder.rungs.front().elo;
}

}  // namespace

Grading::Grading(GradingSettings settings, Ladder ladder)
    : settings_(std::move(settings)),
      ladder_(std::move(ladder)) {
  std::string& name = settings_.engine.name;
  if (std::ranges::count(ladder_.rungs, name, &Rung::name) > 0) name += "-engine";
}

Result<bool> Grading::play(const Observers& observers, Control& control,
                           const std::function<void(const Grade& grade)>& progress) {
  if (const auto renamed = set_earlier_aside(observers); !renamed) return renamed.error();
  const auto end = std::chrono::steady_clock::now() + settings_.time;
  while (!settled(ladder_, grade_)) {
    if (grade_.games > 0 && std::chrono::steady_clock::now() >= end) break;
    const auto ending = play_against(ladder_.rungs[next_rung(ladder_, grade_)], observers, control);
    if (!ending) {
      std::error_code ignored;
      std::filesystem::remove(folder(), ignored);  // if it is empty, because the engine did not start
      return ending.error();
    }
    if (const auto counted = count(); !counted) return counted.error();
    if (grade_.games > 0) progress(grade_);
    if (*ending == Ending::interrupted) return false;
    if (*ending == Ending::incomplete)
      return Error{"the system failed at every attempt to play a game; `ebiri doctor` tests it"};
  }
  return true;
}

std::string Grading::text(const std::optional<double>& expected) const {
  const bool outside = is_outside(ladder_, grade_);
  std::string text =
      fmt::format("{} is {} of alphabeta in {}{}, {} games at {} a move\n\n", settings_.engine.name,
                  outside && !grade_.set_by_prior ? grade_.distance() : grade_.sentence(ladder_),
                  ladder_.variant, outside ? "" : ": " + grade_.distance(), grade_.games, settings_.limit);
  const std::string own =
      fmt::format("  {:<12} {:>6.0f}  the engine, {:.0f} to {:.0f}{}\n", settings_.engine.name, grade_.elo,
                  grade_.interval.low, grade_.interval.high,
                  grade_.set_by_prior ? "; a guess, because all results are equal" : "");
  bool placed = false;
  text += "                  Elo  points of the engine\n";
  for (auto rung = ladder_.rungs.rbegin(); rung != ladder_.rungs.rend(); ++rung) {
    if (!placed && rung->elo < grade_.elo) text += own;
    placed = placed || rung->elo < grade_.elo;
    text += fmt::format("  alphabeta@{:<2} {:>6.0f}{}\n", rung->level, rung->elo, score_text(rung->level));
  }
  const auto errors = std::ranges::minmax(ladder_.rungs, {}, &Rung::error95);
  text += fmt::format(
      "{}  Elo: relative to level 1, after {} random plies. The levels are known to ± {:.0f} to {:.0f} Elo.\n"
      "  The interval covers only chance. It is a little too narrow: the results set the number of games.\n",
      placed ? "" : own, random_plies, errors.min.error95, errors.max.error95);
  const auto command = [&](const char* name, const Loss& loss) {
    return as_typed(fmt::format("{} {} {}", name, shell_word(folder(loss.level).string()), loss.game)) + "\n";
  };
  std::vector<std::string> faults;
  for (const auto& [count, word] : {std::pair{forfeits_.time, "on time"},
                                    {forfeits_.crash, "by a crash"},
                                    {forfeits_.illegal, "by an illegal move"},
                                    {forfeits_.other, "by another fault"}})
    if (count > 0) faults.push_back(fmt::format("{} {}", count, word));
  text += faults.empty() ? "\nno game lost by a fault\n" : fmt::format("\nlost {}\n", join(faults, ", "));
  if (forfeits_.total() > 0 && 2 * forfeits_.total() >= grade_.games)
    text += "the faults decided this grade: fix them, then grade again\n";
  if (first_fault_) text += "to reproduce the first fault: " + command("reproduce", *first_fault_);
  const auto limit = config::read_limit("move=" + settings_.limit);
  const bool known = limit && limit->move && moves_.count() > 0;
  const double percent = known ? 100.0 * moves_.quantile(0.5) / *limit->move : 100;
  if (percent < 10 && !settings_.engine.ours)
    text += fmt::format("half of its moves use less than {:.2g} % of {}: a deeper search may gain strength\n",
                        percent, settings_.limit);
  if (grade_.interval.high < ladder_.rungs.front().elo && !settings_.engine.ours)
    text += "to compare it with the weakest bot: " +
            as_typed(fmt::format("match {} random --game {}", shell_word(settings_.engine.command),
                                 ladder_.variant)) +
            "\n";
  if (quickest_) text += "to judge its shortest loss without a fault: " + command("analyze", *quickest_);
  if (expected)
    text += fmt::format("\n--expect {}: the interval begins at {:.0f} Elo, {} {:.0f}\n",
                        grade_.interval.low < *expected ? "does not hold" : "holds", grade_.interval.low,
                        grade_.interval.low < *expected ? "below" : "not below", *expected);
  return text;
}

std::string Grading::json(const std::optional<double>& expected) const {
  nlohmann::ordered_json document{
      {"format", "ebiri-grade/1"},  {"engine", settings_.engine.name},   {"variant", ladder_.variant},
      {"limit", settings_.limit},   {"grade", grade_.sentence(ladder_)}, {"elo", grade_.elo},
      {"low", grade_.interval.low}, {"high", grade_.interval.high},      {"games", grade_.games}};
  document["forfeits"] = {{"time", forfeits_.time},
                          {"crash", forfeits_.crash},
                          {"illegal", forfeits_.illegal},
                          {"other", forfeits_.other}};
  auto& levels = document["levels"] = nlohmann::ordered_json::array();
  for (const Rung& rung : ladder_.rungs) {
    nlohmann::ordered_json level{{"level", rung.level}, {"elo", rung.elo}, {"error95", rung.error95}};
    const auto played = scores_.find(rung.level);
    level["games"] = played == scores_.end() ? 0 : played->second.games;
    level["points"] = played == scores_.end() ? 0 : played->second.points;
    levels.push_back(std::move(level));
  }
  const auto place = [&](const Loss& loss) {
    return nlohmann::ordered_json{{"run", folder(loss.level).string()}, {"game", loss.game}};
  };
  if (first_fault_) document["first_fault"] = place(*first_fault_);
  if (quickest_) document["quickest_loss"] = place(*quickest_);
  if (expected) document["expected"] = {{"elo", *expected}, {"holds", grade_.interval.low >= *expected}};
  return document.dump(2) + "\n";
}

std::filesystem::path Grading::folder() const {
  return settings_.results / fmt::format("grade-{}-{}", ladder_.variant, settings_.engine.name);
}

std::filesystem::path Grading::folder(int level) const { return folder() / fmt::format("level-{}", level); }

std::string Grading::config(const Rung& rung) const {
  const config::EngineArgument opponent{.name = rung.name(),
                                        .command = "bots/alphabeta",
                                        .options = {fmt::format("Level={}", rung.level)},
                                        .ours = true};
  return fmt::format(
             "name: level-{}\nvariant: {{name: {}}}\nformat: match\npairs: {}\nseed: {}\n"
             "openings: {{random-plies: {}}}\nlimit: {{move: {}}}\nengines:\n",
             rung.level, ladder_.variant, pairs_.at(rung.level), settings_.seed, random_plies,
             config::yaml_text(settings_.limit)) +
         config::engine_yaml(settings_.engine, settings_.dialect) +
         config::engine_yaml(opponent, "", fmt::format(", limit: {{nodes: {}}}", ladder_.nodes));
}

// Renames the folder of an earlier grade, unless another process plays one of its runs.
Result<void> Grading::set_earlier_aside(const Observers& observers) const {
  if (!exists(status_of(folder()))) return {};
  for (const Rung& rung : ladder_.rungs) {
    const auto journal = RunFolder{folder(rung.level)}.journal();
    if (!exists(status_of(journal))) continue;
    if (const auto lock = record::Lock::take(journal); !lock) return lock.error();
  }
  const auto aside = set_aside(RunFolder{folder()});
  if (!aside) return aside.error();
  observers.warn(fmt::format("the earlier grade is now in {}; this one starts anew", aside->string()));
  return {};
}

// Plays at least `pairs_at_a_time` more pairs against a level.
Result<Ending> Grading::play_against(const Rung& rung, const Observers& observers, Control& control) {
  pairs_[rung.level] += std::max(pairs_at_a_time, pairs_[rung.level] / 10);  // each call has a fixed cost
  const auto search = config::search_path_for(".");
  auto loaded = config::load_text({"command line", config(rung)}, {}, &search);
  if (!loaded) return Error{loaded.error().message, Error::Kind::arguments};
  auto arena = make_arena(std::move(*loaded), search);
  if (!arena) return arena.error();
  const PlaySettings settings{.folder = {folder(rung.level)}, .resume = {}};
  const auto played = run::play(*arena, settings, observers, control);
  if (!played) return played.error();
  return played->ending;
}

// Reads all games again and rates them.
Result<void> Grading::count() {
  rating::Tally tally;
  scores_.clear();
  first_fault_.reset();
  quickest_.reset();
  moves_ = {};
  for (const auto& [level, ignored] : pairs_) {
    auto digest = record::read_digest(RunFolder{folder(level)}.journal());
    if (!digest) return digest.error();
    moves_.add(digest->thinking.of(settings_.engine.name).moves);
    for (const match::GameSummary& game : digest->games) {
      tally.add(game);
      note(level, game);
    }
  }
  forfeits_ = tally.engine(settings_.engine.name).forfeits;
  grade_ = grade_of(ladder_, tally, settings_.engine.name);
  return {};
}

// Adds a game to the scores, and keeps the first fault and the shortest other loss.
void Grading::note(int level, const match::GameSummary& game) {
  if (game.result == match::Verdict::Result::void_game) return;
  const double points = match::points_of(game, settings_.engine.name);
  Score& score = scores_[level];
  ++score.games;
  score.points += points;
  const bool fault = game.cause == match::Verdict::Cause::fault;
  auto& kept = fault ? first_fault_ : quickest_;
  if (points == 0 && (!kept || (!fault && game.plies < kept->plies)))
    kept = Loss{.level = level, .game = game.game, .plies = game.plies};
}

std::string Grading::score_text(int level) const {
  const auto played = scores_.find(level);
  return played == scores_.end() ? ""
                                 : fmt::format("  {:g} of {}", played->second.points, played->second.games);
}

Result<Ladder> read_ladder(const std::filesystem::path& file, std::string_view variant) {
  constexpr std::size_t columns = 5;  // variant, nodes, level, elo, error95
  const auto text = read_file(file);
  if (!text) return text.error();
  Ladder ladder{.variant = lower_case(variant), .nodes = 0, .rungs = {}};
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
    if (cells[0] != ladder.variant) continue;
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
  const auto first = std::ranges::lower_bound(ladder.rungs, interval.low, {}, &Rung::elo);
  const auto above = std::ranges::upper_bound(ladder.rungs, interval.high, {}, &Rung::elo);
  const int level = std::prev(above)->level;
  if (first == above) return fmt::format("between level {} and level {}", level, above->level);
  if (first->level == level) return fmt::format("about as strong as level {}", level);
  return fmt::format("about as strong as levels {} to {}", first->level, level);
}

std::string Grade::distance() const {
  return fmt::format("{:.0f} Elo {} level 1 (95 %: {:.0f} to {:.0f})", std::abs(elo),
                     elo < 0 ? "below" : "above", interval.low, interval.high);
}

Grade grade_of(const Ladder& ladder, const rating::Tally& tally, const std::string& engine) {
  Grade grade;
  grade.games = tally.games();
  if (grade.games == 0) {
    grade.elo = ladder.rungs[ladder.rungs.size() / 2].elo;
    grade.interval = {ladder.rungs.front().elo, ladder.rungs.back().elo};
    return grade;
  }
  constexpr std::int64_t enough_for_the_advantage = 100;  // games; from fewer it is mostly chance
  rating::Options options{.fit_advantage = grade.games >= enough_for_the_advantage};
  for (const Rung& rung : ladder.rungs)
    if (tally.engine(rung.name()).games() > 0)
      options.anchors.push_back({.engine = rung.name(), .elo = rung.elo});
  const rating::Fit fit = rating::fit(rating::problem_of(tally, options));
  const auto index = static_cast<std::size_t>(std::ranges::find(fit.engines, engine) - fit.engines.begin());
  grade.elo = fit.elo[index];
  grade.interval = fit.intervals[index];
  grade.set_by_prior = fit.marked[index];
  return grade;
}

std::size_t next_rung(const Ladder& ladder, const Grade& grade) {
  const auto nearest = std::ranges::min_element(
      ladder.rungs, {}, [&](const Rung& rung) { return std::abs(rung.elo - grade.elo); });
  return static_cast<std::size_t>(nearest - ladder.rungs.begin());
}

bool settled(const Ladder& ladder, const Grade& grade) {
  if (grade.games == 0) return false;
  constexpr std::int64_t enough_equal_results = 40;  // games
  if (grade.set_by_prior) return grade.games >= enough_equal_results && is_outside(ladder, grade);
  constexpr double max_error = 50;  // Elo
  return (grade.interval.high - grade.interval.low) / 2 <= max_error;
}

}  // namespace ebiri::run

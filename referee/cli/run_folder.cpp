#include "referee/cli/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "referee/cli/arena.hpp"
#include "referee/cli/rounds.hpp"
#include "referee/cli/scoring.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/ogn.hpp"
#include "referee/report/table.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

Error cannot_write(const std::filesystem::path& file) {
  return Error{fmt::format("cannot write `{}`: {}", file.string(), std::strerror(errno))};
}

// All games in schedule order, whatever the order in which they were finished.
std::vector<const match::GameRecord*> in_order(const record::Contents& contents) {
  std::vector<const match::GameRecord*> games;
  for (const match::GameRecord& game : contents.games) games.push_back(&game);
  std::ranges::sort(games, [](const auto* a, const auto* b) {
    return std::pair{a->game, a->attempt} < std::pair{b->game, b->attempt};
  });
  return games;
}

Result<std::string> all_games(const record::Contents& contents) {
  const auto rules = rules_of(contents.run);
  if (!rules) return rules.error();
  std::string text;
  for (const match::GameRecord* game : in_order(contents)) {
    const auto ogn = record::to_ogn(*game, **rules, contents.run.name);
    if (!ogn) return ogn.error();
    text += *ogn;
  }
  return text;
}

}  // namespace

RunFolder run_folder(const std::filesystem::path& text) {
  return {text.filename() == "games.jsonl" ? text.parent_path() : text};
}

Result<void> write_file(const std::filesystem::path& file, const std::string& text) {
  auto part = file;
  part += ".part";
  std::ofstream output(part, std::ios::binary | std::ios::trunc);
  output << text;
  output.close();
  std::error_code problem;
  if (!output) {
    auto error = cannot_write(file);
    std::filesystem::remove(part, problem);
    return error;
  }
  std::filesystem::rename(part, file, problem);
  if (problem) return Error{fmt::format("cannot write `{}`: {}", file.string(), problem.message())};
  return {};
}

void say_rejected(const RunFolder& folder, const record::Contents& contents, std::string_view fate) {
  say_rejected(folder.journal(), contents, fate);
}

void say_rejected(const std::filesystem::path& journal, const record::Contents& contents,
                  std::string_view fate) {
  constexpr std::size_t most = 10;
  const auto& lines = contents.rejected;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
    fmt::print(stderr, "ebiri: {}:{}: {}\n", journal.string(), lines[i].line, printable(lines[i].why, 500));
  if (lines.size() > most) fmt::print(stderr, "ebiri: … and {} more\n", lines.size() - most);
  if (!lines.empty()) fmt::print(stderr, "ebiri: unsound lines: {}; {}\n", lines.size(), fate);
  if (contents.plan_lost())
    fmt::print(
        stderr,
        "ebiri: a plan may have been among them; how many games are planned, what results count and how "
        "they are rated may be out of date\n");
}

std::optional<std::string> against_plan(const match::GameRecord& record,
                                        const tournament::Schedule& schedule) {
  const tournament::Pairing* planned = find_pairing(schedule, record.game);
  if (planned == nullptr) return "the plan has no game of this number";
  if (planned->south != record.south || planned->north != record.north || planned->pair != record.pair)
    return fmt::format("the plan has {} vs {}, pair {}", planned->south, planned->north, planned->pair);
  return std::nullopt;
}

report::RunMeta run_meta(const record::Contents& contents) {
  const auto& run = contents.run;
  const auto tournament = tournament_of(contents.plans, contents.games);
  report::RunMeta meta{
      .name = run.name,
      .format = tournament ? describe(tournament->plan()) : "",
      .variant = run.variant,
      .ruleset = run.ruleset,
      .seed = run.seed,
      .limit = run.limit,
      .openings = run.openings,
      .version = "ebiri " + run.version,
      .games_planned = tournament ? static_cast<std::int64_t>(tournament->total().value_or(0)) : 0,
      .byes = tournament ? byes_of(*tournament) : std::vector<report::Bye>{}};
  if (!contents.plans.empty()) {
    meta.config_hash = contents.plans.back().config_hash;
    meta.scoring = scoring_or_default(contents);
  }
  std::vector<std::string> kinds;  // it may have been played on several machines
  for (const record::PlanInfo& plan : contents.plans)
    if (std::ranges::find(kinds, plan.isolation) == kinds.end()) kinds.push_back(plan.isolation);
  meta.isolation = join(kinds, "; later ");
  return meta;
}

rating::Tally tally_of(const record::Contents& contents) {
  std::vector<std::string> engines;
  for (const record::PlanInfo& plan : contents.plans)
    engines.insert(engines.end(), plan.engines.begin(), plan.engines.end());
  rating::Tally tally{engines};
  for (const match::GameRecord& game : contents.games) tally.add(game);
  return tally;
}

report::Standings standings_of(const record::Contents& contents, const rating::Tally& tally) {
  report::RunMeta meta = run_meta(contents);
  rating::Fit fit = rating::fit(rating::problem_of(tally, meta.scoring.rating));
  return report::make_standings(std::move(meta), tally, std::move(fit));
}

report::SprtReport sprt_report(const record::Contents& contents, const tournament::Tournament& tournament,
                               const tournament::SequentialTest& test) {
  const auto& run = contents.run;
  auto report = report::make_sprt_report(test.sprt());
  report.name = run.name;
  report.baseline = test.settings().baseline;
  report.candidate = test.settings().candidate;
  report.most = tournament.plan().pairs;
  report.conditions = fmt::format("{} {}, limit {}, openings {}, seed {}, ebiri {}", run.variant, run.ruleset,
                                  run.limit, run.openings, run.seed, run.version);
  return report;
}

Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run) {
  const auto selection = rules::parse_selection(run.variant, run.ruleset);
  if (!selection) return selection.error();
  return rules::make_rules(*selection);
}

Result<void> write_reports(const RunFolder& folder, const record::Contents& contents) {
  const report::Standings standings = standings_of(contents, tally_of(contents));
  if (!contents.plans.empty())
    if (const auto written = write_file(folder.config(), contents.plans.back().config); !written)
      return written;
  const std::pair<const char*, std::string> files[] = {
      {"standings.txt", report::text_table(standings, {})},
      {"standings.md", report::markdown_table(standings)},
      {"standings.csv", report::csv_table(standings)},
      {"standings.json", report::json_table(standings)},
      {"errors.csv", report::errors_table(standings)},
  };
  for (const auto& [name, text] : files)
    if (const auto written = write_file(folder.path / name, text); !written) return written;
  const auto tournament = tournament_of(contents.plans, contents.games);
  if (tournament && has_rounds(tournament->course())) {
    if (const auto written = write_file(folder.path / "rounds.txt", rounds_text(*tournament)); !written)
      return written;
    if (const auto written = write_file(folder.path / "rounds.json", rounds_json(*tournament)); !written)
      return written;
  }
  if (tournament && tournament->plan().sprt) {
    const auto report = sprt_report(contents, *tournament, tournament::SequentialTest{*tournament});
    if (const auto written = write_file(folder.path / "sprt.txt", report::sprt_text(report)); !written)
      return written;
    if (const auto written = write_file(folder.path / "sprt.json", report::sprt_json(report) + "\n");
        !written)
      return written;
  }
  auto games = all_games(contents);
  if (!games) return games.error();
  return write_file(folder.path / "games.ogn", *games);
}

}  // namespace ebiri::cli

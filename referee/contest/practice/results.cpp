#include "referee/contest/practice/results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "referee/config/load.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "referee/record/line_file.hpp"
#include "referee/record/seal.hpp"
#include "referee/report/numbers.hpp"
#include "referee/run/reports.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using player::Fault;
using rules::Side;

void hide(match::GameRecord& record, Side side) {
  for (match::Ply& ply : record.plies) {
    if (ply.side != side) continue;
    ply.thought.depth.reset();
    ply.thought.nodes.reset();
    ply.thought.score.reset();
    ply.thought.score_in_seeds = true;
  }
  if (!is_fault_of(record, side)) return;
  const Fault& fault = *record.verdict.fault;
  Fault bare{.kind = fault.kind, .detail = std::string{player::word(fault.kind)}};
  if (fault.kind == Fault::Kind::illegal_move) {
    bare.detail = fault.detail;
    bare.line = fault.line;
  }
  record.verdict.fault = std::move(bare);
}

// A section of a report; empty if it has no text.
std::string section(std::string_view title, const std::string& text) {
  constexpr std::size_t longest = 20'000;
  if (text.empty()) return {};
  return fmt::format("\n{}:\n{}\n", title, printable_lines(text, longest));
}

std::string moves_of(const match::GameRecord& record) {
  std::string text;
  for (const std::string& move : record.opening.moves) text += move + " ";
  for (const match::Ply& ply : record.plies) text += ply.move + " ";
  return std::string{trim(text)};
}

fs::path records_of(const Folder& folder, const std::string& team, int number) {
  return folder.team(team, number) / "practice.jsonl";
}

// Whether a power failure has left an unfinished line.
bool is_torn(int fd) {
  const off_t size = ::lseek(fd, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

PracticeRow row_for(const PracticePlayer& player, const rating::Fit& fit, const rating::Tally& tally) {
  const rating::EngineTally played = tally.engine(player.name);
  PracticeRow row{.team = player.team, .number = player.number, .engine = player.name};
  row.games = played.games();
  row.losses = played.as_south[0] + played.as_north[0];
  row.draws = played.as_south[1] + played.as_north[1];
  row.wins = played.as_south[2] + played.as_north[2];
  row.faults = played.forfeits.total();
  const auto engine = fit.rated(player.name);
  if (!engine) return row;
  row.rated = true;
  row.place = fit.ranks(*engine);
  for (const rating::Group& other : fit.groups)  // entries of other groups may be above or below it
    if (other.rated() && &other != &fit.group_of(*engine))
      row.place.worst += static_cast<int>(other.engines.size());
  row.elo = fit.elo[*engine];
  row.error95 = fit.error95(*engine);
  row.marked = fit.marked[*engine];
  return row;
}

}  // namespace

bool is_fault_of(const match::GameRecord& record, Side side) {
  return record.verdict.fault && record.verdict.loser == side;
}

match::GameRecord public_view(match::GameRecord record) {
  hide(record, Side::south);
  hide(record, Side::north);
  return record;
}

match::GameRecord team_view(match::GameRecord record, Side own) {
  hide(record, rules::opponent(own));
  return record;
}

std::string fault_report(const match::GameRecord& record) {
  const Fault& fault = *record.verdict.fault;
  const bool south = record.verdict.loser == Side::south;
  std::string text = fmt::format(
      "game {}{}: {} (south) against {} (north)\n{} lost after {} plies: {}\n", record.game,
      record.attempt == 1 ? "" : fmt::format(", attempt {}", record.attempt), record.south, record.north,
      south ? record.south : record.north, record.plies.size(), printable(fault.detail, 2000));
  if (!fault.exit.empty()) text += "its process ended with " + printable(fault.exit, 200) + "\n";
  text += section("request", fault.asked);
  text += section("answer", fault.line);
  text += section("its standard error ends with", fault.errors);
  if (record.opening.base) text += section("start position", *record.opening.base);
  return text + section("moves, including the opening", moves_of(record));
}

Result<void> add_practice_record(const Folder& folder, const std::string& team, int number,
                                 const match::GameRecord& record) {
  const fs::path file = records_of(folder, team, number);
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  const Descriptor output{::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600)};
  if (!output.open()) return system_failure("open", file);
  const std::string line = (is_torn(output.get()) ? "\n" : "") + record::line_of(record) + "\n";
  if (!write_all(output.get(), line)) return system_failure("write to", file);
  return {};
}

Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const std::string& team,
                                                        int number, bool only_faults) {
  std::vector<match::GameRecord> records;
  const fs::path path = records_of(folder, team, number);
  if (!exists(status_of(path))) return records;
  auto file = record::LineFile::open(path);
  if (!file) return file.error();
  while (true) {
    const auto line = file->next();
    if (!line) return line.error();
    if (!*line) return records;
    if (only_faults && (*line)->text.find("\"fault\":") == std::string_view::npos) continue;
    if (!record::seal_holds((*line)->text)) continue;
    if (auto record = record::game_from_json((*line)->text)) records.push_back(std::move(*record));
  }
}

Result<std::optional<record::Digest>> practice_digest(const Folder& folder) {
  const std::filesystem::path journal = run::RunFolder{folder.practice()}.journal();
  if (!exists(status_of(journal))) return std::optional<record::Digest>{};
  auto digest = record::read_digest_or_empty(journal);
  if (!digest) return digest.error();
  if (!digest->begun) return std::optional<record::Digest>{};
  return std::optional{std::move(*digest)};
}

std::vector<PracticeRow> practice_table(const State& state, const std::optional<record::Digest>& digest) {
  const auto players = current_players(state);
  const rating::Tally tally = digest ? run::tally_of(*digest) : rating::Tally{};
  const rating::Tally rated = digest ? rated_tally(*digest, players) : rating::Tally{};
  rating::Options options;
  if (digest && !digest->plans.empty()) options = run::scoring_or_default(*digest).rating;
  const rating::Fit fit = rating::fit(rating::problem_of(rated, options));
  std::vector<PracticeRow> rows;
  for (const PracticePlayer& player : players) rows.push_back(row_for(player, fit, tally));
  std::ranges::stable_sort(rows, [](const PracticeRow& a, const PracticeRow& b) {
    return a.rated != b.rated ? a.rated : a.rated && a.elo > b.elo;
  });
  return rows;
}

std::string practice_text(const std::vector<PracticeRow>& rows) {
  std::size_t width = 4;
  for (const PracticeRow& row : rows) width = std::max(width, row.team.size());
  std::string text = fmt::format("{:>7}  {:<{}}  {:>3}  {:>6}  {:>5}  {:>6}  {:>14}  {:>6}\n", "Place",
                                 "Team", width, "No", "Elo", "±95", "Games", "W-D-L", "Faults");
  for (const PracticeRow& row : rows) {
    const std::string place = row.rated ? report::range_text(row.place.best, row.place.worst) : "-";
    const std::string elo = row.rated ? fmt::format("{:+.0f}{}", row.elo, row.marked ? "*" : "") : "-";
    const std::string error = row.rated ? fmt::format("{:.0f}", row.error95) : "-";
    text += fmt::format("{:>7}  {:<{}}  {:>3}  {:>6}  {:>5}  {:>6}  {:>14}  {:>6}\n", place, row.team, width,
                        row.number, elo, error, row.games,
                        fmt::format("{}-{}-{}", row.wins, row.draws, row.losses), row.faults);
  }
  return text;
}

std::string practice_json(const std::vector<PracticeRow>& rows) {
  using Json = nlohmann::ordered_json;
  auto list = Json::array();
  for (const PracticeRow& row : rows) {
    const auto if_rated = [&](Json value) { return row.rated ? value : Json{nullptr}; };
    list.push_back({{"team", row.team},
                    {"number", row.number},
                    {"engine", row.engine},
                    {"place", if_rated({row.place.best, row.place.worst})},
                    {"elo", if_rated(row.elo)},
                    {"error95", if_rated(row.error95)},
                    {"marked", row.marked},
                    {"games", row.games},
                    {"wins", row.wins},
                    {"draws", row.draws},
                    {"losses", row.losses},
                    {"faults", row.faults}});
  }
  return list.dump(2) + "\n";
}

Result<OwnGames> OwnGames::read(const LoadedContest& contest, const std::string& team, int number) {
  OwnGames own;
  for (const auto& [name, player] : all_practice_players(contest.state))
    if (player.team == team && (number == 0 || player.number == number)) own.own_.emplace(name, player);
  const auto journal = run::RunFolder{contest.folder.practice()}.journal();
  if (!exists(status_of(journal))) return own;
  auto head = record::read_journal(journal, [&](match::GameRecord&& game) {
    if (own.own_.contains(game.south) || own.own_.contains(game.north)) own.games_.push_back(std::move(game));
  });
  if (!head) return head.error();
  own.head_ = std::move(*head);
  if (const auto taken = own.take_own_views(contest.folder); !taken) return taken.error();
  return own;
}

// Replaces the public record of a game by the team's own.
Result<void> OwnGames::take_own_views(const Folder& folder) {
  std::map<std::pair<int, int>, std::size_t> places;
  for (std::size_t i = 0; i < games_.size(); ++i)
    places.emplace(std::pair{games_[i].game, games_[i].attempt}, i);
  std::map<std::size_t, match::GameRecord> views;
  for (const auto& [name, player] : own_) {
    auto kept = practice_records(folder, player.team, player.number);
    if (!kept) return kept.error();
    for (match::GameRecord& record : *kept) {
      const auto place = places.find({record.game, record.attempt});
      // A different record with this number belongs to a game that a crash kept out of the journal.
      if (place != places.end() && public_view(record) == games_[place->second])
        views.insert_or_assign(place->second, std::move(record));
    }
  }
  for (auto& [place, record] : views) games_[place] = std::move(record);
  return {};
}

bool OwnGames::lost_by_fault(const match::GameRecord& game) const {
  return (own_.contains(game.south) && is_fault_of(game, Side::south)) ||
         (own_.contains(game.north) && is_fault_of(game, Side::north));
}

std::size_t OwnGames::faults() const {
  const auto lost = [this](const match::GameRecord& game) { return lost_by_fault(game); };
  return static_cast<std::size_t>(std::ranges::count_if(games_, lost));
}

Result<record::PlanInfo> OwnGames::plan() const {
  if (head_.plans.empty()) return Error{"the practice run has no plan"};
  const record::PlanInfo& last = head_.plans.back();
  auto settings = config::load_text({"config.yaml", last.config}, {}, nullptr);
  if (!settings) return Error{"the settings of the practice cannot be read:\n" + settings.error().message};
  std::set<std::string> names;
  for (const match::GameRecord& game : games_) names.insert({game.south, game.north});
  record::PlanInfo plan{.engines = {names.begin(), names.end()},
                        .pairs = last.pairs,
                        .isolation = last.isolation,
                        .open = true};
  set_public_config(plan, std::move(*settings));
  return plan;
}

Result<void> OwnGames::write_journal(const std::filesystem::path& file) const {
  const auto planned = plan();
  if (!planned) return planned.error();
  return write_file(file, [&](std::ostream& output) -> Result<void> {
    output << record::line_of(head_.run) << '\n' << record::line_of(*planned) << '\n';
    for (const match::GameRecord& game : games_) output << record::line_of(game) << '\n';
    return {};
  });
}

Result<void> OwnGames::write_folder(const std::filesystem::path& folder) const {
  const run::RunFolder run{folder};
  const auto faults = folder / "faults";
  std::error_code problem;
  std::filesystem::create_directories(faults, problem);
  if (problem) return Error{fmt::format("cannot create `{}`: {}", faults.string(), problem.message())};
  if (auto written = write_journal(run.journal()); !written) return written;
  for (const match::GameRecord& game : games_)
    if (lost_by_fault(game))
      if (auto written = write_file(faults / fmt::format("{}.txt", game.game), fault_report(game)); !written)
        return written;
  auto digest = record::read_digest(run.journal());
  if (!digest) return digest.error();
  const auto reported = run::write_reports(run, run::RunState{*std::move(digest)});
  return reported ? Result<void>{} : reported.error();
}

}  // namespace ebiri::contest

#include "referee/run/host_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/hypergeometric.hpp>
#include <cmath>
#include <optional>

#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

constexpr const char* host_columns =
    "game,attempt,host,spoilt,load,slots,speed,time_scale,duration_ms,cpu_ms,wait_ms,cpu";
constexpr std::size_t host_column_count = 12;

std::optional<HostedGame> hosted_game(std::string_view line) {
  const auto row = CsvReader{line}.next();
  if (!row || row->cells.size() != host_column_count) return std::nullopt;
  const auto& fields = row->cells;
  const auto game = parse_integer<int>(fields[0]), attempt = parse_integer<int>(fields[1]);
  const auto load = parse_number(fields[4]), speed = parse_number(fields[6]), scale = parse_number(fields[7]);
  if (!game || !attempt || !load || !speed || !scale) return std::nullopt;
  return HostedGame{.game = *game,
                    .attempt = *attempt,
                    .machine = run::machine_of(fields[2]),
                    .void_by_machine = fields[3] == "1",
                    .load = *load,
                    .speed = *speed,
                    .time_scale = static_cast<int>(std::lround(match::unscaled * *scale)),
                    .cpu = fields[11]};
}

}  // namespace

HostList::HostList(const std::filesystem::path& file) : output_(file, std::ios::app) {
  if (output_.tellp() == 0) output_ << host_columns << "\n";
}

void HostList::add(const match::GameRecord& record, const Host& host, int time_scale) {
  std::chrono::microseconds cpu{}, wait{};
  for (const match::Ply& ply : record.plies) {
    cpu += ply.thought.cpu;
    wait += ply.thought.wait;
  }
  output_ << fmt::format("{},{},{},{:d},{:.2f},{},{:.1f},{:g},{},{},{},{}\n", record.game, record.attempt,
                         csv_text(host.name), match::aborted(record), host.load, host.slots, host.speed,
                         time_scale / double{match::unscaled}, record.duration.count(), cpu.count() / 1000,
                         wait.count() / 1000, csv_text(host.cpu));
  output_.flush();
}

std::optional<int> game_of_line(std::string_view line) {
  const auto game = hosted_game(line);
  return game ? std::optional{game->game} : std::nullopt;
}

std::map<std::pair<int, int>, HostedGame> hosted_games(const std::filesystem::path& file) {
  std::map<std::pair<int, int>, HostedGame> games;
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);)
    if (auto game = hosted_game(line)) games.insert_or_assign({game->game, game->attempt}, std::move(*game));
  return games;
}

std::vector<MachineTally> machines_of(const std::filesystem::path& file) {
  std::map<std::string, MachineTally> by_name;
  for (const auto& [attempt, game] : hosted_games(file)) {
    MachineTally& tally = by_name[game.machine];
    tally.machine = game.machine;
    ++tally.games;
    tally.voids += game.void_by_machine ? 1 : 0;
    tally.load = std::max(tally.load, game.load);
    tally.speed = game.speed;
    tally.time_scale = game.time_scale;
    tally.cpu = game.cpu;
  }
  std::vector<MachineTally> machines;
  for (auto& [name, tally] : by_name) machines.push_back(std::move(tally));
  return machines;
}

std::string machines_table(const std::vector<MachineTally>& machines) {
  std::string text = "machine,games,void,flag,highest_load,speed,time_scale,cpu\n";
  for (const MachineTally& machine : machines)
    text +=
        fmt::format("{},{},{},{},{:.2f},{:.1f},{:g},{}\n", csv_text(machine.machine), machine.games,
                    machine.voids, has_too_many_voids(machine, machines) ? "spoils-games" : "", machine.load,
                    machine.speed, machine.time_scale / double{match::unscaled}, csv_text(machine.cpu));
  return text;
}

bool has_too_many_voids(const MachineTally& one, const std::vector<MachineTally>& all) {
  constexpr int min_voids = 3;
  constexpr double significance = 0.01;
  if (one.voids < min_voids) return false;
  unsigned games = 0, voids = 0;
  for (const MachineTally& machine : all) {
    games += static_cast<unsigned>(machine.games);
    voids += static_cast<unsigned>(machine.voids);
  }
  const auto own = static_cast<unsigned>(one.games), void_games = static_cast<unsigned>(one.voids);
  if (own >= games) return 20 * void_games > own;
  const double own_rate = static_cast<double>(void_games) / own,
               rate_of_all = static_cast<double>(voids) / games;
  if (own_rate <= rate_of_all) return false;
  // The number of void games among as many games as this machine played, chosen at random from all.
  const boost::math::hypergeometric_distribution<double> by_chance{voids, own, games};
  return boost::math::cdf(boost::math::complement(by_chance, void_games - 1)) <
         significance / static_cast<double>(all.size());
}

std::string machine_of(const std::string& host) { return host.substr(0, host.rfind('/')); }

}  // namespace ebiri::run

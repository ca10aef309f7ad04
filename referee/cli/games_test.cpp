// `ebiri games test`: checks whether described games are sound and playable.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/described/description.hpp"
#include "referee/described/library.hpp"
#include "referee/described/trial.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using described::DescribedGame;
using described::Series;
using described::Trial;
using described::TrialSettings;

struct GamesTestArguments {
  std::vector<std::string> names;
  std::string format = "table";
  double seconds = 30;
  int games = 400;
  unsigned jobs = 1;
  bool all = false;
};

constexpr const char* games_test_footer = R"(Examples:
  ebiri games test mine.yaml                    games for at most half a minute, a verdict, an example game
  ebiri games test sungka oware --seconds 10
  ebiri games test --all --games 100 --seconds 600 --format csv    the numbers of the whole library

Plays three series of games: random moves; two equal players that search 1,000 positions per move; and such a player
against one that searches 30. Each game begins with two random turns. The verdict says whether games end, how long they
are, whether the first player is favoured, whether the stronger player wins, and which rules of `dropping`, `lap-end`
and `turn-end` no game used. The numbers depend only on the description if --games ends the test before --seconds does.

Exit code 0: sound; 1: a game has a weakness; 2: invalid arguments, or an invalid description.)";

struct Tested {
  std::string name;
  std::unique_ptr<rules::Rules> rules;
  Trial trial{};

  const DescribedGame& game() const { return *described::described_game(*rules); }
};

void print_verdict(const Tested& tested) {
  const Trial& trial = tested.trial;
  fmt::print("{} {}\n", tested.name, tested.rules->ruleset());
  int weak = 0;
  for (const auto& finding : described::findings(trial)) {
    weak += finding.good ? 0 : 1;
    fmt::print("{:<5} {:<8} {}\n", finding.good ? "ok" : "WEAK", finding.topic, finding.text);
  }
  fmt::print("{}\n", weak == 0 ? "sound" : weak == 1 ? "one weakness" : fmt::format("{} weaknesses", weak));
  if (trial.example.empty()) return;
  fmt::print("example: {}; {}\n", join(trial.example, " "), trial.ending);
}

nlohmann::ordered_json numbers_of(const Tested& tested) {
  const Trial& trial = tested.trial;
  const Series& even = trial.even;
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
  return {{"game", tested.name},
          {"identity", tested.rules->ruleset()},
          {"rows", tested.game().program().rows},
          {"seeds", tested.game().program().total},
          {"games", even.games},
          {"first_mover", rounded(even.score())},
          {"error95", rounded(even.error95())},
          {"draws", rounded(even.share(even.draws))},
          {"void", rounded(even.share(even.voids))},
          {"limit", rounded(even.share(even.limited))},
          {"plies", rounded(even.mean_plies())},
          {"branching", rounded(even.mean_choices())},
          {"margin", rounded(even.games > 0 ? even.margin / even.games : 0)},
          {"stronger", rounded(trial.uneven.score())},
          {"random_first_mover", rounded(trial.random.score())},
          {"random_plies", rounded(trial.random.mean_plies())},
          {"unused_rules", trial.unused.size()},
          {"quality", rounded(described::quality(trial))}};
}

void print_csv(const std::vector<Tested>& tested) {
  for (std::size_t i = 0; i < tested.size(); ++i) {
    const auto numbers = numbers_of(tested[i]);
    std::vector<std::string> keys, values;
    for (const auto& [key, value] : numbers.items()) {
      keys.push_back(key);
      values.push_back(value.is_string() ? csv_text(value.get<std::string>()) : value.dump());
    }
    if (i == 0) fmt::print("{}\n", join(keys, ","));
    fmt::print("{}\n", join(values, ","));
  }
}

int test_games(const GamesTestArguments& arguments) {
  std::vector<std::string> names = arguments.names;
  if (arguments.all) names = described::game_names();
  if (names.empty()) return fail_usage({"no game is given; name a game or a file, or use --all"});
  std::vector<Tested> tested;
  for (const std::string& name : names) {
    auto description = described::find_description(name);
    if (!description) return fail_usage(description.error());
    tested.push_back({name, described::rules_of(*std::move(description), name)});
  }
  const TrialSettings settings{.time = std::chrono::milliseconds(std::llround(arguments.seconds * 1000)),
                               .max_games = arguments.games};
  parallel_for(tested.size(), arguments.jobs, [&](std::size_t i) {
    tested[i].trial = described::try_game(tested[i].game(), settings);
    if (arguments.format == "table") return;
    print_error("{}\n", tested[i].name);  // progress
  });
  if (arguments.format == "csv") print_csv(tested);
  if (arguments.format == "json") {
    auto list = nlohmann::ordered_json::array();
    for (const Tested& one : tested) list.push_back(numbers_of(one));
    fmt::print("{}\n", list.dump(2));
  }
  bool sound = true;
  for (std::size_t i = 0; i < tested.size(); ++i) {
    if (arguments.format == "table") fmt::print("{}", i == 0 ? "" : "\n");
    if (arguments.format == "table") print_verdict(tested[i]);
    for (const auto& finding : described::findings(tested[i].trial)) sound = sound && finding.good;
  }
  return sound ? 0 : expectation_failed;
}

}  // namespace

void add_games_test(Command games, int& exit_code) {
  auto [command, arguments] =
      add_command(games, exit_code, "test", "Test whether a game ends, is balanced and rewards skill",
                  games_test_footer, test_games);
  command.add_option("GAME", arguments.names, "Files, or names of the library");
  command.add_flag("--all", arguments.all, "Test every game of the library");
  command.add_option("--seconds", arguments.seconds, "Time limit for the test of a game")
      .range(0.1, 86'400.0)
      .show_default();
  command.add_option("--games", arguments.games, "Maximum number of games in each series")
      .range(1, 1'000'000)
      .show_default();
  command.add_option("--jobs", arguments.jobs, "Number of games tested at a time")
      .range(1, 256)
      .show_default();
  command.add_option("--format", arguments.format, "Output format")
      .one_of({"table", "csv", "json"})
      .show_default();
}

}  // namespace ebiri::cli

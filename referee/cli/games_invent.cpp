// `ebiri games invent`: a search for new games.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/config/values.hpp"
#include "referee/described/invention.hpp"
#include "referee/described/library.hpp"
#include "referee/explain/game.hpp"
#include "referee/support/files.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/print_error.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;
using described::Description;
using described::Trial;
using std::chrono::milliseconds;

struct GamesInventArguments {
  std::string like = "kalah", folder = "invented", time = "20min";
  std::size_t count = 20;
  unsigned jobs = processor_count();
  std::uint64_t seed = 1;
};

constexpr const char* games_invent_footer = R"(Examples:
  ebiri games invent --like kalah --count 20
  ebiri games invent --like sungka --count 3 --time 2min --to new-games

Changes rules, board and start of a game at random; added rules come from the games of the library. The first three
fifths of --time are for screening: each new game is tried for at most a second. The best ones are tested as by `ebiri
games test`, and ranked by balance, decisiveness, skill, length, choice and the use of their rules. Their descriptions
are written. In the table, First % and Stronger % are the scores of the first mover and of the stronger player.

Exit code 0: at least one game is written; 1: no game is good enough; 2: invalid arguments; 3: a file cannot be written.)";

int write_games(const std::vector<described::InventedGame>& games, const Description& model,
                const std::string& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  fmt::print("{:<22}  {:>7}  {:>7}  {:>10}  {:>7}  {:>5}  {:>7}  {}\n", "Game", "Quality", "First %",
             "Stronger %", "Draws %", "Turns", "Choices", "Rules");
  for (std::size_t i = 0; i < games.size(); ++i) {
    Description description = games[i].description;
    description.game = fmt::format("{}-{}", model.game, description.hash().substr(0, 6));
    description.title = description.game;
    description.decided = {
        fmt::format("a variation of {}, found by a search for balanced games", model.game)};
    const fs::path file = fs::path(folder) / (description.game + ".yaml");
    if (const auto written = write_file(file, described::description_text(description)); !written)
      return fail(system_error, written.error());
    const Trial& trial = games[i].trial;
    fmt::print("{:<22}  {:>7.2f}  {:>7.0f}  {:>10.0f}  {:>7.0f}  {:>5.0f}  {:>7.1f}  {}\n", description.game,
               games[i].quality, 100 * trial.even.score(), 100 * trial.uneven.score(),
               100 * trial.even.share(trial.even.draws), trial.even.mean_plies(), trial.even.mean_choices(),
               explain::game_summary(description));
  }
  fmt::print("{} descriptions are in {}\n", games.size(), folder);
  return 0;
}

int invent_games(const GamesInventArguments& arguments) {
  const auto time = config::duration(milliseconds(1000), std::chrono::hours(24)).parse(arguments.time);
  const auto* limit = std::get_if<milliseconds>(&time);
  if (limit == nullptr)
    return fail_usage({fmt::format("--time {}", std::get<config::ValueError>(time).what)});
  const auto model = described::find_description(arguments.like);
  if (!model) return fail_usage({"--like: " + model.error().message});
  const auto games = described::all_games();
  if (!games) return fail_usage(games.error());
  const described::Inventions best = described::invent(
      *model, *games,
      {.count = arguments.count, .jobs = arguments.jobs, .seed = arguments.seed, .time = *limit});
  print_error("ebiri: games screened: {}\n", best.screened);
  if (best.games.empty()) {
    print_error("ebiri: no game was good enough; try a longer --time\n");
    return expectation_failed;
  }
  return write_games(best.games, *model, arguments.folder);
}

}  // namespace

void add_games_invent(Command games, int& exit_code) {
  auto [command, arguments] =
      add_command(games, exit_code, "invent", "Search for new games by changing a known one",
                  games_invent_footer, invent_games);
  command.add_option("--like GAME", arguments.like, "The game to change: a name of the library, or a file")
      .show_default();
  command.add_option("--count", arguments.count, "The number of games to find").range(1, 1000).show_default();
  command.add_option("--time DURATION", arguments.time, "Time limit of the whole search").show_default();
  command.add_option("--to FOLDER", arguments.folder, "Folder for the descriptions").show_default();
  command.add_option("--seed", arguments.seed, "Seed of the changes").show_default();
  command.add_option("--jobs", arguments.jobs, "Number of threads")
      .range(1, 256)
      .default_text("one for each core");
}

}  // namespace ebiri::cli

// `ebiri games`: the library of described games.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/described/described.hpp"
#include "referee/described/description.hpp"
#include "referee/described/library.hpp"
#include "referee/explain/game.hpp"
#include "referee/support/terminal.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using described::Description;

struct GamesArguments {
  std::string name, region, like;
  std::string format = "table";
  int rows = 0;
};

constexpr const char* library_footer = R"(Examples:
  ebiri games                          every game of the library: board, seeds, region, kinds of rules
  ebiri games --region ghana           the games of a region
  ebiri games --rows 4 --format json
  ebiri games --like oware             the games with the most similar rules, most similar first
  ebiri games sungka                   one game, explained; the same as `ebiri rules sungka`
  ebiri games new mine                 write mine.yaml, a description to start from
  ebiri games test mine.yaml           test that game
  ebiri games invent --like kalah      search for new games

A name of this list, or a file with a description, can replace a variant's name in `play`, `perft`, `oracle`
and configs. Engines that announce the variant `described` play all these games.
Exit code 0: printed; 2: unknown game, or no game fits.)";

bool fits(const Description& game, const GamesArguments& arguments) {
  if (arguments.rows != 0 && game.rules["board"]["rows"] != arguments.rows) return false;
  return lower_case(game.region).find(lower_case(arguments.region)) != std::string::npos;
}

Result<std::vector<Description>> chosen_games(const GamesArguments& arguments) {
  auto library = described::all_games();
  if (!library) return library.error();
  auto games = *std::move(library);
  std::erase_if(games, [&](const Description& game) { return !fits(game, arguments); });
  if (arguments.like.empty()) return games;
  const auto model = described::find_description(arguments.like);
  if (!model) return Error{"--like: " + model.error().message};
  constexpr std::size_t most = 10;
  std::erase_if(games, [&](const Description& game) { return game.game == model->game; });
  std::ranges::stable_sort(games, std::ranges::greater{},
                           [&](const Description& game) { return explain::likeness(*model, game); });
  if (games.size() > most) games.erase(games.begin() + most, games.end());
  return games;
}

std::string list_text(const std::vector<Description>& games) {
  TextRows rows{{"Game", "Board", "Seeds", "Region", "Rules"}};
  for (const Description& game : games) {
    const auto& board = game.rules["board"];
    rows.push_back({game.game, fmt::format("{}x{}", board["rows"].get<int>(), board["columns"].get<int>()),
                    std::to_string(game.program.total), game.region, explain::game_summary(game)});
  }
  return aligned(rows, "lrrl");
}

std::string list_json(const std::vector<Description>& games) {
  auto list = nlohmann::json::array();
  for (const Description& game : games) list.push_back(explain::game_facts(game));
  return list.dump(2) + "\n";
}

int explain_game(const GamesArguments& arguments) {
  if (!arguments.region.empty() || !arguments.like.empty() || arguments.rows != 0)
    return fail_usage(
        {"--region, --rows and --like select games of the list; remove them, or the name of the game"});
  auto description = described::find_description(arguments.name);
  if (!description) return fail_usage(description.error());
  const auto rules = described::rules_of(*std::move(description), arguments.name);
  const auto& game = *described::described_game(*rules);
  return print_text(arguments.format == "json" ? explain::game_json(game, *rules).dump(2) + "\n"
                                               : explain::game_page(game, *rules));
}

int print_games(const GamesArguments& arguments) {
  if (!arguments.name.empty()) return explain_game(arguments);
  const auto games = chosen_games(arguments);
  if (!games) return fail_usage(games.error());
  if (games->empty()) return fail_usage({"no game fits; `ebiri games` lists all"});
  return print_text(arguments.format == "json" ? list_json(*games) : list_text(*games));
}

}  // namespace

void add_games(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "games", "List, explain, make and test games that files describe",
                  library_footer, print_games);
  command.add_option("NAME GAME", arguments.name, "Explain this game: a name of the list, or a file");
  command.add_option("--region", arguments.region, "Only games of regions that contain this word");
  command.add_option("--rows", arguments.rows, "Only games with this number of rows").range(2, 4);
  command.add_option("--like GAME", arguments.like, "The ten games with the most similar rules");
  command.add_option("--format", arguments.format, "Output format").one_of({"table", "json"}).show_default();
  add_games_new(command, exit_code);
  add_games_test(command, exit_code);
  add_games_invent(command, exit_code);
}

}  // namespace ebiri::cli

// `ebiri games new`: writes a description to start from.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* games_new_footer = R"(Examples:
  ebiri games new mine                 write mine.yaml, a game that can be played and changed
  ebiri games test mine.yaml           test it
  ebiri play mine.yaml                 play it

Exit code 0: written; 2: the name is invalid, or the file exists; 3: the file cannot be written.)";

constexpr std::string_view new_game =
    R"(# A mancala game. configs/games/FORMAT.md explains every key and every word.
game: {}
title: {}
region: ""
source: ""
certain: []                     # what the source says
decided: []                     # what this file decides where the source is silent

board: {{rows: 2, columns: 6, stores: none}}    # or stores: own, where a lap also sows the player's own store
start: 4                        # seeds in every pit, or a list of one side's pits

turn:
  direction: counter-clockwise  # clockwise, choose, ...
  least: 1                      # seeds that a pit must hold to begin a turn
sow:
  first: next                   # or origin: the first seed falls where it was lifted
  origin: sow                   # or skip: a lap passes over the pit where it began

# After each seed of a lap, the first rule that fits applies; if one fits the last seed, lap-end is skipped:
#dropping:
#  - not last, makes 4 -> take here to owner

# After the last seed of a lap, the first rule that fits applies; if none fits, the turn ends:
lap-end:
  - opponent, makes 2|3 -> take here, take back opponent 2|3
#  - own, empty, facing -> take here, take facing
#  - occupied -> relay          # sow the seeds of that pit as another lap

feed: must-if-possible          # a player without seeds must be given some, if any turn does so
grand-slam: takes               # a turn may take the opponent's last seed; or takes-nothing, illegal, ...

# After each turn, the first rule that fits ends the game:
end:
  - majority -> rest nobody
  - immobile -> rest owner
  - repetition 3 -> rest owner
)";

int write_new_game(const std::string& name) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (name.empty() || !std::ranges::all_of(name, fits))
    return fail_usage({fmt::format("`{}` is not a valid name: use only letters a to z, digits and hyphens",
                                   printable(name, 60))});
  const std::string file = name + ".yaml";
  if (std::filesystem::exists(file))
    return fail_usage({fmt::format("`{}` exists already; choose another name, or delete it", file)});
  if (const auto written = write_file(file, fmt::format(new_game, name, name)); !written)
    return fail(system_error, written.error());
  fmt::print("wrote {}; `ebiri games test {}` tests it, `ebiri rules {}` explains it\n", file, file, file);
  return 0;
}

}  // namespace

void add_games_new(Command games, int& exit_code) {
  auto [command, name] =
      add_command(games, exit_code, "new", "Write a commented description of a game to start from",
                  games_new_footer, write_new_game);
  command.add_option("NAME", name, "The name of the game; the file is NAME.yaml").required();
}

}  // namespace ebiri::cli

// `ebiri play`: a game at the terminal.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_engine.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/play_table.hpp"
#include "referee/config/command_line.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct PlayArguments {
  RulesArguments rules{.variant = "oware", .rules = {}};
  std::array<std::string, 2> players{"human", "alphabeta"};
  std::array<std::string, 2> dialects;
  std::array<std::vector<std::string>, 2> options;
  std::string limit = "move=1s", clock = "none", from, save;
  std::optional<std::uint64_t> seed;
  bool quiet = false;
};

constexpr const char* play_footer = R"(Examples:
  ebiri play                                       Oware, you are south, against alphabeta with a second for a move
  ebiri play --south alphabeta --north human --north-option Level=3 --south-option Level=3
  ebiri play --variant bao --north mcts --limit nodes=2000
  ebiri play --variant kalah --rules kgp --south human --north human --clock base=5min,increment=3s
  ebiri play --south greedy --north "python3 my/hungry.py" --variant kalah --save game.ogn
  ebiri play --from 0-0-0-0-0-1-1-0-0-0-0-0-23-23-S

A player is `human`, one of our bots (alphabeta, greedy, mcts, perfect, random) or the command of any engine. A move is typed
as it stands in the list below the board, upper or lower case; `help` lists what else can be typed: moves, hint, undo,
board, resign, save FILE, quit. What is wrong is explained and changes nothing.

Lines may come from a file or a pipe, and are then shown where they were read; its end leaves as `quit` does.
NO_COLOR is kept to.

Exit code 0: the game is over, or somebody left; 2: the question is wrong; 3: an engine cannot start, or the machine said
no; 130: Ctrl-C.)";

constexpr const char* sides[] = {"south", "north"};

Result<Seat> seat_of(const PlayArguments& arguments, std::size_t number, const config::SearchPath& search) {
  const auto in_option = [&](const Error& error) {
    return Error{fmt::format("--{}: {}", sides[number], error.message)};
  };
  const std::string& player = arguments.players[number];
  if (player == "human") {
    if (!arguments.options[number].empty() || !arguments.dialects[number].empty())
      return in_option(Error{"a person has neither options nor a dialect"});
    const auto clock = config::read_limit(arguments.clock);
    if (!clock) return Error{"--clock: " + clock.error().message};
    if (clock->nodes || clock->depth)
      return Error{"--clock: people have a limit of time only: `move` or `base`"};
    return Seat{std::nullopt, *clock};
  }
  const auto engine = config::read_engine({.name = engine_name(player),
                                           .command = player,
                                           .dialect = arguments.dialects[number],
                                           .options = arguments.options[number]},
                                          search);
  if (!engine) return in_option(engine.error());
  const auto limit = config::read_limit(arguments.limit);
  if (!limit) return Error{"--limit: " + limit.error().message};
  return Seat{*engine, *limit};
}

// Whether the engines' dialects can carry the game.
Result<void> check_dialects(const TableOrder& order) {
  for (const Seat& seat : order.seats) {
    if (!seat.engine) continue;
    const auto& dialect = player::dialect(seat.engine->dialect);
    if (const auto problem = player::dialect_problem(dialect, *order.rules); !problem.empty())
      return Error{fmt::format("`{}`: {}", seat.name(), problem)};
    if (order.base && dialect.from_start_only)
      return Error{
          fmt::format("--from: `{}` speaks a dialect that can only begin at the start", seat.name())};
  }
  return {};
}

Result<TableOrder> order_of(const PlayArguments& arguments) {
  TableOrder order;
  order.search = config::search_path_for(".");
  auto rules = chosen_rules(arguments.rules);
  if (!rules) return rules.error();
  order.rules = std::move(*rules);
  if (!arguments.from.empty()) order.base = arguments.from;
  const auto game = game_from(*order.rules, arguments.from);
  if (!game) return Error{"--from: " + game.error().message};
  if (const auto outcome = (*game)->outcome())
    return Error{"--from: the game is over there: " + sentence(*outcome)};
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    auto seat = seat_of(arguments, number, order.search);
    if (!seat) return seat.error();
    order.seats[number] = std::move(*seat);
  }
  const auto adviser = config::read_engine(
      {.name = "alphabeta", .command = "bots/alphabeta", .dialect = {}, .options = {}}, order.search);
  if (!adviser) return adviser.error();
  order.adviser = *adviser;
  order.adviser_limit.move = std::chrono::seconds{1};
  order.seed = arguments.seed.value_or(std::random_device{}());
  order.quiet = arguments.quiet;
  order.save = arguments.save;
  if (const auto spoken = check_dialects(order); !spoken) return spoken.error();
  return order;
}

int play(const PlayArguments& arguments) {
  auto order = order_of(arguments);
  if (!order) return refused(order.error());
  return PlayTable{std::move(*order)}.run();
}

}  // namespace

void add_play(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("play", "Play a game at the terminal: people and engines");
  const auto arguments = std::make_shared<PlayArguments>();
  command->add_option("--variant", arguments->rules.variant, "The game")
      ->type_name("VARIANT")
      ->capture_default_str();
  command
      ->add_option("--rules,--ruleset", arguments->rules.rules,
                   "A ruleset and its options: RULESET name=value ...")
      ->type_name("RULESET");
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    const std::string side = sides[number];
    command
        ->add_option("--" + side, arguments->players[number],
                     "Who plays " + side + ": human, a bot, or a command")
        ->type_name("PLAYER")
        ->capture_default_str();
    command
        ->add_option("--" + side + "-option", arguments->options[number],
                     "An option of that engine: NAME=VALUE, e.g. Level=3")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
    command
        ->add_option("--" + side + "-dialect", arguments->dialects[number], "What that engine speaks (ugi)")
        ->type_name("{" + join(player::dialect_words(), ",") + "}");
  }
  command
      ->add_option("--limit", arguments->limit,
                   "Of engines: KEY=VALUE,... as in configs, such as nodes=20000")
      ->capture_default_str();
  command->add_option("--clock", arguments->clock, "Of people: move=30s, or base=5min,increment=3s")
      ->capture_default_str();
  command->add_option("--from", arguments->from, "A position to begin from, instead of the start");
  command->add_option("--seed", arguments->seed,
                      "For engines that play by chance; otherwise another one each time");
  command->add_option("--save", arguments->save, "Write the game to this file when it ends (OGN)")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", arguments->quiet, "Do not show what engines think");
  command->footer(play_footer);
  command->callback([arguments, &exit_code] { exit_code = play(*arguments); });
}

}  // namespace ebiri::cli

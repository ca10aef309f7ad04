// `ebiri play`: plays a game at the terminal, or serves the page to play on.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/web_module.hpp"
#include "referee/config/command_line.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/site/play.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/play_session.hpp"

namespace ebiri::cli {

namespace {

using GameAndPly = std::tuple<std::string, int, std::size_t>;  // run, game, ply

struct PlayArguments {
  RulesArguments rules{.variant = "oware", .rules = {}};
  std::array<std::string, 2> players{"human", "alphabeta"};
  std::array<std::string, 2> dialects;
  std::array<std::vector<std::string>, 2> options;
  std::string limit = "move=1s", clock = "none", from, save, tables;
  std::optional<GameAndPly> from_game;
  std::optional<int> level;
  std::optional<std::uint64_t> seed;
  bool quiet = false, learn = false, plain = false, still = false;
  bool asks = false;           // no argument was given
  bool names_variant = false;  // the user names the variant
  bool web = false;
  std::uint16_t port = 8090;
};

constexpr const char* play_footer = R"(Examples:
  ebiri play                                       asks for the game, the level, your side and hints
  ebiri play bao --level 3                         you are south; levels are 1 to 10
  ebiri play oware --learn                         with a lesson, the effects of moves, and help after mistakes
  ebiri play sungka                                a game of the library: `ebiri games` lists them
  ebiri play --from-game results/quickstart 37 20  continue game 37 of a run after ply 20
  ebiri play bao --north mcts --limit nodes=2000
  ebiri play kalah --rules kgp --north human --clock base=5min,increment=3s
  ebiri play --south greedy --north "python3 my/hungry.py" --variant kalah --save game.ogn
  ebiri play --web                                 in a browser: choose the game there

--web serves a page to play on, for this machine only, and prints its address. Players are then `human` or `alphabeta`.

A player is `human`, a bot of Ebiri (alphabeta, greedy, mcts, perfect, random) or the command of any engine. Type a move
from the list below the board, in upper or lower case. `help` lists the commands: moves, hint, why, rules, lesson,
undo, board, resign, save FILE, quit.

On a terminal each move is shown pit by pit: +5 marks a pit that gets a seed, -0 a pit that is emptied to sow, x0 a
captured pit. Enter skips to the end of the move. --plain prints sentences in place of drawings, for screen readers.

Input may come from a file or a pipe. Each line is then printed after its prompt, and the game ends at the end of the
input. NO_COLOR is respected.

Exit code 0: the game is over, a player quit, or with --web Ctrl-C stopped the server; 2: invalid arguments; 3: an
engine cannot start, or a system error; 130: interrupted by Ctrl-C.)";

constexpr const char* sides[] = {"south", "north"};

Result<terminal::Seat> seat_of(const PlayArguments& arguments, std::size_t number,
                               const config::SearchPath& search) {
  const auto in_option = [&](const Error& error) {
    return Error{fmt::format("--{}: {}", sides[number], error.message)};
  };
  const std::string& player = arguments.players[number];
  if (player == "human") {
    if (!arguments.options[number].empty() || !arguments.dialects[number].empty())
      return in_option(Error{"`human` takes neither options nor a dialect"});
    const auto clock = config::read_limit(arguments.clock);
    if (!clock) return Error{"--clock: " + clock.error().message};
    if (clock->nodes || clock->depth) return Error{"--clock: expected a limit of time: `move` or `base`"};
    return terminal::Seat{std::nullopt, *clock};
  }
  const auto engine = config::read_engine({.name = config::engine_name(player),
                                           .command = player,
                                           .dialect = arguments.dialects[number],
                                           .options = arguments.options[number]},
                                          search);
  if (!engine) return in_option(engine.error());
  const auto limit = config::read_limit(arguments.limit);
  if (!limit) return Error{"--limit: " + limit.error().message};
  return terminal::Seat{*engine, *limit};
}

// Takes the rules of a recorded game, and its moves up to a ply.
Result<void> take_recorded_game(const GameAndPly& wanted, terminal::PlaySettings& settings) {
  const auto& [folder, number, plies] = wanted;
  auto found = run::recorded_game(folder, number);
  if (!found) return Error{"--from-game: " + found.error().message};
  const match::GameRecord& record = found->record;
  if (plies > record.move_count())
    return Error{fmt::format("--from-game: game {} has only {} plies", number, record.move_count())};
  for (std::size_t i = 0; i < plies; ++i) settings.moves.push_back(record.move(i));
  settings.base = record.opening.base;
  settings.rules = std::move(found->rules);
  return {};
}

// The base position and the moves must lead to a game that is not over.
Result<void> check_start(const terminal::PlaySettings& settings) {
  const auto game = game_from(*settings.rules, settings.base.value_or(""));
  if (!game) return game.error();
  for (const std::string& move : settings.moves)
    if (const auto refused = rules::advance(**game, move)) return Error{refused->message};
  if (const auto outcome = (*game)->outcome()) return Error{"the game is over there: " + sentence(*outcome)};
  return {};
}

// Sets the rules of the game and where it begins.
Result<void> set_up(const PlayArguments& arguments, terminal::PlaySettings& settings) {
  if (arguments.from_game) {
    if (auto taken = take_recorded_game(*arguments.from_game, settings); !taken) return taken;
  } else {
    auto rules = chosen_rules(arguments.rules);
    if (!rules) return rules.error();
    settings.rules = std::move(*rules);
    if (!arguments.from.empty()) settings.base = arguments.from;
  }
  if (const auto start = check_start(settings); !start)
    return Error{(arguments.from_game ? "--from-game: " : "--from: ") + start.error().message};
  return {};
}

// The dialects of the engines must be able to express the game.
Result<void> check_dialects(const terminal::PlaySettings& settings) {
  for (const terminal::Seat& seat : settings.seats) {
    if (!seat.engine) continue;
    const auto& dialect = player::dialect(seat.engine->dialect);
    if (const auto problem = player::dialect_problem(dialect, *settings.rules); !problem.empty())
      return Error{fmt::format("`{}`: {}", seat.name(), problem)};
    if (settings.base && dialect.from_start_only)
      return Error{fmt::format("--from: the dialect of `{}` supports only games from the start position",
                               seat.name())};
  }
  return {};
}

Result<terminal::PlaySettings> settings_of(const PlayArguments& arguments) {
  terminal::PlaySettings settings;
  settings.search = config::search_path_for(".");
  if (const auto ready = set_up(arguments, settings); !ready) return ready.error();
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    auto seat = seat_of(arguments, number, settings.search);
    if (!seat) return seat.error();
    settings.seats[number] = std::move(*seat);
  }
  const auto adviser = config::read_engine(
      {.name = "alphabeta", .command = "bots/alphabeta", .dialect = {}, .options = {}}, settings.search);
  if (!adviser) return adviser.error();
  settings.adviser = *adviser;
  settings.seed = arguments.seed.value_or(std::random_device{}());
  settings.quiet = arguments.quiet || arguments.learn;
  settings.learn = arguments.learn;
  settings.spoken = arguments.plain;
  settings.animated = !arguments.still && !arguments.plain;
  settings.save = arguments.save;
  if (const auto checked = check_dialects(settings); !checked) return checked.error();
  return settings;
}

// The player of a side on the page: `person`, or a level of the engine.
Result<std::string> web_seat(const PlayArguments& arguments, std::size_t number) {
  const std::string& player = arguments.players[number];
  const std::vector<std::string>& options = arguments.options[number];
  if (player == "human" && options.empty()) return std::string{"person"};
  if (player == "alphabeta" && options.empty()) return std::string{"3"};  // the default in the page's form
  if (player == "alphabeta" && options.size() == 1 && options.front().starts_with("Level=")) {
    const auto level = parse_integer<int>(std::string_view(options.front()).substr(6));
    if (level && *level >= 1 && *level <= 10) return std::to_string(*level);
  }
  return Error{
      fmt::format("--{}: with --web a player is `human`, or `alphabeta` with no option but Level=1 to 10",
                  sides[number])};
}

// Whether the arguments select a game. Otherwise the page opens the game last played in this browser, or an
// easy one.
bool selects_a_game(const PlayArguments& arguments) {
  const PlayArguments defaults;
  return arguments.names_variant || !arguments.rules.rules.empty() || arguments.players != defaults.players ||
         arguments.options != defaults.options || !arguments.from.empty();
}

int play_in_browser(const PlayArguments& arguments) {
  auto rules = chosen_rules(arguments.rules);
  if (!rules) return fail_usage(rules.error());
  const auto game = game_from(**rules, arguments.from);
  if (!game) return fail_usage({"--from: " + game.error().message});
  std::array<std::string, 2> seats;
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    const auto seat = web_seat(arguments, number);
    if (!seat) return fail_usage(seat.error());
    seats[number] = *seat;
  }
  const auto module = web_module();
  if (!module) return fail(system_error, module.error());
  site::Endgames endgames{nullptr, std::move(*rules)};
  if (!arguments.tables.empty()) {
    auto ends = rules::open_exact_ends(arguments.tables, *endgames.rules);
    if (!ends) return fail_usage({"--tables: " + ends.error().message});
    endgames.ends = std::move(*ends);
  }
  site::PlaySite site{*module, endgames};
  auto server = web::Server::open({.port = arguments.port}, {{"/", &site}});
  if (!server) return fail(system_error, server.error());
  print_error("ebiri: play at {}{} (Ctrl-C stops the server)\n", (*server)->url(),
              selects_a_game(arguments) ? site::game_fragment(*endgames.rules, seats, arguments.from) : "");
  (*server)->stop_on_signals();
  (*server)->run();
  return 0;
}

// Turns `alphabeta@3`, `--level` or its default into options. Returns false if `--level` is given and no
// player is an engine with levels.
bool set_level(PlayArguments& arguments) {
  bool applies = !arguments.level;
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    std::string& player = arguments.players[number];
    const config::EngineArgument bot = config::engine_argument(player);
    if (!bot.options.empty()) {
      arguments.options[number].push_back(bot.options.front());
      player.resize(player.find('@'));
    }
    if (player == "human" || (bot.ours && player != "alphabeta")) continue;  // no other bot has levels
    applies = true;
    auto& options = arguments.options[number];
    if (arguments.level || (player == "alphabeta" && options.empty() && !arguments.web))
      options.push_back(fmt::format("Level={}", arguments.level.value_or(arguments.learn ? 3 : 10)));
  }
  return applies;
}

// Reads a line without blanks around it, byte by byte: a later reader needs the rest of the input.
std::optional<std::string> read_line() {
  std::string line;
  for (char letter = 0; ::read(STDIN_FILENO, &letter, 1) == 1; line += letter)
    if (letter == '\n') return std::string{trim(line)};
  return line.empty() ? std::nullopt : std::optional{std::string{trim(line)}};
}

// Asks until the answer is one of `allowed`; an empty line means `fallback`. Nothing: the input has ended.
std::optional<std::string> choice_of(const std::string& question, const std::string& fallback,
                                     const std::vector<std::string>& allowed) {
  while (true) {
    fmt::print("{} [{}]: ", question, fallback);
    std::fflush(stdout);
    auto answer = read_line();
    if (!answer) return std::nullopt;
    if (answer->empty()) return fallback;
    if (std::ranges::find(allowed, *answer) != allowed.end()) return answer;
    fmt::print("`{}` is not a possible answer{}\n", printable(*answer, 60), suggestion(*answer, allowed));
  }
}

// Lists the games and asks for one, and how to play it. Returns false at the end of the input.
bool ask_for_a_game(PlayArguments& arguments) {
  for (const auto& variant : rules::variants())
    fmt::print("{:<8} {}\n", variant.name, rules::title_of(variant));
  const auto games = rules::all_game_names();
  fmt::print("`ebiri games` lists {} more.\n\n", games.size() - rules::variants().size());
  const auto game = choice_of("Game", "oware", games);
  const auto level = game ? choice_of("Level of the engine, 1 to 10", "3",
                                      {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"})
                          : std::nullopt;
  const auto side = level ? choice_of("Your side, south (moves first) or north", "south", {"south", "north"})
                          : std::nullopt;
  const auto learn =
      side ? choice_of("Explain moves and mistakes, yes or no", "yes", {"yes", "no"}) : std::nullopt;
  if (!learn) return false;
  arguments.rules.variant = *game;
  arguments.level = parse_integer<int>(*level);
  if (*side == "north") std::swap(arguments.players[0], arguments.players[1]);
  arguments.learn = *learn == "yes";
  return true;
}

int play(const PlayArguments& given) {
  PlayArguments arguments = given;
  if (arguments.asks && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0 &&
      !ask_for_a_game(arguments))
    return 0;
  if (!set_level(arguments)) return fail_usage({"--level: no player is an engine with levels"});
  if (arguments.web) return play_in_browser(arguments);
  auto settings = settings_of(arguments);
  if (!settings) return fail_usage(settings.error());
  if (const auto problem = arguments.save.empty() ? std::nullopt : terminal::save_problem(arguments.save))
    return fail_usage({"--save: " + *problem});
  const auto end = terminal::PlaySession{std::move(*settings)}.run();
  if (end == terminal::PlaySession::Step::interrupted) return interrupted_code;
  return end == terminal::PlaySession::Step::leave ? 0 : system_error;
}

void add_player_options(Command command, PlayArguments& arguments, std::size_t number) {
  const std::string side = sides[number];
  command
      .add_option("--" + side + " PLAYER", arguments.players[number],
                  "The player of " + side + ": human, a bot such as alphabeta@3, or a command")
      .show_default();
  command
      .add_option("--" + side + "-option NAME=VALUE", arguments.options[number],
                  "An option of that engine, for example Level=3")
      .repeatable();
  command.add_option("--" + side + "-dialect {" + join(player::dialect_words(), ",") + "}",
                     arguments.dialects[number], "The dialect of that engine; default: ugi");
}

}  // namespace

void add_play(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "play", "Play a game at the terminal, with people and engines", play_footer, play);
  command.add_option("VARIANT,--variant VARIANT", arguments.rules.variant, "The game")
      .show_default()
      .check([&given = arguments](const std::string&) {
        given.names_variant = true;  // every value passes this check
        return std::string{};
      });
  command.before_arguments([&given = arguments](std::size_t left) { given.asks = left == 0; });
  command
      .add_option(
          "--level", arguments.level,
          "Level of alphabeta, or option Level of another engine, 1 to 10; default for alphabeta: 10, "
          "or 3 with --learn or --web")
      .range(1, 10);
  command.add_flag("--learn", arguments.learn,
                   "Show what moves do, and offer to take back moves that `analyze` would call mistakes");
  add_rules_option(command, arguments.rules, "--rules,--ruleset");
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}})
    add_player_options(command, arguments, number);
  command
      .add_option("--limit", arguments.limit,
                  "Limit of the engines: KEY=VALUE,... as in configs, such as nodes=20000")
      .show_default();
  command
      .add_option("--clock", arguments.clock, "Clock of human players: move=30s, or base=5min,increment=3s")
      .show_default();
  command.add_option("--from", arguments.from, "The position to begin from; default: the start position");
  command
      .add_option("--from-game RUN GAME PLY", arguments.from_game,
                  "Continue game GAME of a run after PLY plies")
      .excludes(command.option("--from"))
      .excludes(command.option("--rules"))
      .excludes(command.option("--variant"));
  command.add_option("--seed", arguments.seed,
                     "Seed for engines that play at random; default: a new one each time");
  command.add_option("--save FILE", arguments.save, "Write the game to this file when it ends (OGN)");
  const auto web = command.add_flag("--web", arguments.web, "Serve a page to play on, and print its address");
  command.add_option("--port", arguments.port, "Port of the page; 0: any free port")
      .show_default()
      .needs(web);
  command
      .add_option("--tables FILE", arguments.tables,
                  "Oware endgame tables (`ebiri tables`), for evaluations on the page")
      .needs(web);
  for (const char* unused : {"--learn", "--from-game", "--limit", "--clock", "--seed", "--save",
                             "--south-dialect", "--north-dialect"})
    command.option(unused).excludes(web);
  command.add_flag("--no-animation", arguments.still, "Do not show moves pit by pit");
  command.add_flag("--plain", arguments.plain, "Print sentences in place of drawings");
  command.add_flag("-q,--quiet", arguments.quiet, "Hide the engines' search reports, as --learn does");
}

}  // namespace ebiri::cli

// Plays a game at the terminal between people and engines.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/match/clock.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/support/terminal.hpp"
#include "referee/terminal/interactive_game.hpp"
#include "referee/terminal/user_input.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::terminal {

/// The player of a side: a person if there is no engine.
struct Seat {
  std::optional<tournament::EngineSettings> engine;
  match::Limit limit;  ///< for a person usually none

  /// The engine's option `Level`; empty without one.
  std::string level() const {
    if (!engine) return {};
    for (const auto& [option, value] : engine->options)
      if (option == "Level") return value;
    return {};
  }

  /// `human`, or the engine's name, with the level if it has one: `alphabeta-2`.
  std::string name() const {
    if (!engine) return "human";
    return engine->name + (level().empty() ? "" : "-" + level());
  }
};

struct PlaySettings {
  std::unique_ptr<rules::Rules> rules;
  std::optional<std::string> base;
  std::array<Seat, 2> seats;           ///< south, north
  tournament::EngineSettings adviser;  ///< finds mistakes; gives hints if the opponent does not
  std::uint64_t seed = 1;
  std::vector<std::string> moves;  ///< played before the game begins; legal
  bool quiet = false;
  bool learn = false;     ///< list the effects of moves, and point out mistakes
  bool spoken = false;    ///< sentences in place of drawings, no search reports
  bool animated = false;  ///< show moves pit by pit, if the output is a terminal
  std::string save;       ///< the file to write the game to, or empty
  config::SearchPath search;
};

/// An error message if this file exists already.
std::optional<std::string> save_problem(const std::string& file);

/// A game at the terminal. Reads standard input and writes to standard output.
class PlaySession {
 public:
  /// What follows a part of the game. All but `go_on` end the session.
  enum class Step : unsigned char {
    go_on,
    leave,
    interrupted,
    failed,  ///< an engine cannot start, or the game cannot be saved: standard error says why
  };

  explicit PlaySession(PlaySettings settings);

  /// Plays until a player quits, or until the game is over and no person plays. Returns how it ended.
  Step run();

 private:
  class Lesson;                                // coach.cpp
  using Clocks = std::array<match::Clock, 2>;  // south, north

  static constexpr std::size_t adviser_seat = 2;  // the seat after 0 and 1

  const Seat& seat(rules::Side side) const { return settings_.seats[index(side)]; }
  const tournament::EngineSettings& engine(std::size_t number) const {
    return number == adviser_seat ? settings_.adviser : *settings_.seats[number].engine;
  }
  match::Clock& clock(rules::Side side) { return clocks_[index(side)]; }
  bool has_person() const { return !settings_.seats[0].engine || !settings_.seats[1].engine; }

  Step begin(std::size_t number);
  Step turn();
  Step engine_turn(rules::Side mover);
  Step person_turn(rules::Side mover);
  Step afterwards();
  Step obey(const Input& input);
  Step out_of_time(rules::Side mover);
  Step leave(Step step);
  void charge(rules::Side mover, player::Duration used);

  void update_size();
  std::size_t page_width() const;  // of texts that explain the rules
  void say(const std::string& text) const;
  void say_lines(std::string_view text) const;
  void introduce() const;
  void show() const;
  bool lists_moves() const;
  void show_moves(std::ptrdiff_t most = 0) const;
  void show_thinking(bool searching, bool whole = false);
  void take(const player::Reply& reply, rules::Side mover);
  void update_info(const protocol::Info& info);
  void conclude();
  void take_back();
  std::optional<player::Answer> consult(std::size_t number, const match::Limit& limit);
  void hint();
  bool confirms(const std::string& question);
  Step teach();
  void explain_last_move() const;
  void say_reasons(const std::string& move, const protocol::Info& info) const;
  void show_sowing();
  bool takes_back_mistake(const std::string& move);
  bool save(const std::string& file);
  Keyboard::Event ask(const std::string& prompt, std::string& line,
                      std::optional<Keyboard::Clock::time_point> deadline = std::nullopt);

  PlaySettings settings_;
  Terminal terminal_;
  bool live_;  // search reports overwrite each other
  bool echo_;  // input does not come from a terminal, so it is printed
  Signals signals_;
  Keyboard keyboard_;
  InteractiveGame game_;
  Clocks clocks_;
  std::vector<Clocks> clocks_before_;                             // before each ply
  std::array<std::unique_ptr<player::EnginePlayer>, 3> players_;  // south, north, the adviser
  std::array<bool, 3> ready_{};
  std::pair<std::size_t, std::string> hinted_;  // number of plies at the last hint, and its move
  protocol::Info info_;                         // last search report of the engine asked last
  protocol::Info opponents_info_;               // last search report of the engine that moved last
  std::chrono::steady_clock::time_point asked_{}, drawn_{};
  std::chrono::system_clock::time_point started_;
  std::string saved_;    // the file of the saved game
  std::string refusal_;  // says why the last input was refused or taken back; otherwise empty
};

}  // namespace ebiri::terminal

// Reads what a user sends: single keys while the live view is on the screen, lines, and signals. Parses the
// lines of a game: a move in the variant's notation, or a command.
#pragma once

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// Reads keys from standard input if it is a terminal. While this process is in its foreground, line mode and
/// echo are off. They are restored on destruction, and when the process ends (except by SIGKILL). In
/// the background, without a terminal, or if keys are not `wanted`, nothing is read or changed. Ctrl-C and
/// similar keys still send signals. Only one may exist at a time. Not thread-safe.
class Keys {
 public:
  explicit Keys(bool wanted);
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Whether keys are read now.
  bool active();

  /// Standard input, which becomes readable when a key is typed; -1 while no keys are read.
  int descriptor() { return active() ? 0 : -1; }

  /// The letters typed since the last call, in lower case. Other keys are ignored.
  std::string take();

 private:
  bool wanted_;
  bool closed_ = false;  // the terminal is closed
};

/// Reads standard input line by line. Not thread-safe.
class Keyboard {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Event : unsigned char {
    line,
    end,          ///< end of the input; a last line without newline comes before it
    timeout,      ///< the deadline has passed
    interrupted,  ///< the interrupt descriptor is readable
  };

  /// `interrupt`: a descriptor that ends waiting when it becomes readable.
  explicit Keyboard(int interrupt) : interrupt_(interrupt) {}

  /// Waits for a line, and stores it in `line` without its newline, control characters (except tabs) and
  /// the escape sequences of keys.
  Event read(std::string& line, std::optional<Clock::time_point> deadline = std::nullopt);

  /// Waits for input or the interrupt, at most for this time, and reads nothing. Returns false on a timeout.
  bool wait(std::chrono::milliseconds time) const;

 private:
  bool take_line(std::string& line);

  int interrupt_;
  std::string waiting_;  // input that was read but not returned
  bool ended_ = false;
};

/// Whether Ctrl-Z stops this process. A referee ignores it, because engines would lose on time while it is
/// stopped.
enum class CtrlZ : unsigned char { ignored, stops };

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and in threads that it starts later, and reports them
/// through a descriptor. `process::Child` gives engines a clean mask; other child processes inherit it.
class Signals {
 public:
  explicit Signals(CtrlZ ctrl_z = CtrlZ::ignored);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Becomes readable when a signal is pending.
  int descriptor() const { return descriptor_; }

  /// The number of different signals since the last call.
  int take();

 private:
  sigset_t watched_{};
  int descriptor_ = -1;
};

struct Input {
  enum class Kind : unsigned char {
    nothing,  ///< an empty line
    move,     ///< `text` is a legal move in canonical form
    refused,  ///< `text` says why
    undo,
    hint,
    moves,
    why,
    rules,
    lesson,
    board,
    resign,
    save,  ///< `text` is the file's name, or empty
    help,
    quit,
  };

  Kind kind = Kind::nothing;
  std::string text = {};

  bool operator==(const Input&) const = default;
};

/// The moves that a refusal lists.
enum class Listed : unsigned char { legal, nothing };

/// Parses a line. Ignores blanks and the case of letters if the move remains unique. The numbers of an
/// arrangement may be separated by blanks, without `=`. Precondition: the game is not over.
Input parse_input(std::string_view line, const rules::Game& game, Listed listed = Listed::legal);

/// Parses a line after the end of a game. Refuses moves, `hint`, `moves` and `resign`.
Input parse_input_after_end(std::string_view line);

/// `legal: A B C`, or how to type an arrangement if one is due.
std::string legal_here(const rules::Game& game);

/// The commands, one per line: the answer to `help`. `over`: only those that a game accepts after its end.
std::string help(bool over);

}  // namespace ebiri::terminal

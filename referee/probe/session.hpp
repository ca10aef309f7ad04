// One engine process under examination: what is said to it and what it says, line by line.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/player/move_deadline.hpp"
#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"

namespace ebiri::probe {

using player::Duration;

/// Why what was waited for did not come.
struct Trouble {
  enum class Kind : std::uint8_t {
    cannot_run,  ///< there is no process
    silent,      ///< nothing in time
    ended,       ///< the process or its output
    talkative,   ///< a line, or all of them, too long
    malformed,   ///< a message that is known, written wrongly
    unasked,     ///< a `bestmove` that nobody asked for
    busy,        ///< others held the cores
    machine,     ///< no processes or descriptors are left
  };
  Kind kind = Kind::silent;
  std::string what;    ///< one sentence
  std::string errors;  ///< the end of its standard error
};

/// A reply, or why there is none.
struct Heard {
  std::optional<Trouble> trouble;
  protocol::Reply reply;
  std::string line;
  Duration wall{}, cpu{};
  Duration wait{};     ///< for cores that others held
  Duration charged{};  ///< what a tournament charges for it
};

/// What a reply may be, as a set; a `bestmove` that is not in it is unasked.
enum class Wanted : std::uint8_t { hello_done, ready, best_move, ready_or_best_move };

/// One thread at a time; the process dies with the session.
class Session {
 public:
  Session(process::Command command, std::optional<Duration> busy_limit);
  ~Session();

  /// Starts the process anew, whatever became of the last one.
  std::optional<Trouble> start();

  /// Whether there is a process that has done nothing after which nobody knows where it stands.
  bool sound() const { return channel_ != nullptr && !spoilt_; }

  /// Writes bytes as they are; what cannot be written is a trouble of the next `hear`.
  void say_raw(std::string_view bytes);
  void say(const protocol::Request& request);

  /// From now on time is measured; call it just before the request is said.
  void ask();

  /// Waits until `limit` after the last `ask`, for the first reply that is wanted; other lines are noted.
  Heard hear(Wanted wanted, Duration limit);

  /// Listens for `stretch`; nothing if no wanted reply came in it, which is no trouble.
  std::optional<Heard> overhear(Wanted wanted, std::chrono::milliseconds stretch);

  /// CPU time that it has used since the last `ask`.
  Duration used() const { return child_->meter().so_far().cpu; }

  /// Whether it leaves within `grace` by itself, and how it ended. Afterwards there is no process.
  struct Parting {
    bool left = false;
    process::Exit exit;
  };
  Parting part_after_quit(std::chrono::milliseconds grace);  ///< `quit` was said; its input stays open
  Parting part_at_end_of_input(std::chrono::milliseconds grace);

  /// Forgets the lines so far.
  void new_page() { page_.clear(); }

  /// The last lines since `new_page`.
  std::vector<std::string> page() const;

  /// Everything that was said between `ugi` and `ugiok`, read by the protocol's decoder.
  const std::vector<std::pair<protocol::Reply, std::string>>& greeting() const { return greeting_; }

 private:
  bool take_line(std::string_view line, Wanted wanted, Heard& heard);
  Trouble trouble(process::LineChannel::Event event, Duration limit);
  Trouble ended(std::string_view did);
  void note(std::string_view arrow, std::string_view line);

  process::Command command_;
  std::optional<Duration> busy_limit_;
  std::unique_ptr<process::Child> child_;
  std::unique_ptr<process::LineChannel> channel_;
  process::Deadline asked_{};
  bool spoilt_ = false;
  bool deaf_ = false;  // something could not be written
  std::vector<std::string> page_;
  std::vector<std::pair<protocol::Reply, std::string>> greeting_;
};

}  // namespace ebiri::probe

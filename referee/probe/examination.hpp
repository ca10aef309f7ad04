// The state that the steps of an examination share: the engine, its announcements and the findings so far.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/player/dialects/dialect.hpp"
#include "referee/probe/probe.hpp"
#include "referee/probe/session.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/random.hpp"

namespace ebiri::probe {

/// The text of a fault or warning.
struct Complaint {
  std::string found;
  std::string expected;
  std::string advice;
};

class Examination {
 public:
  Examination(const Settings& settings, const std::function<void(const Finding&)>& on_finding);

  const Settings& settings() const { return settings_; }
  Session& session() { return session_; }
  Report& report() { return report_; }

  /// Begins a step, to which later findings belong. A step of a variant is about the current variant.
  void begin_step(std::string step);
  void begin_step_of_variant(std::string step);

  void good(std::string found) { add(Verdict::good, {std::move(found), {}, {}}); }
  void warn(Complaint complaint) { add(Verdict::warning, std::move(complaint)); }
  void fault(Complaint complaint) { add(Verdict::fault, std::move(complaint)); }
  void not_examined(std::string why) { add(Verdict::not_examined, {std::move(why), {}, {}}); }

  /// Reports a fault, or that the step is undecided if the machine caused the trouble. An empty `advice` is
  /// replaced by the usual one for the kind of trouble.
  void report_trouble(const Trouble& trouble, std::string expected, std::string advice = {});

  // The engine's announcements.
  std::vector<protocol::OptionOffer> offers;
  std::optional<std::vector<std::string>> variants;
  bool announced(std::string_view option) const;

  /// Sets the rules for the next requests.
  void choose_rules(const rules::Selection& selection);
  const rules::Rules& rules() const { return *rules_; }

  /// Prepares the engine for a new game under `rules`, and restarts it if needed. `ruleset`, if not empty,
  /// is sent in place of theirs. If the engine is not ready, adds a finding and returns false.
  bool prepare(std::string_view ruleset = {});

  /// Like `prepare`, with a new process.
  bool prepare_afresh();

  /// Sends `isready` and waits for `readyok`; otherwise adds a finding and returns false.
  bool synchronise();

  /// A request for a move.
  struct Question {
    std::optional<std::string> base;
    std::vector<std::string> moves;
    std::string go = "go movetime 50";
    std::chrono::milliseconds limit{50};
  };

  /// Sends the request and waits for the answer. On trouble, adds a finding and returns nothing.
  std::optional<Response> ask(const Question& question);

  /// Reports a fault unless the answer is a legal move in `game`. Returns whether it is.
  bool accept(const rules::Game& game, const Response& response);

  /// Why the answer is not a legal move, without a finding; nothing if it is legal.
  std::optional<Complaint> refusal(const rules::Game& game, const Response& response) const;

  /// The command that shows the legal moves of `game`.
  std::string rules_command(const rules::Game& game) const;

  /// Whether the last preparation failed, so that further steps are useless.
  bool lost() const { return lost_; }

 private:
  bool greet_again();
  void add(Verdict verdict, Complaint complaint, std::string errors = {});

  const Settings& settings_;
  const std::function<void(const Finding&)>& on_finding_;
  Session session_;
  Report report_;
  std::string step_, variant_;
  rules::Selection selection_;
  std::unique_ptr<rules::Rules> rules_;
  bool lost_ = false;
};

inline constexpr int positions_asked = 20;
inline constexpr std::size_t max_plies = 300;  // of a whole game

/// A game and the moves that led to it.
struct Playout {
  std::unique_ptr<rules::Game> game;
  std::vector<std::string> moves;
};

/// Plays up to `plies` random moves that leave the game open.
Playout play_out(const rules::Rules& rules, std::size_t plies, Random& random);

/// Examines an engine of another dialect than UGI: its start, positions, games and times.
void examine_in_dialect(Examination& examination, const player::DialectTraits& dialect);

// The steps, in order. If a step returns false, steps that depend on it are left out.
bool examine_greeting(Examination& examination);
void examine_options(Examination& examination);
bool examine_variants(Examination& examination, std::vector<rules::Selection>& to_play);
bool examine_readiness(Examination& examination);
bool examine_positions(Examination& examination);
void examine_quiz(Examination& examination);
void examine_long_games(Examination& examination);
void examine_seed(Examination& examination);
void examine_limits(Examination& examination);
void examine_warm_up(Examination& examination);
void examine_times(Examination& examination);
void examine_clock(Examination& examination);
void examine_stop(Examination& examination);
void examine_ready_while_thinking(Examination& examination);
void examine_idleness(Examination& examination);
void examine_unknown(Examination& examination);
void examine_garbage(Examination& examination);
void examine_exit(Examination& examination);

}  // namespace ebiri::probe

// A described game as a variant (rules/variant.hpp): positions and moves as text, outcomes, drawings.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/described/machine.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::described {

struct Description;

/// A program and the words that its outcomes need.
struct Rulebook {
  Program program;
  std::vector<std::string> reasons;                     ///< of each of `program.endings`
  std::shared_ptr<const Description> description = {};  ///< null if the program was read from bytes
};

/// A rulebook as bytes, for programs that do not read descriptions, such as the WebAssembly module of a page.
std::string to_bytes(const Rulebook& book);

/// Reads the output of `to_bytes` of the same version. Damaged bytes are an error.
Result<Rulebook> from_bytes(std::string_view bytes);

/// A described game as a variant, the fast interface of rules. Copies share the rulebook.
class DescribedGame {
 public:
  using Position = described::Position;
  using Move = described::Move;

  explicit DescribedGame(std::shared_ptr<const Rulebook> book) : book_(std::move(book)) {}

  Position start() const;
  rules::Side to_move(const Position& position) const { return static_cast<rules::Side>(position.mover); }
  bool is_over(const Position& position) const { return position.is_over(); }
  std::vector<Move> legal_moves(const Position& position) const;

  /// Calls `visit(move, after)` for every legal move until it returns false.
  template <class Visit>
  void each_child(const Position& position, Visit visit) const {
    Machine machine(program());
    machine.each_turn(position, [&](Turn& turn) {
      machine.settle(turn.now, 1);
      return static_cast<bool>(visit(std::as_const(turn.move), std::as_const(turn.now)));
    });
  }

  Position play(const Position& position, const Move& move) const;
  int score(const Position& position, rules::Side side) const;
  rules::Effect effect(const Position& position, const Move& move) const;

  /// Plays at most `rules::max_traced_laps` laps of a legal move, and reports every seed to `watcher`.
  void watch(const Position& position, const Move& move, const Watcher& watcher) const;

  /// The value of a position in hundredths of seeds, from the mover's view: the weighted leads in stores, in
  /// own pits and in the number of pits that can be sown.
  int evaluation(const Position& position) const;

  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const;
  /// False: end rules count plies and repetitions, which a position text lacks.
  bool needs_no_history(const Position&) const { return false; }

  Position settled(std::span<const Position> history) const;
  std::optional<rules::Outcome> outcome(std::span<const Position> history) const;
  rules::Outcome agreed_end(const Position& position) const;
  bool agreed_end_allowed() const { return false; }

  std::string position_text(const Position& position) const;
  Result<Position> parse_position(std::string_view text) const;
  std::string move_text(const Position& position, const Move& move) const;
  std::variant<Move, rules::MoveError> parse_move(const Position& position, std::string_view text) const;
  std::string board(const Position& position) const;

  rules::BoardShape shape() const;
  rules::Scene scene(const Position& position) const;
  void trace(const Position& position, const Move& move, const Position& after, rules::Tracer& tracer) const;

  const Rulebook& book() const { return *book_; }
  const Program& program() const { return book_->program; }

 private:
  std::shared_ptr<const Rulebook> book_;
};

/// The game behind `rules`; null if it is not a described one. Needs RTTI, so it is defined in compile.cpp,
/// which the WebAssembly module leaves out.
const DescribedGame* described_game(const rules::Rules& rules);

}  // namespace ebiri::described

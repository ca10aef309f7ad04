// Nam-Nam. One game is a whole match: a move that ends a round leads to the first position of the next.
// README.md in this folder has the rules, their sources, the disputed points and the options for them.
#pragma once

#include <bit>
#include <vector>

#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/namnam/position.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules::namnam {

/// The numbers of houses of south and north.
struct Territory {
  int south;
  int north;

  bool operator==(const Territory&) const = default;
};

/// The numbers of houses that the sides can fill with four seeds each, from stores that hold all 48. A house
/// that neither side can fill goes to the side that has three seeds left for it or, if both have two left, to
/// the side with fewer than six houses.
Territory territory(const Position& finished);

/// The houses that north owns in a round.
HouseSet norths_houses(Territory territory, PoorerKeeps poorer_keeps);

/// The first position of the next round. `finished` has all seeds in the stores.
Position next_round(const Position& finished, const Options& options);

/// The position after a round: each side has taken the seeds in its houses.
Position shared_out(const Position& position);

/// Four seeds taken from a house.
struct Harvest {
  int house;
  Side by;
};

/// The result of a turn. Of the rules that end a round, it applies only those of the last eight and of
/// endless turns.
struct Turn {
  Position after;           ///< as before the turn, except for houses and stores
  int laps = 0;             ///< of an endless turn: up to the lap that repeats a state, or the last allowed
  bool endless = false;     ///< its state recurs, or it needs more than `lap_limit` laps
  bool round_over = false;  ///< the rules of the last eight or of endless turns ended the round
  int rest = 0;             ///< seeds taken without a harvest: the last four or eight
  Side rest_to = Side::south;
};

/// Sows `house`, which holds seeds. If `harvests` is given, it is set to the harvests in their order.
Turn take_turn(const Options& options, const Position& position, int house,
               std::vector<Harvest>* harvests = nullptr);

/// Nam-Nam under one set of options. Satisfies `Variant`. Stateless: any thread may use it.
class NamNam {
 public:
  using Position = namnam::Position;
  using Move = std::uint8_t;  ///< the house that is lifted, 0..11 counter-clockwise from `A`
  using Moves = MoveList<Move, house_count>;

  NamNam() = default;
  explicit NamNam(const Options& options) : options_(options) {}

  const Options& options() const { return options_; }

  Position start() const;
  Side to_move(const Position& position) const { return position.mover; }

  /// Whether the match is over. All seeds are in the stores if and only if it is.
  bool is_over(const Position& position) const { return position.in_play() == 0; }

  Moves legal_moves(const Position& position) const {
    Moves moves;
    for (unsigned houses = legal_houses(position); houses != 0; houses &= houses - 1)
      moves.push(static_cast<Move>(std::countr_zero(houses)));
    return moves;
  }

  Position play(const Position& position, Move move) const {
    return before_next_turn(after_turn(take_turn(options_, position, move)));
  }

  /// The last position of `history`, which `play` returned. If its houses and mover occur for the third time
  /// in the round, the round ends, and the result is the start of the next round or the end of the match.
  Position settled(std::span<const Position> history) const;

  /// The store of `side` and its share of the seeds in play, in proportion to its houses, rounded down.
  int score(const Position& position, Side side) const {
    return position.store(side) + position.in_play() * std::popcount(position.owned_by(side)) / house_count;
  }

  /// `captured` is the gain of the mover's store in the turn, including the last eight. It excludes seeds
  /// that are shared out because the next side cannot move. Ignores repetition.
  Effect effect(const Position& position, Move move) const;

  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const;
  /// True at the first turn of a round, because repetition and `max-turns` count within a round.
  bool needs_no_history(const Position& position) const { return position.turns == 0; }

  /// The seeds of the outcome are those in the stores after the last round.
  std::optional<Outcome> outcome(std::span<const Position> history) const;
  Outcome agreed_end(const Position& position) const;
  bool agreed_end_allowed() const { return false; }

  std::string position_text(const Position& position) const;
  /// Also refuses a position in which no turn is possible, because the round is over or the side to move must
  /// pass, although the match is not over. The error names the position that follows from it.
  Result<Position> parse_position(std::string_view text) const;
  std::string move_text(const Position& position, Move move) const;
  std::variant<Move, MoveError> parse_move(const Position& position, std::string_view text) const;
  std::string board(const Position& position) const;

  BoardShape shape() const;
  Scene scene(const Position& position) const;
  void trace(const Position& position, Move move, const Position& after, Tracer& tracer) const;

 private:
  HouseSet legal_houses(const Position& position) const {
    const auto houses = static_cast<HouseSet>(position.occupied() & position.owned_by(position.mover));
    const bool in_need = (position.occupied() & position.owned_by(opponent(position.mover))) == 0;
    if (options_.endless != Endless::illegal && !(in_need && options_.feed == Feed::must)) return houses;
    return restricted_houses(position, houses);
  }

  HouseSet restricted_houses(const Position& position, HouseSet houses) const;
  bool feeds(const Turn& turn) const;

  static Position after_turn(const Turn& turn);
  bool match_is_won(const Position& finished) const;
  bool turn_is_possible(const Position& position) const;
  bool must_pass(const Position& position) const;
  Position before_next_turn(Position position) const;  // applies passes and the ends of rounds
  std::string ending_words(const Position& after_turn) const;
  std::string refusal(const Position& position, int house) const;

  Options options_;
};

static_assert(Variant<NamNam>);

}  // namespace ebiri::rules::namnam

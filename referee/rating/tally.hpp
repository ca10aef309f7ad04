// Statistics of a tournament's games, sufficient for every table and rating.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/rating/settings.hpp"

namespace ebiri::rating {

/// The result of a game for one of its players. The values are indexes into the tables below, and twice the
/// points.
enum class Score : std::uint8_t { loss = 0, draw = 1, win = 2 };

/// Games by `Score`.
using Trinomial = std::array<std::int64_t, 3>;

/// Completed opening pairs by the points that one engine took from both games: 0, 1/2, 1, 3/2, 2.
using Pentanomial = std::array<std::int64_t, 5>;

/// Completed opening pairs of two engines by the scores of both games. `[x][y]`: `x` is south's score in the
/// game with the first engine as south, `y` is south's score in the game with the second engine as south.
using PairTable = std::array<Trinomial, 3>;

std::int64_t games(const Trinomial& results);
double points(const Trinomial& results);                ///< a draw is half a point
std::optional<double> score(const Trinomial& results);  ///< points per game; nothing without games
Trinomial reversed(const Trinomial& results);           ///< from the other player's point of view
Trinomial sum(const Trinomial& a, const Trinomial& b);

/// The pairs of a table by the points of the first engine.
Pentanomial by_points(const PairTable& pairs);

/// Seed differences, south minus north, of the games that ended by the rules or by agreement. Those of
/// other games mean nothing.
struct Margin {
  std::int64_t games = 0, sum = 0, sum_of_squares = 0;

  bool operator==(const Margin&) const = default;
};

/// Games lost by a fault, by kind of fault.
struct Forfeits {
  std::int64_t time = 0;
  std::int64_t crash = 0;  ///< ended during the game, or did not start
  std::int64_t illegal = 0;
  std::int64_t other = 0;  ///< output faults, CPU time out of turn, too many cores, evasion

  std::int64_t total() const { return time + crash + illegal + other; }
  bool operator==(const Forfeits&) const = default;
};

/// The numbers of games that may get other points than usual for their result.
struct Exceptions {
  std::int64_t akawumbi = 0;  ///< wins
  std::int64_t forfeits = 0;  ///< losses

  bool operator==(const Exceptions&) const = default;
};

Exceptions sum(const Exceptions& a, const Exceptions& b);

/// The points of `results`, of which `exceptions` may have other points than usual.
double points(const Trinomial& results, const Exceptions& exceptions, const Points& table);

/// The games of two engines in which a given one is south.
struct OneWay {
  Trinomial results{};            ///< of south in all games, paired or not
  Trinomial unpaired{};           ///< of these, the games whose partner has not arrived
  Trinomial distinct_unpaired{};  ///< of these, equal games (moves and result) once
  Exceptions south, north;
  Margin margin;
  std::int64_t unique_games = 0;  ///< distinct by base position and moves; unknown moves always count

  bool operator==(const OneWay&) const = default;
};

/// What the tally keeps of a game until its pair is counted.
struct PairHalf {
  bool first_is_south = false;  ///< whether `first` of the meeting is south
  Score score = Score::draw;    ///< of south
  bool known = true;            ///< whether its moves are known
  std::uint64_t sequence = 0;   ///< hash of the moves and the result, if they are known
  std::uint64_t opening = 0;    ///< fingerprint

  bool operator==(const PairHalf&) const = default;
};

/// All games of two engines, `first` < `second` by name.
struct Meeting {
  PairTable pairs{};           ///< the first engine is `first`
  PairTable distinct_pairs{};  ///< of these, equal pairs of games once
  OneWay first_south;          ///< `first` is south
  OneWay second_south;         ///< `second` is south
  std::uint64_t key = 0;       ///< hash of both names

  bool operator==(const Meeting&) const = default;
};

/// CPU time that an engine used out of turn, and void games that involve it.
struct Conduct {
  std::chrono::microseconds pondered{};            ///< CPU time used while the opponent thought
  std::chrono::microseconds opponents_thinking{};  ///< the opponents' thinking time
  std::int64_t voids_by_machine = 0;               ///< void attempts at its games, caused by neither engine
  std::int64_t voids_caused = 0;                   ///< void attempts at its games, caused by its processes

  bool operator==(const Conduct&) const = default;
};

/// The games of one engine against all opponents.
struct EngineTally {
  Trinomial as_south{}, as_north{};  ///< its own results
  Forfeits forfeits;                 ///< games that it lost by its own fault
  Exceptions exceptions;
  Conduct conduct;
  match::DurationHistogram thinking;  ///< wall time of each of its moves
  Margin margin;                      ///< own seeds minus the opponent's
  Pentanomial pairs{};
  std::int64_t unique_games = 0;  ///< distinct by sides, base position and moves; the rest are repetitions

  std::int64_t games() const;
  double points() const;                     ///< a draw is half a point
  double points(const Points& table) const;  ///< with the tournament's points
  bool operator==(const EngineTally&) const = default;
};

/// The completed pairs of one opening.
struct OpeningPairs {
  PairTable pairs{}, distinct_pairs{};  ///< as in `Meeting`

  bool operator==(const OpeningPairs&) const = default;
};

/// Selects games by engine: a game counts if both its engines pass.
struct EngineFilter {
  std::vector<std::string> only;    ///< if not empty, only these pass
  std::vector<std::string> except;  ///< these do not pass

  bool passes(std::string_view name) const;
  bool operator==(const EngineFilter&) const = default;
};

/// Counts the games of one variant under one ruleset. The content depends only on the set of games, not on
/// their order. Memory grows with the number of distinct games, not with their length. One thread at a time.
class Tally {
 public:
  using Pairing = std::pair<std::string, std::string>;  ///< names, the smaller one first

  /// Lists `engines` even if they never play; adds others with their first game. Ignores engines that do not
  /// pass `filter`.
  explicit Tally(const std::vector<std::string>& engines = {}, EngineFilter filter = {});

  /// Counts one game, but not its times. A void game is only counted as void. Preconditions: south and
  /// north differ, and at most one game per (pair number, south, north) is not void.
  void add(const match::GameSummary& game);

  /// Counts several games, faster than one call for each.
  void add(std::span<const match::GameSummary> games);

  /// Sets the times of all games that were counted.
  void set_times(const match::Thinking& thinking) { thinking_ = thinking; }

  /// Counts one game and its times.
  void add(const match::GameRecord& record);

  std::vector<std::string> engines() const;         ///< sorted
  EngineTally engine(std::string_view name) const;  ///< empty for an unknown name; walks all meetings
  /// All engines, in the time that `engine` takes for one.
  std::map<std::string, EngineTally, std::less<>> by_engine() const;
  const std::map<Pairing, Meeting>& meetings() const { return meetings_; }

  /// The pairs of all meetings, by the opening's fingerprint; 0: unknown openings.
  const std::map<std::uint64_t, OpeningPairs>& openings() const { return openings_; }

  std::int64_t games() const { return games_; }  ///< without void ones
  std::int64_t unique_games() const;
  std::int64_t repeated_pairs() const;  ///< opening pairs that repeat an earlier one in both games
  std::int64_t voids() const { return voids_; }
  /// Void games that neither engine caused: the machine was busy, or the referee was stopped.
  std::int64_t voids_by_machine() const { return voids_by_machine_; }
  /// Void games because of an engine's own processes.
  std::int64_t voids_caused() const { return voids_by_engines_; }
  std::int64_t plies() const { return plies_; }

  bool operator==(const Tally&) const = default;

 private:
  struct Own {  // values that do not follow from the meetings
    Forfeits forfeits;
    std::int64_t voids_by_machine = 0, voids_caused = 0;
    bool operator==(const Own&) const = default;
  };
  struct Direction {  // of a meeting's games: which engine is south
    Meeting* meeting = nullptr;
    bool first_is_south = false;
    OneWay& games() const { return first_is_south ? meeting->first_south : meeting->second_south; }
    std::uint64_t key() const { return meeting->key + (first_is_south ? 1 : 2); }
  };

  void count_void(const match::GameSummary& game);
  PairHalf count_result(const match::GameSummary& game, const Direction& way);
  void count_pair(Meeting& meeting, int pair, const PairHalf& now);
  void count_both(Meeting& meeting, const PairHalf& one, const PairHalf& other);
  void count_unpaired(Meeting& meeting, const PairHalf& game, int times);
  /// The tally of an engine without the values that follow from the meetings.
  EngineTally own_tally_of(const std::string& name, const Own& own) const;

  EngineFilter filter_;
  std::map<std::string, Own, std::less<>> engines_;
  std::map<Pairing, Meeting> meetings_;
  std::map<std::uint64_t, OpeningPairs> openings_;
  // One set for all meetings, because most meetings of a large pool have few games. Hashes include the
  // meeting's key.
  boost::unordered_flat_set<std::uint64_t> sequences_;       // of distinct games
  boost::unordered_flat_set<std::uint64_t> pair_sequences_;  // of distinct pairs
  boost::unordered_flat_map<std::uint64_t, int> lone_;       // number of equal unpaired games, by their hash
  boost::unordered_flat_map<std::pair<std::uint64_t, int>, PairHalf> waiting_;  // by meeting and pair number
  match::Thinking thinking_;
  std::int64_t games_ = 0, voids_ = 0, voids_by_machine_ = 0, voids_by_engines_ = 0, plies_ = 0;
};

}  // namespace ebiri::rating

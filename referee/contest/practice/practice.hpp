// The practice ladder: while a contest is open, the teams' present entries meet each other in opening pairs.
//
// Who meets whom depends on the field, its table and what was played, and on nothing else:
//
//   - Of every two pairs, one is for who is new: of the entries with fewer than `settled_pairs`, who has the
//     fewest. The other one, and both where nobody is new, is for who has had the smallest share since it
//     came.
//   - That entry meets one of its neighbours in the table: of the `neighbours` nearest, whom it has met least
//     and who has had the smallest share, both in pairs and added up; then who has waited longest. Who has no
//     rating yet stands in the middle.
//
// So a new submission has a rating soon, a team that submits all the time takes at most half of the pairs
// from the others, and everybody's share is the same after that.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ebiri::contest {

inline constexpr int settled_pairs = 32;
inline constexpr std::size_t neighbours = 6;

/// The engine's name of a submission: `TEAM.NUMBER`, so that each has a rating of its own. At most 64 bytes,
/// and different for different submissions: of a longer name the beginning stays, with a hash of all of it.
std::string practice_name(std::string_view team, int number);

/// Opening pairs that were played or are being played. One thread at a time.
class PracticeLedger {
 public:
  /// Counts a pair, in the order of their numbers; again for a number that is known does nothing.
  /// Precondition: `pair` >= 1, two names.
  void take(int pair, const std::string& one, const std::string& other);

  int pairs(const std::string& name) const;  ///< how many that entry has
  int last(const std::string& name) const;   ///< the number of its last one; 0 without any

  /// Whose turn it is: the lower, the sooner. Grows by one with each pair; who comes later begins where the
  /// others are, and so does who has its `settled_pairs`: those are a present (start-time fair queueing).
  int turn(const std::string& name) const;

  int meetings(const std::string& one, const std::string& other) const;
  int last() const { return known_.empty() ? 0 : *known_.rbegin(); }  ///< the highest number

 private:
  struct Own {
    int pairs = 0, last = 0, turn = 0;
  };
  int now_ = 0;  // the turn that has come
  std::set<int> known_;
  std::map<std::string, Own> own_;
  std::map<std::pair<std::string, std::string>, int> meetings_;  // names in order
};

/// An entry of the field.
struct PracticeEntry {
  std::string name;
  std::optional<double> elo;  ///< nothing: not rated yet
};

/// The candidate whose turn it is, and who it meets.
struct PracticeMeeting {
  std::string candidate, opponent;

  bool operator==(const PracticeMeeting&) const = default;
};

/// Whom the pair after the last one of `ledger` is for; nothing with fewer than two entries. Where all else
/// is the same, who stands earlier in `field` comes first. Names differ.
std::optional<PracticeMeeting> next_meeting(std::span<const PracticeEntry> field,
                                            const PracticeLedger& ledger);

/// Which of `count` openings (>= 1) the two play next, from 1: no opening twice before they have had all, and
/// not the same ones for everybody.
int next_opening(const PracticeLedger& ledger, const std::string& one, const std::string& other, int count);

}  // namespace ebiri::contest

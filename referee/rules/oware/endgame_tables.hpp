// A file of solved Oware endgames (endgame_layer.hpp), and its readers' view of it.
//
// The file is a header of 256 bytes and the layers from no seed upwards, each a header of 32 bytes, one byte
// of bounds and then one byte of rounds per board. All numbers are little-endian:
//
//     header   16 bytes `ebiri endgames` and zeros, u32 version 1, u32 zero, the rules as text and zeros (224
//              bytes), u64 check sum of the 248 bytes before it
//     layer    u32 seeds, u32 zero, u64 boards, u64 check sum of its boards' bytes, u64 check sum of these 24
//
// Every prefix of whole layers is a sound file, so that a build can be broken off and goes on where it was.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/rules/oware/endgame_file.hpp"

namespace ebiri::rules::oware {

/// Solved endgames, mapped from a file: opening reads it once to check it, processes share the memory.
/// Immutable: any thread may read. Whoever cuts the file off meanwhile ends its readers (SIGBUS).
class EndgameTables {
 public:
  /// An error names the file, and what is wrong: it cannot be read, is no table, is damaged or cut off, or
  /// was built for other rules than `options`.
  static Result<EndgameTables> open(const std::string& path, const Options& options);

  /// Boards with so many seeds or fewer are known.
  int most_seeds() const { return static_cast<int>(layers_.size()) - 1; }
  bool contains(const Position& position) const { return on_board(position) <= most_seeds(); }

  /// Precondition of all below: contains(position).
  Bounds bounds(const Position& position) const;

  /// What the mover secures by a legal move, of the seeds on the board: at most `bounds(position).lo`.
  int secured(const Position& position, Oware::Move move) const;

  /// A legal move that secures `lo`, on the shortest way: playing such moves all along gets these seeds,
  /// whatever the opponent does, and comes back to no board before. None where the game is over.
  std::optional<Oware::Move> securing_move(const Position& position) const;

  /// The packed bounds of a layer, 0 … most_seeds().
  std::span<const std::uint8_t> layer(int seeds) const;

 private:
  struct View {
    const std::uint8_t* bounds;
    const std::uint8_t* rounds;
  };

  explicit EndgameTables(const Options& options);
  Result<void> read(Bytes bytes);
  int rounds_after(const Position& next) const;
  std::uint8_t rounds(const Position& position) const;

  Oware rules_;
  std::shared_ptr<const void> file_;  // as it is mapped
  std::vector<View> layers_;
};

/// How far a build has come.
struct LayerDone {
  int seeds;
  std::size_t boards;
  std::size_t known;  ///< of these, the ones whose value does not depend on how a cycle is scored
  bool was_there;     ///< in the file already
};

/// What to build; `seeds` 0 … most_table_seeds, `threads` at least 1.
struct TablesOrder {
  Options options;
  int seeds;
  unsigned threads;
};

/// Builds the file, or goes on with one that is there; a layer that was cut off is built anew. `done` is
/// called after each layer; nothing more is built once it returns false. Errors: what `EndgameTables::open`
/// says of a file that is no sound table, another process that builds it, what the system refuses.
Result<void> build_tables(const std::string& path, const TablesOrder& order,
                          const std::function<bool(const LayerDone&)>& done);

/// The options that decide what a table holds, as `name=value` separated by blanks.
std::string endgame_rules(const Options& options);

}  // namespace ebiri::rules::oware

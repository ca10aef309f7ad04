// Endgame tables: a file of solved Oware boards (endgame_layer.hpp), its builder and its reader.
//
// The file is a header of 256 bytes and the layers from no seed upwards. A layer is a header of 32 bytes, the
// bounds of all boards, and then the rounds of all boards, a byte each. All numbers are little-endian:
//
//     header   16 bytes `ebiri endgames` and zeros, u32 version 1, u32 zero, the rules as text and zeros (224
//              bytes), u64 checksum of the 248 bytes before it
//     layer    u32 seeds, u32 zero, u64 boards, u64 checksum of its boards' bytes, u64 checksum of these 24
//
// Every prefix of whole layers is a valid file, so an interrupted build can continue.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/rules/oware/endgame_layer.hpp"

namespace ebiri::rules::oware {

/// The values of a layer, as in `Layer`, in a file.
struct LayerView {
  std::span<const std::uint8_t> bounds;
  std::span<const std::uint8_t> rounds;
};

/// Solved endgames in a file that is mapped into memory, which processes share. Opening reads the whole file
/// to check it. Immutable: any thread may read. Truncating the file kills its readers (SIGBUS).
class EndgameTables {
 public:
  /// An error names the file and the problem: it is unreadable, not a table, damaged or cut off, or was built
  /// for other rules than `options`.
  static Result<EndgameTables> open(const std::string& path, const Options& options);

  /// The largest number of seeds of a board in the file.
  int max_seeds() const { return static_cast<int>(layers_.size()) - 1; }
  bool contains(const Position& position) const { return on_board(position) <= max_seeds(); }

  /// The bounds of a position. Precondition, also of the functions below: contains(position).
  Bounds bounds(const Position& position) const;

  /// The number of seeds on the board that the mover secures by `move`, which must be legal; at most
  /// `bounds(position).lo`.
  int secured(const Position& position, Oware::Move move) const;

  /// A legal move that secures `lo` in the fewest moves. A side that plays only such moves gets these seeds
  /// against any play and repeats no board. Nothing if there is no legal move. Ignores majorities.
  std::optional<Oware::Move> securing_move(const Position& position) const;

 private:
  explicit EndgameTables(const Options& options) : rules_(without_majority(options)) {}
  int rounds_after(const Position& next) const;
  std::uint8_t rounds(const Position& position) const;

  Oware rules_;
  std::shared_ptr<const void> file_;  // the mapping
  std::vector<LayerView> layers_;
};

/// The progress of a build.
struct LayerDone {
  int seeds;
  std::size_t boards;
  std::size_t known;  ///< number of boards with `Bounds::known()`
  bool was_there;     ///< whether the layer was already in the file
};

/// The parameters of a build; `seeds` 0 … max_table_seeds, `threads` at least 1.
struct TablesSettings {
  Options options;
  int seeds;
  unsigned threads;
};

/// Builds a file, or continues an existing one. A layer that was cut off is built again. Calls `done` after
/// each layer, and stops if it returns false. Fails if the existing file is invalid (as in
/// `EndgameTables::open`), if another process is building it, and on system errors.
Result<void> build_tables(const std::string& path, const TablesSettings& settings,
                          const std::function<bool(const LayerDone&)>& done);

/// The options that a table depends on, as `name=value` separated by blanks.
std::string endgame_rules(const Options& options);

}  // namespace ebiri::rules::oware

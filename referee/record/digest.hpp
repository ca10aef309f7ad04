// What tables, ratings and schedules need of a journal: its games without their moves, and how long engines
// thought. Of a large journal it is kept in a file beside it, so that the journal need not be read again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/match/thinking.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// Rules as a game's file names them.
struct NamedRules {
  std::string_view variant, ruleset;
};

/// Rules that games were played by.
struct PlayedRules {
  std::string variant, ruleset;
  std::size_t first = 0;  ///< the first game with them, as an index

  bool operator==(const PlayedRules&) const = default;
};

struct Digest : JournalHead {
  match::GameList games;  ///< in the order of the file
  match::Thinking thinking;
  std::vector<PlayedRules> rules;  ///< all different, in the order of the file

  void add(const match::GameRecord& game);

  /// Adds a game of which no times are known.
  void add(const match::GameSummary& game, const NamedRules& by);
};

/// The number of bytes that a journal must have grown by for its digest to be kept anew.
inline constexpr std::uint64_t kept_from = std::uint64_t{16} << 20;

/// What FILE.digest holds: the digest of a journal's first `bytes` bytes, which are whole lines, all sound.
/// It may be deleted at any time. It counts as long as the journal begins with the very bytes that it was
/// made from, which is found by their 128-bit XXH3, and its own check sum is right; otherwise it is made
/// again.
struct DigestCache {
  Digest digest;
  int version = 0;          ///< of the journal
  std::uint64_t lines = 0;  ///< the first one included
  std::uint64_t bytes = 0;
  std::string fingerprint;  ///< of those bytes, 32 hex digits
};

std::filesystem::path digest_file(const std::filesystem::path& journal);

/// Nothing if there is none, it is damaged, or another version of Ebiri wrote it.
std::optional<DigestCache> load_digest(const std::filesystem::path& file);

/// Replaces the file, whole or not at all; where that cannot be done, it is left undone: a digest saves time
/// and nothing else.
void save_digest(const std::filesystem::path& file, const DigestCache& cache);

struct DigestRead {
  Digest digest;
  bool begun = false;         ///< whether the journal's first line is there
  bool unterminated = false;  ///< whether its last record is sound, but has no newline
};

/// Reads a journal without changing it, as `read_journal` does; with its kept digest, if there is one, only
/// what has come since. Keeps the digest, if `keep_from` bytes were read and all is sound and the folder can
/// be written to.
/// `bytes_read` as in `LineFile::open`.
Result<DigestRead> read_as_digest(const std::filesystem::path& journal, std::uint64_t keep_from = kept_from,
                                  BytesRead* bytes_read = nullptr);

/// The same; a journal without a first line is an error.
Result<Digest> read_digest(const std::filesystem::path& journal, BytesRead* bytes_read = nullptr);

}  // namespace ebiri::record

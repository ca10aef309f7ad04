// The digest of a journal is a summary, not a hash: the games without moves, and the engines' thinking times.
// Tables, ratings and schedules need no more. The digest of a large journal is cached in a file beside it, so
// that its lines need not be parsed again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// Rules that occur in a journal.
struct PlayedRules {
  std::string variant, ruleset;
  std::size_t first = 0;  ///< index of the first game under these rules

  bool operator==(const PlayedRules&) const = default;
};

/// The summary of a journal.
struct Digest : JournalHead {
  match::GameList games;  ///< in the order of the file
  match::Thinking thinking;
  std::vector<PlayedRules> rules;  ///< each once, in the order of the file

  /// Adds a game. Returns the index of its rules in `rules`.
  std::size_t add(const match::GameRecord& game);

  /// The same for a game without times.
  std::size_t add(const match::GameSummary& game, std::string_view variant, std::string_view ruleset);
};

/// The cached digest is rewritten when the journal has grown by this number of bytes.
inline constexpr std::uint64_t default_growth = std::uint64_t{16} << 20;

/// The contents of FILE.digest: the digest of a journal's first `bytes` bytes, which are whole valid lines.
/// The file is valid if its own checksum is right and the 128-bit XXH3 of those bytes of the journal has not
/// changed. An invalid or deleted file is rebuilt.
struct DigestCache {
  Digest digest;
  std::uint64_t bytes = 0;
  std::string fingerprint;  ///< the 128-bit XXH3 of those bytes of the journal, 32 hex digits
};

std::filesystem::path digest_file(const std::filesystem::path& journal);

/// Reads FILE.digest without checking it against the journal, which may have changed since.
/// Returns nothing if there is no file, if it is damaged, or if it has another version of the format.
std::optional<DigestCache> load_digest(const std::filesystem::path& file);

/// Replaces the file atomically. Ignores errors, because a digest only saves time.
void save_digest(const std::filesystem::path& file, const DigestCache& cache);

/// Reads a journal without changing it, like `read_journal`, but one without a whole first line is no error.
/// If its cached digest is valid, parses only the lines after it. Caches the new digest if the lines after
/// the cached one have at least `min_growth` bytes, all lines are valid and end with a newline, and the
/// folder is writable. `bytes_read` as in `LineFile::open`, plus the bytes that the cached digest covers.
Result<Digest> read_digest_or_empty(const std::filesystem::path& journal,
                                    std::uint64_t min_growth = default_growth,
                                    BytesRead* bytes_read = nullptr);

/// Like `read_digest_or_empty`, but a journal without a whole first line is an error. The kind of an error is
/// that of `LineFile::open`.
Result<Digest> read_digest(const std::filesystem::path& journal, BytesRead* bytes_read = nullptr);

}  // namespace ebiri::record

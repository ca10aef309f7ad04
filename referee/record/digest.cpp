#include "referee/record/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "referee/record/journal_lines.hpp"
#include "referee/record/kept_digest.hpp"

namespace ebiri::record {

void Digest::add(const match::GameRecord& game) {
  add(match::summary_of(game), {game.variant, game.ruleset});
  thinking.add(game);
}

void Digest::add(const match::GameSummary& game, const NamedRules& by) {
  games.push_back(game);
  const bool known = std::ranges::any_of(
      rules, [&](const PlayedRules& one) { return one.variant == by.variant && one.ruleset == by.ruleset; });
  if (!known) rules.push_back({std::string{by.variant}, std::string{by.ruleset}, games.size() - 1});
}

namespace {

struct Begun {
  LineFile input;  // at its beginning or, with a kept digest, behind what that covers
  std::optional<KeptDigest> kept;
};

// With the kept digest, if there is one that is of this very journal. Whether it is takes as long to find out
// as the games take to load, so both are done at once.
Result<Begun> open_behind_kept(const std::filesystem::path& journal, BytesRead* bytes_read) {
  auto input = LineFile::open(journal, bytes_read);
  if (!input) return input.error();
  std::future<Result<std::string>> fingerprint;
  auto kept = load_digest(digest_file(journal), [&](std::uint64_t bytes) {
    fingerprint = std::async([&input, bytes] { return input->skip(bytes); });
  });
  if (!kept) return Begun{std::move(*input), {}};
  const auto found = fingerprint.get();
  if (!found) return found.error();
  if (*found == kept->fingerprint) return Begun{std::move(*input), std::move(kept)};
  if (bytes_read != nullptr) *bytes_read = 0;
  auto again = LineFile::open(journal, bytes_read);
  if (!again) return again.error();
  return Begun{std::move(*again), {}};
}

}  // namespace

Result<DigestRead> read_as_digest(const std::filesystem::path& journal, std::uint64_t keep_from,
                                  BytesRead* bytes_read) {
  if (const auto good = check_kind(journal); !good) return good.error();
  auto begun = open_behind_kept(journal, bytes_read);
  if (!begun) return begun.error();
  auto& [input, kept] = *begun;
  const std::uint64_t known = input.bytes();
  Digest digest;
  JournalReader::Read before;
  if (kept) {
    digest = std::move(kept->digest);
    before = {.head = digest, .version = kept->version, .lines = kept->lines, .begun = true};
  }
  JournalReader reader{[&](match::GameRecord&& game) { digest.add(game); }, std::move(before), digest.games};
  if (const auto done = reader.read(input, journal); !done) return done.error();
  auto read = reader.take_read();
  static_cast<JournalHead&>(digest) = std::move(read.head);
  const bool sound = read.begun && !read.unterminated && digest.rejected.empty();
  if (sound && input.bytes() - known >= keep_from)
    save_digest(digest_file(journal), {digest, read.version, read.lines, input.bytes(), input.fingerprint()});
  return DigestRead{std::move(digest), read.begun, read.unterminated};
}

Result<Digest> read_digest(const std::filesystem::path& journal, BytesRead* bytes_read) {
  auto read = read_as_digest(journal, kept_from, bytes_read);
  if (!read) return read.error();
  if (!read->begun) return Error{fmt::format("{}:1: error: nothing was recorded here yet", journal.string())};
  return std::move(read->digest);
}

}  // namespace ebiri::record

#include "referee/record/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "referee/record/journal_lines.hpp"
#include "referee/record/kept_digest.hpp"

namespace ebiri::record {

void Digest::add(const match::GameRecord& game) {
  games.push_back(match::summary_of(game));
  thinking.add(game);
  const bool known = std::ranges::any_of(rules, [&](const PlayedRules& one) {
    return one.variant == game.variant && one.ruleset == game.ruleset;
  });
  if (!known) rules.push_back({game.variant, game.ruleset, games.size() - 1});
}

namespace {

// At its beginning or, with a kept digest that is of this very journal, behind what that covers; a digest of
// another one is dropped.
Result<LineFile> open_behind(const std::filesystem::path& journal, std::optional<KeptDigest>& kept) {
  auto input = LineFile::open(journal);
  if (!input || !kept) return input;
  const auto fingerprint = input->skip(kept->bytes);
  if (!fingerprint) return fingerprint.error();
  if (*fingerprint == kept->fingerprint) return input;
  kept.reset();
  return LineFile::open(journal);
}

}  // namespace

Result<DigestRead> read_as_digest(const std::filesystem::path& journal, std::uint64_t keep_from) {
  if (const auto good = check_kind(journal); !good) return good.error();
  auto kept = load_digest(digest_file(journal));
  auto input = open_behind(journal, kept);
  if (!input) return input.error();
  const std::uint64_t known = input->bytes();
  Digest digest;
  JournalReader::Read before;
  if (kept) {
    digest = std::move(kept->digest);
    before = {.head = digest, .version = kept->version, .lines = kept->lines, .begun = true};
  }
  JournalReader reader{[&](match::GameRecord&& game) { digest.add(game); }, std::move(before), digest.games};
  if (const auto done = reader.read(*input, journal); !done) return done.error();
  auto read = reader.take_read();
  static_cast<JournalHead&>(digest) = std::move(read.head);
  const bool sound = read.begun && !read.unterminated && digest.rejected.empty();
  if (sound && input->bytes() - known >= keep_from)
    save_digest(digest_file(journal),
                {digest, read.version, read.lines, input->bytes(), input->fingerprint()});
  return DigestRead{std::move(digest), read.begun, read.unterminated};
}

Result<Digest> read_digest(const std::filesystem::path& journal) {
  auto read = read_as_digest(journal);
  if (!read) return read.error();
  if (!read->begun) return Error{fmt::format("{}:1: error: nothing was recorded here yet", journal.string())};
  return std::move(read->digest);
}

}  // namespace ebiri::record

// Ed25519 signatures (RFC 8032) of manifests and receipts, the receipts, and the draw of the finals' seed.
//
// A receipt is a team's proof of the place of its submission in the history: a few lines of text, signed with
// the contest's key. It has the number and the SHA-256 of the submission's line in the history. A host who
// changes that line, an earlier one or their order contradicts the receipt. A receipt follows from the
// history and the key, and can be made again at any time.
//
// The seed is drawn by commit and reveal.
//
// When a contest is opened, the host draws a secret of 32 random bytes and publishes its commitment. When the
// entries are locked, the host reveals the secret. The seed depends only on the secret and the beacon, a
// public text that was unknown when the secret was drawn. A contest may have no beacon.
//
//   commitment = SHA-256("ebiri contest commitment 1\n" SECRET "\n")
//   seed       = the first 52 bits of SHA-256("ebiri contest seed 1\n" SECRET "\n" BEACON "\n")
//
// SECRET is written as 64 lower-case hex digits. 52 bits are 13 hex digits, which a double holds exactly.
// With a beacon, the seed is unknown until the beacon is known. Without one, the host knows the seed early,
// and can draw secrets until it likes the seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/contest/entries/history.hpp"
#include "referee/support/result.hpp"

struct evp_pkey_st;  // OpenSSL's

namespace ebiri::contest {

/// A private key. Never empty unless moved from.
class SigningKey {
 public:
  /// Reads a key (PEM, PKCS #8). If there is no such file, makes one with mode 0600 and syncs it to the disk.
  /// Refuses a key that other users may read or write.
  static Result<SigningKey> open_or_make(const std::filesystem::path& file);

  /// Reads a key in the same way, but never makes one. Refuses a key that is not the announced one.
  static Result<SigningKey> open(const std::filesystem::path& file, std::string_view public_key);

  std::string public_key() const;                 ///< 64 hex digits
  std::string sign(std::string_view text) const;  ///< 128 hex digits

 private:
  using Key = std::shared_ptr<evp_pkey_st>;

  explicit SigningKey(Key key) : key_(std::move(key)) {}
  static Result<SigningKey> read(const std::filesystem::path& file);

  Key key_;
};

/// Whether `signature` (128 hex digits) is valid for `text` and `public_key` (64 hex digits).
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

/// 32 random bytes from the system, as 64 hex digits.
Result<std::string> random_secret();

std::string commitment_to(std::string_view secret);

std::uint64_t seed_of(std::string_view secret, std::string_view beacon);

/// The seed of the practice ladder: the first 52 bits of SHA-256("ebiri contest practice 1\n" COMMITMENT
/// "\n"). It is public, and reveals nothing about the finals' seed.
std::uint64_t practice_seed(std::string_view commitment);

struct Receipt {
  std::string contest;
  Submission submission;  ///< its team, number, tree, date, line and hash
  std::string signature;  ///< 128 hex digits
};

/// A submission's receipt as text, several lines.
std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key);

/// Reads all receipts in a text. Other lines, and white space at the ends of lines, are ignored. An error
/// names the line of an invalid receipt, or says that there is no receipt.
Result<std::vector<Receipt>> read_receipts(std::string_view text);

/// The problem with a receipt, one sentence: it is not signed with the announced key, or the history
/// contradicts it. Empty if there is none.
std::string receipt_problem(const Receipt& receipt, const Opened& opened,
                            const std::vector<HistoryLine>& lines);

}  // namespace ebiri::contest

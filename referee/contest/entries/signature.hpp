// Ed25519 signatures (RFC 8032) of manifests and receipts.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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
  struct Free {
    void operator()(evp_pkey_st* key) const;
  };
  using Key = std::unique_ptr<evp_pkey_st, Free>;

  explicit SigningKey(Key key) : key_(std::move(key)) {}
  static Result<SigningKey> read(const std::filesystem::path& file);

  Key key_;
};

/// Whether `signature` (128 hex digits) is valid for `text` and `public_key` (64 hex digits).
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

/// 32 random bytes from the system, as 64 hex digits.
Result<std::string> random_secret();

}  // namespace ebiri::contest

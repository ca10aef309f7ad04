// Ed25519 (RFC 8032): who wrote a manifest or a receipt.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "referee/support/result.hpp"

struct evp_pkey_st;  // OpenSSL's

namespace ebiri::contest {

/// A private key. Never empty, unless it was moved from.
class SigningKey {
 public:
  /// Reads a key (PEM, PKCS 8), or makes one if there is no such file: mode 0600, on the disk when this
  /// returns. One that others may read is refused.
  static Result<SigningKey> open_or_make(const std::filesystem::path& file);

  /// Reads a key and checks that it is the one that was announced.
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

/// Whether `signature` (128 hex digits) is one of `text` by the owner of `public_key` (64 hex digits).
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

/// 32 random bytes of the system's, as 64 hex digits.
Result<std::string> random_secret();

}  // namespace ebiri::contest

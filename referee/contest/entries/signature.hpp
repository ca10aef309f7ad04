// Ed25519 (RFC 8032): who wrote a manifest or a receipt.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "referee/support/result.hpp"

namespace ebiri::contest {

class SigningKey {
 public:
  /// Reads a key (PEM, PKCS 8), or makes one if there is no such file: mode 0600, on the disk when this
  /// returns. One that others may read is refused.
  static Result<SigningKey> open_or_make(const std::filesystem::path& file);

  /// Reads a key and checks that it is the one that was announced.
  static Result<SigningKey> open(const std::filesystem::path& file, std::string_view public_key);

  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) = delete;
  ~SigningKey();

  std::string public_key() const;                 ///< 64 hex digits
  std::string sign(std::string_view text) const;  ///< 128 hex digits

 private:
  struct State;
  explicit SigningKey(std::unique_ptr<State> state);
  static Result<SigningKey> read(const std::filesystem::path& file);

  std::unique_ptr<State> state_;
};

/// Whether `signature` (128 hex digits) is one of `text` by the owner of `public_key` (64 hex digits).
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

/// 32 random bytes of the system's, as 64 hex digits.
Result<std::string> random_secret();

}  // namespace ebiri::contest

// SHA-256 (FIPS 180-4). sha256.cpp and signature.cpp are the only files that include libcrypto.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "referee/support/result.hpp"

struct evp_md_ctx_st;  // of libcrypto

namespace ebiri {

/// An incremental SHA-256.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);

  /// The digest as 64 lower-case hex digits. Nothing can be added afterwards.
  std::string hex();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

std::string sha256_hex(std::string_view bytes);

/// The digest of a whole file. The error is the system's.
Result<std::string> sha256_of_file(const std::filesystem::path& file);

/// Whether `text` is a digest as `hex` writes it.
bool is_sha256(std::string_view text);

/// Bytes as lower-case hex digits.
std::string hex_of(std::span<const unsigned char> bytes);

/// Bytes in base 64 (RFC 4648, section 4).
std::string base64(std::string_view bytes);

}  // namespace ebiri

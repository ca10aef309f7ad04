#include "referee/support/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <fstream>

#include "referee/support/files.hpp"

namespace ebiri {

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  [[maybe_unused]] const int good = EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  assert(good == 1);
}

void Sha256::add(std::string_view bytes) {
  [[maybe_unused]] const int good = EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
  assert(good == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  [[maybe_unused]] const int good = EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
  assert(good == 1);
  return hex_of(digest);
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

Result<std::string> sha256_of_file(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input) return system_failure("open", file);
  Sha256 digest;
  std::array<char, 65536> block{};
  while (input.read(block.data(), block.size()) || input.gcount() > 0)
    digest.add({block.data(), static_cast<std::size_t>(input.gcount())});
  if (input.bad()) return system_failure("read", file);
  return digest.hex();
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string hex_of(std::span<const unsigned char> bytes) {
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                  reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  return text;
}

}  // namespace ebiri

#include "referee/contest/entries/signature.hpp"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <optional>

#include "referee/contest/entries/folder.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

struct FreeOpenssl {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
template <class T>
using Owned = std::unique_ptr<T, FreeOpenssl>;

constexpr std::size_t key_size = 32, signature_size = 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string to_hex(const unsigned char* bytes, std::size_t size) {
  return hex_of({reinterpret_cast<const char*>(bytes), size});
}

std::optional<std::string> from_hex(std::string_view hex, std::size_t size) {
  if (hex.size() != 2 * size) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t high = digits.find(hex[i]), low = digits.find(hex[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes += static_cast<char>(high << 4U | low);
  }
  return bytes;
}

std::string pem_of(EVP_PKEY* key) {
  const Owned<BIO> bio{BIO_new(BIO_s_mem())};
  [[maybe_unused]] const int good =
      PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  assert(good == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

// The first 52 bits of the digest of a text.
std::uint64_t seed_from(std::string_view text) {
  const std::string digest = sha256_hex(text);
  constexpr int digits = 13;
  std::uint64_t seed = 0;
  std::from_chars(digest.data(), digest.data() + digits, seed, 16);
  return seed;
}

}  // namespace

void SigningKey::Free::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

Result<SigningKey> SigningKey::open_or_make(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 || errno != ENOENT) return read(file);
  Key key{EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")};
  if (!key) return Error{"libcrypto cannot make an Ed25519 key"};
  if (auto saved = save_file(file, pem_of(key.get()), 0600); !saved) return saved.error();
  return SigningKey{std::move(key)};
}

Result<SigningKey> SigningKey::open(const fs::path& file, std::string_view public_key) {
  auto key = read(file);
  if (key && key->public_key() != public_key)
    return Error{fmt::format("`{}` is not the announced key", file.string())};
  return key;
}

Result<SigningKey> SigningKey::read(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return system_failure("read the status of", file);
  if ((status.st_mode & 077U) != 0)
    return Error{
        fmt::format("other users may read or write the key `{}`: run `chmod 600` on it; if one of them has "
                    "read it, open a new contest",
                    file.string())};
  const auto pem = read_file(file);
  if (!pem) return pem.error();
  const Owned<BIO> bio{BIO_new_mem_buf(pem->data(), static_cast<int>(pem->size()))};
  Key key{PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr)};
  if (!key || EVP_PKEY_id(key.get()) != EVP_PKEY_ED25519)
    return Error{fmt::format("`{}` is not an Ed25519 key in PEM form", file.string())};
  return SigningKey{std::move(key)};
}

std::string SigningKey::public_key() const {
  std::array<unsigned char, key_size> bytes{};
  std::size_t size = bytes.size();
  [[maybe_unused]] const int good = EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size);
  assert(good == 1 && size == key_size);
  return to_hex(bytes.data(), size);
}

std::string SigningKey::sign(std::string_view text) const {
  const Owned<EVP_MD_CTX> context{EVP_MD_CTX_new()};
  std::array<unsigned char, signature_size> bytes{};
  std::size_t size = bytes.size();
  [[maybe_unused]] const bool good =
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), bytes.data(), &size, bytes_of(text), text.size()) == 1;
  assert(good && size == signature_size);
  return to_hex(bytes.data(), size);
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key) {
  const auto raw = from_hex(public_key, key_size), written = from_hex(signature, signature_size);
  if (!raw || !written) return false;
  const Owned<EVP_PKEY> key{EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(*raw), key_size)};
  const Owned<EVP_MD_CTX> context{EVP_MD_CTX_new()};
  return key && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(*written), signature_size, bytes_of(text), text.size()) ==
             1;
}

Result<std::string> random_secret() {
  std::array<unsigned char, key_size> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return Error{"the system did not return random bytes"};
  return to_hex(bytes.data(), bytes.size());
}

std::string commitment_to(std::string_view secret) {
  return sha256_hex(fmt::format("ebiri contest commitment 1\n{}\n", secret));
}

std::uint64_t seed_of(std::string_view secret, std::string_view beacon) {
  return seed_from(fmt::format("ebiri contest seed 1\n{}\n{}\n", secret, beacon));
}

std::uint64_t practice_seed(std::string_view commitment) {
  return seed_from(fmt::format("ebiri contest practice 1\n{}\n", commitment));
}

}  // namespace ebiri::contest

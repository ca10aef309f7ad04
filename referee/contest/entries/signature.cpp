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
#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

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

constexpr std::string_view first_line = "ebiri contest receipt 1";
constexpr std::array<std::string_view, 8> fields{"contest", "team", "number", "tree",
                                                 "time",    "line", "hash",   "signature"};

std::string signed_text(const std::string& contest, const Submission& submission) {
  const Submitted& submitted = submission.submitted;
  return fmt::format("{}\ncontest {}\nteam {}\nnumber {}\ntree {}\ntime {}\nline {}\nhash {}\n", first_line,
                     contest, submitted.team, submitted.number, submitted.tree,
                     record::format_time(submission.at), submission.line, submission.hash);
}

std::optional<Receipt> receipt_of(const std::array<std::string, fields.size()>& values) {
  const auto number = parse_integer<int>(values[2]);
  const auto at = record::parse_time(values[4]);
  const auto line = parse_integer<std::size_t>(values[5]);
  if (!number || !at || !line) return std::nullopt;
  const Submitted submitted{.team = values[1], .number = *number, .tree = values[3]};
  return Receipt{values[0], {.submitted = submitted, .at = *at, .line = *line, .hash = values[6]}, values[7]};
}

}  // namespace

Result<SigningKey> SigningKey::open_or_make(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 || errno != ENOENT) return read(file);
  Key key{EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), EVP_PKEY_free};
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
  Key key{PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr), EVP_PKEY_free};
  if (!key || EVP_PKEY_id(key.get()) != EVP_PKEY_ED25519)
    return Error{fmt::format("`{}` is not an Ed25519 key in PEM form", file.string())};
  return SigningKey{std::move(key)};
}

std::string SigningKey::public_key() const {
  std::array<unsigned char, key_size> bytes{};
  std::size_t size = bytes.size();
  [[maybe_unused]] const int good = EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size);
  assert(good == 1 && size == key_size);
  return hex_of(bytes);
}

std::string SigningKey::sign(std::string_view text) const {
  const Owned<EVP_MD_CTX> context{EVP_MD_CTX_new()};
  std::array<unsigned char, signature_size> bytes{};
  std::size_t size = bytes.size();
  [[maybe_unused]] const bool good =
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), bytes.data(), &size, bytes_of(text), text.size()) == 1;
  assert(good && size == signature_size);
  return hex_of(bytes);
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
  return hex_of(bytes);
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

std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key) {
  const std::string text = signed_text(contest, submission);
  return text + "signature " + key.sign(text) + "\n";
}

Result<std::vector<Receipt>> read_receipts(std::string_view text) {
  std::vector<Receipt> receipts;
  const auto lines = split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (trim(lines[i]) != first_line) continue;
    const std::size_t begin = i;
    std::array<std::string, fields.size()> values;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      const std::string_view line = ++i < lines.size() ? trim(lines[i]) : std::string_view{};
      const auto space = line.find(' ');
      if (space == line.npos || line.substr(0, space) != fields[field])
        return Error{fmt::format("line {}: expected `{} …`", i + 1, fields[field])};
      values[field] = trim(line.substr(space));
    }
    auto receipt = receipt_of(values);
    if (!receipt)
      return Error{
          fmt::format("line {}: `number`, `time` or `line` of the receipt cannot be read", begin + 1)};
    receipts.push_back(std::move(*receipt));
  }
  if (receipts.empty()) return Error{fmt::format("no receipt found: no line is `{}`", first_line)};
  return receipts;
}

std::string receipt_problem(const Receipt& receipt, const Opened& opened,
                            const std::vector<HistoryLine>& lines) {
  const Submission& claimed = receipt.submission;
  if (!is_signed(signed_text(receipt.contest, claimed), receipt.signature, opened.public_key))
    return "it is not signed with the announced key";
  if (receipt.contest != opened.name) return fmt::format("it is from the contest `{}`", receipt.contest);
  if (claimed.line == 0 || claimed.line > lines.size())
    return fmt::format("it refers to line {}, but the history has {} lines", claimed.line, lines.size());
  const HistoryLine& line = lines[claimed.line - 1];
  if (line.hash != claimed.hash)
    return fmt::format("line {} of the history has another hash: it was changed after the receipt was made",
                       claimed.line);
  const auto* submitted = std::get_if<Submitted>(&line.event);
  if (submitted == nullptr || submitted->team != claimed.submitted.team ||
      submitted->number != claimed.submitted.number || submitted->tree != claimed.submitted.tree ||
      line.at != claimed.at)
    return fmt::format("line {} of the history is not about this submission", claimed.line);
  return {};
}

}  // namespace ebiri::contest

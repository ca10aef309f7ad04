#include "referee/contest/entries/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/config/values.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path tokens_file(const Folder& folder) { return folder.root / "private" / "tokens.jsonl"; }

std::optional<Token> token_of(std::string_view line) {
  const auto object = Json::parse(line, nullptr, false);
  const auto text = [&](const char* key) {
    const bool there = object.is_object() && object.contains(key) && object[key].is_string();
    return there ? object[key].get<std::string>() : std::string{};
  };
  const auto made = record::parse_time(text("made"));
  const bool host = object.is_object() && object.value("host", Json{}) == true;
  Token token{text("team"), text("sha256"), made.value_or(Time{})};
  if (!made || !is_sha256(token.sha256) || host != token.owner.empty()) return std::nullopt;
  return token;
}

std::string line_of(const Token& token) {
  Json line;
  if (token.owner.empty())
    line["host"] = true;
  else
    line["team"] = token.owner;
  line["sha256"] = token.sha256;
  line["made"] = record::format_time(token.made);
  return line.dump() + "\n";
}

Result<void> save_tokens(const Folder& folder, const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens) text += line_of(token);
  return save_file(tokens_file(folder), text, 0600);
}

// Compares every digit, so that the time does not reveal how many are right.
bool same_digits(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) difference |= static_cast<unsigned char>(one[i] ^ other[i]);
  return difference == 0;
}

}  // namespace

Result<std::vector<Token>> read_tokens(const Folder& folder) {
  std::vector<Token> tokens;
  std::error_code problem;
  const auto file = tokens_file(folder);
  if (!std::filesystem::exists(file, problem)) return tokens;
  const auto text = read_file(file);
  if (!text) return text.error();
  std::size_t number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (line.empty()) continue;
    auto token = token_of(line);
    if (!token)
      return Error{fmt::format("{}:{}: invalid line; remove it, and make a new token for its owner",
                               file.string(), number)};
    tokens.push_back(std::move(*token));
  }
  return tokens;
}

Result<std::vector<std::string>> make_tokens(const Folder& folder, const std::vector<std::string>& owners) {
  const auto lock = record::Lock::take(tokens_file(folder));
  if (!lock) return lock.error();
  auto tokens = read_tokens(folder);
  if (!tokens) return tokens.error();
  const Time made_at = now();
  std::vector<std::string> made;
  for (const std::string& owner : owners) {
    auto secret = random_secret();
    if (!secret) return secret.error();
    tokens->push_back({owner, sha256_hex(*secret), made_at});
    made.push_back(std::move(*secret));
  }
  if (auto saved = save_tokens(folder, *tokens); !saved) return saved.error();
  return made;
}

Result<std::size_t> revoke_tokens(const Folder& folder, const std::vector<std::string>& owners) {
  const auto lock = record::Lock::take(tokens_file(folder));
  if (!lock) return lock.error();
  auto tokens = read_tokens(folder);
  if (!tokens) return tokens.error();
  const auto revoked =
      std::erase_if(*tokens, [&](const Token& token) { return std::ranges::count(owners, token.owner) > 0; });
  if (revoked == 0) return revoked;
  if (auto saved = save_tokens(folder, *tokens); !saved) return saved.error();
  return revoked;
}

Result<std::optional<std::string>> owner_of(const Folder& folder, std::string_view token) {
  const auto tokens = read_tokens(folder);
  if (!tokens) return tokens.error();
  const std::string digest = sha256_hex(token);
  std::optional<std::string> found;
  for (const Token& known : *tokens)
    if (same_digits(known.sha256, digest)) found = known.owner;
  return found;
}

std::optional<std::string> team_name_problem(std::string_view name) {
  const auto parsed = config::safe_name("._-+").parse(name);
  const auto* complaint = std::get_if<config::ValueError>(&parsed);
  if (complaint == nullptr) return std::nullopt;
  return "a team's name " + complaint->what;
}

}  // namespace ebiri::contest

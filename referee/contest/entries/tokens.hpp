// Tokens: proof that a visitor of the contest's page may act for a team or for the host.
//
// A token is 32 random bytes, written as 64 hex digits, and is shown once. `private/tokens.jsonl` (mode 0600)
// has a line for each valid token: `{"team":…,"sha256":…,"made":…}`, or `"host":true` instead of the team.
// `sha256` is the hash of the token. Revoking a token removes its line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/history.hpp"

namespace ebiri::contest {

struct Token {
  std::string owner;  ///< a team; empty: the host
  std::string sha256;
  Time made{};
};

/// All valid tokens, oldest first. None if there is no file.
Result<std::vector<Token>> read_tokens(const Folder& folder);

/// Makes a token for each owner, and stores only the hashes. Earlier tokens stay valid. Takes the file's
/// lock.
Result<std::vector<std::string>> make_tokens(const Folder& folder, const std::vector<std::string>& owners);

/// Revokes all tokens of these owners, and returns their number. Takes the file's lock.
Result<std::size_t> revoke_tokens(const Folder& folder, const std::vector<std::string>& owners);

/// The owner of a token; nothing for an unknown, revoked or malformed one. The running time does not reveal
/// how many digits of a hash match. An error is a system error.
Result<std::optional<std::string>> owner_of(const Folder& folder, std::string_view token);

/// The problem with a team's name, or nothing. The rules are those for the name of an entry.
std::optional<std::string> team_name_problem(std::string_view name);

}  // namespace ebiri::contest

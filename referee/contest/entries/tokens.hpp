// Who may act for a team, or for the host, on the contest's page: whoever shows a token.
//
// A token is 32 random bytes, written as 64 hex digits, and is shown once. `private/tokens.jsonl` (mode 0600)
// has a line for each that is good: `{"team":…,"sha256":…,"made":…}`, or `"host":true` in place of the team;
// the hash is that of the token. A token that is revoked has no line any more.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/history.hpp"

namespace ebiri::contest {

/// Who shows a token: a team, or, without a name, the host.
struct Bearer {
  std::string team;

  bool is_host() const { return team.empty(); }
  bool operator==(const Bearer&) const = default;
};

struct Token {
  Bearer bearer;
  std::string sha256;
  Time made{};
};

/// All that are good, in the order in which they were made. None if there is no file.
Result<std::vector<Token>> read_tokens(const Folder& folder);

/// Makes a token for each bearer, and keeps their hashes: what is returned is nowhere else. Those made before
/// stay good. Takes the file's lock.
Result<std::vector<std::string>> make_tokens(const Folder& folder, const std::vector<Bearer>& bearers);

/// Takes all tokens of these away; returns how many there were. Takes the file's lock.
Result<std::size_t> revoke_tokens(const Folder& folder, const std::vector<Bearer>& bearers);

/// Whose token it is, or nobody's: unknown, revoked and malformed ones are the same. How long that takes does
/// not depend on the tokens. An error is the machine's.
Result<std::optional<Bearer>> bearer_of(const Folder& folder, std::string_view token);

/// What is wrong with a team's name, or nothing: it is what an entry may be called.
std::optional<std::string> team_name_problem(std::string_view name);

}  // namespace ebiri::contest

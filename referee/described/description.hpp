// Reads the description of a mancala game, its text in YAML (configs/games/FORMAT.md) or its canonical form,
// and compiles it to the program that the machine runs.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/source.hpp"
#include "referee/described/described.hpp"
#include "referee/support/result.hpp"

namespace ebiri::described {

/// One valid game.
struct Description {
  std::string game;
  std::string title;
  std::string source;
  std::string region;
  std::vector<std::string> names;
  std::vector<std::string> certain;
  std::vector<std::string> decided;
  bool rated = true;
  std::vector<std::uint64_t> perft;  ///< numbers of sequences of 1, 2, 3 ... turns
  nlohmann::json rules;              ///< the canonical form: every key from `board` to `limits`
  Program program{};                 ///< the compiled form

  std::string canonical() const { return rules.dump(); }

  /// The first 16 hexadecimal digits of the SHA-256 of the canonical form.
  std::string hash() const;
};

/// The description with that canonical form; the error is its first problem.
Result<Description> read_canonical(std::string_view canonical);

/// Reads a description. The error is the text of all its problems.
Result<Description> read_description(const config::Source& source);

/// The seeds of every pit, if all hold the same number. `start` is that of a canonical form.
std::optional<int> uniform_start(const nlohmann::json& start);

/// Fills in the rest of a program whose rules are parsed: the board, the start, directions, and the flags of
/// the state that the rules read. `rules` is the canonical form.
void complete(Program& program, const nlohmann::json& rules);

Rulebook rulebook_of(Description description);

/// Rules for a description. Their variant is `name`, their ruleset is the description's hash.
std::unique_ptr<rules::Rules> rules_of(Description description, std::string name);

}  // namespace ebiri::described

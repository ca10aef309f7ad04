// Checks of the contract of referee/rules/rules.hpp for every position and ruleset, for tests and fuzzers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/registry.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rules::tests {

/// The first violation of the contract by `game`, a game under `rules`, at its position; empty if there is
/// none. Checks the legal moves, texts written and read back, seeds, hash, exchanged sides, perft, and every
/// move.
std::string broken_promise(const Rules& rules, const Game& game);

/// The same for `text` as a move: it must be accepted if and only if it is legal or the due arrangement.
/// Otherwise it must be refused with a reason and without effect. Precondition: the game is not over.
std::string broken_answer(const Game& game, std::string_view text);

/// The same for `text` as a position: it must be read as a valid position, or refused with a reason.
std::string broken_reading(const Rules& rules, std::string_view text);

/// Whether `text` is a due arrangement: `=`, then the right number of whole numbers, separated by commas,
/// with the right sum.
bool lays_out(std::string_view text, Arrangement due);

/// `text` with one typing error, or with a part of `other`.
std::string slip(std::string text, std::string_view other, Random& random);

/// `text` with 1, or a whole number, moved from one of its numbers to another. The sum is the same, so the
/// result is often valid.
std::string shifted(const std::string& text, Random& random);

}  // namespace ebiri::rules::tests

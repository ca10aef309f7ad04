// What the seam promises of every position under every ruleset (referee/rules/rules.hpp), as one judge that
// the tests and the fuzzers share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/registry.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rules::tests {

/// The first promise that `game`, a game under `rules`, breaks at its position, in words; empty if it keeps
/// all of them: the legal list, texts there and back, seeds, hash, the board turned round, perft, every move
/// played.
std::string broken_promise(const Rules& rules, const Game& game);

/// The same for `text` as a move: accepted exactly if it is in the legal list or the arrangement that is due,
/// else refused with a reason and without a trace. Precondition: the game is not over.
std::string broken_answer(const Game& game, std::string_view text);

/// The same for `text` as a position: read as one that is written canonically and keeps all promises, or
/// refused with a reason.
std::string broken_reading(const Rules& rules, std::string_view text);

/// Whether `text` lays out what is due: `=`, then whole numbers between commas, right in number and sum.
bool lays_out(std::string_view text, Arrangement due);

/// `text` with one slip of a hurried typist, or with something of `other` in it.
std::string slip(std::string text, std::string_view other, Random& random);

/// `text` with one or all of one of its numbers added to another: sums stay, so this is often a position too.
std::string shifted(const std::string& text, Random& random);

}  // namespace ebiri::rules::tests

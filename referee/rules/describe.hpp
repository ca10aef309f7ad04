// Rules, moves and outcomes in words.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "referee/rules/registry.hpp"

namespace ebiri::rules {

/// The variant called `name`; the error suggests one that is near.
Result<const VariantInfo*> find_variant(const std::string& name);

/// `awari repetition=third`: the ruleset and the options that differ from it, as engines and `--rules` take
/// it.
std::string ruleset_text(const Rules& rules);

/// `oware awari repetition=third`.
std::string described(const Rules& rules);

/// A game from `position`, or from the start if that is empty.
Result<std::unique_ptr<Game>> game_from(const Rules& rules, const std::string& position);

/// Plays one move. The error says which move it was, why it is refused, and what is legal instead; the game
/// is then as before.
Result<void> play_move(Game& game, const std::string& move);

/// `rules` with one more option set, so that no game begins with an arrangement: the first value that does
/// it, in the variant's order. Null if none does.
std::unique_ptr<Rules> with_fixed_start(const Rules& rules);

/// `south`, `north`, `draw`, `void`.
std::string_view winner(const Outcome& outcome);

/// `south wins 26-22 (majority)`.
std::string sentence(const Outcome& outcome);

/// How the arrangement that is due is written, with an example.
std::string sentence(const Arrangement& due);

}  // namespace ebiri::rules

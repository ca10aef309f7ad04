// Describes rules, moves and outcomes in words, and finds rules by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "referee/rules/registry.hpp"

namespace ebiri::rules {

/// The variant with that name; the error suggests a similar one.
Result<const VariantInfo*> find_variant(const std::string& name);

/// The name of a variant for readers: `Oware Abapa`.
std::string title_of(const VariantInfo& variant);

/// `awari repetition=third`: the ruleset and the options that differ from it, as engines and `--rules` take
/// it.
std::string ruleset_text(const Rules& rules);

/// `oware awari repetition=third`.
std::string full_name(const Rules& rules);

/// A game from `position`, or from the start if `position` is empty.
Result<std::unique_ptr<Game>> game_from(const Rules& rules, const std::string& position);

/// Plays one move. On an error the game is unchanged; the error names the move, the reason and the legal
/// moves.
Result<void> play_move(Game& game, const std::string& move);

/// `rules` with one more option set, so that no game begins with an arrangement. The option is the ruleset's
/// `fixed_start`. Without one, every value of every option is tried in the variant's order, and the first
/// that has this effect is taken. Null if none has it.
std::unique_ptr<Rules> with_fixed_start(const Rules& rules);

/// `south`, `north`, `draw`, `void`.
std::string_view winner(const Outcome& outcome);

/// `south wins 26-22 (majority)`.
std::string sentence(const Outcome& outcome);

/// Describes how to write the arrangement that is due, with an example: `an arrangement: …`.
std::string arrangement_words(const Arrangement& due);

}  // namespace ebiri::rules

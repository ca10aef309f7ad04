// What the commands about rules share: a variant and rules for it from the command line, moves played from
// there, and words for how a game stands.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "referee/rules/registry.hpp"

namespace ebiri::cli {

struct RulesArguments {
  std::string variant;
  std::vector<std::string> rules;  ///< words of `RULESET name=value …`, in one text or in several
};

/// Adds `VARIANT` and `--rules RULESET name=value …`, which ends at the next option.
CLI::Option* add_rules_arguments(CLI::App& command, RulesArguments& arguments);

/// The rules that were asked for; an error is the user's to mend.
Result<std::unique_ptr<rules::Rules>> chosen_rules(const RulesArguments& arguments);

/// The variant called `name`, or what is unknown.
Result<const rules::VariantInfo*> variant_called(const std::string& name);

/// `awari repetition=third`: what `--rules` takes.
std::string wire_form(const rules::Rules& rules);

/// `oware awari repetition=third`.
std::string described(const rules::Rules& rules);

/// A game from `position`, or from the start if that is empty.
Result<std::unique_ptr<rules::Game>> game_from(const rules::Rules& rules, const std::string& position);

/// Plays one move. A refusal says which move it was, why, and what is legal instead; the game is as before.
Result<void> play_move(rules::Game& game, const std::string& move);

/// `rules` with one more option set, so that no game begins with an arrangement: the first value that does
/// it, in the variant's order. Null if none does.
std::unique_ptr<rules::Rules> with_fixed_start(const rules::Rules& rules);

/// `south wins 26-22 (majority)`.
std::string sentence(const rules::Outcome& outcome);

/// `south`, `north`, `draw`, `void`.
std::string_view winner(const rules::Outcome& outcome);

/// How the arrangement that is due is written, with an example.
std::string sentence(const rules::Arrangement& due);

/// Says on standard error what is wrong with the user's input; the exit code for it.
int refused(const Error& error);

}  // namespace ebiri::cli

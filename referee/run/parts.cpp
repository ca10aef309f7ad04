#include "referee/run/parts.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>

#include "referee/config/load.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

using match::GameSummary;

// The name of the part that a game belongs to.
using NameOf = std::function<std::string(const Input& input, const GameSummary& game)>;

std::string name_of_rules(const Input& input, const GameSummary& game) {
  const record::PlayedRules& rules = input.rules_of(game);
  if (rules.variant.empty()) return "unknown variant";
  return rules.ruleset.empty() ? rules.variant : rules.variant + " " + rules.ruleset;
}

std::string name_of_limit(const Input& input, const GameSummary&) {
  return input.is_journal && !input.digest.run.limit.empty() ? input.digest.run.limit : "unknown limit";
}

// New names for engines that have limits of their own: `alphabeta (nodes=300)`.
std::map<std::string, std::string> names_with_limits(const record::Digest& digest) {
  std::map<std::string, std::string> names;
  for (const record::PlanInfo& plan : digest.plans) {
    const auto settings = config::load_text({"config.yaml", plan.config}, {}, nullptr);
    if (!settings) continue;
    for (const tournament::EngineSettings& engine : settings->engines)
      if (engine.limit)
        names[engine.name] = fmt::format("{} ({})", engine.name, match::describe(*engine.limit));
  }
  return names;
}

std::string opening_text(const match::Opening& opening) {
  const std::string moves = opening.moves.empty() ? "start" : join(opening.moves, " ");
  return opening.name.empty() ? moves : opening.name + ": " + moves;
}

// The openings' names by fingerprint, from the journals, which are read again.
Result<std::map<std::uint64_t, std::string>> opening_names(const std::vector<Input>& inputs) {
  std::map<std::uint64_t, std::string> names;
  for (const Input& input : inputs) {
    if (!input.is_journal) continue;
    auto again = read_input(input.path, Moves::needed);
    if (!again) return again.error();
    for (const match::GameRecord& game : again->games)
      names.try_emplace(match::fingerprint(game.opening), opening_text(game.opening));
  }
  return names;
}

std::vector<Part> split_by(const std::vector<Input>& inputs, const NameOf& name_of) {
  std::vector<Part> parts;
  std::map<std::string, std::size_t> known;
  std::size_t index = 0;
  for (const Input& input : inputs) {
    for (const GameSummary& game : input.digest.games) {
      const auto [place, is_new] = known.try_emplace(name_of(input, game), parts.size());
      if (is_new) parts.push_back({.name = place->first, .games = {}});
      parts[place->second].games.push_back(index++);
    }
  }
  return parts;
}

}  // namespace

Result<std::vector<Part>> parts_of(std::vector<Input>& inputs, PartBy by) {
  switch (by) {
    case PartBy::variant:
      return split_by(inputs, name_of_rules);
    case PartBy::limit:
      for (Input& input : inputs) rename_engines(input.digest, names_with_limits(input.digest));
      return split_by(inputs, name_of_limit);
    case PartBy::opening:
      break;
  }
  const auto names = opening_names(inputs);
  if (!names) return names.error();
  return split_by(inputs, [&](const Input&, const GameSummary& game) {
    const auto found = names->find(game.opening);
    return found == names->end() ? fmt::format("opening {:016x}", game.opening) : found->second;
  });
}

}  // namespace ebiri::run

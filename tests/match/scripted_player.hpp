// Players without a process, for tests.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::tests {

/// Gives its replies in order, and first legal moves after them. Records its requests.
class ScriptedPlayer final : public player::Player {
 public:
  /// A reply that comes before all others, or nothing.
  using OnAsk = std::function<std::optional<player::Reply>(const player::GameLine& line)>;

  explicit ScriptedPlayer(const rules::Rules& rules, std::deque<player::Reply> replies = {})
      : rules_(rules),
        replies_(std::move(replies)) {}

  std::variant<player::Ready, player::Fault, player::Interrupted> begin(
      const player::GameBrief& brief) override {
    briefs.push_back(brief);
    if (start_fault) return *start_fault;
    return player::Ready{};
  }

  player::Reply ask(const player::GameLine& line, const player::Budget& budget) override {
    budgets.push_back(budget);
    lines.push_back(line);
    if (auto reply = on_ask ? on_ask(line) : std::nullopt) return std::move(*reply);
    if (!replies_.empty()) {
      auto reply = std::move(replies_.front());
      replies_.pop_front();
      return reply;
    }
    const auto game = match::open_game(rules_, {.name = "", .base = line.base(), .moves = line.moves()});
    return player::Answer{.move = (*game)->legal_moves().front()};
  }

  void end(const player::GameLine&, std::string_view result, std::string_view reason) override {
    ends.emplace_back(std::string{result} + " " + std::string{reason});
  }

  player::Duration pondered() override {
    return pondering_at_start + pondering * static_cast<int>(budgets.size());
  }
  player::Duration pondered_this_turn() override { return pondering; }

  OnAsk on_ask;                           ///< called by each request; may be empty
  player::Duration pondering_at_start{};  ///< CPU time that it uses while its opponent starts
  player::Duration pondering{};           ///< CPU time that it uses in each turn of its opponent
  std::optional<player::Fault> start_fault;
  std::vector<player::GameBrief> briefs;
  std::vector<player::Budget> budgets;
  std::vector<player::GameLine> lines;
  std::vector<std::string> ends;

 private:
  const rules::Rules& rules_;
  std::deque<player::Reply> replies_;
};

inline std::unique_ptr<player::Player> player_with(const rules::Rules& rules, ScriptedPlayer::OnAsk on_ask) {
  auto player = std::make_unique<ScriptedPlayer>(rules);
  player->on_ask = std::move(on_ask);
  return player;
}

inline std::unique_ptr<rules::Rules> rules_for(const std::string& ruleset) {
  return std::move(rules::make_rules({.variant = "oware", .ruleset = ruleset}).value());
}

/// The rules with these names in a config. Precondition: they exist.
inline std::unique_ptr<rules::Rules> made(const std::string& variant, const std::string& ruleset) {
  return std::move(rules::make_rules(rules::parse_selection(variant, ruleset).value()).value());
}

}  // namespace ebiri::tests

// Games for bots, and the answers of bots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::tests {

/// A game as a bot receives it.
struct Played {
  std::optional<std::string> base;
  std::vector<std::string> moves;
  std::unique_ptr<rules::Game> board;
};

/// Rules as words: `omweso`, `oware awari repetition=third`.
rules::Selection selection(const std::string& words);
std::unique_ptr<rules::Rules> rules_of(const std::string& words);

/// Every ruleset of every variant, or of the named ones only, in this form.
std::vector<std::string> every_ruleset(const std::vector<std::string>& variants = {});

/// Oware Abapa.
Played after(const std::vector<std::string>& moves);
Played from(const std::string& position, const std::vector<std::string>& moves = {});

/// `count` games at random moments of random play, at most 80 plies from the start, none of them over; they
/// depend on the seed only.
std::vector<Played> random_positions(std::uint64_t seed, int count, const std::string& words = "oware");

struct Request {
  std::uint64_t seed = 1;
  sdk::Budget budget{};
  std::stop_token stop{};
};

struct Chosen {
  std::string move;
  std::vector<protocol::Info> infos;
};

/// Asks for a move without a new game.
Chosen choose(sdk::Bot& bot, const Played& game, const Request& request);

/// Begins a new game with the bot under the given rules and values of its own options.
void begin(sdk::Bot& bot, const sdk::Options& options, const std::string& words = "oware");

/// Of `games` games against random moves, the number that the bot wins; it begins every other one. Game n has
/// the seed n.
int wins_against_chance(sdk::Bot& bot, const sdk::Options& options, const std::string& words, int games,
                        std::uint64_t nodes_per_move);

struct Entrant {
  sdk::Identity identity;
  std::unique_ptr<sdk::Bot> bot;
};

/// The bots that play every variant.
std::vector<Entrant> entrants();

}  // namespace ebiri::tests

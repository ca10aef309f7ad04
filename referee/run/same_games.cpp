#include "referee/run/same_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>

#include "referee/support/fnv.hpp"

namespace ebiri::run {

namespace {

using match::GameSummary;

// A hash of the engines, moves and result of a game.
std::uint64_t content_of(const GameSummary& game) {
  return (Fnv{game.sequence} << game.south.text() << "\n"
                             << game.north.text() << "\n"
                             << static_cast<std::uint64_t>(game.result))
      .value();
}

// A hash that includes the game's place in a run.
std::uint64_t identity_of(const record::RunInfo& run, const GameSummary& game) {
  return (Fnv{content_of(game)} << run.ruleset << run.seed << static_cast<std::uint64_t>(game.game)
                                << static_cast<std::uint64_t>(game.attempt)
                                << static_cast<std::uint64_t>(game.cause))
      .value();
}

// A hash of the engines and results of all games, in any order.
std::uint64_t results_of(const match::GameList& games) {
  std::uint64_t sum = games.size();
  for (const GameSummary& game : games)
    sum += (Fnv{} << game.south.text() << "\n"
                  << game.north.text() << "\n"
                  << static_cast<std::uint64_t>(game.result))
               .value();
  return sum;
}

// The games of the inputs so far.
class Known {
 public:
  // Whether an earlier input has the game. Each game of a file that is not a journal matches only one game.
  bool has(const Input& input, const GameSummary& game) {
    if (!game.moves_known) return false;
    if (input.is_journal && identities_.contains(identity_of(input.digest.run, game))) return true;
    // Games of two journals are compared by identity only.
    auto& counts = input.is_journal ? foreign_ : all_;
    const auto found = counts.find(content_of(game));
    if (found == counts.end() || found->second == 0) return false;
    --found->second;
    return true;
  }

  void add(const Input& input) {
    for (const GameSummary& game : input.digest.games) {
      if (!game.moves_known) continue;
      if (input.is_journal) identities_.insert(identity_of(input.digest.run, game));
      ++all_[content_of(game)];
      if (!input.is_journal) ++foreign_[content_of(game)];
    }
  }

 private:
  boost::unordered_flat_set<std::uint64_t> identities_;          // of journals
  boost::unordered_flat_map<std::uint64_t, int> all_, foreign_;  // by content
};

}  // namespace

std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs) {
  std::vector<std::string> notices;
  if (inputs.size() < 2) return notices;
  Known known;
  boost::unordered_flat_map<std::uint64_t, const Input*> results;  // the first input with such results
  const auto has_moves = [](const Input& input) {  // inputs with all moves were compared game by game
    return std::ranges::all_of(input.digest.games, &GameSummary::moves_known);
  };
  for (Input& input : inputs) {
    auto& games = input.digest.games;
    const auto [alike, is_new] = results.try_emplace(results_of(games), &input);
    const std::size_t before = games.size();
    Known left = known;  // a game of an earlier input matches one game of each later input
    std::erase_if(games, [&](const GameSummary& game) { return left.has(input, game); });
    if (games.size() < before)
      notices.push_back(fmt::format("{}: {} of its {} games are in earlier inputs, too; they count once",
                                    input.path, before - games.size(), before));
    else if (!is_new && before > 0 && !(has_moves(input) && has_moves(*alike->second)))
      notices.push_back(
          fmt::format("{}: the engines and results are those of {}; if these are the same games, "
                      "leave one file out, because they count twice",
                      input.path, alike->second->path));
    if (games.empty() && before > 0) input.digest.thinking = {};
    for (record::PlayedRules& rules : input.digest.rules)
      rules.first = std::min(rules.first, games.empty() ? 0 : games.size() - 1);
    known.add(input);
  }
  return notices;
}

}  // namespace ebiri::run

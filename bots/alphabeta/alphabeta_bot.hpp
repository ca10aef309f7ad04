// alphabeta: a classical searcher; plays Oware under every ruleset.
//
// Its search starts anew for every move that is limited by nodes or depth, so that the move depends on the
// game, the limit and the seed alone; under a clock the table is kept from move to move. The seed tells equal
// moves apart. Scores are seeds; a win that was found is 48.
#pragma once

#include <memory>

#include "bots/alphabeta/oware_face.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::bots {

class AlphaBeta final : public sdk::Bot {
 public:
  static sdk::Identity identity();

  void new_game(const sdk::Setup& setup) override;
  std::string choose(const sdk::Turn& turn) override;

 private:
  using Oware = rules::oware::Oware;

  std::vector<Oware::Position> positions(const sdk::Turn& turn) const;
  static protocol::Info info(const SearchResult<Oware::Move>& result, sdk::Clock::time_point asked);

  Oware oware_;
  std::unique_ptr<Search<Oware>> search_;
  std::int64_t megabytes_ = 0;
};

}  // namespace ebiri::bots

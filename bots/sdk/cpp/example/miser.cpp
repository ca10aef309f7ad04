// miser: a bot that keeps as many seeds as it can on its own side. Start from it: improve `choose`.
#include "bots/sdk/cpp/bot.hpp"

using namespace ebiri;

class Miser final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    const rules::Side side = turn.game.to_move();
    std::vector<std::string> best;
    int most = 0;
    for (const std::string& move : turn.game.legal_moves()) {
      const auto next = turn.game.clone();
      next->play(move);
      const rules::Outcome count = next->agreed_end();  // each side keeps its own row
      const int kept = side == rules::Side::south ? count.south : count.north;
      if (best.empty() || kept > most) {
        best.clear();
        most = kept;
      }
      if (kept == most) best.push_back(move);
    }
    sdk::Random random(turn.seed, turn.moves.size());
    return best[random.below(best.size())];
  }
};

int main() {
  Miser bot;
  return sdk::run(bot, {.name = "Miser 1.0", .author = "the Ebiri authors", .variants = {"oware", "kalah"}});
}

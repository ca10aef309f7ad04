// The dialect of the Oware contest on CodinGame. For each turn the engine gets one line of twelve numbers:
// its own six pits, then its opponent's, both in sowing order. It answers with the number of the pit that it
// plays, 0 to 5. There is no greeting, no score and no end of the game, so a process plays one game.
#include <fmt/format.h>

#include "referee/player/dialects/dialect.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

class Codingame final : public Dialect {
 public:
  bool greets() const override { return false; }
  std::string encode(const protocol::Request&) override { return {}; }

  std::string question(const GameLine& line, const Budget&) override {
    const auto game = game_at(line);
    mover_ = game->to_move();
    const auto board = two_rows(*game, mover_);
    return fmt::format("{} {}\n", fmt::join(board.own, " "), fmt::join(board.other, " "));
  }

  Interpreted interpret(std::string_view line) override {
    const auto word = trim(line);
    if (word.empty()) return {protocol::Unknown{}};
    const auto pit = parse_integer<int>(word);
    if (!pit || *pit < 0 || *pit > 5)
      return {
          protocol::Malformed{fmt::format("expected a number from 0 to 5, found `{}`", printable(word, 60))}};
    return {protocol::BestMove{.move = pit_letter(mover_, *pit)}};
  }

 private:
  rules::Side mover_ = rules::Side::south;
};

}  // namespace

std::unique_ptr<Dialect> make_codingame() { return std::make_unique<Codingame>(); }

}  // namespace ebiri::player

// Moves and play. Line 1 selects the rules, line 2 is a base position (else the game begins at the start),
// then lines alternate: each byte of the first selects a legal move (`!` passes the turn if that is allowed),
// the second is tried as a move, and so on.
#include "referee/rules/arrange.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/rules/properties.hpp"

using namespace ebiri;

namespace {

constexpr int longest = 80;  // plies of one input, because short inputs are mutated better

class Play {
 public:
  Play(const rules::Rules& rules, std::unique_ptr<rules::Game> game, std::string where)
      : rules_(rules),
        game_(std::move(game)),
        where_(std::move(where)) {
    judge();
  }

  bool goes_on() const { return !game_->outcome() && game_->plies() < longest; }

  void choose(unsigned byte) {
    const auto before = game_->seeds();
    Random random{byte};
    const bool steals = byte == '!' && game_->may_be_stolen();
    const std::string move = steals ? "--" : chosen(byte, random);
    where_ += " " + move;
    fuzz::demand(!rules::advance(*game_, move), "a legal move is refused", where_);
    fuzz::demand(game_->seeds() == before, "the number of seeds changed", where_);
    judge();
  }

  void attempt(std::string_view text) {
    fuzz::demand(rules::tests::broken_answer(*game_, text), where_ + " then " + std::string(text));
    if (const auto refused = game_->play(text)) return;
    where_ += " " + std::string(text);
    judge();
  }

 private:
  std::string chosen(unsigned byte, Random& random) const {
    const auto moves = game_->legal_moves();
    return moves.empty() ? rules::random_move(*game_, random) : moves[byte % moves.size()];
  }

  // Judging is much more expensive than playing, so only every fourth position is judged.
  void judge() {
    if (game_->plies() % 4 != 0 && !game_->outcome()) return;
    fuzz::demand(rules::tests::broken_promise(rules_, *game_), where_);
    const std::string variant(rules_.variant());
    fuzz::reached("positions " + variant + game_->position());
    if (const auto outcome = game_->outcome())
      fuzz::reached("endings " + variant + " " + std::string(rules_.ruleset()) + " " + outcome->reason);
    if (game_->outcome() || !rules_.overrides().empty()) return;
    fuzz::reached("rulesets " + variant + " " + std::string(rules_.ruleset()));
  }

  const rules::Rules& rules_;
  std::unique_ptr<rules::Game> game_;
  std::string where_;  // the moves so far, for messages
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes input(data, size);
  const rules::Selection selection = fuzz::selection(input.line());
  const auto rules = rules::make_rules(selection);
  fuzz::demand(static_cast<bool>(rules), "a selection is refused", fuzz::words_of(selection));
  const std::string_view base = input.line();
  auto game = (*rules)->from_position(base);
  Play play(**rules, game ? std::move(*game) : (*rules)->start(),
            fuzz::words_of(selection) + "\nbase: " + (game ? std::string(base) : "start") + "\nmoves:");
  while (!input.empty() && play.goes_on()) {
    for (const char choice : input.line())
      if (play.goes_on()) play.choose(static_cast<unsigned char>(choice));
    if (!input.empty() && play.goes_on()) play.attempt(input.line());
  }
  return 0;
}

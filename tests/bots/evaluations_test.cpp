#include "bots/alphabeta/evaluations.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "bots/alphabeta/search.hpp"

using namespace ebiri;
using rules::bao::Bao;

namespace {

rules::bao::Position read(const std::string& text) { return *Bao().parse_position(text); }

}  // namespace

TEST_CASE("alphabeta: the evaluation of Bao counts seeds, those in the back row more, and pits to sow") {
  const Bao bao;
  CHECK(evaluate(bao, bao.start()) == 0);
  // South leads 34 to 30, with three seeds in the back row and three pits to sow; north has none and two.
  const rules::bao::Position position =
      read("3,0,0,0,0,0,0,0,0,0,2,9,0,0,0,0/0,0,0,0,0,0,0,0,0,0,4,6,0,0,0,0/20/20/--/S/-");
  CHECK(evaluate(bao, position) == 100 * 4 + 80 * 3 + 100);
  const rules::bao::Position turned =
      read("0,0,0,0,0,0,0,0,0,0,4,6,0,0,0,0/3,0,0,0,0,0,0,0,0,0,2,9,0,0,0,0/20/20/--/N/-");
  CHECK(evaluate(bao, turned) == evaluate(bao, position));
}

TEST_CASE("alphabeta: the moves of a Bao position have distinct ordinals") {
  const Bao bao;
  for (const char* text : {"0,0,0,0,0,0,0,0,4,3,0,8,0,1,2,0/0,0,0,0,0,0,0,0,0,3,4,8,0,2,5,4/10/10/SN/S/-",
                           "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/0/0/--/S/-"}) {
    std::set<std::size_t> ordinals;
    const auto moves = bao.legal_moves(read(text));
    for (const rules::bao::Move& move : moves) ordinals.insert(ordinal(move));
    CHECK(moves.size() > 5);
    CHECK(ordinals.size() == moves.size());
  }
}

TEST_CASE("alphabeta: finds the win of a published Bao problem") {
  const Bao bao;
  bots::Search<Bao> search(bao, 1);
  const std::vector<rules::bao::Position> game{
      read("1,1,1,1,1,0,0,0,0,4,2,1,5,1,0,0/0,0,0,0,0,0,0,0,3,1,5,0,0,0,0,1/18/18/S-/S/-")};
  bots::SearchLimits limits;
  limits.depth = 9;
  const auto found = search.run(game, limits, sdk::Random(1, 0), [](const auto&) {});
  CHECK(found.value == bots::win - 9);
  CHECK(bao.move_text(game[0], found.line.front()) == "A3L");
}

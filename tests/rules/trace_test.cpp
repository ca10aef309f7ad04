// The traces of single moves.
#include "referee/rules/scene.hpp"
#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

// The transfers as `from>to x seeds`, cells by the names of pits, stores `S` and `N`, and the hand.
std::string traced(const Selection& selection, const std::string& position, const std::string& move) {
  const auto rules = made(selection);
  const auto game = std::move(*rules->from_position(position));
  const BoardShape shape = rules->shape();
  const auto name = [&](int cell) -> std::string {
    if (cell == shape.hand()) return "hand";
    if (cell >= shape.pits()) return cell == shape.store(Side::south) ? "store" : "STORE";
    const std::string pit = shape.pit_names[static_cast<std::size_t>(cell)];
    return shape.rows_per_side == 1 ? pit : (cell < shape.pits_per_side ? "s" : "n") + pit;
  };
  const Scene before = game->scene();
  REQUIRE_FALSE(game->play(move));
  const Trace trace = *game->trace(shape, before, game->scene());
  std::string text;
  for (const Transfer& one : trace.transfers)
    text += (text.empty() ? "" : " ") + name(one.from) + ">" + name(one.to) +
            (one.seeds == 1 ? "" : "x" + std::to_string(one.seeds));
  return text;
}

}  // namespace

TEST_CASE("oware: a capture is taken pit by pit, back from the last seed") {
  CHECK(traced({"oware", "", {}}, "0-0-0-0-0-3-1-2-1-5-5-5-13-13-S", "F") ==
        "F>handx3 hand>a hand>b hand>c c>storex2 b>storex3 a>storex2");
}

TEST_CASE("oware: a full lap skips its origin") {
  const std::string trace = traced({"oware", "", {}}, "12-0-0-0-0-0-0-0-0-0-0-6-15-15-S", "A");
  CHECK(trace.starts_with("A>handx12 hand>B hand>C"));
  CHECK(trace.find("hand>f hand>B") != trace.npos);
  CHECK(trace.find("hand>A") == trace.npos);
}

TEST_CASE(
    "kalah: seeds go through the own store, and a last seed in an empty pit takes the pit that it faces") {
  CHECK(traced({"kalah", "", {}}, "0-4-4-4-4-2-5-4-4-4-4-4-3-2-S", "F") == "F>handx2 hand>store hand>a");
  CHECK(traced({"kalah", "", {}}, "1-0-4-4-4-4-5-4-4-4-4-4-3-3-S", "A") == "A>hand hand>B B>store e>storex4");
}

TEST_CASE("nam-nam: four are harvested in the middle of a lap, which continues") {
  CHECK(traced({"namnam", "", {}}, "2-3-0-4-4-4-4-4-4-4-4-3-4-4-S", "A") ==
        "A>handx2 hand>B B>storex4 hand>C");
}

TEST_CASE("bao: the seed from the store captures, and what it took is sown from the kichwa") {
  const auto rules = made({"bao", "", {}});
  const auto game = rules->start();
  const std::string move = game->legal_moves().front();
  const Scene before = game->scene();
  REQUIRE_FALSE(game->play(move));
  const auto trace = game->trace(rules->shape(), before, game->scene());
  const BoardShape shape = rules->shape();
  REQUIRE(trace);
  CHECK(trace->transfers.front().from == shape.store(Side::south));
  CHECK(trace->transfers.front().seeds == 1);
  CHECK(trace->transfers[1].to == shape.hand());
  CHECK(game->scene().houses == before.houses);
}

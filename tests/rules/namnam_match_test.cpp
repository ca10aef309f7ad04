// The rounds of Nam-Nam, and the end of the match.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "referee/rules/registry.hpp"
#include "tests/rules/namnam_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;

namespace {

Position with_stores(int south, int north) {
  Position position;
  position.stores = {static_cast<std::uint8_t>(south), static_cast<std::uint8_t>(north)};
  return position;
}

/// South plays `F` and takes the last eight: the round ends 32-16.
Position last_eight() {
  return drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  4  0  0  0  0  1  | 24 *)");
}

/// South plays `F` and takes the last eight: the round ends 40-8.
Position last_eight_of_a_rout() {
  return drawn(R"(
    N  0  0  0  0  0  3  | 8
    S  4  0  0  0  0  1  | 32 *)");
}

std::string owners(const Position& position) {
  std::string text;
  for (int house = 0; house < house_count; ++house) text += position.owner(house) == Side::south ? 'S' : 'N';
  return text;
}

std::string after(const NamNam& rules, const Position& position, std::string_view move) {
  return rules.position_text(played(rules, position, move));
}

}  // namespace

TEST_CASE("namnam: all 49 ways to share out the seeds fill twelve houses") {
  // Rounds to the nearest house; two left over go to the side with fewer than six houses.
  for (int south = 0; south <= seed_count; ++south) {
    INFO(south << "-" << seed_count - south);
    int houses = south / 4;
    if (south % 4 == 3 || (south % 4 == 2 && houses < 6)) ++houses;
    CHECK(territory(with_stores(south, seed_count - south)) == Territory{houses, 12 - houses});
  }
  CHECK(territory(with_stores(47, 1)) == Territory{12, 0});
  CHECK(territory(with_stores(46, 2)) == Territory{11, 1});
  CHECK(territory(with_stores(26, 22)) == Territory{6, 6});
  CHECK(territory(with_stores(25, 23)) == Territory{6, 6});
}

TEST_CASE("namnam: the poorer side keeps houses of its own row, from the left or from the right") {
  struct Layout {
    Territory territory;
    const char* left;
    const char* right;
  };
  const Layout table[] = {
      {{6, 6}, "SSSSSSNNNNNN", "SSSSSSNNNNNN"},  {{7, 5}, "SSSSSSNNNNNS", "SSSSSSSNNNNN"},
      {{9, 3}, "SSSSSSNNNSSS", "SSSSSSSSSNNN"},  {{11, 1}, "SSSSSSNSSSSS", "SSSSSSSSSSSN"},
      {{5, 7}, "SSSSSNNNNNNN", "NSSSSSNNNNNN"},  {{2, 10}, "SSNNNNNNNNNN", "NNNNSSNNNNNN"},
      {{1, 11}, "SNNNNNNNNNNN", "NNNNNSNNNNNN"},
  };
  for (const auto& [territory, left, right] : table) {
    Position position;
    position.norths = norths_houses(territory, PoorerKeeps::left);
    CHECK(owners(position) == left);
    position.norths = norths_houses(territory, PoorerKeeps::right);
    CHECK(owners(position) == right);
  }
}

TEST_CASE("namnam: a move that ends a round leads to the first position of the next") {
  CHECK(after(NamNam(), last_eight(), "F") == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSNNNNSS/2/N/0");
  CHECK(after(NamNam(Options{.poorer_keeps = PoorerKeeps::right}), last_eight(), "F") ==
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSSSNNNN/2/N/0");
  CHECK(words(NamNam(), last_eight(), "F") ==
        "sows 1 from F, harvests 4 from a, takes the last 4; the round ends 32-16: south owns 8 houses, "
        "north 4");
  CHECK(NamNam().effect(last_eight(), 5).captured == 8);
}

TEST_CASE("namnam: `round-starter` selects the side that begins the next round") {
  struct Line {
    RoundStarter rule;
    char south_began;  // the side that begins after a round that south began and won
    char north_began;
    char even;  // after an even round that south began
  };
  const Line table[] = {{RoundStarter::alternate, 'N', 'S', 'N'},
                        {RoundStarter::winner, 'S', 'S', 'N'},
                        {RoundStarter::loser, 'N', 'N', 'N'},
                        {RoundStarter::same, 'S', 'N', 'S'}};
  const auto starter = [](Position finished, Side began, RoundStarter rule) {
    finished.starter = began;
    const Position next = next_round(finished, Options{.round_starter = rule});
    CHECK(next.mover == next.starter);
    return next.starter == Side::south ? 'S' : 'N';
  };
  for (const auto& [rule, south_began, north_began, even] : table) {
    INFO(static_cast<int>(rule));
    CHECK(starter(with_stores(32, 16), Side::south, rule) == south_began);
    CHECK(starter(with_stores(32, 16), Side::north, rule) == north_began);
    CHECK(starter(with_stores(24, 24), Side::south, rule) == even);
  }
}

TEST_CASE("namnam: a side without seeds ends the round, or passes") {
  // F harvests all that north has.
  const Position position = drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  3  0  0  0  5  1  | 20 *)");
  CHECK(words(NamNam(), position, "F") ==
        "sows 1 from F, harvests 4 from a; the round ends 32-16: south owns 8 houses, north 4");
  CHECK(after(NamNam(), position, "F") == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSNNNNSS/2/N/0");
  const NamNam passing(Options{.no_seeds = NoSeeds::pass});
  CHECK(words(passing, position, "F") == "sows 1 from F, harvests 4 from a; north has no seeds and passes");
  const Position passed = played(passing, position, "F");
  CHECK(passing.position_text(passed) == "3-0-0-0-5-0-0-0-0-0-0-0-24-16-S/SSSSSSNNNNNN/1/S/2");
  CHECK(moves(passing, passed) == "E");
}

TEST_CASE("namnam: no side passes if the other cannot move either") {
  // F harvests all that north has, and none of A, D and E reaches north.
  const Position position = drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  5  0  0  2  1  1  | 20 *)");
  CHECK(words(NamNam(Options{.no_seeds = NoSeeds::pass}), position, "F") ==
        "sows 1 from F, harvests 4 from a; the round ends 32-16: south owns 8 houses, north 4");
}

TEST_CASE("namnam: a side that must feed and cannot ends the round, each side keeping its houses") {
  const Options options{.last8 = LastEight::none};
  CHECK(words(NamNam(options), drawn(R"(
    N  1  0  0  0  0  0  | 20 *
    S  0  3  0  0  0  0  | 24)"),
              "f") == "sows 1 from f; the round ends 28-20: south owns 7 houses, north 5");
}

TEST_CASE("namnam: the third occurrence of a board and mover in a round ends the round") {
  const auto rules = make_rules({"namnam", "", {}});
  const auto game = (*rules)->from_position("1-0-1-0-2-0-1-0-1-0-1-1-20-20-S");
  REQUIRE(game);
  for (const char* move : {"E", "f"}) REQUIRE_FALSE((*game)->play(move));
  CHECK((*game)->position() == "1-0-1-0-2-0-1-0-1-0-1-1-20-20-S/SSSSSSNNNNNN/1/S/2");
  REQUIRE_FALSE((*game)->play("E"));
  CHECK((*game)->position() == "0-1-0-1-1-1-0-1-0-1-0-2-20-20-N/SSSSSSNNNNNN/1/S/3");
  REQUIRE_FALSE((*game)->play("f"));
  CHECK((*game)->position() == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSNNNNNN/2/N/0");
  CHECK_FALSE((*game)->outcome());
  CHECK((*game)->needs_no_history());
}

TEST_CASE("namnam: an occurrence counts with its mover, in its round, and since the last harvest") {
  const NamNam rules;
  const Position here = last_eight();
  Position other_mover = here, other_round = here, other_stores = here;
  other_mover.mover = Side::north;
  other_round.round = 2;
  std::swap(other_stores.stores[0], other_stores.stores[1]);
  const auto redirected = [&](const std::vector<Position>& history) {
    return rules.settled(history) != here;
  };
  CHECK_FALSE(redirected({here, here}));
  CHECK(redirected({here, here, here}));
  CHECK(redirected({here, other_mover, here, other_mover, here}));
  CHECK_FALSE(redirected({other_mover, other_mover, here}));
  CHECK_FALSE(redirected({other_round, other_round, here}));
  CHECK_FALSE(redirected({here, here, other_stores, here}));
}

TEST_CASE("namnam: a repetition in the last round ends the match") {
  const auto rules = make_rules({"namnam", "fast", {}});
  const auto game = (*rules)->from_position("1-0-1-0-2-0-1-0-1-0-1-1-20-20-S");
  REQUIRE(game);
  for (const char* move : {"E", "f", "E", "f"}) REQUIRE_FALSE((*game)->play(move));
  REQUIRE((*game)->outcome());
  CHECK(*(*game)->outcome() == Outcome{Outcome::Kind::draw, "max-rounds", 24, 24, ""});
}

TEST_CASE("namnam: a round ends after `max-turns` turns") {
  Position position = drawn(R"(
    N  0  0  0  2  0  1  | 20
    S  3  0  0  1  0  1  | 20 *)");
  position.turns = 399;
  // South then owns 4 seeds, north 4.
  CHECK(after(NamNam(), position, "A") == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSNNNNNN/2/N/0");
  position.turns = 398;
  CHECK(played(NamNam(), position, "A").turns == 399);
  CHECK(played(NamNam(Options{.max_turns = 399}), position, "A").round == 2);
}

TEST_CASE("namnam: a side that fills enough houses wins the match at once") {
  const int enough = GENERATE(7, 10);
  const NamNam rules(Options{.goal_houses = enough});
  CHECK(ending(rules, played(rules, last_eight_of_a_rout(), "F")) == "south_wins territory 40-8");
  CHECK(played(rules, last_eight_of_a_rout(), "F").round == 1);
  const int too_many = GENERATE(11, 12);
  const NamNam strict(Options{.goal_houses = too_many});
  CHECK(ending(strict, played(strict, last_eight_of_a_rout(), "F")) == "none");
}

TEST_CASE("namnam: after the last round more seeds win, though they may not fill more houses") {
  Position position = last_eight();
  position.round = 19;
  CHECK(ending(NamNam(), played(NamNam(), position, "F")) == "none");
  position.round = 20;
  CHECK(ending(NamNam(), played(NamNam(), position, "F")) == "south_wins max-rounds 32-16");
  CHECK(ending(NamNam(Options{.max_rounds = 21}), played(NamNam(Options{.max_rounds = 21}), position, "F")) ==
        "none");
  Position finished = with_stores(22, 26);
  finished.round = 20;
  CHECK(territory(finished) == Territory{6, 6});
  CHECK(ending(NamNam(), finished) == "north_wins max-rounds 22-26");
  finished.stores = {24, 24};
  CHECK(ending(NamNam(), finished) == "draw max-rounds 24-24");
}

TEST_CASE("namnam: territory in the last round wins by territory") {
  Position finished = with_stores(0, 48);
  finished.round = 20;
  CHECK(ending(NamNam(), finished) == "north_wins territory 0-48");
}

TEST_CASE("namnam: the score is the store and a share of the seeds in play by houses owned") {
  const NamNam rules;
  Position position = rules.start();
  CHECK(rules.score(position, Side::south) == 24);
  position.norths = norths_houses({7, 5}, PoorerKeeps::left);
  CHECK(rules.score(position, Side::south) == 28);
  CHECK(rules.score(position, Side::north) == 20);
  const Position late = drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  4  0  0  0  0  1  | 24 *)",
                              "SSSSSSSNNNNN");
  CHECK(rules.score(late, Side::south) == 24 + 4);
  CHECK(rules.score(late, Side::north) == 16 + 3);
  CHECK(rules.score(with_stores(47, 1), Side::south) == 47);
}

TEST_CASE("namnam: an agreed end shares out the houses") {
  CHECK(NamNam().agreed_end(last_eight()) == Outcome{Outcome::Kind::south_wins, "agreed", 29, 19, ""});
  CHECK_FALSE(NamNam().agreed_end_allowed());
}

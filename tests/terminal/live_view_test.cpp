#include "referee/terminal/live_view.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/support/text.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using namespace ebiri::terminal;
using namespace std::chrono_literals;
using match::Verdict;

namespace {

LiveState sample_state() {
  return {.start = {.standings = sample::standings(), .pairs = 10, .slots = 8},
          .finished_now = 40,
          .elapsed = 133s,
          .last_game = game_line(sample::games()[36]),
          .last_forfeit = "random, game 37",
          .hint = "Ctrl-C stops"};
}

std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
      continue;
    }
    plain += text[at];
  }
  return plain;
}

match::GameRecord record_of(Verdict verdict) {
  match::GameRecord record = sample::game(411, {"minimax-d8", "mcts-1k"}, verdict.result);
  record.opening.name = "103";
  record.plies.resize(61);
  record.verdict = std::move(verdict);
  return record;
}

}  // namespace

TEST_CASE("live: a frame has title, progress, standings, and the last game") {
  CHECK(
      render(sample_state(), {.width = 100}) ==
      R"(evening · oware abapa round robin · 3 engines · 10 pairs each · seed 42 · 8 slots       Ctrl-C stops
████████████████████████         48/60 games 80.0%   18.0 games/min   elapsed 2:13   ETA 0:39
#  Engine       Elo  ±95  Games  Score    W-D-L    LOS  ms/move
1  aalina-2.1  +230  113     32  84.4%   25-4-3  99.9%     14.7
2  minimax-d8     0   99     32  50.0%  14-4-14  98.6%     14.7
3  random      -230  139     32  15.6%   4-2-26      -     14.7
first mover +123.4 ± 149.3 Elo (67.0% expected)   forfeits: 1 time, 1 illegal (random, game 37)   u…
#37 minimax-d8 vs random  27-21  1-0  3 plies  north forfeits: illegal move  opening 19
)");
}

TEST_CASE("live: on a small ASCII screen a frame is in ASCII and fits") {
  CHECK(render(sample_state(), {.width = 60, .height = 8, .utf8 = false}) ==
        R"(evening, oware abapa round robin, 3 engines     Ctrl-C stops
48/60 games 80.0%   18.0 games/min   elapsed 2:13   ETA 0:39
#  Engine       Elo  +-95  Games  Score    W-D-L    LOS
1  aalina-2.1  +230   113     32  84.4%   25-4-3  99.9%
... 2 more
first mover +123.4 +- 149.3 Elo (67.0% expected)   forfeits~
#37 minimax-d8 vs random  27-21  1-0  3 plies  north forfei~
)");
}

TEST_CASE("live: before the first game there is neither speed nor rating") {
  rating::Tally tally({"ann", "bob"});
  LiveState state{.start = {make_standings(sample::meta(), tally, rating::fit(rating::problem_of(tally)))},
                  .elapsed = 0s};
  CHECK(render(state, {.width = 80}) ==
        R"(evening · oware abapa round robin · 2 engines · seed 42
                                 0/60 games 0.0%   elapsed 0:00
#  Engine  Elo  ±95  Games  Score  W-D-L  LOS  ms/move
-  ann       -    -      0      -  0-0-0    -        -
-  bob       -    -      0      -  0-0-0    -        -
first mover unknown, no ratings   forfeits: none
)");
}

TEST_CASE("live: while no game begins, the reason replaces speed and ETA") {
  LiveState state = sample_state();
  state.idle_reason = "paused";
  const std::string frame = render(state, {.width = 100});
  CHECK(std::string{split(frame, '\n')[1]} ==
        "████████████████████████         48/60 games 80.0%   paused   elapsed 2:13");
}

TEST_CASE("live: without escapes, a frame in colour is the plain frame") {
  const std::string plain = render(sample_state(), {.width = 100});
  const std::string coloured = render(sample_state(), {.width = 100, .colour = true});
  CHECK(coloured != plain);
  CHECK(without_colours(coloured) == plain);
}

TEST_CASE("live: a frame fits every screen") {
  for (int width = 1; width <= 130; ++width) {
    for (const int height : {2, 3, 5, 6, 7, 8, 24}) {
      const std::string frame = render(sample_state(), {.width = width, .height = height});
      const auto lines = split(frame, '\n');
      INFO(width << "x" << height);
      REQUIRE(static_cast<int>(lines.size()) <= height);
      for (const std::string_view line : lines) REQUIRE(display_width(line) <= width);
    }
  }
}

TEST_CASE("live: a finished game is one line") {
  struct Row {
    Verdict verdict;
    const char* line;
  };
  using Result = Verdict::Result;
  using Cause = Verdict::Cause;
  const std::vector<Row> rows{
      {{.result = Result::south_wins, .reason = "majority", .south = 27, .north = 21},
       "#411 minimax-d8 vs mcts-1k  27-21  1-0  61 plies  south won by majority  opening 103"},
      {{.result = Result::draw, .reason = "no-moves", .south = 24, .north = 24},
       "#411 minimax-d8 vs mcts-1k  24-24  1/2-1/2  61 plies  draw by no moves  opening 103"},
      {{.result = Result::south_wins,
        .cause = Cause::fault,
        .reason = "illegal-move",
        .loser = rules::Side::north,
        .south = 10,
        .north = 20},
       "#411 minimax-d8 vs mcts-1k  10-20  1-0  61 plies  north forfeits: illegal move  opening 103"},
      {{.result = Result::north_wins,
        .cause = Cause::resigned,
        .reason = "resigned",
        .loser = rules::Side::south},
       "#411 minimax-d8 vs mcts-1k  0-0  0-1  61 plies  south resigned  opening 103"},
      {{.result = Result::north_wins, .cause = Cause::agreed, .reason = "agreed", .south = 20, .north = 28},
       "#411 minimax-d8 vs mcts-1k  20-28  0-1  61 plies  north won by agreement  opening 103"},
      {{.result = Result::south_wins,
        .cause = Cause::adjudicated,
        .reason = "resign-rule",
        .south = 20,
        .north = 8},
       "#411 minimax-d8 vs mcts-1k  20-8  1-0  61 plies  south won by adjudication: resign rule  opening "
       "103"},
      {{.result = Result::void_game, .cause = Cause::machine, .reason = "machine-busy"},
       "#411 minimax-d8 vs mcts-1k  0-0  void  61 plies  void: machine busy  opening 103"},
  };
  for (const Row& row : rows) CHECK(game_line(record_of(row.verdict)) == row.line);
}

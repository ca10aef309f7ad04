#include "referee/report/table.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <clocale>
#include <nlohmann/json.hpp>

#include "referee/support/text.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using Catch::Matchers::WithinAbs;
using sample::contains;

namespace {

// Games between engines that have not met, one of them with nothing but wins.
Standings scattered() {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wl");
  sample::play(games, {"cat", "dan"}, "wwlw");
  rating::Tally tally({"eve", "fay"});
  for (const match::GameRecord& game : games) tally.add(game);
  return make_standings({}, tally, rating::fit(rating::problem_of(tally)));
}

std::vector<std::string> every_form(const Standings& standings) {
  return {text_table(standings, {.width = 200}), markdown_table(standings), csv_table(standings),
          json_table(standings)};
}

// Ann wins both her rounds; in the first one cid has no opponent, in the second one bob.
std::vector<match::GameRecord> two_rounds() {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wl");
  sample::play(games, {"ann", "cid"}, "wl");
  return games;
}

RunMeta about(rating::RankBy order) {
  RunMeta meta = sample::meta();
  meta.byes = {{.engine = "cid"}, {.engine = "bob"}};
  meta.scoring.rank_by = order;
  meta.scoring.tie_breaks = {rating::TieBreak::buchholz, rating::TieBreak::sonneborn_berger,
                             rating::TieBreak::wins};
  return meta;
}

using Values = std::vector<std::optional<double>>;

}  // namespace

TEST_CASE("table: a wide terminal shows the whole table") {
  CHECK(text_table(sample::standings(), {.width = 200}) ==
        R"(evening

#  Engine         Elo    ±95    LOS  Games  Points      %    W-D-L  First  Second  Draws       Pairs  Unique  Margin  Seeds  ms/move   p99  Forfeits
1  aalina-2.1  +230.4  113.2  99.9%     32    27.0  84.4%   25-4-3  93.8%   75.0%  12.5%   0/0/3/4/9      32    +6.2   +4.1     14.7  40.0   0/0/0/0
2  minimax-d8     0.0   99.2  98.6%     32    16.0  50.0%  14-4-14  62.5%   37.5%  12.5%   3/4/4/0/5      32    -0.6   -0.2     14.7  40.0   0/0/0/0
3  random      -230.4  138.8      -     32     5.0  15.6%   4-2-26  21.9%    9.4%   6.2%  11/1/3/1/0      32    -6.0   -3.9     14.7  40.0   1/0/1/0

Elo and ±95 (95% error) are relative to the mean of the engines, counting each opening pair as one observation
LOS: likelihood of superiority over the next engine; a place is a range if the LOS over any engine is 2.5% to 97.5%
Pairs: opening pairs by points taken, 0 / 0.5 / 1 / 1.5 / 2
first mover +123.4 ± 149.3 Elo (67.0% expected)
fit check 0.21 (chi squared 0.6, 3 degrees of freedom)
games 48 of 60, 144 plies, unique 100.0%
forfeits (time/crash/illegal/other): 1 time, 1 illegal; `ebiri reproduce RUN` lists them
void attempts, not counted: 1
oware abapa, 100ms/move, openings configs/openings/oware-4ply.txt, seed 42, ebiri 1.0.0 (a1b2c3d), config 9f86d081
)");
}

TEST_CASE("table: a narrow terminal omits the least important columns") {
  CHECK(text_table(sample::standings(), {.width = 60}) ==
        R"(evening

#  Engine         Elo    ±95  Games      %    W-D-L
1  aalina-2.1  +230.4  113.2     32  84.4%   25-4-3
2  minimax-d8     0.0   99.2     32  50.0%  14-4-14
3  random      -230.4  138.8     32  15.6%   4-2-26

Elo and ±95 (95% error) are relative to the mean of the
  engines, counting each opening pair as one observation
LOS: likelihood of superiority over the next engine; a place
  is a range if the LOS over any engine is 2.5% to 97.5%
first mover +123.4 ± 149.3 Elo (67.0% expected)
fit check 0.21 (chi squared 0.6, 3 degrees of freedom)
games 48 of 60, 144 plies, unique 100.0%
forfeits (time/crash/illegal/other): 1 time, 1 illegal;
  `ebiri reproduce RUN` lists them
void attempts, not counted: 1
oware abapa, 100ms/move, openings
  configs/openings/oware-4ply.txt, seed 42, ebiri 1.0.0
  (a1b2c3d), config 9f86d081
)");
}

TEST_CASE("table: notes on columns are omitted with them") {
  Standings standings = sample::standings();
  standings.meta.analysis = "alphabeta";
  for (const int width : {40, 200}) {
    const std::string text = text_table(standings, {.width = width});
    for (const char* note : {"\nPairs: ", "\nAccuracy: ", "\nErrors: "})
      CHECK(contains(text, note) == (width > 40));
  }
}

TEST_CASE("table: no line is wider than the terminal, whatever its width") {
  for (const Standings& standings : {sample::standings(), scattered()}) {
    for (int width = 1; width <= 200; ++width) {
      const std::string text = text_table(standings, {.width = width});
      for (const std::string_view line : split(text, '\n')) {
        INFO(width << ": " << line);
        REQUIRE(display_width(line) <= width);
      }
    }
  }
}

TEST_CASE("table: a long name is cut only if the table is too wide") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"a-name-that-goes-on-and-on-and-on-for-ever", "bob"}, "wlwd");
  const Standings standings = sample::standings_of(games);
  CHECK(contains(text_table(standings, {.width = 200}), "a-name-that-goes-on-and-on-and-on-for-ever  "));
  const std::string narrow = text_table(standings, {.width = 40});
  CHECK(contains(narrow, "#    Engine            Elo    ±95      %\n"));
  CHECK(contains(narrow, "1-2  a-name-that…"));
  CHECK(contains(text_table(standings, {.width = 20}), "1-2  a-nam…"));
}

TEST_CASE("table: an ASCII terminal gets ASCII") {
  const std::string text = text_table(sample::standings(), {.width = 120, .utf8 = false});
  CHECK(contains(text, "+-95"));
  for (const char byte : text) REQUIRE(static_cast<unsigned char>(byte) < 0x80);
}

TEST_CASE("table: it is written as Markdown") {
  CHECK(markdown_table(sample::standings()) ==
        R"(## evening

| # | Engine | Elo | ±95 | LOS | Games | Points | % | W-D-L | First | Second | Draws | Pairs | Unique | Margin | Seeds | ms/move | p99 | Forfeits |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 1 | aalina-2.1 | +230.4 | 113.2 | 99.9% | 32 | 27.0 | 84.4% | 25-4-3 | 93.8% | 75.0% | 12.5% | 0/0/3/4/9 | 32 | +6.2 | +4.1 | 14.7 | 40.0 | 0/0/0/0 |
| 2 | minimax-d8 | 0.0 | 99.2 | 98.6% | 32 | 16.0 | 50.0% | 14-4-14 | 62.5% | 37.5% | 12.5% | 3/4/4/0/5 | 32 | -0.6 | -0.2 | 14.7 | 40.0 | 0/0/0/0 |
| 3 | random | -230.4 | 138.8 | - | 32 | 5.0 | 15.6% | 4-2-26 | 21.9% | 9.4% | 6.2% | 11/1/3/1/0 | 32 | -6.0 | -3.9 | 14.7 | 40.0 | 1/0/1/0 |

- Elo and ±95 (95% error) are relative to the mean of the engines, counting each opening pair as one observation
- LOS: likelihood of superiority over the next engine; a place is a range if the LOS over any engine is 2.5% to 97.5%
- Pairs: opening pairs by points taken, 0 / 0.5 / 1 / 1.5 / 2
- first mover +123.4 ± 149.3 Elo (67.0% expected)
- fit check 0.21 (chi squared 0.6, 3 degrees of freedom)
- games 48 of 60, 144 plies, unique 100.0%
- forfeits (time/crash/illegal/other): 1 time, 1 illegal; \`ebiri reproduce RUN\` lists them
- void attempts, not counted: 1
- oware abapa, 100ms/move, openings configs/openings/oware-4ply.txt, seed 42, ebiri 1.0.0 (a1b2c3d), config 9f86d081
)");
}

TEST_CASE("table: it is written as CSV") {
  CHECK(
      csv_table(sample::standings()) ==
      R"(rank_best,rank_worst,engine,group,elo,error95,prior,los_next,games,points,score,wins,draws,losses,score_first,score_second,draw_rate,pairs_0,pairs_1,pairs_2,pairs_3,pairs_4,unique,margin,ms_per_move,ms_per_move_p99,forfeits_time,forfeits_crash,forfeits_illegal,forfeits_other,place_first,place_last,margin_rating,margin_error95,low,high,format
1,1,aalina-2.1,1,230.395676,113.218057,0,0.998605,32,27.0,0.843750,25,4,3,0.937500,0.750000,0.125000,0,0,3,4,9,32,6.187500,14.666,40.000,0,0,0,0,,,4.125000,1.427493,117.177619,343.613734,ebiri-standings/2
2,2,minimax-d8,1,0.000000,99.231497,0,0.985604,32,16.0,0.500000,14,4,14,0.625000,0.375000,0.125000,3,4,4,0,5,32,-0.600000,14.666,40.000,0,0,0,0,,,-0.221591,1.475355,-99.231497,99.231497,ebiri-standings/2
3,3,random,1,-230.395676,138.835687,0,,32,5.0,0.156250,4,2,26,0.218750,0.093750,0.062500,11,1,3,1,0,32,-6.000000,14.666,40.000,1,0,1,0,,,-3.903409,1.475355,-369.231363,-91.559990,ebiri-standings/2
)");
}

TEST_CASE("table: CSV quotes texts with separators or quotes") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"deep, \"blue\"", "plain"}, "wd");
  const std::string text = csv_table(sample::standings_of(games));
  CHECK(contains(text, ",\"deep, \"\"blue\"\"\",1,"));
  CHECK(contains(text, ",plain,1,"));
}

TEST_CASE("table: CSV has an apostrophe before names that are formulas, and none before numbers") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"-a", "=b"}, "wdwl");
  const Standings standings = sample::standings_of(games);
  const std::string text = csv_table(standings), errors = differences_table(standings);
  CHECK(contains(text, ",'-a,1,"));
  CHECK(contains(text, ",'=b,1,-"));  // its rating
  CHECK(contains(errors, "\n'=b,'-a,-"));
}

TEST_CASE("table: Markdown escapes special characters") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"a|b_c", "plain"}, "wdwl");
  CHECK(contains(markdown_table(sample::standings_of(games)), "| a\\|b\\_c |"));
}

TEST_CASE("table: JSON has the table, its groups and its matrices") {
  const Standings standings = sample::standings();
  const auto document = nlohmann::json::parse(json_table(standings));
  CHECK(document.at("format") == "ebiri-standings/2");
  CHECK(document.at("run").at("seed") == 42);
  CHECK(document.at("run").at("games") == 48);
  CHECK(document.at("run").at("void_games") == 1);
  REQUIRE(document.at("engines").size() == standings.rows.size());
  for (std::size_t k = 0; k < standings.rows.size(); ++k) {
    const StandingsRow& row = standings.rows[k];
    const auto& engine = document.at("engines")[k];
    CHECK(engine.at("name") == row.name);
    CHECK(engine.at("rank") == nlohmann::json::array({row.rank.best, row.rank.worst}));
    CHECK_THAT(engine.at("elo").get<double>(), WithinAbs(row.elo, 1e-6));
    CHECK_THAT(engine.at("error95").get<double>(), WithinAbs(row.error95, 1e-6));
    CHECK_THAT(engine.at("low").get<double>(), WithinAbs(standings.fit.intervals[row.engine].low, 1e-6));
    CHECK_THAT(engine.at("high").get<double>(), WithinAbs(standings.fit.intervals[row.engine].high, 1e-6));
    CHECK(engine.at("points") == row.points);
    CHECK(engine.at("pairs") == row.pairs);
    CHECK(engine.at("forfeits").at("time") == row.forfeits.time);
    for (std::size_t j = 0; j < standings.rows.size(); ++j) {
      const std::size_t other = standings.rows[j].engine;
      CHECK_THAT(document.at("difference_error")[k][j].get<double>(),
                 WithinAbs(standings.fit.difference_error(row.engine, other), 1e-6));
      CHECK_THAT(document.at("superiority")[k][j].get<double>(),
                 WithinAbs(standings.fit.superiority(row.engine, other), 1e-6));
      CHECK_THAT(document.at("covariance")[k][j].get<double>(),
                 WithinAbs(standings.fit.covariance[row.engine][other], 1e-6));
    }
  }
  CHECK(document.at("engines").back().at("los_next").is_null());
  const auto& first_mover = document.at("groups")[0].at("first_mover");
  CHECK_THAT(first_mover.at("elo").get<double>(), WithinAbs(standings.fit.groups[0].advantage.elo, 1e-6));
}

TEST_CASE("table: engines that never met are in separate groups, marked and not compared") {
  const Standings standings = scattered();
  CHECK(text_table(standings, {.width = 60}) ==
        R"(#    Engine      Elo    ±95  Games       %  W-D-L  Forfeits
group 1
1-2  ann     +139.8*  559.6      2  100.0%  2-0-0   0/0/0/0
1-2  bob     -139.8*  559.6      2    0.0%  0-0-2   0/0/0/0
group 2
1-2  dan     +109.6*  535.7      4   75.0%  3-0-1   0/0/0/0
1-2  cat     -109.6*  535.7      4   25.0%  1-0-3   0/0/0/0
without games
-    eve          -       -      0       -  0-0-0   0/0/0/0
-    fay          -       -      0       -  0-0-0   0/0/0/0

Elo and ±95 (95% error) are relative to the mean of the
  engines, from the curvature of the likelihood
LOS: likelihood of superiority over the next engine; a place
  is a range if the LOS over any engine is 2.5% to 97.5%
* the games alone give an infinite rating; a prior sets it:
  `ann` won everything; `bob` lost everything; `cat`, `dan`
  (a subset won or lost all games against the rest, or the
  advantage of moving first is infinite)
no games connect the groups: their ratings cannot be
  compared
first mover 0.0* ± 556.0 Elo (50.0% expected)
games 6, 18 plies, unique 100.0%
forfeits (time/crash/illegal/other): none
)");
  const auto document = nlohmann::json::parse(json_table(standings));
  CHECK(document.at("superiority")[0][2].is_null());
  CHECK(document.at("difference_error")[0][2].is_null());
  CHECK(document.at("engines")[4].at("elo").is_null());
  CHECK(document.at("engines")[0].at("prior") == true);
}

TEST_CASE("table: an outlier is marked with the reason, and zero is the mean of the others") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wlwdlwwd");
  sample::play(games, {"bob", "cid"}, "wlwdlwwd");
  sample::play(games, {"ann", "cid"}, "wdlwwdlw");
  const Standings without = sample::standings_of(games);
  sample::play(games, {"lost", "ann"}, "lwlw");
  sample::play(games, {"lost", "cid"}, "lwlw");
  const Standings standings = sample::standings_of(games);
  for (const StandingsRow& row : standings.rows) CHECK(row.marked == (row.name == "lost"));
  for (const StandingsRow& row : without.rows) {
    const auto same = std::ranges::find(standings.rows, row.name, &StandingsRow::name);
    CHECK_THAT(same->elo, WithinAbs(row.elo, 0.1));
    CHECK_THAT(standings.fit.error(same->engine), WithinAbs(without.fit.error(row.engine), 0.1));
  }
  const std::string text = text_table(standings, {.width = 200});
  CHECK(contains(text, "relative to the mean of the engines without *, "));
  CHECK(contains(text,
                 "\n* the games alone give an infinite rating; a prior sets it: `lost` lost everything\n"));
  const auto group = nlohmann::json::parse(json_table(standings)).at("groups")[0];
  CHECK(group.at("relative_to") == "mean of the unmarked");
  CHECK(group.at("first_mover").at("prior") == false);
}

TEST_CASE("table: an advantage that is infinite is marked") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wwwwwwww");
  const Standings standings = sample::standings_of(games);
  CHECK(first_mover_text(standings, {}).find("* ± ") != std::string::npos);
  CHECK(nlohmann::json::parse(json_table(standings)).at("groups")[0].at("first_mover").at("prior") == true);
}

TEST_CASE("table: engines that are left out are named") {
  RunMeta meta = sample::meta();
  meta.left_out = {"cid", "dan"};
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wlwd");
  const Standings standings = sample::standings_of(games, meta);
  CHECK(contains(text_table(standings, {.width = 200}), "\nleft out, with their games: `cid`, `dan`\n"));
  CHECK(nlohmann::json::parse(json_table(standings)).at("run").at("left_out").size() == 2);
}

TEST_CASE("table: not a number and infinity are never printed") {
  std::vector<match::GameRecord> perfect;
  sample::play(perfect, {"ann", "bob"}, "wlwlwlwl");
  rating::Tally tally;
  for (const match::GameRecord& game : perfect) tally.add(game);
  const auto without_prior = rating::fit(rating::problem_of(tally, {.prior = rating::Prior::none}));
  for (const Standings& standings : {sample::standings_of({}), sample::standings_of(perfect), scattered(),
                                     make_standings({}, tally, without_prior)}) {
    for (const std::string& text : every_form(standings)) {
      INFO(text);
      CHECK_FALSE(contains(text, "nan"));
      CHECK_FALSE(contains(text, "inf,"));
      CHECK_FALSE(contains(text, "inf "));
      CHECK_FALSE(contains(text, "1e+"));
    }
  }
  CHECK(contains(text_table(sample::standings_of(perfect), {.width = 100}), "*"));
  CHECK(contains(text_table(make_standings({}, tally, without_prior), {.width = 100}),
                 "no finite rating without a prior: `ann`, `bob` won or lost all games"));
}

TEST_CASE("table: a note names at most ten engines, without their control characters") {
  std::vector<match::GameRecord> games;
  for (int k = 0; k < 11; ++k) sample::play(games, {"ann", "\x1b[2J" + std::to_string(k)}, "wl");
  RunMeta meta = sample::meta();
  meta.scoring.rating.prior = rating::Prior::none;
  const std::string text = markdown_table(sample::standings_of(games, meta));
  CHECK(contains(text, " and 2 more won or lost all games"));
  CHECK_FALSE(contains(text, "\x1b"));
}

TEST_CASE("table: repeated games are a warning from one in twenty") {
  const auto with_repetitions = [](int repeated) {
    std::vector<match::GameRecord> games;
    sample::play(games, {"ann", "bob"}, "wldwlwldwlwldwlwldwldwlwldwldwlwldwldwlwldwlwldw");
    games.resize(40);
    for (int k = 0; k < repeated; ++k) games[static_cast<std::size_t>(2 * k + 2)].plies = games[0].plies;
    for (match::GameRecord& game : games) game.opening.moves = {"F", "f"};
    return text_table(sample::standings_of(games), {.width = 120});
  };
  CHECK_FALSE(contains(with_repetitions(2), "warning"));
  CHECK(contains(with_repetitions(3),
                 "warning: 7.5% of the rated games repeat an earlier one: the 95% errors are too small"));
}

TEST_CASE("table: every form is independent of the locale") {
  const std::vector<std::string> before = every_form(sample::standings());
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) std::setlocale(LC_ALL, name);
  CHECK(every_form(sample::standings()) == before);
  std::setlocale(LC_ALL, "C");
}

TEST_CASE("table: in the order of points, tie-breaks decide and are shown") {
  using rating::TieBreak;
  RunMeta meta = sample::meta();
  meta.scoring.rank_by = rating::RankBy::points;
  meta.scoring.tie_breaks = {TieBreak::direct_encounter, TieBreak::wins};
  meta.scoring.points = {.win = 3, .draw = 1, .forfeit = -1};
  const Standings standings = sample::standings_of(sample::games(), meta);
  const StandingsRow& first = standings.rows[0];
  CHECK(first.name == "aalina-2.1");
  CHECK(first.points == 25 * 3 + 4);
  CHECK(first.place == rating::RankRange{1, 1});
  CHECK(first.tie_breaks == std::vector<std::optional<double>>{std::nullopt, 25});
  CHECK(standings.rows[2].points == 4 * 3 + 2 - 2);
  const std::string text = text_table(standings, {.width = 200});
  CHECK(contains(text, "Tie-breaks"));
  CHECK(contains(text, "Points: win 3, draw 1, loss 0, forfeit -1\n"));
  CHECK(contains(text, "ordered by points, then direct-encounter, wins; a place is a range if it is shared"));
  CHECK_FALSE(contains(text_table(sample::standings(), {.width = 200}), "Tie-breaks"));
  meta.scoring.tie_breaks = {};
  CHECK_FALSE(contains(markdown_table(sample::standings_of(sample::games(), meta)), "Tie-breaks"));
}

TEST_CASE("table: engines that no criterion separates share a place") {
  RunMeta meta = sample::meta();
  meta.scoring.rank_by = rating::RankBy::points;
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "dd");
  const Standings standings = sample::standings_of(games, meta);
  for (const StandingsRow& row : standings.rows) CHECK(row.place == rating::RankRange{1, 2});
  CHECK(contains(text_table(standings, {.width = 200}), "1-2  ann"));
}

TEST_CASE("table: repeated opening pairs are reported, rated or not") {
  std::vector<match::GameRecord> games = sample::games();
  const std::size_t count = games.size();
  for (std::size_t k = 0; k < 6; ++k) {  // three opening pairs once more
    games.push_back(games[k]);
    games.back().game += 1000;
    games.back().pair += 1000;
  }
  REQUIRE(games.size() == count + 6);
  const Standings once = sample::standings_of(games);
  CHECK(once.repeated_pairs == 3);
  CHECK(once.rated_repetitions() == 0);
  CHECK(once.fit.elo == sample::standings().fit.elo);
  CHECK(once.games == sample::standings().games + 6);
  const std::string text = text_table(once, {.width = 200});
  CHECK(contains(text,
                 "3 of 27 opening pairs repeat an earlier one, move for move: left out of the ratings\n"));
  CHECK_FALSE(contains(text, "warning"));

  auto with_lone = games;
  for (int k = 1; k <= 2; ++k) {  // a game without a partner, twice
    with_lone.push_back(games[0]);
    with_lone.back().game += 2000 + k;
    with_lone.back().pair += 2000 + k;
    with_lone.back().plies.pop_back();
  }
  const Standings unfinished = sample::standings_of(with_lone);
  CHECK(unfinished.repeated_lone_games == 1);
  CHECK(unfinished.rated_repetitions() == 0);

  RunMeta meta = sample::meta();
  meta.scoring.rating.repetitions = rating::Repetitions::all;
  const Standings all = sample::standings_of(games, meta);
  CHECK(all.fit.elo != once.fit.elo);
  CHECK(contains(text_table(all, {.width = 200}), "warning: 11.1% of the rated games repeat an earlier one"));
}

TEST_CASE("table: the error of every difference is written") {
  const Standings standings = sample::standings();
  const std::string text = differences_table(standings);
  CHECK(
      text.starts_with("engine,opponent,difference,error95,superiority,low,high,format\n"
                       "aalina-2.1,minimax-d8,230.395676,"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 7);
}

TEST_CASE("table: it names engines with void games, and engines that think in their opponents' time") {
  using namespace std::chrono_literals;
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wdwl");
  CHECK_FALSE(contains(markdown_table(sample::standings_of(games)), "machine was too busy"));
  CHECK_FALSE(contains(markdown_table(sample::standings_of(games)), "opponents' time"));
  match::GameRecord voided = sample::game(5, {"ann", "bob"}, match::Verdict::Result::void_game);
  voided.verdict.cause = match::Verdict::Cause::machine;
  games.push_back(voided);
  voided.game = 6;
  voided.verdict.caused_by = rules::Side::north;
  games.push_back(voided);
  games[0].north_pondered = 99ms;  // bob's, too little to be reported
  CHECK_FALSE(contains(markdown_table(sample::standings_of(games)), "opponents' time"));
  games[1].south_pondered = 1ms;
  const std::string text = markdown_table(sample::standings_of(games));
  INFO(text);
  CHECK(contains(text, "void attempts, not counted: 2"));
  CHECK(contains(text, "warning: 1 void attempt because the machine was too busy; "));
  CHECK(contains(text, "warning: processes of engines caused 1 void attempt: \\`bob\\` 1"));
  CHECK(contains(text, "attempts of each engine: \\`ann\\` 1, \\`bob\\` 1"));
  CHECK(contains(text, "CPU time used in the opponents' time (share of that time): \\`bob\\` 0.1s (113.6%)"));
}

TEST_CASE("byes: points and tie-breaks count them, games and wins do not") {
  const Standings standings = sample::standings_of(two_rounds(), about(rating::RankBy::points));
  REQUIRE(standings.rows.size() == 3);
  CHECK(standings.rows[0].name == "ann");
  CHECK(standings.rows[0].points == 4);
  CHECK(standings.rows[0].tie_breaks == Values{2 + 2, 2 * 2 + 2 * 2, 4});
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}}) {
    const StandingsRow& row = standings.rows[k];
    CHECK(row.points == 2);
    CHECK(row.bye_games == 2);
    CHECK(row.games == 2);
    CHECK(row.score == 0);
    CHECK(row.tie_breaks == Values{4 + 2, 2 * 2, 0});  // ann's points, and its own as those of a bye
    CHECK(row.place == rating::RankRange{2, 3});
  }
}

TEST_CASE("byes: each has the points of a win in every opening, and counts as that many rounds") {
  RunMeta meta = about(rating::RankBy::points);
  meta.byes = {{.engine = "cid", .openings = 3, .games = 1}};
  meta.scoring.points.win = 3;
  const Standings standings = sample::standings_of(two_rounds(), meta);
  CHECK(standings.rows[1].name == "cid");
  CHECK(standings.rows[1].points == 9);
  CHECK(standings.rows[1].tie_breaks == Values{12 + 3 * 9, 3 * 3 * 9, 0});
}

TEST_CASE("byes: a table in the order of ratings includes their points and names their engines") {
  const Standings standings = sample::standings_of(two_rounds(), about(rating::RankBy::rating));
  const auto document = nlohmann::json::parse(json_table(standings));
  for (const auto& engine : document.at("engines")) {
    const bool ann = engine.at("name") == "ann";
    CHECK(engine.at("points") == (ann ? 4 : 2));
    CHECK(engine.at("bye_games") == (ann ? 0 : 2));
  }
  const std::string text = text_table(standings, {.width = 100});
  INFO(text);
  for (const char* part : {"games without an opponent, counted as wins in Points: `", "`bob` 2", "`cid` 2"})
    CHECK(text.find(part) != std::string::npos);
  const Standings without = sample::standings_of(two_rounds());
  CHECK(text_table(without, {.width = 100}).find("without an opponent") == std::string::npos);
}

TEST_CASE("byes: a bye of an engine that is not in the table changes nothing") {
  RunMeta meta = about(rating::RankBy::points);
  meta.byes = {{.engine = "dan"}};
  CHECK(sample::standings_of(two_rounds(), meta).rows[1].points == 0);
}

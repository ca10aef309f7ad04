#include "referee/config/effective.hpp"
#include "tests/config/bad_config.hpp"

using namespace ebiri;
using namespace ebiri::config;
using rating::TieBreak;

namespace {

const std::string engines = R"(
name: t
engines: [{name: a, command: a}, {name: b, command: b}]
)";

std::string problems(const std::string& text) { return verdict(engines + text); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("config: points, order and ratings are read, and written back") {
  const auto settings = settings_of(engines + R"(
points: {win: 3, draw: 1, forfeit: -0.5, akawumbi: 4}
rank-by: points
tie-breaks: [koya, wins]
rating: {model: rao-kupper, anchors: {a: 1500, b: 1600.5+-30}, advantage: 32.8, draw-rate: 0.27, prior: draws,
         prior-draws: 1.5, errors: bootstrap, replicates: 200, repetitions: all}
)");
  CHECK(settings.points == rating::Points{.win = 3, .draw = 1, .forfeit = -0.5, .akawumbi = 4});
  CHECK(settings.rank_by == rating::RankBy::points);
  CHECK(settings.tie_breaks == std::vector{TieBreak::koya, TieBreak::wins});
  const rating::Options& options = settings.rating;
  CHECK(options.model == rating::Model::rao_kupper);
  CHECK(options.anchors == std::vector<rating::Anchor>{{"a", 1500, 0}, {"b", 1600.5, 30}});
  CHECK_FALSE(options.fit_advantage);
  CHECK(options.fixed_advantage == 32.8);
  CHECK(options.fixed_draw_rate == 0.27);
  CHECK(options.prior == rating::Prior::draws);
  CHECK(options.errors == rating::Errors::bootstrap);
  CHECK(options.repetitions == rating::Repetitions::all);
  CHECK(settings_of(effective_yaml(settings)) == settings);
  const auto tiny =
      settings_of(engines + "rating: {anchors: {a: 0.00001, b: 1500+-0.00002}, advantage: 0.00003}");
  CHECK(settings_of(effective_yaml(tiny)) == tiny);
}

TEST_CASE("config: tie-breaks may be empty, and no change of the scoring needs a new run") {
  const auto settings = settings_of(
      engines + "tie-breaks: []\nrank-by: points\nrating: {model: davidson}\npoints: {draw: 0}\n");
  CHECK(settings.tie_breaks.empty());
  const auto differences = compare(settings_of(engines + ""), settings);
  CHECK(differences.size() >= 4);
  for (const Difference& difference : differences) CHECK(difference.change == Change::free);
}

TEST_CASE("config: invalid points, tie-breaks and ratings are refused") {
  CHECK(contains(problems("points: {win: lots}"), "`win` must be a number, not `lots`"));
  CHECK(contains(problems("points: {win: 1e3}"), "`win` must be a number, not `1e3`"));
  CHECK(contains(problems("points: {win: .5}"), "`win` must be a number, not `.5`"));
  CHECK(contains(problems("points: {win: 1001}"), "`win` must be a number in -1000..1000, not `1001`"));
  CHECK(contains(problems("tie-breaks: wins"), "`tie-breaks` must be a list, not `wins`"));
  CHECK(contains(problems("tie-breaks: [x]"), "error: a tie-break must be "));
  CHECK(contains(problems("tie-breaks: [wins, wins]"), "the tie-break `wins` is given twice"));
  CHECK(contains(problems("tie-breaks: [win]"), "did you mean `wins`?"));
  CHECK(
      contains(problems("rating: {anchors: {a: strong}}"), "the anchor `a` must be a rating, not `strong`"));
  CHECK(contains(problems("rating: {anchors: {a: 1500+-0}}"), "the anchor `a` must be a rating"));
  CHECK(contains(problems("rating: {anchors: {c: 1500}}"), "no engine has the name `c`"));
  CHECK(contains(problems("rating: {model: davidson, prior: jeffreys}"),
                 "Jeffreys' prior belongs to the model `logistic`"));
  CHECK(contains(problems("rating: {advantage: some}"), "`advantage` must be"));
}

TEST_CASE("config: `load_scoring` reads only the scoring of any config") {
  const std::vector<std::string> overrides{"rating.model=davidson", "points.draw=0"};
  const auto scoring = load_scoring({"t.yaml", "name: 7 7\nfuture: x\npoints: {win: 2}\n"}, overrides);
  REQUIRE(scoring);
  CHECK(scoring->points == rating::Points{.win = 2, .draw = 0});
  CHECK(scoring->rating.model == rating::Model::davidson);
  const std::vector<std::string> foreign{"pairs=3", "limit.nodes=5", "engines.a.margin=3ms"};
  for (const char* config : {"{}", "pairs: 2\nlimit: {nodes: 9}\nengines: [{name: a, command: a}]\n"}) {
    const auto refused = load_scoring({"t.yaml", config}, foreign);
    REQUIRE_FALSE(refused);
    CHECK(contains(refused.error().message, "unknown key `pairs`"));
    CHECK(contains(refused.error().message, "unknown key `limit`"));
    CHECK(contains(refused.error().message, "unknown key `engines`"));
  }
}

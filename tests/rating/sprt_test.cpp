#include "referee/rating/sprt.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <numeric>
#include <optional>
#include <vector>

#include "referee/support/random.hpp"

using namespace ebiri::rating;

namespace {

using Pairs = std::vector<std::optional<PairScores>>;

constexpr SprtSettings wide{.model = SprtModel::logistic, .elo0 = 0, .elo1 = 60};

// One pair in ten is void; a fifth of the games are drawn, and the first engine wins `strength` percent of
// the others.
Pairs random_pairs(ebiri::Random& random, std::size_t count, std::uint64_t strength) {
  Pairs pairs(count);
  const auto game = [&] {
    if (random.below(5) == 0) return Score::draw;
    return random.below(100) < strength ? Score::win : Score::loss;
  };
  for (auto& pair : pairs) {
    if (random.below(10) > 0) pair = PairScores{.as_south = game(), .as_north = game()};
  }
  return pairs;
}

Sprt played(const Pairs& pairs, const std::vector<std::size_t>& order, const SprtSettings& settings = wide) {
  Sprt test(settings);
  for (const std::size_t pair : order) test.add(static_cast<std::int64_t>(pair), pairs[pair]);
  return test;
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// The order in which games end if eight are played at a time.
void overtake(std::vector<std::size_t>& order, ebiri::Random& random) {
  for (std::size_t k = 0; k + 8 < order.size(); ++k) std::swap(order[k], order[k + random.below(8)]);
}

void check_same(const Sprt& test, const Sprt& sequential) {
  CHECK(test.decision() == sequential.decision());
  CHECK(test.ratio() == sequential.ratio());
  CHECK(test.pairs() == sequential.pairs());
  CHECK(test.games() == sequential.games());
  CHECK(test.voids() == sequential.voids());
  CHECK(test.next() == sequential.next());
  CHECK(test.beyond() == sequential.beyond());
}

}  // namespace

TEST_CASE("sprt: verdict and evidence do not depend on the order in which pairs end") {
  ebiri::Random random(1);
  bool seen[3] = {};
  for (int round = 0; round < 60; ++round) {
    const Pairs pairs = random_pairs(random, 300, 44 + random.below(20));
    const Sprt sequential = played(pairs, in_order(pairs.size()));
    seen[static_cast<int>(sequential.decision())] = true;
    std::vector<std::size_t> order = in_order(pairs.size());
    overtake(order, random);
    check_same(played(pairs, order), sequential);
    std::reverse(order.begin(), order.end());
    check_same(played(pairs, order), sequential);
  }
  CHECK(seen[0]);
  CHECK(seen[1]);
  CHECK(seen[2]);
}

TEST_CASE("sprt: the first pair that reaches a bound decides, and no later one counts") {
  ebiri::Random random(2);
  const Pairs pairs = random_pairs(random, 2000, 75);
  Pentanomial so_far{};
  std::int64_t last = 0;
  while (true) {
    const auto& pair = pairs[static_cast<std::size_t>(last++)];
    if (!pair) continue;
    ++so_far[static_cast<std::size_t>(pair->as_south) + static_cast<std::size_t>(pair->as_north)];
    if (decision(wide, log_likelihood_ratio(Sample::of(so_far), wide)) != TestDecision::undecided) break;
  }
  const Sprt test = played(pairs, in_order(pairs.size()));
  CHECK(test.decision() == TestDecision::h1);
  CHECK(test.next() == last);
  CHECK(test.pairs() == so_far);
  CHECK(test.counted() + test.voids() == last);
  CHECK(test.beyond() ==
        std::count_if(pairs.begin() + last, pairs.end(), [](const auto& pair) { return pair.has_value(); }));
  CHECK(test.waiting() == 0);
}

TEST_CASE("sprt: pairs wait for earlier ones, and may not count") {
  constexpr PairScores lost{.as_south = Score::loss, .as_north = Score::loss};
  Sprt test(wide);
  for (int pair = 1; pair <= 200; ++pair) test.add(pair, lost);
  test.add(201, std::nullopt);
  CHECK(test.decision() == TestDecision::undecided);
  CHECK(test.counted() == 0);
  CHECK(test.waiting() == 201);
  CHECK(test.beyond() == 0);
  test.add(0, std::nullopt);
  CHECK(test.decision() == TestDecision::h0);
  CHECK(test.voids() == 1);
  CHECK(test.waiting() == 0);
  CHECK(test.counted() + test.beyond() == 200);
  CHECK(test.pairs()[0] == test.counted());
  const std::int64_t beyond = test.beyond();
  test.add(202, lost);
  test.add(203, std::nullopt);
  CHECK(test.beyond() == beyond + 1);
  CHECK(test.pairs()[0] == test.counted());
}

TEST_CASE("sprt: repeats do not count, and twenty in a row end the test") {
  Sprt test(wide);
  const auto pair = [](std::uint64_t games) {
    return PairScores{.as_south = Score::win, .as_north = Score::loss, .games = games};
  };
  for (int number = 0; number < 20; ++number) test.add(number, pair(7));
  CHECK(test.counted() == 1);
  CHECK(test.repeats() == 19);
  CHECK_FALSE(test.over());
  SECTION("a new pair begins a new series; void and unknown pairs are not repeats") {
    test.add(20, std::nullopt);
    test.add(21, PairScores{.as_south = Score::win, .as_north = Score::loss});
    for (int number = 22; number < 28; ++number) test.add(number, pair(7));
    CHECK_FALSE(test.over());
    CHECK(test.repeats() == 25);
    CHECK(test.counted() == 2);
    test.add(28, pair(7));  // 26 of the last 28
    CHECK(test.repeating());
    CHECK(test.decision() == TestDecision::undecided);
  }
  SECTION("the series ends the test, and later pairs do not count") {
    test.add(21, pair(8));
    test.add(20, pair(7));
    CHECK(test.repeating());
    CHECK(test.over());
    CHECK(test.repeats() == 20);
    CHECK(test.beyond() == 1);
    CHECK(test.next() == 21);
    test.add(22, pair(9));
    CHECK(test.beyond() == 2);
    CHECK(test.counted() == 1);
    CHECK(test.ratios().size() == 1);
  }
}

TEST_CASE("sprt: a half of the last fifty pairs may be repeats, and one more ends the test") {
  Sprt test(wide);
  std::int64_t number = 0;
  const auto add = [&](bool repeat) {
    const auto games = repeat ? std::uint64_t{0} : static_cast<std::uint64_t>(number);
    const Score score =
        number / 2 % 2 == 0 ? Score::win : Score::loss;  // maximal variance, so that there is no verdict
    test.add(number++, PairScores{.as_south = score, .as_north = score, .games = games});
  };
  add(false);
  for (int round = 0; round < 100; ++round) {
    add(true);
    add(false);
  }
  CHECK_FALSE(test.over());
  add(true);
  CHECK_FALSE(test.over());  // 25 of the last 50
  add(true);
  CHECK(test.repeating());
  CHECK(test.counted() == 101);
}

TEST_CASE("sprt: the schedule decides which pairs are repeats, not the order of their ends") {
  ebiri::Random random(5);
  for (int round = 0; round < 20; ++round) {
    Pairs pairs = random_pairs(random, 300, 50);
    for (auto& pair : pairs)
      if (pair) pair->games = random.below(150);
    const Sprt sequential = played(pairs, in_order(pairs.size()));
    std::vector<std::size_t> order = in_order(pairs.size());
    std::reverse(order.begin(), order.end());
    const Sprt other = played(pairs, order);
    check_same(other, sequential);
    CHECK(other.repeats() == sequential.repeats());
    CHECK(other.repeating() == sequential.repeating());
  }
}

TEST_CASE("sprt: the bayesian model gets the draws of single games") {
  ebiri::Random random(3);
  SprtSettings bayesian = wide;
  bayesian.model = SprtModel::bayesian;
  const Pairs pairs = random_pairs(random, 30, 50);
  const Sprt test = played(pairs, in_order(pairs.size()), bayesian);
  CHECK(test.ratio() ==
        log_likelihood_ratio(Sample::of(test.pairs()), without_draw_model(bayesian, test.games())));
  CHECK(test.games()[0] + test.games()[1] + test.games()[2] == 2 * test.counted());
  CHECK(test.games()[1] > 0);
}

TEST_CASE("sprt: a better result is better evidence for H1, a worse one for H0") {
  ebiri::Random random(4);
  for (int round = 0; round < 300; ++round) {
    SprtSettings settings{
        .model = round % 2 == 0 ? SprtModel::normalized : SprtModel::logistic, .elo0 = -5, .elo1 = 5};
    Pentanomial counts{};
    for (auto& count : counts) count = static_cast<std::int64_t>(20 + random.below(200));
    const double before = log_likelihood_ratio(Sample::of(counts), settings);
    const std::size_t from = random.below(4);
    Pentanomial better = counts;
    --better[from];
    ++better[from + 1];
    CAPTURE(counts, from);
    CHECK(log_likelihood_ratio(Sample::of(better), settings) > before);
    Pentanomial worse = counts;
    --worse[from + 1];
    ++worse[from];
    CHECK(log_likelihood_ratio(Sample::of(worse), settings) < before);
  }
}

TEST_CASE("sprt: all problems with settings are reported together") {
  struct Row {
    SprtSettings settings;
    std::vector<std::string> found;
  };
  const std::vector<Row> rows{
      {{}, {}},
      {{.elo0 = -150, .elo1 = 150, .alpha = 0.4, .beta = 0.5}, {}},
      {{.model = SprtModel::logistic, .elo0 = -300, .elo1 = 300}, {}},
      {{.elo0 = 10, .elo1 = 10}, {"`elo0` is 10 and `elo1` is 10; expected `elo0` below `elo1`"}},
      {{.elo0 = 0, .elo1 = 151}, {"`elo1` is 151; expected normalized Elo from -150 to 150"}},
      {{.model = SprtModel::bayesian, .elo0 = -401, .elo1 = 0},
       {"`elo0` is -401; expected Elo from -400 to 400"}},
      {{.alpha = 0.5, .beta = 0.5}, {"`alpha` is 0.5 and `beta` is 0.5; expected a sum below 1"}},
      {{.elo0 = 5, .elo1 = 0, .alpha = 0, .beta = 1},
       {"`elo0` is 5 and `elo1` is 0; expected `elo0` below `elo1`",
        "`alpha` is 0; expected a probability between 0 and 1, both excluded, such as 0.05",
        "`beta` is 1; expected a probability between 0 and 1, both excluded, such as 0.05"}},
  };
  for (const Row& row : rows) CHECK(problems(row.settings) == row.found);
}

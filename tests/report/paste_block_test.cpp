#include "referee/report/paste_block.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using report::paste_block;

namespace {

// 1206 pairs: 2412 games.
constexpr rating::Pentanomial pairs{61, 214, 603, 248, 80};
constexpr rating::Trinomial counted{935, 456, 1021};

}  // namespace

TEST_CASE("paste block: all that is known of a match, in four lines") {
  report::PasteBlock block{
      .elo = {.elo = 12.44,
              .low = 3.54,
              .high = 21.34,
              .normalised = 15.06,
              .normalised_error95 = 10.8,
              .superiority = 0.9971},
      .sprt =
          report::SprtState{
              .settings = {.elo0 = 0, .elo1 = 10}, .ratio = 2.967, .verdict = rating::Verdict::h1},
      .games = counted,
      .pairs = pairs,
      .conditions = "oware-abapa, 100ms/move, openings oware-4ply, seed 42, ebiri 1.0 (a1b2c3d)"};
  CHECK(paste_block(block) ==
        "Elo   | 12.4 ± 8.9 (95%)   nElo 15.1 ± 10.8   LOS 99.7%\n"
        "SPRT  | nElo [0, 10]  LLR 2.97 (-2.94, 2.94)  H1 accepted\n"
        "Games | N: 2412  W: 1021 L: 935 D: 456   Ptnml [61, 214, 603, 248, 80]\n"
        "Cond. | oware-abapa, 100ms/move, openings oware-4ply, seed 42, ebiri 1.0 (a1b2c3d)\n");
  block.games.reset();
  block.conditions.clear();
  block.sprt->settings = {
      .model = rating::SprtModel::bayesian, .elo0 = -2.5, .elo1 = 0.5, .alpha = 0.05, .beta = 0.1};
  block.sprt->ratio = -0.004;
  block.sprt->verdict = rating::Verdict::undecided;
  CHECK(paste_block(block) ==
        "Elo   | 12.4 ± 8.9 (95%)   nElo 15.1 ± 10.8   LOS 99.7%\n"
        "SPRT  | BayesElo [-2.5, 0.5]  LLR 0.00 (-2.25, 2.89)  undecided\n"
        "Games | N: 2412   Ptnml [61, 214, 603, 248, 80]\n");
}

TEST_CASE("paste block: a match without a test, without pairs") {
  const report::PasteBlock block{.elo = rating::match_elo(rating::Sample::of(counted)), .games = counted};
  CHECK(paste_block(block) ==
        "Elo   | 12.4 ± 12.5 (95%)   nElo 13.8 ± 13.9   LOS 97.4%\n"
        "Games | N: 2412  W: 1021 L: 935 D: 456\n");
}

TEST_CASE("paste block: the other verdict and the other model") {
  const report::SprtState lost{.settings = {.model = rating::SprtModel::logistic, .elo0 = -5, .elo1 = 0},
                               .ratio = -3.1,
                               .verdict = rating::Verdict::h0};
  CHECK(paste_block({.elo = {}, .sprt = lost}) ==
        "Elo   | 0.0 ± 0.0 (95%)   nElo 0.0 ± 0.0   LOS 0.0%\n"
        "SPRT  | Elo [-5, 0]  LLR -3.10 (-2.94, 2.94)  H0 accepted\n");
}

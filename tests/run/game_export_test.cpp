#include "referee/report/page.hpp"
#include "referee/run/run_games.hpp"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>

#include "referee/record/notation.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/random.hpp"
#include "tests/config/temporary_folder.hpp"

using namespace ebiri;
using namespace ebiri::run;

namespace {

// A whole game of random moves.
match::GameRecord played(const rules::Rules& rules, int number, int attempt = 1) {
  match::GameRecord record;
  record.game = number;
  record.attempt = attempt;
  record.south = "a", record.north = "b";
  record.opening.name = "7";
  Random random{static_cast<std::uint64_t>(100 * number + attempt)};
  for (const auto game = rules.start(); !game->outcome();) {
    const auto side = game->to_move();
    std::string move = rules::random_move(*game, random);
    REQUIRE_FALSE(rules::advance(*game, move));
    if (game->plies() <= 3)
      record.opening.moves.push_back(std::move(move));
    else
      record.plies.push_back({.side = side, .move = std::move(move), .thought = {}});
  }
  record.verdict.reason = "majority";
  return record;
}

match::SharedRecord shared(const match::GameRecord& record) {
  return std::make_shared<const match::GameRecord>(record);
}

std::vector<match::GameSummary> summaries(const std::vector<match::GameRecord>& games) {
  std::vector<match::GameSummary> all;
  for (const auto& game : games) all.push_back(match::summary_of(game));
  return all;
}

}  // namespace

TEST_CASE("game export: returns games by number and attempt, from an unlinked file", "[threads]") {
  const auto rules = std::move(*rules::make_rules({"oware", "", {}}));
  const config::TemporaryFolder folder;
  const auto run = folder.folder("run");
  GameExport exported{run, *rules, "cup", 1000};
  CHECK(std::filesystem::is_empty(run));
  std::vector<match::GameRecord> games;
  for (int number = 1; number <= 300; ++number) games.push_back(played(*rules, number));
  games.insert(games.begin() + 5, played(*rules, 5, 2));
  for (std::size_t i = 0; i < games.size(); ++i) exported.add(shared(games[(8 * i) % games.size()]));
  CHECK(std::filesystem::is_empty(run));

  exported.finish();
  CHECK(exported.has_exactly(summaries(games)));
  auto others = summaries(games);
  others.back().attempt = 2;
  CHECK_FALSE(exported.has_exactly(others));
  others.pop_back();
  CHECK_FALSE(exported.has_exactly(others));

  const report::Replays replays{*rules};
  std::size_t next = 0;
  const auto read =
      exported.each([&](const match::GameRecord& head, std::string_view ogn, std::string_view replay) {
        REQUIRE(next < games.size());
        const match::GameRecord& game = games[next++];
        CHECK(std::pair(head.game, head.attempt) == std::pair(game.game, game.attempt));
        CHECK(head.opening == game.opening);
        CHECK(head.plies.empty());
        CHECK(ogn == record::to_ogn(game, *rules, "cup").value());
        CHECK(replay == replays.of(game).value().line);
      });
  REQUIRE(read);
  CHECK(next == games.size());
}

TEST_CASE("game export: stops if a game cannot be exported") {
  const auto rules = std::move(*rules::make_rules({"oware", "", {}}));
  const config::TemporaryFolder folder;
  const std::vector good{played(*rules, 1)};
  auto bad = good.front();
  bad.game = 2;
  bad.plies.front().move = "Z";

  GameExport exported{folder.folder("run"), *rules, "cup"};
  exported.add(shared(good.front()));
  exported.add(shared(bad));
  exported.finish();
  CHECK_FALSE(exported.has_exactly(summaries(good)));
  CHECK_FALSE(exported.has_exactly(summaries({good.front(), bad})));

  GameExport nowhere{folder.folder("run") / "absent", *rules, "cup"};
  nowhere.add(shared(good.front()));
  nowhere.finish();
  CHECK_FALSE(nowhere.has_exactly(summaries(good)));
}

TEST_CASE("game export: stops at more games than a page replays") {
  const auto rules = std::move(*rules::make_rules({"oware", "", {}}));
  const config::TemporaryFolder folder;
  const std::size_t most = report::PageLimits{}.replayed;
  GameExport enough{folder.folder("run"), *rules, "cup", most},
      exported{folder.folder("run"), *rules, "cup", most};
  match::GameRecord record;  // void before the first move
  std::vector<match::GameSummary> games;
  for (int number = 1; number <= static_cast<int>(most); ++number) {
    record.game = number;
    enough.add(shared(record));
    exported.add(shared(record));
    games.push_back(match::summary_of(record));
  }
  enough.finish();
  CHECK(enough.has_exactly(games));
  ++record.game;
  exported.add(shared(record));
  games.push_back(match::summary_of(record));
  exported.finish();
  CHECK_FALSE(exported.has_exactly(games));
}

TEST_CASE("game export: stops when too many games wait", "[threads]") {
  const auto rules = std::move(*rules::make_rules({"oware", "", {}}));
  const config::TemporaryFolder folder;
  const std::vector games{played(*rules, 1)};
  GameExport none{folder.folder("run"), *rules, "cup", 0}, one{folder.folder("run"), *rules, "cup", 1};
  for (GameExport* exported : {&none, &one}) {
    exported->add(shared(games.front()));
    exported->finish();
  }
  CHECK_FALSE(none.has_exactly(summaries(games)));
  CHECK(one.has_exactly(summaries(games)));
}

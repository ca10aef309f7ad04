#include "referee/tournament/game_queue.hpp"

#include "tests/fleet/parts.hpp"

using namespace ebiri;
using namespace ebiri::tests;

TEST_CASE("queue: slots and a fleet play every game once", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    const auto back = back_end(fleet, *rules, scripted(*rules));
    back->queue->add(tasks(4));
    back->queue->close();
    const auto all = collect(*back->queue);
    CHECK(all.records.size() == 24);
    CHECK(games_of(all.records).size() == 24);
    CHECK(back->queue->idle());
    CHECK(all.news.empty());
  }
}

TEST_CASE("queue: games that depend on results can be added while others are played", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    const auto back = back_end(fleet, *rules, scripted(*rules));
    auto all = tasks(2);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      back->queue->add({all[i]});
      while (taken < 2 * (i + 1)) {
        back->queue->acknowledge();
        taken += back->queue->take().size();
        pollfd watched{back->queue->ready(), POLLIN, 0};
        if (taken < 2 * (i + 1)) ::poll(&watched, 1, -1);
      }
    }
    CHECK(taken == 12);
    back->queue->close();
    CHECK(collect(*back->queue).records.empty());
  }
}

TEST_CASE("queue: a void game is played again, each attempt with a seed of its own", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    std::atomic<int> asked = 0;
    const auto busy = [&](const player::GameLine&) -> std::optional<player::Reply> {
      if (++asked > 2) return std::nullopt;
      return player::Interrupted{.problem = "busy", .reason = "busy-machine"};
    };
    const auto back = back_end(fleet, *rules, [&](const std::string&) { return player_with(*rules, busy); });
    back->queue->add({{setup_for(7, 4, "a", "b", 1)}});
    back->queue->close();
    const auto all = collect(*back->queue);
    REQUIRE(all.records.size() == 3);
    for (int attempt = 1; attempt <= 3; ++attempt) {
      const auto& record = all.records[static_cast<std::size_t>(attempt) - 1];
      CHECK(record.attempt == attempt);
      CHECK(record.seed == seed_of(7, attempt));
      CHECK(match::aborted(record) == (attempt < 3));
    }
  }
}

TEST_CASE("queue: an attempt that left no record is repeated under its number", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    std::atomic<int> asked = 0;
    const auto absent = [&](const player::GameLine&) -> std::optional<player::Reply> {
      if (++asked > 2) return std::nullopt;
      return player::Interrupted{};
    };
    const auto back =
        back_end(fleet, *rules, [&](const std::string&) { return player_with(*rules, absent); });
    back->queue->add({{setup_for(7, 4, "a", "b", 1)}});
    back->queue->close();
    const auto all = collect(*back->queue);
    REQUIRE(all.records.size() == 1);
    CHECK(all.records[0].attempt == 1);
    CHECK(all.records[0].seed == seed_of(7, 1));
    CHECK(all.news.empty());
  }
}

TEST_CASE("queue: a pause begins no game, and afterwards every game is played once", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    const auto back = back_end(fleet, *rules, scripted(*rules));
    back->queue->pause(true);
    back->queue->add(tasks(4));
    back->queue->pause(false);
    back->queue->pause(true);
    back->queue->pause(false);
    back->queue->close();
    CHECK(games_of(collect(*back->queue).records).size() == 24);
  }
}

TEST_CASE("queue: it ends after `finish`", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  for (const bool fleet : {false, true}) {
    CAPTURE(fleet);
    const auto back = back_end(fleet, *rules, scripted(*rules));
    back->queue->add(tasks(200));
    back->queue->finish();
    CHECK(collect(*back->queue).records.size() < 1200);
  }
}

// Lifetimes of leases and of results on the server, and the wait for a first worker.
#include "tests/fleet/parts.hpp"

using namespace ebiri;
using namespace ebiri::tests;
using std::chrono::milliseconds;

namespace {

// Waits for news of the queue.
void wait_for(GameQueue& queue) {
  pollfd watched{queue.ready(), POLLIN, 0};
  ::poll(&watched, 1, -1);
  queue.acknowledge();
}

// Takes `count` records.
void take_games(GameQueue& queue, std::size_t count) {
  for (std::size_t taken = 0; taken < count; taken += queue.take().size()) wait_for(queue);
}

// Reports repeatedly that everything is on disk, until the server has no results.
void keep_all(GameQueue& queue, MemoryLink& link) {
  while (link.results() > 0) {
    if (!queue.take().empty()) FAIL("a game was handed over twice");
    queue.saved();
    std::this_thread::yield();
  }
}

}  // namespace

TEST_CASE_METHOD(Planner, "fleet: a lease is extended while one long game is played", "[threads]") {
  GameQueue& queue = plan();
  queue.add({{setup_for(1, 1, "a", "b", 1)}});
  queue.close();
  const auto wait = [&](const player::GameLine&) -> std::optional<player::Reply> {
    while (link.extended < 3) std::this_thread::yield();
    return std::nullopt;
  };
  const auto make_player = [&](const std::string&) { return player_with(*rules, wait); };
  const Workers workers{link, *rules, 1, make_player, milliseconds{1}};
  CHECK(collect(queue).records.size() == 1);
  CHECK(link.extended >= 3);
}

TEST_CASE_METHOD(Planner, "fleet: a lease is extended while the run is prepared", "[threads]") {
  GameQueue& queue = with_one_job();
  const auto wait = [&] {
    while (link.extended < 3) std::this_thread::yield();
  };
  const Workers workers{link, *rules, 1, scripted(*rules), milliseconds{1}, wait};
  CHECK(collect(queue).records.size() == 2);
}

TEST_CASE_METHOD(Planner, "fleet: results are deleted from the server only after they are on disk",
                 "[threads]") {
  auto wanted = settings();
  wanted.keep_results = milliseconds{0};
  GameQueue& queue = plan(wanted);
  queue.add(tasks(4));
  const Workers workers{link, *rules, 2, scripted(*rules)};
  take_games(queue, 24);
  CHECK(link.results() > 0);  // records that were taken may not be on disk yet
  keep_all(queue, link);
  queue.close();
  CHECK(collect(queue).records.empty());
}

TEST_CASE_METHOD(Planner, "fleet: a result that is stored again after its deletion counts once",
                 "[threads]") {
  auto wanted = settings();
  wanted.keep_results = milliseconds{0};
  GameQueue& queue = plan(wanted);
  queue.add({tasks(1).front()});
  const Lease lease = next_lease(link);
  const std::string result = result_for(lease, *rules, [](auto&) {});
  CHECK(*link.store_result(lease.run, lease.job, result));
  take_games(queue, 2);
  keep_all(queue, link);
  CHECK(*link.store_result(lease.run, lease.job, result));  // by the next worker of the job
  link.acknowledge(lease);
  queue.add({tasks(1)[1]});
  queue.close();
  const Workers workers{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(games_of(all.records) == std::set<int>{3, 4});
  CHECK(all.news.empty());
}

TEST_CASE_METHOD(Planner, "fleet: results of a server that lost the earlier ones are not deleted unread",
                 "[threads]") {
  auto wanted = settings();
  wanted.keep_results = milliseconds{0};
  GameQueue& queue = plan(wanted);
  queue.add(tasks(1));
  const Lease leases[] = {next_lease(link), next_lease(link), next_lease(link)};
  const auto store = [&](const Lease& lease) {
    CHECK(*link.store_result(lease.run, lease.job, result_for(lease, *rules, [](auto&) {})));
    link.acknowledge(lease);
  };
  store(leases[0]);
  store(leases[1]);
  take_games(queue, 4);
  link.broken = true;
  queue.add({{setup_for(7, 4, "a", "b", 1)}});
  while (queue.news().empty()) wait_for(queue);
  queue.saved();
  link.lose_results();
  store(leases[2]);
  link.broken = false;
  queue.close();
  const Workers workers{link, *rules, 1, scripted(*rules)};
  CHECK(games_of(collect(queue).records) == std::set<int>{5, 6, 7});
  CHECK(link.published == 4);
}

TEST_CASE_METHOD(Planner, "fleet: a result that comes after the end of its run is not stored", "[threads]") {
  std::atomic<bool> asked = false, over = false;
  const auto wait = [&](const player::GameLine&) -> std::optional<player::Reply> {
    asked = true;
    while (!over) std::this_thread::yield();
    return std::nullopt;
  };
  GameQueue& queue = with_one_job();
  {
    const Workers workers{link, *rules, 1, [&](const std::string&) { return player_with(*rules, wait); }};
    while (!asked) std::this_thread::yield();
    queue.finish();
    CHECK(collect(queue).records.empty());
    CHECK(link.withdraw(run_name, fleet::PlannerLink::no_prefix));  // as the next planner does
    CHECK(link.forget(run_name));
    over = true;
  }
  CHECK(link.results() == 0);
}

TEST_CASE_METHOD(Planner, "fleet: a planner without workers prints once how to start one", "[threads]") {
  auto wanted = settings();
  wanted.invite_after = milliseconds{0};
  wanted.invitation = "`ebiri worker`";
  GameQueue& queue = plan(wanted);
  queue.add(tasks(1));
  std::string news;
  while (news.empty()) {
    wait_for(queue);
    for (const std::string& sentence : queue.news()) news += sentence;
  }
  CHECK(news == "no worker is connected: `ebiri worker`");
  queue.close();
  const Workers workers{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.size() == 6);
  CHECK(all.news.empty());
}

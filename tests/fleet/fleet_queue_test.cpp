#include "referee/fleet/fleet_queue.hpp"

#include "tests/fleet/parts.hpp"

using namespace ebiri;
using namespace ebiri::tests;

TEST_CASE_METHOD(Planner, "fleet: a worker that died between storing and acknowledging changes nothing",
                 "[threads]") {
  GameQueue& queue = plan();
  queue.add(tasks(1));
  queue.close();
  const Lease lease = next_lease(link);
  CHECK(*link.store_result(lease.run, lease.job, result_for(lease, *rules, [](auto&) {})));
  link.expire(lease);  // without an acknowledgement
  const Workers workers{link, *rules, 2, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.size() == 6);
  CHECK(games_of(all.records).size() == 6);
  CHECK_FALSE(*link.store_result(lease.run, lease.job, "a second result"));
}

TEST_CASE_METHOD(Planner, "fleet: a job that was taken five times without a result is skipped", "[threads]") {
  GameQueue& queue = plan();
  queue.add({tasks(1).front()});
  for (int died = 0; died < fleet::max_taken; ++died) link.expire(next_lease(link));
  auto rest = tasks(1);
  rest.erase(rest.begin());
  queue.add(rest);
  queue.close();
  const Workers workers{link, *rules, 2, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(games_of(all.records) == std::set<int>{3, 4, 5, 6});
  CHECK(all.news == "skipped job sp0-1: it was taken 5 times without a result; it had games 1 2\n");
}

TEST_CASE_METHOD(Planner, "fleet: a job that some workers cannot play is played by others", "[threads]") {
  GameQueue& queue = with_one_job();
  const Workers unable{link, *rules, fleet::max_taken, {}};
  while (unable.said < fleet::max_taken) std::this_thread::yield();  // every slot has had the job
  const Workers able{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(games_of(all.records) == std::set<int>{1, 2});
  CHECK(all.news == "job sp0-1: here/1 cannot play it: an engine differs; games 1 2 will be played again\n");
}

TEST_CASE_METHOD(Planner, "fleet: a worker that cannot play a job does not hide that it kills others",
                 "[threads]") {
  GameQueue& queue = with_one_job();
  for (int died = 0; died < fleet::max_taken - 1; ++died) link.expire(next_lease(link));
  {
    const Workers unable{link, *rules, 1, {}};
    while (unable.said < 1) std::this_thread::yield();
  }
  link.expire(next_lease(link));
  const Workers able{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.empty());
  CHECK(all.news.find("it was taken 5 times without a result; it had games 1 2\n") != std::string::npos);
}

TEST_CASE_METHOD(Planner, "fleet: a job that may kill workers gets no other games", "[threads]") {
  auto wanted = settings();
  wanted.job_pairs = 10;
  GameQueue& queue = plan(wanted);
  std::vector<Lease> suspects;
  for (int task = 0; task < 2; ++task) {
    queue.add({tasks(2)[static_cast<std::size_t>(task)]});
    suspects.push_back(next_lease(link));
  }
  for (const Lease& lease : suspects) link.expire(lease);
  {
    const Workers unable{link, *rules, 2, {}};
    while (unable.said < 2) std::this_thread::yield();
  }
  while (link.published < 4) std::this_thread::yield();
  const Lease again = next_lease(link);
  queue.pause(true);
  while (*link.has_job(again.run, again.job)) std::this_thread::yield();
  auto rest = tasks(2);
  rest.erase(rest.begin(), rest.begin() + 2);
  queue.add(rest);
  queue.pause(false);
  for (int task = 0; task < 2; ++task) {
    const auto deadly = job_from(next_lease(link).text);
    CHECK(deadly->games.size() == 2);
    CHECK(deadly->taken == 1);
  }
  const auto other = job_from(next_lease(link).text);
  CHECK(other->games.size() == 2 * rest.size());
  CHECK(other->taken == 0);
}

TEST_CASE_METHOD(Planner, "fleet: jobs that are published again do not grow", "[threads]") {
  auto wanted = settings();
  wanted.job_pairs = 2;
  GameQueue& queue = plan(wanted);
  queue.add(tasks(2));
  const Lease first = next_lease(link);
  queue.pause(true);
  while (*link.has_job(first.run, first.job)) std::this_thread::yield();
  queue.pause(false);
  for (const Lease& lease : {first, next_lease(link)}) CHECK(job_from(lease.text)->games.size() == 4);
}

TEST_CASE("fleet: a wrong result is rejected with the machine's name, and another worker plays its games",
          "[threads]") {
  const struct {
    std::function<void(match::GameRecord&)> change;
    std::string why;
  } lies[] = {
      {[](auto& record) {
         record.verdict.result = match::Verdict::Result::south_wins;
         record.verdict.south = 48;
       },
       "game 1: "},
      {[](auto& record) { ++record.seed; }, "its seed does not follow"},
      {[](auto& record) { record.plies.pop_back(); }, "final position: the record says"},
      {[](auto& record) { std::swap(record.south, record.north); }, "; expected "},
      {[](auto& record) { record.opening.moves = {"A"}; }, "its opening is not the one"},
      {[](auto& record) { record.attempt = 2; }, "expected attempt 1, not 2"},
      {[](auto& record) { record.south_limit = "nodes 1000000"; }, "are not those of the run"},
      {[](auto& record) { record.ruleset = "grand-slam"; }, "its rules are not those of the run"},
  };
  for (const auto& [change, why] : lies) {
    CAPTURE(why);
    std::map<std::string, int> rejected;
    FleetSettings wanted = settings();
    wanted.rejected = [&](const std::string& machine) { ++rejected[machine]; };
    Planner planner;
    GameQueue& queue = planner.with_one_job(wanted);
    const Lease lease = next_lease(planner.link);
    CHECK(*planner.link.store_result(lease.run, lease.job, result_for(lease, *planner.rules, change)));
    planner.link.acknowledge(lease);
    const Workers workers{planner.link, *planner.rules, 1, scripted(*planner.rules)};
    const auto all = collect(queue);
    CHECK(games_of(all.records) == std::set<int>{1, 2});
    CHECK(all.news.find("rejected the result of job sp0-1 from liar/7: ") == 0);
    CHECK(all.news.find(why) != std::string::npos);
    CHECK(rejected == std::map<std::string, int>{{"liar", 1}});
  }
}

TEST_CASE_METHOD(Planner, "fleet: unreadable results are rejected, and after five the job is given up",
                 "[threads]") {
  GameQueue& queue = with_one_job();
  const std::string no_results[] = {"", "{}", "{\"type\":\"result\",\"version\":2}", "\xff\xfe",
                                    head_of({}) + "{\"type\":\"game\"}\n"};
  for (const std::string& text : no_results) {
    const Lease lease = next_lease(link);
    CHECK(*link.store_result(lease.run, lease.job, text));
    link.acknowledge(lease);
  }
  const auto all = collect(queue);
  CHECK(all.records.empty());
  CHECK(all.news.find("skipped job sp0-5 after 5 unusable results") != std::string::npos);
}

TEST_CASE_METHOD(Planner, "fleet: results of an excluded machine are rejected and skip no job", "[threads]") {
  auto wanted = settings();
  wanted.excluded = {"liar"};
  wanted.invite_after = std::chrono::milliseconds{0};
  CHECK(link.publish("another run", "job", ""));
  const Lease busy = next_lease(link);  // so a worker is connected all the time
  std::atomic<int> rejected = 0;
  wanted.rejected = [&](const std::string&) { ++rejected; };
  GameQueue& queue = with_one_job(wanted);
  for (int result = 0; result < 6; ++result) {
    const Lease lease = next_lease(link);
    CHECK(*link.store_result(lease.run, lease.job, result_for(lease, *rules, [](auto&) {})));
    link.acknowledge(lease);
  }
  const Workers workers{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.size() == 2);
  CHECK(all.news.find("the machine is excluded") != std::string::npos);
  CHECK(all.news.find("all results come from excluded machines\n") != std::string::npos);
  CHECK(rejected == 0);  // so that nobody is advised to exclude it
}

TEST_CASE_METHOD(Planner, "fleet: jobs that the server lost are published again", "[threads]") {
  auto wanted = settings();
  std::atomic<int> restored = 0;
  wanted.restore = [&] {
    ++restored;
    return Result<void>{};
  };
  GameQueue& queue = with_one_job(wanted);
  link.lose(next_lease(link));
  const Workers workers{link, *rules, 1, scripted(*rules)};
  CHECK(collect(queue).records.size() == 2);
  CHECK(link.published == 2);
  CHECK(restored == 1);  // the server may have lost more
}

TEST_CASE_METHOD(Planner, "fleet: the queue waits for a server that is not available", "[threads]") {
  link.broken = true;
  GameQueue& queue = with_one_job();
  std::string news;
  while (news.empty()) {
    pollfd watched{queue.ready(), POLLIN, 0};
    ::poll(&watched, 1, -1);
    queue.acknowledge();
    for (const std::string& sentence : queue.news()) news += sentence;
  }
  CHECK(news == "the server is away; trying again");
  link.broken = false;
  const Workers workers{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.size() == 2);
}

TEST_CASE_METHOD(Planner, "fleet: the queue ends if the server rejects the login", "[threads]") {
  link.broken = link.gone = true;
  GameQueue& queue = with_one_job();
  const auto all = collect(queue);
  CHECK(all.records.empty());
  CHECK(all.news ==
        "the server is away; trying again\nthe NATS server has rejected the login twice, so the run stops\n");
}

TEST_CASE_METHOD(Planner, "fleet: results that arrive without a planner count for the next planner",
                 "[threads]") {
  {
    GameQueue& queue = plan(settings("first"));
    queue.add({tasks(1).front()});
    const Lease lease = next_lease(link);
    queue.finish();
    CHECK(collect(queue).records.empty());
    CHECK(*link.store_result(lease.run, lease.job, result_for(lease, *rules, [](auto&) {})));
  }
  const int before = link.published;
  GameQueue& queue = with_one_job(settings("second"));
  CHECK(collect(queue).records.size() == 2);  // without workers
  CHECK(link.published == before);
}

TEST_CASE_METHOD(Planner, "fleet: a queue that ends reads no more results of an earlier planner",
                 "[threads]") {
  {
    GameQueue& queue = plan(settings("first"));
    queue.add(tasks(1));
    const Lease leases[] = {next_lease(link), next_lease(link), next_lease(link)};
    queue.finish();
    CHECK(collect(queue).records.empty());
    for (const Lease& lease : leases)
      CHECK(*link.store_result(lease.run, lease.job, result_for(lease, *rules, [](auto&) {})));
  }
  std::atomic<bool> planned = false;
  std::atomic<int> read = 0;
  auto wanted = settings("second");
  wanted.over = [&](int) {
    while (!planned) std::this_thread::yield();
    owner->finish();
    ++read;
    return false;
  };
  GameQueue& queue = plan(wanted);
  planned = true;
  CHECK(collect(queue).records.empty());
  CHECK(read == 2);  // the games of one result
}

TEST_CASE("fleet: a result that would be too large is split", "[threads]") {
  const auto rules = rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto game = match::play_game(setup_for(1, 1, "a", "b", 1), *rules, south, north);
  for (const std::size_t largest : {std::size_t{64} << 10, 3 * record::line_of(*game).size() / 2}) {
    CAPTURE(largest);
    Planner planner;
    planner.link.largest = largest;
    auto wanted = settings();
    wanted.job_pairs = 60;
    GameQueue& queue = planner.plan(wanted);
    queue.add(tasks(20));
    queue.close();
    const Workers workers{planner.link, *planner.rules, 2, scripted(*planner.rules)};
    const auto all = collect(queue);
    CHECK(games_of(all.records).size() == 120);
    CHECK(planner.link.published > 1);
    CHECK(planner.link.oversized == 0);
    CHECK(all.news.empty());
  }
}

TEST_CASE_METHOD(Planner, "fleet: the news name a game that is too large for a result", "[threads]") {
  link.largest = 100;
  GameQueue& queue = with_one_job();
  const Workers workers{link, *rules, 1, scripted(*rules)};
  const auto all = collect(queue);
  CHECK(all.records.empty());
  CHECK(all.news.find("skipped job sp0-5 after 5 unusable results, the last one: game 1 has ") !=
        std::string::npos);
  CHECK(all.news.find(" bytes, but a result may have at most 100; it had games 1 2\n") != std::string::npos);
}

TEST_CASE("fleet: time limits are those of the host's cores", "[threads]") {
  const struct {
    double speed;
    int played_with;  // in thousandths of the limit
    const char* refused;
  } rows[] = {
      {100, 1000, ""},
      {80, 1250, ""},
      {80, 1000, "its limits, 1s/move and 1s/move, are not those of the run"},
      {100, 1250, "its limits, 1s/move x 1.25 and 1s/move x 1.25, are not those of the run"},
      {30, 2000,
       "its limits, 1s/move x 2 and 1s/move x 2, are not those of the run"},  // no host for such a run
      {0, 1000, "its limits, 1s/move and 1s/move, are not those of the run"},
  };
  for (const auto& [speed, played_with, refused] : rows) {
    CAPTURE(speed, played_with);
    Planner planner;
    auto wanted = settings();
    wanted.core_speed = 100;
    std::set<int> scales;
    wanted.counted = [&](const auto&, const auto&, int scale) { scales.insert(scale); };
    auto task = tasks(1).front();
    for (match::GameSetup& setup : task)
      setup.south.terms.limit.move = setup.north.terms.limit.move = std::chrono::seconds{1};
    GameQueue& queue = planner.plan(wanted);
    queue.add({task});
    queue.close();
    const Lease lease = next_lease(planner.link);
    std::string text = head_of({.host = {.name = "here/1", .speed = speed}});
    for (match::GameSetup& setup : task) {
      setup.time_scale = played_with;
      ScriptedPlayer south{*planner.rules}, north{*planner.rules};
      text += record::line_of(*match::play_game(setup, *planner.rules, south, north)) + "\n";
    }
    CHECK(*planner.link.store_result(lease.run, lease.job, text));
    planner.link.acknowledge(lease);
    std::string news;
    std::size_t records = 0;
    while (news.empty() && records < 2) {
      queue.acknowledge();
      records += queue.take().size();
      for (const std::string& sentence : queue.news()) news += sentence;
      pollfd watched{queue.ready(), POLLIN, 0};
      if (news.empty() && records < 2) ::poll(&watched, 1, -1);
    }
    CHECK(records == (*refused == '\0' ? 2U : 0U));
    CHECK(scales == (*refused == '\0' ? std::set{played_with} : std::set<int>{}));
    CHECK(news.find(refused) != std::string::npos);
  }
}

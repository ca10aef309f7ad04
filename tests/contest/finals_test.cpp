// The lock and the final table.
#include "referee/contest/finals/finals.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/contest/new_contest.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewContest;

namespace {

std::string refused(const NewContest& contest, const LockOptions& options = {}) {
  const auto before = contest.lines().size();
  const auto locked = lock(contest.read(), options);
  REQUIRE_FALSE(locked);
  CHECK(locked.error().kind == Error::Kind::arguments);
  CHECK(contest.lines().size() == before);
  CHECK_FALSE(std::filesystem::exists(contest.place().finals_config()));
  return locked.error().message;
}

// Marks all submissions as built and qualified; the built tree is the submitted one.
void qualify_all(const NewContest& contest) {
  for (const Team& team : contest.read().state.teams) {
    contest.append(Built{.team = team.name, .tree = team.submissions.back().submitted.tree});
    contest.append(Qualified{.team = team.name});
  }
}

}  // namespace

TEST_CASE("lock: it waits for the deadline, the beacon and unexamined submissions") {
  const NewContest contest;
  contest.settings("beacon: a lottery\ndeadline: 2099-01-01T00:00:00Z\n");
  CHECK(refused(contest).find("`--early` locks the contest") != std::string::npos);
  CHECK(refused(contest, {.early = true}).starts_with("contest.yaml announces a beacon"));
  CHECK(refused(contest, {.beacon = "7", .early = true}) == "0 of 0 teams qualified; two are needed");
  contest.settings("");
  CHECK(refused(contest, {.beacon = "7"}).starts_with("no beacon was announced"));
  contest.add("ann");
  contest.add("bob");
  CHECK(refused(contest) == "submissions wait for `ebiri contest qualify`: ann, bob");
  qualify_all(contest);
  contest.write("friday/few.txt", "A a\n");
  contest.write("friday/contest.yaml",
                "name: friday\nfinals:\n  variant: oware\n  pairs: 2\n  openings: {file: few.txt}\n  limit: "
                "{nodes: 9}\n");
  CHECK(refused(contest).find(
            "contest.yaml:5:3: the finals cannot be played with this config; nothing is locked") !=
        std::string::npos);
}

TEST_CASE("lock: it reveals the secret, draws the seed and writes the finals") {
  const NewContest contest;
  contest.add("ann");
  contest.add("bob");
  qualify_all(contest);
  const auto locked = lock(contest.read(), {});
  REQUIRE(locked);
  const auto in_history = contest.read().state.locked;
  REQUIRE(in_history);
  CHECK(event_json(*in_history, {}, "") == event_json(*locked, {}, ""));
  CHECK(locked->finalists.size() == 2);
  const auto config = read_file(contest.place().finals_config());
  REQUIRE(config);
  CHECK(config->find("seed: " + std::to_string(locked->seed)) != std::string::npos);
  CHECK(change_since_lock(contest.read()).empty());
  CHECK(lock(contest.read(), {}).error().message == "the contest is already locked");
  const auto tree = contest.place().tree(locked->finalists[0].built) / "main.py";
  std::filesystem::permissions(tree, std::filesystem::perms::owner_all);
  contest.write(std::filesystem::relative(tree, contest.folder.path), "cheat\n");
  CHECK(change_since_lock(contest.read()).find("does not match the digest in its name") != std::string::npos);
  const std::filesystem::path folder = tree.parent_path(), moved = folder.string() + ".moved";
  std::filesystem::rename(folder, moved);
  CHECK(change_since_lock(contest.read()) ==
        locked->finalists[0].team + ": cannot read `" + folder.string() + "`: No such file or directory");
  std::filesystem::rename(moved, folder);
  contest.settings("faults: {most: 1}\n");
  CHECK(change_since_lock(contest.read()).starts_with("contest.yaml has changed since the lock"));
  contest.settings("");
  contest.write("friday/finals.yaml", *config + "\n");
  CHECK(change_since_lock(contest.read()) == "finals.yaml has changed since the lock");
}

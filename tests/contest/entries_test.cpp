// Submissions: accepted and refused ones, their receipts, and the history.
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>

#include "tests/contest/new_contest.hpp"
#include "tests/text_of.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewContest;
using ebiri::tests::text_of;

namespace {

// The message for the team. The error must be of the kind `arguments`.
std::string refused(const Result<Accepted>& result) {
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == Error::Kind::arguments);
  return result.error().message;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("entries: a receipt names the submission's line in the history") {
  const NewContest contest;
  const auto accepted = contest.submit("ann", NewContest::entry_yaml("ann"), 5);
  REQUIRE(accepted);
  CHECK_FALSE(accepted->again);
  const auto lines = contest.lines();
  REQUIRE(lines.size() == 2);
  const auto receipts = read_receipts("Dear team,\r\n\r\n" + accepted->receipt + "\r\nyours");
  REQUIRE(receipts);
  const Receipt& receipt = receipts->front();
  CHECK(receipt.contest == "friday");
  CHECK(receipt.submission.submitted.team == "ann");
  CHECK(receipt.submission.submitted.number == 1);
  CHECK(receipt.submission.submitted.tree == std::get<Submitted>(lines[1].event).tree);
  CHECK(receipt.submission.at == lines[0].at + std::chrono::minutes{5});
  CHECK(receipt.submission.line == 2);
  CHECK(receipt.submission.hash == lines[1].hash);
  CHECK(receipt_problem(receipt, *contest.read().state.opened, lines).empty());
  const auto again = contest.submit("ann", NewContest::entry_yaml("ann"), 9);
  REQUIRE(again);
  CHECK(again->again);
  CHECK(again->receipt == accepted->receipt);
  CHECK(contest.lines().size() == 2);
}

TEST_CASE("entries: a text without a complete receipt is refused with the reason") {
  const NewContest contest;
  const std::string good = contest.add("ann");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  const auto problem = [](const std::string& text) {
    const auto read = read_receipts(text);
    REQUIRE_FALSE(read);
    return read.error().message;
  };
  CHECK(problem("nothing") == "no receipt found: no line is `ebiri contest receipt 1`");
  CHECK(problem("ebiri contest receipt 1") == "line 2: expected `contest …`");
  CHECK(problem(changed("tree", "trees")) == "line 5: expected `tree …`");
  CHECK(problem(changed("line 2", "line two")).starts_with("line 1: `number`, `time` or `line`"));
}

TEST_CASE("entries: every problem of an invalid entry.yaml is reported with its line") {
  const NewContest contest;
  const auto problems = [&](const std::string& text) { return refused(contest.submit("a", text)); };
  const std::string all =
      problems("name: a b\nauthor: Ann\nlanguage: c++\nrun: \"./bot 'x\"\noptions: {Hash: [1]}\n");
  for (const char* line :
       {"entry.yaml:1:1: error: `authors` is missing; write for example `authors: [Ann Lee, Bo Chan]`\n",
        "entry.yaml:1:7: error: `name` must consist of letters, digits, `.`, `_`, `-`, `+`, not `a b`\n",
        "entry.yaml:2:1: error: unknown key `author`; did you mean `authors`?\n",
        "entry.yaml:3:11: error: `language` must be `c`, `cpp`,",
        "entry.yaml:4:6: error: the command has a `'` that is not closed\n",
        "entry.yaml:5:17: error: `Hash` must be a text, not a list\n"})
    CHECK(has(all, line));
  CHECK(has(problems("name: a\nauthors: x\nlanguage: other\n"),
            "`run` is missing, and `other` has no default"));
  CHECK(has(problems("- a\n"), "an entry is a mapping of `key: value` lines, not a list"));
  CHECK(has(problems("name: &x a\n"), "entry.yaml:1:7"));
  CHECK(problems(NewContest::entry_yaml("a") + "build: " + std::string(10'000, '\'')) ==
        "entry.yaml: too large: 10072 bytes, at most 10000 are allowed");
}

TEST_CASE("entries: a refusal tells the team why, and leaves nothing behind") {
  const NewContest contest;
  contest.settings("languages: [c, python]\n");
  CHECK(refused(contest.submit("ann", NewContest::entry_yaml("ann"), 1, "bob")) ==
        "entry.yaml: `name` is `ann`, and this team is `bob`; write `name: bob`");
  CHECK(refused(contest.submit("ann", "name: ann\nauthors: x\nlanguage: ruby\n")) ==
        "entry.yaml: `language` is `ruby`, and this contest accepts c, python");
  CHECK(refused(contest.submit("ann", NewContest::entry_yaml("my-team"))) ==
        "entry.yaml: `name` is still `my-team`; write the name of your team");
  const std::string other = "name: ann\nauthors: x\nlanguage: python\nrun: python3 ";
  CHECK(refused(contest.submit("ann", other + "-u ./bot.py\n")) ==
        "entry.yaml: `run` is `python3 -u ./bot.py`, and the entry has no file `./bot.py`");
  CHECK(contest.submit("cid", "name: cid\nauthors: x\nlanguage: python\nrun: python3 -u ./main.py\n"));
  std::filesystem::create_symlink("/etc/passwd", contest.folder.path / "ann" / "link");
  CHECK(refused(contest.submit("ann", NewContest::entry_yaml("ann"))) ==
        "ann: `link` is a link; only files and folders can be in an entry");
  contest.add("bob");
  CHECK(refused(contest.submit("BOB", NewContest::entry_yaml("BOB")))
            .starts_with("the name `BOB` is too similar to `bob`"));
  CHECK(contest.lines().size() == 3);
  CHECK(std::filesystem::is_empty(contest.place().incoming()));
}

TEST_CASE("entries: nothing is accepted after the deadline, even if the clock goes back") {
  const NewContest contest;
  contest.add("ann", 60);
  const auto opened = contest.lines()[0].at;
  contest.settings("deadline: " + record::format_time(opened + std::chrono::minutes{59}) + "\n");
  CHECK(refused(contest.submit("bob", NewContest::entry_yaml("bob"), 70)).starts_with("the deadline was "));
  CHECK(refused(contest.submit("bob", NewContest::entry_yaml("bob"), 10))
            .find("so the submission can no longer be added; tell the host") != std::string::npos);
  contest.settings("");
  const auto late = read_receipts(contest.add("bob", 10));  // the clock went back
  REQUIRE(late);
  CHECK(late->front().submission.at == opened + std::chrono::minutes{60});
}

TEST_CASE("entries: a team is withdrawn until it submits again") {
  const NewContest contest;
  contest.add("ann");
  REQUIRE(withdraw(contest.place(), "ann", "left"));
  CHECK(contest.read().state.team("ann")->withdrawn->reason == "left");
  CHECK(withdraw(contest.place(), "ann", "").error().message == "`ann` is already withdrawn");
  CHECK(withdraw(contest.place(), "no/body", "").error().message == "team `no/body` not found");
  contest.add("ann");
  CHECK_FALSE(contest.read().state.team("ann")->withdrawn);
}

TEST_CASE("entries: the earlier submissions of a withdrawn team do not play again") {
  const NewContest contest;
  const auto again = [&](const char* text) {
    contest.write("ann/more.py", text);
    contest.add("ann");
  };
  contest.add("ann");
  contest.append(Built{.team = "ann", .tree = std::string(64, '1')});
  contest.append(Qualified{.team = "ann"});
  again("# two\n");
  REQUIRE(withdraw(contest.place(), "ann", "copied"));
  again("# three\n");
  const auto ann = [&] { return *contest.read().state.team("ann"); };
  CHECK(ann().finalist() == nullptr);
  CHECK(ann().waiting()->submitted.number == 3);
  contest.append(Built{.team = "ann", .number = 3, .problem = "it ended with exit status 7"});
  CHECK(ann().finalist() == nullptr);
  CHECK(ann().waiting() == nullptr);
  const Team team = ann();
  CHECK(state_of(team, team.submissions[0]) == "refused");
  CHECK(state_of(team, team.submissions[1]) == "refused");
}

TEST_CASE("settings: the host is warned of a file of openings that the page does not publish") {
  for (const auto& [file, published] :
       {std::pair{"book-1.txt", true}, {"books/a.txt", false}, {"my book.txt", false}}) {
    INFO(file);
    const NewContest contest;
    contest.write("friday/" + std::string{file}, "A a\n");
    contest.write("friday/contest.yaml",
                  "name: friday\nfinals: {variant: oware, pairs: 1, openings: {file: " + std::string{file} +
                      "}, limit: {nodes: 9}}\n");
    const Settings settings = contest.read().settings;
    CHECK(settings.public_openings().has_value() == published);
    const auto about_file = [](const std::string& text) { return text.starts_with("the file of openings"); };
    CHECK(std::ranges::any_of(opening_warnings(settings), about_file) == !published);
  }
}

TEST_CASE("entries: a submission that waits is superseded by a later one, unless that one fails") {
  const NewContest contest;
  const auto states = [&] {
    const State state = contest.read().state;
    std::string all;
    for (const Submission& one : state.teams[0].submissions) all += state_of(state.teams[0], one) + " ";
    return all;
  };
  for (const char* text : {"# one\n", "# two\n", "# three\n"}) {
    contest.write("ann/more.py", text);
    contest.add("ann");
  }
  CHECK(states() == "superseded superseded received ");
  contest.append(Built{.team = "ann", .number = 3, .problem = "it ended with exit status 7"});
  CHECK(states() == "superseded received does not build ");
  contest.append(Built{.team = "ann", .number = 2, .tree = std::string(64, '1')});
  CHECK(states() == "superseded built does not build ");
  contest.append(Qualified{.team = "ann", .number = 2});
  CHECK(states() == "superseded qualified does not build ");
}

TEST_CASE("entries: after one submission is withdrawn, the team's previous qualified one plays") {
  const NewContest contest;
  const auto qualify = [&](int number) {
    auto history = History::open(contest.place());
    REQUIRE(history);
    REQUIRE(
        history->append(Built{.team = "ann", .number = number, .tree = std::string(64, '1'), .problem = ""}));
    REQUIRE(history->append(Qualified{.team = "ann", .number = number, .problems = {}}));
  };
  const auto plays = [&] {
    const Submission* finalist = contest.read().state.team("ann")->finalist();
    return finalist == nullptr ? 0 : finalist->submitted.number;
  };
  const auto problem = [&](const std::string& team, int number) {
    const auto withdrawn = withdraw(contest.place(), team, "", number);
    REQUIRE_FALSE(withdrawn);
    return withdrawn.error().message;
  };
  contest.add("ann");
  qualify(1);
  contest.write("ann/more.py", "# new\n");
  contest.add("ann");
  CHECK(problem("ann", 2) == "`ann` has no qualified submission 2");
  qualify(2);
  CHECK(plays() == 2);
  REQUIRE(withdraw(contest.place(), "ann", "it hangs", 2));
  CHECK(plays() == 1);
  const State state = contest.read().state;
  const Team& team = *state.team("ann");
  CHECK(state_of(team, team.submissions[1]) == "refused");
  CHECK(reasons_of(team, team.submissions[1]) == std::vector<std::string>{"withdrawn by the host: it hangs"});
  CHECK(team.waiting() == nullptr);
  CHECK(problem("ann", 2) == "`ann` has no qualified submission 2");
  CHECK(problem("bob", 1) == "team `bob` not found");
  CHECK(problem("ann", 3) == "`ann` has no qualified submission 3");
  REQUIRE(withdraw(contest.place(), "ann", "", 1));
  CHECK(plays() == 0);
}

TEST_CASE("history: events of every kind are read as they were written") {
  const NewContest contest;
  const Event events[] = {Built{.team = "ann", .number = 1, .tree = "", .problem = "it <failed>"},
                          Built{.team = "ann", .number = 1, .tree = std::string(64, '1'), .problem = ""},
                          Qualified{.team = "ann", .number = 1, .problems = {"one", "two"}},
                          Withdrawn{.team = "ann", .reason = ""},
                          Locked{.secret = "s",
                                 .beacon = "b",
                                 .seed = std::uint64_t{1} << 51U,
                                 .rules = "r",
                                 .settings = "t",
                                 .finalists = {{.team = "ann", .number = 2, .submitted = "x", .built = "y"}}},
                          Finalized{.manifest = "m"}};
  contest.add("ann");
  for (const Event& event : events) contest.append(event);
  const auto lines = contest.lines();
  REQUIRE(lines.size() == 2 + std::size(events));
  for (std::size_t i = 0; i < std::size(events); ++i)
    CHECK(event_json(lines[2 + i].event, {}, "") == event_json(events[i], {}, ""));
}

TEST_CASE("history: an invalid line is an error with its place") {
  const auto problem = [](const std::string& line) {
    const auto read = read_event(line, "0");
    REQUIRE_FALSE(read);
    return read.error().message;
  };
  const std::string rest = R"("at":"2026-11-21T12:00:00.123Z","previous":"0"})";
  CHECK(problem("[]") == "the line is not a JSON object");
  CHECK(problem(R"({"type":"withdrawn","reason":"",)" + rest) == "`team` must be a text");
  CHECK(problem(R"({"type":"built","team":"a","number":"1","tree":"","problem":"",)" + rest) ==
        "`number` must be a whole number");
  CHECK(problem(R"({"type":"qualified","team":"a","number":1,"problems":[1],)" + rest) ==
        "`problems` must be a list of texts");
  CHECK(problem(
            R"({"type":"locked","secret":"","beacon":"","seed":-1,"rules":"","settings":"","finalists":[],)" +
            rest) == "`seed` must be a whole number that is not negative");
  CHECK(
      problem(
          R"({"type":"locked","secret":"","beacon":"","seed":1,"rules":"","settings":"","finalists":[{}],)" +
          rest) == "a finalist's `team` must be a text");
  CHECK(problem(R"({"type":"opened","version":3,)" + rest) == "`version` is 3; this ebiri reads 1..2");
  CHECK(problem(R"({"type":"closed",)" + rest) == "unknown `type`: `closed`");
  CHECK(problem(R"({"type":"finalized","manifest":"","at":"today","previous":"0"})")
            .starts_with("`at` must be a time"));
}

TEST_CASE("history: a changed line is an error, and an unfinished last line is moved out") {
  const NewContest contest;
  contest.add("ann", 1);
  contest.add("bob", 2);
  const auto file = contest.place().history();
  const std::string whole = text_of(file);
  const auto first = whole.find('\n') + 1, second = whole.find('\n', first) + 1;
  const auto problem = [&](const std::string& text) {
    contest.write("friday/history.jsonl", text);
    const auto read = read_history(contest.place());
    REQUIRE_FALSE(read);
    return read.error().message.substr(file.string().size());
  };
  std::string changed = whole;
  changed.replace(changed.find("\"ann\""), 5, "\"eve\"");
  CHECK(problem(changed).starts_with(":2: the line's checksum is wrong"));
  CHECK(problem(whole.substr(0, first) + whole.substr(second))
            .starts_with(":2: `previous` is not the hash of the line before"));
  for (const std::size_t cut : {std::size_t{1}, std::size_t{17}, whole.size() - second}) {
    contest.write("friday/history.jsonl", whole.substr(0, whole.size() - cut));
    CHECK(contest.read().state.teams.size() == 1);
    contest.add("bob", 2);
    CHECK(contest.read().state.teams.size() == 2);
  }
  const std::string rejected = text_of(file.string() + ".rejected");
  CHECK(std::ranges::count(rejected, '\n') == 2);  // nothing was left of the third line
}

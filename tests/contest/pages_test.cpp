// The pages of a contest as HTML: escaping, the frame, and the content in each state of the contest.
#include "referee/contest/site/pages.hpp"

#include <catch2/catch_test_macros.hpp>
#include <regex>

#include "referee/contest/site/templates.hpp"
#include "tests/contest/new_contest.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewContest;

namespace {

std::string html_of(const std::string& body, PageData data) {
  return render({.site = "friday", .title = "A page", .root = "./"}, body, std::move(data));
}

std::string overview_of(const NewContest& contest, Time at = now()) {
  ContestView view{contest.read()};
  return html_of("overview", overview_data(view, at));
}

bool shows(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("pages: the frame has the title, relative links and the navigation") {
  const auto missing = [](report::PageFrame frame) {
    return render(std::move(frame), "missing", PageData::object());
  };
  const std::string html = missing({.site = "a <contest>",
                                    .title = "Ann & Bo",
                                    .subtitle = "\"both\"",
                                    .root = "../",
                                    .links = {{"practice/", "Practice"}},
                                    .here = "rules/"});
  CHECK(shows(html, "<title>Ann &amp; Bo · a &lt;contest&gt;</title>"));
  CHECK(shows(html, "<h1>Ann &amp; Bo</h1>\n<p class=\"subtitle\">&quot;both&quot;</p>"));
  CHECK(shows(html, "<a href=\"../rules/\" aria-current=\"page\">Rules</a>"));
  CHECK(shows(html, "<a href=\"../practice/\">Practice</a>"));
  CHECK_FALSE(shows(html, "finals/"));
  CHECK(shows(html, "the <a href=\"../\">overview of the contest</a>"));
  CHECK(shows(missing({.site = "friday", .title = "friday"}), "<title>friday</title>"));
  CHECK_FALSE(shows(missing({.site = "friday", .title = "friday"}), "subtitle"));
}

TEST_CASE("pages: the form to sign in and the links to replays work at any depth") {
  const auto deep = [](const char* body, const char* data) {
    return render({.site = "friday", .title = "A page", .root = "../../"}, body, PageData::parse(data));
  };
  CHECK(shows(deep("login", R"({"wrong": false})"), "action=\"../../login\""));
  const char* reports =
      R"({"fault_lists": [{"heading": "Lost", "run": "practice", "reports": [{"game": 7, "report": "x"}]}]})";
  CHECK(shows(deep("fault_reports", reports), "<a href=\"../../practice/#/game/7\">"));
}

TEST_CASE("pages: every template escapes its texts, and none has a script or a style of its own") {
  CHECK(templates.size() >= 10);
  for (const report::Template& each : templates) {
    INFO(each.name);
    std::string text{each.text};
    for (const std::string known : {"{{{explained}}}", "<script src=\"{{root}}{{script}}\" defer></script>"})
      if (const auto at = text.find(known); at != text.npos) text.erase(at, known.size());
    CHECK_FALSE(shows(text, "{{{"));
    CHECK_FALSE(std::regex_search(text, std::regex{R"(\{\{\s*&)"}));
    CHECK_FALSE(std::regex_search(text, std::regex{"<script|<style| style=| on[a-z]+="}));
  }
  CHECK(shows(std::string{style_sheet}, "light-dark("));
}

TEST_CASE("pages: texts of teams are escaped") {
  const NewContest contest;
  const std::string evil = "<script>alert('&')</script>";
  REQUIRE(contest.submit("ann", "name: ann\nauthors: [\"" + evil + "\"]\nlanguage: python\n"));
  contest.append(Built{.team = "ann", .tree = "", .problem = evil});
  contest.write("friday/teams/ann/1/build.log", "+ " + evil + "\n\x1b[31m");
  ContestView view{contest.read()};
  const Team& team = *view.state().team("ann");
  for (const auto& [body, data] : std::vector<std::pair<std::string, PageData>>{
           {"overview", overview_data(view, now())},
           {"entry", entry_data(view, team)},
           {"team", team_data(view, "ann", now())},
           {"submission", submission_data(view, team, team.submissions.front())},
           {"admin", admin_data(view, {{{"ann"}, std::string(64, '0'), now()}})},
           {"message",
            message_data({.title = "x", .lines = {evil}, .next = evil, .good = false, .text = evil})}}) {
    INFO(body);
    const std::string html = html_of(body, data);
    CHECK_FALSE(shows(html, "<script>"));
    CHECK_FALSE(shows(html, "alert('"));
    CHECK_FALSE(shows(html, "\x1b"));
    CHECK((body == "overview" || shows(html, "&lt;script&gt;")));
  }
}

TEST_CASE("pages: the overview says what happens next") {
  const NewContest contest;
  const Time opened = contest.lines()[0].at;
  CHECK(shows(overview_of(contest), "Submissions are open until the host locks the entries."));
  CHECK(shows(overview_of(contest), "<dt>Submissions close</dt><dd>when the host locks the entries</dd>"));
  CHECK(shows(overview_of(contest), "There are no entries yet."));
  CHECK_FALSE(shows(overview_of(contest), "the deadline may have moved"));
  contest.settings("deadline: 2099-11-27T18:00:00Z\n");
  const std::string open = overview_of(contest, *record::parse_time("2099-11-25T18:00:00.000Z"));
  CHECK(shows(open, "the deadline may have moved"));
  const std::string until =
      "<time datetime=\"2099-11-27T18:00:00.000Z\">2099-11-27 18:00 UTC</time> (<span "
      "data-until=\"2099-11-27T18:00:00.000Z\">in 2 days</span>)";
  CHECK(shows(open, "Submissions are open until " + until + "."));
  CHECK(shows(open, "<dt>Submissions close</dt><dd>" + until + "</dd>"));
  CHECK(shows(overview_of(contest, *record::parse_time("2099-11-27T19:31:00.000Z")),
              "The deadline has passed."));
  CHECK(shows(overview_of(contest, *record::parse_time("2099-11-27T19:31:00.000Z")), ">2 hours ago</span>)"));
  contest.add("ann");
  contest.append(Locked{.secret = "the-secret", .beacon = "SUN SHINES", .seed = 4242});
  const std::string locked = overview_of(contest);
  for (const char* part : {"The entries are locked", "the-secret", "<dt>Beacon</dt><dd>SUN SHINES</dd>",
                           "<dd>4242</dd>", "<a href=\"files/finals.yaml\">"})
    CHECK(shows(locked, part));
  contest.write("friday/final.txt", "1  ann\n");
  contest.append(Finalized{.manifest = std::string(64, '0')});
  const std::string over = overview_of(contest, opened);
  for (const char* part :
       {"The contest is over.", "1  ann\n", "for file in contest.yaml finals.yaml history.jsonl",
        "ebiri contest verify friday --key "})
    CHECK(shows(over, part));
}

TEST_CASE("pages: each submission has its state, and the one that plays is marked") {
  const NewContest contest;
  contest.add("ann");
  contest.append(Built{.team = "ann", .tree = std::string(64, '1')});
  contest.append(Qualified{.team = "ann"});
  contest.write("ann/more.txt", "more");
  contest.add("ann");
  contest.append(Built{.team = "ann", .number = 2, .problem = "it ended with exit status 7"});
  ContestView view{contest.read()};
  const std::string team = html_of("team", team_data(view, "ann", now()));
  CHECK(shows(team, "<span class=\"state qualified\">qualified</span>, plays"));
  CHECK(shows(
      team,
      "<span class=\"state does not build\">does not build</span></td><td><ul class=\"plain\"><li>it ended"));
  CHECK(shows(html_of("overview", overview_data(view, now())),
              "<td class=\"number\">1</td><td>python</td><td class=\"number\">2</td>"));
  CHECK(shows(html_of("entry", entry_data(view, *view.state().team("ann"))), "<dd>submission 1</dd>"));
  const std::string admin = html_of("admin", admin_data(view, {}));
  CHECK(shows(admin, "aria-label=\"Withdraw ann\""));
  CHECK(shows(admin, "qualify"));
  CHECK_FALSE(shows(admin, "aria-label=\"Tokens\""));
  contest.append(Locked{});
  view.look();
  CHECK_FALSE(shows(html_of("admin", admin_data(view, {})), "Withdraw"));
  CHECK(shows(html_of("team", team_data(view, "ann", now())),
              "The contest is locked: submissions are closed."));
}

TEST_CASE("pages: a log explains a failure, not a withdrawal") {
  const NewContest contest;
  contest.add("ann");
  contest.append(Built{.team = "ann", .tree = std::string(64, '1')});
  contest.write("friday/teams/ann/1/match.txt", "game 1: error\n");
  const auto team = [&] {
    ContestView view{contest.read()};
    return html_of("team", team_data(view, "ann", now()));
  };
  contest.append(Qualified{.team = "ann", .problems = {"game 1 against `random`"}});
  CHECK(shows(team(), "the decisive lines"));
  contest.append(Qualified{.team = "ann"});
  REQUIRE(withdraw(contest.place(), "ann", "copied", 1));
  CHECK(shows(team(), "withdrawn by the host: copied"));
  CHECK_FALSE(shows(team(), "the decisive lines"));
}

TEST_CASE("pages: a noun after the number 1 is singular") {
  const NewContest contest;
  contest.settings("faults: {most: 1}\nqualification: {pairs: 1}\n");
  CHECK(shows(overview_of(contest), "<dt>History</dt><dd>1 line; head "));
  ContestView view{contest.read()};
  const std::string rules = html_of("rules", rules_data(view));
  CHECK(shows(rules, "loses more than 1 game of the finals"));
  CHECK(shows(rules, "against a random player (1 opening, played from both sides)"));
}

TEST_CASE("pages: the page of the rules omits games of the qualification if there are none") {
  const NewContest contest;
  contest.settings("qualification: {pairs: 0}\n");
  ContestView view{contest.read()};
  CHECK_FALSE(shows(html_of("rules", rules_data(view)), "random player"));
}

TEST_CASE("pages: the host's command to lock has a beacon only if one is announced") {
  const NewContest contest;
  const auto admin = [&] {
    ContestView view{contest.read()};
    return html_of("admin", admin_data(view, {}));
  };
  CHECK_FALSE(shows(admin(), "--beacon"));
  contest.settings("beacon: a lottery\n");
  CHECK(shows(admin(), " --beacon TEXT</code>"));
}

TEST_CASE("pages: the page of the rules describes the limits of contest.yaml in words") {
  const NewContest contest;
  contest.settings("build: {memory: none}\nfaults: {most: 0, games: leave-out}\nbeacon: a <lottery>\n");
  ContestView view{contest.read()};
  const std::string html = html_of("rules", rules_data(view));
  for (const char* part :
       {"not announced yet", "at most 50 MB, 2000 files and folders, paths of at most 16 components",
        "any amount of memory, 256 processes",
        "loses more than 0 games of the finals by faults is withdrawn, and its games are omitted",
        "the host's secret and a &lt;lottery&gt;", "variant: oware"})
    CHECK(shows(html, part));
}

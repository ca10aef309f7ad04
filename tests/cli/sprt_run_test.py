"""ebiri sprt plays: the verdict ends the run, and is the same however the games are played."""

import json
import os
import pathlib
import re
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

from arena import BUILD, ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]

H1, H0, BAD, OPEN, INTERRUPTED = 0, 1, 2, 4, 130

STRONG, WEAK = "bots/alphabeta", "bots/random"
TWO = """
  - {name: strong, command: bots/alphabeta}
  - {name: weak, command: bots/random}
"""
EQUAL = """
  - {name: one, command: bots/greedy}
  - {name: two, command: bots/greedy}
"""

SHORT = "elo0: 0, elo1: 150"  # decided by fewer pairs

UNPLAYED = re.compile(r"; no game played: result of the run of 20\d\d-\d\d-\d\d \d\d:\d\d UTC in results/\S+; --force-new plays again")


def unwrapped(text):
    return text.replace("\n  ", " ")


def without_unplayed(text):
    return UNPLAYED.sub("", unwrapped(text))


class SprtRun(ArenaTest):
    def setUp(self):
        super().setUp()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}

    def ebiri(self, *arguments, **options):
        return super().ebiri(*arguments, env=self.environment, **options)

    def sprt_config(self, engines=TWO, baseline="weak", candidate="strong", bounds="elo0: 0, elo1: 60", **settings):
        """Few pairs decide: strong against weak is far from equal."""
        keys = {"pairs": 200, "openings": "{random-plies: 6}", **settings}
        return self.config(engines=engines, format="match",
                           sprt=f"{{baseline: {baseline}, candidate: {candidate}, {bounds}}}", **keys)

    def answer(self, name="test"):
        return json.loads(self.file("sprt.json", name))

    def counted(self, name="test"):
        """The numbers of the verdict, and the games that it counts."""

        answer = self.answer(name)
        last = answer["counted"] + answer["voids"]
        games = [game for game in self.timeless(name) if game["pair"] <= last]
        return ({key: answer[key] for key in ("verdict", "llr", "pairs", "games", "counted", "voids", "after_stop")},
                games)


class Verdicts(SprtRun):
    def test_the_stronger_passes_the_weaker_fails(self):
        two = ["--game", "oware", "--limit", "nodes=300", "--elo1", "60", "--slots", "2", "--set", "placement=free",
               "--openings", "random-plies=6"]
        out, err = self.ebiri("sprt", "--baseline", WEAK, "--candidate", STRONG, *two, expect=H1)
        answer = self.answer("alphabeta-vs-random-sprt")
        self.assertEqual(["H1", "alphabeta", "random"],
                         [answer[key] for key in ("verdict", "candidate", "baseline")])
        self.assertLess(answer["counted"], 100)
        self.assertIn(f"PASS: alphabeta against random: H1 accepted after {answer['counted']} pairs\nElo   | ", out)
        self.assertIn("(-2.94, 2.94)  H1 accepted\nGames | N: ", out)
        self.assertIn("\nCorrected for early stopping: Elo ", out)
        self.assertIn("; finishing the running games\n", err)
        self.assertEqual(out.count("::"), 0)
        out, _ = self.ebiri("sprt", "--baseline", STRONG, "--candidate", WEAK, *two, "--format", "json", expect=H0)
        self.assertEqual(json.loads(out), self.answer("random-vs-alphabeta-sprt"))
        self.assertEqual("H0", json.loads(out)["verdict"])

    def test_games_lost_by_faults_are_counted(self):
        (self.folder / "broken.py").write_text("import os\nfor line in os.fdopen(0):\n"
                                               "    if line.startswith('ugi\\n'): print('ugiok', flush=True)\n"
                                               "    elif line.startswith('isready'): print('readyok', flush=True)\n"
                                               "    elif line.startswith('go'): os.abort()\n")
        engines = "\n  - {name: strong, command: bots/alphabeta}\n  - {name: weak, command: python3 broken.py}\n"
        config = self.sprt_config(engines, pairs=2)
        out, _ = self.ebiri("sprt", config, "-q", "--junit", "sprt.xml", expect=OPEN)
        said = "strong against weak: no verdict after 2 pairs; weak lost 4 games by faults"
        self.assertIn(said, out)
        self.assertIn(said, self.ebiri("rate", "results/test")[0])
        self.assertIn(said, (self.folder / "sprt.xml").read_text())
        self.ebiri("sprt", config, "-q", "--fail-on-fault", expect=OPEN)  # only faults of the candidate count
        config = self.sprt_config(engines, "strong", "weak", name="swapped", pairs=2)
        out, err = self.ebiri("sprt", config, "-q", "--fail-on-fault", "--junit", "sprt.xml", expect=1)
        self.assertIn("\nFAIL: weak against strong: ", out)
        self.assertIn("weak lost 4 games by faults (--fail-on-fault)", err)
        self.assertRegex(err, r"`weak` lost game 1 by a fault \(crashed\): .*\nebiri: to see it again: \S+ reproduce results/swapped 1\n")
        self.assertRegex((self.folder / "sprt.xml").read_text(), r'message="weak lost 4 games by faults \(game 1: crashed\)"')
        self.assertIn('name="weak plays without a fault">', (self.folder / "sprt.xml").read_text())
        unread = self.start("sprt", config, "-q", "--fail-on-fault", "--force-new")
        unread.stderr.close()  # nobody reads the messages
        self.assertIn("\nFAIL: weak against strong: ", unread.stdout.read())
        self.assertEqual(1, unread.wait(self.patience))

    def test_equal_engines_reach_the_limit_and_a_higher_limit_continues(self):
        out, err = self.ebiri("run", self.sprt_config(EQUAL, "one", "two", pairs=6), expect=OPEN)
        self.assertIn("two against one: no verdict after 6 pairs\n", out)
        self.assertNotIn("winner", out)
        self.assertRegex(err, r"\nebiri: two against one: no verdict after 6 pairs: LLR .*; to continue, raise `pairs`\n$")
        self.assertEqual(12, len(self.games()))
        before = self.timeless()
        self.ebiri("sprt", self.sprt_config(EQUAL, "one", "two", pairs=6), "--pairs", "9", expect=OPEN)
        self.assertEqual(18, len(self.games()))
        self.assertEqual(before, self.timeless()[:12])
        self.assertEqual(9, self.answer()["counted"])

    def test_a_short_book_is_used_once_and_ends_without_a_verdict(self):
        (self.folder / "book.txt").write_text("A\nB\nC\n")
        for name, openings, number in (("file", "{file: book.txt}", 3), ("random", "{random-plies: 1}", 6)):
            with self.subTest(name):
                config = self.sprt_config(EQUAL, "one", "two", name=name, openings=openings)
                out, err = self.ebiri("run", config, expect=OPEN)
                self.assertIn(f"warning: there are {number} openings, but `pairs` is 200; ", err)
                self.assertIn(f"Stopped after {number} pairs, the most that the key `pairs` and the openings allow.\n", out)
                answer = self.answer(name)
                self.assertEqual(("openings", number), (answer["ended"], answer["most"]))
                openings = [tuple(game["opening"]["moves"]) for game in self.games(name) if game["game"] % 2]
                self.assertEqual(number, len(set(openings)))
                self.assertEqual(2 * number, len(self.games(name)))
                before = self.file("games.jsonl", name)
                again, _ = self.ebiri("run", config, expect=OPEN)
                self.assertEqual((unwrapped(out), before), (without_unplayed(again), self.file("games.jsonl", name)))

    def test_games_that_repeat_end_the_test(self):
        engines = "".join(f"\n  - {{name: {name}, command: python3 bots/first_legal.py}}" for name in ("one", "two"))
        config = self.sprt_config(engines + "\n", "one", "two", pairs=2000, openings="start")
        out, err = self.ebiri("sprt", config, expect=OPEN)
        self.assertIn("both engines play the same moves whatever their seed", err)
        self.assertIn("two against one: no verdict after 1 pair, because the games repeat\n", out)
        self.assertIn("Not counted: ", out)
        answer = self.answer()
        self.assertEqual(("repeats", "undecided", 1, 20),
                         tuple(answer[key] for key in ("ended", "verdict", "counted", "repeats")))
        self.assertLess(len(self.games()), 100)
        again, _ = self.ebiri("sprt", config, expect=OPEN)
        self.assertEqual(unwrapped(out), without_unplayed(again))

    def test_every_model_plays(self):
        for model in ("logistic", "bayesian"):  # the others play with the default
            with self.subTest(model):
                self.ebiri("run", self.sprt_config(name=model, bounds=f"elo0: 0, elo1: 60, model: {model}"), "-q",
                           expect=H1)
                self.assertEqual(model, self.answer(model)["model"])

    def test_the_config_for_build_servers_accepts_an_unchanged_engine(self):
        same = ("--set", "engines.baseline.command=bots/alphabeta", "--limit", "nodes=30")
        out, err = self.ebiri("sprt", ROOT / "configs/ci/sprt.yaml", *same, "-q", expect=H1)
        self.assertIn("PASS: candidate against baseline: H1 accepted", out)
        self.assertIn("the test compares an engine with itself\n", err)


class Determinism(SprtRun):
    def test_one_slot_and_eight_count_the_same_pairs(self):
        counted = []
        for slots in (1, 8):
            name = f"slots-{slots}"
            self.ebiri("run", self.sprt_config(name=name, slots=slots), "-q", expect=H1)
            counted.append(self.counted(name))
            answer = self.answer(name)
            self.assertEqual(2 * answer["counted"], len(counted[-1][1]))
            pairs = [game["pair"] for game in self.games(name)]
            whole = {pair for pair in pairs if pairs.count(pair) == 2 and pair > answer["counted"]}
            self.assertEqual(answer["beyond"], len(whole))
        self.assertEqual(counted[0], counted[1])

    def test_sprt_rate_and_tables_show_the_same_numbers(self):
        self.ebiri("run", self.sprt_config(slots=8), "-q", expect=H1)
        answer = self.answer()
        tables = [json.loads(self.ebiri(command, "results/test", "--format", "json")[0]) for command in ("rate", "report")]
        tables.append(json.loads(self.file("standings.json")))
        for table in tables:
            two = table["two_engines"]
            test = two.pop("test")
            self.assertEqual(answer["match"], two)
            self.assertEqual([answer[key] for key in ("verdict", "llr", "after_stop")],
                             [test[key] for key in ("verdict", "llr", "after_stop")])
            self.assertEqual((2 * answer["counted"], answer["beyond"]), (two["games"], two["left_out"]["pairs_beyond"]))
            strong = next(row for row in table["engines"] if row["name"] == "strong")
            self.assertEqual([two[key] for key in ("games", "wins", "draws", "losses", "score", "pairs")],
                             [strong[key] for key in ("games", "wins", "draws", "losses", "score", "pairs")])
            for key in ("elo", "low", "high", "error95"):
                self.assertAlmostEqual(two[key], 2 * strong[key], places=4)
        block = self.file("sprt.txt").decode()
        for command in ("rate", "report"):
            self.assertIn(block, self.ebiri(command, "results/test")[0])

    def test_dry_run_says_how_long_the_test_will_take(self):
        config = self.sprt_config(bounds="elo0: 0, elo1: 20", pairs=3000)
        for command in (("run", config), ("sprt", config), ("sprt", "--baseline", WEAK, "--candidate", STRONG,
                                                            "--elo0", "0", "--elo1", "20", "--pairs", "3000")):
            out, _ = self.ebiri(*command, "--dry-run")
            self.assertEqual(6, sum(line.startswith("#") for line in out.splitlines()))
            self.assertIn("… and so on, until there is a verdict\nat most 6000 games, 0 of them played", out)
            self.assertIn(": nElo 0 or 20, alpha 0.05, beta 0.05; at most 3000 opening pairs\n", out)
            # The lengths are those of the recorded designs: tests/data/stats/sprt_simulation.json, `wald_pairs`.
            self.assertRegex(out, r"  at H0     nElo 0: 800 opening pairs, 95 % of tests within 1[0-9]{3}; 5.0 % accept H1\n")
            self.assertRegex(out, r"  half-way  nElo 10: 1309 opening pairs, 95 % of tests within 3[0-9]{3} if `pairs` "
                                  r"allowed that many; 50.0 % accept H1\n")
            self.assertRegex(out, r"  at H1     nElo 20: 800 opening pairs, 95 % of tests within 1[0-9]{3}; 95.0 % accept H1\n")
        out, _ = self.ebiri("run", self.sprt_config(bounds="elo0: 0, elo1: 60, model: bayesian"), "--dry-run")
        self.assertIn("  half-way  BayesElo 30: ", out)
        self.assertFalse((self.folder / "results").exists())

    def test_a_decided_run_plays_nothing_more(self):
        config = self.sprt_config(slots=4)
        out, _ = self.ebiri("run", config, expect=H1)
        before = self.file("games.jsonl")
        again, err = self.ebiri("run", config, "--junit", "out.xml", expect=H1)
        self.assertEqual(unwrapped(out), without_unplayed(again))
        again = unwrapped(again)
        (said,) = UNPLAYED.findall(again)
        self.assertIn(f"PASS: strong against weak: H1 accepted after {self.answer()['counted']} pairs{said}\n", again)
        self.assertIn("ebiri" + said.replace("; ", ": ", 1) + "\n", err)
        self.assertIn(said, (self.folder / "out.xml").read_text())
        self.ebiri("sprt", config, "--pairs", "201", "-q", expect=H1)
        games = [line for line in self.file("games.jsonl").splitlines() if b'"type":"game"' in line]
        self.assertEqual([line for line in before.splitlines() if b'"type":"game"' in line], games)
        text = self.file("sprt.txt")
        (self.folder / "results/test/sprt.txt").unlink()
        self.ebiri("report", "results/test")
        self.assertEqual(text, self.file("sprt.txt"))

    def test_an_interrupted_or_killed_test_reaches_the_same_verdict(self):
        # While `hold` exists, each process of the weak engine hangs at its fourth `uginewgame`. The check before a run
        # sends three.
        holding = f"""while read -r line; do
  [ "$line" != uginewgame ] || games=$((games + 1))
  while [ "${{games:-0}}" -gt 3 ] && [ -e hold ]; do sleep 0.01; done
  printf '%s\\n' "$line"
done | {BUILD / WEAK}
"""
        (self.folder / "holding").write_text(holding)
        engines = TWO.replace("command: bots/random", "command: sh holding")
        self.ebiri("run", self.sprt_config(engines, name="whole"), "-q", expect=H1)
        config = self.sprt_config(engines, slots=4)
        hold = self.folder / "hold"
        for how, code in ((signal.SIGINT, INTERRUPTED), (signal.SIGKILL, -signal.SIGKILL)):
            hold.touch()
            process = subprocess.Popen(self.command("run", config, "--events", "-", "-q"), cwd=self.folder, text=True,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       env=self.environment)
            for line in process.stdout:  # until it has played something
                if json.loads(line)["event"] == "game":
                    break
            process.send_signal(how)
            hold.unlink()  # an interrupted run ends the games that it has begun
            process.stdout.read()
            process.stdout.close()
            self.assertEqual(code, process.wait())
            self.assertLess(len(self.games()), 2 * self.answer("whole")["counted"])
        self.ebiri("run", config, "-q", expect=H1)
        verdict, games = self.counted()
        self.assertEqual(self.counted("whole"), (verdict, games))


class Messages(SprtRun):
    def test_events_have_the_state_of_the_test(self):
        out, _ = self.ebiri("run", self.sprt_config(bounds=SHORT), "--events", "-", "-q", expect=H1)
        events = [json.loads(line) for line in out.splitlines()]
        tests = [event for event in events if event["event"] == "sprt"]
        self.assertEqual((0, None), (tests[0]["counted"], tests[0]["to_go"]))
        final = {**self.answer(), "event": "sprt"}
        del final["format"]
        self.assertEqual(final, tests[-1])
        self.assertEqual(["sprt", "rating", "finished"], [event["event"] for event in events[-3:]])

    def test_lines_have_the_state_of_the_test(self):
        # Long enough to print progress, with hypotheses that so few pairs cannot distinguish.
        config = self.sprt_config(EQUAL, "one", "two", bounds="elo0: 0, elo1: 1", pairs=200)
        _, err = self.ebiri("run", config, expect=OPEN)
        lines = [line for line in err.splitlines() if line.startswith("SPRT: LLR ")]
        self.assertTrue(lines, err)
        self.assertRegex(lines[0], r"\[-2\.94, 2\.94\] .* pairs to go \(80%: \d+ to \d+\), at most \d+$")

    def junit(self, arguments, expect):
        self.ebiri(*arguments, "--junit", "out.xml", "-q", expect=expect)
        suites = ElementTree.parse(self.folder / "out.xml").getroot()
        self.assertEqual("testsuites", suites.tag)
        (suite,) = suites
        (case,) = suite
        numbers = [int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")]
        return numbers, case.get("name"), [element.tag for element in case], case.find("system-out").text

    def test_junit(self):
        passed = self.junit(["run", self.sprt_config(name="pass", bounds=SHORT)], H1)
        self.assertEqual(([1, 0, 0, 0], "strong against weak", ["system-out"]), passed[:3])
        self.assertEqual(self.file("sprt.txt", "pass").decode(), passed[3])
        failed = self.junit(["run", self.sprt_config(name="fail", baseline="strong", candidate="weak", bounds=SHORT)], H0)
        self.assertEqual(([1, 1, 0, 0], "weak against strong", ["failure", "system-out"]), failed[:3])
        unknown = self.junit(["run", self.sprt_config(EQUAL, "one", "two", name="open", pairs=3)], OPEN)
        self.assertEqual(([1, 0, 0, 1], ["skipped", "system-out"]), (unknown[0], unknown[2]))
        for code, baseline in ((BAD, "no/such"), (3, "/bin/false")):  # nothing is played: no verdict of an earlier run
            for file in ("out.xml", "new/folder/out.xml"):
                self.ebiri("sprt", "--baseline", baseline, "--candidate", WEAK, "--junit", file, "-q", expect=code)
                (suite,) = ElementTree.parse(self.folder / file).getroot()
                self.assertEqual(["error"], [element.tag for element in suite[0]], baseline)
                (self.folder / file).write_text("PASS")
        _, err = self.ebiri("sprt", "--baseline", STRONG, "--candidate", STRONG, "--junit", "out.xml/x.xml", expect=BAD)
        self.assertIn("--junit: cannot write `out.xml/x.xml`", err)
        for without_test in (["run", "pass.yaml", "--dry-run"], ["sprt", "--results", "9,1,0"], ["sprt", "--pentanomial", "0,1,0,1,0"],
                             ["match", "greedy", "random", "--sprt", "0,10", "--save-config", "saved.yaml"]):
            _, err = self.ebiri(*without_test, "--junit", "out.xml", expect=BAD)
            self.assertIn(" cannot be combined with --", err)

    def test_github_gets_an_annotation_and_a_summary(self):
        summary = self.folder / "summary.md"
        summary.write_text("what was there\n")
        self.environment.update(GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary))
        for name, settings, code, command in (
            ("good", {"bounds": SHORT}, H1, "notice"),
            ("bad", {"baseline": "strong", "candidate": "weak", "bounds": SHORT}, H0, "error"),
            ("equal", {"engines": EQUAL, "baseline": "one", "candidate": "two", "pairs": 3}, OPEN, "warning"),
        ):
            with self.subTest(name):
                _, err = self.ebiri("run", self.sprt_config(name=name, **settings), "-q", expect=code)
                (line,) = [line for line in err.splitlines() if line.startswith("::")]
                self.assertRegex(line, rf"^::{command} title=ebiri sprt::(PASS: |FAIL: |)\w+ against \w+: .*LLR ")
                self.assertTrue(summary.read_text().endswith("```\n" + self.file("sprt.txt", name).decode() + "```\n\n"))
        text = summary.read_text()
        self.assertTrue(text.startswith("what was there\n### PASS: strong against weak: H1 accepted after "), text)
        self.assertEqual(3, text.count("### "))


class Mistakes(SprtRun):
    def test_an_invalid_test_is_refused_with_its_place(self):
        for settings, message in (
            ({"candidate": "stron"}, "no engine has the name `stron`; did you mean `strong`?"),
            ({"candidate": "weak"}, "`baseline` and `candidate` are the same engine"),
            ({"bounds": "elo0: 10, elo1: 5"}, "`elo0` is 10 and `elo1` is 5; expected `elo0` below `elo1`"),
            ({"bounds": "alpha: 0"}, "`alpha` is 0; expected a probability"),
            ({"starter": "fixed"}, "`sprt` counts opening pairs; it needs `starter: paired`"),
            ({"engines": TWO + "  - {name: third, command: bots/greedy}\n"}, "`sprt` is a test of two engines, not 3"),
        ):
            with self.subTest(settings):
                _, err = self.ebiri("run", self.sprt_config(**settings), expect=BAD)
                self.assertIn(message, err)
                self.assertRegex(err, r"test\.yaml:\d+:\d+: error: ")
        file = self.config(engines=TWO, format="swiss", sprt="{baseline: weak, candidate: strong}", starter="paired")
        self.assertIn("`sprt` does not support the format `swiss`", self.ebiri("check", file, expect=BAD)[1])
        self.assertFalse((self.folder / "results").exists())

    def test_other_hypotheses_are_another_test(self):
        self.ebiri("run", self.sprt_config(EQUAL, "one", "two", pairs=2), "-q", expect=OPEN)
        _, err = self.ebiri("sprt", self.folder / "test.yaml", "--elo1", "30", expect=BAD)
        self.assertIn("`sprt.elo1` was `60` and is `30`", err)

    def test_invalid_arguments_are_explained(self):
        plain = self.config(engines=TWO)
        for arguments, message in (
            (["sprt", "--baseline", WEAK], "ebiri: expected both --baseline COMMAND and --candidate COMMAND\n"),
            (["sprt", plain, "--baseline", WEAK],
             "ebiri: a test comes either from CONFIG or from --baseline and --candidate, not from both\n"),
            (["sprt", plain, "--pentanomial", "1,2,3,4,5"],
             "ebiri: expected either engines or results, not both\n"),
            (["sprt", plain], f"ebiri: {plain} has no `sprt`, which this command needs; `ebiri options sprt` explains it\n"),
            (["run", plain, "--junit", "x.xml"],
             f"ebiri: {plain} has no `sprt`, which --junit needs; `ebiri options sprt` explains it\n"),
        ):
            with self.subTest(arguments):
                self.assertEqual(("", message), self.ebiri(*arguments, expect=BAD))
        _, err = self.ebiri("sprt", "--baseline", "no/such", "--candidate", STRONG, expect=BAD)
        self.assertIn("ebiri: --baseline: program `no/such` not found", err)
        _, err = self.ebiri("sprt", "--baseline", WEAK, "--candidate", STRONG, "--elo0", "10", "--elo1", "0", expect=BAD)
        self.assertEqual("--set sprt.elo1=0: error: `elo0` is 10 and `elo1` is 0; expected `elo0` below `elo1`\n", err)
        _, err = self.ebiri("sprt", "old", "new", expect=BAD)
        self.assertIn("unexpected `new`; for two engines write `--baseline OLD --candidate NEW`; ", err)
        _, err = self.ebiri("sprt", "--baseline", "/bin/false", "--candidate", WEAK, "-q", expect=3)
        self.assertIn("engine `false` cannot start", err)


if __name__ == "__main__":
    main()

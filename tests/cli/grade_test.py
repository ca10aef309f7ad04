"""ebiri grade: an engine is placed among the levels of alphabeta."""

import json
import pathlib
import signal

from arena import FAULTY, ArenaTest, main

QUICK = ("--no-probe", "--time", "1")
FIRST_LEGAL = pathlib.Path(__file__).resolve().parents[2] / "bots/first_legal.py"


class Grade(ArenaTest):
    def grade(self, *arguments, expect=0):
        out, _ = self.ebiri("grade", *arguments, *QUICK, "--json", expect=expect)
        return json.loads(out)

    def test_a_level_is_placed_near_itself(self):
        grade = self.grade("alphabeta@3", "--game", "kalah", "--limit", "1s")
        levels = {level["level"]: level for level in grade["levels"]}
        self.assertEqual(("ebiri-grade/1", "kalah", "alphabeta-3"), (grade["format"], grade["variant"], grade["engine"]))
        self.assertTrue(levels[1]["elo"] < grade["elo"] < levels[6]["elo"], grade)
        self.assertLess(grade["low"], levels[3]["elo"])
        self.assertLess(levels[3]["elo"], grade["high"])
        self.assertEqual(grade["games"], sum(level["games"] for level in levels.values()))

    def test_the_table_names_the_quickest_loss_and_the_games_are_there(self):
        out, _ = self.ebiri("grade", "random", *QUICK)
        self.assertRegex(out, r"^random is (about as strong as levels? 1( to \d)?|(at least )?\d+ Elo below level 1( \(95 %: .*\))?) of alphabeta in oware")
        self.assertRegex(out, r"(?m)^  alphabeta@10 +\d+$")
        self.assertRegex(out, r"(?m)^  random  +-?\d+  the engine, -?\d+ to -?\d+$")
        self.assertIn("The levels are known to ± 17 to 30 Elo.", out)
        command = out.split("to judge its shortest loss without a fault: ebiri ")[1].split()
        judged, _ = self.ebiri(*command)
        self.assertIn("random", judged)
        self.assertRegex(judged, r"(?m)^ +\d+ (south|north) [A-Fa-f] +[+-]\d+\.\d\d")
        for command in ("rate", "report", "watch", "replay"):
            _, err = self.ebiri(command, "results/grade-oware-random", expect=3)
            self.assertRegex(err, r"No such file or directory; there is one in `results/grade-oware-random/level-\d+`\n")

    def test_an_engine_that_hardly_uses_its_time_is_told(self):
        hint = r"(?m)^half of its moves use less than \d(\.\d+)? % of 1s: a deeper search may gain strength$"
        self.assertRegex(self.ebiri("grade", FIRST_LEGAL, *QUICK, "--limit", "1s")[0], hint)
        self.assertNotIn("half of its moves", self.ebiri("grade", f"{FAULTY} exit-at-go 1", *QUICK)[0])

    def test_an_engine_with_the_name_of_a_level_is_renamed(self):
        (self.folder / "level-6.py").write_bytes(FIRST_LEGAL.read_bytes())  # level 6 is the first opponent
        self.assertEqual("level-6-engine", self.grade("level-6.py")["engine"])

    def test_an_earlier_grade_is_renamed_as_a_whole(self):
        self.grade("alphabeta@9")
        _, err = self.ebiri("grade", "alphabeta@9", *QUICK)
        self.assertIn("ebiri: the earlier grade is now in results/grade-oware-alphabeta-9.old-1; this one starts anew\n", err)
        self.assertEqual({"grade-oware-alphabeta-9", "grade-oware-alphabeta-9.old-1"},
                         {path.name for path in (self.folder / "results").iterdir()})

    def test_an_interruption_before_the_end_of_a_game_gives_no_grade(self):
        process = self.start("grade", f"{FAULTY} hang", "--no-probe", "--limit", "1h")
        # Signals are also blocked for a moment while an engine starts, so the plan must be written.
        self.until(lambda: self.heeds_signals(process) and
                   any('"type":"plan"' in journal.read_text() for journal in self.folder.glob("results/*/*/games.jsonl")))
        process.send_signal(signal.SIGINT)
        self.assertEqual("ebiri: finishing the running games; q or Ctrl-C again aborts them\n", process.stderr.readline())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=self.patience)
        self.assertEqual((130, ""), (process.returncode, out))
        self.assertNotIn(" Elo ", err)
        self.assertTrue(err.endswith("ebiri: interrupted after 0 games; the same command starts anew\n"), err)

    def test_an_expectation_decides_by_the_lower_end(self):
        self.assertTrue(self.grade("alphabeta@4", "--expect", "elo>=-3000")["expected"]["holds"])
        grade = self.grade("random", "--expect", "level>=5", expect=1)
        self.assertFalse(grade["expected"]["holds"])
        out, _ = self.ebiri("grade", "random", *QUICK, "--expect", "level>=5", expect=1)
        self.assertRegex(out, r"--expect does not hold: the interval begins at -?\d+ Elo, below \d+\n")
        self.assertIn("no game lost by a fault\n", out)
        self.assertLess(grade["low"], grade["expected"]["elo"])

    def test_faults_are_counted(self):
        grade = self.grade(f"{FAULTY} exit-at-go 3")
        self.assertGreater(grade["forfeits"]["crash"], 0)
        game = grade["first_fault"]
        self.assertIn("the fault happened again", self.ebiri("reproduce", game["run"], str(game["game"]))[0])

    def test_an_engine_below_all_levels_may_meet_the_weakest_bot(self):
        out, _ = self.ebiri("grade", f"{FAULTY} exit-at-go 3", *QUICK)
        self.assertRegex(out, r"is at least \d+ Elo below level 1 of alphabeta")
        self.assertRegex(out, r"(?m)^to compare it with the weakest bot: ebiri match '.*' random --game oware$")

    def test_an_engine_that_does_not_start_leaves_no_folder(self):
        _, err = self.ebiri("grade", f"{FAULTY} exit-at-start", *QUICK, expect=3)
        self.assertIn("engine `faulty_bot` cannot start: ended with exit status 7 before it was ready", err)
        self.assertEqual([], list((self.folder / "results").iterdir()))

    def test_the_probe_shows_faults_first(self):
        _, err = self.ebiri("grade", f"{FAULTY} twice 3", "--time", "1")
        self.assertIn("FAULT", err)

    def test_an_engine_of_another_game_is_graded_in_that_game(self):
        hungry = pathlib.Path(__file__).resolve().parents[2] / "bots/sdk/python/hungry.py"
        out, err = self.ebiri("grade", hungry, "--time", "1")
        self.assertTrue(err.startswith("ebiri: the engine does not play oware; it is graded in kalah\nebiri: Hungry 1.0: 0 faults"), err)
        self.assertIn(" of alphabeta in kalah: ", out)

    def test_invalid_arguments_are_explained(self):
        for arguments, message in (
            (["./nothing"], "nothing"),
            (["random", "--game", "sungka"], "there is no ladder for `sungka`; expected bao, kalah, namnam, omweso, oware"),
            (["random", "--limit", "1x"], "ebiri: --limit must be a duration, but `1x` has an unknown unit"),
            (["random", "--expect", "strong"], "expected level>=N or elo>=N, but found `strong`"),
            (["random", "--expect", "level>=11"], "expected a level from 1 to 10, but found 11"),
        ):
            with self.subTest(arguments):
                _, err = self.ebiri("grade", *arguments, *QUICK, expect=2)
                self.assertIn(message, err)


if __name__ == "__main__":
    main()

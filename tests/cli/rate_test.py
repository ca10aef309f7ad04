"""ebiri rate: other models, anchors, errors and orders than those of the run's config."""

import csv
import io
import json

from arena import ArenaTest, main


class Rate(ArenaTest):
    def setUp(self):
        super().setUp()
        # Two engines that never vary, from the start: every opening pair is the same.
        engines = "\n  - {name: one, command: python3 bots/first_legal.py}\n  - {name: two, command: python3 bots/first_legal.py}\n"
        self.run_config = self.config(engines=engines, openings="start", pairs=4)
        self.play_once(self.run_config)

    def rate(self, *options):
        return json.loads(self.ebiri("rate", "results/test", "--format", "json", *options)[0])

    def test_repeated_opening_pairs_are_rated_once_or_all(self):
        once, every = self.rate(), self.rate("--repetitions", "all")
        self.assertEqual((4, 3), (once["run"]["pairs"], once["run"]["repeated_pairs"]))
        self.assertEqual([8, 8], [row["games"] for row in once["engines"]])
        self.assertGreater(once["engines"][0]["error95"], every["engines"][0]["error95"])
        self.assertIn("3 of 4 opening pairs repeat", self.file("standings.txt").decode())

    def test_two_engines_have_a_block_that_says_what_is_left_out(self):
        two = self.rate()["two_engines"]
        self.assertEqual(("one", "two", 2, 3), (two["first"], two["second"], two["games"], two["left_out"]["repeated_pairs"]))
        self.assertEqual((8, 0), (self.rate("--repetitions", "all")["two_engines"]["games"],
                                  self.rate("--repetitions", "all")["two_engines"]["left_out"]["repeated_pairs"]))
        text = self.ebiri("rate", "results/test")[0]
        self.assertIn("one against two\nElo   | ", text)
        self.assertIn("Not counted: 3 repeated pairs.\n", text)
        self.assertNotIn("extended", text)
        self.ebiri("run", self.run_config, "--set", "pairs=6", "--quiet")
        self.assertIn("The run was extended from 4 pairs. If its results were looked at", self.ebiri("rate", "results/test")[0])
        self.assertEqual(4, self.rate()["two_engines"]["extended_from"])

    def test_models_anchors_and_errors(self):
        rated = self.rate("--model", "davidson", "--anchor", "one=1500", "--errors", "fisher", "--prior", "draws")
        group = rated["groups"][0]
        self.assertEqual(("davidson", "virtual-draws", "fisher", "anchors"),
                         (group["model"], group["method"], group["errors"], group["relative_to"]))
        anchored = next(row for row in rated["engines"] if row["name"] == "one")
        self.assertEqual((1500, 0), (anchored["elo"], anchored["error95"]))

    def test_points_and_their_order(self):
        rated = self.rate("--rank-by", "points", "--set", "points={win: 3}", "--set", "tie-breaks=[wins]")
        self.assertEqual([[1, 2], [1, 2]], [row["place"] for row in rated["engines"]])
        self.assertEqual(["wins"], rated["scoring"]["tie_breaks"])
        for row in rated["engines"]:
            self.assertEqual(row["points"], 3 * row["wins"] + 0.5 * row["draws"])

    def test_history(self):
        rows = list(csv.DictReader(io.StringIO(self.ebiri("rate", "results/test", "--history", "3")[0])))
        self.assertEqual(["3", "3", "6", "6", "8", "8"], [row["games"] for row in rows])
        for row in rows:
            self.assertLessEqual(float(row["low"]), float(row["elo"]))
            self.assertLessEqual(float(row["elo"]), float(row["high"]))

    def test_a_history_is_not_another_table(self):
        for option in ("--crosstable", "--by variant", "--head-to-head alphabeta"):
            _, err = self.ebiri("rate", "results/test", "--history", "3", *option.split(), expect=2)
            self.assertIn(f"--history cannot be combined with {option.split()[0]}", err)

    def test_engines_are_left_out_with_their_games(self):
        rows = ["first,second,result"]
        for one, other in (("a", "b"), ("b", "c"), ("a", "c")):
            rows += [f"{one},{other},1", f"{other},{one},1", f"{one},{other},0.5", f"{other},{one},0.5"]
        (self.folder / "few.csv").write_text("\n".join(rows) + "\n")
        (self.folder / "all.csv").write_text("\n".join([*rows, "a,lost,1", "lost,a,0", "b,lost,1"]) + "\n")

        def rated(file, *options):
            return json.loads(self.ebiri("rate", file, "--format", "json", *options)[0])

        few = rated("few.csv")
        for options in (("--exclude", "lost"), ("--only", "a", "--only", "b", "--only", "c")):
            with self.subTest(options):
                chosen = rated("all.csv", *options)
                self.assertEqual(few["engines"], chosen["engines"])
                self.assertEqual(["lost"], chosen["run"]["left_out"])
        whole = rated("all.csv")
        self.assertEqual([("lost", True)], [(row["name"], row["prior"]) for row in whole["engines"] if row["prior"]])
        for row in few["engines"]:
            same = next(other for other in whole["engines"] if other["name"] == row["name"])
            self.assertAlmostEqual(row["elo"], same["elo"], 1)
        out, _ = self.ebiri("rate", "all.csv", "--exclude", "a", "--exclude", "lost")
        self.assertIn("left out, with their games: `a`, `lost`\n", out)
        self.assertIn("games 4, ", out)
        history, _ = self.ebiri("rate", "all.csv", "--history", "5", "--exclude", "lost")
        self.assertNotIn("lost", history)

    def test_invalid_arguments(self):
        for options, said in ((("--model", "logistik"), "did you mean `logistic`?"),
                              (("--anchor", "on=1500"), "did you mean `one`?"),
                              (("--exclude", "twoo"), "no engine has the name `twoo`; did you mean `two`?"),
                              (("--only", "ones"), "did you mean `one`?"),
                              (("--anchor", "one"), "the anchor `one` must be a rating"),
                              (("--set", "pairs=3"), "unknown key `pairs`")):
            with self.subTest(options):
                self.assertIn(said, self.ebiri("rate", "results/test", *options, expect=2)[1])


if __name__ == "__main__":
    main()

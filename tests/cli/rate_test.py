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
        self.ebiri("run", self.config(engines=engines, openings="start", pairs=4), "--quiet")

    def rate(self, *options):
        return json.loads(self.ebiri("rate", "results/test", "--format", "json", *options)[0])

    def test_repeated_opening_pairs_are_rated_once_or_all(self):
        once, every = self.rate(), self.rate("--repetitions", "all")
        self.assertEqual((4, 3), (once["run"]["pairs"], once["run"]["repeated_pairs"]))
        self.assertEqual([8, 8], [row["games"] for row in once["engines"]])
        self.assertGreater(once["engines"][0]["error95"], every["engines"][0]["error95"])
        self.assertIn("3 of 4 opening pairs repeat", self.file("standings.txt").decode())

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

    def test_what_cannot_be_asked(self):
        for options, said in ((("--model", "logistik"), "did you mean `logistic`?"),
                              (("--anchor", "on=1500"), "did you mean `one`?"),
                              (("--anchor", "one"), "the anchor `one` must be a rating"),
                              (("--set", "pairs=3"), "unknown key `pairs`")):
            with self.subTest(options):
                self.assertIn(said, self.ebiri("rate", "results/test", *options, expect=2)[1])


if __name__ == "__main__":
    main()

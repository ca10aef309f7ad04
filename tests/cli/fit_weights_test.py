"""bots/alphabeta/fit_weights.py: learns from the games of a run that stored seeds win."""

import pathlib
import re
import sys

from arena import EBIRI, ArenaTest, main

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bots/alphabeta/fit_weights.py"


class FitWeights(ArenaTest):
    def fit(self, *engines):
        first, *rows = self.ran([sys.executable, "-B", SCRIPT, EBIRI, "results/test", *engines])[0].splitlines()
        weights = {row.split()[0]: float(row.split()[1]) for row in rows}
        return int(re.match(r"(\d+) positions; ", first)[1]), weights

    def test_weights_are_in_hundredths_of_a_seed(self):
        self.ebiri("run", self.config(), "--quiet")
        positions, weights = self.fit()
        self.assertEqual(100, weights["store"])
        self.assertLessEqual({"row", "filled", "singles", "heavy", "first", "last"}, set(weights))
        fewer, others = self.fit("alphabeta", "greedy")
        self.assertLess(fewer, positions)
        self.assertNotEqual(weights, others)
        _, err = self.ran([sys.executable, "-B", SCRIPT, EBIRI, "results/test", "nobody"], 1)
        self.assertEqual("no game between these engines was won\n", err)


if __name__ == "__main__":
    main()

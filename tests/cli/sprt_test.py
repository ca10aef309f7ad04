"""ebiri sprt: judges results that it is given."""

import json

from arena import ArenaTest, main

H1, H0, BAD, OPEN = 0, 1, 2, 4

UNDECIDED = """\
Elo   | 10.4 ± 9.1 (95%: 1.3 to 19.4)   nElo 15.9 ± 13.9   LOS 98.8%
SPRT  | nElo [0, 10]  LLR 2.18 (74.0%) (-2.94, 2.94)  undecided
Games | N: 2412   Points 1242.0 (51.5%)
Pairs | Ptnml [61, 214, 603, 248, 80]   PairsRatio 1.19   DrawRatio 50.0%

To go: 422 pairs at the observed strength (H1 accepted with probability 100.0%), at worst 2960.

A new test with these settings:
    true nElo  H1 accepted       pairs
          -10         0.0%        1185
            0         5.0%        3199
            5        50.0%        5233
           10        95.0%        3199
           20       100.0%        1185
"""


class Sprt(ArenaTest):
    def judged(self, *arguments, expect):
        return json.loads(self.ebiri("sprt", *arguments, "--format", "json", expect=expect)[0])

    def test_pairs_that_do_not_decide(self):
        pairs = ["--pentanomial", "61,214,603,248,80"]
        self.assertEqual((UNDECIDED, ""), self.ebiri("sprt", *pairs, expect=OPEN))
        answer = self.judged(*pairs, expect=OPEN)
        self.assertEqual(["ebiri-sprt/1", "normalized", "pair", "undecided", None],
                         [answer[key] for key in ("format", "model", "unit", "verdict", "after_stop")])
        self.assertLess(answer["to_go"]["units"], answer["to_go"]["worst_units"])
        self.assertEqual([-10, 0, 5, 10, 20], [row["elo"] for row in answer["plan"]])

    def test_both_verdicts_and_the_elo_after_the_stop(self):
        better, worse = "20,150,600,300,60", "60,300,600,150,20"
        passed = self.judged("--pentanomial", better, "--elo0", "0", "--elo1", "20", expect=H1)
        failed = self.judged("--pentanomial", worse, "--elo0", "-20", "--elo1", "0", expect=H0)
        self.assertEqual(["H1", "H0"], [passed["verdict"], failed["verdict"]])
        self.assertAlmostEqual(passed["llr"], -failed["llr"], places=5)
        self.assertAlmostEqual(passed["after_stop"]["elo"], -failed["after_stop"]["elo"], places=5)
        self.assertIsNone(passed["to_go"])
        self.assertLess(passed["after_stop"]["elo"], passed["match"]["elo"])
        out, _ = self.ebiri("sprt", "--pentanomial", better, "--elo1", "20", expect=H1)
        self.assertIn("H1 accepted\n", out)
        self.assertIn(f"Corrected for early stopping: Elo {passed['after_stop']['elo']:.1f}", out)

    def test_games_in_every_model(self):
        ratios = set()
        for model, name in (("normalized", "nElo"), ("logistic", "Elo"), ("bayesian", "BayesElo")):
            with self.subTest(model):
                arguments = ["--results", "935,456,1021", "--elo0", "-5", "--elo1=0", "--alpha", "0.01", "--beta",
                             "0.1", "--model", model]
                answer = self.judged(*arguments, expect=OPEN)
                self.assertEqual(["game", [935, 456, 1021]], [answer["unit"], answer["counts"]])
                self.assertEqual([-2.292535, 4.49981], [answer["lower"], answer["upper"]])
                out, _ = self.ebiri("sprt", *arguments, expect=OPEN)
                share = f"{100 * answer['llr'] / answer['upper']:.1f}%"
                self.assertIn(f"SPRT  | {name} [-5, 0]  LLR {answer['llr']:.2f} ({share}) (-2.29, 4.50)  undecided\n", out)
                self.assertIn("Games | N: 2412  W: 1021 L: 935 D: 456   Points 1249.0 (51.8%)   Draws 18.9%\n", out)
                ratios.add(answer["llr"])
        self.assertEqual(3, len(ratios))

    def test_the_recorded_ratios(self):
        answer = self.judged("--pentanomial", "365,16618,36229,16974,390", "--elo1", "2", expect=OPEN)
        self.assertEqual(2.250368, answer["llr"])
        answer = self.judged("--results", "65804,56553,65388", "--elo0", "-3", "--elo1", "1", "--model", "bayesian",
                             expect=OPEN)
        self.assertEqual(1.128647, answer["llr"])

    def test_invalid_arguments_are_refused_with_what_was_expected(self):
        either = ("ebiri: expected one of CONFIG, --baseline with --candidate, --pentanomial LL,LD,DD+WL,WD,WW, and "
                  "--results L,D,W\n")

        three = "expected losses, draws and wins of games: three whole numbers such as 935,456,1021\n"
        five = "expected opening pairs by points 0, 1/2, 1, 3/2, 2: five whole numbers such as 61,214,603,248,80\n"
        for arguments, message in (
            ([], either),
            (["--results", "1,2,3", "--pentanomial", "1,2,3,4,5"], either),
            (["--results", "1,2"], "ebiri: `--results 1,2`: " + three),
            (["--results", "1,-2,3"], "ebiri: `--results 1,-2,3`: " + three),
            (["--results", "1,2,3,"], "ebiri: `--results 1,2,3,`: " + three),
            (["--results", "1,2.5,3"], "ebiri: `--results 1,2.5,3`: " + three),
            (["--results", "1,2,99999999999999999999"], "ebiri: `--results 1,2,99999999999999999999`: " + three),
            (["--pentanomial", "1,2,3"], "ebiri: `--pentanomial 1,2,3`: " + five),
            (["--pentanomial", "0,0,0,0,0"], "ebiri: `--pentanomial 0,0,0,0,0`: expected at least one result\n"),
            (["--pentanomial", "1,2,3,4,5", "--model", "bayesian"],
             "ebiri: `--model bayesian` needs single games: expected --results L,D,W, since pairs do not distinguish"
             " two draws from a win and a loss\n"),
            (["--results", "x", "--elo0", "10", "--alpha", "0"],
             "ebiri: `--results x`: " + three +
             "ebiri: `elo0` is 10 and `elo1` is 10; expected `elo0` below `elo1`\n"
             "ebiri: `alpha` is 0; expected a probability between 0 and 1, both excluded, such as 0.05\n"),
            (["--results", "1,2,3", "--elo1", "200"], "ebiri: `elo1` is 200; expected normalized Elo from -150 to 150\n"),
            (["--results", "1,2,3", "--elo1", "5", "--set", "sprt.elo1=200"], "ebiri: `elo1` is 200; expected normalized Elo from -150 to 150\n"),
            (["--results", "1,2,3", "--set", "sprt={elo0: -5, elo1: 5}"],
             "ebiri: `sprt={elo0: -5, elo1: 5}`: given results take the keys one by one, such as `--set sprt.elo0=-5`\n"),
            (["--results", "1,2,3", "--pairs", "5", "--set", "seed=3"],
             "ebiri: `pairs=5` needs a test to be played; given results take only keys of `sprt`\n"
             "ebiri: `seed=3` needs a test to be played; given results take only keys of `sprt`\n"),
        ):
            with self.subTest(arguments):
                self.assertEqual(("", message), self.ebiri("sprt", *arguments, expect=BAD))
        for arguments, word in ((["--model", "elo"], "normalized"), (["--elo0", "abc"], "`elo0` must be a number"),
                                (["--format", "csv"], "json")):
            with self.subTest(arguments):
                self.assertIn(word, self.ebiri("sprt", "--results", "1,2,3", *arguments, expect=BAD)[1])


if __name__ == "__main__":
    main()

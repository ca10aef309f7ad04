"""`ebiri match`: plays engines from the command line, and saves the equivalent config."""

import json

from arena import BUILD, ArenaTest, main

QUICK = ("--limit", "nodes=50", "--pairs", "3", "-j", "1")


class Match(ArenaTest):
    def names(self, *arguments):
        """The names of the engines in the table of a match."""
        out, _ = self.ebiri("match", *arguments, *QUICK, "--quiet", "--format", "json")
        return {row["name"]: row["games"] for row in json.loads(out)["engines"]}

    def test_two_bots_one_with_a_level(self):
        self.assertEqual({"alphabeta-1": 6, "random": 6}, self.names("alphabeta@1", "random"))

    def test_more_than_two_play_a_round_robin_and_twins_get_numbers(self):
        self.assertEqual({"random": 12, "random-2": 12, "greedy": 12}, self.names("random", "random", "greedy"))

    def test_the_name_of_a_run_of_long_names_is_cut(self):
        long = [letter * 27 + ".py" for letter in "abc"]
        for name in long:
            (self.folder / name).write_text((BUILD / "bots/first_legal.py").read_text())
        for arguments, run in ((long, "-vs-".join(name[:27] for name in long)[:64]),
                               ((long[0], long[0], "--sprt", "0,10"), f"{long[0][:27]}-vs-{long[0][:27]}--sprt")):
            self.ebiri("match", *arguments, "--save-config", f"{len(arguments)}.yaml")
            self.assertIn(f"name: {run}\n", (self.folder / f"{len(arguments)}.yaml").read_text())

    def test_a_script_is_started_by_its_interpreter(self):
        (self.folder / "mine.py").write_text((BUILD / "bots/first_legal.py").read_text())
        self.assertEqual({"mine": 6, "greedy": 6}, self.names("mine.py", "greedy", "--rules", "awari"))

    def test_options_of_the_rules_in_one_string_or_several(self):
        for file, rules in (("one.yaml", ["abapa grand-slam=illegal"]), ("two.yaml", ["abapa", "grand-slam=illegal"])):
            self.ebiri("match", "greedy", "random", "--save-config", file, "--rules", *rules)
        one, two = ((self.folder / file).read_text() for file in ("one.yaml", "two.yaml"))
        self.assertIn("grand-slam", one)
        self.assertEqual(two, one)

    def test_the_saved_config_plays_the_same_games(self):
        self.ebiri("match", "greedy", "random", *QUICK, "--quiet")
        self.ebiri("match", "greedy", "random", *QUICK, "--save-config", "mine.yaml")
        before = self.games("greedy-vs-random")
        self.ebiri("run", "mine.yaml", "--quiet", "--force-new")
        timeless = [[game[key] for key in ("south", "north", "opening", "moves")] for game in self.games("greedy-vs-random")]
        self.assertEqual([[game[key] for key in ("south", "north", "opening", "moves")] for game in before], timeless)
        _, err = self.ebiri("match", "greedy", "random", "--save-config", "mine.yaml", expect=2)
        self.assertIn("`mine.yaml` exists already", err)

    def test_a_clear_result_ends_the_match_after_the_same_games_for_any_number_of_slots(self):
        command = ("match", "alphabeta@3", "random", "--limit", "nodes=500")
        out, _ = self.ebiri(*command, "-j", "1")
        self.assertIn("alphabeta-3 - random: ", out)
        self.assertIn("(probably overstated: accepted because the likelihood of superiority is at least 99.9 %)", out)
        games = [game["moves"] for game in self.games("alphabeta-3-vs-random")]
        self.assertGreaterEqual(len(games), 40)
        self.assertLess(len(games), 200)
        self.ebiri(*command, "-j", "3", "--set", "placement=free", "--force-new", "-q")
        again = sorted(self.games("alphabeta-3-vs-random"), key=lambda game: game["game"])
        self.assertEqual(games, [game["moves"] for game in again])

    def test_a_number_of_pairs_is_played_whole(self):
        out, _ = self.ebiri("match", "alphabeta@3", "random", "--limit", "nodes=100", "-j", "1", "--pairs", "45")
        self.assertEqual(90, len(self.games("alphabeta-3-vs-random")))
        self.assertNotIn("overstated", out)

    def test_the_conditions_of_the_end_are_in_the_saved_config_and_can_be_set(self):
        self.ebiri("match", "greedy", "random", "--save-config", "mine.yaml")
        self.assertIn("superiority: 0.999", (self.folder / "mine.yaml").read_text())
        out, _ = self.ebiri("match", "greedy", "random", "--limit", "nodes=50", "--dry-run",
                            "--set", "stop={precision: 70, max-pairs: 80}")
        self.assertIn("ends at ±70 Elo, or after 80 openings", out)
        out, _ = self.ebiri("match", "greedy", "random", "--limit", "nodes=50", "--dry-run", "--set", "stop.max-pairs=20000")
        self.assertIn("ends at ±30 Elo, at a likelihood of superiority of 0.999, or after 20000 openings", out)

    def test_a_sequential_test_has_a_run_of_its_own(self):
        self.ebiri("match", "greedy", "random", *QUICK, "-q")
        self.ebiri("match", "greedy", "random", *QUICK, "-q", "--sprt", "0,10", expect=4)
        self.assertEqual(6, len(self.games("greedy-vs-random-sprt")))
        _, err = self.ebiri("match", "greedy", "random", "--limit", "nodes=50", "--pairs", "2", "-q", expect=2)
        self.assertIn("Choose another name (`--name NEW`, ", err)

    def test_time_ends_a_round_robin_too(self):
        _, err = self.ebiri("match", "greedy", "random", "random", "--limit", "nodes=50", "--pairs", "100000", "--time", "1", "-q")
        self.assertIn("the match has ended because its time is over", err)

    def test_invalid_matches_are_explained(self):
        for arguments, message in (
            (["alphabeta"], "expected at least two engines"),
            (["alphabeta", "alfabeta"], "the bots of Ebiri are alphabeta,"),
            (["./nothing", "alphabeta"], "nothing"),
            (["greedy", "random", "--sprt", "ten"], "`--sprt` takes two numbers, the smaller first, such as 0,10"),
            (["greedy", "random", "--sprt", "10,0"], "`--sprt` takes two numbers, the smaller first, such as 0,10"),
            (["greedy", "random", "--game", "chess"], "chess"),
        ):
            with self.subTest(arguments):
                _, err = self.ebiri("match", *arguments, expect=2)
                self.assertIn(message, err)


if __name__ == "__main__":
    main()

"""`ebiri openings`: the lists can be played; adjudicated games are recorded, replayed and rated."""

import json

from arena import ArenaTest, main

TWO = """
  - {name: alphabeta, command: bots/alphabeta}
  - {name: shallow, command: bots/alphabeta, limit: {nodes: 20}}
"""


class Openings(ArenaTest):
    def made(self, *arguments):
        out, _ = self.ebiri("openings", "make", *arguments)
        file = self.folder / "list.txt"
        file.write_text(out)
        return [line for line in out.splitlines() if not line.startswith("#")], file

    def position(self, variant, moves):
        return json.loads(self.ebiri("rules", variant, "--moves", moves, "--json")[0])["position"]

    def test_all_of_them_and_a_config_that_uses_them(self):
        openings, file = self.made("oware", "--plies", "2", "--all")
        self.assertEqual(36, len(openings))
        self.assertEqual(36, len({self.position("oware", opening) for opening in openings}))
        out, _ = self.ebiri("openings", "check", file, "--variant", "oware")
        self.assertEqual(f"{file}: 36 openings of oware abapa, 0 duplicates, 0 unplayable lines\n", out)
        self.ebiri("check", self.config(openings=f"{{file: {file}}}", pairs=36))
        self.ebiri("check", self.config(openings=f"{{file: {file}}}", pairs=37), expect=2)

    def test_the_comment_names_the_command_that_makes_the_same_list(self):
        _, file = self.made("kalah", "--rules", "standard", "pie=swap", "--plies", "5", "--count", "20",
                            "--imbalance", "3", "--search", "2", "--seed", "9")
        command = file.read_text().splitlines()[1].removeprefix("#").split()
        self.assertEqual("ebiri openings make kalah --rules standard pie=swap --plies 5 --count 20 "
                         "--imbalance 3 --search 2 --seed 9", " ".join(command))
        self.assertEqual(file.read_text(), self.ebiri(*command[1:])[0])

    def test_more_openings_begin_with_fewer_and_another_seed_gives_others(self):
        few, _ = self.made("oware", "--plies", "6", "--count", "10")
        many, _ = self.made("oware", "--plies", "6", "--count", "50")
        others, _ = self.made("oware", "--plies", "6", "--count", "10", "--seed", "2")
        self.assertEqual(few, many[:10])
        self.assertNotEqual(few, others)

    def test_imbalance_bounds_the_captured_seeds(self):
        def leads(*more):
            openings, _ = self.made("kalah", "--plies", "6", "--count", "12", *more)
            scores = [json.loads(self.ebiri("rules", "kalah", "--moves", opening, "--json")[0])["score"]
                      for opening in openings]
            return [abs(south - north) for south, north in scores]

        self.assertGreater(max(leads()), 0)
        self.assertEqual(0, max(leads("--imbalance", "0")))

    def test_arrangements_are_openings(self):
        openings, file = self.made("omweso", "--plies", "2", "--count", "15")
        self.assertTrue(all(move.startswith("=") for opening in openings for move in opening.split()))
        self.ebiri("openings", "check", file, "--variant", "omweso")
        self.ebiri("check", self.config(variant="omweso", pairs=15, openings=f"{{file: {file}}}"))
        _, err = self.ebiri("openings", "make", "omweso", "--plies", "2", "--all", expect=2)
        self.assertIn("too many arrangements to list", err)

    def test_a_list_with_mistakes(self):
        file = self.folder / "bad.txt"
        file.write_text("F f\nF f # again\nF F\nposition\nA a\n")
        out, err = self.ebiri("openings", "check", file, "--variant", "oware", expect=2)
        self.assertEqual(f"{file}: 2 openings of oware abapa, 1 duplicates, 2 unplayable lines\n", out)
        self.assertEqual([2, 3, 4], [int(line.split(":")[1]) for line in err.splitlines()])

    def test_contradicting_options_are_refused(self):
        for arguments, message in (
            (["make", "oware", "--plies", "2"], "exactly one of --count and --all is required"),
            (["make", "oware", "--plies", "2", "--all", "--count", "3"], "exactly one of"),
            (["make", "oware", "--plies", "1", "--count", "7"], "found only 6 distinct openings"),
            (["make", "oware", "--plies", "2", "--all", "--search", "2"], "--search requires --imbalance"),
            (["check", "none.txt", "--variant", "oware"], "cannot open `none.txt`"),
        ):
            with self.subTest(arguments):
                _, err = self.ebiri("openings", *arguments, expect=2)
                self.assertIn(message, err)


class Adjudication(ArenaTest):
    def test_a_run_with_every_rule_is_recorded_replayed_and_rated(self):
        self.ebiri("run", self.config(TWO, pairs=6, adjudication="{max-plies: 30, cut-off: draw, "
                                      "resign: {score: 6, moves: 2}}"), "--quiet")
        games = self.games()
        self.assertEqual(12, len(games))
        adjudicated = [game for game in games if game["cause"] == "adjudicated"]
        reasons = {game["reason"] for game in adjudicated}
        self.assertEqual({"resign-rule", "ply-cap"}, reasons)
        for game in adjudicated:
            self.assertNotIn("loser", game)
            self.assertTrue(game["detail"])
            if game["reason"] == "ply-cap":
                self.assertEqual(("draw", 30), (game["result"], len(game["moves"] + game["opening"]["moves"])))
            else:
                self.assertIn(game["result"], ("south", "north"))
        self.assertIn(b'[Termination "adjudication: ply-cap"]', self.file("games.ogn"))
        out, _ = self.ebiri("replay", "results/test")
        self.assertEqual("12 games confirmed, 0 refuted\n", out)
        rated = json.loads(self.file("standings.json"))["engines"]
        self.assertEqual([12, 12], [engine["games"] for engine in rated])

    def test_options_that_the_variant_does_not_support_are_refused(self):
        config = self.config(variant="bao", adjudication="{majority: true}")
        _, err = self.ebiri("check", config, expect=2)
        self.assertIn("in `bao` a majority of the seeds does not decide the game; `majority` is for `kalah` and `oware`",
                      err)


if __name__ == "__main__":
    main()

"""Tournaments of every kind of game: matches of many rounds, endless sowings, a thousand plies, lost turns."""

import json

from arena import BUILD, ArenaTest, main

TWO_RANDOM = """
  - {name: one, command: bots/random}
  - {name: two, command: bots/random}
"""


class Variants(ArenaTest):
    def played(self, pairs=1, engines=TWO_RANDOM, **settings):
        """Runs a tournament, confirms every game of it, rebuilds its tables; returns the records."""
        out, _ = self.ebiri("run", self.config(engines=engines, pairs=pairs, **settings))
        replayed, _ = self.ebiri("replay", "results/test")
        self.assertIn("0 refuted", replayed)
        table = self.file("standings.txt")
        self.ebiri("report", "results/test")
        self.assertEqual(self.file("standings.txt"), table)
        self.assertIn("one", out)
        return self.games()

    def overheard(self):
        """Two engines, of which the first writes its input to a file, and that file."""
        heard = self.folder / "heard"
        wrapper = self.folder / "overheard.sh"
        wrapper.write_text(f"#!/bin/sh\ntee -a '{heard}' | '{BUILD}/bots/random'\n")
        wrapper.chmod(0o755)
        return f"\n  - {{name: one, command: {wrapper}}}\n  - {{name: two, command: bots/random}}\n", heard

    def positions(self, heard):
        return [line for line in heard.read_text().splitlines() if line.startswith("position ")]

    def test_every_ruleset_of_every_variant_is_played_confirmed_and_rated(self):
        variants = json.loads(self.ebiri("variants", "--json")[0])
        self.assertGreaterEqual(len(variants), 4)
        for variant in variants:
            for ruleset in variant["rulesets"]:
                with self.subTest(variant=variant["name"], ruleset=ruleset["name"]):
                    name = f"{variant['name']}-{ruleset['name']}"
                    self.ebiri("run", self.config(engines=TWO_RANDOM, name=name, pairs=1, openings="start",
                                                  variant=f"{{name: {variant['name']}, ruleset: {ruleset['name']}}}"))
                    self.assertEqual(len(self.games(name)), 2)
                    self.assertEqual({game["cause"] for game in self.games(name)}, {"rules"})
                    self.ebiri("replay", f"results/{name}")

    def test_a_match_of_twenty_rounds_is_sent_in_short_requests(self):
        engines, heard = self.overheard()
        games = self.played(engines=engines, pairs=4, openings="start", variant="namnam")
        longest = max(games, key=lambda game: len(game["moves"]))
        self.assertIn("/20/", longest["final"])
        self.assertGreater(len(longest["moves"]), 500)
        positions = self.positions(heard)
        self.assertLess(max(map(len, positions)), 1200)
        self.assertTrue(any(line.startswith("position fen ") for line in positions))

    def test_a_game_of_a_thousand_plies(self):
        # Two seeds can never be captured: that would be a grand slam, which captures nothing here.
        (self.folder / "two.txt").write_text("position 0-1-0-0-0-0-0-1-0-0-0-0-23-23-S\n"
                                             "position 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\n")
        engines, heard = self.overheard()
        games = self.played(engines=engines, pairs=2, openings="{file: two.txt}",
                            variant="{name: oware, options: {repetition: 'off'}}")
        self.assertEqual({(len(game["moves"]), game["reason"]) for game in games}, {(1000, "max-plies")})
        self.assertLess(max(map(len, self.positions(heard))), 2100)

    def test_annulled_games_are_recorded_but_not_counted(self):
        # One of the four legal moves never ends (period 1124).
        (self.folder / "endless.txt").write_text(
            "position 0,1,0,1,0,4,0,3,3,1,1,1,1,0,2,0/0,2,3,9,0,3,5,1,3,2,2,8,4,1,2,1/S\n"
            "position 0,1,0,1,0,4,0,3,3,1,1,1,1,0,2,0/0,2,3,9,0,3,5,1,3,2,2,8,4,1,2,1/S/2/1/1\n")
        games = self.played(pairs=2, seed=1, openings="{file: endless.txt}",
                            variant="{name: omweso, options: {reverse: 'off'}}")
        annulled = [game for game in games if game["result"] == "void"]
        self.assertTrue(annulled)
        self.assertEqual({(game["cause"], game["reason"]) for game in annulled}, {("rules", "endless")})
        standings = json.loads(self.file("standings.json"))
        self.assertEqual(standings["run"]["void_games"], len(annulled))
        self.assertEqual(sum(row["games"] for row in standings["engines"]), 2 * (len(games) - len(annulled)))

    def test_a_late_turn_is_lost_and_the_game_continues(self):
        sleeper = self.folder / "sleeper.py"
        # Thinks until `stop` in its first turn of each game.
        sleeper.write_text(f"""
import subprocess, sys
bot = subprocess.Popen([{str(BUILD / 'bots/random')!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def tell(line):
    print(line, file=bot.stdin, flush=True)
def answer(end):
    while True:
        line = bot.stdout.readline()
        print(line, end="", flush=True)
        if line.startswith(end):
            return
slept = False
for line in sys.stdin:
    if line.startswith("uginewgame"):
        slept = False
    if line.startswith("go") and not slept:
        slept = True
        if sys.stdin.readline() != "stop\\n":
            sys.exit(9)
    tell(line.strip())
    word = line.split()[0]
    if word in ("ugi", "isready", "go"):
        answer({{"ugi": "ugiok", "isready": "readyok", "go": "bestmove"}}[word])
    if word == "quit":
        sys.exit(0)
""")
        engines = f"\n  - {{name: one, command: python3 {sleeper}}}\n  - {{name: two, command: bots/random, limit: {{nodes: 1}}}}\n"
        games = self.played(engines=engines, openings="start", limit="{move: 300ms}", margin="0ms",
                            variant="{name: omweso, options: {timeout: steal, setup: two-each}}")
        for game in games:
            self.assertEqual(game["cause"], "rules")
            first = 0 if game["south"] == "one" else 1
            self.assertEqual(game["moves"][first], "--")
            self.assertEqual(game["sides"][first:first + 2], "SN" if first == 0 else "NS")
            self.assertRegex(self.ebiri("replay", "results/test", str(game["game"]))[0], f"[.] {('south', 'north')[first]} --  ")

    def test_akawumbi_has_the_points_of_the_config(self):
        # South plays the move that captures from all sixteen pits.
        (self.folder / "akawumbi.txt").write_text(
            "position 2,3,2,0,3,0,0,2,1,5,0,3,2,3,4,2/1,2,3,4,3,1,1,3,2,3,1,2,2,1,1,2/S\n")
        bot = self.folder / "bot.sh"
        bot.write_text("while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;;"
                       " go*) echo bestmove 2+;; quit) exit;; esac; done\n")
        engines = "".join(f"\n  - {{name: {name}, command: sh {bot}}}" for name in ("one", "two")) + "\n"
        games = self.played(engines=engines, openings="{file: akawumbi.txt}", points="{akawumbi: 3}",
                            variant="{name: omweso, options: {reentry: turn-origin, reverse: 'off'}}")
        self.assertEqual([(game["result"], game["special"]) for game in games], [("south", "akawumbi")] * 2)
        rows = json.loads(self.file("standings.json"))["engines"]
        self.assertEqual([(row["points"], row["score"]) for row in rows], [(3, 0.5), (3, 0.5)])
        self.assertIn(b"by akawumbi 3", self.file("standings.txt"))

    def test_kalah_with_extra_turns_and_the_swap(self):
        games = self.played(pairs=10, openings="start", variant="{name: kalah, ruleset: manchester}")
        self.assertTrue(any("SS" in game["sides"] or "NN" in game["sides"] for game in games))
        self.assertTrue(any("swap" in game["moves"] for game in games))
        self.assertIn(b'[Variant "kalah"]', self.file("games.ogn"))


if __name__ == "__main__":
    main()

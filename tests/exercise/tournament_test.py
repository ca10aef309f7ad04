"""A tournament of Tiny, with the program and the bots as they are: a new variant needs its folder and its line."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import arena  # noqa: E402

HERE = arena.BUILD / "tests/exercise"
ENGINES = f"""
  - {{name: greedy, command: "'{HERE}/tiny_greedy'"}}
  - {{name: random, command: "'{HERE}/tiny_random'"}}
"""


class Tournament(arena.ArenaTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(setattr, arena, "EBIRI", arena.EBIRI)
        arena.EBIRI = HERE / "ebiri_tiny"

    def play(self, **settings):
        keys = {"variant": "tiny", "pairs": 20, **settings}
        file = self.config(engines=ENGINES, **keys)
        return self.ebiri("run", file)[0]

    def test_it_is_played_replayed_and_reported(self):
        out = self.play()
        games = self.games()
        self.assertEqual(len(games), 40)
        self.assertEqual({game["variant"] for game in games}, {"tiny"})
        self.assertEqual({game["cause"] for game in games}, {"rules"})
        self.assertLessEqual({game["reason"] for game in games}, {"majority", "no-seeds", "max-plies"})
        self.assertEqual({sum(game["seeds"]) for game in games if game["reason"] != "majority"} - {12}, set())
        self.assertIn("tiny plain", out)
        self.assertIn("40 games", self.ebiri("replay", "results/test")[0])
        files = {name: self.file(name) for name in ("standings.txt", "standings.json", "games.ogn")}
        self.ebiri("report", "results/test")
        self.assertEqual(files, {name: self.file(name) for name in files})

    def test_its_record_says_which_game_it_is(self):
        self.play(pairs=2)
        text = self.file("games.ogn").decode()
        self.assertEqual(text.count("[Event "), 4)
        self.assertNotIn("Abapa", text)

    def test_its_rulesets_and_options_are_known(self):
        self.play(name="generous", variant="{name: tiny, ruleset: generous, options: {max-plies: 9}}", pairs=5)
        games = self.games("generous")
        self.assertEqual({game["ruleset"] for game in games}, {"generous max-plies=9"})
        self.assertLessEqual(max(len(game["moves"]) for game in games), 5)
        self.assertIn("two-or-three", self.ebiri("variants", "tiny")[0])
        _, err = self.ebiri("run", self.config(engines=ENGINES, variant="{name: tiny, options: {capture: three}}"), expect=2)
        self.assertIn("`capture` must be `two` or `two-or-three`, not `three`", err)
        _, err = self.ebiri("run", self.config(engines=ENGINES, variant="oware"), expect=2)
        self.assertIn("unknown variant `oware`; expected one of `tiny`", err)

    def test_its_move_sequences_are_counted(self):
        counts = re.findall(r"^ +\d+ +(\d+) ", self.ebiri("perft", "tiny", "--depth", "4")[0], re.MULTILINE)
        self.assertEqual(counts[:2], ["3", "9"])
        self.assertEqual(len(counts), 4)

    def test_the_page_on_adding_a_variant_quotes_what_is_there(self):
        page = (ROOT / "referee/rules/README.md").read_text()
        sources = "".join(file.read_text() for file in (ROOT / "tests/exercise").rglob("*.cpp"))
        quotes = re.findall(r"^ *```cpp\n(.*?)^ *```$", page, re.DOTALL | re.MULTILINE)
        self.assertGreater(len(quotes), 1)
        for quote in quotes:
            self.assertIn("".join(quote.split()), "".join(sources.split()))


if __name__ == "__main__":
    arena.main()

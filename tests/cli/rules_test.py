"""`ebiri rules`: explanations of variants and of positions."""

import json
import os
import pty
import re
import subprocess

from arena import ArenaTest, main

SLAM = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S"  # F would capture all that north has

AFTER_A_SLAM = """\
oware abapa

   1. south  F  sows 1 from F, a grand slam that captures nothing

          f   e   d   c   b   a
> north   0   0   0   0   0   2   store 23
  south   0   0   0   0   1   0   store 22
          A   B   C   D   E   F

0-0-0-0-1-0-2-0-0-0-0-0-22-23-N
score 22-23, north to move:
  a  sows 2 from a
"""

ENDED = """\
oware abapa

   1. south  A  sows 1 from A
   2. north  d  sows 1 from d
   3. south  F  sows 2 from F, captures 2

          f   e   d   c   b   a
> north   1   1   0   0   0   1   store 19
  south   0   1   0   0   0   0   store 25
          A   B   C   D   E   F

0-1-0-0-0-0-1-0-0-0-1-1-25-19-N
the game is over: south wins 25-19 (majority)
"""


class Rules(ArenaTest):
    maxDiff = None

    def variants(self):
        return json.loads(self.ebiri("variants", "--json")[0])

    def options_of(self, page):
        """The lines of values below each option of a page."""
        entries = re.split(r"^  (?=\S)", page.partition("\nOptions")[2].partition("\nSources")[0], flags=re.MULTILINE)
        return {entry.partition(":")[0]: entry.splitlines()[1:] for entry in entries[1:]}

    def test_a_page_is_complete_and_fits_a_terminal(self):
        for variant in self.variants():
            with self.subTest(variant["name"]):
                page, _ = self.ebiri("rules", variant["name"], "--options")
                start, _ = self.ebiri("rules", variant["name"], "--json")
                self.assertIn(f"\n  {json.loads(start)['start']}\n", page)
                for ruleset in variant["rulesets"]:
                    self.assertIn(f"\n  {ruleset['name']}: ", page)
                options = self.options_of(page)
                self.assertEqual([option["name"] for option in variant["options"]], list(options))
                for option in variant["options"]:
                    written = " ".join(options[option["name"]]).split()
                    self.assertEqual([], [value for value in option["values"] if value not in written])
                for source in variant["sources"]:
                    self.assertIn(source, " ".join(page.split()))
                self.assertIn(f"referee/rules/{variant['name']}/README.md", page)
                self.assertEqual([], [line for line in page.splitlines() if len(line) > 80])

    def test_an_option_lists_its_values_and_their_rulesets(self):
        slam = ["    * no-capture           abapa, oware-society, leaflet, codingame",
                "      illegal",
                "      illegal-unless-only  awari",
                "      capture-all          chiefs-table",
                "      leave-last           lemery",
                "      leave-first",
                "      opponent-gets-rest"]
        options = self.options_of(self.ebiri("rules", "oware", "--options")[0])
        self.assertEqual(slam, options["grand-slam"])
        self.assertEqual(["    * must      none"], options["feed"])
        self.assertEqual(["      1..10000", "    * 1000      abapa, oware-society, lemery, leaflet, chiefs-table, awari",
                          "      200       codingame"], options["max-plies"])
        page, _ = self.ebiri("rules", "oware", "--options", "--rules", "awari", "feed=none", "max-plies=7")
        self.assertIn("* marks the values of oware awari feed=none max-plies=7", page)
        options = self.options_of(page)
        self.assertEqual("    * illegal-unless-only  awari", options["grand-slam"][2])
        self.assertEqual(["      must    * none"], options["feed"])
        self.assertEqual("    * 7", options["max-plies"][-1])

    def test_a_ruleset_lists_its_differences(self):
        page, _ = self.ebiri("rules", "oware", "--options")
        self.assertIn("\n      grand-slam=illegal-unless-only cannot-feed=play-on\n        on-repetition=split-evenly\n", page)

    def test_a_page_explains_how_to_play(self):
        page, _ = self.ebiri("rules", "oware", "--rules", "awari")
        self.assertIn("If every move is a grand slam, each is legal and captures everything", " ".join(page.split()))
        self.assertIn("What oware awari decides where sources differ", page)
        self.assertIn("ebiri play oware --rules \"awari\" --learn", page)
        pictures = re.findall(r"Before:\n\n(.*?)\n\n  as text:\n  (\S+)\n\n  \w+ plays (\S+): .*?\.\n\n((?:[^\n]*\S[^\n]*\n)+)", page, re.DOTALL)
        self.assertGreaterEqual(len(pictures), 1)
        for before, position, move, after in pictures:
            self.assertIn(before, self.ebiri("rules", "oware", "--rules", "awari", "--position", position)[0])
            self.assertIn(after, self.ebiri("rules", "oware", "--rules", "awari", "--position", position, "--moves", move)[0])

    def test_json_has_the_data_of_variants_and_the_start(self):
        listed = {variant["name"]: variant for variant in self.variants()}
        page = json.loads(self.ebiri("rules", "oware", "--rules", "awari repetition=third", "--json")[0])
        own = {key: page.pop(key) for key in ("ruleset", "overrides", "start")}
        self.assertEqual(listed["oware"], page)
        self.assertEqual({"ruleset": "awari", "overrides": ["repetition=third"],
                          "start": "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"}, own)

    def test_a_position_lists_moves_and_their_effects(self):
        self.assertEqual(AFTER_A_SLAM, self.ebiri("rules", "oware", "--position", SLAM, "--moves", "F")[0])
        out, _ = self.ebiri("rules", "oware", "--position", "4-0-0-1-0-1-1-0-0-0-0-1-23-17-S")
        self.assertTrue(out.endswith("score 23-17, south to move:\n"
                                     "  A  sows 4 from A\n"
                                     "  D  sows 1 from D\n"
                                     "  F  sows 1 from F, captures 2; ends the game: south wins 25-17 (majority)\n"), out)

    def test_moves_are_one_text_or_several(self):
        together = self.ebiri("rules", "oware", "--moves", "F f  E")
        self.assertEqual(together, self.ebiri("rules", "oware", "--moves", "F", "f", "E", "--rules", "abapa"))

    def test_a_finished_game_shows_its_end(self):
        position = "1-0-0-0-0-2-0-1-0-1-0-1-23-19-S"
        self.assertEqual(ENDED, self.ebiri("rules", "oware", "--position", position, "--moves", "A d F")[0])
        out, err = self.ebiri("rules", "oware", "--position", position, "--moves", "A d F f", expect=2)
        self.assertEqual(ENDED, out)
        self.assertEqual("ebiri: --moves: move 4, `f`: the game is over, south wins 25-19 (majority)\n", err)

    def test_an_illegal_move_is_named_with_the_reason_and_the_legal_moves(self):
        out, err = self.ebiri("rules", "oware", "--position", SLAM, "--moves", "F f a", expect=2)
        self.assertEqual(AFTER_A_SLAM, out)
        self.assertEqual("ebiri: --moves: move 2, `f`: `f` is empty; legal here: a\n", err)
        illegal = ["--rules", "abapa", "grand-slam=illegal", "--position", SLAM, "--moves", "F"]
        out, err = self.ebiri("rules", "oware", *illegal, expect=2)
        self.assertIn("oware abapa grand-slam=illegal\n", out)
        self.assertEqual("ebiri: --moves: move 1, `F`: `F` would capture all seeds of north, a grand slam; legal here: E\n",
                         err)
        out, _ = self.ebiri("rules", "oware", *illegal, "--json", expect=2)
        self.assertEqual("", out)

    def test_a_position_in_json_contains_the_answer_of_oracle(self):
        explained = json.loads(self.ebiri("rules", "oware", "--position", SLAM, "--moves", "F", "--json")[0])
        question = json.dumps({"position": SLAM, "moves": ["F"]})
        answer = json.loads(self.ebiri("oracle", "oware", stdin=question)[0])
        self.assertEqual([{"mover": "south", "move": "F", "captured": 0, "laps": 1,
                           "words": "sows 1 from F, a grand slam that captures nothing"}], explained["moves"])
        self.assertEqual({"a": {**answer["after"]["a"], "laps": 1, "words": "sows 2 from a"}}, explained["after"])
        self.assertEqual({**answer, "after": None}, {key: explained[key] for key in answer} | {"after": None})
        self.assertEqual(("north", [22, 23]), (explained["to_move"], explained["score"]))

    def test_a_due_arrangement_is_explained(self):
        for variant in self.variants():
            name = variant["name"]
            start = json.loads(self.ebiri("rules", name, "--rules", variant["default_ruleset"], "--json")[0])["start"]
            explained = json.loads(self.ebiri("rules", name, "--position", start, "--json")[0])
            out, _ = self.ebiri("rules", name, "--position", start)
            with self.subTest(name):
                self.assertEqual(explained["legal"] == "arrangement", explained["arrangement"] is not None)
                self.assertEqual(explained["arrangement"] is not None, "expected an arrangement: `=` and" in out)
                if explained["arrangement"]:
                    example = re.search(r"for example (=\S+)", out)[1]
                    self.assertEqual(explained["arrangement"]["seeds"], sum(map(int, example[1:].split(","))))
                    self.ebiri("rules", name, "--position", start, "--moves", example)
                    _, err = self.ebiri("rules", name, "--position", start, "--moves", example[:-1] + "99", expect=2)
                    self.assertIn(f"for example {example}", err)

    def test_unknown_names_are_errors(self):
        for arguments, message in (
            (["owari"], "did you mean `oware`?"),
            (["oware", "--rules", "awary"], "unknown oware ruleset `awary`"),
            (["oware", "--rules", "awari", "feed"], "`feed` is not a setting"),
            (["oware", "--position", "4-4"], "--position: expected 12 to 15 fields"),
            (["oware", "--moves", "Z9"], "`Z9` is not a move"),
            ([], "VARIANT is required"),
        ):
            with self.subTest(arguments):
                _, err = self.ebiri("rules", *arguments, expect=2)
                self.assertIn(message, err)

    def test_a_long_page_goes_through_the_pager_of_a_terminal(self):
        plain, _ = self.ebiri("rules", "bao")
        terminal, inside = pty.openpty()
        subprocess.run(["stty", "rows", "24", "cols", "80"], stdin=inside, check=True)
        subprocess.run(self.command("rules", "bao"), cwd=self.folder, stdout=inside, check=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, "PAGER": "cat >paged"}, timeout=500)
        self.assertEqual(plain, (self.folder / "paged").read_text())
        os.close(terminal)
        os.close(inside)


if __name__ == "__main__":
    main()

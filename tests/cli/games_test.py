"""`ebiri games`: the library, its explanations, and new descriptions."""

import csv
import json
import os

from arena import ArenaTest, main


class Games(ArenaTest):
    def listed(self, *arguments):
        return json.loads(self.ebiri("games", *arguments, "--format", "json")[0])

    # ---- the list

    def test_all_games_are_listed(self):
        out, _ = self.ebiri("games")
        lines = out.splitlines()
        self.assertGreater(len(lines), 100)
        self.assertEqual(["Game", "Board", "Seeds", "Region", "Rules"], lines[0].split())
        self.assertRegex(out, r"\nsungka +2x7 +98  Philippines +sown stores, relay, takes facing pits, extra turns, rounds\n")

    def test_the_list_is_filtered(self):
        four = self.listed("--rows", "4")
        self.assertTrue(four)
        self.assertEqual({4}, {game["rows"] for game in four})
        self.assertIn("sungka", [game["name"] for game in self.listed("--region", "philippines")])
        self.assertTrue(all("hana" in game["region"] for game in self.listed("--region", "Ghana")))
        _, err = self.ebiri("games", "--region", "Atlantis", expect=2)
        self.assertIn("no game fits", err)

    def test_similar_games_come_first(self):
        names = [game["name"] for game in self.listed("--like", "hus-12")]
        self.assertEqual(10, len(names))
        self.assertIn("hus-12-inner", names[:2])
        self.assertNotIn("hus-12", names)

    def test_unknown_games_have_suggestions(self):
        for command in (("games", "sunka"), ("games", "--like", "sunka"), ("games", "test", "sunka"), ("rules", "sunka"),
                        ("perft", "sunka"), ("play", "sunka")):
            with self.subTest(command):
                _, err = self.ebiri(*command, expect=2)
                self.assertIn("did you mean `sungka`?", err)

    # ---- one game

    def test_a_game_is_explained_in_words(self):
        out, _ = self.ebiri("games", "sungka")
        self.assertEqual(out, self.ebiri("rules", "sungka")[0])
        text = " ".join(out.split())
        for words in ("Two rows of 7 pits, 98 seeds.",
                      "Laps also sow the player's own store, before the first pit of its owner.",
                      "sows them one by one into the following pits, clockwise",
                      "In the player's store: the player moves again.",
                      "In an empty own pit, and the facing pit holds seeds: the player takes the seeds of the facing pit; "
                      "the turn ends.",
                      "In a filled pit: its seeds are sown as another lap.", "A match has at most 20 rounds.",
                      "Source: Bernardo 1937"):
            self.assertIn(words, text)
        self.assertIn("\n  Source: Bernardo 1937", out)  # lines without an indent are headings
        self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_every_game_of_the_library_can_be_explained(self):
        for game in self.listed():
            with self.subTest(game["name"]):
                page = json.loads(self.ebiri("games", game["name"], "--format", "json")[0])
                text = json.dumps(page["rules"])
                self.assertNotIn("without a name", text)
                self.assertNotIn("  ", text)
                self.assertEqual(game["seeds"], page["seeds"])

    def test_a_position_of_a_game_is_explained(self):
        out, _ = self.ebiri("rules", "sungka", "--moves", "3")
        self.assertIn("3  sows 7 from 3, captures 8, 2 laps", out)

    # ---- one's own

    def test_a_new_description_is_a_game(self):
        out, _ = self.ebiri("games", "new", "mine")
        self.assertIn("wrote mine.yaml", out)
        self.assertIn("mine 2x6", " ".join(self.ebiri("rules", "mine.yaml")[0].split()) + " mine 2x6")
        self.assertTrue(self.ebiri("perft", "mine.yaml", "--depth", "2")[0])
        _, err = self.ebiri("games", "new", "mine", expect=2)
        self.assertIn("`mine.yaml` exists already", err)
        _, err = self.ebiri("games", "new", "My Game", expect=2)
        self.assertIn("is not a valid name", err)
        _, err = self.ebiri("games", "test", "missing.yaml", expect=2)
        self.assertIn("cannot find the file `missing.yaml`", err)

    def test_a_sound_game_passes(self):
        out, _ = self.ebiri("games", "test", "kalah", "--games", "40", "--seconds", "300")
        self.assertIn("ok    ends ", out)
        self.assertIn("ok    skill ", out)
        self.assertIn("ok    rules    every rule of `dropping`, `lap-end` and `turn-end` was used", out)
        self.assertRegex(out, r"\nexample: \d .*\)\n$")

    def test_weaknesses_are_found(self):
        (self.folder / "bad.yaml").write_text(
            "game: bad\nboard: {columns: 4}\nstart: 2\nlap-end:\n  - store -> again\nend:\n  - plies 50 -> rest owner\n")
        out, _ = self.ebiri("games", "test", "bad.yaml", "--games", "20", "--seconds", "300", expect=1)
        self.assertIn("WEAK  ends ", out)
        self.assertIn("WEAK  rules    never used: lap-end: store -> again", out)
        self.assertIn("weaknesses", out)

    def test_the_numbers_depend_on_the_description_only(self):
        command = ("games", "test", "kalah", "hus-8", "--games", "4", "--seconds", "300", "--format", "csv")
        rows = []
        for jobs in ("1", "2"):
            out, _ = self.ebiri(*command, "--jobs", jobs, expect=(0, 1))
            rows.append(list(csv.DictReader(out.splitlines())))
        self.assertEqual(rows[0], rows[1])
        self.assertEqual(["kalah", "hus-8"], [row["game"] for row in rows[0]])
        self.assertEqual("4", rows[0][0]["games"])

    def test_problems_with_a_description_are_reported(self):
        (self.folder / "wrong.yaml").write_text("game: wrong\nboard: {columns: 6}\nstart: 4\nlap-end: [ocupied -> relay]\n")
        _, err = self.ebiri("games", "test", "wrong.yaml", expect=2)
        self.assertIn("did you mean `occupied`?", err)

    def test_games_are_invented(self):
        out, err = self.ebiri("games", "invent", "--like", "kalah", "--count", "2", "--time", "6s", "--to", "found")
        self.assertRegex(err, r"games screened: \d+")
        files = sorted(os.listdir(self.folder / "found"))
        self.assertTrue(1 <= len(files) <= 2, out)
        for file in files:
            self.assertTrue(file.startswith("kalah-"))
            self.assertTrue(self.ebiri("perft", f"found/{file}", "--depth", "2")[0])
        _, err = self.ebiri("games", "invent", "--time", "soon", expect=2)
        self.assertIn("--time must be ", err)

    # ---- playing

    def test_a_game_of_each_shape_is_played_at_the_terminal(self):
        boards = {"sungka": ("6   5   4   3   2   1   0", "3\nquit\n", "south plays 3"),
                  "gabata-adowa": ("6   7   8   8   7   6", "0\nquit\n", "south plays 0"),
                  "igisoro": ("8   9  10  11  12  13  14  15", "8+\nquit\n", "south plays 8+"),
                  "pallankuli": ("store 0", "2\nquit\n", "south plays 2")}
        for game, (row, typed, played) in boards.items():
            with self.subTest(game):
                out, err = self.ebiri("play", game, "--north", "human", "--seed", "1", stdin=typed)
                self.assertEqual("", err)
                self.assertIn(row, out)
                self.assertIn(played, out)

    def test_a_bot_plays_from_the_description_alone(self):
        (self.folder / "mine.yaml").write_text(
            "game: mine\nboard: {columns: 5, stores: own}\nstart: 3\nlap-end: [store -> again]\n")
        out, _ = self.ebiri("play", "mine.yaml", "--south", "alphabeta", "--north", "mcts", "--limit", "nodes=100", "--seed", "1")
        self.assertIn("The game is over.", out)


if __name__ == "__main__":
    main()

"""ebiri rate: crosstables, parts, and games that several inputs have."""

import csv
import io
import json
import shutil

from arena import ArenaTest, main

THREE = """
  - {name: a, command: bots/alphabeta}
  - {name: b, command: bots/greedy}
  - {name: c, command: bots/random, limit: {nodes: 70}}
"""


class RateInputs(ArenaTest):
    def setUp(self):
        super().setUp()
        self.play_once(self.configured("one", 3))

    def configured(self, name, pairs, **settings):
        keys = {"engines": THREE, "openings": "{random-plies: 4}", "limit": "{nodes: 30}", "name": name, "pairs": pairs,
                **settings}
        return self.config(**keys)

    def play(self, *arguments, **settings):
        self.ebiri("run", self.configured(*arguments, **settings), "--quiet")

    def rated(self, *arguments):
        out, err = self.ebiri("rate", *arguments, "--format", "json")
        return json.loads(out), err

    def counted(self, table):
        return [(row["name"], row["games"], row["points"], row["moves"]) for row in table["engines"]]

    def test_games_of_several_inputs_count_once(self):
        alone, err = self.rated("results/one")
        self.assertEqual("", err)
        shutil.copytree(self.folder / "results/one", self.folder / "copy")
        twice, err = self.rated("results/one", "copy")
        self.assertEqual(self.counted(alone), self.counted(twice))
        self.assertEqual("ebiri: copy: 18 of its 18 games are in earlier inputs, too; they count once\n", err)
        self.play("one", 5)
        grown, err = self.rated("copy", "results/one")
        self.assertIn("results/one: 18 of its 30 games are in earlier inputs, too", err)
        self.assertEqual(30, grown["run"]["games"])
        self.assertEqual({row["name"]: row["points"] for row in self.rated("results/one")[0]["engines"]},
                         {row["name"]: row["points"] for row in grown["engines"]})

    def test_another_seed_is_another_run(self):
        self.play("two", 3, seed=99)
        both, err = self.rated("results/one", "results/two")
        self.assertEqual("", err)
        self.assertEqual(36, both["run"]["games"])

    def test_exported_games_are_the_same_games(self):
        for form in ("pgn", "ogn"):
            with self.subTest(form):
                self.ebiri("convert", "results/one", "--to", form, "-o", f"games.{form}")
                shutil.copy(self.folder / f"games.{form}", self.folder / f"again.{form}")
                both, _ = self.rated(f"games.{form}", f"again.{form}")
                self.assertEqual(18, both["run"]["games"])
                both, err = self.rated("results/one", f"games.{form}")
                self.assertIn(f"games.{form}: 18 of its 18 games are in earlier inputs", err)
                self.assertEqual(18, both["run"]["games"])

    def test_each_run_of_a_database_is_an_input(self):
        self.play("two", 3, seed=99, limit="{nodes: 90}")
        self.ebiri("convert", "results/one", "results/two", "--to", "sqlite", "-o", "both.sqlite")
        rated, err = self.rated("results/two", "both.sqlite")
        self.assertEqual("ebiri: both.sqlite: 18 of its 18 games are in earlier inputs, too; they count once\n", err)
        self.assertEqual(36, rated["run"]["games"])
        by_limit, _ = self.rated("both.sqlite", "--by", "limit")
        self.assertEqual(["limit: nodes 30", "limit: nodes 90"], [part["run"]["name"] for part in by_limit["parts"]])
        by_opening, _ = self.rated("both.sqlite", "--by", "opening")
        self.assertEqual(36, sum(part["run"]["games"] for part in by_opening["parts"]))

    def test_games_without_moves_all_count(self):
        (self.folder / "one.csv").write_text("first,second,result\na,b,1\nb,a,0.5\n")
        (self.folder / "two.csv").write_text("first,second,result\na,b,1\nb,a,0.5\n")
        both, err = self.rated("one.csv", "two.csv")
        self.assertEqual(4, both["run"]["games"])
        self.assertEqual("ebiri: two.csv: the engines and results are those of one.csv; if these are the same games, leave one "
                         "file out, because they count twice\n", err)

    def test_crosstable(self):
        table = json.loads(self.ebiri("rate", "results/one", "--format", "json")[0])
        names = [row["name"] for row in table["engines"]]
        cross = json.loads(self.ebiri("rate", "results/one", "--crosstable", "--format", "json")[0])
        self.assertEqual(("ebiri-crosstable/1", 3, 6), (cross["format"], cross["comparisons"], len(cross["pairs"])))
        for pair in cross["pairs"]:
            one, other = pair["engine"], pair["opponent"]
            points = 0
            for game in self.games("one"):
                if {one, other} == {game["south"], game["north"]}:
                    won = game["south"] == one if game["result"] == "south" else game["north"] == one
                    points += 0.5 if game["result"] == "draw" else won
            self.assertEqual((6, points), (pair["games"], pair["points"]))
            i, j = names.index(one), names.index(other)
            self.assertAlmostEqual(pair["pool"]["los"], table["superiority"][i][j], places=5)
            self.assertAlmostEqual(pair["pool"]["error95"], 1.959964 * table["difference_error"][i][j], places=3)
            self.assertAlmostEqual(pair["pool"]["difference"], table["engines"][i]["elo"] - table["engines"][j]["elo"],
                                   places=4)
        rows = list(csv.DictReader(io.StringIO(self.ebiri("rate", "results/one", "--crosstable", "--format", "csv")[0])))
        self.assertEqual([pair["points"] for pair in cross["pairs"]], [float(row["points"]) for row in rows])
        text = self.ebiri("rate", "results/one", "--crosstable")[0]
        self.assertIn("With 3 differences, some may exceed", text)

    def test_head_to_head(self):
        text = self.ebiri("rate", "results/one", "--head-to-head", "a")[0]
        self.assertRegex(text, r"(?s)^a\n\nOpponent +Games .*\nb +6 .*With 2 differences, ")
        text = self.ebiri("rate", "results/one", "--head-to-head", "a", "c")[0]
        self.assertTrue(text.startswith("a against c\nElo   | "))
        self.assertIn("\nIn the pool of 3 engines: Elo ", text)
        only = json.loads(self.ebiri("rate", "results/one", "--only", "a", "--only", "c", "--format", "json")[0])
        direct = json.loads(self.ebiri("rate", "results/one", "--head-to-head", "a", "c", "--format", "json")[0])
        view = 1 if only["two_engines"]["first"] == "a" else -1
        self.assertEqual(only["two_engines"]["games"], direct["match"]["games"])
        self.assertAlmostEqual(view * only["two_engines"]["elo"], direct["match"]["elo"], places=4)
        _, err = self.ebiri("rate", "results/one", "--head-to-head", "a", "d", expect=2)
        self.assertIn("no engine has the name `d`", err)
        _, err = self.ebiri("rate", "results/one", "--head-to-head", "a", "a", expect=2)
        self.assertIn("needs two different engines", err)

    def test_a_table_for_each_part(self):
        self.play("more", 3, limit="{nodes: 90}")
        by_limit, _ = self.rated("results/one", "results/more", "--by", "limit")
        self.assertEqual(["limit: nodes 30", "limit: nodes 90"], [part["run"]["name"] for part in by_limit["parts"]])
        for part in by_limit["parts"]:
            self.assertEqual(["a", "b", "c (nodes 70)"], sorted(row["name"] for row in part["engines"]))
        by_opening, _ = self.rated("results/one", "--by", "opening")
        self.assertEqual([6, 6, 6], [part["run"]["games"] for part in by_opening["parts"]])
        first = self.games("one")[0]
        names = [part["run"]["name"] for part in by_opening["parts"]]
        self.assertIn(f"opening: {first['opening']['name']}: {' '.join(first['opening']['moves'])}", names)
        (self.folder / "bare.pgn").write_text('[White "a"]\n[Black "b"]\n\nF f 1-0\n\n[White "b"]\n[Black "a"]\n\nE e 1-0\n')
        bare, _ = self.rated("bare.pgn", "--by", "opening")
        self.assertEqual(["opening: unknown opening"], [part["run"]["name"] for part in bare["parts"]])
        (self.folder / "mixed.csv").write_text(
            "first,second,result,variant\na,b,1,oware\nb,a,0.5,kalah\nb,a,1,oware\na,b,0,kalah\n")
        rows = list(csv.DictReader(io.StringIO(self.ebiri("rate", "mixed.csv", "--by", "variant", "--format", "csv")[0])))
        self.assertEqual({("oware", "2"), ("kalah", "2")}, {(row["part"], row["games"]) for row in rows})
        text = self.ebiri("rate", "mixed.csv", "--by", "variant")[0]
        self.assertTrue(text.startswith("variant: oware\n"))
        self.assertIn("\nvariant: kalah\n", text)
        _, err = self.ebiri("rate", "mixed.csv", "--by", "variant", "--crosstable", expect=2)
        self.assertIn("--crosstable", err)


if __name__ == "__main__":
    main()

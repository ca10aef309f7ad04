"""`ebiri convert`, and `ebiri rate` of files other than journals."""

import csv
import io
import json
import pathlib
import re
import sqlite3

from arena import ArenaTest, main

PAGE = pathlib.Path(__file__).resolve().parents[2] / "results/FORMATS.md"

PGN = """[Event "cup"]
[Site "?"]
[Date "????.??.??"]
[Round "1"]
[White "one"]
[Black "the \\"second\\""]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5 {nested}) 1-0

[Event "cup"]
[White "the \\"second\\""]
[Black "one"]
[Round "1"]
[Result "1/2-1/2"]

[Event "cup"]
[White "one"]
[Black "third"]
[Result "*"]
"""


class Convert(ArenaTest):
    def setUp(self):
        super().setUp()
        self.play_once(self.config())

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def rate(self, *inputs):
        return json.loads(self.ebiri("rate", *inputs, "--format", "json")[0])

    def convert(self, source, to, name):
        self.ebiri("convert", source, "--to", to, "-o", name)
        return (self.folder / name).read_bytes().decode(errors="replace")

    def assertSameRatings(self, source):
        """Checks that results, ratings and opening pairs equal those of the run."""
        wanted, found = self.rate("results/test"), self.rate(source)
        for old, new in zip(wanted["engines"], found["engines"], strict=True):
            for key in ("name", "games", "wins", "draws", "losses", "pairs", "margin"):
                self.assertEqual(old[key], new[key], key)
            self.assertAlmostEqual(old["elo"], new["elo"], 6)
            self.assertAlmostEqual(old["error95"], new["error95"], 6)

    def test_every_format_gives_the_same_ratings(self):
        for to in ("pgn", "ogn", "csv", "journal", "sqlite"):
            with self.subTest(to):
                self.convert("results/test", to, f"games.{to}")
                self.assertSameRatings(f"games.{to}")

    def test_games_come_back_from_ogn_and_pgn(self):
        kept = ("south", "north", "variant", "ruleset", "opening", "result", "cause", "reason", "seeds", "final",
                "moves", "sides")
        pick = lambda games: sorted(json.dumps([game[key] for key in kept]) for game in games)
        wanted = pick(self.games())
        for to in ("ogn", "pgn"):
            with self.subTest(to):
                self.convert("results/test", to, f"games.{to}")
                lines = self.convert(f"games.{to}", "journal", f"from-{to}.jsonl").splitlines()
                self.assertEqual(wanted, pick(json.loads(line) for line in lines[1:]))

    def test_a_database_keeps_all_that_a_journal_holds(self):
        once = self.convert("results/test", "journal", "once.jsonl")
        self.convert("results/test", "sqlite", "games.sqlite")
        self.assertEqual(once, self.convert("games.sqlite", "journal", "twice.jsonl"))
        self.assertEqual(self.rate("results/test"), self.rate("games.sqlite"))

    def test_inputs_become_runs_of_one_database(self):
        self.ebiri("run", self.config(name="other", pairs=1), "--quiet")
        self.convert("results/other", "ogn", "other.ogn")
        self.ebiri("convert", "results/test", "other.ogn", "--to", "sqlite", "-o", "games.sqlite")
        with sqlite3.connect(self.folder / "games.sqlite") as database:
            counts = database.execute("SELECT name, count(*) FROM games JOIN runs USING (run) GROUP BY run")
            self.assertEqual([("test", 18), ("other", 6)], counts.fetchall())
        self.assertEqual(24, self.rate("games.sqlite")["run"]["games"])

    def test_the_tables_and_questions_of_the_page(self):
        self.convert("results/test", "sqlite", "games.sqlite")
        text = PAGE.read_text()
        section = text[text.index("## Games in SQL"):text.index("## Events")]
        times, openings = re.findall(r"```sql\n(.*?)```", section, re.DOTALL)
        database = sqlite3.connect(self.folder / "games.sqlite")
        self.addCleanup(database.close)
        tables = dict(re.findall(r"^\| `(\w+)` \|[^|]*\| (.*) \|$", section, re.MULTILINE))
        there = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        self.assertEqual(there, list(tables))
        for table in there:
            columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
            self.assertEqual(columns, re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", tables[table])))
        thought, scores = {}, {}
        for game in self.games():
            for side, wall in zip(game["sides"], game["wall_us"], strict=True):
                thought.setdefault(game["south" if side == "S" else "north"], []).append(wall)
            points = {"south": 1, "draw": 0.5, "north": 0}[game["result"]]
            scores.setdefault(game["opening"]["name"], []).append(points)
        rows = database.execute(times).fetchall()
        self.assertEqual([(name, len(times), max(times) / 1000) for name, times in sorted(thought.items())],
                         [(row[0], row[1], row[3]) for row in rows])
        for row in rows:
            self.assertAlmostEqual(sum(thought[row[0]]) / row[1] / 1000, row[2], delta=0.00051)  # rounded
        rows = database.execute(openings).fetchall()
        self.assertEqual({name: sum(points) / len(points) for name, points in scores.items()},
                         {row[0]: row[3] for row in rows})
        self.assertEqual(sorted((row[3] for row in rows), reverse=True), [row[3] for row in rows])

    def test_a_database_is_a_file(self):
        said = self.ebiri("convert", "results/test", "--to", "sqlite", expect=2)[1]
        self.assertIn("`--to sqlite` needs an output file: -o FILE", said)

    def test_a_converted_journal_is_confirmed_by_replay(self):
        self.convert("results/test", "ogn", "games.ogn")
        (self.folder / "made").mkdir()
        self.convert("games.ogn", "journal", "made/games.jsonl")
        self.assertIn("18 games confirmed, 0 refuted", self.ebiri("replay", "made")[0])

    def test_pgn_is_as_other_programs_read_it(self):
        text = self.convert("results/test", "pgn", "games.pgn")
        games = text.split("[Event ")[1:]
        self.assertEqual(18, len(games))
        roster = ["Site", "Date", "Round", "White", "Black", "Result"]
        for game in games:
            self.assertEqual(roster, re.findall(r'^\[(\w+) "', game, re.MULTILINE)[:6])
            result = re.search(r'^\[Result "(1-0|0-1|1/2-1/2)"\]$', game, re.MULTILINE)[1]
            self.assertTrue(game.rstrip().endswith(result))

    def test_a_pgn_of_other_programs(self):
        file = self.write("other.pgn", PGN)
        rated = self.rate(file)
        rows = {row["name"]: row for row in rated["engines"]}
        self.assertEqual((2, 1, 1), tuple(rows["one"][key] for key in ("games", "wins", "draws")))
        self.assertEqual([0, 0, 0, 1, 0], rows["one"]["pairs"])
        self.assertEqual(0, rows["third"]["games"])
        self.assertIsNone(rows["one"]["margin"])
        again = self.convert(file, "csv", "other.csv")
        rows = list(csv.DictReader(io.StringIO(again)))
        self.assertEqual(['the "second"', "0.5", "1"], [rows[1]["first"], rows[1]["result"], rows[1]["pair"]])
        self.assertIn('[White "the \\"second\\""]', self.convert("other.csv", "pgn", "again.pgn"))

    def test_names_that_a_spreadsheet_would_calculate(self):
        names = ["=1+1", "-minus", "'=quoted", "'plain"]
        cells = ["'=1+1", "'-minus", "''=quoted", "'plain"]
        pgn = "".join(f'[White "{one}"]\n[Black "{other}"]\n[Result "1-0"]\n\n1-0\n\n' for one, other in (names[:2], names[2:]))
        table = self.convert(self.write("formulas.pgn", pgn), "csv", "formulas.csv")
        rows = list(csv.DictReader(io.StringIO(table)))
        self.assertEqual(cells, [row[side] for row in rows for side in ("first", "second")])
        history = self.ebiri("rate", "formulas.csv", "--history", "2")[0]
        self.assertEqual(set(cells), {row["engine"] for row in csv.DictReader(io.StringIO(history))})
        self.assertEqual(table, self.convert("formulas.csv", "csv", "again.csv"))
        self.assertEqual(set(names), {row["name"] for row in self.rate("formulas.csv")["engines"]})

    def test_games_without_moves_count_one_by_one(self):
        rows = "".join("a,b,1\nb,a,0.5\n" for _ in range(10))
        rated = self.rate(self.write("many.csv", "first,second,result\n" + rows))
        self.assertEqual((20, 20), (rated["run"]["games"], rated["run"]["unique_games"]))

    def test_inputs_of_all_kinds_are_rated_together(self):
        csv_file = self.write("more.csv", "first;second;result\ngreedy;newcomer;1\nnewcomer;greedy;0,5\n")
        rated = self.rate("results/test", csv_file)
        self.assertEqual({"alphabeta", "greedy", "random", "newcomer"}, {row["name"] for row in rated["engines"]})
        self.assertEqual(20, rated["run"]["games"])

    def test_rules_are_not_mixed_unless_asked(self):
        file = self.write("kalah.csv", "first,second,result,variant\ngreedy,x,1,\ngreedy,x,1,kalah\n")
        said = self.ebiri("rate", "results/test", file, expect=2)[1]
        self.assertIn("kalah.csv:3 was played under kalah", said)
        self.assertIn("--mixed", said)
        self.ebiri("rate", "results/test", file, "--mixed")
        self.ebiri("run", self.config(name="kalah", variant="kalah", pairs=1), "--quiet")
        said = self.ebiri("convert", "results/test", "results/kalah", "--to", "journal", expect=2)[1]
        self.assertRegex(said, r"results/kalah\S*: game \d+ was played under kalah .*; convert them separately\n$")

    def test_invalid_input_is_reported_with_file_and_line(self):
        for name, text, said in (
                ("a.csv", "first,second\n", "a.csv:1: error: the column `result` is missing"),
                ("bot.py", "import sys\n", "bot.py:1: error: the column `first` is missing; to rate an engine: ebiri grade bot.py"),
                ("b.csv", "first,second,result\na,b,1\n\na,b\n", "b.csv:4: error: found 2 cells, expected 3"),
                ("c.csv", 'first,second,result\na,"b,1\n', "c.csv:2: error: the quoted cell"),
                ("d.csv", "first,second,result\na,b,2\n", "d.csv:2: error: `2` is not a result"),
                ("e.csv", "first,second,result\na,a,1\n", "e.csv:2: error: `a` plays against itself"),
                ("f.pgn", '\n[White "x"]\n[Black "y"]\n\n', "f.pgn:2: error: `` is not a result"),
                ("g.pgn", '[White "x]\n', 'g.pgn:1: error: the value of the tag `White` has no `"`'),
                ("h.pgn", '[White "x"]\n\n{ never ends', "h.pgn:3: error: the comment that begins here"),
                ("i.pgn", '[White "x"]\n\n( ( )', "i.pgn:3: error: the variation that begins here"),
                ("j.sqlite", "SQLite format 3\0" + 100 * "x", "cannot read `j.sqlite`: file is not a database")):
            with self.subTest(name):
                self.assertIn(said, self.ebiri("rate", self.write(name, text), expect=3)[1])

    def test_nothing_is_overwritten(self):
        self.write("old.pgn", "precious")
        self.assertIn("exists already", self.ebiri("convert", "results/test", "--to", "pgn", "-o", "old.pgn",
                                                     expect=2)[1])
        self.assertEqual("precious", (self.folder / "old.pgn").read_text())

    def test_games_that_have_no_moves_make_no_journal(self):
        out = self.ebiri("convert", self.write("x.csv", "first,second,result\na,b,1\n"), "--to", "journal", expect=2)
        self.assertIn("x.csv:2: left out: it has no moves", out[1])
        self.assertEqual("", out[0])


if __name__ == "__main__":
    main()

"""results/reference/ladder-*: the levels differ as documented, the ratings follow from the games, and the games are reproducible."""

import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from arena import ArenaTest, main  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIANTS = ["oware", "kalah", "omweso", "namnam", "bao"]
CHUNK = "1/8"  # of the games of one opening for each two engines


def folder(variant):
    return ROOT / f"results/reference/ladder-{variant}"


def engines_of(text):
    return {engine["name"]: engine for engine in json.loads(text)["engines"]}


class Ladders(ArenaTest):
    def test_levels_differ_from_the_next_but_one(self):
        for variant in VARIANTS:
            engines = engines_of((folder(variant) / "standings.json").read_text())
            for level in range(1, 9):
                with self.subTest(variant=variant, level=level):
                    lower, upper = engines[f"level-{level}"], engines[f"level-{level + 2}"]
                    self.assertLess(lower["elo"] + lower["error95"], upper["elo"] - upper["error95"])

    def test_the_ratings_come_from_the_games(self):
        for variant in VARIANTS:
            with self.subTest(variant):
                out, _ = self.ebiri("rate", folder(variant) / "games.csv", folder(variant) / "neighbours.csv", "--format", "json")
                recorded = engines_of((folder(variant) / "standings.json").read_text())
                for name, engine in engines_of(out).items():
                    self.assertAlmostEqual(recorded[name]["elo"], engine["elo"], delta=1e-5)
                    self.assertAlmostEqual(recorded[name]["error95"], engine["error95"], delta=1e-5)

    def test_each_level_is_known_to_20_elo_against_the_next(self):
        for variant in VARIANTS:
            out, _ = self.ebiri("rate", folder(variant) / "neighbours.csv", "--crosstable", "--format", "csv")
            met = [row for row in csv.DictReader(out.splitlines()) if int(row["games"]) > 0]
            self.assertEqual(2 * 9, len(met))
            for row in met:
                self.assertLess(float(row["error95"]), 21, row)

    def test_grade_uses_these_ratings(self):
        with (ROOT / "configs/ladder/ratings.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(50, len(rows))
        for row in rows:
            with self.subTest(row):
                engines = engines_of((folder(row["variant"]) / "standings.json").read_text())
                level, lowest = engines[f"level-{row['level']}"], engines["level-1"]
                self.assertEqual(float(row["elo"]), round(level["elo"] - lowest["elo"]))
                self.assertEqual(float(row["error95"]), round(level["error95"]))
                self.assertIn(f"nodes: {row['nodes']}", (ROOT / f"configs/ladder/{row['variant']}.yaml").read_text())

    def test_the_same_games_are_played_again(self):
        for variant in VARIANTS:
            with self.subTest(variant):
                self.ebiri("run", ROOT / f"configs/ladder/{variant}.yaml", "--set", "pairs=1", "--chunk", CHUNK, "--quiet")
                self.ebiri("convert", f"results/ladder-{variant}.chunk-1-of-8", "--to", "csv", "--output", f"{variant}.csv")
                with (folder(variant) / "games.csv").open() as recorded, (self.folder / f"{variant}.csv").open() as again:
                    played = {row[0]: row for row in csv.reader(again)}
                    self.assertGreater(len(played), 10)
                    self.assertEqual({row[0]: row for row in csv.reader(recorded) if row[0] in played}, played)


if __name__ == "__main__":
    main()

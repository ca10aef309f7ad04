#!/usr/bin/env python3
"""Measures ladders of configs/ladder again: `python3 results/reference/measure_ladders.py oware kalah namnam omweso bao`.

For each variant named it plays every level against the next one until their difference is known to 20 Elo (95 %), in
results/ladder-VARIANT-LEVEL; interrupted, it goes on where it stopped. neighbours.csv gets these games. The standings
rate them together with games.csv, the round robin of configs/ladder/VARIANT.yaml, and configs/ladder/ratings.csv has
the ratings above level 1. All five need about two hours of two cores.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EBIRI = ROOT / "ebiri"
UNTIL_KNOWN = "openings: {{random-plies: {}}}\nstop: {{precision: 20, max-pairs: 3000}}"
GAMES = {
    "oware": UNTIL_KNOWN.format(6),  # enough for 3,000 openings
    "kalah": UNTIL_KNOWN.format(6),
    "namnam": UNTIL_KNOWN.format(6),
    # The arrangements are half of the game: after random ones, levels 7 to 10 differ by less than 12 Elo.
    "omweso": "openings: start\npairs: 800",
    "bao": UNTIL_KNOWN.format(8),
}
COLUMNS = ["pair", "first", "second", "result", "variant", "ruleset", "seeds_first", "seeds_second"]
LEVELS = 10


def ebiri(*arguments):
    return subprocess.run([EBIRI, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def config_of(variant, lower):
    """The config of a match of `lower` and the next level: that of the round robin, until a precision."""
    engines = [f"{{name: level-{n}, command: bots/alphabeta, options: {{Level: {n}}}}}" for n in (lower, lower + 1)]
    text = (ROOT / f"configs/ladder/{variant}.yaml").read_text()
    keep = [line for line in text[: text.index("engines:")].splitlines() if not re.match("#|(name|seed|pairs|openings):", line)]
    return "\n".join([
        f"name: ladder-{variant}-{lower}",
        f"seed: {42 + lower}",
        *keep,
        GAMES[variant],
        f"engines: [{', '.join(engines)}]\n",
    ])


def neighbours(variant):
    """All games of neighbours, their opening pairs numbered through."""
    pair = 0
    for lower in range(1, LEVELS):
        config = ROOT / f"results/ladder-{variant}-{lower}.yaml"
        config.parent.mkdir(exist_ok=True)
        config.write_text(config_of(variant, lower))
        ebiri("run", config, "--quiet")
        games = csv.DictReader(ebiri("convert", f"results/ladder-{variant}-{lower}", "--to", "csv").splitlines())
        rows = sorted(games, key=lambda row: int(row["game"]))
        for row in rows:
            yield [pair + int(row["pair"]), *(row[column] for column in COLUMNS[1:])]
        pair += int(rows[-1]["pair"])


def measure(variant):
    """Writes the files of one variant, and returns the rows of ratings.csv."""
    folder = ROOT / f"results/reference/ladder-{variant}"
    with (folder / "neighbours.csv").open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows(neighbours(variant))
    for form, ending in (("markdown", "md"), ("json", "json")):
        (folder / f"standings.{ending}").write_text(ebiri("rate", folder / "games.csv", folder / "neighbours.csv", "--format", form))
    nodes = re.search(r"^limit: \{nodes: (\d+)\}", (ROOT / f"configs/ladder/{variant}.yaml").read_text(), re.MULTILINE)[1]
    engines = {engine["name"]: engine for engine in json.loads((folder / "standings.json").read_text())["engines"]}
    lowest = engines["level-1"]["elo"]
    for level in range(1, LEVELS + 1):
        engine = engines[f"level-{level}"]
        yield [variant, nodes, level, round(engine["elo"] - lowest), round(engine["error95"])]


RATINGS = ROOT / "configs/ladder/ratings.csv"
with RATINGS.open() as file:
    rows = [row for row in list(csv.reader(file))[1:] if row[0] not in sys.argv[1:]]
for variant in sys.argv[1:]:
    rows += [[str(value) for value in row] for row in measure(variant)]
with RATINGS.open("w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["variant", "nodes", "level", "elo", "error95"])
    table.writerows(sorted(rows, key=lambda row: (row[0], int(row[2]))))

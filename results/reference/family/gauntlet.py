#!/usr/bin/env python3
"""alphabeta against greedy and mcts in the games of the library: `gauntlet.py [GAME…] > gauntlet.csv`.

20 pairs of games each at 20 ms a move, from openings of four random plies. Without arguments it plays the games of
library.csv that last at most 200 plies on average, which takes about an hour of two cores. Columns: `score` and
`los` are alphabeta's; pairs_0 … pairs_4 count the pairs in which it scored 0, 0.5 … 2 points.

gauntlet.csv has 97 of these games, played by commit e583fa7e, one game at a time on each core. With a likelihood of at
least 97.5 %, alphabeta is stronger than greedy in 91 of them, than mcts in 51, than both in 50; mcts is stronger in 3.
In 28 of the other 43 at least 16 of the 20 pairs against mcts are split: there the opening decides.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EBIRI = HERE.parents[2] / "ebiri"
MATCH = ["--pairs", "20", "--limit", "{move: 20ms}", "--set", "openings={random-plies: 4}", "--format", "json", "--quiet"]


def main(games):
    if not games:
        with (HERE / "library.csv").open() as library:
            games = [row["game"] for row in csv.DictReader(library) if float(row["plies"]) <= 200]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["game", "opponent", "score", "los", *(f"pairs_{halves}" for halves in range(5)), "ms_per_move"])
    with tempfile.TemporaryDirectory() as results:
        for game in games:
            for opponent in ("greedy", "mcts"):
                command = [EBIRI, "match", "alphabeta", opponent, "--game", game, *MATCH, "--results", f"{results}/{game}"]
                table = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
                first = next(row for row in table["engines"] if row["name"] == "alphabeta")
                two = table["two_engines"]
                assert two["first"] == "alphabeta", two
                out.writerow([game, opponent, two["score"], two["los"], *two["pairs"], first["ms_per_move"]])
                sys.stdout.flush()


main(sys.argv[1:])

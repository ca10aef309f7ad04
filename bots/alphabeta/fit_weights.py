#!/usr/bin/env python3
"""Fits weights for alphabeta's evaluations to the games of a run: python3 fit_weights.py EBIRI RUN [ENGINE…]

Each position after a move that gained at most one seed is one observation: the mover's features minus the
opponent's, and whether the mover won the game. Drawn and void games do not count. A logistic regression finds the
weights, and prints them in hundredths of a seed of lead, the unit of the evaluations in evaluations.hpp. With engines
named, only games between them count. The run must have the variant's default rules and start position.
"""

import json
import math
import pathlib
import subprocess
import sys


def two_row(position):
    """Returns south's and north's pits, the stores, and whether south is to move."""
    fields = position.split("/")[0].split("-")
    half = (len(fields) - 3) // 2
    pits = [int(field) for field in fields[: 2 * half]]
    stores = [int(field) for field in fields[2 * half : 2 * half + 2]]
    return pits[:half], pits[half:], stores, fields[-1] == "S"


def side(pits, store):
    return {
        "store": store,
        "row": sum(pits),
        "filled": sum(1 for seeds in pits if seeds > 0),
        "singles": sum(1 for seeds in pits if seeds == 1),
        "twos": sum(1 for seeds in pits if seeds == 2),
        "heavy": sum(1 for seeds in pits if seeds > 11),
        "last": pits[-1],
        "first": pits[0],
        "exact": sum(1 for at, seeds in enumerate(pits) if seeds == len(pits) - at),
    }


def features(position):
    """Returns the mover's features minus the opponent's, whether south is to move, and the stores."""
    south, north, stores, souths_turn = two_row(position)
    one, other = side(south, stores[0]), side(north, stores[1])
    sign = 1 if souths_turn else -1
    return {"move": 1, **{name: sign * (one[name] - other[name]) for name in one}}, souths_turn, tuple(stores)


def games(run, engines):
    for line in (pathlib.Path(run) / "games.jsonl").read_text().splitlines():
        game = json.loads(line)
        if game["type"] != "game" or game.get("result") not in ("south", "north"):
            continue
        if not engines or {game["south"], game["north"]} <= set(engines):
            yield game


def observations(ebiri, run, engines):
    chosen = list(games(run, engines))
    if not chosen:
        sys.exit("no game between these engines was won")
    variant = chosen[0]["variant"]
    asked, winners = [], []
    for game in chosen:
        moves = game["opening"]["moves"] + game["moves"]
        for played in range(len(game["opening"]["moves"]), len(moves)):
            asked.append(json.dumps({"moves": moves[:played]}))
            winners.append((game["game"], game["result"] == "south"))
    answers = subprocess.run([ebiri, "oracle", variant], input="\n".join(asked) + "\n", text=True,
                             capture_output=True, check=True).stdout.splitlines()
    before = None
    for answer, (number, south_won) in zip(answers, winners):
        seen, souths_turn, stores = features(json.loads(answer)["position"])
        quiet = before is not None and before[0] == number and sum(stores) - sum(before[1]) <= 1
        if quiet:
            yield seen, south_won == souths_turn
        before = (number, stores)


def solve(matrix, right):
    """Solves matrix · x = right by Gaussian elimination with pivots."""
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(size):
            if row != at and rows[row][at]:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at])]
    return [rows[at][size] / rows[at][at] for at in range(size)]


def fit(samples):
    """Fits by Newton's method. A small penalty on large weights makes sure that a solution exists."""
    names = list(samples[0][0])
    table = [([seen[name] for name in names], won) for seen, won in samples]
    weights = [0.0] * len(names)
    for _ in range(12):
        gradient = [-0.01 * weight for weight in weights]
        curvature = [[0.01 if a == b else 0.0 for a in range(len(names))] for b in range(len(names))]
        for values, won in table:
            expected = 1 / (1 + math.exp(-max(-30, min(30, sum(w * v for w, v in zip(weights, values))))))
            spread = expected * (1 - expected)
            for a, value in enumerate(values):
                if value:
                    gradient[a] += (won - expected) * value
                    for b, other in enumerate(values):
                        curvature[a][b] += spread * value * other
        weights = [weight + step for weight, step in zip(weights, solve(curvature, gradient))]
    # The variances are the diagonal of the inverse of `curvature`.
    errors = [math.sqrt(max(0, solve(curvature, [1.0 if a == b else 0.0 for a in range(len(names))])[b]))
              for b in range(len(names))]
    return {name: (weight, error) for name, weight, error in zip(names, weights, errors)}


def main():
    ebiri, run, *engines = sys.argv[1:]
    samples = list(observations(ebiri, run, engines))
    fitted = fit(samples)
    unit = fitted["store"][0] / 100
    print(f"{len(samples)} positions; hundredths of a seed of lead, with the standard error")
    for name, (weight, error) in fitted.items():
        print(f"{name:>8} {weight / unit:8.1f} ± {error / unit:.1f}")


if __name__ == "__main__":
    main()

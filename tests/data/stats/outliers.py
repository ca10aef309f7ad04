"""Writes outliers.json: ratings of pools in which some results have no finite rating.

    python3 tests/data/stats/outliers.py > tests/data/stats/outliers.json

The decision tries all directions of small whole numbers, and the maxima are found with mpmath in 40 digits, so that
nothing is shared with the program but the definitions in referee/rating/README.md.
"""

import itertools
import json
import random

from mpmath import mp, mpf

mp.dps = 40
UNIT = mp.log(10) / 400


def took(row):
    return row[2] + row[3] > 0


def lost(row):
    return row[4] + row[3] > 0


def directions(players, rows, advantage, anchors):
    """All d with d[0] = 0 and entries from -players to players that no row contradicts."""
    for rest in itertools.product(range(-players, players + 1), repeat=players - 1):
        d = (0, *rest)
        if len({d[k] for k in anchors}) > 1:
            continue
        steps = [(row, d[row[0]] - d[row[1]] + advantage) for row in rows]
        if all((not took(row) or step >= 0) and (not lost(row) or step <= 0) for row, step in steps):
            yield d


def decide(players, rows, fitted, anchors=()):
    level = list(directions(players, rows, 0, anchors))
    component, seen = [], []
    for k in range(players):
        values = tuple(d[k] for d in level)
        if values not in seen:
            seen.append(values)
        component.append(seen.index(values))
    infinite = fitted and any(next(directions(players, rows, a, anchors), None) for a in (1, -1))
    return component, infinite


def chance(x):
    return 1 / (1 + mp.exp(-x))


def information(vectors, rows, offset, x):
    size = len(x)
    total = mp.matrix(size, size)
    for v, row, base in zip(vectors, rows, offset):
        p = chance(base + sum(a * b for a, b in zip(v, x)))
        weight = (row[2] + row[3] + row[4]) * p * (1 - p)
        for i in range(size):
            for j in range(size):
                total[i, j] += weight * v[i] * v[j]
    return total


def maximise(vectors, rows, offset, size, penalised):
    """Fisher's scoring, with steps that are halved until the objective grows."""
    def objective(x):
        total = mpf(0)
        for v, row, base in zip(vectors, rows, offset):
            u = base + sum(a * b for a, b in zip(v, x))
            total += (row[2] + mpf(row[3]) / 2) * u - (row[2] + row[3] + row[4]) * mp.log(1 + mp.exp(u))
        return total + (mp.log(mp.det(information(vectors, rows, offset, x))) / 2 if penalised else 0)

    def gradient(x):
        result = mp.matrix(size, 1)
        cover = mp.inverse(information(vectors, rows, offset, x)) if penalised else None
        for v, row, base in zip(vectors, rows, offset):
            n = row[2] + row[3] + row[4]
            p = chance(base + sum(a * b for a, b in zip(v, x)))
            slope = row[2] + mpf(row[3]) / 2 - n * p
            if penalised:
                along = sum(v[i] * cover[i, j] * v[j] for i in range(size) for j in range(size))
                slope += n * p * (1 - p) * (1 - 2 * p) * along / 2
            for i in range(size):
                result[i] += slope * v[i]
        return result

    x = mp.matrix(size, 1)
    while size:
        step = mp.lu_solve(information(vectors, rows, offset, x), gradient(x))
        if mp.norm(step) < mpf(10) ** -16:
            break
        before = objective(x)
        while objective(x + step) <= before:
            step /= 2
        x += step
    return x


def weights(fits, k, minus):
    """How the rating of k, minus the mean of others, depends on inner ratings and on offsets."""
    own, shift = {}, {}

    def add(engine, factor):
        own[engine] = own.get(engine, 0) + factor
        group = fits["members"][fits["component"][engine]]
        if not fits["held"] & set(group):
            for other in group:
                own[other] = own.get(other, 0) - factor / len(group)
        if fits["component"][engine] != fits["base"]:
            c = fits["moved"].index(fits["component"][engine])
            shift[c] = shift.get(c, 0) + factor
    add(k, mpf(1))
    for other in minus:
        add(other, -mpf(1) / len(minus))
    return own, shift


def error(fits, k, minus):
    free = fits["free"]

    def inner(i, j):
        return fits["cover"][free.index(i), free.index(j)] if i in free and j in free else mpf(0)
    own, shift = weights(fits, k, minus)
    total = sum(a * b * inner(i, j) for i, a in own.items() for j, b in own.items())
    total += sum(a * b * fits["apart_cover"][i, j] for i, a in shift.items() for j, b in shift.items())
    return float(mp.sqrt(abs(total)) / UNIT)


def rate(players, rows, fitted, anchors):
    component, infinite = decide(players, rows, fitted, list(anchors))
    assert not infinite
    count = max(component) + 1
    members = [[k for k in range(players) if component[k] == c] for c in range(count)]
    held = {k for k in anchors}
    gauges = {group[-1] for group in members if not held & set(group)}
    free = [k for k in range(players) if k not in held and k not in gauges]
    inner = [row for row in rows if component[row[0]] == component[row[1]]]
    size = len(free) + (1 if fitted else 0)
    fixed = [anchors.get(k, 0) * UNIT for k in range(players)]
    vectors = [[(row[0] == k) - (row[1] == k) for k in free] + ([1] if fitted else []) for row in inner]
    offset = [fixed[row[0]] - fixed[row[1]] for row in inner]
    x = maximise(vectors, inner, offset, size, False)
    cover = mp.inverse(information(vectors, inner, offset, x)) if size else mp.matrix(0, 0)
    advantage = x[size - 1] if fitted else mpf(0)
    ratings = [x[free.index(k)] if k in free else fixed[k] for k in range(players)]

    largest = sorted(members, key=len, reverse=True)
    alone = count == 1 or len(largest[0]) > len(largest[1])
    reference = largest[0] if alone else list(range(players))
    base = component[largest[0][0]]
    for group in members:
        if held & set(group):
            reference, base = group, component[group[0]]
            alone = True
            continue
        mean = sum(ratings[k] for k in group) / len(group)
        for k in group:
            ratings[k] -= mean
    outer = [row for row in rows if component[row[0]] != component[row[1]]]
    moved = [c for c in range(count) if c != base]
    vectors = [[(component[row[0]] == c) - (component[row[1]] == c) for c in moved] for row in outer]
    offset = [ratings[row[0]] - ratings[row[1]] + advantage for row in outer]
    apart = maximise(vectors, outer, offset, len(moved), True) if moved else []
    apart_cover = mp.inverse(information(vectors, outer, offset, apart)) if moved else mp.matrix(0, 0)
    for k in range(players):
        if component[k] != base:
            ratings[k] += apart[moved.index(component[k])]
    zero = mpf(0) if held else sum(ratings[k] for k in reference) / len(reference)

    fits = {"component": component, "members": members, "held": held, "free": free, "cover": cover, "base": base,
            "moved": moved, "apart_cover": apart_cover}
    return {"component": component, "advantage": float(advantage / UNIT),
            "elo": [float((r - zero) / UNIT) for r in ratings],
            "marked": [not alone or k not in reference for k in range(players)],
            "se_fisher": [error(fits, k, [] if held else reference) for k in range(players)],
            "se_fisher_diff_to_0": [error(fits, k, [0]) if k else 0.0 for k in range(players)]}


def both(i, j, wins, draws, losses, more=2):
    """Two rows: i begins, and j begins; i has the same results, with `more` wins when it begins."""
    return [[i, j, wins + more, draws, losses], [j, i, losses, draws, wins]]


def sweep(i, others, n=4):
    return [row for j in others for row in ([i, j, n, 0, 0], [j, i, 0, 0, n])]


MIXED = both(0, 1, 5, 2, 3) + both(1, 2, 4, 1, 4) + both(0, 2, 6, 2, 2)
FOUR = MIXED + both(2, 3, 4, 4, 5) + both(0, 3, 6, 1, 2) + both(1, 3, 5, 3, 3)


def lose(i, others, n=4):
    return [row for j in others for row in ([i, j, 0, 0, n], [j, i, n, 0, 0])]


CASES = [
    ("no outlier", 4, FOUR, {}),
    ("one wins everything", 5, FOUR + sweep(4, range(4)), {}),
    ("one loses everything", 5, FOUR + lose(4, range(4)), {}),
    ("one at either end", 5, MIXED + sweep(3, range(3)) + lose(4, range(4)), {}),
    ("a chain above the pool", 5, MIXED + sweep(3, range(3)) + sweep(4, [3], 6), {}),
    ("single engines only, one that met the others twice as often", 3,
     [[0, 1, 4, 0, 0], [1, 2, 4, 0, 0], [0, 2, 8, 0, 0]], {}),
    ("a pair beats one and loses to another", 4, both(0, 1, 5, 2, 3) + sweep(0, [2]) + lose(1, [3]), {}),
    ("two groups, none of them the main one", 4, both(0, 1, 5, 2, 3) + both(2, 3, 4, 4, 1) + sweep(0, [2]), {}),
    ("an anchor is the outlier", 4, MIXED + sweep(3, range(3)), {3: 2000}),
    ("an anchor in the pool", 4, MIXED + sweep(3, range(3)), {0: 1500}),
    ("anchors tie the outlier to the pool", 4, MIXED + sweep(3, range(3)), {0: 1500, 3: 2100}),
]


def random_pools(count):
    """Sparse pools with few games, many of them without finite ratings."""
    source = random.Random(1)
    for _ in range(count):
        players = source.randint(2, 4)
        rows = []
        for i, j in itertools.combinations(range(players), 2):
            for first, second in ((i, j), (j, i)):
                kind = source.random()
                games = [0, 0, 0]
                for _ in range(source.choice((0, 1, 1, 2))):
                    games[0 if kind < 0.45 else 2 if kind < 0.7 else source.randint(0, 2)] += 1
                if sum(games):
                    rows.append([first, second, *games])
        if rows:
            component, infinite = decide(players, rows, True)
            yield {"players": players, "rows": rows, "component": component, "advantage_infinite": infinite}


def main():
    cases = []
    for name, players, rows, anchors in CASES:
        fitted = name != "single engines only, one that met the others twice as often"
        cases.append({"name": name, "players": players, "rows": rows, "fitted": fitted,
                      "anchors": {str(k): v for k, v in anchors.items()},
                      "expected": rate(players, rows, fitted, anchors)})
    document = {"meta": {"generator": "outliers.py", "tolerance": {"elo": 1e-6, "se": 1e-6}},
                "cases": cases, "decisions": list(random_pools(200))}
    text = json.dumps(document)
    print(text.replace('{"name"', '\n{"name"').replace('{"players"', '\n{"players"').replace('"decisions"', '\n"decisions"'))


main()

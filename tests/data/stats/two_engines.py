"""Writes two_engines.json: what the games of two engines say, computed game by game in 30 digits.

    python3 tests/data/stats/two_engines.py > tests/data/stats/two_engines.json

Shares nothing with the program but the definitions in referee/rating/README.md: games are lists of scores, the
likelihood is maximised by bisection, and clusters are summed one by one.
"""

import json

from mpmath import asinh, betainc, erfc, exp, log, mp, mpf, sqrt

mp.dps = 30
UNIT = log(mpf(10)) / 400
Z95 = mpf("1.959963984540054")
NELO = 800 / log(mpf(10))


def chance(x):
    return 1 / (1 + exp(-x))


def student_quantile(degrees):
    """The t with P(T <= t) = 0.975."""
    def missing(t):
        return betainc(mpf(degrees) / 2, mpf(1) / 2, 0, degrees / (degrees + t * t), regularized=True) / 2 - mpf("0.025")
    low, high = mpf(1), mpf(64)
    while high - low > mpf(10) ** -20:
        middle = (low + high) / 2
        low, high = (middle, high) if missing(middle) > 0 else (low, middle)
    return low


def clusters_of(case):
    """Lists of (side, score of the first engine): side +1 where it moves first. One list for each observation."""
    result = []
    for x in range(3):
        for y in range(3):
            result += [[(1, mpf(x) / 2), (-1, 1 - mpf(y) / 2)]] * case["pairs"][x][y]
        result += [[(1, mpf(x) / 2)]] * case["first_begins"][x]
        result += [[(-1, 1 - mpf(x) / 2)]] * case["second_begins"][x]
    return result


def fitted(games):
    """Lead and advantage at which the expected points of both kinds of games are those that were taken."""
    def lead(side):
        scores = [score for where, score in games if where == side]
        share = sum(scores) / len(scores)
        return log(share / (1 - share))
    one, other = lead(1), lead(-1)
    return (one + other) / 2, (one - other) / 2


def errors_of(clusters, lead, advantage):
    """The covariance of the estimates: sum over clusters, plus an imaginary pair without draws."""
    def expected(side):
        return chance(lead + side * advantage)
    information = mp.matrix(2, 2)
    spread = mp.matrix(2, 2)
    for cluster in clusters:
        u = mp.matrix(2, 1)
        for side, score in cluster:
            p = expected(side)
            direction = mp.matrix([1, side])
            information += p * (1 - p) * direction * direction.T
            u += (score - p) * direction
        spread += u * u.T
    spread *= mpf(len(clusters)) / (len(clusters) - 1)
    for side in (1, -1):
        direction = mp.matrix([1, side])
        spread += expected(side) * (1 - expected(side)) * direction * direction.T
    inverse = information ** -1
    return inverse * spread * inverse


def at_score(score, advantage):
    """The lead at which the mean of both kinds of games is `score`."""
    def excess(lead):
        return (chance(lead + advantage) + chance(lead - advantage)) / 2 - score
    low, high = mpf(-60), mpf(60)
    while high - low > mpf(10) ** -22:
        middle = (low + high) / 2
        low, high = (low, middle) if excess(middle) > 0 else (middle, high)
    return low


def expected(case):
    clusters = clusters_of(case)
    games = [game for cluster in clusters for game in cluster]
    lead, advantage = fitted(games)
    cover = errors_of(clusters, lead, advantage)
    error = sqrt(cover[0, 0])
    half = 2 * asinh(student_quantile(len(clusters) - 1) * error / 2)
    pairs = [sum(score for _, score in cluster) / 2 for cluster in clusters if len(cluster) == 2]
    mean = sum(pairs) / len(pairs)
    deviation = sqrt(sum((score - mean) ** 2 for score in pairs) / len(pairs))
    level = [cluster for cluster in clusters if len(cluster) == 2 and cluster[0][1] + cluster[1][1] == 1]
    won = sum(1 for score in pairs if score > 0.5)
    lost = sum(1 for score in pairs if score < 0.5)
    split = sum(1 for cluster in level if cluster[0][1] != mpf(1) / 2)
    first = sum(score if side > 0 else 1 - score for side, score in games)
    return {
        "games": len(games),
        "results": [sum(1 for _, score in games if 2 * score == k) for k in range(3)],
        "points": float(sum(score for _, score in games)),
        "pentanomial": [sum(1 for score in pairs if 4 * score == k) for k in range(5)],
        "elo": float(lead / UNIT),
        "advantage": float(advantage / UNIT),
        "error": float(error / UNIT),
        "low": float((lead - half) / UNIT),
        "high": float((lead + half) / UNIT),
        "los": float(erfc(-lead / error / sqrt(2)) / 2),
        "nelo": float((mean - mpf(1) / 2) / deviation / sqrt(2) * NELO),
        "nelo_error95": float(Z95 * NELO / sqrt(2 * len(pairs))),
        "pairs_ratio": float(mpf(won) / lost) if lost else None,
        "drawn_pairs": float(mpf(len(level)) / len(pairs)),
        "wl_dd": float(mpf(split) / (len(level) - split)) if len(level) > split else None,
        "first_mover_score": float(first / len(games)),
        "further_games": float(max(0, len(games) * ((Z95 * error / lead) ** 2 - 1))) if abs(lead / UNIT) > 1e-9 else None,
        "from_score_elo": [[elo, float(at_score(chance(elo * UNIT), advantage) / UNIT)] for elo in (-300, -10, 0, 25, 400)],
    }


NONE = [0, 0, 0]
CASES = [
    ("an ordinary match", [[40, 25, 30], [22, 60, 21], [70, 30, 55]], NONE, NONE),
    ("moving first matters much", [[2, 1, 9], [1, 0, 3], [12, 6, 80]], NONE, NONE),
    ("moving second is better", [[60, 5, 3], [4, 2, 1], [9, 2, 2]], NONE, NONE),
    ("level", [[5, 3, 4], [3, 6, 2], [4, 2, 7]], NONE, NONE),
    ("few pairs", [[0, 1, 0], [1, 1, 0], [2, 0, 1]], NONE, NONE),
    ("separated", [[1, 0, 4], [2, 3, 0], [60, 11, 20]], NONE, NONE),
    ("games without a partner", [[4, 5, 3], [2, 6, 2], [7, 3, 5]], [1, 0, 4], [2, 3, 1]),
    ("no pair is lost", [[0, 0, 0], [0, 3, 0], [4, 2, 5]], NONE, NONE),
]


def main():
    cases = []
    for name, pairs, first_begins, second_begins in CASES:
        case = {"name": name, "pairs": pairs, "first_begins": first_begins, "second_begins": second_begins}
        case["expected"] = expected(case)
        cases.append(case)
    document = {"meta": {"generator": "two_engines.py", "tolerance": {"elo": 1e-6, "los": 1e-9}}, "cases": cases}
    print(json.dumps(document).replace('{"name"', '\n{"name"'))


main()

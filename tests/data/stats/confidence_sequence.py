"""Writes confidence_sequence.json: the always valid interval of a mean, from the formulas of I. Waudby-Smith and
A. Ramdas, J. R. Statist. Soc. B 86 (2024), section 4.4 (hedged capital, predictable plug-in bets, theta = c = 1/2).

    python3 confidence_sequence.py > confidence_sequence.json

There is no grid: the ends are roots, found by bisection after every score.
"""
import json
import math
import random

ALPHA = 0.05
SCORES = (0, 0.25, 0.5, 0.75, 1)
AT = (1, 2, 5, 10, 20, 50, 100, 200, 400)


def bets(scores):
    """The bet on each score, before it is limited: it depends on earlier scores only."""
    total, squares, result = 0.5, 0.25, []
    for t, score in enumerate(scores, 1):
        result.append(math.sqrt(2 * math.log(2 / ALPHA) / (squares / t * t * math.log(t + 1))))
        total += score
        squares += (score - total / (t + 1)) ** 2
    return result


def log_capital(scores, found, mean):
    """Of the gambler who bets that the scores are above `mean`."""
    return sum(math.log1p(min(bet, 0.5 / mean) * (score - mean)) for score, bet in zip(scores, found))


def lowest_mean(scores):
    """The largest mean that is rejected from below so far; 0 if there is none."""
    found = bets(scores)
    limit = math.log(2 / ALPHA)
    low, high = 1e-9, 1 - 1e-9
    if log_capital(scores, found, low) < limit:
        return 0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if log_capital(scores, found, middle) >= limit else (low, middle)
    return low


def ends(scores):
    """The interval after each count of AT. The bets are the same for mirrored scores, so the upper end is the lower
    end of those."""
    mirrored = [1 - score for score in scores]
    low, high, result = 0, 1, []
    for count in range(1, len(scores) + 1):
        low = max(low, lowest_mean(scores[:count]))
        high = min(high, 1 - lowest_mean(mirrored[:count]))
        if count in AT:
            result.append([count, low, high])
    return result


def main():
    chance = random.Random(11)
    weights = {"equal": (1, 1, 2, 1, 1), "better": (0, 1, 2, 3, 2), "decisive": (1, 0, 1, 0, 4), "same": (0, 0, 1, 0, 0)}
    cases = []
    for name, weight in weights.items():
        scores = chance.choices(SCORES, weight, k=AT[-1])
        cases.append({"name": name, "scores": scores, "ends": ends(scores)})
    print(json.dumps({"meta": {"ends": "pairs, lower end, upper end; 95 %"}, "cases": cases}))


main()

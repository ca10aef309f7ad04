"""Prints the bounds that confidence_sequence_test.cpp expects, from the formulas of Waudby-Smith and Ramdas (2024).

    python3 tests/data/stats/confidence_sequence.py
"""

from fractions import Fraction

from mpmath import mp, mpf

mp.dps = 40
ALPHA = mpf(5) / 100


def bets(scores):
    """Their bets, each from the scores before it."""
    result, means, spread = [], [], []
    for t, score in enumerate(scores, 1):
        variance = (mpf(1) / 4 + sum(spread)) / t
        result.append(mp.sqrt(2 * mp.log(2 / ALPHA) / (variance * t * mp.log(1 + t))))
        means.append((Fraction(1, 2) + sum(scores[:t])) / (t + 1))
        spread.append(mpf((score - means[-1]).numerator) ** 2 / (score - means[-1]).denominator ** 2)
    return result


def excluded(scores, stakes, mean):
    up = down = mpf(1)
    for score, bet in zip(scores, stakes):
        step = score - mean
        away = mpf(step.numerator) / step.denominator
        m = mpf(mean.numerator) / mean.denominator
        up *= 1 + (min(bet, 1 / (2 * m)) if m else bet) * away
        down *= 1 - (min(bet, 1 / (2 * (1 - m))) if m != 1 else bet) * away
        if max(up, down) / 2 >= 1 / ALPHA:
            return True
    return False


SCORES = [Fraction(1, 2) if k % 4 == 0 else Fraction(1) for k in range(40)]
STAKES = bets(SCORES)
INSIDE = [k for k in range(1001) if not excluded(SCORES, STAKES, Fraction(k, 1000))]
print(max(INSIDE[0] - 1, 0) / 1000, min(INSIDE[-1] + 1, 1000) / 1000)

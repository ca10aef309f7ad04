"""Writes a journal of many games as long as real ones, to see how fast `ebiri rate` is: big_journal.py GAMES > games.jsonl

Twenty engines, 60 plies, every field of a game (results/README.md); moves and times are drawn by lot, so it is for measuring, not
for replaying.
"""

import json
import random
import sys

ENGINES = [f"engine-{k:02}" for k in range(20)]
PLIES = 60


def game(number, chance):
    south, north = chance.sample(ENGINES, 2)
    moves = ["ABCDEF"[chance.randrange(6)] if k % 2 == 0 else "abcdef"[chance.randrange(6)] for k in range(PLIES)]
    wall = [chance.randrange(500, 60000) for _ in moves]
    result = chance.choice(["south", "north", "north", "draw"])
    return {"type": "game", "game": number, "pair": number, "attempt": 1, "south": south, "north": north,
            "variant": "oware", "ruleset": "abapa", "limits": ["50ms/move", "50ms/move"],
            "opening": {"name": str(number), "moves": ["C", "d", "F", "a"]}, "seed": chance.randrange(2**53),
            "started": "2026-11-21T12:00:00.000Z", "duration_ms": sum(wall) // 1000, "result": result,
            "cause": "rules", "reason": "majority", "seeds": [26, 20] if result == "south" else [20, 26],
            "final": "0-0-0-0-0-2-1-1-0-0-0-1-20-23-S", "moves": moves, "sides": "SN" * (PLIES // 2), "wall_us": wall,
            "cpu_us": [time - 40 for time in wall], "wait_us": [0] * PLIES, "lag_us": [3] * PLIES,
            "depth": [chance.randrange(4, 20) for _ in moves], "nodes": [time * 2 for time in wall],
            "score": [chance.randrange(-8, 9) for _ in moves], "score_unit": ["seeds"] * PLIES}


def main():
    # Version 1 has no check sums, which take long to make in Python; checking them is therefore not measured.
    print('{"type":"run","journal":1,"name":"big","ebiri":"0","variant":"oware","ruleset":"abapa","seed":1,'
          '"limit":"50ms/move","openings":"4 random plies"}')
    chance = random.Random(1)
    for number in range(1, int(sys.argv[1]) + 1):
        print(json.dumps(game(number, chance), separators=(",", ":")))


if __name__ == "__main__":
    main()

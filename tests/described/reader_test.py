"""The independent reader agrees with turns.json, with the vectors in tests/data/family and with the identities
in the format, and random games of every description lose no seed.

reader_test.py [ALL]   with ALL, every vector of the folder; without, at most LINES of each file
"""

import gzip
import json
import pathlib
import random
import sys

try:
    import description
    import reader
except ImportError as error:
    if error.name != "yaml":
        raise
    print("skipped: python3-yaml is not installed")
    sys.exit(4)

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "data" / "family"
GAMES = ROOT / "configs" / "games"
LINES = 40
PLIES = 100     # of a random game
IDENTITIES = {"kalah": "kalah a0fdb74212445dc8", "sungka": "sungka 15a4db7569e82e35"}


def fault_of_rows(game, line):
    """The problem with a vector of two rows: the legal starts and one turn. Empty if there is none."""
    mover = "SN".index(line["mover"])
    position = reader.start_of(game).with_(pits=line["south"] + line["north"] + [0, 0], mover=mover)
    turns = reader.legal_turns(game, position, mover)
    starts = sorted({turn.start - mover * game.m for turn in turns})
    if starts != line["legal"]:
        return f"starts {starts}"
    played = [turn for turn in turns if turn.start - mover * game.m == line["move"] and "+-"[turn.first_way] == line["dir"]]
    if len(played) != 1:
        return f"{len(played)} turns"
    after = played[0].result()
    found = (after.pits[:game.m], after.pits[game.m:2 * game.m], "SN"[after.mover])
    return "" if found == (line["south_after"], line["north_after"], line["next"]) else f"{found}"


def fault_of_four_rows(game, line):
    """The problem with a vector of four rows: every turn. Empty if there is none."""
    ply = line["ply"]
    position = reader.start_of(game).with_(pits=line["mover"] + line["other"] + [0, 0], mover=0, turns=(ply // 2, (ply + 1) // 2))
    turns = reader.legal_turns(game, position, 0)
    found = sorted([turn.text if game.signed else turn.text + "+", turn.pits[:game.m], turn.pits[game.m:2 * game.m]]
                   for turn in turns if not turn.void)
    return "" if found == sorted(line["turns"]) else f"{found}"


def check_file(path, most):
    """Compares the vectors of a file; returns the number of equal ones, and the faults."""
    game = description.load(GAMES / f"{path.name.split('.')[0]}.yaml")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    faults, fault_of = [], fault_of_rows
    if "perft" in lines[0]:
        fault_of, head = fault_of_four_rows, lines.pop(0)
        for depth, wanted in enumerate(head["perft"][:3 if most is None else 2], 1):
            found = reader.perft(reader.Play(game, reader.start_of(game)), depth)
            if found != wanted:
                faults.append(f"perft {depth}: {found}, not {wanted}")
    lines = lines if most is None else lines[::max(1, len(lines) // most)]
    for line in lines:
        fault = fault_of(game, line)
        if fault:
            faults.append(f"{json.dumps(line)}: {fault}")
    return len(lines), faults


def fault_of_play(game):
    """The problem with a random game of at most PLIES plies. Empty if there is none."""
    generator, play = random.Random(game.name), reader.Play(game, reader.start_of(game))
    for _ in range(PLIES):
        if play.outcome:
            break
        before = play.position
        turn = reader.random_turn(game, before, generator)
        play.make(turn)
        text = reader.position_text(game, play.position)
        what = f"{reader.position_text(game, before)} {turn.text} {text}"
        seeds = [sum(position.pits) + position.out for position in (before, play.position)]
        if min(play.position.pits) < 0 or seeds[1] > seeds[0] or (seeds[1] < seeds[0] and play.position.round == before.round):
            return f"seeds are lost or made: {what}"
        if reader.position_text(game, reader.read_position(game, text)) != text:
            return f"the text of a position is not read back: {what}"
    return ""


def faults_of_turns():
    """The problems with the turns of small games, which turns_test.cpp plays too."""
    faults = []
    for case in json.loads((ROOT / "tests" / "described" / "turns.json").read_text(encoding="utf-8")):
        game = description.Description({"game": "small", **case["game"]})
        play = reader.Play(game, reader.read_position(game, case["position"]), is_start=False)
        found = {turn.text: turn for turn in play.turns()}
        play.make(found[case["move"]])
        after = reader.position_text(game, play.position)
        if after != case["after"]:
            faults.append(f"{case['title']}: {after}")
    return faults


def check_games():
    """Loads and plays every description; returns their number, and the faults."""
    faults, paths = [], sorted(GAMES.glob("*.yaml"))
    for path in paths:
        game = description.load(path)
        fault = fault_of_play(game)
        if game.identity() != IDENTITIES.get(game.name, game.identity()):
            fault = f"identity {game.identity()}"
        if fault:
            faults.append(f"{game.name}: {fault}")
    return len(paths), faults


def main():
    """Checks every file."""
    most = None if "ALL" in sys.argv[1:] else LINES
    total = 0
    games, all_faults = check_games()
    all_faults += faults_of_turns()
    for path in sorted(VECTORS.glob("*.jsonl.gz")):
        count, faults = check_file(path, most)
        total += count
        all_faults += [f"{path.name}: {fault}" for fault in faults]
    for fault in all_faults:
        print(fault)
    print(f"{games} games, {total} vectors, {len(all_faults)} faults")
    sys.exit(1 if all_faults or not games or not total else 0)


if __name__ == "__main__":
    main()

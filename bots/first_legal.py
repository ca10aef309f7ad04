#!/usr/bin/env python3
"""first_legal: a whole engine for Oware Abapa that plays the first legal move. Use it as a start."""
import sys

PITS = "ABCDEFabcdef"  # counter-clockwise: A-F are south's, a-f are north's; an index into this text names a pit


def row(side):
    return range(6 * side, 6 * side + 6)  # the indices of a side's six pits; 0 is south, 1 is north


def sow(board, pit):
    """Returns the board after the move from `pit`, without captured seeds (legality does not depend on the stores)."""
    board, side, at = list(board), pit // 6, pit
    seeds, board[pit] = board[pit], 0
    while seeds:
        at = (at + 1) % 12
        if at != pit:  # the emptied pit is skipped on every lap
            board[at] += 1
            seeds -= 1
    taken = []  # backwards from the last pit: the opponent's pits that hold 2 or 3 seeds
    while at in row(1 - side) and board[at] in (2, 3):
        taken.append(at)
        at -= 1
    if sum(board[p] for p in taken) < sum(board[p] for p in row(1 - side)):  # else a grand slam: no capture
        for p in taken:
            board[p] = 0
    return board


def legal_moves(board, side):
    """Returns the mover's pits with seeds whose move leaves the opponent at least one seed."""
    return [p for p in row(side) if board[p] and any(sow(board, p)[q] for q in row(1 - side))]


def set_up(words):
    """Returns board and side to move after `startpos [moves F f ...]` or `fen 4-4-...-4-0-0-S [moves ...]`."""
    board, side = [4] * 12, 0
    if words[0] == "fen":
        fields = words[1].split("-")
        board, side = [int(seeds) for seeds in fields[:12]], int(fields[-1] == "N")
    for move in words[words.index("moves") + 1:] if "moves" in words else []:
        board, side = sow(board, PITS.index(move)), 1 - side
    return board, side


position = set_up(["startpos"])
for line in sys.stdin:  # ends when the referee closes the pipe
    command, *words = line.split() or [""]
    if command == "ugi":  # the greeting: name and variants
        print("id name First legal", "id author the Ebiri authors", "variants oware", "ugiok", sep="\n", flush=True)
    elif command == "isready":
        print("readyok", flush=True)  # without flush the answer stays in a buffer, and the time runs out
    elif command == "position":
        position = set_up(words)
    elif command == "go":  # a real engine would read the limits in `words`
        print("bestmove", PITS[legal_moves(*position)[0]], flush=True)
    elif command == "quit":
        break  # other lines are ignored: later versions of the protocol may add messages

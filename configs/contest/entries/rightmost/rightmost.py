"""rightmost: a whole engine for Kalah that prefers another turn, and then the pit nearest to its store."""
import sys

PITS = "ABCDEF.abcdef"  # an index into the board: south's six pits and store, north's six pits and store


def sow(board, side, pit):
    """Sows and captures on `board`; returns the next mover."""
    own, other, at = 6 + 7 * side, 13 - 7 * side, pit
    seeds, board[pit] = board[pit], 0
    while seeds:
        at = (at + 1) % 14
        if at != other:
            board[at] += 1
            seeds -= 1
    if at // 7 == side and at != own and board[at] == 1 and board[12 - at]:
        board[own] += board[12 - at] + 1
        board[at] = board[12 - at] = 0
    return side if at == own else 1 - side


def read(words):
    """Returns board and side to move after `startpos [moves A b ...]` or `fen 4-...-4-0-0-S [moves ...]`."""
    board, side = [4] * 6 + [0] + [4] * 6 + [0], 0
    if words[0] == "fen":
        fields = words[1].split("-")
        seeds = [int(field) for field in fields[:14]]  # both stores come last
        board, side = seeds[:6] + [seeds[12]] + seeds[6:12] + [seeds[13]], int(fields[14] == "N")
    for move in words[words.index("moves") + 1:] if "moves" in words else []:
        side = sow(board, side, PITS.index(move))
    return board, side


def choose(board, side):
    own = [pit for pit in reversed(range(7 * side, 7 * side + 6)) if board[pit]]
    return PITS[next((pit for pit in own if sow(list(board), side, pit) == side), own[0])]


position = read(["startpos"])
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "ugi":
        print("id name Rightmost 1.0", "id author the Ebiri authors", "variants kalah", "ugiok", sep="\n", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        position = read(words)
    elif command == "go":
        print("bestmove", choose(*position), flush=True)
    elif command == "quit":
        break

"""A bot for Kalah that plays the first legal move. README.md explains how to improve it in five steps.

A board is a list of 14 numbers: the seeds in south's pits A to F (0 to 5), in south's store (6), in north's pits a to f
(7 to 12) and in north's store (13). A player is 0 (south) or 1 (north). A move is the index of a pit.
"""
import itertools
import time
from math import inf

from ebiri_bot import Bot, run, two_rows
from hungry import sow  # sow(board, player, pit) plays a move on the board, and returns the player who moves next


def legal(board, player):
    """The player's pits with seeds, from the first to the last."""
    return [pit for pit in range(7 * player, 7 * player + 6) if board[pit]]


def over(board):
    """The game ends when a player has no seeds in the pits."""
    return not any(board[:6]) or not any(board[7:13])


def after(board, player, pit):
    """The board after a move, and the player who moves next; `board` stays as it is."""
    board = list(board)
    return board, sow(board, player, pit)


def lead(board, player):
    """Step 1: the number of seeds by which `player` leads."""
    raise NotImplementedError


def greedy(board, player):
    """Step 1: the move after which `player` leads by the most seeds."""
    raise NotImplementedError


def minimax(board, player, depth):
    """Step 2: the lead of `player`, who is to move, after the best `depth` moves of both players."""
    raise NotImplementedError


def alphabeta(board, player, depth, low, high):
    """Step 3: as `minimax`, but exact only between `low` and `high`."""
    raise NotImplementedError


def ordered(board, player):
    """Step 4: the legal moves, the most promising ones first."""
    raise NotImplementedError


def think(board, player, stop):
    """Step 5: the best move found before `stop()` is true."""
    raise NotImplementedError


def stopper(turn, player):
    """For step 5: a function `stop()` that is true when the answer is due. Each call counts as one node."""
    seconds = turn.seconds("p2" if player else "p1")
    end = inf if seconds is None else time.monotonic() + seconds
    most, nodes = turn.limits.get("nodes", 20_000 if "depth" in turn.limits else inf), itertools.count()
    return lambda: turn.stopped() or time.monotonic() > end or next(nodes) >= most


class Mine(Bot):
    name, author, variants = "Mine 1.0", "you", ["kalah"]

    def choose(self, turn):
        pits, south, north, side = two_rows(turn.base or "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S")
        board, player = pits[:6] + [south] + pits[6:] + [north], int(side == "N")
        for move in turn.moves:
            player = sow(board, int(move.islower()), "ABCDEF.abcdef".index(move))
        return "ABCDEF.abcdef"[self.move(board, player, turn)]

    def move(self, board, player, turn):
        return legal(board, player)[0]


if __name__ == "__main__":
    run(Mine())

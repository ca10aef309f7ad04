"""For the teacher: the bot after the five steps of README.md. Do not give it to the class."""
from math import inf

from bot import Mine, after, legal, over, stopper
from ebiri_bot import run


class Stopped(Exception):
    """A search was stopped before its end."""


def lead(board, player):
    """Step 1. At the end of the game the seeds in a player's pits are the player's."""
    south, north = board[6], board[13]
    if over(board):
        south, north = sum(board[:7]), sum(board[7:])
    return north - south if player else south - north


def greedy(board, player):
    return max(legal(board, player), key=lambda pit: lead(after(board, player, pit)[0], player))


def minimax(board, player, depth):
    """Step 2. A move that ends in the player's store gives another move: then the value keeps its sign."""
    if depth == 0 or over(board):
        return lead(board, player)
    best = -inf
    for pit in legal(board, player):
        board_after, next_player = after(board, player, pit)
        value = minimax(board_after, next_player, depth - 1)
        best = max(best, value if next_player == player else -value)
    return best


def alphabeta(board, player, depth, low, high, stop=lambda: False):
    """Step 3. With another move of the same player the bounds keep their sides, too."""
    if stop():
        raise Stopped
    if depth == 0 or over(board):
        return lead(board, player)
    best = -inf
    for pit in ordered(board, player):
        board_after, next_player = after(board, player, pit)
        if next_player == player:
            value = alphabeta(board_after, player, depth - 1, max(low, best), high, stop)
        else:
            value = -alphabeta(board_after, next_player, depth - 1, -high, -max(low, best), stop)
        best = max(best, value)
        if best >= high:
            break
    return best


def ordered(board, player):
    """Step 4. First the moves that give another move, then those that capture the most."""
    def promise(pit):
        board_after, next_player = after(board, player, pit)
        return next_player == player, lead(board_after, player)
    return sorted(legal(board, player), key=promise, reverse=True)


def think(board, player, stop):
    """Step 5. Searches to depth 1, 2, 3 and so on; the result of an unfinished search is not used."""
    moves = ordered(board, player)
    try:
        for depth in range(sum(board)):
            values = {}
            for pit in moves:
                board_after, next_player = after(board, player, pit)
                low = max(values.values(), default=-inf)
                if next_player == player:
                    values[pit] = alphabeta(board_after, player, depth, low, inf, stop)
                else:
                    values[pit] = -alphabeta(board_after, next_player, depth, -inf, -low, stop)
            moves.sort(key=values.get, reverse=True)
    except Stopped:
        pass
    return moves[0]


class Solution(Mine):
    name, author = "Solution 1.0", "the Ebiri authors"

    def move(self, board, player, turn):
        return think(board, player, stopper(turn, player))


if __name__ == "__main__":
    run(Solution())

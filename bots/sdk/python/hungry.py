"""hungry: a whole engine for Kalah that plays the move with the largest lead in stores. Improve `worth`.

It knows only the ruleset `standard` with six pits."""
from ebiri_bot import Bot, run, two_rows


def sow(board, mover, pit):
    """Sows and captures on `board` (south's six pits and store, north's six pits and store); returns the next mover."""
    own, other, at = 6 + 7 * mover, 13 - 7 * mover, pit
    seeds, board[pit] = board[pit], 0
    while seeds:
        at = (at + 1) % 14
        if at != other:
            board[at] += 1
            seeds -= 1
    if at // 7 == mover and at != own and board[at] == 1 and board[12 - at]:  # captures the opposite pit
        board[own] += board[12 - at] + 1
        board[at] = board[12 - at] = 0
    return mover if at == own else 1 - mover


class Hungry(Bot):
    name, author, variants = "Hungry 1.0", "the Ebiri authors", ["kalah"]

    def worth(self, board, mover, pit):
        after = list(board)
        again = sow(after, mover, pit) == mover
        return after[6 + 7 * mover] - after[13 - 7 * mover], again, pit

    def choose(self, turn):
        pits, south, north, side = two_rows(turn.base or "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S")
        board, mover = pits[:6] + [south] + pits[6:] + [north], int(side == "N")
        for move in turn.moves:
            mover = sow(board, int(move.islower()), "ABCDEF.abcdef".index(move))
        own = [pit for pit in range(7 * mover, 7 * mover + 6) if board[pit]]
        return "ABCDEF.abcdef"[max(own, key=lambda pit: self.worth(board, mover, pit))]


if __name__ == "__main__":
    run(Hungry())

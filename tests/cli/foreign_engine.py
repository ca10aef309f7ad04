"""An engine of another arena: plays random legal moves, checks the rules itself, and exits with status 99
if the referee's input contradicts them.

    python3 foreign_engine.py uci-oware|codingame|mankalah|kgp [HABIT]

Habits are the odd ones of real engines: see dialects_test.py.
"""

import os
import random
import socket
import sys
import time

DIALECT = sys.argv[1]
HABIT = sys.argv[2] if len(sys.argv) > 2 else ""
CHANCE = random.Random(f"{DIALECT}{HABIT}")


def wrong(what):
    sys.stderr.write(what + "\n")
    sys.stderr.flush()
    os._exit(99)


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Oware:
    """Pits 0 to 5 are the first player's, 6 to 11 the second's; a grand slam captures nothing."""

    def __init__(self, pits=(4,) * 12, stores=(0, 0), side=0):
        self.pits, self.stores, self.side = list(pits), list(stores), side

    def row(self, side):
        return range(6 * side, 6 * side + 6)

    def after(self, pit):
        game = Oware(self.pits, self.stores, 1 - self.side)
        pits, seeds, at = game.pits, self.pits[pit], pit
        pits[pit] = 0
        while seeds:
            at = (at + 1) % 12
            if at != pit:
                pits[at] += 1
                seeds -= 1
        taken = []
        while at in self.row(1 - self.side) and pits[at] in (2, 3):
            taken.append(at)
            at -= 1
        if sum(pits[p] for p in taken) < sum(pits[p] for p in self.row(1 - self.side)):
            for p in taken:
                game.stores[self.side] += pits[p]
                pits[p] = 0
        return game

    def legal(self):
        own = [p for p in self.row(self.side) if self.pits[p]]
        return [p for p in own if any(self.after(p).pits[q] for q in self.row(1 - self.side))]


class Kalah:
    """The board as one ring: the first player's pits and store, then the second player's. `size` pits in a row."""

    def __init__(self, ring, side, size):
        self.ring, self.side, self.size = list(ring), side, size

    def store(self, side):
        return self.size + side * (self.size + 1)

    def after(self, number, moves_again=True):
        """After the own pit `number`, from 0."""
        game = Kalah(self.ring, self.side, self.size)
        ring, length, skipped = game.ring, len(self.ring), self.store(1 - self.side)
        at = number + self.side * (self.size + 1)
        seeds, ring[at] = ring[at], 0
        while seeds:
            at = (at + 1) % length
            if at != skipped:
                ring[at] += 1
                seeds -= 1
        own = range(self.side * (self.size + 1), self.side * (self.size + 1) + self.size)
        opposite = 2 * self.size - at
        if at in own and ring[at] == 1 and ring[opposite]:
            ring[self.store(self.side)] += ring[opposite] + 1
            ring[at] = ring[opposite] = 0
        if at != self.store(self.side) or not moves_again:
            game.side = 1 - self.side
        return game.swept()

    def swept(self):
        rows = [range(s * (self.size + 1), s * (self.size + 1) + self.size) for s in (0, 1)]
        if all(any(self.ring[p] for p in row) for row in rows):
            return self
        for side, row in enumerate(rows):
            for p in row:
                self.ring[self.store(side)] += self.ring[p]
                self.ring[p] = 0
        return self

    def legal(self):
        return [n for n in range(self.size) if self.ring[n + self.side * (self.size + 1)]]


class UciOware:
    LETTERS = "ABCDEFabcdef"

    def __init__(self):
        self.game = Oware()

    def set_up(self, line):
        words = line.split(" ")
        game = Oware()
        if words[1] == "fen":
            fields = words[2].split("-")
            if len(fields) != 15 or sum(map(int, fields[:14])) != 48:
                return  # silently keeps the old position
            game = Oware(map(int, fields[:12]), map(int, fields[12:14]), int(fields[14] == "N"))
        moves = line.partition(" moves ")[2]
        if " " in moves:
            return
        for letter in moves:
            pit = self.LETTERS.index(letter)
            if pit not in game.legal():
                wrong(f"illegal move {letter} in {line}")
            game = game.after(pit)
        self.game = game

    def talk(self):
        for line in sys.stdin:
            line = line.rstrip("\n")
            if line == "uci":
                say("id name Foreign\nid author tests\noption name OwnBook type check default true")
                say("option name EngineTurn type string default south var south var north\nuciok")
            elif line == "isready":
                say("readyok")
            elif line.startswith("position "):
                self.set_up(line)
            elif line.startswith("go movetime "):
                moves = self.game.legal()
                move = self.LETTERS[CHANCE.choice(moves)] if moves else "0000"
                if HABIT == "null-move" and sum(self.game.pits) < 40:
                    move = "0000"
                say(f"info string moves F E D C B A\ninfo depth 5 score cp -80 pv CcB\nbestmove {move} ponder c")
            elif line == "quit":
                return
            elif line not in ("ucinewgame", "setoption name OwnBook value false"):
                wrong(f"unexpected: {line}")


class Codingame:
    def talk(self):
        if HABIT == "slow-first-answer":
            time.sleep(0.806)
        for line in sys.stdin:
            pits = [int(n) for n in line.split(" ")]
            if len(pits) != 12 or sum(pits) > 48:
                wrong(f"no board: {line}")
            if HABIT == "answers-in-words":
                say("I play 3")
            say(str(CHANCE.choice(Oware(pits).legal())))
        while HABIT == "floods-at-the-end":
            say("0")


class ManKalah:
    def __init__(self):
        self.game = Kalah(([7] * 7 + [0]) * 2, 0, 7)
        self.own, self.moves, self.swapped = None, 0, False

    def board(self):
        return ",".join(map(str, self.game.ring[8:] + self.game.ring[:8]))

    def change(self, move, board, then):
        if move == "SWAP":
            self.own, self.swapped = 1 - self.own, True
            self.game.side = self.own  # the first player, now on the other side, continues
        else:
            self.game = self.game.after(int(move) - 1, moves_again=self.moves > 0)
        self.moves += 1
        over = not any(self.game.ring[:7]) or not any(self.game.ring[8:15])
        expected = "END" if over else "YOU" if self.game.side == self.own else "OPP"
        if (board, then) != (self.board(), expected):
            wrong(f"told {move};{board};{then}, expected {self.board()};{expected}")
        if then == "YOU":
            self.move()

    def move(self):
        if self.own == 1 and self.moves == 1 and not self.swapped and HABIT != "never-swaps":
            say("SWAP")  # the referee will not say so
            self.own, self.swapped, self.moves = 0, True, 2
            self.game.side = 1
            return
        move = CHANCE.choice(self.game.legal()) + 1
        say(f"MOVE;{move}")
        if HABIT == "two-moves-in-a-turn":
            say(f"MOVE;{move}")

    def talk(self):
        ended = False
        for line in sys.stdin:
            words = line.rstrip("\n").split(";")
            if words[0] == "START" and self.own is None:
                self.own = {"South": 0, "North": 1}[words[1]]
                if self.own == 0:
                    self.move()
            elif words[0] == "CHANGE" and len(words) == 4:
                self.change(*words[1:])
            elif words == ["END"]:
                ended = True
                break
            else:
                wrong(f"unexpected: {line}")
        sys.stderr.write("ended\n" if ended else "cut off\n")


class Kgp:
    def __init__(self):
        address = os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])
        self.stream = socket.create_connection(address).makefile("rw", newline="")
        self.own = -1

    def send(self, text, about=None):
        self.own += 2
        self.stream.write(f"{self.own}{'' if about is None else f'@{about}'} {text}\r\n")
        self.stream.flush()

    def answer(self, id, state):
        size, *rest = map(int, state.strip("<>").split(","))
        south, north, pits = rest[0], rest[1], rest[2:]
        game = Kalah(pits[:size] + [south] + pits[size:] + [north], 0, size)
        moves = game.legal()
        if len(pits) != 2 * size or not moves:
            wrong(f"no state to move in: {state}")
        self.send(f"move {moves[0] + 1}", id)
        self.send(f"move {CHANCE.choice(moves) + 1}", id)
        if HABIT != "never-yields":
            self.send("yield", id)

    def talk(self):
        print("this line is for people, not for the referee", flush=True)
        for line in self.stream:
            if not line.endswith("\r\n"):
                wrong(f"no CR LF: {line!r}")
            head, _, rest = line.rstrip("\r\n").partition(" ")
            command, _, argument = rest.partition(" ")
            id = head.partition("@")[0]
            if command == "kgp":
                self.send('set "info:name" "Foreign"')
                self.send('set "info:authors" "tests"')
                self.send('mode "freeplay"')
            elif command == "ping":
                self.send("pong", id)
            elif command == "state":
                self.answer(id, argument)
            elif head == "goodbye":
                return
            elif command not in ("ok", "stop"):
                wrong(f"unexpected: {line!r}")


{"uci-oware": UciOware, "codingame": Codingame, "mankalah": ManKalah, "kgp": Kgp}[DIALECT]().talk()

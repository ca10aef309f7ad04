"""An engine that plays legal moves of Oware or Kalah, and has one odd habit of a real engine.

python3 odd_engine.py [HABIT]; the habits are described where probe_test.py names them.
"""

import os
import sys
import threading
import time

HABIT = sys.argv[1] if len(sys.argv) > 1 else ""
GAME = "kalah" if HABIT == "no-extra-turn" else "oware"
PITS = "ABCDEFabcdef"
if HABIT == "does-not-flush":
    sys.stdout = open(1, "w", buffering=8192, encoding="utf-8")  # also with PYTHONUNBUFFERED


def sow_oware(board, pit):
    board, side, at = list(board), pit // 6, pit
    seeds, board[pit] = board[pit], 0
    while seeds:
        at = (at + 1) % 12
        if at != pit or HABIT == "sows-its-origin":
            board[at] += 1
            seeds -= 1
    theirs = range(6 - 6 * side, 12 - 6 * side)
    taken = []
    while at in theirs and board[at] in (2, 3):
        taken.append(at)
        at -= 1
    if HABIT == "captures-everything" or sum(board[p] for p in taken) < sum(board[p] for p in theirs):
        for p in taken:
            board[p] = 0
    return board, 1 - side


def sow_kalah(board, pit):
    board, side, at = list(board), pit // 6, pit
    ring = list(range(12))
    ring.insert(6 + 6 * side if side else 6, 12 + side)  # each store follows its owner's row
    seeds, board[pit] = board[pit], 0
    place = ring.index(pit)
    while seeds:
        place = (place + 1) % 13
        at = ring[place]
        board[at] += 1
        seeds -= 1
    if at < 12 and at // 6 == side and board[at] == 1 and board[11 - at]:
        board[12 + side] += 1 + board[11 - at]
        board[at] = board[11 - at] = 0
    return board, 1 - side  # a move that ends in the own store should give another turn


def play(board, pit):
    return (sow_kalah if GAME == "kalah" else sow_oware)(board, pit)


def legal(board, side):
    row = range(6 * side, 6 * side + 6)
    theirs = range(6 - 6 * side, 12 - 6 * side)
    own = [p for p in row if board[p]]
    if GAME == "kalah" or HABIT == "starves":
        return own
    return [p for p in own if any(play(board, p)[0][q] for q in theirs)]


def compute(seconds):
    """Uses CPU time; sleep is not proven to be the engine's own while others hold all cores."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def say(text):
    sys.stdout.write(text + "\n")
    if HABIT != "does-not-flush":
        sys.stdout.flush()


class Engine:
    def __init__(self):
        self.start = ([4] * 12 + [0, 0], 0)
        self.position = self.base = self.start
        self.stopped = threading.Event()
        self.search = None
        self.thinking = False
        self.answers = 0
        self.was_quick = False  # whether it had moves of 10 ms

    def set_up(self, words):
        try:
            self.base = self.start
            if words[0] == "fen" and HABIT != "ignores-fen":
                fields = words[1].split("-")
                self.base = [int(n) for n in fields[:14]], int(fields[14] == "N")
            moves = words[words.index("moves") + 1:] if "moves" in words else []
            if HABIT == "wants-joined-moves" and len(moves) > 1:
                return  # ignores the line: the old position stays
            board, side = self.base
            for move in moves:
                board, side = play(board, PITS.index(move))
            self.position = board, side
        except (ValueError, IndexError):
            self.position = None

    def limit(self, words):
        numbers = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
        if "movetime" in numbers:
            return 0 if HABIT == "clock-of-the-base" else numbers["movetime"] / 1000
        side = (self.base if HABIT == "clock-of-the-base" else self.position)[1]
        clock = numbers.get(("p1time", "p2time")[side])
        return clock / 100000 if clock else None if words == ["infinite"] else 0

    def answer(self, move):
        self.thinking = False
        say(f"bestmove {move}")

    def think(self, words):
        if self.position is None:
            return self.answer("0000" if HABIT == "null-move" else "resign")
        seconds = self.limit(words)
        self.answers += 1
        if self.answers <= {"slow-first-answer": 1, "slow-first-answers": 3}.get(HABIT, 0):
            compute(0.2)
        self.was_quick |= seconds == 0.01
        if HABIT == "late" and seconds == 0.05 and self.was_quick:  # not in the many positions before
            compute(seconds + 0.08)
        if HABIT == "deaf-to-stop" and seconds is None:
            time.sleep(3600)
        if seconds is None:
            self.stopped.wait()
        if HABIT == "clock-of-the-base" and seconds:
            compute(seconds)
        moves = legal(*self.position)
        if not moves or (HABIT == "null-move" and sum(self.position[0][:12]) < 20):
            return self.answer("0000")
        move = PITS[moves[0]]
        if HABIT == "wrong-side":
            move = move.swapcase()
        if HABIT == "counts-from-one":
            move = str(moves[0] % 6 + 1)
        if HABIT == "forgets-its-seed":
            move = PITS[moves[os.urandom(1)[0] % len(moves)]]
        if HABIT == "many-answers":
            self.answer(PITS[moves[-1]])
        self.answer(move)
        if HABIT == "two-moves-in-a-turn":
            self.answer(PITS[moves[-1]])
        return None

    def go(self, words):
        self.finish()
        self.stopped.clear()
        self.thinking = True
        self.search = threading.Thread(target=self.think, args=(words,), daemon=True)
        self.search.start()

    def finish(self):
        self.stopped.set()
        if self.search:
            self.search.join()

    def greet(self):
        if HABIT == "slow-start":
            time.sleep(5.2)
        say("id name Odd\nid author the tests")
        if HABIT == "forgets-its-seed":
            say("option name UGI_Seed type spin default 1 min 0 max 9")
        if HABIT == "dies-of-an-invalid-value":
            say("option name Threads type spin min 1 max 4")
        if HABIT == "broken-bao":
            say("option name UGI_Variant type combo default oware var bao var oware")
        say(f"variants {'bao ' if HABIT == 'broken-bao' else ''}{GAME}\nugiok")

    def read(self):
        for line in sys.stdin.readlines() if HABIT == "reads-to-the-end" else sys.stdin:
            command, *words = line.split() or [""]
            if command == "ugi" and HABIT != "speaks-uci":
                self.greet()
            elif command == "uci" and HABIT == "speaks-uci":
                say("id name Odd\nuciok")
            elif command == "isready":
                if HABIT == "deaf-while-thinking" and self.thinking:
                    continue  # dropped
                say("readyok")
            elif command == "position":
                self.set_up(words)
            elif command == "go":
                self.go(words)
            elif command == "stop":
                if HABIT == "answers-any-stop" and not self.thinking:
                    say("bestmove A")
                self.finish() if HABIT != "deaf-to-stop" else None
            elif command == "quit":
                break
            elif HABIT == "dies-of-an-invalid-value" and "Threads" in words:
                sys.exit("invalid value of Threads")
            elif HABIT == "dies-of-the-unknown" and command not in ("", "ugi", "uginewgame", "setoption"):
                sys.exit(f"unknown command {command}")
        if HABIT == "floods-at-the-end":
            while True:
                say("0")
                time.sleep(0.001)  # as many lines as need little CPU time


Engine().read()

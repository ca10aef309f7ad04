#!/usr/bin/env python3
"""Tests one step of the exercise in README.md, and shows the first thing that is wrong.

    python3 configs/course/check.py STEP my/bot.py

The referee's own rules (`ebiri oracle kalah`) are the reference. Exit code 0: the step is done; 1: something is wrong;
2: invalid arguments, or no `ebiri`.
"""
import importlib.util
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
KIT = [HERE.parents[1] / "bots/sdk/python", HERE.parents[1] / "sdk/python"]  # in a checkout, or installed
PLAYERS = ("south", "north")
SECONDS = 120  # for one step
LATE = 0.5  # seconds that `think` may take after `stop()` is true, because other programs share the machine
MOST_LEFT = 0.7  # positions that alphabeta may visit, as a share of those of minimax
MOST_LEFT_ORDERED = 0.9  # positions of alphabeta with `ordered`, as a share of those without


class Wrong(Exception):
    """What is wrong, as the student reads it."""


def invalid(message):
    print(f"check.py: {message}", file=sys.stderr)
    sys.exit(2)


def ebiri():
    checkout = HERE.parents[1] / "ebiri"
    return shutil.which("ebiri") or (str(checkout) if checkout.is_file() else invalid("there is no `ebiri` in PATH"))


def picture(board, player):
    rows = ("  ".join(f"{seeds:2}" for seeds in row) for row in (board[12:6:-1], board[:6]))
    return "        f   e   d   c   b   a\n  north {}   store {}\n  south {}   store {}\n        A   B   C   D   E   F\n".format(
        next(rows), board[13], next(rows), board[6]) + f"  {PLAYERS[player]} to move; as a list: {board}"


class Rules:
    """The rules of Kalah as the referee knows them."""

    def __init__(self):
        self.oracle = subprocess.Popen([ebiri(), "oracle", "kalah"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.known = {}

    def moves(self, board, player):
        """The board, the next player and the final seeds, or None, after each legal move."""
        key = (*board, player)
        if key not in self.known:
            fields = [*board[:6], *board[7:13], board[6], board[13], "SN"[player]]
            self.oracle.stdin.write(json.dumps({"position": "-".join(map(str, fields))}) + "\n")
            self.oracle.stdin.flush()
            after = json.loads(self.oracle.stdout.readline())["after"]
            self.known[key] = {"ABCDEF.abcdef".index(move): self.read(answer) for move, answer in after.items()}
        return self.known[key]

    @staticmethod
    def read(answer):
        fields = [int(field) for field in answer["position"].split("-")[:14]]
        board = fields[:6] + fields[12:13] + fields[6:12] + fields[13:]
        return board, PLAYERS.index(answer["next"]), answer["outcome"] and answer["outcome"]["seeds"]

    def value(self, after, player, depth):
        """The lead of `player` after a move, and after the best `depth` moves that follow."""
        board, mover, final = after
        if final or depth == 0:
            south, north = final or (board[6], board[13])
            return north - south if player else south - north
        values = [self.value(child, mover, depth - 1) for child in self.moves(board, mover).values()]
        return max(values) if mover == player else -max(values)

    def positions(self, count, most=48, ended=False):
        """Positions of random games, with at most `most` seeds in the pits: board, player and the final seeds or None."""
        chance, found = random.Random(1), []
        while len(found) < count:
            after, game = ([4] * 6 + [0] + [4] * 6 + [0], 0, None), []
            while not after[2]:
                game.append(after)
                after = chance.choice(list(self.moves(*after[:2]).values()))
            fitting = [(board, player, None) for board, player, _ in game if sum(board) - board[6] - board[13] <= most]
            found += chance.sample(fitting, min(2, len(fitting))) + ([after] if ended else [])
        return found[:count]


def call(function, board, *arguments):
    """The result of a function of the student, which must not change the board."""
    given = list(board)
    result = function(given, *arguments)
    if given != board:
        raise Wrong(f"`{function.__name__}` has changed the board; work on a copy\n{picture(board, arguments[0])}")
    return result


def same(what, expected, found, board, player):
    if found != expected:
        raise Wrong(f"{what}: expected {expected}, found {found}\n{picture(board, player)}")


def counted(bot, name, work):
    """The number of calls of the student's function `name` during `work`, recursive ones included."""
    calls, function = [0], getattr(bot, name)

    def counting(*arguments, **more):
        calls[0] += 1
        return function(*arguments, **more)

    setattr(bot, name, counting)
    try:
        work()
    finally:
        setattr(bot, name, function)
    return calls[0]


def step1(bot, rules):
    for after in rules.positions(150, ended=True):
        board, player, final = after
        for who in (0, 1):
            same(f"lead(board, {who})" + " at the end of a game" * bool(final), rules.value(after, who, 0),
                 call(bot.lead, board, who), board, player)
        if final:
            continue
        values = {pit: rules.value(child, player, 0) for pit, child in rules.moves(board, player).items()}
        pit = call(bot.greedy, board, player)
        if values.get(pit) != max(values.values()):
            raise Wrong(f"greedy(board, {player}) plays {pit}; the leads after each move are {values}\n{picture(board, player)}")


def step2(bot, rules):
    for depth, count in ((0, 5), (1, 30), (2, 30), (3, 30), (4, 5)):
        for board, player, _ in rules.positions(count):
            same(f"minimax(board, {player}, {depth})", rules.value((board, player, None), player, depth),
                 call(bot.minimax, board, player, depth), board, player)


def step3(bot, rules, depth=4):
    positions = rules.positions(20)
    for board, player, _ in positions:
        value = rules.value((board, player, None), player, depth)
        same(f"alphabeta(board, {player}, {depth}, -99, 99)", value, call(bot.alphabeta, board, player, depth, -99, 99), board, player)
        for low, high in ((value - 3, value - 1), (value - 1, value + 1), (value + 1, value + 3)):
            found = call(bot.alphabeta, board, player, depth, low, high)
            same(f"alphabeta(board, {player}, {depth}, {low}, {high}) (a result beyond a bound counts as that bound)",
                 max(low, min(high, value)), max(low, min(high, found)), board, player)
    full = counted(bot, "minimax", lambda: [bot.minimax(board, player, depth) for board, player, _ in positions])
    cut = counted(bot, "alphabeta", lambda: [bot.alphabeta(board, player, depth, -99, 99) for board, player, _ in positions])
    if cut > MOST_LEFT * full:
        raise Wrong(f"alphabeta visits {cut} positions where minimax visits {full}: it cuts nothing, or too little")


def step4(bot, rules, depth=5):
    positions = rules.positions(20)
    for board, player, _ in positions:
        same(f"sorted(ordered(board, {player}))", sorted(bot.legal(board, player)), sorted(call(bot.ordered, board, player)),
             board, player)

    def search():
        return [bot.alphabeta(board, player, depth, -99, 99) for board, player, _ in positions]

    good, ordered, bot.ordered = counted(bot, "alphabeta", search), bot.ordered, bot.legal
    plain, bot.ordered = counted(bot, "alphabeta", search), ordered
    if good > MOST_LEFT_ORDERED * plain:
        raise Wrong(f"alphabeta visits {good} positions with `ordered`, and {plain} with `legal` in its place: use `ordered` in "
                    "alphabeta, and let it return better moves first")


def step5(bot, rules):
    for board, player, _ in rules.positions(20):
        if call(bot.think, board, player, lambda: True) not in bot.legal(board, player):
            raise Wrong(f"think must return a legal move also if `stop()` is true at once\n{picture(board, player)}")
        end = time.monotonic() + 0.05
        call(bot.think, board, player, lambda: time.monotonic() > end)
        if time.monotonic() > end + LATE:
            raise Wrong(f"think goes on {time.monotonic() - end:.1f} s after `stop()` is true\n{picture(board, player)}")
    for board, player, _ in rules.positions(20, most=7):
        end = time.monotonic() + 1
        pit = call(bot.think, board, player, lambda: time.monotonic() > end)
        values = {move: rules.value(child, player, 99) for move, child in rules.moves(board, player).items()}
        if values.get(pit) != max(values.values()):
            raise Wrong(f"think plays {pit} after 1 s; with the best play the moves lead to {values}\n{picture(board, player)}")
    done = subprocess.run([ebiri(), "probe", f"python3 '{bot.__file__}'"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"`ebiri probe` finds faults\n{done.stdout}{done.stderr}")


STEPS = (step1, step2, step3, step4, step5)


def load(file):
    """The student's bot as a module."""
    sys.path[:0] = [str(file.parent), *map(str, KIT)]
    spec = importlib.util.spec_from_file_location("bot_under_test", file)
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


def too_long(*_):
    raise Wrong(f"no result after {SECONDS} s: an endless loop?")


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in map(str, range(1, len(STEPS) + 1)):
        invalid("expected a step from 1 to 5 and a file: check.py 1 my/bot.py")
    step, file = int(arguments[0]), pathlib.Path(arguments[1]).resolve()
    if not file.is_file():
        invalid(f"there is no file `{file}`")
    rules = Rules()
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        STEPS[step - 1](load(file), rules)
    except Wrong as wrong:
        print(f"step {step}: {wrong}")
    except NotImplementedError as gap:
        print(f"step {step}: `{traceback.extract_tb(gap.__traceback__)[-1].name}` is not written yet")
    except Exception:  # of the student's
        print(f"step {step}: {file.name} raises an error\n{traceback.format_exc(limit=-3)}", end="")
    else:
        print(f"step {step}: done")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

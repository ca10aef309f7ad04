"""The engine protocol for Python 3.9 or later, in one file without dependencies. It does not know the rules of a game.

    from ebiri_bot import Bot, run

    class Mine(Bot):
        name, author, variants = "Mine 1.0", "you", ["kalah"]

        def choose(self, turn):
            return "C"            # a move in the position after turn.base and turn.moves

    run(Mine())

A second thread reads standard input, so that `stop`, `quit` and `isready` work while `choose` thinks. Do not print to
standard output, because the referee would read that as a message: use `turn.info` or standard error.
"""

import os
import queue
import re
import sys
import threading
import time
import traceback

LIMITS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "movestogo", "depth", "nodes")
EXIT_GRACE = 0.5  # seconds in which a search must end after `quit`


class Bot:
    """Override `choose`, and the others as needed. One thread calls all three functions, one at a time."""

    name = "Nameless"
    author = "nobody"
    variants = []  # the variants that it plays; empty: any
    options = []  # its own options: spin(…), check(…), combo(…), string(…)

    def new_game(self, setup):
        """A new game begins: forget everything, so that games limited by nodes or depth can be repeated."""

    def choose(self, turn):
        """Returns the move as text; None or an empty text resigns."""
        raise NotImplementedError

    def game_over(self, result, reason):
        """The game has ended with `result`: p1 (south), p2 (north), draw or void."""


def spin(name, default, least, most):
    return {"name": name, "type": "spin", "default": default, "min": least, "max": most}


def check(name, default):
    return {"name": name, "type": "check", "default": default}


def combo(name, default, values):
    return {"name": name, "type": "combo", "default": default, "var": list(values)}


def string(name, default=""):
    return {"name": name, "type": "string", "default": default}


class Setup:
    """A game that is about to begin."""

    def __init__(self, variant, ruleset, seed, options):
        self.variant = variant  # `kalah`, or an empty text if the bot announced no variants
        self.ruleset = ruleset  # `standard pie=swap`, or an empty text for the variant's default
        self.seed = seed  # the source of all random choices
        self.options = options  # values of the bot's own options by name: int, bool or str


class Turn:
    """One request for a move."""

    def __init__(self, setup, base, moves, limits, asked, stopped):
        self.setup = setup
        self.base = base  # position text, or None for the variant's start position
        self.moves = moves  # moves since the base position, `--` for a stolen turn
        self.limits = limits  # numbers >= 0 by name: p1time p2time p1inc p2inc movetime (ms), movestogo depth nodes
        self.asked = asked  # time.monotonic() when the request arrived
        self._stopped = stopped

    def stopped(self):
        """Whether the bot must answer at once. Call it every few milliseconds in a search."""
        return self._stopped.is_set()

    def seconds(self, player):
        """A reasonable time for this move from now on, in seconds, for p1 (south) or p2 (north); None: no limit."""
        clock, step = self.limits.get(player + "time"), self.limits.get(player + "inc", 0)
        times = []
        if "movetime" in self.limits:
            times.append(self.limits["movetime"] - min(10, self.limits["movetime"] / 4))
        if clock is not None:
            moves = max(1, min(25, self.limits.get("movestogo", 25)))
            times.append(min(clock / moves + step * 3 / 4, clock - min(20, clock / 2)))
        return min(times) / 1000 - (time.monotonic() - self.asked) if times else None

    def info(self, **fields):
        """Reports on the search: turn.info(depth=3, score="seeds 2", nodes=100, pv=["C", "F"])."""
        fields["pv"] = " ".join(fields.pop("pv", ()))  # last: it extends to the end of the line
        say(" ".join(["info", *(f"{name} {value}" for name, value in fields.items() if value != "")]))


_writing = threading.Lock()


def say(line):
    """Writes one whole line and flushes it."""
    with _writing:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def complain(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def integer(text):
    """The value of ASCII digits with an optional minus, or None. `int` itself accepts more, such as `1_000`."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,40}", text) else None


def two_rows(position):
    """Parses a position of a two-row game in full notation, as the referee sends it: pits counter-clockwise from A,
    south's store, north's store, `S` or `N` to move."""
    fields = position.split("/")[0].split("-")
    if fields[-1] in ("swap", "SWAP"):
        fields.pop()
    return [int(field) for field in fields[:-3]], int(fields[-3]), int(fields[-2]), fields[-1]


class _Requests:
    """The reading thread: queues the messages that the main thread answers, and stops a running search."""

    def __init__(self, source):
        self.waiting = queue.Queue()
        self.lock = threading.Lock()
        self.searches = []  # the events of running and waiting searches, the oldest first
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source):
        for raw in source:
            words = raw.decode("utf-8", "replace").split()
            if not words:
                continue
            with self.lock:
                if words[0] == "quit":
                    break
                if words[0] == "stop":
                    for event in self.searches[-1:]:
                        event.set()
                    continue
                if words[0] == "isready" and self.searches:
                    say("readyok")
                    continue
                event = threading.Event() if words[0] == "go" else None
                if event:
                    self.searches.append(event)
                self.waiting.put((words, time.monotonic(), event))
        with self.lock:
            for event in self.searches:
                event.set()
            self.waiting.put((["quit"], 0, None))
        time.sleep(EXIT_GRACE)
        os._exit(0)  # the search ignored `stopped`; otherwise the process would have ended by now

    def done(self, event):
        with self.lock:
            self.searches.remove(event)


class _Conversation:
    def __init__(self, bot):
        self.bot = bot
        self.options = {option["name"]: option["default"] for option in bot.options}
        self.variant = bot.variants[0] if bot.variants else ""
        self.ruleset, self.seed = "", 1
        self.setup = None  # of the running game; None before new_game
        self.base, self.moves = None, []

    def greet(self):
        say(f"id name {self.bot.name}\nid author {self.bot.author}")
        if self.bot.variants:
            values = "".join(f" var {name}" for name in self.bot.variants)
            say(f"option name UGI_Variant type combo default {self.variant}{values}")
        say("option name UGI_Ruleset type string default <empty>")
        say("option name UGI_Seed type spin default 1 min 0 max 18446744073709551615")
        say("option name UGI_GameOver type check default true")
        for option in self.bot.options:
            say(self._offer(option))
        if self.bot.variants:
            say("variants " + " ".join(self.bot.variants))
        say("ugiok")

    @staticmethod
    def _offer(option):
        default = option["default"]
        text = str(default).lower() if isinstance(default, bool) else str(default) or "<empty>"
        line = f"option name {option['name']} type {option['type']} default {text}"
        line += "".join(f" {key} {option[key]}" for key in ("min", "max") if key in option)
        return line + "".join(f" var {value}" for value in option.get("var", ()))

    def set_option(self, words):
        text = " ".join(words)
        name, _, value = text.partition(" value ")
        name = name[len("name "):]
        value = "" if value == "<empty>" else value
        self.setup = None
        if name == "UGI_Variant":
            self.variant = value
        elif name == "UGI_Ruleset":
            self.ruleset = value
        elif name == "UGI_Seed" and integer(value) is not None and not value.startswith("-"):
            self.seed = integer(value)
        elif name in self.options:
            self._set_own(next(option for option in self.bot.options if option["name"] == name), value)
        elif name != "UGI_GameOver":
            complain(f"ignored: option `{name}` with value `{value}`")

    def _set_own(self, option, value):
        kind, number = option["type"], integer(value)
        if kind == "spin" and number is not None and option["min"] <= number <= option["max"]:
            self.options[option["name"]] = number
        elif kind == "check" and value in ("true", "false"):
            self.options[option["name"]] = value == "true"
        elif kind == "string" or (kind == "combo" and value in option["var"]):
            self.options[option["name"]] = value
        else:
            complain(f"ignored: option `{option['name']}` cannot be `{value}`")

    def begin(self):
        if self.setup is None:
            self.setup = Setup(self.variant, self.ruleset, self.seed, dict(self.options))
            self.bot.new_game(self.setup)

    def set_position(self, words):
        rest = words[2:] if words[:1] == ["fen"] else words[1:]
        known = words[:1] == ["startpos"] or (words[:1] == ["fen"] and len(words) > 1)
        if not known or rest[:1] not in ([], ["moves"]):
            complain("ignored: position " + " ".join(words)[:200])
            return
        self.base, self.moves = (words[1] if words[0] == "fen" else None), rest[1:]

    def go(self, words, asked, stopped):
        limits = {}
        for name, value in zip(words, words[1:]):
            if name in LIMITS and integer(value) is not None:
                limits[name] = max(0, integer(value))
        self.begin()
        move = self.bot.choose(Turn(self.setup, self.base, list(self.moves), limits, asked, stopped))
        return "bestmove " + (move or "resign")

    def answer(self, words, asked, stopped):
        command, rest = words[0], words[1:]
        if command == "ugi":
            self.greet()
        elif command == "setoption":
            self.set_option(rest)
        elif command == "uginewgame":
            self.setup = None
        elif command == "isready":
            self.begin()
            say("readyok")
        elif command == "position":
            self.set_position(rest)
        elif command == "go":
            return self.go(rest, asked, stopped)
        elif command == "gameover" and rest:
            self.bot.game_over(rest[0], " ".join(rest[1:]))
        return None  # other lines are ignored: later versions of the protocol may add messages


def run(bot):
    """Answers messages until `quit` or the end of input."""
    requests, conversation = _Requests(sys.stdin.buffer), _Conversation(bot)
    while True:
        words, asked, stopped = requests.waiting.get()
        if words == ["quit"]:
            return
        try:
            reply = conversation.answer(words, asked, stopped)
        except Exception:
            traceback.print_exc()
            os._exit(1)  # the thread that reads standard input would disturb an ordinary exit
        if stopped:
            requests.done(stopped)  # before the reply, because an `isready` after it must not find a search running
        if reply:
            say(reply)

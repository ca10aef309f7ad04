"""A described game: its keys with their defaults, its board, its rules as functions, and its identity."""

import hashlib
import json

import yaml

import words
from words import DescriptionError

WAYS = {"counter-clockwise": "+", "clockwise": "-"}
ENDINGS = ("stop", "again", "judge", "relay", "sow")
DEFAULTS = {
    "turn": {"from": "own", "least": 1, "direction": "counter-clockwise", "reverse": None, "legal": "always", "prefer": []},
    "sow": {"first": "next", "origin": "sow", "skip": []},
    "limits": {"laps": 10000, "endless": "annul"},
}
ROUNDS = {"max": 1, "seeds": None, "refill": "row", "from": "left", "unfilled": "closed", "remainder": "store",
          "copy": "same", "share": None, "tie": "poorer", "begins": "alternate", "goal": None, "fewest": 1}
PLAY = ("board", "start", "turn", "sow", "dropping", "lap-end", "turn-end", "feed", "grand-slam", "end", "swap", "rounds",
        "limits")
ABOUT = ("game", "title", "names", "source", "region", "certain", "decided", "seeds", "rated", "openings", "perft")


def spaced(text):
    """`text` with single spaces."""
    return " ".join(str(text).split())


def filled(given, defaults, name):
    """The map `given` with its defaults."""
    unknown = set(given or {}) - set(defaults)
    if unknown:
        raise DescriptionError(f"{name}: unknown keys {sorted(unknown)}")
    return {**defaults, **(given or {})}


class Ring:
    """Neighbours of the open pits of a board. Pits are 0..m-1 of south, m..2m-1 of north; stores are 2m and 2m + 1."""

    def __init__(self, game, closed):
        m = game.m
        self.open = [p for p in range(2 * m) if p not in closed]
        circles = [range(m), range(m, 2 * m)] if game.rows == 4 else [range(2 * m)]
        # next[way][pit], beyond[way][pit]: tuples of one pit or none; step[mover][way][place]: the next place.
        self.next = [[()] * (2 * m), [()] * (2 * m)]
        self.step = [[None, None], [None, None]]
        for way in (0, 1):
            for circle in circles:
                pits = [p for p in (circle if way == 0 else reversed(circle)) if p not in closed]
                for at, pit in enumerate(pits):
                    if len(pits) > 1:
                        self.next[way][pit] = (pits[(at + 1) % len(pits)],)
            for mover in (0, 1):
                self.step[mover][way] = self.steps(game, closed, circles, way, mover)
        self.beyond = [[self.next[way][near[0]] if near else () for near in self.next[way]] for way in (0, 1)]
        self.facing = [tuple(q for q in game.facing(p) if q not in closed) for p in range(2 * m)]
        self.behind = [tuple(q for q in game.behind(p) if q not in closed) for p in range(2 * m)]

    @staticmethod
    def steps(game, closed, circles, way, mover):
        """The place after each place for a lap of `mover`."""
        m, result = game.m, [None] * (2 * game.m + 2)
        at_right = game.store_at == "right" or (game.store_at == "ahead" and way == 0)
        for circle in circles:
            places = []
            for pit in circle:
                side = pit // m
                sown = game.stores == "both" or (game.stores == "own" and side == mover)
                if sown and not at_right and pit % m == 0:
                    places.append(2 * m + side)
                places.append(pit)
                if sown and at_right and pit % m == m - 1:
                    places.append(2 * m + side)
            places = [place for place in places if place not in closed]
            if way == 1:
                places.reverse()
            for at, place in enumerate(places):
                result[place] = places[(at + 1) % len(places)]
        return result


class Rule:
    """A condition, actions and an ending."""

    def __init__(self, text, compiler, of_lap_end):
        self.text = text
        head, _, tail = text.partition(" -> ")
        self.may = head.startswith("may ")
        self.fits = compiler.condition(head[4:] if self.may else head)
        self.actions, self.ending = [], ("stop",)
        parts = tail.split(", ")
        for at, part in enumerate(parts):
            name = part.split(" ")[0]
            if name in ENDINGS:
                if at + 1 < len(parts):
                    raise DescriptionError(f"an ending is not the last action: {text}")
                self.ending = tuple(part.split(" "))
            else:
                self.actions.append(Action(part, compiler))
        if self.may and not of_lap_end:
            raise DescriptionError(f"may outside lap-end: {text}")
        self.to_hand = self.ending[0] == "sow"


class Action:
    """One action that does not end a rule: kind, what it takes, how much, and for whom."""

    def __init__(self, text, compiler):
        tokens = text.split(" ")
        self.kind = tokens.pop(0)
        self.who, self.max, self.with_facing, self.what, self.count, self.filter = "mover", None, False, None, 0, None
        if len(tokens) >= 2 and tokens[-2] == "to":
            self.who = tokens[-1]
            del tokens[-2:]
        if tokens[-2:] == ["with", "facing"]:
            self.with_facing = True
            del tokens[-2:]
        if len(tokens) >= 2 and tokens[-2] == "max":
            self.max = int(tokens[-1])
            del tokens[-2:]
        if self.kind == "pull":
            self.count = int(tokens.pop(0))
        if tokens:
            self.what = tokens.pop(0)
        if self.what == "any":
            self.count = int(tokens.pop(0))
        if self.what in ("back", "on", "every", "any"):
            self.filter = compiler.filter(" ".join(tokens) or "any")
        elif tokens:
            raise DescriptionError(f"unknown action: {text}")
        if self.kind not in ("take", "pull", "mark", "shift", "sweep"):
            raise DescriptionError(f"unknown action: {text}")


class EndRule:
    """A condition of the end of a round, and what it does."""

    def __init__(self, text, compiler):
        self.text = text
        head, _, tail = text.partition(" -> ")
        self.fits = compiler.condition(head, of_end=True)
        self.action, _, who = tail.partition(" ")
        self.who = who or "owner"
        self.reason = head.removeprefix("not ").split(" ")[0].rstrip(",")
        self.took = any(word.removeprefix("not ").startswith("took ") for both in head.split(" or ")
                        for word in both.split(", "))


class Description:
    """A game as its file describes it."""

    def __init__(self, keys):
        unknown = set(keys) - set(PLAY) - set(ABOUT)
        if unknown:
            raise DescriptionError(f"unknown keys {sorted(unknown)}")
        self.name = keys["game"]
        self.board = filled(keys["board"], {"rows": 2, "columns": None, "stores": "none", "store-at": "right"}, "board")
        self.rows, self.columns = self.board["rows"], self.board["columns"]
        self.stores, self.store_at = self.board["stores"], self.board["store-at"]
        self.m = self.columns * self.rows // 2
        if self.rows == 4 and self.stores != "none":
            raise DescriptionError("four rows have no sown stores")
        self.turn, self.sow, self.limits = (filled(keys.get(key), DEFAULTS[key], key) for key in ("turn", "sow", "limits"))
        self.start = self.start_of(keys["start"])
        total = sum(self.start["south"]) + sum(self.start["north"]) + sum(self.start["stores"])
        if "seeds" in keys and keys["seeds"] != total:
            raise DescriptionError(f"the start has {total} seeds")
        self.feed, self.slam = keys.get("feed", "no"), keys.get("grand-slam", "takes")
        self.swap = keys.get("swap", False)
        self.texts = {key: [spaced(rule) for rule in keys.get(key) or []] for key in ("dropping", "lap-end", "turn-end")}
        self.texts["end"] = self.end_of([spaced(rule) for rule in keys.get("end") or ["immobile -> rest owner"]])
        self.rounds = self.rounds_of(keys["rounds"]) if keys.get("rounds") is not None else None
        self.rings = {}
        self.compile()

    def side_of(self, seeds):
        """The seeds of a side as a list."""
        result = [seeds] * self.m if isinstance(seeds, int) else list(seeds)
        if len(result) != self.m:
            raise DescriptionError(f"the start names {len(result)} pits, not {self.m}")
        return result

    def start_of(self, given):
        """The start with all its keys."""
        if not isinstance(given, dict):
            given = {"south": given}
        result = filled(given, {"south": None, "north": None, "stores": [0, 0], "first": "south", "marks": {}}, "start")
        if result["north"] is None:
            result["north"] = result["south"]
        self.listed = any(isinstance(result[side], list) for side in ("south", "north"))
        result["south"], result["north"] = self.side_of(result["south"]), self.side_of(result["north"])
        return result

    @staticmethod
    def end_of(rules):
        """The rules of `end` with those that the format appends."""
        rest = "draw" if any(" -> win " in rule for rule in rules) else "rest owner"
        named = {word.removeprefix("not ").split(" ")[0] for rule in rules
                 for both in rule.partition(" -> ")[0].split(" or ") for word in both.split(", ")}
        if "stuck" not in named and not any(rule.startswith("immobile -> ") for rule in rules):
            rules = rules + [f"stuck -> {rest}"]
        if "plies" not in named:
            rules = rules + [f"plies 1000 -> {rest}"]
        return rules

    def rounds_of(self, given):
        """The map `rounds` with its defaults."""
        result = filled(given, ROUNDS, "rounds")
        if result["seeds"] is None:
            seeds = set(self.start["south"] + self.start["north"])
            even = result["refill"] == "even"
            if len(seeds) == 1 and 1 <= min(seeds) <= 99 and not (even and self.listed):
                result["seeds"] = seeds.pop()
            elif not even:
                raise DescriptionError("rounds need seeds: the pits do not all start with the same number, 1..99")
        if result["refill"] == "territory":
            if result["share"] is None:
                result["share"] = result["seeds"] // 2 + 1
            total = sum(self.start["south"]) + sum(self.start["north"]) + sum(self.start["stores"])
            if total != 2 * self.m * result["seeds"]:
                raise DescriptionError("territory needs the same seeds in every pit")
        return result

    def compile(self):
        """Turns every rule into functions."""
        compiler = words.Compiler(self.m, self.columns, self.rows)
        self.dropping, self.lap_end, self.turn_end = (
            [Rule(rule, compiler, key == "lap-end") for rule in self.texts[key]] for key in ("dropping", "lap-end", "turn-end"))
        self.legal = compiler.condition(spaced(self.turn["legal"]))
        self.prefer = [compiler.condition(spaced(text)) for text in self.turn["prefer"]]
        self.end = [EndRule(rule, compiler) for rule in self.texts["end"]]
        self.skip = [compiler.filter(spaced(text)) for text in self.sow["skip"]]
        self.used, largest = compiler.used, compiler.largest
        reverse = self.turn["reverse"]
        self.reverse_pits = words.numbers(reverse["pits"]) if reverse else set()
        self.reverse_laps = set(reverse["laps"]) if reverse else set()
        direction = self.turn["direction"]
        if isinstance(direction, dict):
            self.directions = {pit: word for text, word in direction.items() for pit in words.numbers(text)}
            named = set(direction.values())
        else:
            named = {direction} if isinstance(direction, str) else set(direction)
        self.signed = bool(reverse) or bool(named & {"choose", "bind", "bind-each"})
        self.binds = bool(named & {"bind", "bind-each"})
        self.binds_each = "bind-each" in named
        if reverse and direction != "counter-clockwise":
            raise DescriptionError("reverse needs the direction counter-clockwise")
        self.turns_read = bool(self.used & {"turn", "ply"}) or isinstance(direction, list)
        self.hits_read = bool(self.used & {"hits", "their-hits"})
        of_turns = [largest.get(word, 0) for word in ("turn", "ply")] + [len(direction) if isinstance(direction, list) else 0]
        of_hits = [largest.get(word, 0) for word in ("hits", "their-hits")]
        self.turns_cap = None if None in of_turns else max(of_turns) + 1
        self.hits_cap = None if None in of_hits else max(of_hits) + 1
        self.tracks = bool(self.used & {"touched", "reached", "fresh"})
        # Whether every turn is legal whose first lap is, whatever its decisions are.
        self.free = self.feed == "no" and not self.slam.startswith("illegal") and self.limits["endless"] != "illegal"
        self.simple = not self.dropping and not self.skip and not self.tracks

    def ring(self, closed):
        """The neighbours when the pits `closed` are closed."""
        if closed not in self.rings:
            self.rings[closed] = Ring(self, closed)
        return self.rings[closed]

    def facing(self, pit):
        """The pits that face `pit`, all pits open."""
        side, number = divmod(pit, self.m)
        other, columns = (1 - side) * self.m, self.columns
        if self.rows == 2:
            return [other + self.m - 1 - number]
        if self.rows == 4:
            return [other + 3 * columns - 1 - number] if number >= columns else []
        column = number if number < columns else 2 * columns - 1 - number
        near = other + columns - 1 - column
        return [near, other + columns + column] if column < columns // 2 else [near]

    def behind(self, pit):
        """The pits behind the pit that faces `pit`, all pits open."""
        side, number = divmod(pit, self.m)
        return [(1 - side) * self.m + number - self.columns] if self.rows == 4 and number >= self.columns else []

    def canonical(self):
        """The canonical form."""
        turn = dict(self.turn, legal=spaced(self.turn["legal"]), prefer=[spaced(text) for text in self.turn["prefer"]])
        if turn["reverse"]:
            turn["reverse"] = dict(turn["reverse"], pits=str(turn["reverse"]["pits"]))
        if isinstance(turn["direction"], dict):
            turn["direction"] = {str(pits): word for pits, word in turn["direction"].items()}
        form = {"board": self.board, "start": self.start, "turn": turn, "limits": self.limits, **self.texts,
                "sow": dict(self.sow, skip=[spaced(text) for text in self.sow["skip"]]),
                "feed": self.feed, "grand-slam": self.slam, "swap": self.swap, "rounds": self.rounds}
        return json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def identity(self):
        """Name and hash."""
        return f"{self.name} {hashlib.sha256(self.canonical().encode()).hexdigest()[:16]}"


def load(path):
    """The description in the file at `path`."""
    with open(path, encoding="utf-8") as file:
        return Description(yaml.safe_load(file))

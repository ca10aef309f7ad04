"""An independent reader of game descriptions, written from configs/games/FORMAT.md alone.

reader.py FILE perft DEPTH           counts sequences of turns
reader.py FILE random SEED GAMES     plays random games: position, move and next position of each ply, then the outcome
reader.py FILE turns POSITION        lists the legal turns and the positions that they lead to; `start` is the start
reader.py FILE identity              prints the identity
"""

import random
import re
import sys

import description
import turn as turns_of
from turn import Position, supplied

NO_PIT = -1


class End:
    """A position for the rules of `end`, from the view of the player to move, after a turn of `last`."""

    here, store, hand, hit, reached, laps, start, way, start_seeds, lap_seeds, after = -1, -1, 0, False, False, 0, 0, 0, 0, 0, 0
    touched = lifted = frozenset()
    back = NO_PIT

    def __init__(self, game, position, last, taken, seen, played):
        self.game, self.position, self.last, self.taken, self.seen, self.played_plies = game, position, last, taken, seen, played
        self.mover, self.other = position.mover, 1 - position.mover
        self.pits, self.marks, self.owner, self.out = position.pits, position.marks, position.owner, position.out
        self.hits, self.round = position.hits, position.round
        self.turn, self.ply = position.turns[self.mover] + 1, sum(position.turns) + 1
        self.played, self.stale = position.played, position.stale

    def immobile(self):
        """Whether the player to move has no legal turn."""
        return not can_move(self.game, self.position, self.mover)

    def stuck(self):
        """Whether neither player has a legal turn."""
        return self.immobile() and not can_move(self.game, self.position, self.other)

    def empty(self, player):
        """Whether the unmarked pits of `player` hold nothing."""
        return not any(seeds and marker < 0 and owner == player
                       for seeds, marker, owner in zip(self.pits, self.marks, self.owner))

    def singles(self):
        """Whether no unmarked pit holds two seeds."""
        return not any(seeds > 1 and marker < 0 for seeds, marker in zip(self.pits, self.marks))

    def in_play(self):
        """The seeds in unmarked pits."""
        return sum(seeds for seeds, marker in zip(self.pits, self.marks) if marker < 0)

    def emptied(self, pits):
        """Whether the takes of the last turn emptied all of `pits` on the side that last does not own."""
        side = (1 - self.last) * self.game.m
        return all(side + pit in self.taken for pit in pits)

    def repetition(self):
        """The number of times that this position was tested."""
        return self.seen

    def plies(self):
        """Turns in this round."""
        return self.played_plies

    def rule(self, rules):
        """The first of `rules` that fits."""
        return next((rule for rule in rules if rule.fits(self)), None)


class Swap:
    """North's first turn that swaps the sides."""

    text, reversed, void, decided, swept, slammed, endless, hit = "swap", False, None, None, False, False, False, False
    classes, taken = (), frozenset()

    def __init__(self, game, position):
        self.position, self.m, self.mover = position, game.m, position.mover

    def result(self):
        """The position with its sides swapped."""
        p, m = self.position, self.m
        swapped = {name: frozenset((pit + m) % (2 * m) for pit in getattr(p, name)) for name in ("closed", "played", "stale", "lifted")}
        marks, owner = ([each[(pit + m) % (2 * m)] for pit in range(2 * m)] for each in (p.marks, p.owner))
        return p.with_(pits=p.pits[m:2 * m] + p.pits[:m] + p.pits[:2 * m - 1:-1], mover=0, swap=False, back=NO_PIT,
                       marks=tuple(player if player < 0 else 1 - player for player in marks),
                       owner=tuple(1 - player for player in owner), bound=p.bound[::-1],
                       turns=(p.turns[1] + 1, p.turns[0]), hits=p.hits[::-1], **swapped)


def heads_of(game, position, mover):
    """The first turn of every legal start and direction of a game without further bars, preferred ones only."""
    key = ("heads", mover)
    if key not in position.known:
        position.known[key] = preferred(game, turns_of.heads(game, position, mover))
    return position.known[key]


def can_move(game, position, mover):
    """Whether `mover` has a legal turn."""
    return bool(game.free and heads_of(game, position, mover)) or bool(legal_turns(game, position, mover))


def random_turn(game, position, generator):
    """A random legal turn of the player to move."""
    if game.free and not game.swap:
        turn = turns_of.random_variant(generator.choice(heads_of(game, position, position.mover)), generator)
        judge_endless(game, turn)
        return turn
    return generator.choice(legal_turns(game, position, position.mover))


def legal_turns(game, position, mover):
    """The legal turns of `mover`, by start, direction and decisions."""
    if mover not in position.known:
        found = []
        for head in heads_of(game, position, mover) if game.free else turns_of.heads(game, position, mover):
            for turn in turns_of.variants(head):
                judge_endless(game, turn)
                if turn.legal:
                    found.append(turn)
        found = preferred(game, found)
        found = feeding(game, position, mover, found)
        if game.slam in ("illegal", "illegal-unless-only"):
            others = [turn for turn in found if not turn.slammed]
            is_supplied = supplied(game, position.pits, position.marks, position.owner, 1 - mover)
            if game.slam == "illegal" or (is_supplied and others):
                found = others
        if game.swap and position.swap and mover == 1:
            found.append(Swap(game, position))
        position.known[mover] = found
    return position.known[mover]


def judge_endless(game, turn):
    """Decides the result of an endless turn."""
    mode = game.limits["endless"]
    if not turn.endless or mode in ("stop", "round"):
        return
    rules = [rule for rule in game.end if rule.took] if mode != "illegal" else []
    if rules:
        turn.decided = End(game, turn.result(), turn.mover, turn.taken, 1, 0).rule(rules)
    if turn.decided is None:
        turn.legal = mode != "illegal"
        turn.void = mode


def preferred(game, found):
    """The turns of the first class that some turn fits, and those with a reversed first lap."""
    for at in range(len(game.prefer)):
        if any(turn.classes[at] and not turn.reversed for turn in found):
            return [turn for turn in found if turn.reversed or turn.classes[at]]
    return found


def feeding(game, position, mover, found):
    """The turns that `feed` allows."""
    must, _, if_possible = game.feed.partition("-")
    other = 1 - mover
    if must == "no" or (must == "must" and supplied(game, position.pits, position.marks, position.owner, other)):
        return found
    allowed = []
    for turn in found:
        if turn.void:
            supplies = supplied(game, position.pits, position.marks, position.owner, other)
        elif turn.slammed and game.slam == "gives-rest":
            supplies = False
        else:
            supplies = turn.swept or supplied(game, turn.pits, turn.marks, turn.owner, other)
        if supplies:
            allowed.append(turn)
    return found if if_possible and not allowed else allowed


class Play:
    """A game in play: a position, its history, and in the end an outcome as (winner or None, reason, scores)."""

    def __init__(self, game, position, is_start=True):
        self.game, self.position, self.outcome = game, position, None
        self.plies, self.seen, self.at_end = 0, {}, position
        if is_start:
            self.settle(position, 1 - position.mover, frozenset())
        else:
            self.count(position)

    def copy(self):
        """A copy that continues independently."""
        result = object.__new__(Play)
        result.__dict__.update(self.__dict__)
        result.seen = dict(self.seen)
        return result

    def turns(self):
        """The legal turns."""
        return legal_turns(self.game, self.position, self.position.mover)

    def count(self, position):
        """How often `position` was tested, this time included."""
        if "repetition" not in self.game.used:
            return 0
        key = (*position.pits, position.mover, position.marks, position.closed, position.owner, position.bound)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def make(self, turn):
        """Plays `turn`."""
        self.plies += 1
        mode = self.game.limits["endless"]
        if turn.void:
            scores = self.position.pits[-2:]
            winner = 1 - turn.mover if turn.void == "loss" else None
            self.finish(self.position, winner, "endless", scores, turn.void)
            return
        position = turn.result()
        if turn.decided:
            self.apply(position, turn.decided, turn.mover)
        elif turn.swept or (turn.slammed and self.game.slam == "gives-rest") or (turn.endless and mode == "round"):
            reason = "sweep" if turn.swept else "endless" if turn.endless else "grand-slam"
            self.end_round(position, reason, shares(position, "owner", turn.mover))
        else:
            self.settle(position, turn.mover, turn.taken)

    def settle(self, position, last, taken):
        """Tests the rules of `end`, then lets a player without turns pass."""
        self.at_end = position
        rule = End(self.game, position, last, taken, self.count(position), self.plies).rule(self.game.end)
        if rule:
            self.apply(position, rule, last)
            return
        if not can_move(self.game, position, position.mover):
            position = position.with_(mover=1 - position.mover, back=NO_PIT)
            if not can_move(self.game, position, position.mover):
                self.finish(position, None, "nobody-can-move", position.pits[-2:], "void")
        self.position = position

    def apply(self, position, rule, last):
        """Executes the rule of `end` that applied."""
        players = {"mover": position.mover, "other": 1 - position.mover, "last": last}
        if rule.action == "void":
            self.finish(position, None, rule.reason, position.pits[-2:], "void")
        elif rule.action == "rest":
            self.end_round(position, rule.reason, shares(position, rule.who, last))
        else:
            winner = players[rule.who] if rule.action == "win" else None
            self.end_round(position, rule.reason, position.pits[-2:], (winner,))

    def finish(self, position, winner, reason, scores, kind=""):
        """Ends the game."""
        self.position = self.at_end = position
        self.outcome = (winner, reason, tuple(scores), kind)

    def end_round(self, position, reason, scores, decided=None):
        """Ends a round: the game, or the next round begins. `decided` holds the winner of a `win` or `draw`."""
        self.at_end = position
        winner = decided[0] if decided else richer(scores)
        rounds = self.game.rounds
        if rounds is None:
            self.finish(position, winner, reason, scores)
            return
        following, fields = refill(self.game, position, scores)
        goal = [rounds["goal"] is not None and filled >= rounds["goal"] for filled in fields]
        few = [filled < rounds["fewest"] for filled in fields]
        if any(goal):
            self.finish(position, goal.index(True) if sum(goal) == 1 else richer(scores), "goal", scores)
        elif any(few):
            self.finish(position, few.index(False) if sum(few) == 1 else richer(scores), "fill", scores)
        elif position.round >= rounds["max"]:
            self.finish(position, richer(scores), "rounds", scores)
        else:
            begins = 1 - position.began
            if rounds["begins"] == "same":
                begins = position.began
            elif winner is not None and rounds["begins"] in ("winner", "loser"):
                begins = winner if rounds["begins"] == "winner" else 1 - winner
            self.plies, self.seen = 0, {}
            following = following.with_(mover=begins, began=begins, round=position.round + 1)
            self.settle(following, 1 - begins, frozenset())


def richer(scores):
    """The player with more; None if they are equal."""
    return None if scores[0] == scores[1] else int(scores[1] > scores[0])


def shares(position, who, last):
    """The seeds of each player after the seeds in pits are shared."""
    scores, loose = position.pits[-2:], 0
    player = {"mover": position.mover, "other": 1 - position.mover, "last": last}.get(who)
    for seeds, marker, owner in zip(position.pits[:-2], position.marks, position.owner):
        if marker >= 0:
            scores[marker] += seeds
        elif who == "owner":
            scores[owner] += seeds
        elif player is not None:
            scores[player] += seeds
        else:
            loose += seeds
    if who == "split":
        scores = [score + loose // 2 for score in scores]
    return scores


def order_of(game, side):
    """The home pits of a player in the order in which he fills them."""
    pits = list(range(side * game.m, (side + 1) * game.m))
    return pits if game.rounds["from"] == "left" else pits[::-1]


def fill_row(game, seeds, order, share, pits):
    """Fills the pits of `order` with `seeds`: the seeds left, and those that the other player must add."""
    k, remainder = game.rounds["seeds"], game.rounds["remainder"]
    full = min(seeds // k, game.m)
    for pit in order[:full]:
        pits[pit] = k
    left = seeds - full * k
    if full == game.m:
        return left, 0
    if share is not None and left >= share:
        pits[order[full]] = k
        return 0, k - left
    if remainder == "next":
        pits[order[full]] = left
        return 0, 0
    if remainder == "spread":
        for pit in order[full:full + left]:
            pits[pit] = 1
        return max(0, left - (game.m - full)), 0
    return left, 0


def copy_row(game, poorer, pits):
    """Gives the other player's pits the seeds of the poorer player's; returns their number."""
    m, total = game.m, 0
    for pit in range(poorer * m, poorer * m + m):
        copy = (pit + m) % (2 * m) if game.rounds["copy"] == "same" else game.facing(pit)[0]
        pits[copy] = pits[pit]
        total += pits[pit]
    return total


def refill(game, position, scores):
    """The position of the next round, without the player who begins, and the number of pits that each player filled."""
    rounds, m = game.rounds, game.m
    pits, stores = [0] * (2 * m), list(scores)
    owner = tuple(pit // m for pit in range(2 * m))
    if rounds["refill"] == "territory":
        owner = territory(game, position.owner, scores)
        pits, stores, closed = [rounds["seeds"]] * (2 * m), [0, 0], frozenset()
        fields = [owner.count(0), owner.count(1)]
    else:
        poorer = int(scores[1] < scores[0])
        if rounds["refill"] == "row" or (rounds["refill"] == "match" and scores[0] == scores[1]):
            for side in (0, 1):
                stores[side], _ = fill_row(game, scores[side], order_of(game, side), None, pits)
        elif rounds["refill"] == "match":
            stores[poorer], added = fill_row(game, scores[poorer], order_of(game, poorer), rounds["share"], pits)
            stores[1 - poorer] -= added + copy_row(game, poorer, pits)
        else:
            for at, pit in enumerate(order_of(game, poorer)):
                pits[pit] = scores[poorer] // m + (at < scores[poorer] % m)
            stores[poorer] = 0
            stores[1 - poorer] -= copy_row(game, poorer, pits)
        empty = [pit for pit in range(2 * m) if pits[pit] == 0]
        closed = frozenset(empty if rounds["unfilled"] == "closed" else ())
        fields = [sum(1 for pit in pits[:m] if pit), sum(1 for pit in pits[m:] if pit)]
    following = position.with_(pits=pits + stores, out=0, marks=(-1,) * (2 * m), closed=closed, owner=owner,
                               bound=(None, None), turns=(0, 0), hits=(0, 0), played=frozenset(), stale=frozenset(),
                               lifted=frozenset(), back=NO_PIT, swap=False)
    return following, fields


def territory(game, owners, scores):
    """The owner of each pit in the next round."""
    rounds, m, k = game.rounds, game.m, game.rounds["seeds"]
    poorer = int(scores[1] < scores[0])
    fields, rests = [score // k for score in scores], [score % k for score in scores]
    order = order_of(game, poorer)
    if sum(fields) < 2 * m:
        if rests[0] != rests[1]:
            most = int(rests[1] > rests[0])
            winner = most if rests[most] >= rounds["share"] else 1 - most
        elif rounds["tie"] == "owner":
            winner = owners[order[fields[poorer]]]
        else:
            winner = poorer if rounds["tie"] == "poorer" else 1 - poorer
        fields[winner] += 1
    mine = set(order[:fields[poorer]])
    return tuple(poorer if pit in mine else 1 - poorer for pit in range(2 * m))


def start_of(game):
    """The position that a game begins with."""
    m, given = game.m, game.start
    marks = [-1] * (2 * m)
    for pit, marker in given["marks"].items():
        marks["SN".index(pit[0]) * m + int(pit[1:])] = "SN".index(marker)
    first = int(given["first"] == "north")
    return Position(pits=given["south"] + given["north"] + given["stores"], mover=first, out=0, marks=tuple(marks),
                    closed=frozenset(), owner=tuple(pit // m for pit in range(2 * m)), bound=(None, None), turns=(0, 0),
                    hits=(0, 0), played=frozenset(), stale=frozenset(), lifted=frozenset(), back=NO_PIT, swap=game.swap,
                    round=1, began=first)


def name_of(game, pit):
    """`S` or `N` and the number of a pit."""
    return f"{'SN'[pit // game.m]}{pit % game.m}"


def position_text(game, position):
    """The text of a position."""
    m, pits = game.m, position.pits
    text = "/".join([",".join(map(str, pits[:m])), ",".join(map(str, pits[m:2 * m])), ",".join(map(str, pits[2 * m:])),
                     "SN"[position.mover]])
    keys = {}
    if position.out:
        keys["out"] = position.out
    keys["marks"] = ",".join(f"{name_of(game, pit)}:{'SN'[who]}" for pit, who in enumerate(position.marks) if who >= 0)
    keys["closed"] = ",".join(name_of(game, pit) for pit in sorted(position.closed))
    keys["owners"] = ",".join(f"{name_of(game, pit)}:{'SN'[who]}" for pit, who in enumerate(position.owner) if who != pit // m)
    if position.bound != (None, None):
        signs = ["." if way is None else "+-"[way] for way in position.bound]
        keys["bound"] = ",".join(signs) if game.binds_each else signs[0]
    for name, is_read, cap in (("turns", game.turns_read, game.turns_cap), ("hits", game.hits_read, game.hits_cap)):
        values = [min(value, cap) if cap is not None else value for value in getattr(position, name)]
        if is_read and values != [0, 0]:
            keys[name] = ",".join(map(str, values))
    for name in ("played", "stale", "lifted"):
        keys[name] = ",".join(name_of(game, pit) for pit in sorted(getattr(position, name)))
    keys["back"] = name_of(game, position.back) if position.back >= 0 else ""
    text += "".join(f"/{name}={value}" for name, value in keys.items() if value != "")
    text += "/swap" if position.swap else ""
    text += f"/round={position.round}" if position.round > 1 else ""
    return text + ("/began=N" if position.began == 1 and game.rounds else "")


def pit_of(game, name):
    """The pit with the name `S3`."""
    return "SN".index(name[0]) * game.m + int(name[1:])


def read_position(game, text):
    """The position with the text `text`."""
    if text == "start":
        return start_of(game)
    fields = text.split("/")
    m, keys = game.m, dict(field.partition("=")[::2] for field in fields[4:])
    pits = [int(seeds) for part in fields[:3] for seeds in part.split(",")]

    def players(name, values):
        for item in filter(None, keys.get(name, "").split(",")):
            pit, _, player = item.partition(":")
            values[pit_of(game, pit)] = "SN".index(player)
        return tuple(values)

    def pit_set(name):
        return frozenset(pit_of(game, pit) for pit in filter(None, keys.get(name, "").split(",")))

    bound = [None if sign == "." else "+-".index(sign) for sign in keys.get("bound", ".").split(",")]
    return Position(pits=pits, mover="SN".index(fields[3]), out=int(keys.get("out", 0)), marks=players("marks", [-1] * (2 * m)),
                    closed=pit_set("closed"), owner=players("owners", [pit // m for pit in range(2 * m)]),
                    bound=(bound[0], bound[-1]), turns=tuple(map(int, keys.get("turns", "0,0").split(","))),
                    hits=tuple(map(int, keys.get("hits", "0,0").split(","))), played=pit_set("played"), stale=pit_set("stale"),
                    lifted=pit_set("lifted"), back=pit_of(game, keys["back"]) if "back" in keys else NO_PIT,
                    swap="swap" in keys, round=int(keys.get("round", 1)), began=int(keys.get("began", "S") == "N"))


def outcome_text(outcome):
    """The text of an outcome."""
    winner, reason, scores, kind = outcome
    result = kind if kind == "void" else "void" if kind == "annul" else "draw" if winner is None else "SN"[winner]
    return f"{result} {reason} {scores[0]}-{scores[1]}"


def perft(play, depth):
    """The number of sequences of `depth` turns; an ended game counts once."""
    if depth == 0 or play.outcome:
        return 1
    if depth == 1:
        return len(play.turns())
    total = 0
    for turn in play.turns():
        branch = play.copy()
        branch.make(turn)
        total += perft(branch, depth - 1)
    return total


def play_randomly(game, generator, write):
    """Plays a random game; passes every ply to `write`. Returns its plies and its outcome."""
    play, plies = Play(game, start_of(game)), 0
    while not play.outcome:
        before = play.position
        turn = random_turn(game, before, generator)
        play.make(turn)
        plies += 1
        write(before, turn, play.position)
    return plies, play.outcome


def command_random(game, seed, games):
    """Prints random games."""
    for number in range(games):
        generator = random.Random(f"{seed} {number}")
        _, outcome = play_randomly(game, generator, lambda before, turn, after: print(
            position_text(game, before), turn.text, position_text(game, after)))
        print("outcome", outcome_text(outcome))


def command_turns(game, text):
    """Prints the legal turns of a position and the positions after them."""
    position = read_position(game, text)
    for turn in legal_turns(game, position, position.mover):
        play = Play(game, position, is_start=False)
        play.make(turn)
        print(turn.text, position_text(game, play.position), *([outcome_text(play.outcome)] if play.outcome else []))


def main(arguments):
    """Runs one command."""
    if len(arguments) < 2:
        sys.exit(__doc__)
    game, command, rest = description.load(arguments[0]), arguments[1], arguments[2:]
    if command == "perft" and len(rest) == 1 and re.fullmatch(r"\d+", rest[0]):
        print(perft(Play(game, start_of(game)), int(rest[0])))
    elif command == "random" and len(rest) == 2:
        command_random(game, rest[0], int(rest[1]))
    elif command == "turns" and len(rest) == 1:
        command_turns(game, rest[0])
    elif command == "identity" and not rest:
        print(game.identity())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

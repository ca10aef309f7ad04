"""One turn of a described game, from the lift of its start to its last rule, and all legal turns of a position."""

from itertools import combinations

ENDED, OPEN, NOWHERE = range(3)     # the end of a lap: a rule of `dropping` ended the turn; all seeds are sown; it found no place
SIGNS = "+-"


class Position:
    """Seeds, the player to move and the state of the rules. Treat it as constant."""

    __slots__ = ("pits", "mover", "out", "marks", "closed", "owner", "bound", "turns", "hits", "played", "stale", "lifted",
                 "back", "swap", "round", "began", "known")

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)
        self.known = {}     # mover: legal turns

    def with_(self, **values):
        """A copy with other values."""
        return Position(**{**{name: getattr(self, name) for name in self.__slots__ if name != "known"}, **values})


class Turn:
    """A turn in play, then its result. `script` holds the choices of the first decisions; later ones take option 0."""

    generator = None    # of random numbers: it makes the decisions instead of the script

    def __init__(self, game, position, mover, start, way, script):
        self.game, self.position, self.start, self.way, self.script = game, position, start, way, script
        self.mover, self.other = mover, 1 - mover
        self.m, self.pits, self.marks, self.owner = game.m, position.pits[:], position.marks, position.owner
        self.ring = game.ring(position.closed)
        self.out, self.hits, self.round = position.out, position.hits, position.round
        self.turn, self.ply = position.turns[mover] + 1, sum(position.turns) + 1
        self.played, self.stale, self.back = position.played, position.stale, position.back
        self.lifted, self.touched, self.taken = position.lifted, set(), set()
        self.here, self.before, self.store, self.hand, self.sown = -1, 0, -1, 0, 0
        self.laps, self.hit, self.reached = 1, False, False
        self.trace, self.text, self.log, self.seen = [], "", [], set()
        self.again = self.swept = self.slammed = self.endless = self.reversed = False
        self.legal, self.classes, self.void, self.decided, self.whole = True, (), None, None, False
        self.is_swap = False
        self.start_seeds = self.pits[start]
        self.origin = self.first_origin = start
        before = self.ring.next[1 - way][start]
        self.after = self.pits[before[0]] if before else 0

    def clone(self):
        """A copy for a trial."""
        copy = object.__new__(Turn)
        copy.__dict__.update(self.__dict__)
        copy.pits, copy.touched, copy.taken = self.pits[:], set(self.touched), set(self.taken)
        copy.log, copy.seen = [], set()
        return copy

    # Values of words

    def seeds_of(self, pits):
        """The seeds of `pits` except the marked ones."""
        return sum(self.pits[pit] for pit in pits if self.marks[pit] < 0)

    def in_play(self):
        """The seeds in unmarked pits and in the hand."""
        return self.hand + sum(seeds for seeds, marker in zip(self.pits, self.marks) if marker < 0)

    def captures(self):
        """Whether the lap-end rule that fits takes a seed."""
        for rule in self.game.lap_end:
            if rule.fits(self):
                trial = self.clone()
                for action in rule.actions:
                    if not (action.kind == "take" and action.what == "any"):
                        trial.act(action, rule.to_hand)
                return any(seeds for _, seeds, _, _ in trial.log)
        return False

    def choose(self, options):
        """The text that the mover chooses among `options`."""
        at = 0
        if len(options) > 1:
            done = len(self.trace)
            if self.generator:
                at = self.generator.randrange(len(options))
            else:
                at = self.script[done] if done < len(self.script) else 0
            self.trace.append((at, len(options)))
        self.text += options[at]
        return options[at]

    # Laps

    def lift(self, pit):
        """All seeds of `pit`, which is empty then."""
        seeds, self.pits[pit] = self.pits[pit], 0
        if "lifted" in self.game.used:
            self.lifted = self.lifted | {pit}
        return seeds

    def sow(self, origin, seeds):
        """Sows a lap of `seeds` after `origin`."""
        game, pits, two_m = self.game, self.pits, 2 * self.m
        self.origin, self.lap_seeds, self.hand = origin, seeds, seeds
        step, skips_origin = self.ring.step[self.mover][self.way], game.sow["origin"] == "skip"
        place, self.store = origin, -1
        if self.laps == 1 and game.sow["first"] == "origin" and seeds > 1 and self.drop(origin):
            return ENDED
        if not game.simple:
            return self.sow_with_care(step, skips_origin)
        if skips_origin and step[origin] == origin:
            return self.nowhere()
        for _ in range(self.hand):
            place = step[place]
            if skips_origin and place == origin:
                place = step[place]
            pits[place] += 1
        self.hand, self.before = 0, pits[place] - 1
        self.here, self.store = (place, -1) if place < two_m else (-1, place - two_m)
        return OPEN

    def sow_with_care(self, step, skips_origin):
        """Sows the hand, testing every place and every seed."""
        skips, two_m, place = self.game.skip, 2 * self.m, self.origin
        while self.hand:
            self.hand -= 1
            place, steps = step[place], 0
            while (skips_origin and place == self.origin) or (place < two_m and any(skip(self, place) for skip in skips)):
                place, steps = step[place], steps + 1
                if steps > two_m + 2:
                    self.hand += 1
                    return self.nowhere()
            self.hand += 1
            if self.drop(place):
                return ENDED
        return OPEN

    def nowhere(self):
        """Ends a lap without a place for its seeds: they go back to its origin."""
        self.pits[self.origin] += self.hand
        self.hand = 0
        return NOWHERE

    def drop(self, place):
        """Drops a seed of the hand into `place`; returns whether a rule ended the turn."""
        self.hand -= 1
        self.before = self.pits[place]
        self.pits[place] += 1
        if place >= 2 * self.m:
            self.here, self.store = -1, place - 2 * self.m
            return False
        self.here, self.store = place, -1
        self.touched.add(place)
        if self.owner[place] == self.other:
            self.reached = True
        for rule in self.game.dropping:
            if rule.fits(self):
                last = self.hand == 0
                for action in rule.actions:
                    self.act(action, False)
                self.count_takes()
                return last or self.swept
        return False

    # Actions

    def pits_of(self, action):
        """The pits that a take means, without the suffix `with facing`."""
        here, what, ring, way = self.here, action.what, self.ring, self.way
        if what == "every":
            return [pit for pit in ring.open if self.marks[pit] < 0 and action.filter(self, pit)]
        if what == "here":
            return [here]
        if what == "facing":
            return ring.facing[here]
        if what in ("next", "beyond"):
            return (ring.next if what == "next" else ring.beyond)[way][here]
        if what == "next-facing":
            return [pit for near in ring.next[way][here] for pit in ring.facing[near]]
        if what == "column":
            return ring.facing[here] + ring.behind[here]
        if what == "gaps":
            return self.gaps()
        found, near = [], ring.next[way if what == "on" else 1 - way]     # back, on
        pit = here
        while near[pit]:
            pit = near[pit][0]
            if pit == here or self.marks[pit] >= 0 or not self.pits[pit] or not action.filter(self, pit):
                break
            found.append(pit)
        return found

    def gaps(self):
        """The pits behind gaps, one after another."""
        found, pit = [], self.here
        while True:
            near, far = self.ring.next[self.way][pit], self.ring.beyond[self.way][pit]
            if not near or not far or (near[0] not in found and self.seeds_of(near)):
                return found
            if far[0] in found or not self.seeds_of(far):
                return found
            pit = far[0]
            found.append(pit)

    def take(self, action, to_hand):
        """Executes an action that takes seeds."""
        most = None
        if action.what == "any":
            pits = self.chosen(action)
        else:
            pits = [pit for pit in self.pits_of(action) if action.what == "here" or self.marks[pit] < 0]
        if action.max is not None:
            if action.what == "here":
                most = action.max
            else:
                pits = pits[:action.max]
        if action.with_facing:
            pits = [each for pit in pits
                    for each in (pit, *(far for far in self.ring.facing[pit] if self.marks[far] < 0))]
        for pit in pits:
            seeds = self.pits[pit] if most is None else min(most, self.pits[pit])
            self.move(pit, seeds, action.who, to_hand, action.what == "column")

    def chosen(self, action):
        """The pits of `take any`."""
        side = self.other * self.m
        pits = [pit for pit in range(side, side + self.m) if self.pits[pit] and self.marks[pit] < 0
                and pit not in self.position.closed and action.filter(self, pit)]
        options = list(combinations(pits, min(action.count, len(pits))))
        texts = ["".join(f"*{pit % self.m}" for pit in option) for option in options]
        return options[texts.index(self.choose(texts))]

    def store_of(self, who, pit):
        """The place in `pits` to which seeds of `pit` go; None: out."""
        if who == "out":
            return None
        if who == "marker" and self.marks[pit] >= 0:
            player = self.marks[pit]
        elif who in ("owner", "marker"):
            player = self.owner[pit] if pit >= 0 else self.mover
        else:
            player = self.mover if who == "mover" else self.other
        return 2 * self.m + player

    def move(self, pit, seeds, who, to_hand, of_column):
        """Moves `seeds` from `pit`, and records it."""
        self.pits[pit] -= seeds
        place = "hand" if to_hand else self.store_of(who, pit)
        self.give(place, seeds)
        if seeds or of_column:
            self.log.append((pit, seeds, place, self.pits[pit] == 0))

    def give(self, place, seeds):
        """Adds seeds to a store, the hand that a rule sows, or what is out."""
        if place is None:
            self.out += seeds
        elif place == "hand":
            self.sown += seeds
        else:
            self.pits[place] += seeds

    def act(self, action, to_hand):
        """Executes one action."""
        kind, here = action.kind, self.here
        if kind == "sweep":
            self.sweep(action)
        elif here < 0:
            return
        elif kind == "take":
            self.take(action, to_hand)
        elif kind == "pull":
            left = action.count
            for pit in self.ring.facing[here]:
                seeds = min(left, self.pits[pit]) if self.marks[pit] < 0 else 0
                self.pits[pit] -= seeds
                self.pits[here] += seeds
                left -= seeds
        elif kind == "mark":
            marks = list(self.marks)
            for pit in [here] if action.what == "here" else self.ring.facing[here]:
                if marks[pit] < 0:
                    marks[pit] = self.mover
            self.marks = tuple(marks)
        else:
            self.shift(action.what)

    def shift(self, what):
        """Moves the last seed one pit on, or to the first pit of the other side."""
        if what == "next":
            found = self.ring.next[self.way][self.here]
        else:
            side = self.other * self.m
            found = [pit for pit in self.ring.open if side <= pit < side + self.m]
        if found:
            self.pits[self.here] -= 1
            self.here, self.before = found[0], self.pits[found[0]]
            self.pits[self.here] += 1
            self.touched.add(self.here)
            if self.owner[self.here] == self.other:
                self.reached = True

    def sweep(self, action):
        """Takes all unmarked seeds and those of the hand; they go where seeds of here go."""
        place = self.store_of(action.who, self.here)
        for pit in self.ring.open:
            if self.marks[pit] < 0 and self.pits[pit]:
                self.log.append((pit, self.pits[pit], place, True))
                self.give(place, self.pits[pit])
                self.pits[pit] = 0
        self.log.append((-1, self.hand, place, False))
        self.give(place, self.hand)
        self.hand, self.swept = 0, True

    def count_takes(self):
        """Ends a rule: what it took counts."""
        if self.log:
            if any(seeds for _, seeds, _, _ in self.log):
                self.hit = True
                self.seen.clear()
                self.taken.update(pit for pit, _, _, emptied in self.log if emptied)
            self.log = []

    def grand_slam(self):
        """Judges the takes of the rule that ends the turn."""
        if self.game.slam == "takes" or self.swept:
            return
        if not any(seeds and self.owner[pit] == self.other for pit, seeds, _, _ in self.log):
            return
        if any(self.pits[pit] for pit in self.ring.open if self.owner[pit] == self.other and self.marks[pit] < 0):
            return
        self.slammed, mode = True, self.game.slam
        if mode == "gives-rest":
            for pit in self.ring.open:
                self.pits[2 * self.m + self.other] += self.pits[pit]
                self.pits[pit] = 0
        filled = [entry for entry in self.log if entry[1]]
        undone = {"takes-nothing": filled, "leave-last": filled[-1:], "leave-first": filled[:1]}.get(mode, [])
        for pit, seeds, place, _ in undone:
            self.pits[pit] += seeds
            self.give(place, -seeds)
        self.log = [entry for entry in self.log if entry not in undone]

    # The turn

    def after_lap(self):
        """Applies the lap-end rule: None if the turn ends, else the next lap as origin, seeds, kind and whether to turn round."""
        for _ in range(2 * self.m + 2):
            rule = self.rule_of_lap()
            if rule is None:
                return None
            self.sown, here = 0, self.here
            for action in rule.actions:
                self.act(action, rule.to_hand)
            lap = self.next_lap(rule)
            if lap is None and not (rule.ending[0] == "judge" and self.here != here):
                self.grand_slam()
                self.again = rule.ending[0] == "again"
                self.count_takes()
                return None
            self.count_takes()
            if lap is not None:
                return lap
        return None

    def rule_of_lap(self):
        """The lap-end rule that fits, None if there is none."""
        for rule in self.game.lap_end:
            if rule.fits(self) and (not rule.may or self.choose(["!", "."]) == "!"):
                return rule
        return None

    def next_lap(self, rule):
        """The lap that the ending of `rule` begins, as `after_lap` returns it; None if the turn ends."""
        ending, here = rule.ending, self.here
        if here < 0 or self.swept or ending[0] not in ("relay", "sow"):
            return None
        turned = ending[-1] == "reversed"
        if ending[0] == "relay":
            near = self.ring.next[self.way][here]
            pit = here if "next" not in ending else near[0] if near else -1
            return (pit, None, "relay", turned) if pit >= 0 and self.pits[pit] else None
        if not self.sown:
            return None
        outer = here - here % self.m + self.m - 1 - here % self.m
        origin = {"lap": self.origin, "here": here, "turn": self.first_origin, "outer": outer}[ending[2]]
        if "with" in ending:
            self.sown += self.lift(here if ending[4] == "here" else outer)
        return origin, self.sown, "after-reverse" if self.way else "after-forward", turned

    def choose_way(self, origin, seeds, kind):
        """Sets the direction of a lap of a game with `reverse`."""
        self.way = 0
        if self.may_reverse(origin, seeds, kind):
            self.way = SIGNS.index(self.choose(["+", "-"]))

    def may_reverse(self, origin, seeds, kind):
        """Whether a lap may go clockwise."""
        if kind not in self.game.reverse_laps or origin % self.m not in self.game.reverse_pits:
            return False
        trial = self.clone()
        trial.way = 1
        return trial.sow(origin, seeds) == OPEN and trial.captures()

    def returns(self):
        """Whether the turn had this state before, at the end of a lap that continues."""
        state = (*self.pits, self.here, self.way)
        if state in self.seen:
            return True
        self.seen.add(state)
        return False

    def play(self):
        """Plays the turn to its end."""
        game = self.game
        seeds = self.lift(self.start)
        how = self.sow(self.start, seeds)
        self.legal = game.legal(self)
        self.classes = [prefer(self) for prefer in game.prefer]
        while self.legal and how == OPEN:
            lap = self.after_lap()
            if lap is None:
                break
            origin, seeds, kind, turned = lap
            if self.laps == game.limits["laps"] or (kind == "relay" and self.returns()):
                if kind != "relay":
                    self.pits[origin] += seeds
                self.endless = True
                break
            if kind == "relay":
                seeds = self.lift(origin)
            else:
                self.seen.clear()
            self.laps += 1
            if turned:
                self.way = 1 - self.way
            if game.reverse_pits:
                self.choose_way(origin, seeds, kind)
            how = self.sow(origin, seeds)
        self.endless = self.endless or how == NOWHERE
        undone = self.endless and game.limits["endless"] not in ("stop", "round")
        if self.legal and not undone and not self.swept and not (self.slammed and game.slam == "gives-rest"):
            for rule in game.turn_end:
                if rule.fits(self):
                    for action in rule.actions:
                        self.act(action, False)
                    self.count_takes()
                    self.again = self.again or rule.ending[0] == "again"
        return self

    def result(self):
        """The position after the turn, before the rules of `end`; without a pass."""
        position, mover, game = self.position, self.mover, self.game
        turns, hits = list(position.turns), list(position.hits)
        turns[mover] += 1
        hits[mover] += self.hit
        played, stale, bound = position.played, position.stale, position.bound
        if "unplayed" in game.used:
            played = played | {self.start}
        if "fresh" in game.used:
            stale = (stale | {self.start}) - {pit for pit in self.touched if self.owner[pit] != mover}
        if game.binds:
            word = word_of(game, position, mover, self.start)
            first_way = self.first_way
            if word == "bind":
                bound = (first_way, first_way)
            elif word == "bind-each":
                bound = (first_way, bound[1]) if mover == 0 else (bound[0], first_way)
        next_mover = mover if self.again else self.other
        back = self.start if next_mover != mover and "back" in game.used else -1
        return Position(pits=self.pits, mover=next_mover, out=self.out, marks=self.marks, closed=position.closed,
                        owner=self.owner, bound=bound, turns=tuple(turns), hits=tuple(hits), played=played, stale=stale,
                        lifted=self.lifted, back=back, swap=position.swap and mover == 0, round=position.round,
                        began=position.began)


def word_of(game, position, mover, start):
    """The word of `turn.direction` for a turn."""
    direction = game.turn["direction"]
    if isinstance(direction, dict):
        return game.directions[start % game.m]
    if isinstance(direction, list):
        return direction[min(position.turns[mover], len(direction) - 1)]
    return direction


def ways_of(game, position, mover, start):
    """The directions that the first lap of a turn may have, each as way and whether it is a reversed lap."""
    if game.reverse_pits:
        trial = Turn(game, position, mover, start, 1, ())
        seeds = trial.lift(start)
        trial.way = 0
        return [(0, False)] + ([(1, True)] if trial.may_reverse(start, seeds, "start") else [])
    word = word_of(game, position, mover, start)
    if word == "choose" or (word in ("bind", "bind-each") and position.bound[mover] is None):
        return [(0, False), (1, False)]
    if word in ("bind", "bind-each"):
        return [(position.bound[mover], False)]
    return [(0 if word == "counter-clockwise" else 1, False)]


def heads(game, position, mover):
    """For every start and direction the turn with the first choices, if its first lap is allowed."""
    whose, least, m, found = game.turn["from"], game.turn["least"], game.m, []
    for pit in game.ring(position.closed).open:
        if position.pits[pit] < least or position.marks[pit] >= 0:
            continue
        if whose != "any" and (position.owner[pit] == mover) != (whose == "own"):
            continue
        for way, is_reversed in ways_of(game, position, mover, pit):
            turn = begin(game, position, mover, pit, way, is_reversed, ())
            if turn.play().legal:
                found.append(turn)
    return found


def begin(game, position, mover, pit, way, is_reversed, script):
    """A turn before it is played."""
    turn = Turn(game, position, mover, pit, way, script)
    turn.first_way, turn.reversed = way, is_reversed
    number = pit % game.m if pit // game.m == mover else game.m + pit % game.m
    turn.text = f"{number}{SIGNS[way]}" if game.signed else str(number)
    return turn


def variants(head):
    """The turns that begin as `head` does, with every combination of decisions; `head` is the first."""
    yield head
    script = next_script(head.trace)
    while script is not None:
        turn = begin(head.game, head.position, head.mover, head.start, head.first_way, head.reversed, script)
        yield turn.play()
        script = next_script(turn.trace)


def random_variant(head, generator):
    """A turn that begins as `head` does, with random decisions."""
    turn = begin(head.game, head.position, head.mover, head.start, head.first_way, head.reversed, ())
    turn.generator = generator
    return turn.play()


def next_script(trace):
    """The choices of the turn after the one with the choices of `trace`; None after the last."""
    trace = list(trace)
    while trace and trace[-1][0] == trace[-1][1] - 1:
        trace.pop()
    return [at for at, _ in trace[:-1]] + [trace[-1][0] + 1] if trace else None


def supplied(game, pits, marks, owner, player):
    """Whether `player` could begin a turn."""
    least = game.turn["least"]
    return any(pits[pit] >= least and marks[pit] < 0 and owner[pit] == player for pit in range(2 * game.m))

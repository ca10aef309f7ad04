"""Words of the format of game descriptions, compiled to functions of a turn, of a pit or of the end of a turn."""

import re


class DescriptionError(Exception):
    """A description that the format does not allow."""


def numbers(text, joint="|"):
    """The set of numbers that `3|5-7` names."""
    result = set()
    for item in str(text).split(joint):
        low, _, high = item.partition("-")
        result.update(range(int(low), int(high or low) + 1))
    return result


def counts(text, value):
    """Source text of the test whether `value`, a name, fits the counts `text`."""
    tests = []
    for item in text.split("|"):
        if item == "even":
            tests.append(f"({value} > 0 and {value} % 2 == 0)")
        elif item == "odd":
            tests.append(f"{value} % 2 == 1")
        elif item.endswith("+"):
            tests.append(f"{value} >= {int(item[:-1])}")
        else:
            low, _, high = item.partition("-")
            tests.append(f"{int(low)} <= {value} <= {int(high or low)}")
    return "(" + " or ".join(tests) + ")"


# Words about a pit, `p`.
PLACE = {
    "own": "t.owner[p] == t.mover",
    "opponent": "t.owner[p] != t.mover",
    "inner": "p % M >= C",
    "outer": "p % M < C",
    "mine": "t.marks[p] == t.mover",
    "theirs": "t.marks[p] == t.other",
    "marked": "t.marks[p] >= 0",
    "touched": "p in t.touched",
    "lifted": "p in t.lifted",
    "last": "t.hand == 0",
    "same": "t.here >= 0 and t.owner[p] == t.owner[t.here]",
}

# Words about the last seed and its pit, `p`.
SEED = {
    "empty": "t.before == 0",
    "occupied": "t.before > 0",
    "mirrored": "t.other in (t.marks[p], t.marks[(p + M) % (2 * M)])",
    "back": "p == t.back",
}

# Words about the turn.
TURN = {
    "store": "t.store == t.mover",
    "their-store": "t.store == t.other",
    "captured": "t.hit",
    "reached": "t.reached",
    "first-lap": "t.laps == 1",
    "unplayed": "t.start not in t.played",
    "fresh": "t.start not in t.stale",
    "front": "t.start % M == (0 if t.way else M - 1)",
    "captures": "t.captures()",
}

# Words of a pit and a count, and of a turn and a count.
COUNTED = {
    "makes": "t.pits[p]",
    "facing": "t.seeds_of(t.ring.facing[p])",
    "behind": "t.seeds_of(t.ring.behind[p])",
    "next": "t.seeds_of(t.ring.next[t.way][p])",
    "beyond": "t.seeds_of(t.ring.beyond[t.way][p])",
}
COUNTED_TURN = {
    "lap": "t.lap_seeds",
    "start": "t.start_seeds",
    "after": "t.after",
    "marks": "t.marks.count(t.mover)",
    "turn": "t.turn",
    "ply": "t.ply",
    "round": "t.round",
    "hits": "t.hits[t.mover]",
    "their-hits": "t.hits[t.other]",
    "in-play": "t.in_play()",
}

# Words of the end of a round: `t` is an End.
END = {
    "immobile": "t.immobile()",
    "stuck": "t.stuck()",
    "mover-empty": "t.empty(t.mover)",
    "other-empty": "t.empty(t.other)",
    "row-empty": "(t.empty(0) or t.empty(1))",
    "singles": "t.singles()",
    "majority": "2 * max(t.pits[-2:]) > sum(t.pits) + t.out",
}
COUNTED_END = {"stored": "t.pits[2 * M + t.mover]", "their-stored": "t.pits[2 * M + t.other]"}


class Compiler:
    """Compiles conditions and filters to functions; records the words that it meets."""

    def __init__(self, pits, columns, rows):
        self.rows = rows
        self.names = {"M": pits, "C": columns}
        self.used = set()       # words
        self.largest = {}       # word: the largest number that it compares, None if it has no largest
        self.functions = {}

    def function(self, arguments, source):
        """The function of `arguments` whose value is `source`."""
        key = (arguments, source)
        if key not in self.functions:
            self.functions[key] = eval(f"lambda {arguments}: {source}", dict(self.names))
        return self.functions[key]

    def note(self, word, argument):
        """Remembers `word` and the numbers of `argument`."""
        if word in ("inner", "outer", "behind") and self.rows != 4:
            raise DescriptionError(f"{word} is a word of four rows")
        self.used.add(word)
        if argument and word in ("turn", "ply", "hits", "their-hits"):
            found = [int(n) for n in re.findall(r"\d+", argument)]
            bound = None if "even" in argument or "odd" in argument else max(found)
            known = self.largest.get(word, 0)
            self.largest[word] = None if bound is None or known is None else max(known, bound)

    def word(self, text, of_end):
        """Source text of one word of a condition, without `not`."""
        name, _, argument = text.partition(" ")
        self.note(name, argument)
        if of_end:
            if name in END and not argument:
                return END[name]
            if name in COUNTED_END:
                return counts(argument, COUNTED_END[name])
            if name == "took":
                return f"t.emptied({sorted(numbers(argument, '&'))})"
            if name in ("repetition", "plies"):
                return f"t.{name}() >= {int(argument)}"
        if name in TURN and not argument:
            return TURN[name]
        if name in COUNTED_TURN and argument:
            return counts(argument, COUNTED_TURN[name])
        if name == "from":
            return f"t.start % M in {numbers(argument)}"
        return f"(t.here >= 0 and {self.word_of_pit(name, argument)})"

    def word_of_pit(self, name, argument):
        """Source text of a word about here, which exists."""
        if name == "pit":
            source = f"(p % M) in {numbers(argument)}"
        elif name in COUNTED:
            value = COUNTED[name]
            exists = {"makes": "True", "facing": "t.ring.facing[p]", "behind": "t.ring.behind[p]",
                      "next": "t.ring.next[t.way][p]", "beyond": "t.ring.beyond[t.way][p]"}[name]
            source = f"({exists}) and {counts(argument or '1+', value)}"
        elif name in SEED and not argument:
            source = SEED[name]
        elif name in PLACE and name != "same" and not argument:
            source = PLACE[name]
        else:
            raise DescriptionError(f"unknown word: {name} {argument}")
        return re.sub(r"\bp\b", "t.here", source)

    def condition(self, text, of_end=False):
        """The function of a turn, or of an end, that returns whether the condition `text` holds."""
        if text == "always":
            return self.function("t", "True")
        alternatives = []
        for both in text.split(" or "):
            parts = []
            for part in both.split(", "):
                negative = part.startswith("not ")
                source = self.word(part[4:] if negative else part, of_end)
                parts.append(f"(not ({source}))" if negative else f"({source})")
            alternatives.append(" and ".join(parts))
        return self.function("t", " or ".join(alternatives))

    def filter(self, text):
        """The function of a turn and a pit that returns whether the pit fits the filter `text`."""
        if text == "any":
            return self.function("t, p", "True")
        parts, tokens = [], text.split(" ")
        while tokens:
            negative = tokens[0] == "not"
            if negative:
                tokens.pop(0)
            word = tokens.pop(0)
            if word == "holds":
                word = tokens.pop(0)
            if word == "pit":
                source = f"(p % M) in {numbers(tokens.pop(0))}"
            elif word in PLACE:
                self.note(word, "")
                source = PLACE[word]
            else:
                source = counts(word, "t.pits[p]")
            parts.append(f"(not ({source}))" if negative else f"({source})")
        return self.function("t, p", " and ".join(parts))

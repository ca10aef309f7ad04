"""Text is about the product only, and uses the words of its field."""

import re

import house

# Written so that this file does not match itself.
FOREIGN = re.compile(
    r"/w[o]rk/|/f[a]rm/|/hom[e]/[a-z]|/User[s]/|[.]librar[y]/|bash[_]jobs|farm[-](bench|studio)|sub[a]gent|DEVELOPERS[.]md",
    re.IGNORECASE,
)

# Phrases to avoid, in lower case, and the words to use. Each begins with plain text, which is fast to find.
PHRASES = [
    (r"the machine (said|says|refus)", "system error: REASON"),
    (r"question is wrong|question was wrong|wrong question", "invalid arguments"),
    (r" be had\b", "is (not) available"),
    (r"kept to\b", "is respected"),
    (r" all the same\b", "still"),
    (r"looked at whether\b", "checks whether"),
    (r"nobody (blames|else|is to blame)\b", "name the subject"),
    (r"spoil(t|s|ed|ing)?\b", "void"),
    (r" sins\b", "faults"),
    (r"onlooker", "spectator"),
    (r"told apart\b", "distinguish"),
    (r"comes of (it|them)\b", "effect, result"),
    (r" gone with\b", "ends with"),
    (r" is no json\b", "invalid JSON"),
    (r" had to answer\b", "instead of answering"),
    (r"without a question\b", "without a request"),
    (r"warden|namelessfile|toldgames|keptdigest|share_out|against_draw", "supervisor, unlinked file, parallel_for"),
    (r" leash\b", "control socket"),
    (r" clerks?\b", "worker thread"),
    (r"murder", "terminate"),
    (r" are taken in\b", "accepted"),
    (r" (leave|left) away\b", "omit, remove"),
    (r" called again\b", "run again"),
    (r" for ever\b", "forever"),
]
GONE = [(re.compile(pattern), instead) for pattern, instead in PHRASES]

# Keys and flags of documented formats.
KEYS = re.compile(r"spoilt_by_the_machine|spoils-games|,spoilt,|`spoilt`")

# Recorded data, and the list above.
UNREAD = ("results/reference/", "tests/data/", "tests/fuzz/corpus/", "tests/house/words_test.py")


def foreign_lines(name, text):
    own_path = str(house.ROOT) + "/"
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for number, line in enumerate(text.splitlines(), 1)
        if FOREIGN.search(line) or own_path in line
    ]


def odd_lines(name, text):
    """The lines with a phrase to avoid, each with the words to use."""
    text = KEYS.sub("", text)
    lower = text.lower()
    if not any(pattern.search(lower) for pattern, _ in GONE):
        return []
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        instead = [word for pattern, word in GONE if pattern.search(line.lower())]
        problems += [f"{name}:{number}: {line.strip()[:120]} (write: {word})" for word in instead[:1]]
    return problems


def texts():
    """The name and text of each tracked text file."""
    for name in house.tracked():
        text = (house.ROOT / name).read_bytes()
        if b"\0" not in text[:8192]:
            yield str(name), text.decode(errors="replace")


class Words(house.HouseTest):
    def test_no_tracked_file_mentions_a_workplace(self):
        self.none([problem for name, text in texts() for problem in foreign_lines(name, text)])

    def test_no_text_has_a_phrase_to_avoid(self):
        read = [(name, text) for name, text in texts() if not name.startswith(UNREAD)]
        self.assertGreater(len(read), 100)
        self.none([problem for name, text in read for problem in odd_lines(name, text)])

    def test_planted_words_are_caught(self):
        for planted in ["see /ho" + "me/ann/x", "cd /wo" + "rk/main", "a sub" + "agent", f'"{house.ROOT}/a"']:
            with self.subTest(planted):
                self.assertEqual([f"a.md:2: {planted}"], foreign_lines("a.md", "fine\n" + planted + "\n"))

    def test_planted_phrases_are_caught(self):
        planted = {
            "The machine said no": "system error: REASON",
            "it cannot be had here": "is (not) available",
            "NO_COLOR is kept to": "is respected",
            "a spoilt game": "void",
            "files that are gone with who has them open": "ends with",
            "ended while it had to answer": "instead of answering",
            "class Warden;": "supervisor, unlinked file, parallel_for",
            "entries are taken in": "accepted",
            "wait for ever": "forever",
        }
        for line, instead in planted.items():
            with self.subTest(line):
                self.assertEqual([f"a.md:2: {line} (write: {instead})"], odd_lines("a.md", f"fine\n{line}\n"))
        for fine in ["standings.spoilt_by_the_machine", "| `spoilt` | 1 if the game is void |", "a clock", "Math.sin(x)"]:
            self.assertEqual([], odd_lines("a.md", fine))


if __name__ == "__main__":
    house.main()

"""The product speaks only of itself: no path of a developer's machine, no word of a workplace."""

import re

import house

# Written so that this file does not match itself.
FOREIGN = re.compile(
    r"/w[o]rk/|/f[a]rm/|/hom[e]/[a-z]|/User[s]/|[.]librar[y]/|bash[_]jobs|farm[-](bench|studio)|sub[a]gent|DEVELOPERS[.]md",
    re.IGNORECASE,
)


def foreign_lines(name, text):
    own_path = str(house.ROOT) + "/"
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for number, line in enumerate(text.splitlines(), 1)
        if FOREIGN.search(line) or own_path in line
    ]


class Words(house.HouseTest):
    def test_no_tracked_file_speaks_of_a_workplace(self):
        problems = []
        for name in house.tracked():
            text = (house.ROOT / name).read_bytes()
            if b"\0" not in text[:8192]:
                problems += foreign_lines(name, text.decode(errors="replace"))
        self.none(problems)

    def test_planted_words_are_caught(self):
        for planted in ["see /ho" + "me/ann/x", "cd /wo" + "rk/main", "a sub" + "agent", f'"{house.ROOT}/a"']:
            with self.subTest(planted):
                self.assertEqual([f"a.md:2: {planted}"], foreign_lines("a.md", "fine\n" + planted + "\n"))


if __name__ == "__main__":
    house.main()

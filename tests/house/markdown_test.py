"""Documents are short, and their lines fit on a screen.

With --count it prints the words of each document and of all documents together.
"""

import re

import house

LONGEST_LINE = 120

# Document, or `any` other document, or `all` together: the most words.
MOST_WORDS = {"README.md": 900, "any": 1_500, "all": 40_000}

# Documents in which readers look things up; they count in `all` only.
REFERENCES = ["protocol/PROTOCOL.md", "configs/OPTIONS.md", "CHANGELOG.md", "referee/rating/README.md",
              "referee/rules/*/README.md", "results/FORMATS.md", "configs/games/FORMAT.md"]

# Generated documents, which have no bounds.
TABLES = ["results/reference/*/standings.md"]

# Documents that still exceed a bound; the test skips them.
NOT_YET = []

FENCE = re.compile(r" *(```|~~~)")
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")


def lines_of(text):
    """Number, kind (`prose`, `table`, `code` or `blank`) and text of each line."""
    fenced, margin, before = False, 0, "blank"
    for number, line in enumerate(text.splitlines(), 1):
        indent = len(line) - len(line.lstrip())
        if FENCE.match(line):
            fenced, kind = not fenced, "code"
        elif fenced:
            kind = "code"
        elif not line.strip():
            kind = "blank"
        elif before != "prose" and indent >= margin + 4:
            kind = "code"
        else:
            item = ITEM.match(line)
            if item:
                margin = item.end()
            elif before == "blank" and indent < margin:
                margin = 0
            kind = "table" if line.lstrip().startswith("|") else "prose"
        yield number, kind, line
        before = kind


def words_of(text):
    """The number of words outside code; table borders do not count."""
    return sum(len(re.findall(r"\S*\w\S*", line)) for _, kind, line in lines_of(text) if kind in ("prose", "table"))


def long_lines(name, text):
    return [f"{name}:{number}: {len(line)} characters, at most {LONGEST_LINE}"
            for number, kind, line in lines_of(text) if kind == "prose" and len(line) > LONGEST_LINE]


def most_words(name):
    """The bound on the words of a document, or None for a reference."""
    return None if house.matches(name, REFERENCES) else MOST_WORDS.get(name, MOST_WORDS["any"])


def problems(name, text):
    """Each bound that a document exceeds, one sentence each."""
    words, most = words_of(text), most_words(name)
    too_many = [f"{name}: {words} words, at most {most}"] if most and words > most else []
    return too_many + long_lines(name, text)


def documents():
    """The text of each document that is not generated, by name."""
    names = [str(name) for name in house.tracked("*.md")]
    return {name: (house.ROOT / name).read_text() for name in names if not house.matches(name, TABLES)}


class Markdown(house.HouseTest):
    def test_every_document_is_within_its_bounds(self):
        texts = documents()
        self.assertIn("README.md", texts)
        self.none([problem for name, text in texts.items() if name not in NOT_YET for problem in problems(name, text)])

    def test_all_documents_together_are_within_theirs(self):
        self.assertLessEqual(sum(words_of(text) for text in documents().values()), MOST_WORDS["all"])

    def test_tables_and_code_are_not_prose(self):
        text = """# One

Two words, `three four`:

    code here
    and here

- five six
    continued

      code in an item

| a | 1 |
| --- | --- |

```console
$ code
```
end
"""
        kinds = [kind for _, kind, _ in lines_of(text) if kind != "blank"]
        self.assertEqual(["prose"] * 2 + ["code"] * 2 + ["prose"] * 2 + ["code"] + ["table"] * 2 + ["code"] * 3 + ["prose"],
                         kinds)
        self.assertEqual(11, words_of(text))

    def test_long_documents_and_lines_are_caught(self):
        long = "a" * (LONGEST_LINE + 1)
        self.assertEqual(["a.md:3: 121 characters, at most 120"], problems("a.md", f"# A\n\n{long}\n\n    {long}\n| {long} |\n"))
        self.assertEqual(["a.md: 1501 words, at most 1500"], problems("a.md", "a\n" * 1_501))
        self.assertEqual(["README.md: 901 words, at most 900"], problems("README.md", "a\n" * 901))
        self.assertEqual([], problems("CHANGELOG.md", "a\n" * 1_501))


def count():
    texts = documents()
    for name, text in sorted(texts.items(), key=lambda item: words_of(item[1])):
        excess = " (not tested yet)" if name in NOT_YET else ""
        print(f"{words_of(text):6} {name}{', too much' if problems(name, text) else ''}{excess}")
    print(f"{sum(map(words_of, texts.values())):6} all, at most {MOST_WORDS['all']}")


if __name__ == "__main__":
    house.main(count)

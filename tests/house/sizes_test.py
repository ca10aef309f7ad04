"""Small rooms: a source file has at most 400 lines, and from 300 on it is named."""

import house

SMELL, LIMIT = 300, 400
SOURCES = ["*.[ch]pp", "*.py", "*.js", "*.ts", "*.sh", "ebiri", ".ci/run"]

# File: why it may be longer than LIMIT.
EXCEPTIONS = {}


def verdicts(lengths, exceptions):
    """The files that are too long, and the exceptions that nobody needs any more."""
    long = {name: lines for name, lines in lengths.items() if lines > LIMIT}
    too_long = [f"{name}: {lines} lines, at most {LIMIT}" for name, lines in long.items() if name not in exceptions]
    return too_long + [f"{name}: needs no exception" for name in exceptions if name not in long]


class Sizes(house.HouseTest):
    def test_every_source_file_is_short(self):
        lengths = {str(name): len((house.ROOT / name).read_bytes().splitlines()) for name in house.tracked(*SOURCES)}
        self.assertGreater(len(lengths), 10, "the sources were not found")
        for name, lines in sorted(lengths.items(), key=lambda item: -item[1]):
            if lines > SMELL:
                print(f"warning: {name} has {lines} lines")
        self.none(verdicts(lengths, EXCEPTIONS))

    def test_long_files_and_stale_exceptions_are_caught(self):
        lengths = {"long.cpp": 401, "limit.cpp": 400, "known.cpp": 500}
        self.assertEqual(
            ["long.cpp: 401 lines, at most 400", "limit.cpp: needs no exception"],
            verdicts(lengths, {"known.cpp": "a table", "limit.cpp": "was longer"}),
        )


if __name__ == "__main__":
    house.main()

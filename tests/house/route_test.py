"""referee/README.md names files that exist, and the path of a game through them is short.

With --count it prints the way and its lines of function bodies.
"""

import re

import house
import sizes_test

PAGE = house.ROOT / "referee/README.md"
MOST_FILES, MOST_LINES = 15, 2900


def place(name):
    """The path of a file or folder as the page names it: relative to referee/, or to the root for protocol/."""
    return house.ROOT / name if name.startswith("protocol/") else (house.ROOT / "referee" / name).resolve()


def route(text):
    """The files of the path, each with the header that it shares with the next one, or None."""
    part = text[text.index("## The path of one game"):text.index("## Where to put")]
    return re.findall(r"^\| `([^`]+)` \|[^|]*\| (?:`([^`]+)`)? ?\|$", part, re.MULTILINE)


def included(file):
    """A file, and all headers of the repository that it includes."""
    found, left = set(), [file]
    while left:
        at = left.pop()
        if at in found or not at.is_file():
            continue
        found.add(at)
        left += [house.ROOT / name for name, _ in house.INCLUDE.findall(at.read_text()) if name]
    return found


def bodies(file):
    return sum(length for _, _, length in sizes_test.functions_of_cpp(file.read_text()))


class Route(house.HouseTest):
    def test_the_files_on_the_page_exist(self):
        names = re.findall(r"`((?:\.\./)?[a-z_/]+(?:/|\.(?:hpp|cpp|py|ts|txt|md)))`", PAGE.read_text())
        self.assertGreater(len(names), 40)
        self.none([f"`{name}` is not there" for name in names if not place(name).exists()])

    def test_every_room_is_on_the_page(self):
        rooms = {path.parts[1] for path in house.tracked("referee/*.[ch]pp")}
        self.none([f"`{room}` is not on the page" for room in sorted(rooms) if f"`{room}`" not in PAGE.read_text()])

    def test_each_file_shares_a_header_with_the_next(self):
        way = route(PAGE.read_text())
        for (file, header), (following, _) in zip(way, way[1:]):
            if header:
                for one in (file, following):
                    with self.subTest(file=one, header=header):
                        self.assertIn(place(header), included(place(one)))

    def test_the_path_is_short(self):
        way = route(PAGE.read_text())
        self.assertGreater(len(way), 10)
        self.assertLessEqual(len(way), MOST_FILES)
        self.assertLessEqual(sum(bodies(place(file)) for file, _ in way), MOST_LINES)


def count():
    way = [file for file, _ in route(PAGE.read_text())]
    for file in way:
        print(f"{bodies(place(file)):5} {file}")
    print(f"{sum(bodies(place(file)) for file in way):5} lines in {len(way)} files")


if __name__ == "__main__":
    house.main(count)

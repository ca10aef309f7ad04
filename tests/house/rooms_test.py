"""No room exceeds its share of the product, nor the command line its bound.

With --count it prints the lines of each room and its share of the product, and the lines of the tests.
"""

import collections

import house

PRODUCT = ("referee", "protocol", "bots")
SOURCES = ("*.cpp", "*.hpp", "*.h", "*.ts", "*.mjs", "*.css", "*.html", "*.mustache", "*.py", "*.cmake")

MOST_LINES = {"referee/cli": 7_000}
MOST_SHARE = 0.12


def room_of(name):
    """`referee/NAME` for a file of the referee, the top folder for any other."""
    parts = name.parts
    return "/".join(parts[:2]) if parts[0] == "referee" else parts[0]


def part_of(name):
    """The folder of a room that contains a file, or None."""
    deeper = name.parts[len(room_of(name).split("/")):-1]
    return f"{room_of(name)}/{deeper[0]}" if deeper else None


def lines_of(names, key):
    """The number of lines by `key` of the file; files with the key None are left out."""
    lines = collections.Counter()
    for name in names:
        if key(name) and house.matches(name.name, SOURCES):
            lines[key(name)] += (house.ROOT / name).read_bytes().count(b"\n")
    return lines


def problems(rooms):
    """Each bound that the lines of the rooms exceed, one sentence each."""
    product = sum(rooms.values())
    found = [f"{room} has {lines} lines, at most {MOST_LINES[room]}"
             for room, lines in rooms.items() if lines > MOST_LINES.get(room, lines)]
    for room, lines in rooms.items():
        if lines > MOST_SHARE * product:
            found.append(f"{room} is {lines / product:.1%} of the product, at most {MOST_SHARE:.1%}")
    return found


class Rooms(house.HouseTest):
    def test_no_room_is_too_large(self):
        rooms = lines_of(house.tracked(*PRODUCT), room_of)
        self.assertGreater(len(rooms), 10, "the rooms were not found")
        self.none(problems(rooms))

    def test_a_large_room_is_caught(self):
        self.assertEqual([], problems({f"referee/{letter}": 1_000 for letter in "abcdefghi"}))
        self.assertEqual(["referee/i is 12.1% of the product, at most 12.0%"],
                         problems({f"referee/{letter}": 1_000 for letter in "abcdefgh"} | {"referee/i": 1_105}))
        large = {f"referee/{letter}": 6_100 for letter in "abcdefghi"}
        self.assertEqual([], problems(large | {"referee/cli": 7_000}))
        self.assertEqual(["referee/cli has 7401 lines, at most 7000"], problems(large | {"referee/cli": 7_401}))


def count():
    names = house.tracked(*PRODUCT)
    rooms, parts = lines_of(names, room_of), lines_of(names, part_of)
    product = sum(rooms.values())
    for room, lines in rooms.most_common():
        print(f"{lines:6} {lines / product:6.1%}  {room}")
        for part, some in parts.most_common():
            if part.startswith(room + "/"):
                print(f"{some:6}           {part}")
    print(f"{product:6} 100.0%  product")
    print(f"{sum(lines_of(house.tracked('tests'), room_of).values()):6}         tests")


if __name__ == "__main__":
    house.main(count)

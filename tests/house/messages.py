"""Prints every text that the program can show: help, messages and tables, by file and line.

python3 tests/house/messages.py [FOLDER...]    for example referee/cli referee/config; default: referee, protocol, bots
"""

import re
import sys

import house

SOURCES = ["referee", "protocol", "bots"]

# Comments and characters are matched only to skip the quotation marks in them.
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|'(?:[^'\\\n]|\\.)+'|\#include[^\n]*"""
    r'''|R"(?P<fence>[^(\s]*)\((?P<raw>.*?)\)(?P=fence)"|"(?P<text>(?:[^"\\\n]|\\.)*)"''',
    re.DOTALL,
)
PHRASE = re.compile(r"[A-Za-z}`]{2,}[,;:]? +[A-Za-z{`]{2,}")  # two words in a row


def texts(source):
    """The (line, text) of each string in C++ `source`; adjacent strings are one."""
    found, end = [], None
    for token in TOKEN.finditer(source):
        text = token["raw"] if token["raw"] is not None else token["text"]
        if text is None:
            continue
        if end is not None and not source[end:token.start()].strip():
            found[-1][1] += text
        else:
            found.append([source.count("\n", 0, token.start()) + 1, text])
        end = token.end()
    return [(line, text) for line, text in found if PHRASE.search(text)]


def messages(folders):
    """The (file, line, text) of each string in the sources below `folders`."""
    for name in house.tracked("*.cpp", "*.hpp"):
        if any(str(name).startswith(folder.rstrip("/") + "/") for folder in folders):
            for line, text in texts((house.ROOT / name).read_text()):
                yield name, line, text


if __name__ == "__main__":
    current = None
    for file, line_number, message in messages(sys.argv[1:] or SOURCES):
        if file != current:
            print(f"\n{file}")
            current = file
        print(f"{line_number:5}  " + message.strip().replace("\n", "\n       "))

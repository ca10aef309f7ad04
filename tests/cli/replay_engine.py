"""Plays one side of a recorded conversation: expects the recorded input byte for byte, and answers as recorded.

    python3 replay_engine.py TRANSCRIPT PLAYER DONE

DONE is a file that gets `complete`, or the first difference.
"""

import pathlib
import re
import sys


def said(transcript, player):
    """The (direction, text) of every line to and from `player`."""
    for line in pathlib.Path(transcript).read_text().splitlines():
        found = re.match(r"\s*\d+ (\w+) ([<>]) (.*)$", line)
        if found and found.group(1) == player:
            yield found.group(2), re.sub(r" \[\d+ ms\].*", "", found.group(3))


def replay(transcript, player):
    for number, (direction, text) in enumerate(said(transcript, player), 1):
        if direction == ">":
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
            continue
        line = sys.stdin.readline()
        if line != text + "\n":
            return f"message {number}: expected {text!r}, got {line!r}"
    return "complete"


pathlib.Path(sys.argv[3]).write_text(replay(*sys.argv[1:3]))

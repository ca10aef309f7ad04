"""The cost of adding a run to a large site: one run of 10,000 games on top of a hundred.

    ./ebiri bench site [--runs 100] [--games 10000] [--folder FOLDER]

Writes synthetic journals: the games of the quickstart, in full for the new run, and their first plies, resigned, for the others. The
promise: after the site of all others was built, adding the new run takes less than 30 s, and no file of the site exceeds 300 kB.
Exit code 1 if a promise is broken.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "results" / "reference" / "quickstart" / "games.jsonl"
PROMISE, MOST_BYTES, SHORT = 30.0, 300_000, 16  # seconds, bytes, plies


def shortened(game):
    """A game that its winner's opponent resigned after the first plies."""
    plies = len(game["moves"])
    cut = {key: value[:SHORT] if isinstance(value, (list, str)) and len(value) == plies else value for key, value in game.items()}
    return {**cut, "cause": "resigned", "reason": "resigned"} if game["result"] != "draw" else game


def write(folder, first, games, count):
    folder.mkdir(parents=True)
    with open(folder / "games.jsonl", "w") as journal:
        journal.write(json.dumps({**first, "name": folder.name, "journal": 1}) + "\n")
        for number in range(count):
            journal.write(json.dumps({**games[number % len(games)], "game": number + 1, "pair": number // 2 + 1}) + "\n")


def built(build, folder):
    begin = time.monotonic()
    process = subprocess.run([build / "ebiri", "site", "runs", "--output", "site"], cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.monotonic() - begin
    print(f"{seconds:8.1f} s  {process.stdout.strip()}", flush=True)
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--folder", type=pathlib.Path, help="keep the journals and the site in this new folder")
    options = parser.parse_args()
    lines = [{key: value for key, value in json.loads(line).items() if key != "sum"} for line in REFERENCE.read_text().splitlines()]
    games = [line for line in lines if line["type"] == "game"]
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="ebiri-site-"))
    try:
        for number in range(options.runs):
            write(folder / "runs" / f"run-{number:03}", lines[0], [shortened(game) for game in games], options.games)
        built(options.build.resolve(), folder)
        write(folder / "runs" / "new", lines[0], games, options.games)
        seconds = built(options.build.resolve(), folder)
        largest = max(file.stat().st_size for file in (folder / "site").rglob("*") if file.is_file())
        print(f"largest file: {largest} bytes")
        return 0 if seconds < PROMISE and largest <= MOST_BYTES else 1
    finally:
        if not options.folder:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())

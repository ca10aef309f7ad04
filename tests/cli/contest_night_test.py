"""An unattended contest: many entries, one in five of which misbehaves, and commands that are killed repeatedly.

The final table must be that of an undisturbed contest. `EBIRI_TEST_ENTRIES=200` makes the test long.
"""

import json
import os
import random
import shutil
import subprocess
import time

import arena
from contest_arena import BOT, ContestTest

ENTRIES = int(os.environ.get("EBIRI_TEST_ENTRIES", "10"))
JOBS = 4

RULES = """name: night
build: {time: 5s}
qualification: {pairs: 1, probe: false}
faults: {most: 4, games: count}
finals:
  variant: oware
  format: swiss
  pairs: 1
  openings: {random-plies: 3}
  limit: {nodes: 100}
  patience: 1s
  busy-limit: 2min
  limits: {memory: 300MB, processes: 20, disk: 8MB}
  placement: free
  tie-breaks: [direct-encounter, buchholz, wins]
"""

# Plays legal moves that depend on its name; executes FAULT in some positions, always the same ones.
PLAYER = BOT.replace("import sys\n", "import os, sys, time, zlib\n").replace("bestmove\", PITS[legal_moves(*position)[0]]",
                                                                            "bestmove\", choose(words_of_position)")
PLAYER = PLAYER.replace("position = set_up([\"startpos\"])", """
def choose(words):
    luck = zlib.crc32(("NAME " + " ".join(words)).encode())
    if len(words) > 12 and luck % 60 == 0:
        FAULT
    moves = legal_moves(*position)
    return PITS[moves[luck // 60 % len(moves)]]


words_of_position = ["startpos"]
position = set_up(words_of_position)""").replace("position = set_up(words)", "words_of_position = words\n        position = set_up(words)")

FAULTS = {
    "leaves": "sys.exit(3)",
    "cheats": "return 'Z9'",
    "sleeps": "time.sleep(60)",
    "spins": "while True: pass",
    "floods": "print('info x\\n' * 10**7)",
    "eats": "x = bytearray(10**9)",
    "forks": "[os.fork() for _ in range(10)]",
    "writes": "open('/tmp/x', 'wb').write(bytes(10**8))",
}
BUILDS = ["exit 1", "while :; do :; done", "head -c 1000000000 /dev/zero > big"]


class Night(ContestTest):
    patience = 500 + 20 * ENTRIES

    def setUp(self):
        super().setUp()
        self.need_sandbox()
        self.rules(RULES)
        self.chance = random.Random(11)

    def enter(self, number):
        """One of five misbehaves: in its build, or in its games."""
        faults, name = list(FAULTS.values()), f"team{number:03}"
        text = f"name: {name}\nauthors: [x]\nlanguage: python\n"
        fault = "pass"
        if number % 25 == 4:
            text += f"build: {json.dumps(BUILDS[number // 25 % len(BUILDS)])}\n"
        elif number % 5 == 4:
            fault = faults[number // 5 % len(faults)]
        player = PLAYER.replace("NAME", name).replace("FAULT", fault)
        self.ebiri("contest", "add", "friday", self.entry(name, text, {"main.py": player}))

    def kill_while(self, command, done, times):
        """Starts the command and kills it after some progress, `times` times; then lets it end."""
        for _ in range(times):
            before = done()
            process = self.start("contest", command, "friday")
            wanted = before + self.chance.randint(1, max(1, ENTRIES // 4))
            while process.poll() is None and done() < wanted:
                time.sleep(0.005)
            process.kill()
            process.communicate()

    def qualify_all(self):
        """Repeats the command while it ends with 3, because the machine is too busy."""
        for _ in range(10):
            done = subprocess.run(self.command("contest", "qualify", "friday", "--jobs", JOBS), cwd=self.folder,
                                  capture_output=True, text=True, timeout=self.patience, check=False)
            if done.returncode != 3:
                return self.assertIn(done.returncode, (0, 1), done.stderr)
        return self.fail(done.stderr)

    def places(self, name):
        """The final places and rounds, without the values that depend on the clock."""
        text = (self.folder / name / "final.txt").read_text()
        return text.partition("\nfaults:")[0], text.partition("\n\n\nround ")[2]

    def test_the_table_is_that_of_an_undisturbed_contest(self):
        self.open()
        for number in range(ENTRIES):
            self.enter(number)
        history = self.contest / "history.jsonl"
        self.kill_while("qualify", lambda: history.read_bytes().count(b'"type":"qualified"'), 2)
        self.qualify_all()
        listed = json.loads(self.run_contest("list", "--format", "json")[0])
        self.assertEqual(ENTRIES, len(listed))
        self.assertEqual(set(), {one["state"] for one in listed} - {"qualified", "refused", "does not build"})
        self.assertGreaterEqual(sum(one["plays"] for one in listed), ENTRIES * 4 // 5)
        self.run_contest("lock")
        shutil.copytree(self.contest, self.folder / "undisturbed")
        self.ebiri("contest", "play", "undisturbed", "--quiet")
        self.ebiri("contest", "finalize", "undisturbed")
        journal = self.contest / "finals" / "games.jsonl"
        self.kill_while("play", lambda: journal.read_bytes().count(b'"type":"game"') if journal.exists() else 0, 3)
        self.run_contest("play", "--quiet")
        self.run_contest("finalize")
        self.assertEqual(self.places("undisturbed"), self.places("friday"))
        self.assertIn("round 2", self.places("friday")[1])
        self.assertNotIn("NO ", self.run_contest("verify")[0])
        self.assertEqual([], self.leftovers())


if __name__ == "__main__":
    arena.main()

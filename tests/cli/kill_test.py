"""kill -9 at random instants of every phase: the final result is that of an undisturbed run.

The phases: starting, playing with four slots, repairing a damaged journal, writing the tables. Games are limited by
nodes, so that they can be compared. The number of kills is limited by time, unless EBIRI_TEST_KILLS=200 sets it.
"""

import collections
import json
import os
import random
import shutil
import subprocess
import sys
import time

from arena import SANITIZED, ArenaTest, main, sealed

WANTED = int(os.environ.get("EBIRI_TEST_KILLS", "0"))
SECONDS = 20
PAIRS = 6 if SANITIZED else 30
DERIVED = ["config.yaml", "standings.txt", "standings.md", "standings.csv", "standings.json", "errors.csv", "crosstable.csv",
           "games.ogn", "report.html"]
PHASES = ("start", "play", "repair", "tables")


class Kills(ArenaTest):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(1)
        self.config_file = self.config(pairs=PAIRS, slots=4)
        self.kills = collections.Counter()
        self.known = set()  # lines that are known to be sound

    def run_for(self, seconds):
        """Kills the run after `seconds`; returns whether it had ended before."""
        process = subprocess.Popen(self.command("run", self.config_file, "--quiet"), cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return False
        self.assertEqual(process.returncode, 0, errors)
        return True

    def timed(self, *arguments):
        begin = time.monotonic()
        self.ebiri(*arguments)
        return time.monotonic() - begin

    def sound_lines(self):
        """The valid lines of the journal."""
        lines = set(self.journal().read_bytes().split(b"\n")) if self.journal().exists() else set()
        for line in lines - self.known:
            try:
                if sealed(json.loads(line)).encode() == line:
                    self.known.add(line)
            except ValueError:
                pass
        return lines & self.known

    def damage(self):
        """Cuts the last line in half and overwrites one in the middle; both are games."""
        lines = self.journal().read_bytes().split(b"\n")[:-1] if self.journal().exists() else []
        if len(lines) < 4:
            return
        at = self.chance.randrange(2, len(lines) - 1)
        lines[at] = lines[at][:50] + b"\0" * 60 + lines[at][110:]
        lines[-1] = lines[-1][:len(lines[-1]) // 2]
        self.journal().write_bytes(b"\n".join(lines))

    def kill_in(self, phase, limits):
        """One kill, unless the run ends before it."""
        if phase == "repair":
            self.damage()
        before = self.sound_lines()
        ended = self.run_for(self.chance.uniform(0, limits[phase]))
        self.assertLessEqual(before, self.sound_lines(), f"a game was lost by a kill in the phase {phase}")
        self.kills[phase] += not ended

    def masked(self, results):
        """The files of `report` for the journal without its times, and the games in the order of their numbers."""
        folder = self.folder / f"{results}-masked" / "test"
        folder.mkdir(parents=True)
        records = [json.loads(line) for line in (self.folder / results / "test/games.jsonl").read_text().splitlines()]
        for record in records[2:]:
            record.update({"started": "2000-01-01T00:00:00.000Z", "duration_ms": 0})
            record.update({key: [0] * len(record["moves"]) for key in ("wall_us", "cpu_us", "wait_us", "lag_us")})
            record.pop("pondered_us", None)
        records[2:] = sorted(records[2:], key=lambda record: record["game"])
        (folder / "games.jsonl").write_text("".join(sealed(record) + "\n" for record in records))
        self.ebiri("report", folder)
        files = {file.name: file.read_bytes() for file in folder.iterdir()}
        shutil.rmtree(folder.parent)
        return files

    def check_the_end(self):
        """Checks that the games equal those of an undisturbed run, and that the tables are complete."""
        self.assertEqual(self.masked("results"), self.undisturbed)
        tables = {name: self.file(name) for name in DERIVED}
        self.ebiri("report", "results/test")
        self.assertEqual({name: self.file(name) for name in DERIVED}, tables)
        left = {file.name for file in self.journal().parent.iterdir()} - {"games.jsonl", "games.jsonl.rejected", *DERIVED}
        self.assertEqual(left, set())

    def test_kills_at_random_instants_of_every_phase_change_nothing(self):
        full = self.timed("run", self.config_file, "--results", "undisturbed")
        tables = self.timed("run", self.config_file, "--results", "undisturbed")
        self.undisturbed = self.masked("undisturbed")
        limits = {"start": tables / 2, "play": full / 2, "repair": tables, "tables": tables}
        deadline = time.monotonic() + SECONDS
        rounds = 0
        while self.kills.total() < WANTED if WANTED else time.monotonic() < deadline:
            rounds += 1
            for _ in range(6):
                for phase in PHASES[:3]:
                    self.kill_in(phase, limits)
            self.ebiri("run", self.config_file, "--quiet")
            for _ in range(6):
                self.kill_in("tables", limits)
            self.ebiri("run", self.config_file, "--quiet")
            self.check_the_end()
            shutil.rmtree(self.folder / "results")
        print(f"{dict(self.kills)} kills in {rounds} runs ... ", end="", file=sys.stderr)
        self.assertEqual(set(self.kills), set(PHASES))


if __name__ == "__main__":
    main()

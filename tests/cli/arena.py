"""Shared by the command line tests: runs ebiri, writes configs, and reads journals."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
EBIRI = BUILD / "ebiri"
FAULTY = BUILD / "tests" / "faulty_bot"
SANITIZED = bool(int(os.environ.get("EBIRI_TEST_SAMPLING", "0")))

# Engines in Python start with this interpreter: a `python3` in the PATH may be a slow wrapper, such as pyenv's.
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]

# Signals that are ignored when the suite starts (`nohup`, a shell's `&`) would be ignored by every referee here.
for heeded in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(heeded) == signal.SIG_IGN:
        signal.signal(heeded, signal.SIG_DFL)

THREE_ENGINES = """
  - {name: alphabeta, command: bots/alphabeta}
  - {name: greedy, command: bots/greedy}
  - {name: random, command: bots/random}
"""


def sealed(record):
    """A line of a journal: the record with its checksum (results/FORMATS.md)."""
    text = json.dumps({key: value for key, value in record.items() if key != "sum"}, separators=(",", ":"),
                      ensure_ascii=False)[:-1]
    total = 0xCBF29CE484222325
    for byte in text.encode():
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return f'{text},"sum":"{total:016x}"}}'


class ArenaTest(unittest.TestCase):
    """Each test works in its own folder, which has the folder results/."""

    patience = 500  # seconds, for one command

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="ebiri-cli-")
        self.folder = pathlib.Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def config(self, engines=THREE_ENGINES, name="test", **settings):
        keys = {"seed": 7, "variant": "oware", "pairs": 3, "openings": "{random-plies: 4}",
                "limit": "{nodes: 300}", "placement": "free", "slots": 2}
        keys.update({key.replace("_", "-"): value for key, value in settings.items()})
        text = f"name: {name}\n" + "".join(f"{key}: {value}\n" for key, value in keys.items())
        file = self.folder / f"{name}.yaml"
        file.write_text(text + "engines:" + engines)
        return file

    def command(self, *arguments):
        return [str(EBIRI), *map(str, arguments)]

    def ran(self, command, expect=0, **options):
        """Runs to the end, with options of subprocess.run; checks the exit code (several: any); returns (stdout, stderr)."""
        done = subprocess.run(command, **{"cwd": self.folder, "capture_output": True, "text": True, "input": "",
                                          "timeout": self.patience, **options})
        self.assertIn(done.returncode, expect if isinstance(expect, tuple) else (expect,),
                      f"\nstdout:\n{done.stdout}\nstderr:\n{done.stderr}")
        return done.stdout, done.stderr

    def ebiri(self, *arguments, expect=0, stdin="", **options):
        return self.ran(self.command(*arguments), expect, input=stdin, **options)

    def start(self, *arguments):
        process = subprocess.Popen(self.command(*arguments), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        return process

    def heeds_signals(self, process):
        """Whether the process has a handler for SIGINT."""
        self.assertIsNone(process.poll())
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return int(status.split("SigBlk:")[1].split()[0], 16) & 1 << signal.SIGINT - 1

    @contextlib.contextmanager
    def served(self, place, *command, said=""):
        """Serves at a free port; yields it. `place` and `said`: patterns for the line that has it, and for all lines after it."""
        process = self.start(*command, "--port", "0")
        try:
            line = process.stderr.readline()
            self.assertRegex(line, f"^ebiri: {place}:\\d+/\n$")
            yield int(re.search(r":(\d+)/", line)[1])
        finally:
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()  # until the server ends
            process.wait(self.patience)
        self.assertEqual(0, process.returncode, rest)
        self.assertRegex(rest, f"^({said})$")

    def until(self, condition, *processes):
        """Waits until the condition holds; returns its value. Fails if one of the processes ends before."""
        deadline = time.monotonic() + self.patience
        while not (value := condition()):
            for process in processes:
                self.assertIsNone(process.poll(), process.poll() is not None and process.communicate())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return value

    def until_games(self, games, name="test"):
        """Waits until the journal has that number of games."""
        file = self.journal(name)
        self.until(lambda: file.exists() and file.read_bytes().count(b'\n{"type":"game"') >= games)

    def journal(self, name="test"):
        return self.folder / "results" / name / "games.jsonl"

    def games(self, name="test"):
        """Every game record, in the order of game numbers. Ignores an incomplete last line."""
        lines = [json.loads(line) for line in self.journal(name).read_text().split("\n")[:-1]]
        return sorted((line for line in lines if line["type"] == "game"), key=lambda game: game["game"])

    def timeless(self, name="test"):
        """The records without the values that depend on the clock."""
        clocked = {"started", "duration_ms", "wall_us", "cpu_us", "wait_us", "lag_us", "pondered_us", "sum"}
        return [{key: value for key, value in game.items() if key not in clocked} for game in self.games(name)]

    def without_times(self, value):
        """A table without the values that depend on the machine's speed."""
        if isinstance(value, dict):
            return {key: self.without_times(one) for key, one in value.items() if not key.startswith("ms_") and not key.endswith("_seconds")}
        return [self.without_times(one) for one in value] if isinstance(value, list) else value

    def play_once(self, config):
        """Plays the run in the first case of a class; the others get a copy."""
        if "original" in vars(type(self)):
            shutil.copytree(self.original, self.folder / "results")
            return
        self.ebiri("run", config, "--quiet")
        folder = tempfile.TemporaryDirectory(prefix="ebiri-cli-")
        self.addClassCleanup(folder.cleanup)
        type(self).original = shutil.copytree(self.folder / "results", pathlib.Path(folder.name) / "results")

    def play_alone(self, config):
        """Plays the run as `alone`, in one process."""
        self.ebiri("run", config, "--quiet", "--results", "whole")
        shutil.copytree(self.folder / "whole/test", self.folder / "results/alone")

    def same_as_alone(self):
        """Checks that the run has the same games and the same table as `alone`."""
        self.assertEqual(self.timeless("alone"), self.timeless("test"))
        tables = [json.loads(self.file("standings.json", run)) for run in ("alone", "test")]
        self.assertEqual(*map(self.without_times, tables))

    def file(self, file, name="test"):
        return (self.folder / "results" / name / file).read_bytes()


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)

"""Runs of the whole program with an engine that takes almost no time, each with a measurement of the pipe limit.

Costs are multiples of the limit's cost, never bare seconds: `pipe_limit` writes the same requests to the same engine and reads the
answers, and does nothing else.
"""

import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


class Run:
    """A kind of run: its configuration and its number of opening pairs of Oware (two games each)."""

    def __init__(self, name, pairs, slots=1, habit="", wrapper=(), **settings):
        self.name, self.pairs, self.slots, self.habit, self.wrapper, self.settings = name, pairs, slots, habit, wrapper, settings

    def config(self, engine):
        keys = {"name": "bench", "seed": 1, "variant": "oware", "pairs": self.pairs, "openings": "{random-plies: 6}",
                "limit": "{base: 600s, increment: 1s}", "slots": self.slots, "placement": "pinned",
                "start-limit": "60s", "ready-limit": "60s", "stop-grace": "10s"}
        keys.update({key.replace("_", "-"): value for key, value in self.settings.items()})
        command = f"{engine} {self.habit}".strip()
        return "".join(f"{key}: {value}\n" for key, value in keys.items()) + \
            f"engines:\n  - {{name: a, command: {command}}}\n  - {{name: b, command: {command}}}\n"


def started_at(game):
    hours, minutes, seconds = re.match(r".*T(\d+):(\d+):([\d.]+)Z", game["started"]).groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


class Bench:
    """The built programs, and a folder for their output."""

    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self.tools = self.build / "tests" / "bench"
        self.engine = self.tools / "instant_bot"
        self._folder = tempfile.TemporaryDirectory(prefix="ebiri-bench-")
        self.folder = pathlib.Path(self._folder.name)
        self.requests = None

    def measured(self, command, **options):
        """Runs a command and returns the measurements of tests/bench/measured.cpp."""
        result = self.folder / "measured.json"
        done = subprocess.run([self.tools / "measured", result, *command], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, **options)
        numbers = json.loads(result.read_text()) if result.exists() else {"status": "not measured"}
        if done.returncode or numbers["status"]:
            raise SystemExit(f"{' '.join(map(str, command))}: status {numbers['status']}\n{done.stderr}")
        return numbers

    def play(self, run):
        """Plays a run in a new folder. Returns its measurements and its games."""
        results = self.folder / "results"
        shutil.rmtree(results, ignore_errors=True)
        config = self.folder / "bench.yaml"
        config.write_text(run.config(self.engine))
        numbers = self.measured([*run.wrapper, self.build / "ebiri", "run", config, "--results", results, "--quiet"])
        lines = (results / "bench" / "games.jsonl").read_text().splitlines()
        plan = next(json.loads(line) for line in lines if line.startswith('{"type":"plan"'))
        numbers["source"] = re.search(r"CPU by ([a-z ]+)|$", plan.get("isolation", ""))[1]
        return numbers, [json.loads(line) for line in lines if line.startswith('{"type":"game"')]

    def note_requests(self, games):
        """Writes the referee's requests of some games for `pipe_limit`."""
        self.requests = self.folder / "requests"
        with self.requests.open("w") as file:
            for game in games[:50]:
                played = list(game["opening"]["moves"])
                for side, move in zip(game["sides"], game["moves"]):
                    moves = f" moves {' '.join(played)}" if played else ""
                    file.write(f"{side} position startpos{moves}|go p1time 600000 p2time 600000 p1inc 1000 p2inc 1000\n")
                    played.append(move)

    def limit(self, slots=1, plies=60_000):
        """The pipe limit: CPU microseconds per ply and plies per second, with one loop per slot on that number of cores."""
        cores = sorted(os.sched_getaffinity(0))
        rounds = max(1, plies // slots // sum(1 for _ in self.requests.open()))
        loops = [subprocess.Popen(["taskset", "-c", str(cores[k % len(cores)]), self.tools / "pipe_limit", self.requests, str(rounds), self.engine],
                                  stdout=subprocess.PIPE, text=True) for k in range(slots)]
        answers = [json.loads(loop.communicate()[0]) for loop in loops]
        total = sum(answer["plies"] for answer in answers)
        return {"cpu_us": sum(answer["cpu_s"] for answer in answers) / total * 1e6,
                "plies_s": total / max(answer["wall_s"] for answer in answers)}

    def once(self, run):
        """One run with a measurement of the limit."""
        before = self.limit(run.slots)
        numbers, games = self.play(run)
        after = self.limit(run.slots)
        limit = {key: (before[key] + after[key]) / 2 for key in before}
        plies = sum(len(game["moves"]) for game in games)
        begins = [started_at(game) for game in games]
        ends = [begin + game["duration_ms"] / 1000 for begin, game in zip(begins, games)]
        first = min(range(len(games)), key=begins.__getitem__)
        playing = max(ends) - min(begins)
        cpu = numbers["cpu_s"] / plies * 1e6
        speed = plies / max(playing, 0.001)
        return {"cpu_us": cpu, "cpu_ratio": cpu / limit["cpu_us"], "plies_s": speed, "speed_ratio": speed / limit["plies_s"],
                "limit_cpu_us": limit["cpu_us"], "limit_plies_s": limit["plies_s"], "peak_mib": numbers["peak_kib"] / 1024,
                "start_ms": (begins[first] - numbers["begun"] % 86400) * 1000 + games[first]["wall_us"][0] / 1000,
                "exit_ms": (numbers["ended"] % 86400 - max(ends)) * 1000, "games": len(games), "plies": plies,
                "source": numbers["source"]}

    def repeated(self, run, times):
        """The medians of several runs; `noise` is half the relative spread of the CPU ratio."""
        runs = [self.once(run) for _ in range(times)]
        result = {key: statistics.median(each[key] for each in runs) for key in runs[0] if key != "source"}
        result["source"] = runs[0]["source"]
        ratios = [each["cpu_ratio"] for each in runs]
        result["noise"] = (max(ratios) - min(ratios)) / 2 / result["cpu_ratio"]
        result["cpu_us_best"] = min(each["cpu_us"] for each in runs)
        return result

    def ratings(self, games):
        """CPU seconds of the measurements of ratings_bench.cpp, by number of games."""
        done = subprocess.run([self.tools / "bench_ratings", str(games)], capture_output=True, text=True, check=False)
        rows = re.findall(r"^ +([\d.]+) +([\d.]+) +\d+ +[\d.]+  (.*): (?:met|EXCEEDED)$", done.stdout, re.MULTILINE)
        if not rows:
            raise SystemExit(f"bench_ratings {games}:\n{done.stdout}{done.stderr}")
        return {f"CPU s, {what}": float(cpu) for _, cpu, what in rows}

    def tables(self, seeds=10):
        """Oware boards with at most this number of seeds that `ebiri tables` solves per second of CPU time."""
        file = self.folder / "tables"
        file.unlink(missing_ok=True)
        numbers = self.measured([self.build / "ebiri", "tables", "oware", "--seeds", str(seeds), "--threads", "1", "--file", file])
        return math.comb(seeds + 12, 12) / numbers["cpu_s"]

    def system_calls(self, pairs=15):
        """System calls per ply of the referee's threads, by name, counted by strace, which makes the run slower."""
        log = self.folder / "strace"
        run = Run("strace", pairs, wrapper=("strace", "-f", "-qq", "-o", log))
        _, games = self.play(run)
        threads, counts = set(), {}
        for line in log.open():
            thread, call = line.split(None, 1)
            if not threads or (thread in threads and "CLONE_THREAD" in call):
                begun = re.search(r"= (\d+)$", call.rstrip())
                threads.add(begun.group(1) if begun and threads else thread)
            if thread in threads and "clone3 resumed" in call:
                threads.add(call.rsplit("= ", 1)[-1].strip())
            if thread in threads and (name := re.match(r"(\w+)\(", call)):
                counts[name.group(1)] = counts.get(name.group(1), 0) + 1
        plies = sum(len(game["moves"]) for game in games)
        return {name: count / plies for name, count in sorted(counts.items(), key=lambda item: -item[1])}

"""What it costs that workers play a run, and not the slots of one process: instant games of 2, 8 and 32 slots, alone and in a fleet.

    ./ebiri bench fleet [--pairs N] [--slots 2,8,32]

All of it runs on this machine, the server, the planner and the workers, one process each with one slot, on a core each in
turn. So what a fleet does besides playing takes time from the games here, which on other machines it would not: judged is
the CPU time of the workers, engines and their start included, for each game, against that of a run by itself. At most 2 % more is promised.
Exit code 1 if it is more.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))

from arena_runs import Run, started_at  # noqa: E402
from nats_wire import Server  # noqa: E402

PROMISE = 1.02


class Process:
    """A process whose CPU time, and that of its children, is known when it has ended."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)

    def end(self, *codes, stop=None):
        if stop:
            self.process.send_signal(stop)
        errors = self.process.stderr.read()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if codes and self.process.returncode not in codes:
            raise SystemExit(f"{self.process.args}: exit code {self.process.returncode}\n{errors}")
        return usage.ru_utime + usage.ru_stime


def speed(journal):
    """Games, and games a second from the first one's start to the last one's end."""
    games = [json.loads(line) for line in journal.read_text().splitlines() if line.startswith('{"type":"game"')]
    begin = min(map(started_at, games))
    end = max(started_at(game) + game["duration_ms"] / 1000 for game in games)
    return len(games), len(games) / (end - begin)


class Bench:
    def __init__(self, build, pairs):
        self.ebiri, self.engine, self.pairs = build / "ebiri", build / "tests/bench/instant_bot", pairs

    def config(self, folder, slots):
        file = folder / "bench.yaml"
        file.write_text(Run("", self.pairs * slots, slots, limit="{nodes: 1}").config(self.engine))
        return file

    def alone(self, slots):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            cpu = Process([self.ebiri, "run", self.config(folder, slots), "--quiet"], folder).end(0)
            games, rate = speed(folder / "results/bench/games.jsonl")
            return {"rate": rate, "cpu": cpu / games}

    def fleet(self, slots):
        cores = sorted(os.sched_getaffinity(0))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            server = Server(folder)
            workers = [Process(["taskset", "-c", cores[i % len(cores)], self.ebiri, "worker", "--nats", server.url, "--slots", 1,
                                "--cache", "cache", "--quiet"], folder) for i in range(slots)]
            planner = Process([self.ebiri, "run", self.config(folder, slots), "--quiet", "--nats", server.url, "--job-pairs", 50], folder)
            planning = planner.end(0)
            games, rate = speed(folder / "results/bench/games.jsonl")
            playing = sum(worker.end(130, stop=signal.SIGINT) for worker in workers)
            ticks = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
            server.kill()
            serving = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
            return {"rate": rate, "cpu": playing / games, "planner": planning / games, "server": serving / games}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=400, help="opening pairs of Oware for each slot, two games each (400)")
    parser.add_argument("--slots", default="2,8,32", help="how many, one worker each (2,8,32)")
    arguments = parser.parse_args()
    bench, worst = Bench(arguments.build.resolve(), arguments.pairs), 0
    print(f"{2 * arguments.pairs} instant games for each slot, jobs of 50 pairs, {len(os.sched_getaffinity(0))} cores for everything; us CPU are per game")
    print("slots   alone games/s  us CPU   fleet games/s  us CPU of workers       x   planner  server", flush=True)
    for slots in map(int, arguments.slots.split(",")):
        begin = time.monotonic()
        alone, fleet = bench.alone(slots), bench.fleet(slots)
        factor = fleet["cpu"] / alone["cpu"]
        worst = max(worst, factor)
        print(f"{slots:5}{alone['rate']:16.0f}{1e6 * alone['cpu']:8.0f}{fleet['rate']:16.0f}{1e6 * fleet['cpu']:19.0f}{factor:8.3f}"
              f"{1e6 * fleet['planner']:10.0f}{1e6 * fleet['server']:8.0f}   ({time.monotonic() - begin:.0f} s)", flush=True)
    print(f"worst: {worst:.3f}; promised: {PROMISE}")
    return int(worst > PROMISE)


if __name__ == "__main__":
    sys.exit(main())

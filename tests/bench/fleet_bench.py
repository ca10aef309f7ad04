"""The cost of workers: instant games with 2, 8 and 32 slots, in one process, in separate processes, and in a fleet.

    ./ebiri bench fleet [--pairs N] [--slots 2,8,32]

`alone` is one process with all slots. `apart` is one process per slot, each with its own run and journal. In a fleet, one worker
per slot takes jobs of 50 pairs. Each is played twice, long and short, and the difference counts, which excludes start and end. The
short run has one job per worker, so that all workers start their engines in both runs. Everything runs on this machine, server and
planner included, so games per second mean little. The bench judges CPU time per game of the workers, engines included, relative to
the same processes apart. The bound is 2 % more. Exit code 1 if it is exceeded.
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
JOB = 50  # pairs


class Process:
    """A process that reports its CPU time, including children, at its end."""

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
    """The number of games, and games per second from the first start to the last end."""
    games = [json.loads(line) for line in journal.read_text().splitlines() if line.startswith('{"type":"game"')]
    begin = min(map(started_at, games))
    end = max(started_at(game) + game["duration_ms"] / 1000 for game in games)
    return len(games), len(games) / (end - begin)


class Bench:
    def __init__(self, build):
        self.ebiri, self.engine = build / "ebiri", build / "tests/bench/instant_bot"
        self.cores = sorted(os.sched_getaffinity(0))

    def config(self, folder, pairs, slots):
        file = folder / "bench.yaml"
        file.write_text(Run("", pairs, slots, limit="{nodes: 1}").config(self.engine))
        return file

    def on_a_core(self, number, *words):
        return ["taskset", "-c", self.cores[number % len(self.cores)], self.ebiri, *words]

    def alone(self, folder, pairs, slots):
        cpu = Process([self.ebiri, "run", self.config(folder, pairs, slots), "--quiet"], folder).end(0)
        games, _ = speed(folder / "results/bench/games.jsonl")
        return {"games": games, "alone": cpu}

    def apart(self, folder, pairs, slots):
        config = self.config(folder, pairs // slots, 1)
        runs = [Process(self.on_a_core(i, "run", config, "--quiet", "--set", f"name=bench{i}", "--set", f"seed={i}"), folder)
                for i in range(slots)]
        return {"games": 2 * pairs, "apart": sum(run.end(0) for run in runs)}

    def fleet(self, folder, pairs, slots):
        server = Server(folder)
        workers = [Process(self.on_a_core(i, "worker", "--nats", server.url, "--slots", 1, "--cache", "cache", "--quiet"), folder)
                   for i in range(slots)]
        run = ["run", self.config(folder, pairs, slots), "--quiet", "--nats", server.url, "--job-pairs", JOB]
        planning = Process([self.ebiri, *run], folder).end(0)
        games, rate = speed(folder / "results/bench/games.jsonl")
        playing = sum(worker.end(130, stop=signal.SIGINT) for worker in workers)
        ticks = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        server.kill()
        return {"games": games, "rate": rate, "workers": playing, "planner": planning,
                "server": sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")}

    def measure(self, play, pairs, slots):
        """CPU seconds per game, from the difference of a short and a long run; the rate of the long run."""
        lengths = []
        for length in (max(JOB, pairs // 8), pairs):
            with tempfile.TemporaryDirectory() as name:
                lengths.append(play(pathlib.Path(name), length * slots, slots))
        short, long = lengths
        games = long.pop("games") - short["games"]
        return {key: value if key == "rate" else (value - short[key]) / games for key, value in long.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=400, help="opening pairs of Oware per slot, two games each; at least 100 (default 400)")
    parser.add_argument("--slots", default="2,8,32", help="numbers of slots, with one worker each (default 2,8,32)")
    arguments = parser.parse_args()
    if arguments.pairs < 2 * JOB:
        parser.error(f"--pairs must be {2 * JOB} or more, so that a long run differs from a short one; found {arguments.pairs}")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # workers must stop at SIGINT even in the background
    bench, worst = Bench(arguments.build.resolve()), 0
    print(f"{2 * arguments.pairs} instant games for each slot, jobs of {JOB} pairs, {len(bench.cores)} cores for everything; CPU time in us a game")
    print("slots     alone     apart   workers  workers/apart   planner    server   games/s of the fleet", flush=True)
    for slots in map(int, arguments.slots.split(",")):
        begin, cost = time.monotonic(), {}
        for play in (bench.alone, bench.apart, bench.fleet):
            cost |= bench.measure(play, arguments.pairs, slots)
        factor = cost["workers"] / cost["apart"]
        worst = max(worst, factor)
        us = {key: f"{1e6 * value:10.0f}" for key, value in cost.items()}
        print(f"{slots:5}{us['alone']}{us['apart']}{us['workers']}{factor:15.3f}{us['planner']}{us['server']}{cost['rate']:12.0f}"
              f"   ({time.monotonic() - begin:.0f} s)", flush=True)
    print(f"worst: {worst:.3f}; promised: {PROMISE}")
    return int(worst > PROMISE)


if __name__ == "__main__":
    sys.exit(main())

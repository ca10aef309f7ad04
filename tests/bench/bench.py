"""`./ebiri bench`: costs of the program, as ratios to the lowest possible cost. README.md in this folder explains the table.

    bench.py BUILD [--json FILE] [--compare FILE] [--repeat N] [--only REGEX] [--growth]
"""

import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

from arena_runs import Bench, Run

RUNS = [
    Run("one slot", 600),
    Run("one slot, fifty games", 25),
    Run("one slot, accounting off", 600, accounting="off", dispute="off"),
    Run("one slot, disk sync for each game", 600, sync="each-game"),
    Run("one slot, no disk sync", 600, sync="never"),
    Run("one slot, long games", 300, habit="long"),
    Run("one slot, engines started for each game", 100, habit="once"),
    Run("one slot, engines in a sandbox", 600, isolation="sandbox"),
    Run("two slots", 1000, slots=2),
    Run("four slots", 1000, slots=4),
    Run("four slots, fifty games", 25, slots=4),
    Run("64 slots", 1600, slots=64),
]

# Targets, as ratios to the pipe limit on the same machine in the same minute: (row, column, comparison, bound). With
# a limit of 1.2 us of CPU time per ply and 418,000 plies per second, they are 3.1 us (3 us without accounting) and
# 150,000 plies per second.
TARGETS = [
    ("one slot", "speed_ratio", ">=", 150 / 418),
    ("one slot", "cpu_ratio", "<=", 2.6), ("one slot, accounting off", "cpu_ratio", "<=", 3.0 / 1.2),
    ("one slot, fifty games", "start_ms", "<=", 20), ("one slot, fifty games", "exit_ms", "<=", 50), ("one slot", "exit_ms", "<=", 50),
    ("four slots, fifty games", "peak_mib", "<=", 12), ("64 slots", "peak_mib", "<=", 40),
]
RULES = [("in_bulk/oware", 250e6), ("played/oware", 60e6), ("in_bulk/kalah", 100e6), ("played/kalah", 30e6), ("laps/omweso", 3e6),
         ("laps/namnam", 3e6), ("laps/bao", 3e6), ("described/oware", 5e6), ("described/hus_8", 3e6)]
YARDSTICK = "yardstick"


def is_met(value, sign, bound):
    return value <= bound if sign == "<=" else value >= bound


def mark(row, column, value):
    for name, key, sign, bound in TARGETS:
        if (name, key) == (row, column):
            return " " if is_met(value, sign, bound) else "!"
    return " "


def print_runs(rows):
    print("limit: the lowest possible cost, with one loop per slot of the run; `x`: the run's figure divided by the limit's\n")
    print(f"{'run':<42} {'us CPU/ply':>10} {'limit':>6} {'x':>6} {'noise':>6} {'plies/s':>8} {'limit':>8} {'x':>6} "
          f"{'MiB':>6} {'start ms':>9} {'exit ms':>8} {'games':>6}")
    for name, row in rows.items():
        cell = lambda key, form: format(row[key], form) + mark(name, key, row[key])
        print(f"{name:<42} {row['cpu_us']:>10.2f} {row['limit_cpu_us']:>6.2f} {cell('cpu_ratio', '.2f'):>6} {row['noise']:>6.0%} "
              f"{row['plies_s']:>8.0f} {row['limit_plies_s']:>8.0f} {cell('speed_ratio', '.2f'):>6} {cell('peak_mib', '.1f'):>6} "
              f"{cell('start_ms', '.0f'):>9} {cell('exit_ms', '.0f'):>8} {row['games']:>6.0f}")


def print_verdicts(rows):
    """Prints the targets and the measured values."""
    def line(text, value, sign, bound):
        print(f"  {text:<52} {value:>9.2f}  target {sign} {bound:<6.3g} {'met' if is_met(value, sign, bound) else 'NOT MET'}")
    print("\ntargets")
    for name, key, sign, bound in TARGETS:
        if name in rows:
            line(f"{name}: {key}", rows[name][key], sign, bound)
    def grown(name, key):
        return rows[name][key] / rows["one slot"][key]
    if {"one slot", "two slots"} <= rows.keys():
        line("two slots: plies/s relative to the limit, as a multiple of one slot", grown("two slots", "speed_ratio"), ">=", 0.95)
    if {"one slot", "64 slots"} <= rows.keys():
        line("64 slots: CPU relative to the limit, as a multiple of one slot", grown("64 slots", "cpu_ratio"), "<=", 1.3)


SOURCES = {"perf": "one slot", "control group": "one slot, engines in a sandbox", "process tree": "one slot"}


def print_sources(rows):
    """Prints the sources of the engines' CPU time in the runs, and the cost of each."""
    print("\nCPU time of engines, by source")
    for source, name in SOURCES.items():
        if name in rows and rows[name]["source"] == source:
            print(f"  {source:<14} {rows[name]['cpu_ratio']:.2f} times the limit ({name})")
        else:
            print(f"  {source:<14} skipped: not in use on this machine, or not measured")


def starved(bench):
    """Losses on time of engines that use a fifth of their limit on a shared core; must be 0."""
    done = subprocess.run([bench.tools / "bench_clocks", "starved", "few"], capture_output=True, text=True, check=False)
    print("\nstarved\n" + done.stdout, end="")
    return done.returncode


def google(bench, name, repeat):
    """The best of several repetitions with Google Benchmark: name -> (unit, value); larger is better."""
    program = bench.tools / f"bench_{name}"
    if not program.exists():
        return {}
    answer = subprocess.run([program, "--benchmark_format=json", "--benchmark_min_time=0.1", f"--benchmark_repetitions={repeat}"],
                            capture_output=True, text=True, check=True)
    best = {}
    for run in json.loads(answer.stdout)["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        label = f"{name}: {run['run_name']}"
        unit = next((key for key in ("leaves", "plies", "laps", "steps") if key in run), None)
        value = run[unit] if unit else 1e3 / run["cpu_time"]
        best[label] = (unit or "times", max(value, best.get(label, (None, 0))[1]))
    return best


def print_small(small):
    print(f"\n{'small parts, on one core':<42} {'million/s':>11}")
    for label, (unit, value) in small.items():
        if unit == "times":
            print(f"{label:<42} {1000 / value:>11.2f} ms")
            continue
        target = next((bound for part, bound in RULES if part in label), None)
        verdict = "" if target is None else f"   target >= {target / 1e6:g} {'met' if value >= target else 'NOT MET'}"
        print(f"{label:<42} {value / 1e6:>11.1f} {unit}{verdict}")


def compare(now, then):
    """Compares costs with a stored run, relative to the limit or the yardstick of each run."""
    print(f"\ncompared with {then['when']} at {then['commit']}: above 1 is more expensive now; noise is the sum of both")
    def line(name, ratio, noise):
        verdict = "MORE EXPENSIVE" if ratio > 1 + max(2 * noise, 0.05) else "cheaper" if ratio < 1 - max(2 * noise, 0.05) else ""
        print(f"  {name:<42} {ratio:>6.2f} ± {noise:.2f}  {verdict}")
        return verdict == "MORE EXPENSIVE"
    worse = 0
    for name in now["runs"].keys() & then["runs"].keys():
        new, old = now["runs"][name], then["runs"][name]
        worse += line(name, new["cpu_ratio"] / old["cpu_ratio"], (new["noise"] ** 2 + old["noise"] ** 2) ** 0.5)
    yard = lambda document, label: document["small"][label][1] / document["small"][f"rules: {YARDSTICK}"][1]
    for label in sorted(now["small"].keys() & then["small"].keys()):
        if YARDSTICK not in label:
            worse += line(label, yard(then, label) / yard(now, label), 0.05)
    return worse


def document(bench, arguments):
    from datetime import datetime, timezone
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    if load > cores / 4:
        print(f"the load is {load:.1f} on {cores} cores: CPU ratios are roughly valid, plies/s and start times are not\n", file=sys.stderr)
    commit = subprocess.run([bench.build / "ebiri", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    wanted = re.compile(arguments.only or "")
    _, games = bench.play(Run("requests", 25))
    bench.note_requests(games)
    runs = {run.name: bench.repeated(run, arguments.repeat) for run in RUNS if wanted.search(run.name)}
    calls = bench.system_calls() if wanted.search("system calls") else {}
    small = {}
    for name in ("rules", "records", "fits") if wanted.search("small") else ():
        small |= google(bench, name, arguments.repeat)
    if small:
        small["tables: solved boards"] = ("boards", max(bench.tables() for _ in range(arguments.repeat)))
    return {"when": datetime.now(timezone.utc).strftime("%Y-%m-%d"), "commit": commit, "load": load, "cores": cores,
            "kernel": platform.release(), "runs": runs, "system_calls": calls, "small": small}


def main():
    parser = argparse.ArgumentParser(prog="ebiri bench", description="Measures the costs of the whole program. `bench NAME` runs a single bench.")
    parser.add_argument("build", help=argparse.SUPPRESS)
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to this file")
    parser.add_argument("--compare", type=pathlib.Path, help="compare with a file written by --json; exit code 1 if something is more expensive now")
    parser.add_argument("--repeat", type=int, default=3, help="number of measurements of each run (default 3)")
    parser.add_argument("--only", help="only runs whose name matches this regular expression; other names: `small`, `system calls`, `starved`")
    parser.add_argument("--growth", type=pathlib.Path, help="measure growth instead; write growth.csv and growth.svg to this folder")
    arguments = parser.parse_args()
    bench = Bench(arguments.build)
    if arguments.growth:
        import growth
        return growth.measure(bench, arguments.growth)
    now = document(bench, arguments)
    if now["runs"]:
        print_runs(now["runs"])
        print_verdicts(now["runs"])
        print_sources(now["runs"])
    lost = starved(bench) if re.search(arguments.only or "", "starved") else 0
    if now["system_calls"]:
        print(f"\nsystem calls per ply: {sum(now['system_calls'].values()):.2f}  " +
              ", ".join(f"{name} {count:.2f}" for name, count in now["system_calls"].items() if count >= 0.05))
    if now["small"]:
        print_small(now["small"])
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(now, indent=1) + "\n")
    more_expensive = compare(now, json.loads(arguments.compare.read_text())) if arguments.compare else 0
    return 1 if more_expensive or lost else 0


if __name__ == "__main__":
    sys.exit(main())

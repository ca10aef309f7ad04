"""Engines with limits and in a sandbox in whole tournaments, and messages about missing isolation."""

import json
import os
import pathlib
import shutil
import subprocess

import arena

FIRST_LEGAL = pathlib.Path(__file__).resolve().parents[2] / "bots" / "first_legal.py"

FOREIGN = pathlib.Path(__file__).resolve().parent / "foreign_engine.py"

FOUR_ENGINES = """
  - {name: alphabeta, command: bots/alphabeta}
  - {name: greedy, command: bots/greedy, limits: {disk: none}}
  - {name: random, command: bots/random}
  - {name: first-legal, command: ./first_legal.py}
"""

# Exits with status 9 if it sees a file beside itself, or a process other than itself and the gate.
SPY = """
import os, sys
beside = set(os.listdir(os.path.dirname(os.path.abspath(__file__)))) - {os.path.basename(__file__)}
others = {name for name in os.listdir("/proc") if name.isdigit()} - {"1", str(os.getpid())}
if beside or others:
    sys.exit(9)
"""

# Sanitizers reserve far more memory than they use.
LIMITS = "{memory: none}" if arena.SANITIZED else "{memory: 300MB}"


class Isolation(arena.ArenaTest):
    findings = {}  # what the machine has

    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        if not Isolation.findings:
            Isolation.findings = {finding["thing"]: finding for finding in json.loads(self.ebiri("doctor", "--json")[0])}

    def has(self, thing):
        return self.findings[thing]["good"]

    def plan(self):
        lines = [json.loads(line) for line in self.journal().read_text().splitlines()]
        return [line for line in lines if line["type"] == "plan"][-1]

    def without_bubblewrap(self):
        os.environ["PATH"], old = "/no/such/folder", os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", old)

    def counted_by(self, sandbox):
        if sandbox and self.has("CPU time by control group"):
            return "CPU by control group"
        return "CPU by perf" if self.has("CPU time by perf") else "CPU by process tree"

    def without_control_groups(self, *arguments):
        """The command in a mount namespace in which an empty folder hides control groups."""
        cover = 'mount -t tmpfs -o ro none /sys/fs/cgroup && exec "$@"'
        for unshare in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
            if subprocess.run([*unshare, "sh", "-c", cover, "sh", "true"], capture_output=True).returncode == 0:
                return subprocess.run([*unshare, "sh", "-c", cover, "sh", *self.command(*arguments)], cwd=self.folder,
                                      capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=self.patience)
        self.skipTest("no namespace of mounts can be made here")

    def one_core(self):
        return "1 core" if self.has("sandbox") else "1 core by affinity"

    def complete(self):
        return all(self.has(thing) for thing in ("sandbox", "limit an engine's memory", "limit an engine's processes"))

    def test_a_tournament_is_the_same_without_isolation_with_limits_and_in_a_sandbox(self):
        shutil.copy(FIRST_LEGAL, self.folder)
        games = {}
        for isolation in ("none", "limits", "sandbox"):
            config = self.config(FOUR_ENGINES, name=isolation, isolation=isolation, limits=LIMITS, pairs=1)
            out, _ = self.ebiri("run", config, "--quiet")
            self.assertIn("forfeits (time/crash/illegal/other): none", out)
            self.assertIn(f"\nisolation: {isolation if self.has('sandbox') or isolation != 'sandbox' else 'limits'}", out)
            games[isolation] = self.timeless(isolation)
        self.assertEqual(12, len(games["none"]))
        self.assertEqual(games["none"], games["limits"])
        self.assertEqual(games["none"], games["sandbox"])

    def test_two_engines_of_one_folder_see_each_other_only_without_a_sandbox(self):
        spies = self.folder / "spies"
        spies.mkdir()
        for name in ("a", "b"):
            script = spies / f"{name}.py"
            script.write_text("#!/usr/bin/env python3\n" + SPY + FIRST_LEGAL.read_text().partition("\n")[2])
            script.chmod(0o755)
        engines = "\n  - {name: a, command: spies/a.py}\n  - {name: b, command: spies/b.py}\n"
        self.ebiri("run", self.config(engines, isolation="none", pairs=1), "--quiet", expect=3)
        config = self.config(engines, isolation="sandbox", isolation_required=str(self.has("sandbox")).lower(), pairs=2,
                             limits="{memory: none, processes: none}")
        out, _ = self.ebiri("run", config, "--quiet", expect=0 if self.has("sandbox") else 3)
        if self.has("sandbox"):
            self.assertIn("games 4 of 4", out)
            self.assertIn("forfeits (time/crash/illegal/other): none", out)

    def test_a_dialect_over_a_connection_works_in_a_sandbox(self):
        shutil.copy(FOREIGN, self.folder)
        python = shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin")  # the only folders with programs in a sandbox
        self.assertIsNotNone(python)
        engines = ("\n  - {name: random, command: bots/random}"
                   f"\n  - {{name: kgp, command: {python} ./foreign_engine.py kgp, dialect: kgp}}\n")
        config = self.config(engines, variant="kalah", pairs=2, openings="start", limit="{move: 10s}", isolation="sandbox",
                             isolation_required=str(self.complete()).lower(), limits=LIMITS)
        out, _ = self.ebiri("run", config, "--quiet")
        self.assertIn("forfeits (time/crash/illegal/other): none", out)
        self.assertEqual({"rules"}, {game["cause"] for game in self.games()})
        self.assertTrue(self.plan()["isolation"].startswith("sandbox" if self.has("sandbox") else "limits in place of"))

    def test_the_enforced_isolation_is_recorded_and_shown(self):
        config = self.config(isolation="sandbox", limits="{memory: 300MB, processes: 9, cpu: 1h, disk: 5MB}", pairs=1)
        out, _ = self.ebiri("run", config, "--quiet")
        kind = "sandbox" if self.has("sandbox") else "limits in place of a sandbox"
        together = "" if self.has("limit an engine's memory") else " for each process"
        counted = self.has("sandbox") or self.has("limit an engine's processes")
        expected = (f"{kind}, {self.one_core()}, memory 300MB{together}, {'9' if counted else 'any number of'} processes, "
                    f"CPU 60min for each process, {'disk' if self.has('sandbox') else 'files up to'} 5MB, "
                    f"{self.counted_by(self.has('sandbox'))}")
        if arena.SANITIZED and together:
            expected = self.plan()["isolation"]  # the engines forfeit, so only the display is tested
        self.assertEqual(expected, self.plan()["isolation"])
        self.assertIn(f"isolation: {expected}", " ".join(out.split("\n")))
        report = json.loads(self.ebiri("report", "results/test", "--format", "json")[0])
        self.assertEqual(expected, report["run"]["isolation"])

    def test_missing_isolation_is_an_error_if_required(self):
        config = self.config(isolation="sandbox", isolation_required="true")
        _, err = self.ebiri("run", config, "--quiet", expect=0 if self.complete() else 3)
        if not self.complete():
            self.assertIn("ebiri: no game was played, because `isolation-required` is true", err)
        self.without_bubblewrap()
        config = self.config(name="none-here", isolation="sandbox", isolation_required="true")
        out, err = self.ebiri("run", config, "--quiet", expect=3)
        self.assertEqual("", out)
        self.assertIn("ebiri: a sandbox is not available: bubblewrap (`bwrap`) is not installed\n", err)
        self.assertIn("ebiri: no game was played, because `isolation-required` is true; `ebiri doctor` says what to do\n", err)
        self.assertFalse((self.folder / "results" / "none-here").exists())

    def test_missing_isolation_is_a_warning_if_not_required(self):
        self.without_bubblewrap()
        config = self.config(isolation="sandbox", pairs=1, limits="{memory: none, processes: none}")
        out, err = self.ebiri("run", config, "--quiet")
        self.assertIn("ebiri: warning: a sandbox is not available: bubblewrap (`bwrap`) is not installed\n", err)
        expected = f"limits in place of a sandbox, 1 core by affinity, files up to 64MB, {self.counted_by(False)}"
        self.assertIn(f"isolation: {expected}\n", out)
        self.assertEqual(expected, self.plan()["isolation"])

    def test_the_source_of_cpu_time_is_recorded_with_accounting_only(self):
        self.ebiri("run", self.config(pairs=1), "--quiet")
        self.assertEqual(f"none, {self.counted_by(False)}", self.plan()["isolation"])
        self.ebiri("run", self.config(pairs=1, name="uncounted", accounting="off", dispute="off"), "--quiet")
        plans = [json.loads(line) for line in self.journal("uncounted").read_text().splitlines() if '"plan"' in line]
        self.assertEqual("none", plans[-1]["isolation"])

    def test_a_limit_of_processes_without_control_groups(self):
        config = self.config(isolation="limits", pairs=1, limits="{memory: none, processes: 9}")
        said = "`processes` is not enforced with `isolation: limits`: "
        groups = self.without_control_groups
        done = groups("check", config)
        self.assertEqual((0, f"{config}: ok\n"), (done.returncode, done.stdout))
        self.assertIn(f"{config}: warning: {said}", done.stderr)
        done = groups("run", config, "--quiet")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(f"ebiri: warning: {said}", done.stderr)
        self.assertTrue(self.plan()["isolation"].startswith("limits, any number of processes, files up to 64MB"))
        doctor = {finding["thing"]: finding for finding in json.loads(groups("doctor", "--json").stdout)}
        finding = doctor["limit an engine's processes"]
        self.assertFalse(finding["good"])
        self.assertIn("`processes` is not enforced with `isolation: limits`", finding["advice"])
        for command in ("check", "run"):
            done = groups(command, config, "--set", "isolation-required=true", "--set", "name=required")
            self.assertEqual((3, ""), (done.returncode, done.stdout))
            self.assertIn(said, done.stderr)
        self.assertFalse((self.folder / "results" / "required").exists())
        done = groups("check", config, "--set", "limits.processes=none", "--set", "isolation-required=true")
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_a_journal_without_the_field_was_played_without_isolation(self):
        self.ebiri("run", self.config(pairs=1), "--quiet")
        lines = [json.loads(line) for line in self.journal().read_text().splitlines()]
        for line in lines:
            line.pop("isolation", None)
        self.journal().write_text("".join(arena.sealed(line) + "\n" for line in lines))
        report = json.loads(self.ebiri("report", "results/test", "--format", "json")[0])
        self.assertEqual("none", report["run"]["isolation"])

    def test_doctor_tests_and_advises(self):
        out, _ = self.ebiri("doctor")
        self.assertEqual(len(self.findings), sum(line[:4] in ("yes ", "no  ", "NO  ") for line in out.splitlines()))
        self.assertNotIn("NO ", out)
        for finding in self.findings.values():
            self.assertTrue(finding["detail"], finding)
        self.without_bubblewrap()
        out, _ = self.ebiri("doctor")
        self.assertIn("no  bubblewrap                       no `bwrap` in PATH\n", out)
        self.assertIn("install it: apt-get install bubblewrap\n", out)
        self.assertIn("no  sandbox                          bubblewrap (`bwrap`) is not installed\n", out)


if __name__ == "__main__":
    arena.main()

"""Killed, interrupted and simultaneous runs: no finished game is lost, and none is played twice."""

import os
import pathlib
import pty
import random
import re
import signal
import socket
import subprocess
import threading
import time

from arena import FAULTY, ArenaTest, main


def processes_with(word):
    """Command lines of running processes that contain `word`."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in command and b"python" not in command.split(b"\0")[0]:
            found.append(command)
    return found


class Survival(ArenaTest):
    def wait_for_games(self, process, count):
        """Reads the lines per game until `count` games are finished."""
        for line in process.stderr:
            if line.startswith("#"):
                count -= 1
            if count == 0:
                return
        self.fail("the run ended early")

    def test_a_signal_finishes_the_running_games_and_the_run_can_resume(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            name = number.name.lower()
            config = self.config(name=name, pairs=2000, openings="{random-plies: 10}")
            process = self.start("run", config, "--fail-on-fault", "--format", "markdown")
            self.wait_for_games(process, 5)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, err)
            self.assertIn(f"ebiri: interrupted; to resume: ebiri run {config} --fail-on-fault --format markdown\n", err)
            self.assertIn("alphabeta", out)
            played = len(self.games(name))
            self.assertLess(played, 12000)
            _, err = self.ebiri("run", config, "--dry-run")
            self.assertEqual(len(self.games(name)), played)

    def test_a_second_signal_aborts_running_games(self):
        engines = f"""
  - {{name: honest, command: bots/random}}
  - {{name: sleeper, command: '{FAULTY} hang 3'}}
"""
        config = self.config(engines=engines, pairs=5, patience="1h", limit="none", slots=2)
        process = self.start("run", config, "--events", "events.jsonl")
        events = self.folder / "events.jsonl"
        while not events.exists() or "started" not in events.read_text():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        for line in process.stderr:
            if "again aborts" in line:
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.games(), [])

    def test_a_stopped_referee_charges_no_engine(self):
        config = self.config(pairs=10, limit="{move: 100ms}", margin="500ms", adjudication="{max-plies: 16}", engines="""
  - {name: a, command: bots/alphabeta}
  - {name: b, command: bots/alphabeta}
""")
        process = self.start("run", config)
        self.wait_for_games(process, 1)
        for _ in range(2):
            process.send_signal(signal.SIGSTOP)
            time.sleep(1.5)  # far more than limit and margin
            process.send_signal(signal.SIGCONT)
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=100)
        self.assertEqual([game["reason"] for game in self.games() if game["cause"] == "fault"], [])
        self.assertGreater(max(game["duration_ms"] for game in self.games()), 1500)  # it was stopped during games

    def test_unread_output_does_not_block_the_run(self):
        config = self.config(pairs=120, engines="""
  - {name: a, command: bots/greedy}
  - {name: b, command: bots/random}
""")
        process = self.start("run", config, "--events", "-")
        self.assertEqual(process.poll(), None)  # from here on, stdout and stderr are not read
        deadline = time.monotonic() + 300
        while len(self.journal_lines()) < 240 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(len(self.journal_lines()), 240)
        process.kill()
        process.wait()

    def journal_lines(self):
        file = self.journal()
        return [] if not file.exists() else [line for line in file.read_text().splitlines() if '"game"' in line[:15]]

    def test_nohup_is_respected(self):
        process = subprocess.Popen(["nohup", *self.command("run", self.config(pairs=20))],
                                   cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.wait_for_games(process, 3)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0)

    def test_a_closed_terminal_ends_the_run_which_can_resume(self):
        config = self.config(pairs=200)
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execv(self.command()[0], self.command("run", config))
        drain = threading.Thread(target=self.read_until_closed, args=(terminal, 3))
        drain.start()
        drain.join(timeout=300)
        os.close(terminal)  # the kernel hangs up on every process in its session
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 3)  # the table cannot be written
        self.assertGreaterEqual(len(self.journal_lines()), 3)
        self.ebiri("run", config, "--dry-run")

    def read_until_closed(self, terminal, games):
        while len(self.journal_lines()) < games:
            os.read(terminal, 65536)

    def test_a_run_continues_after_its_parent_ends(self):
        config = self.config(pairs=15)
        parent = subprocess.Popen(["/bin/sh", "-c", '"$@" & exec sleep 1000', "sh", *self.command("run", config, "--quiet")],
                                  cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        self.wait_for_journal(3)
        parent.kill()
        parent.wait()
        self.wait_for_journal(90)
        self.until(lambda: not list(self.folder.rglob("games.jsonl.lock")))  # the tables are written too

    def wait_for_journal(self, games):
        self.until(lambda: len(self.journal_lines()) >= games)

    def wait_for_processes(self, word, count):
        """Waits until /proc lists `count` of them: daemons may start, and their parents end, while it is read."""
        self.until(lambda: len(processes_with(word)) == count)

    def test_force_new_refuses_the_folder_of_a_running_referee(self):
        config = self.config(pairs=2000, openings="{random-plies: 10}")
        process = self.start("run", config)
        self.wait_for_games(process, 1)
        _, err = self.ebiri("run", config, "--force-new", expect=3)
        self.assertIn("is in use by another ebiri", err)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)

    def test_engines_end_with_a_killed_referee(self):
        word = f"spin-{random.getrandbits(64)}"
        engines = f"""
  - {{name: a, command: '{FAULTY} spin 1 {word}'}}
  - {{name: b, command: '{FAULTY} spin 1 {word}'}}
"""
        process = self.start("run", self.config(engines=engines, patience="1h", limit="none"))
        self.wait_for_processes(word, 4)
        process.kill()
        process.wait()
        self.wait_for_processes(word, 0)

    def test_processes_of_engines_end_with_a_killed_referee(self):
        word = f"stray-{random.getrandbits(64)}"
        for name, fault in ("a", "hang-behind-a-daemon"), ("b", "hang"):
            script = self.folder / name
            script.write_text(f"#!/bin/sh\n'{FAULTY}' {fault} 1 {word}; exit\n")
            script.chmod(0o755)
        config = self.config(engines="""
  - {name: a, command: ./a}
  - {name: b, command: ./b}
""", patience="1h", limit="none", pairs=1)
        process = self.start("run", config)
        self.wait_for_processes(word, 3)  # two engines and a daemon
        process.kill()
        process.wait()
        self.wait_for_processes(word, 0)

    def test_a_run_resumes_after_an_engine_killed_or_interrupted_it(self):
        for fault, code in ("kill-referee", -signal.SIGKILL), ("terminate-referee", 130), ("interrupt-referee", 130):
            with self.subTest(fault):
                script = self.folder / "once"
                script.write_text(f"#!/bin/sh\necho >> {fault}.starts\n"  # the first start only gets a greeting
                                  f"[ $(wc -l < {fault}.starts) = 2 ] && exec '{FAULTY}' {fault} 3\n"
                                  f"exec '{FAULTY}'\n")
                script.chmod(0o755)
                config = self.config(engines="""
  - {name: once, command: ./once}
  - {name: honest, command: bots/random}
""", name=fault, pairs=20, slots=1)
                self.ebiri("run", config, "--quiet", expect=code)
                self.ebiri("run", config)
                self.assertEqual([game["game"] for game in self.games(fault)], list(range(1, 41)))
                self.assertEqual([game.get("fault") for game in self.games(fault) if game["cause"] == "fault"], [])

    def test_two_referees_cannot_play_one_run(self):
        config = self.config(pairs=2000, openings="{random-plies: 10}")
        process = self.start("run", config)
        self.wait_for_games(process, 1)
        _, err = self.ebiri("run", config, expect=3)
        self.assertRegex(err, "^ebiri: `results/test/games.jsonl` is in use by another ebiri, process "
                              rf"{process.pid} on {re.escape(socket.gethostname())} since [-0-9]+T[:.0-9]+Z; "
                              "wait until it ends, or stop it\n$")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


if __name__ == "__main__":
    main()

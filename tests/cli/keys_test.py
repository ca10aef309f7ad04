"""Keys in the live view, on a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from arena import EBIRI, ArenaTest, main

LINE_MODE = termios.ICANON | termios.ECHO


class KeysTest(ArenaTest):
    def begin(self, *arguments, **environment):
        """Starts ebiri on a terminal of 100 by 30, as the leader of its session."""
        self.begin_program(self.command(*arguments), environment)

    def begin_program(self, command, environment=None):
        self.terminal, self.other_end = pty.openpty()
        termios.tcsetwinsize(self.terminal, (30, 100))
        known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CLICOLOR_FORCE")}
        self.process = subprocess.Popen(command, cwd=self.folder, stdin=self.other_end, stdout=self.other_end,
                                        stderr=self.other_end, start_new_session=True,
                                        env={**known, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(environment or {})},
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.seen = ""
        self.addCleanup(self.clean_up, self.process, self.terminal, self.other_end)

    def clean_up(self, process, *descriptors):
        process.kill()
        process.wait()
        for descriptor in descriptors:
            os.close(descriptor)

    def read(self, seconds):
        if select.select([self.terminal], [], [], seconds)[0]:
            self.seen += os.read(self.terminal, 65536).decode(errors="replace")

    def until(self, pattern, begin=0):
        """Reads until the output from `begin` on matches; returns the end of the match."""
        deadline = time.monotonic() + 120
        while True:
            found = re.compile(pattern).search(self.seen, begin)
            if found:
                return found.end()
            self.assertLess(time.monotonic(), deadline, f"no {pattern} in {self.seen[begin:]!r}")
            self.assertIsNone(self.process.poll(), f"no {pattern} in {self.seen[begin:]!r}")
            self.read(0.2)

    def type(self, keys):
        """Returns the position at which the answer begins."""
        begin = len(self.seen)
        os.write(self.terminal, keys.encode())
        return begin

    def end(self):
        """Reads to the end; returns the exit code, or minus the signal."""
        deadline = time.monotonic() + 120
        while self.process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            self.read(0.05)
        while select.select([self.terminal], [], [], 0)[0]:
            self.read(0)
        return self.process.returncode

    def modes(self):
        return termios.tcgetattr(self.other_end)[3] & LINE_MODE

    def endless(self, **settings):
        return self.config(pairs=5000, openings="{random-plies: 10}", **settings)

    def clocks(self, begin=0):
        return re.findall(r"elapsed (\d+:\d+)", self.seen[begin:])

    # ---- effects of keys

    def test_q_quits_as_ctrl_c_does(self):
        self.begin("run", self.endless())
        self.until("q quit  p pause  t table")
        self.until(r"\d+/30000 games")
        self.assertEqual(0, self.modes())
        self.until("finishing the running games; q or Ctrl-C again aborts them", self.type("q"))
        self.assertEqual(130, self.end())
        self.assertIn("interrupted; to resume", self.seen)
        self.assertEqual(LINE_MODE, self.modes())

    def test_a_second_q_aborts_the_running_games(self):
        engines = """
  - {name: a, command: 'bots/alphabeta'}
  - {name: b, command: 'bots/alphabeta'}
"""
        self.begin("run", self.endless(engines=engines, limit="{move: 1h}"))
        self.until("games")
        self.until("q abort  t table", self.type("q"))
        self.until("aborting the running games", self.type("q"))
        self.assertEqual(130, self.end())
        self.assertEqual([], self.games())

    def test_p_pauses_and_resumes(self):
        self.begin("run", self.endless())
        self.until(r" [1-9]\d*/30000 games .*games/s")
        at = self.until(r"/30000 games \S+ +paused +elapsed", self.type("p"))
        self.until("q quit  p resume  t table", at - 500)
        played = len(self.games())
        elapsed = self.clocks()[-1]
        begin = len(self.seen)
        while len(self.clocks(begin)) < 12:  # more than a second
            self.read(1)
        self.assertEqual(played, len(self.games()))
        self.assertEqual({elapsed}, set(self.clocks(begin)))
        self.until(r"games/s +elapsed \S+ +ETA", self.type("p"))
        while len(self.games()) == played:
            self.read(0.1)
        self.type("q")
        self.assertEqual(130, self.end())

    def test_q_ends_a_pause(self):
        self.begin("run", self.endless())
        self.until(r" [1-9]\d*/30000 games")
        self.until("paused", self.type("p"))
        self.type("q")
        self.assertEqual(130, self.end())

    def test_t_prints_the_whole_table_above_the_view(self):
        self.begin("run", self.endless())
        self.until(r" [1-9]\d*/30000 games")
        begin = self.type("t")
        self.until(r"#\s+Engine\s+Elo\s+±95\s+LOS\s+Games\s+Points", begin)
        self.until("LOS: likelihood of superiority over the next engine", begin)
        self.until(r"q quit  p pause  t table", self.until("openings 10 random plies", begin))
        self.type("q")
        self.assertEqual(130, self.end())

    def test_other_keys_do_nothing(self):
        self.begin("run", self.config())
        self.until(r"games")
        self.type("xyz1 \x1b[A\x1bOq\r\t\x7f")
        self.assertEqual(0, self.end())
        self.assertNotIn("again aborts", self.seen)

    # ---- the terminal is restored

    def test_after_a_run_the_terminal_is_as_it_was(self):
        self.begin("run", self.config())
        self.assertEqual(0, self.end())
        self.assertIn("q quit", self.seen)
        self.assertEqual(LINE_MODE, self.modes())

    def test_every_signal_that_ends_the_referee_leaves_the_terminal_as_it_was(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV, signal.SIGQUIT,
                       signal.SIGUSR1, signal.SIGALRM):
            with self.subTest(number.name):
                # AddressSanitizer would turn the signal into a report and an exit.
                self.begin("run", self.endless(name=number.name.lower()), ASAN_OPTIONS="handle_segv=0:malloc_context_size=0")
                self.until("q quit")
                self.assertEqual(0, self.modes())
                self.process.send_signal(number)
                graceful = number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
                self.assertEqual(130 if graceful else -number, self.end())
                self.assertEqual(LINE_MODE, self.modes())

    def test_typed_control_characters_still_send_signals(self):
        self.begin("run", self.endless())
        self.until("q quit")
        self.type("\x1a")  # Ctrl-Z: engines would continue to think
        self.until("finishing the running games", self.type("\x03"))
        self.assertEqual(130, self.end())

    def test_without_a_live_view_the_terminal_is_unchanged(self):
        for name, arguments, environment in [("quiet", ("--quiet",), {}), ("dumb", (), {"TERM": "dumb"})]:
            with self.subTest(name):
                self.begin("run", self.endless(name=name), *arguments, **environment)
                while len(self.games(name) if self.journal(name).exists() else []) < 5:
                    self.read(0.01)
                    self.assertEqual(LINE_MODE, self.modes())
                self.type("q\n")
                self.process.send_signal(signal.SIGINT)
                self.assertEqual(130, self.end())
                self.assertNotIn("q quit", self.seen)

    def test_in_the_background_nothing_is_read_or_changed(self):
        """Like `ebiri run … &`: another process group owns the terminal."""
        config = self.endless()
        self.begin_program(["sh", "-c", f"set -m; {EBIRI} run {config} & sleep 0.1; read line; kill -INT $!; wait $!; echo code $?"])
        self.until("Ctrl-C stops")
        self.assertEqual(LINE_MODE, self.modes())
        begin = self.type("q\n")
        self.until("code 130", begin)
        self.end()


if __name__ == "__main__":
    main()

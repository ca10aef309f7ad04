"""Commands that read large journals show their progress on a terminal, and end at once when interrupted."""

import contextlib
import os
import pathlib
import pty
import signal
import subprocess
import time

from arena import ArenaTest, main

COMMANDS = (("rate", "results/test"), ("report", "results/test"), ("replay", "results/test"))


class Progress(ArenaTest):
    def setUp(self):
        super().setUp()
        self.play_once(self.config(pairs=1))

    def files(self):
        return {file.name: file.read_bytes() for file in self.journal().parent.iterdir() if file.is_file()}

    @contextlib.contextmanager
    def halted(self, *command, stderr=subprocess.DEVNULL):
        """Runs a command that blocks while it reads a digest; yields the process and a function that unblocks it."""
        pipe = self.journal().parent / "games.jsonl.digest"
        os.mkfifo(pipe)
        with subprocess.Popen(self.command(*command), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=stderr, env={**os.environ, "TERM": "xterm"}) as process:
            try:
                while not self.heeds_signals(process):
                    time.sleep(0.01)
                yield process, lambda: open(pipe, "wb").close()
            finally:
                process.kill()
                pipe.unlink()

    def test_an_interrupted_command_ends_with_130_and_changes_nothing(self):
        before = self.files()
        for command in COMMANDS:
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command[0], signal=number), self.halted(*command) as (process, _):
                    process.send_signal(number)
                    self.assertEqual(130, process.wait(self.patience))
                self.assertTrue(before == self.files())

    def test_an_interrupted_report_leaves_no_partial_files(self):
        before = self.files()
        part = self.journal().parent / "report.html.part"
        os.mkfifo(part)
        process = subprocess.Popen(self.command("report", "results/test"), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        reader = os.open(part, os.O_RDONLY)  # waits for the writer, which then blocks on the full pipe
        self.assertTrue((self.journal().parent / "games.ogn.part").exists())
        process.send_signal(signal.SIGINT)
        self.assertEqual(130, process.wait(self.patience))
        os.close(reader)
        self.assertTrue(before == self.files())
        self.assertFalse(part.exists())

    def test_a_terminal_shows_progress(self):
        for command in COMMANDS:
            with self.subTest(command[0]):
                screen, terminal = pty.openpty()
                with self.halted(*command, stderr=terminal) as (process, go_on):
                    os.close(terminal)
                    shown = b""
                    while b"% reading results/test/games.jsonl" not in shown:
                        shown += os.read(screen, 4096)
                    go_on()
                    self.assertEqual(0, process.wait(self.patience))
                try:
                    while more := os.read(screen, 4096):
                        shown += more
                except OSError:  # the other end of the terminal is closed
                    pass
                os.close(screen)
                self.assertEqual(b"\r\x1b[K", shown[-4:])

    def test_without_a_terminal_there_is_no_progress(self):
        with self.halted("rate", "results/test", stderr=subprocess.PIPE) as (process, go_on):
            go_on()
            self.assertEqual(b"", process.communicate(timeout=self.patience)[1])


if __name__ == "__main__":
    main()

"""Commands that read large journals say how far they are on a terminal, and end at once when interrupted."""

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
        self.ebiri("run", self.config(pairs=1))

    def files(self):
        return {file.name: file.read_bytes() for file in self.journal().parent.iterdir() if file.is_file()}

    @contextlib.contextmanager
    def halted(self, *command, stderr=subprocess.DEVNULL):
        """The command, which waits for the digest that it wants to read, and what lets it go on."""
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

    def heeds_signals(self, process):
        """Whether it has begun to take SIGINT by itself, instead of being killed by it."""
        self.assertIsNone(process.poll())
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return int(status.split("SigBlk:")[1].split()[0], 16) & 1 << signal.SIGINT - 1

    def test_an_interrupted_command_ends_with_130_and_leaves_the_run_as_it_was(self):
        before = self.files()
        for command in COMMANDS:
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command[0], signal=number), self.halted(*command) as (process, _):
                    process.send_signal(number)
                    self.assertEqual(130, process.wait(self.patience))
                self.assertTrue(before == self.files())

    def test_a_report_that_is_interrupted_while_it_writes_leaves_nothing_unfinished(self):
        before = self.files()
        part = self.journal().parent / "report.html.part"
        os.mkfifo(part)
        process = subprocess.Popen(self.command("report", "results/test"), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        reader = os.open(part, os.O_RDONLY)  # waits for the writer, which then fills the pipe and waits
        self.assertTrue((self.journal().parent / "games.ogn.part").exists())
        process.send_signal(signal.SIGINT)
        self.assertEqual(130, process.wait(self.patience))
        os.close(reader)
        self.assertTrue(before == self.files())
        self.assertFalse(part.exists())

    def test_a_terminal_shows_how_far_a_command_is(self):
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
                except OSError:  # nobody has the terminal open any more
                    pass
                os.close(screen)
                self.assertEqual(b"\r\x1b[K", shown[-4:])

    def test_what_is_no_terminal_hears_nothing(self):
        with self.halted("rate", "results/test", stderr=subprocess.PIPE) as (process, go_on):
            go_on()
            self.assertEqual(b"", process.communicate(timeout=self.patience)[1])


if __name__ == "__main__":
    main()

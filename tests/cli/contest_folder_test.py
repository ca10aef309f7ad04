"""The folder of a contest: closed to other users, and cleaned of the leftovers of killed commands."""

import json
import os
import shutil
import signal

from arena import main
from contest_arena import ContestTest


class Closed(ContestTest):
    def test_programs_are_closed_to_others(self):
        """An engine outside a sandbox, run by another user, searches for the teams' programs."""
        self.open()
        (self.contest / "trees").chmod(0o755)  # as older versions left it
        self.run_contest("add", self.entry("sower"))
        self.assertEqual(0o700, (self.contest / "trees").stat().st_mode & 0o777)
        if os.getuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can start an engine as another user")
        program = self.contest / "trees" / self.trees()[0]
        spy = self.folder / "spy.py"
        spy.write_text("import glob, os, pathlib, sys\n"
                       f"contest = pathlib.Path({str(self.contest)!r})\n"
                       "def read(path):\n"
                       "    try: return path.read_text() != ''\n"
                       "    except OSError: return False\n"
                       f"program = pathlib.Path({str(program / 'main.py')!r})\n"
                       "print('spy:', os.getuid(), read(contest / 'contest.yaml'), read(program), glob.glob(f'{contest}/trees/*'), "
                       "glob.glob(f'{contest}/incoming/*'), file=sys.stderr, flush=True)\n"
                       "raise SystemExit(1)\n")
        spy.chmod(0o644)
        engines = f"\n  - {{name: spy, command: setpriv --reuid 65534 --regid 65534 --clear-groups python3 {spy}}}\n" \
                  "  - {name: random, command: bots/random}\n"
        for isolation, mode, said in (("none", 0o700, "True False [] []"), ("limits", 0o700, "True False [] []"),
                                      ("none", 0o755, f"True True ['{program}'] []")):  # published
            (self.contest / "trees").chmod(mode)
            file = self.config(engines=engines, name=isolation, pairs=1, isolation=isolation, isolation_required="false")
            self.assertIn(f"spy: 65534 {said}\n", self.ebiri("run", file, "--quiet", expect=3)[1])


class Swept(ContestTest):
    def started_intake(self, name):
        """`contest add` of a large entry, as soon as it has begun; its folder in `incoming`."""
        folder = self.entry(name)
        with open(folder / "large", "wb") as large:
            large.truncate(45_000_000)
        before = set(self.leftovers())
        process = self.start("contest", "add", "friday", folder)
        while not (new := set(self.leftovers()) - before):
            self.assertIsNone(process.poll())
        while (self.contest / "incoming.lock").exists():  # until the folder has its own lock
            pass
        return process, new.pop()

    def killed_intake(self, name):
        process, folder = self.started_intake(name)
        process.kill()
        process.wait()
        self.assertTrue(folder.exists())
        return folder

    def test_files_of_a_killed_command_are_removed_by_the_next_one(self):
        self.open()
        self.run_contest("add", self.entry("first"))
        self.assertEqual([], self.leftovers())
        self.killed_intake("ann")
        self.run_contest("add", self.entry("sower"))
        self.assertEqual([], self.leftovers())
        # Another process may have the killed one's PID by now, for example this one.
        self.killed_intake("bob").rename(self.contest / "incoming" / f"{os.getpid()}-1")
        server = self.start("contest", "serve", "friday", "--port", "0")
        server.stderr.readline()  # the server is running
        self.assertEqual([], self.leftovers())
        server.send_signal(signal.SIGINT)
        server.communicate()

    def test_files_of_a_running_process_are_not_removed(self):
        self.open()
        # The folder of a process that was killed before it locked the folder.
        (self.contest / "incoming" / f"{os.getpid()}-7").mkdir(parents=True)
        process, folder = self.started_intake("ann")
        process.send_signal(signal.SIGSTOP)
        self.run_contest("add", self.entry("sower"))
        self.assertEqual([folder], self.leftovers())
        process.send_signal(signal.SIGCONT)
        self.assertEqual(0, process.wait(60))
        self.assertEqual([], self.leftovers())
        self.assertEqual(["ann", "sower"], sorted(one["team"] for one in json.loads(self.run_contest("list", "--format", "json")[0])))


if __name__ == "__main__":
    main()

"""A small run, its reports and the bots under Valgrind: no errors, no leaks.

Valgrind before 3.21 does not know pidfd_open(2), without which no engine can start. Under such a version the run must
report that, and the other commands are tested on a run that was played without Valgrind.
"""

import subprocess

from arena import BUILD, ArenaTest, main

VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite",
            "--show-leak-kinds=definite"]
UNKNOWN_CALL = "unhandled amd64-linux syscall: 434"


class Valgrind(ArenaTest):
    def clean(self, command, expect=(0,), **options):
        done = subprocess.run([*VALGRIND, *map(str, command)], cwd=self.folder, capture_output=True, text=True,
                              timeout=500, **options)
        self.assertIn(done.returncode, expect, f"{command}\nstdout:\n{done.stdout}\nstderr:\n{done.stderr}")
        return done

    def test_a_small_run_and_its_reports(self):
        config = self.config(pairs=1, name="small", limit="{nodes: 50}")
        ebiri = self.command()
        done = self.clean([*ebiri, "run", config], expect=(0, 3))
        if done.returncode == 3:
            self.assertIn(UNKNOWN_CALL, done.stderr)
            self.assertIn("no game was played", done.stderr)
            self.ebiri("run", config)
        self.assertEqual(len(self.games("small")), 6)
        for command in ("report", "replay"):
            self.clean([*ebiri, command, "results/small"])

    def test_our_bots(self):
        for bot in ("random", "alphabeta"):
            talk = "ugi\nuginewgame\nisready\nposition startpos moves\ngo nodes 300\nposition startpos moves C d\ngo nodes 300\nquit\n"
            done = self.clean([BUILD / "bots" / bot], input=talk)
            self.assertEqual(done.stdout.count("bestmove "), 2)

    def test_the_rules_in_bulk(self):
        for arguments in (["bao"], ["omweso", "--rules", "omweso setup=fixed-outer4"]):
            self.clean([*self.command(), "perft", *arguments, "--depth", "2"])


if __name__ == "__main__":
    main()

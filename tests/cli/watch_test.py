"""`ebiri watch`: follows the run of another process through its journal."""

import json
import re
import signal

from arena import ArenaTest, main


class WatchTest(ArenaTest):
    def endless(self, **settings):
        return self.config(pairs=5000, openings="{random-plies: 10}", **settings)

    def stop(self, process):
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        return process.returncode

    def test_a_run_without_a_referee_shows_its_table(self):
        self.ebiri("run", self.config())
        for run in ("results/test", "results/test/games.jsonl", "test"):
            out, err = self.ebiri("watch", run)
            self.assertEqual(self.file("standings.txt").decode(), out)
            self.assertEqual("ebiri: all 18 games are played\n", err)
        out, _ = self.ebiri("watch", "test", "--format", "json")
        self.assertEqual(18, json.loads(out)["run"]["games"])

    def test_a_stopped_run_shows_its_progress(self):
        run = self.start("run", self.endless(), "--quiet")
        self.until_games(5)
        self.assertEqual(130, self.stop(run))
        _, err = self.ebiri("watch", "test")
        self.assertRegex(err, r"^ebiri: \d+ of 30000 games are played; no referee plays it now\n$")

    def test_other_folders_are_refused(self):
        _, err = self.ebiri("watch", "nothing", expect=3)
        self.assertEqual("ebiri: cannot open `nothing/games.jsonl`: No such file or directory\n", err)
        (self.folder / "empty").mkdir()
        (self.folder / "empty" / "games.jsonl").touch()
        _, err = self.ebiri("watch", "empty", expect=3)
        self.assertEqual("ebiri: `empty/games.jsonl` is empty; expected the folder of a run\n", err)
        (self.folder / "empty" / "games.jsonl").write_text("hello\n")
        _, err = self.ebiri("watch", "empty", expect=3)
        self.assertEqual("ebiri: empty/games.jsonl:1: error: invalid JSON at byte 1\n", err)

    def test_new_games_are_printed_until_the_run_ends(self):
        run = self.start("run", self.config(pairs=40, openings="{random-plies: 10}", limit="{nodes: 3000}"), "--quiet")
        self.until_games(1)
        out, err = self.ebiri("watch", "test")
        run.communicate(timeout=120)
        self.assertEqual(0, run.returncode)
        before = int(re.match(r"ebiri: (\d+) games are played already\n", err)[1])
        self.assertLess(before, 240)
        lines = re.findall(r"^#(\d+) ", err, re.MULTILINE)
        played = [json.loads(line)["game"] for line in self.journal().read_text().splitlines() if '"type":"game"' in line]
        self.assertEqual(played[before:], [int(number) for number in lines])
        self.assertEqual("ebiri: all 240 games are played", err.splitlines()[-1])
        self.assertEqual(self.file("standings.txt").decode(), out)

    def test_ctrl_c_does_not_end_the_run(self):
        run = self.start("run", self.endless(), "--quiet")
        self.until_games(5)
        for more in (), ("--results", "./results"):
            watch = self.start("watch", "test", *more)
            self.assertRegex(watch.stderr.readline(), r"^ebiri: \d+ games are played already\n$")
            watch.send_signal(signal.SIGINT)
            out, err = watch.communicate(timeout=60)
            self.assertEqual(130, watch.returncode)
            self.assertIn("alphabeta", out)
            again = " ".join(("ebiri watch test", *more))
            self.assertTrue(err.endswith(f"ebiri: the run continues; to watch it again: {again}\n"), err)
        self.assertIsNone(run.poll())
        self.assertEqual(130, self.stop(run))

    def test_watch_ends_if_the_referee_is_killed(self):
        run = self.start("run", self.endless(), "--quiet")
        self.until_games(5)
        watch = self.start("watch", "test")
        watch.stderr.readline()
        run.kill()
        run.communicate()
        _, err = watch.communicate(timeout=60)
        self.assertEqual(0, watch.returncode)
        self.assertRegex(err, r"ebiri: \d+ of 30000 games are played; its referee has stopped\n$")

    def test_watch_changes_nothing(self):
        self.ebiri("run", self.config())
        before = {file.name: file.read_bytes() for file in (self.folder / "results/test").iterdir()}
        self.ebiri("watch", "test")
        self.assertEqual(before, {file.name: file.read_bytes() for file in (self.folder / "results/test").iterdir()})

    def test_a_sequential_test_is_followed_to_its_verdict(self):
        engines = """
  - {name: strong, command: bots/alphabeta}
  - {name: weak, command: bots/random}
"""
        config = self.config(engines, pairs=2000, openings="{random-plies: 10}", limit="{nodes: 3000}",
                             sprt="{baseline: weak, candidate: strong, elo0: 0, elo1: 20}", format="match")
        run = self.start("run", config, "--quiet")
        self.until_games(1)
        out, err = self.ebiri("watch", "test")
        run.communicate(timeout=120)
        self.assertEqual(0, run.returncode)
        self.assertIn("H1 accepted", out)
        self.assertRegex(err, r"ebiri: the test is decided after \d+ games\n$")


if __name__ == "__main__":
    main()

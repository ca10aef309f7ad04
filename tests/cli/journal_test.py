"""A damaged journal, a full disk, a read-only folder: the problem is reported, and no game is lost."""

import ctypes
import json
import os
import resource
import subprocess

from arena import THREE_ENGINES, ArenaTest, main, sealed

DERIVED = ["standings.txt", "standings.md", "standings.csv", "standings.json", "errors.csv", "crosstable.csv",
           "games.ogn", "report.html"]
REJECTED = "results/test/games.jsonl.rejected"


def small_files(size):
    """Before a command starts: limits its files to `size` bytes, to simulate a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def without_override():
    """Before a command starts: drops CAP_DAC_OVERRIDE, so that file permissions apply to root too."""
    drop_from_bounding_set, override = 24, 1
    if ctypes.CDLL(None, use_errno=True).prctl(drop_from_bounding_set, override, 0, 0, 0) != 0 and os.geteuid() == 0:
        os._exit(99)


class Journal(ArenaTest):
    def lines(self):
        return self.journal().read_bytes().split(b"\n")[:-1]

    def write(self, lines):
        self.journal().write_bytes(b"\n".join(lines) + b"\n")

    def limited(self, preparation, *arguments):
        done = subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, preexec_fn=preparation, timeout=500)
        return done.returncode, done.stderr

    def test_invalid_lines_are_named_and_kept_and_their_games_are_played_again(self):
        config = self.config()
        self.ebiri("run", config)
        games, lines = self.timeless(), self.lines()
        rotten = lines[5].replace(b'"result":"', b'"result":"s', 1)
        damaged = [*lines[:5], rotten, *lines[6:9], b"\0" * 300, lines[10][:200], *lines[11:], lines[4]]
        self.write(damaged)
        said = ["5: ", "6: wrong checksum `sum`: the line was changed after it was written", "10: invalid JSON at byte 1",
                "11: invalid JSON at byte 201", f"{len(damaged)}: game {json.loads(lines[4])['game']}, attempt 1 is "
                "recorded twice, first in line 5"][1:]
        for command, code in (("report", 0), ("rate", 0), ("replay", 1)):
            with self.subTest(command):
                out, err = self.ebiri(command, "results/test", expect=code)
                self.assertEqual(err.splitlines()[:5], [f"ebiri: results/test/games.jsonl:{text}" for text in said] +
                                 ["ebiri: invalid lines: 4; left out"])
                self.assertEqual(self.lines(), damaged)
        self.assertEqual(out, "15 games confirmed, 0 refuted, 4 lines invalid\n")
        _, err = self.ebiri("run", config)
        self.assertIn("15 games are played already", err)
        self.assertIn(f"ebiri: invalid lines: 4; moved to {REJECTED}, their games are played again\n", err)
        self.assertEqual(self.timeless(), games)
        kept = (self.folder / REJECTED).read_bytes().split(b"\n")
        self.assertEqual(kept[1::2], [rotten, b"\0" * 300, lines[10][:200], lines[4]])
        self.assertEqual([json.loads(line)["line"] for line in kept[0:-1:2]], [6, 10, 11, len(damaged)])
        self.ebiri("replay", "results/test")

    def test_an_invalid_first_line_stops_every_command_and_changes_nothing(self):
        self.ebiri("run", self.config(pairs=1))
        good = self.lines()
        for first, why in ((b"\0" * 40, "invalid JSON at byte 1"),
                           (good[0].replace(b'"seed":7', b'"seed":8'), "wrong checksum `sum`"),
                           (good[0].replace(b'"journal":3', b'"journal":9'), "journal version 9 is not supported, expected 1 to 3")):
            self.write([first, *good[1:]])
            before = self.file("games.jsonl")
            for command in (("run", self.config(pairs=1)), ("report", "results/test"), ("rate", "results/test"),
                            ("replay", "results/test")):
                _, err = self.ebiri(*command, expect=3)
                self.assertIn(f"ebiri: results/test/games.jsonl:1: error: {why}", err)
            self.assertEqual(self.file("games.jsonl"), before)
        self.ebiri("run", self.config(pairs=1), "--force-new")
        self.assertEqual(self.file("games.jsonl", "test.old-1"), before)

    def test_a_lost_plan_is_taken_from_the_config_if_every_game_agrees(self):
        self.ebiri("run", self.config(pairs=2))
        good, games = self.lines(), self.timeless()
        derived = {name: self.file(name) for name in DERIVED}
        self.write([good[0], good[1][:-5], *good[2:]])
        _, err = self.ebiri("replay", "results/test", expect=1)
        self.assertIn("one of them may have been a plan", err)
        (self.folder / "results/test/config.yaml").write_text("name: kept\n")
        self.ebiri("report", "results/test")
        self.assertEqual(self.file("config.yaml"), b"name: kept\n")
        for settings, why in (({"seed": 8}, "`seed` was `7` and is now `8`"),
                              ({"limit": "{nodes: 301}"}, "`limit` was `nodes 300` and is now `nodes 301`"),
                              ({"pairs": 1}, "the plan has no game with this number; an invalid line may have "
                                             "been a plan"),
                              ({"engines": THREE_ENGINES.replace("name: greedy", "name: greed")}, "but the plan has ")):
            _, err = self.ebiri("run", self.config(**{"pairs": 2, **settings}), expect=2)
            self.assertIn(why, err)
            self.assertEqual(self.lines()[1], good[1][:-5])
        self.ebiri("run", self.config(pairs=2))
        self.assertEqual(self.timeless(), games)
        plan = json.loads(good[1])
        del plan["announced"]  # nothing was left to play, so no engine was started
        self.assertEqual(self.lines(), [good[0], *good[2:], sealed(plan).encode()])
        del derived["report.html"]  # it shows the reported names of engines
        self.assertEqual({name: self.file(name) for name in derived}, derived)
        self.assertIn(good[1][:-5], (self.folder / REJECTED).read_bytes())

    def test_a_plan_that_is_lost_between_two_others_never_gives_games_other_numbers(self):
        more = THREE_ENGINES + "  - {name: first-legal, command: python3 bots/first_legal.py}\n"
        self.ebiri("run", self.config(pairs=1))
        self.ebiri("run", self.config(pairs=2))
        config = self.config(engines=more, pairs=2)
        self.ebiri("run", config)
        lines = self.lines()
        plans = [number for number, line in enumerate(lines) if line.startswith(b'{"type":"plan"')]
        lines[plans[1]] = lines[plans[1]].replace(b'"pairs":2', b'"pairs":3')
        self.write(lines)
        _, err = self.ebiri("run", config, expect=2)
        self.assertIn("but the plan has ", err)
        self.assertEqual(self.lines(), lines)

    def test_clocks_may_jump(self):
        config = self.config()
        self.ebiri("run", config)
        games, lines = self.timeless(), [json.loads(line) for line in self.lines()]
        for year, record in enumerate(reversed(lines[2:])):
            record["started"] = f"{1970 + 3 * year}-01-01T00:00:00.000Z"
        self.write([sealed(record).encode() for record in lines[:-3]])
        for command in ("report", "rate", "replay"):
            self.assertEqual(self.ebiri(command, "results/test")[1], "")
        self.ebiri("run", config)
        self.assertEqual(self.timeless(), games)

    def test_a_full_disk_leaves_whole_lines_and_the_run_resumes(self):
        config = self.config(pairs=10, slots=4)
        self.ebiri("run", config, "--results", "undisturbed")
        size = (self.folder / "undisturbed/test/games.jsonl").stat().st_size
        for room in (200, 2000, size // 3, size // 2):
            code, err = self.limited(small_files(room), "run", config, "--quiet")
            self.assertEqual(code, 3, err)
            self.assertIn("cannot write to `results/test/games.jsonl`: File too large\n", err)
            text = self.file("games.jsonl") if self.journal().exists() else b""  # no room for the first line
            self.assertTrue(text == b"" or text.endswith(b"\n"))
            self.assertLessEqual(len(text), room)
            for line in text.splitlines():
                self.assertEqual(sealed(json.loads(line)).encode(), line)
        self.assertIn("The games in the journal are kept; to resume: ebiri run ", err)
        code, err = self.limited(small_files(size + (1 << 20)), "run", config, "--quiet")
        self.assertEqual((code, len(self.games())), (0, 60), err)
        code, err = self.limited(small_files(1000), "run", config, "--quiet")
        self.assertEqual(code, 3)
        self.assertIn("The games are safe in the journal; to write the tables: ebiri run ", err)
        self.assertEqual(sorted(file.name for file in self.journal().parent.iterdir()),
                         sorted(["games.jsonl", "config.yaml", *DERIVED]))

    def test_a_read_only_folder_can_be_read(self):
        config = self.config(pairs=1)
        self.ebiri("run", config)
        folder = self.journal().parent
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        code, err = self.limited(without_override, "run", config)
        self.assertEqual((code, err), (3, "ebiri: cannot open `results/test/games.jsonl.lock`: Permission denied\n"))
        code, err = self.limited(without_override, "report", "results/test")
        self.assertEqual((code, err), (3, "ebiri: cannot write `results/test/standings.txt`: Permission denied\n"))
        for command in ("rate", "replay"):
            self.assertEqual(self.limited(without_override, command, "results/test"), (0, ""))

    def test_sync_does_not_change_the_games_and_may_differ_when_resumed(self):
        for number, sync in enumerate(("each-game", "50ms", "never")):
            self.ebiri("run", self.config(pairs=number + 1, sync=sync))
            self.assertEqual(len(self.games()), 6 * (number + 1))


if __name__ == "__main__":
    main()

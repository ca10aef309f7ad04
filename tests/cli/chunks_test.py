"""A run in chunks: `run --chunk`, `missing` and `merge`."""

import json
import os
import pathlib
import shutil
import signal

from arena import EBIRI, ArenaTest, main, sealed


class ChunksTest(ArenaTest):
    def chunk(self, config, index, of, *arguments, **options):
        return self.ebiri("run", config, "--quiet", "--chunk", f"{index}/{of}", *arguments, **options)

    def test_merged_chunks_equal_the_whole_run(self):
        config = self.config(pairs=5)
        self.play_alone(config)
        for index in (3, 1, 2):
            self.chunk(config, index, 3)
        chunks = [self.games(f"test.chunk-{index}-of-3") for index in (1, 2, 3)]
        self.assertEqual(30, sum(map(len, chunks)))
        for index, games in enumerate(chunks):
            self.assertEqual({index}, {(game["pair"] - 1) % 3 for game in games})
        self.assertEqual(("no game is missing\n", ""), self.ebiri("missing", config))
        out, err = self.ebiri("merge", config)
        self.assertIn("added 30 games of 3 chunks to results/test; 0 were there already, 0 were refused", err)
        self.same_as_alone()
        self.assertEqual(out.count("\n"), self.ebiri("report", "results/alone")[0].count("\n"))
        again = self.file("games.jsonl")
        _, err = self.ebiri("merge", config)
        self.assertIn("added 0 games of 3 chunks to results/test; 30 were there already, 0 were refused", err)
        self.assertEqual(again, self.file("games.jsonl"))
        self.journal().write_bytes(again.replace(b'"type":"game"', b'"type":"gone"', 1))
        _, err = self.ebiri("merge", config)
        self.assertIn("invalid lines: 1; moved to results/test/games.jsonl.rejected\n", err)
        self.assertIn("added 1 game of 3 chunks to results/test; 29 were there already", err)
        _, err = self.ebiri("run", config, "--quiet")  # nothing is left to play
        self.assertIn("all 30 games of results/test are played", err)

    def test_missing_games_are_listed_and_played_later(self):
        config = self.config(pairs=4)
        self.chunk(config, 2, 4)
        out, _ = self.ebiri("missing", config, expect=1)
        self.assertEqual(["chunk 1/4  6 games missing, not begun", "chunk 3/4  6 games missing, not begun", "chunk 4/4  6 games missing, not begun"],
                         out.splitlines())
        self.assertEqual("1,3,4\n", self.ebiri("missing", config, "--list", expect=1)[0])
        _, err = self.ebiri("merge", config, expect=1)
        self.assertIn("18 games of the run are missing", err)
        for index in (1, 4):
            self.chunk(config, index, 4)
        self.chunk(config, 3, 4, "--results", "elsewhere")
        self.ebiri("missing", config, expect=1)
        self.ebiri("missing", config, "elsewhere/test.chunk-3-of-4")
        _, err = self.ebiri("merge", config, "elsewhere/test.chunk-3-of-4")
        self.assertIn("added 18 games of 4 chunks to results/test; 6 were there already, 0 were refused", err)
        for index in (1, 2, 4):
            shutil.rmtree(self.folder / f"results/test.chunk-{index}-of-4")
        self.ebiri("missing", config, "elsewhere/test.chunk-3-of-4")  # merged games count as played
        self.assertEqual(24, len(self.games()))

    def test_a_killed_chunk_resumes(self):
        config = self.config(pairs=40)
        run = self.start("run", config, "--quiet", "--chunk", "1/2")
        journal = self.folder / "results/test.chunk-1-of-2/games.jsonl"
        while not journal.exists() or journal.read_bytes().count(b"\n") < 20:
            self.assertIsNone(run.poll())
        run.send_signal(signal.SIGKILL)
        run.communicate()
        before = len(self.games("test.chunk-1-of-2"))
        self.ebiri("merge", config, expect=1)  # games that are there count already
        self.assertLessEqual(before, len(self.games()))
        self.chunk(config, 1, 2)
        self.chunk(config, 2, 2)
        self.ebiri("merge", config)
        games = [game["game"] for game in self.games()]
        self.assertEqual(list(range(1, 241)), sorted(games))

    def test_a_forged_game_is_refused(self):
        config = self.config(pairs=2)
        self.chunk(config, 1, 2)
        self.chunk(config, 2, 2)
        journal = self.folder / "results/test.chunk-2-of-2/games.jsonl"
        lines = journal.read_text().splitlines()
        first = next(k for k, line in enumerate(lines) if '"type":"game"' in line)
        def shorter(game):
            for name, value in game.items():
                if isinstance(value, (list, str)) and len(value) == plies:
                    game[name] = value[:-1]

        plies = len(json.loads(lines[first])["moves"])
        for change, why in ((lambda game: game.update(seed=game["seed"] + 1), "its seed does not follow"),
                            (shorter, "final position: the record says "),
                            (lambda game: game.update(pair=game["pair"] + 1), "the plan has"),
                            (lambda game: game["opening"].update(moves=[]), "is refused: ply ")):
            game = json.loads(lines[first])
            change(game)
            journal.write_text("\n".join([*lines[:first], sealed(game), *lines[first + 1:]]) + "\n")
            shutil.rmtree(self.folder / "results/test", ignore_errors=True)
            _, err = self.ebiri("merge", config, expect=1)
            self.assertEqual(11, len(self.games()), err)
            self.assertIn(why, err)
            self.assertIn("1 game of the run is missing", err)

    def test_chunks_of_other_runs_are_refused(self):
        config = self.config(pairs=4)
        _, err = self.ebiri("merge", config, expect=3)
        self.assertIn("no chunk of `test` found in `results`", err)
        self.chunk(config, 1, 2)
        self.chunk(config, 1, 3)
        _, err = self.ebiri("missing", config, expect=2)
        self.assertIn("results/test.chunk-1-of-3 is not a chunk of this run: it is one of 3 chunks, but results/test.chunk-1-of-2 is one of 2", err)
        shutil.rmtree(self.folder / "results/test.chunk-1-of-3")
        _, err = self.ebiri("merge", config, "--set", "seed=8", expect=2)
        self.assertIn("`seed` was `8` and is `7`", err)
        self.ebiri("run", config, "--quiet", "--results", "whole")
        _, err = self.ebiri("merge", config, "whole/test", expect=2)
        self.assertIn("whole/test is not a chunk of this run: it was played without `chunk`", err)
        for command in ("merge", "missing"):
            _, err = self.ebiri(command, config, "--set", "pairs=x", expect=2)
            self.assertRegex(err, "^--set pairs=x: error: .*\n(  .*\n)*$")

    def test_an_old_chunk_that_was_renamed_is_left_out(self):
        for limit in ("{nodes: 40}", "{nodes: 30}"):
            config = self.config(pairs=2, limit=limit)
            self.chunk(config, 1, 2, "--force-new")
        self.assertTrue((self.folder / "results/test.chunk-1-of-2.old-1").is_dir())
        self.chunk(config, 2, 2)
        self.ebiri("missing", config)
        _, err = self.ebiri("merge", config)
        self.assertIn("added 12 games of 2 chunks", err)

    def test_machines_over_ssh(self):
        self.config(pairs=4)
        tools = self.folder / "tools"
        tools.mkdir()
        for tool, text in (("ssh", 'cd "$1" && sh -c "$2"'), ("scp", 'cp "${2%%:*}/${2#*:}" "$3"')):  # a machine is a folder
            (tools / tool).write_text(f"#!/bin/sh\n{text}\n")
            (tools / tool).chmod(0o755)
        for place in (".", "one/checkout", "two/checkout"):
            (self.folder / place).mkdir(parents=True, exist_ok=True)
            (self.folder / place / "ebiri").symlink_to(EBIRI)
            if place != ".":
                shutil.copy(self.folder / "test.yaml", self.folder / place)
        script = pathlib.Path(__file__).parents[2] / "configs/cluster/ssh.sh"
        _, err = self.ran([script, "test.yaml", "checkout", "one", "two"], env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"})
        self.assertEqual(24, len(self.games()))
        self.assertIn("added 24 games of 2 chunks", err)

    def test_runs_that_depend_on_results_refuse_chunks(self):
        for wrong in ("0/3", "4/3", "3", "a/b", "1/0", "1/999999", "-1/3"):
            _, err = self.ebiri("run", self.config(), f"--chunk={wrong}", expect=2)
            self.assertIn("`chunk` must be a part such as `3/10`", err)
        _, err = self.ebiri("run", self.config(format="swiss"), "--chunk", "1/2", expect=2)
        self.assertIn("depend on results, so this run cannot be played in chunks", err)
        config = self.config(pairs=4)
        self.chunk(config, 1, 2)
        _, err = self.chunk(self.config(pairs=8), 1, 2, expect=2)  # its games would have other numbers
        self.assertIn("`pairs` was `4` and is `8`", err)


if __name__ == "__main__":
    main()

"""`ebiri reproduce`: an engine is asked again for the move that lost a game."""

import re
import sys

from arena import ArenaTest, main

# Plays the first legal move of a list, and fails at its third request: by an exception, or by an illegal move.
ENGINE = """import sys
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]: print("id name fragile\\nugiok", flush=True)
    elif words[:1] == ["isready"]: print("readyok", flush=True)
    elif words[:1] == ["position"]: moves = words[3:]
    elif words[:1] == ["go"]:
        asked += 1
        if asked == 3: FAULT
        print("bestmove", "ABCDEF"[asked] if len(moves) % 2 == 0 else "abcdef"[asked], flush=True)
    elif words[:1] == ["quit"]: break
"""


class Reproduce(ArenaTest):
    def play(self, fault):
        (self.folder / "mine.py").write_text(ENGINE.replace("FAULT", fault))
        (self.folder / "run.yaml").write_text(
            f"name: run\nvariant: oware\nlimit: {{nodes: 50}}\npairs: 1\n"
            f"engines: [{{name: mine, command: {sys.executable} mine.py}}, {{name: greedy, command: bots/greedy}}]\n")
        return self.ebiri("run", "run.yaml")[1]

    def test_a_fault_happens_again(self):
        err = self.play("raise ValueError('no such pit')")
        self.assertRegex(err, r"`mine` lost game \d by a fault \(crashed\): ended with exit status 1")
        game = re.search(r"reproduce results/run (\d)", err)[1]
        out, said = self.ebiri("reproduce", "results/run")
        self.assertIn(f"game {game}: mine, crashed\n", out)
        self.assertRegex(said, r"^ebiri: to repeat the first one: \S*ebiri reproduce results/run \d\n$")
        for command in ("replay", "rate", "report"):
            self.ebiri(command, "run")  # the name of a run in ./results
        out, _ = self.ebiri("reproduce", "run", game)
        self.assertIn("2 earlier requests are answered; the next one is the last\n", out)
        self.assertRegex(out, r"> position startpos moves .*\n +[\d.]+ > go nodes 50\n")
        self.assertNotIn("< ugiok", out)
        self.assertIn("the fault happened again: crashed: ended with exit status 1", out)
        self.assertEqual(out.count("ValueError: no such pit"), 1, out)
        self.assertRegex(out, r"\n +\d+\. \w+  [a-fA-F]  sows \d+ from .*\n\n.*\n[> ]*north ", "the move before the last request")
        self.assertRegex(out, r"to move:\n(  [A-Fa-f]  .*\n)+")
        self.assertIn("< ugiok", self.ebiri("reproduce", "results/run", game, "--all")[0])
        self.assertIn("the fault happened again", self.ebiri("reproduce", "run", "--game", game)[0])
        out, _ = self.ebiri("replay", "run", "--game", game)
        self.assertTrue(out.endswith("confirmed: all listed moves and the result follow the rules\n"), out)
        opening, moves = map(int, re.search(r"\nopening \S+: (\d+) moves, then (\d+) by the engines\n", out).groups())
        self.assertEqual(opening + moves, len(re.findall(r"^ +\d+\. ", out, re.MULTILINE)))

    def test_a_file_of_games_is_refused(self):
        (self.folder / "game.ogn").write_text("[South \"a\"]\n")
        (self.folder / "results/run").mkdir(parents=True)
        (self.folder / "results/run/games.jsonl").touch()
        for command in ("replay", "report", "reproduce", "serve", "watch"):
            _, err = self.ebiri(command, "game.ogn", expect=2)
            self.assertIn("`game.ogn` is a file, not the folder of a run; to make one in FOLDER: "
                          "ebiri convert game.ogn --to journal -o FOLDER/games.jsonl", err)

    def test_a_folder_of_a_contest_is_found_from_anywhere(self):
        (self.folder / "contest/trees/ann").mkdir(parents=True)
        (self.folder / "contest/trees/ann/mine.py").write_text(ENGINE.replace("FAULT", "raise ValueError"))
        (self.folder / "contest/finals.yaml").write_text(
            f"name: finals\nvariant: oware\nlimit: {{nodes: 50}}\npairs: 1\nengines:\n"
            f"  - {{name: ann, directory: trees/ann, command: {sys.executable} mine.py}}\n"
            f"  - {{name: greedy, command: bots/greedy}}\n")
        self.ebiri("run", "contest/finals.yaml", "--results", "contest", "-q")
        self.assertIn("the fault happened again", self.ebiri("reproduce", "contest/finals", "1")[0])
        (self.folder / "contest/trees").rename(self.folder / "contest/gone")
        _, err = self.ebiri("reproduce", "contest/finals", "1", expect=3)
        self.assertIn("the engine cannot be started", err)

    def test_a_fixed_engine_answers(self):
        self.play("raise ValueError")
        (self.folder / "mine.py").write_text(ENGINE.replace("FAULT", "print('bestmove F', flush=True)"))
        out, _ = self.ebiri("reproduce", "results/run", "1", expect=1)
        self.assertIn("no fault this time; the engine answered bestmove F\n", out)

    def test_it_stops_after_the_recorded_request_if_the_mover_moves_again(self):
        # In Kalah, C from the start sows its last seed into the store: south moves again.
        script = ENGINE.replace('"ABCDEF"[asked] if len(moves) % 2 == 0 else "abcdef"[asked]', "MOVE")
        script = script.replace("asked == 3", "asked == 1")
        (self.folder / "mine.py").write_text(script.replace("FAULT", "raise ValueError"))
        (self.folder / "run.yaml").write_text(
            f"name: run\nvariant: kalah\nlimit: {{nodes: 50}}\npairs: 1\nopenings: start\n"
            f"engines: [{{name: mine, command: {sys.executable} mine.py}}, {{name: greedy, command: bots/greedy}}]\n")
        self.ebiri("run", "run.yaml")
        south = next(game["game"] for game in self.games("run") if game["south"] == "mine")
        (self.folder / "mine.py").write_text(script.replace("FAULT", "print('bestmove C', flush=True); continue"))
        out, _ = self.ebiri("reproduce", "results/run", str(south), "--all", expect=1)
        self.assertIn("no fault this time; the engine answered bestmove C\n", out)
        self.assertEqual(1, out.count("> go "), out)

    def test_the_side_to_move_at_the_end_of_an_adjudicated_game_is_asked_once_more(self):
        config = self.config(" [{name: a, command: bots/greedy}, {name: b, command: bots/alphabeta}]",
                             pairs=1, adjudication="{max-plies: 12}")
        self.ebiri("run", config)
        self.assertEqual(["ply-cap", "ply-cap"], [game["reason"] for game in self.games()])
        requests = 0
        for engine in "ab":
            out, _ = self.ebiri("reproduce", "results/test", "1", "--engine", engine, "--all", expect=1)
            self.assertIn(f"{out.count('> go ') - 1} earlier requests are answered; the next one is the last\n", out)
            requests += out.count("> go ")
        self.assertEqual(len(self.games()[0]["moves"]) + 1, requests)

    def test_another_command_is_started(self):
        self.play("raise ValueError")
        out, _ = self.ebiri("reproduce", "results/run", "1", "--command", "bots/greedy")
        self.assertIn("move 1: the engine answered bestmove ", out)
        self.assertNotIn("may have changed", out)
        self.ebiri("reproduce", "results/run", "1", "--command", f"{sys.executable} {self.folder}/mine.py", expect=1)
        out, _ = self.ebiri("reproduce", "results/run", "1", "--engine", "greedy", expect=1)
        self.assertIn("\nasked: greedy\n", out)
        self.assertNotIn("exit status", out)

    def test_another_fault_is_named(self):
        self.play("raise ValueError")
        (self.folder / "mine.py").write_text(ENGINE.replace("FAULT", "print('bestmove x', flush=True); continue"))
        self.assertIn("a different fault happened: malformed: ", self.ebiri("reproduce", "results/run", "1")[0])

    def test_it_waits_for_a_debugger(self):
        self.play("raise ValueError")
        for engine, code in (("mine", 0), ("greedy", 1)):  # `greedy` was not to move when the game ended
            out, _ = self.ebiri("reproduce", "results/run", "1", "--engine", engine, "--wait", stdin="\n", expect=code)
            self.assertEqual(1, len(re.findall(r"process \d+ waits: attach a debugger, then press Enter\n", out)), out)

    def test_invalid_arguments(self):
        self.play("pass")
        for words, text in ((["7"], "game 7 not found in `results/run`; the last one is 2"), (["1", "--engine", "nobody"], "`nobody` does not play game 1")):
            _, err = self.ebiri("reproduce", "results/run", *words, expect=2)
            self.assertIn(text, err)
        (self.folder / "mine.py").unlink()
        for words, typed in ((["results/nothing", "1"], "reproduce results/run 1"), (["3"], "reproduce results/run 3"), (["bot"], "reproduce results/run")):
            _, err = self.ebiri("reproduce", *words, expect=3)
            self.assertEqual(f"ebiri: run `{words[0]}` not found; runs: results/run; for example: ebiri {typed}\n", err)
        self.assertIn("for example: ebiri replay results/run 3\n", self.ebiri("replay", "3", expect=3)[1])
        (self.folder / "results").rename(self.folder / "data")
        for command in ("watch", "serve"):
            _, err = self.ebiri(command, "nothing", "--results", "data", expect=3)
            self.assertEqual(f"ebiri: run `nothing` not found; runs: data/run; for example: ebiri {command} data/run\n", err)


if __name__ == "__main__":
    main()

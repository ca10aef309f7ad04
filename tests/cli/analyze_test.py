"""`ebiri analyze`: its output, the stored analysis, repeated calls, and the column in the tables."""

import json
import os
import re
import signal
import sys
import time

from arena import ArenaTest, main, sealed

# Reports the scores 1, 2, 3 … with the answer `move`; `trick` replaces its third answer.
SAYER = """
import sys
asked = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        print("id name Sayer 1\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        asked += 1
        if asked == 3:
            {trick}
        print(f"info depth 1 score seeds {{asked}}\\nbestmove {move}", flush=True)
    elif word == "quit":
        break
"""

FAST = ("--limit", "nodes=200")


class Analyze(ArenaTest):
    def setUp(self):
        super().setUp()
        self.play_once(self.config(pairs=1))

    def kept(self):
        return json.loads(self.file("analysis.json"))

    def sayer(self, trick="pass", move="A"):
        (self.folder / "sayer.py").write_text(SAYER.format(trick=trick, move=move))
        return f"{sys.executable} sayer.py"

    def edit(self, change):
        """Rewrites the journal with `change` applied to each game."""
        lines = [json.loads(line) for line in self.journal().read_text().splitlines()]
        for line in lines:
            if line["type"] == "game":
                change(line)
        self.journal().write_text("".join(sealed(line) + "\n" for line in lines))

    # ---- results

    def test_the_analysis_of_a_run_is_stored(self):
        out, err = self.ebiri("analyze", "results/test", *FAST)
        self.assertIn("oware abapa, 6 games judged by AlphaBeta 1.0 (nodes 200)\n", out)
        self.assertIn("a move that loses at least 1, 3 or 6 seeds is an inaccuracy, mistake or blunder\n", out)
        self.assertIn("the analysis is in results/test/analysis.json", err)
        kept = self.kept()
        self.assertEqual("ebiri-analysis/1", kept["format"])
        accuracy = {engine["name"]: engine["accuracy"] for engine in kept["engines"]}
        self.assertEqual({"alphabeta", "greedy", "random"}, set(accuracy))
        self.assertGreater(accuracy["alphabeta"], accuracy["greedy"])
        self.assertGreater(accuracy["greedy"], accuracy["random"])
        for game, record in zip(kept["games"], self.games()):
            self.assertEqual(len(record["moves"]) + 1, len(game["values"]))
            self.assertEqual("".join(record["sides"]), game["sides"])
            self.assertEqual("r", game["sources"][-1])  # the rules ended it
            for mark, seeds in zip(game["marks"], game["seeds_lost"]):
                judged = "-" if seeds is None or seeds < 1 else "i" if seeds < 3 else "m" if seeds < 6 else "b"
                self.assertEqual(seeds is None, mark in "fx.")
                self.assertTrue(seeds is None or mark == judged)
        self.assertEqual(kept, json.loads(self.ebiri("analyze", "results/test", *FAST, "--json")[0]))

    def test_the_number_of_slots_does_not_change_the_numbers(self):
        kept = []
        for slots in ("1", "4"):
            self.ebiri("analyze", "results/test", *FAST, "--slots", slots, "-q")
            kept.append(self.file("analysis.json"))
            (self.folder / "results/test/analysis.json").unlink()
        self.assertEqual(*kept)

    def test_one_game_move_by_move(self):
        out, err = self.ebiri("analyze", "results/test", *FAST, "--game", "3")
        self.assertRegex(err, "to play on from (the position before the losing move: .* [0-9]+( --south alphabeta --north human)?|a position of this game: .* PLY)\n")
        self.assertIn(": ebiri play --from-game results/test 3 ", err)
        game = self.games()[2]
        north_lost = "the losing move" in err and game["result"] == "south"
        self.assertEqual(north_lost, err.endswith(" --south alphabeta --north human\n"), err)
        self.assertIn(f"game 3: {game['south']} vs {game['north']}: {game['result']} won ({game['reason']})\n", out)
        self.assertIn("value: south's lead in seeds after the move", out)
        rows = [line for line in out.splitlines() if line.split()[1:2] in (["south"], ["north"])]
        self.assertEqual(game["moves"], [row.split()[2] for row in rows])

    def test_a_file_of_games(self):
        out, _ = self.ebiri("analyze", "results/test/games.ogn", *FAST)
        self.assertIn("6 games judged by", out)
        self.assertFalse((self.folder / "results/test/analysis.json").exists())
        of_run, _ = self.ebiri("analyze", "results/test", *FAST)
        self.assertEqual(of_run, out)

    def test_every_variant(self):
        for variant in ("kalah", "bao", "namnam", "omweso"):
            with self.subTest(variant):
                self.ebiri("run", self.config(name=variant, variant=variant, pairs=1, openings="start"), "--quiet")
                out, _ = self.ebiri("analyze", f"results/{variant}", *FAST)
                self.assertIn("6 games judged by AlphaBeta", out)

    def test_exact_endgames(self):
        self.ebiri("tables", "oware", "--seeds", "8", "--file", "small.endgames")
        out, _ = self.ebiri("analyze", "results/test", *FAST, "--tables", "small.endgames")
        self.assertIn("exact values up to 8 seeds", out)
        sources = "".join(game["sources"] for game in self.kept()["games"])
        self.assertIn("t", sources)
        _, err = self.ebiri("analyze", "results/test", *FAST, "--tables", "no.endgames", expect=2)
        self.assertIn("--tables: ", err)

    def test_forfeited_games_count_up_to_their_last_move(self):
        engines = f"\n  - {{name: sayer, command: {self.sayer('sys.exit(3)')}}}\n  - {{name: greedy, command: bots/greedy}}\n"
        self.ebiri("run", self.config(engines, name="forfeits", pairs=2), "--quiet")
        played = [len(game["moves"]) for game in self.games("forfeits")]
        self.assertEqual({"fault"}, {game["cause"] for game in self.games("forfeits")})
        self.assertGreater(sum(played), 4)
        document = json.loads(self.ebiri("analyze", "results/forfeits", *FAST, "--json")[0])
        self.assertEqual(played, [len(game["marks"]) for game in document["games"]])
        for engine in document["engines"]:
            self.assertGreater(engine["moves"] + engine["unjudged"], 0)
        self.assertIn("Accuracy", self.ebiri("report", "results/forfeits")[0])
        out, err = self.ebiri("analyze", "results/forfeits", "2", *FAST)
        self.assertRegex(out, r"\n +\d+ (south crashed: ended with exit status 3|north illegal-move: `A` is south's pit)")
        self.assertRegex(out, r"\n\w+ lost by the fault; before it the value was ([+-]\d+\.\d\d!?|[SN] wins)\n\n")
        self.assertTrue(err.endswith("a fault ended this game; to repeat it: ebiri reproduce results/forfeits 2\n"), err)

    # ---- the page

    def page(self):
        """The data in report.html: of the run, and of each game."""
        text = self.file("report.html").decode()
        run, replays = (re.search(rf'<script type="[^"]*" id="{name}">(.*?)</script>', text, re.DOTALL).group(1)
                        for name in ("run", "replays"))
        games = [json.loads(line) for line in replays.strip().splitlines()]
        return json.loads(run), {game["game"]: game for game in games}

    def test_the_page_marks_the_same_moves_as_analyze(self):
        """Even for engines that send no scores."""
        run, _ = self.page()
        self.assertNotIn("analysis", run)
        out, err = self.ebiri("analyze", "results/test", *FAST)
        self.assertIn("mistakes are marked in results/test/report.html\n", err)
        run, games = self.page()
        self.assertEqual("AlphaBeta 1.0, nodes 200", run["analysis"]["by"])
        self.assertEqual(6, run["analysis"]["games"])
        self.assertIn("accuracy", run["engines"][0])
        moves = {"i": 0, "m": 0, "b": 0}
        for game, record in zip(self.kept()["games"], self.games()):
            judged = games[game["game"]]["judged"]
            opening = len(record["opening"].get("moves", []))
            self.assertEqual(opening, game["opening"])
            self.assertEqual(len(game["values"]), len(judged["values"]))
            self.assertEqual([mark if mark in "imb" else "-" for mark in game["marks"]], list(judged["marks"]))
            for index, mark in enumerate(judged["marks"]):
                if mark == "-":
                    continue
                moves[mark] += 1
                better, lost = judged["better"][str(opening + index + 1)]
                self.assertEqual(game["best"][index], better)
                self.assertAlmostEqual(game["seeds_lost"][index], lost, delta=0.006)
        self.assertGreater(min(moves.values()), 0, moves)
        # The worst moves, which the terminal output lists too.
        table = out.split("costliest mistake or blunder of each engine\n")[1].split("\n\n")[0]
        costliest = dict(line.split(maxsplit=1) for line in table.splitlines()[1:])
        self.assertIn("random", costliest)
        for row, name in enumerate(engine["name"] for engine in run["engines"]):
            own = [slip for slip in run["analysis"]["worst"] if slip[0] == row]
            self.assertEqual(bool(own), name in costliest)
            if not own:
                continue
            self.assertEqual(sorted(own, key=lambda slip: -slip[7]), own)
            _, number, _, ply, move, better, lost, _, _ = own[0]
            self.assertEqual([str(number), str(ply), move, better, f"{lost:.1f}"], [*costliest[name].split()[:4], costliest[name].split()[-1]])
            self.assertEqual(move, games[number]["moves"].split()[ply - 1])

    def test_an_older_analysis_marks_the_games_that_it_has(self):
        self.ebiri("analyze", "results/test", *FAST, "--game", "2", "-q")
        run, games = self.page()
        self.assertEqual(1, run["analysis"]["games"])
        self.assertEqual([2], [number for number, game in games.items() if "judged" in game])
        self.assertNotIn("accuracy", run["engines"][0])
        self.ebiri("analyze", "results/test", *FAST, "-q")
        self.ebiri("run", self.config(pairs=2), "--quiet")
        run, games = self.page()
        self.assertEqual(12, len(games))
        self.assertEqual(6, sum("judged" in game for game in games.values()))
        self.assertEqual(6, run["analysis"]["games"])
        sequence = self.kept()["games"][1]["sequence"]
        file = self.folder / "results/test/analysis.json"
        file.write_text(file.read_text().replace(sequence, "0123456789abcdef"))
        self.ebiri("report", "results/test")
        _, games = self.page()
        self.assertNotIn("judged", games[2])
        self.assertIn("judged", games[1])

    # ---- repeated calls

    def test_a_second_call_analyses_only_new_games(self):
        command = f"{sys.executable} count.py"
        (self.folder / "count.py").write_text("open('asked', 'a').write('x')\n" + SAYER.format(trick="pass", move="resign"))
        self.ebiri("analyze", "results/test", *FAST, "--engine", command, "--slots", "1")
        first = (self.folder / "asked").read_text()
        self.ebiri("analyze", "results/test", *FAST, "--engine", command)
        self.assertEqual(first, (self.folder / "asked").read_text())
        before = self.kept()["games"]
        self.ebiri("run", self.config(pairs=2), "--quiet")
        _, err = self.ebiri("report", "results/test")
        self.assertIn("results/test/analysis.json: not used in the tables, because it lacks 6 of 12 games; "
                      "`ebiri analyze results/test` updates it\n", err)
        self.ebiri("analyze", "results/test", *FAST, "--engine", command)
        self.assertEqual(before, self.kept()["games"][:6])
        self.assertEqual(12, len(self.kept()["games"]))

    def test_another_limit_is_another_analysis(self):
        self.ebiri("analyze", "results/test", *FAST)
        first = self.file("analysis.json")
        _, err = self.ebiri("analyze", "results/test", "--limit", "nodes=300", "--game", "1")
        self.assertIn("not stored: the folder has another analysis", err)
        self.assertEqual(first, self.file("analysis.json"))  # an analysis of one game with another limit replaces nothing
        _, err = self.ebiri("analyze", "results/test", *FAST, "--engine", self.sayer("sys.exit(3)", "resign"), expect=3)
        self.assertNotIn("renamed", err)
        self.assertEqual(first, self.file("analysis.json"))  # nor does one without a finished game
        _, err = self.ebiri("analyze", "results/test", "--limit", "nodes=300")
        self.assertIn("(AlphaBeta 1.0, nodes 200); renamed to results/test/analysis.json.old-1\n", err)
        self.assertEqual("nodes 300", self.kept()["analysis"]["limit"])
        self.assertEqual(first, self.file("analysis.json.old-1"))

    def test_one_game_does_not_replace_an_analysis_that_cannot_be_read(self):
        (self.folder / "results/test/analysis.json").write_text('{"format":"ebiri-analysis/2"}')
        _, err = self.ebiri("analyze", "results/test", *FAST, "--game", "1")
        self.assertIn("ebiri: not stored: `results/test/analysis.json` is not an analysis: ", err)
        self.assertEqual({"format": "ebiri-analysis/2"}, self.kept())

    def test_ctrl_c_keeps_finished_games_and_the_command_resumes(self):
        trick = "import time; time.sleep(600)"
        (self.folder / "slow.py").write_text(SAYER.format(trick="pass", move="resign").replace("asked += 1", "asked += 1; open('asked', 'a').write('x')")
                                             .replace("if asked == 3:", f"if asked == 120: {trick}\n        if False:"))
        process = self.start("analyze", "results/test", *FAST, "--slots", "1", "--engine", f"{sys.executable} slow.py")
        deadline = time.monotonic() + 300
        asked = self.folder / "asked"
        while (not asked.exists() or len(asked.read_text()) < 120) and time.monotonic() < deadline:
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
        self.assertEqual(130, process.returncode, err)
        self.assertIn("and the same command resumes", err)
        self.assertIn(len(self.kept()["games"]), range(1, 6))

    # ---- the tables

    def test_the_tables_have_a_column(self):
        self.assertNotIn("Accuracy", self.ebiri("report", "results/test")[0])
        plain = {name: self.file(name) for name in ("standings.csv", "standings.json", "standings.md")}
        self.ebiri("analyze", "results/test", *FAST)
        out, err = self.ebiri("report", "results/test", "--format", "markdown")
        self.assertEqual("", err)
        self.assertIn("| Accuracy | Errors |", out)
        self.assertIn("- Accuracy: of moves, as judged by AlphaBeta 1.0, nodes 200\n", out)
        report = json.loads(self.ebiri("report", "results/test", "--format", "json")[0])
        kept = {engine["name"]: engine for engine in self.kept()["engines"]}
        for engine in report["engines"]:
            self.assertAlmostEqual(engine["accuracy"]["percent"], kept[engine["name"]]["accuracy"], places=3)
            self.assertEqual(engine["accuracy"]["blunders"], kept[engine["name"]]["blunders"])
        header, *rows = self.file("standings.csv").decode().splitlines()
        self.assertTrue(header.endswith(",accuracy,judged_moves,inaccuracies,mistakes,blunders"))
        self.assertEqual({header.count(",")}, {row.count(",") for row in rows})
        (self.folder / "results/test/analysis.json").unlink()
        self.ebiri("report", "results/test")
        self.assertEqual(plain, {name: self.file(name) for name in plain})

    def test_an_analysis_of_other_games_is_named_and_left_out(self):
        self.ebiri("analyze", "results/test", *FAST)
        text = self.file("analysis.json").decode()
        file = self.folder / "results/test/analysis.json"
        sequence = self.kept()["games"][1]["sequence"]
        for changed, said in ((text.replace(sequence, "0123456789abcdef"), "game 2 differs from the journal"),
                              (text.replace('"ruleset":"abapa"', '"ruleset":"awari"'), "its games have other rules"),
                              (text[:-50], "is not an analysis"), ("", "is not an analysis")):
            with self.subTest(said):
                file.write_text(changed)
                out, err = self.ebiri("report", "results/test")
                self.assertIn(said, err)
                self.assertNotIn("Accuracy", out)

    def test_a_judge_that_resigns_names_no_better_move(self):
        out, _ = self.ebiri("analyze", "results/test", *FAST, "--game", "1", "--engine", self.sayer(move="resign"))
        self.assertIn("blunder: ", out)
        self.assertNotIn("was better", out)

    # ---- errors

    def test_an_engine_that_fails(self):
        for trick, said in (('sys.stderr.write("boom\\n"); sys.exit(3)', "ended with exit status 3 instead of answering\n"
                                                                         "  its standard error ends with:\nboom"),
                            ('print("bestmove A", flush=True); continue', "the engine sent no score")):
            with self.subTest(said):
                _, err = self.ebiri("analyze", "results/test", *FAST, "--engine", self.sayer(trick, "resign"), expect=3)
                self.assertIn(said, err)

    def test_a_refuted_record_is_left_out(self):
        def forge(game):
            if game["game"] == 2:
                game["moves"][3] = "Z"

        self.edit(forge)
        out, err = self.ebiri("analyze", "results/test", *FAST, expect=1)
        self.assertIn("game 2 is left out: ", err)
        self.assertIn("5 games judged", out)
        out, err = self.ebiri("analyze", "results/test", "2", *FAST, expect=1)
        self.assertEqual("", out)
        self.assertRegex(err, "^ebiri: game 2 is left out: .*\n$")

    def test_invalid_arguments(self):
        for arguments, said in ((["no/such/run"], "no/such/run"),
                                (["results/test", "--game", "99"], "game 99 not found in `results/test`"),
                                (["results/test", "--engine", "deepblue"], "--engine: program `deepblue` not found"),
                                (["results/test", "--limit", "none"], "--limit: an analysis needs a limit for each position"),
                                (["results/test", "--limit", "base=5s"], "--limit: an analysis needs a limit for each position"),
                                (["results/test", "--option", "Level"], "--engine: `Level` is not an option")):
            with self.subTest(said):
                _, err = self.ebiri("analyze", *arguments, expect=2)
                self.assertIn(said, err)


if __name__ == "__main__":
    main()

"""`ebiri run`: plays, resumes and extends runs, and refuses invalid ones."""

import json

from arena import FAULTY, THREE_ENGINES, ArenaTest, main, sealed


class Run(ArenaTest):
    def test_a_finished_tournament_is_not_played_again(self):
        config = self.config()
        out, err = self.ebiri("run", config)
        self.assertIn("alphabeta", out)
        self.assertEqual(len(self.games()), 18)
        self.assertEqual(len([line for line in err.splitlines() if line.startswith("#")]), 14)  # 1 to 10, then every second
        before = self.file("games.jsonl")
        again, err = self.ebiri("run", config)
        self.assertEqual(err, "ebiri: no game played: all 18 games of results/test are played already\n"
                              "ebiri: tables and games are in results/test\n")
        self.assertEqual(again, out)
        self.assertEqual(self.file("games.jsonl"), before)

    def test_report_rebuilds_the_same_bytes_from_the_journal_alone(self):
        self.ebiri("run", self.config())
        names = ["config.yaml", "standings.txt", "standings.md", "standings.csv", "standings.json", "errors.csv",
                 "crosstable.csv", "games.ogn", "report.html"]
        before = {name: self.file(name) for name in names}
        for name in names:
            (self.folder / "results/test" / name).unlink()
        self.ebiri("report", "results/test")
        self.assertEqual({name: self.file(name) for name in names}, before)
        self.assertEqual(self.file("games.ogn").count(b"[Event "), 18)

    def test_an_example_of_the_help_is_found(self):
        _, err = self.ebiri("run", "configs/quickstart.yaml", expect=2)
        self.assertRegex(err, r"^configs/quickstart\.yaml: error: file not found; there is one at `/.*/configs/quickstart\.yaml`\n$")

    def test_a_page_has_the_requested_replays(self):
        self.ebiri("run", self.config(pairs=1))
        before = self.file("report.html")
        self.ebiri("report", "results/test", "--page", "some.html", "--replays", "2-3")
        replays = (self.folder / "some.html").read_text().split('id="replays">')[1].split("</script>")[0]
        self.assertEqual([2, 3], [json.loads(line)["game"] for line in replays.split("\n") if line])
        self.assertEqual(before, self.file("report.html"))
        for wrong in ("0-3", "3-2", "x", "1-2-3"):
            _, err = self.ebiri("report", "results/test", "--page", "some.html", "--replays", wrong, expect=2)
            self.assertEqual(f"ebiri: --replays: expected numbers of games such as `20001-30000`, not `{wrong}`\n", err)
        self.ebiri("report", "results/test", "--page", "some.html", expect=2)
        self.ebiri("report", "results/test", "--replays", "1", expect=2)

    def test_each_opening_is_played_from_both_sides(self):
        self.ebiri("run", self.config())
        pairs = {}
        for game in self.games():
            pairs.setdefault(game["pair"], []).append(game)
        for first, second in pairs.values():
            self.assertEqual(first["opening"], second["opening"])
            self.assertEqual((first["south"], first["north"]), (second["north"], second["south"]))
        self.assertEqual(len({tuple(game["opening"]["moves"]) for game in self.games()}), 3)
        self.assertEqual(len({game["seed"] for game in self.games()}), 18)

    def test_an_opening_file(self):
        (self.folder / "book.txt").write_text("F f E\nA a\nposition 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves B b\n")
        self.ebiri("run", self.config(openings="{file: book.txt}"))
        self.assertEqual({tuple(game["opening"]["moves"]) for game in self.games()},
                         {("F", "f", "E"), ("A", "a"), ("B", "b")})
        self.ebiri("run", self.config(name="more", openings="{file: book.txt}", pairs=4), expect=2)

    def test_time_limits(self):
        self.ebiri("run", self.config(pairs=1, limit="{base: 2s, increment: 10ms}", name="clock"))
        self.ebiri("run", self.config(pairs=1, limit="{depth: 2}", name="depth"))
        for name in ("clock", "depth"):
            self.assertEqual({game["cause"] for game in self.games(name)}, {"rules"})
        self.assertEqual(self.games("clock")[0]["limits"], ["2s+10ms", "2s+10ms"])

    def test_a_run_is_extended_by_pairs_and_engines(self):
        self.ebiri("run", self.config(pairs=1))
        first = self.timeless()
        self.ebiri("run", self.config(pairs=2))
        self.assertEqual(self.timeless()[:6], first)
        second = self.timeless()
        more = THREE_ENGINES + "  - {name: first-legal, command: python3 bots/first_legal.py}\n"
        _, err = self.ebiri("run", self.config(engines=more, pairs=2))
        self.assertIn("12 games are played already", err)
        self.assertEqual(self.timeless()[:12], second)
        self.assertEqual(len(self.games()), 24)
        self.ebiri("report", "results/test")

    def test_changed_settings_are_named_and_force_new_keeps_the_old_run(self):
        self.ebiri("run", self.config(pairs=1))
        before = self.file("games.jsonl")
        _, err = self.ebiri("run", self.config(pairs=1, seed=8, limit="{nodes: 301}"), expect=2)
        self.assertIn("`seed` was `7` and is `8`", err)
        self.assertIn("`limit.nodes` was `300` and is `301`", err)
        self.assertIn("--force-new", err)
        self.assertEqual(self.file("games.jsonl"), before)
        self.ebiri("run", self.config(pairs=1, seed=8), "--force-new")
        self.assertEqual(self.file("games.jsonl", "test.old-1"), before)
        self.assertNotEqual(self.file("games.jsonl"), before)

    def test_settings_that_do_not_change_the_games_may_change(self):
        self.ebiri("run", self.config(pairs=1))
        self.ebiri("run", self.config(pairs=1, slots=1, stop_grace="2s"))

    def test_dry_run_prints_the_schedule_and_writes_nothing(self):
        out, _ = self.ebiri("run", self.config(), "--dry-run")
        self.assertEqual(len([line for line in out.splitlines() if line.startswith("#")]), 18)
        self.assertIn("18 games, 0 of them played; 2 at a time; limit nodes 300", out)
        self.assertFalse((self.folder / "results").exists())

    def test_all_errors_of_a_config_are_reported_together(self):
        file = self.folder / "bad.yaml"
        file.write_text("name: bad\nsede: 1\npairs: 3\npairs: 4\nlimit: {move: 10}\nengines:\n"
                        "  - {name: a, command: bots/random}\n  - {name: b, command: bots/missing}\n")
        _, err = self.ebiri("run", file, expect=2)
        for line, word in ((2, "`sede`"), (4, "`pairs`"), (5, "unit"), (8, "bots/missing")):
            self.assertTrue(any(f"bad.yaml:{line}:" in text and word in text for text in err.splitlines()), err)
        self.assertFalse((self.folder / "results").exists())
        _, err = self.ebiri("check", self.config(pairs=50, openings="{random-plies: 1}"), expect=2)
        self.assertIn("found only 6 distinct openings", err)

    def test_an_engine_that_cannot_start_stops_the_run_before_its_first_game(self):
        engines = THREE_ENGINES + f"  - {{name: bad, command: '{FAULTY} exit-at-start'}}\n"
        _, err = self.ebiri("run", self.config(engines=engines), expect=3)
        self.assertIn("engine `bad` cannot start: ended with exit status 7 before it was ready", err)
        self.ebiri("run", self.config(engines=engines, pairs=1, on_failed_start="forfeit"))
        lost = [game for game in self.games() if "bad" in (game["south"], game["north"])]
        self.assertEqual({game["reason"] for game in lost}, {"failed-to-start"})

    def test_a_failed_start_does_not_change_later_results(self):
        self.ebiri("run", self.config(engines="""
  - {name: a, command: bots/random}
  - {name: b, command: /bin/false}
"""), expect=3)
        self.ebiri("run", self.config(pairs=1, seed=8, variant="{name: oware, ruleset: awari}"))
        out, _ = self.ebiri("replay", "results/test")
        self.assertEqual(out, "6 games confirmed, 0 refuted\n")
        self.assertIn(b"oware awari", self.file("standings.txt"))

    def test_a_system_error_is_no_forfeit(self):
        engines = THREE_ENGINES + "".join(f"  - {{name: r{n}, command: bots/random}}\n" for n in range(9))
        config = self.config(engines=engines, pairs=1, slots=60)
        self.ran(["bash", "-c", "ulimit -Hn 200; exec \"$@\"", "bash", *self.command("run", config, "-q")], (0, 3))
        self.assertEqual({game["cause"] for game in self.games()}, {"rules"})
        self.ebiri("run", config, "-q")
        self.assertEqual(len(self.games()), 132)

    def test_unwritable_output_is_reported(self):
        self.ebiri("run", self.config(pairs=1))
        for words in (("report", "results/test"), ("run", self.config(name="full", pairs=1), "-q")):
            _, err = self.ran(["bash", "-c", '"$@" > /dev/full', "bash", *self.command(*words)], 3)
            self.assertEqual(err, "ebiri: cannot write to standard output: No space left on device\n")
        _, err = self.ran(["bash", "-c", 'set -o pipefail; "$@" | head -n 1', "bash", *self.command("options", "--markdown")])
        self.assertEqual(err, "")
        self.ebiri("run", self.config(pairs=1), "--events", "results/test/games.jsonl", expect=2)

    def test_faults_never_stop_a_tournament_and_are_confirmed_by_replay(self):
        engines = THREE_ENGINES
        for fault in ("exit-at-go", "illegal", "half-a-line", "twice"):
            engines += f"  - {{name: {fault}, command: '{FAULTY} {fault} 3'}}\n"
        out, _ = self.ebiri("run", self.config(engines=engines, pairs=1))
        faults = [game for game in self.games() if game["cause"] == "fault"]
        self.assertEqual(len(self.games()), 42)
        self.assertGreaterEqual({game["reason"] for game in faults}, {"crashed", "illegal-move", "out-of-turn"})
        for game in faults:
            self.assertNotIn(game[game["loser"]], ("alphabeta", "greedy", "random"))
            position, go = game["fault"]["asked"].split("\n")  # the request, unchanged
            moves = game["opening"]["moves"] + game["moves"]
            if game["reason"] == "out-of-turn":  # an unrequested answer is detected before the next request
                moves = moves[:-2]
            self.assertEqual(f"position startpos moves {' '.join(moves)}", position)
            self.assertEqual("go nodes 300", go)
        self.assertIn("forfeits", out)
        out, _ = self.ebiri("replay", "results/test")
        self.assertEqual(out, "42 games confirmed, 0 refuted\n")

    def test_a_forged_record_is_refuted(self):
        self.ebiri("run", self.config(pairs=1))
        lines = self.journal().read_text().splitlines()
        forged = json.loads(lines[2])
        forged["result"] = {"south": "north", "north": "south", "draw": "south"}[forged["result"]]
        self.journal().write_text("\n".join([*lines[:2], sealed(forged), *lines[3:]]) + "\n")
        out, _ = self.ebiri("replay", "results/test", expect=1)
        self.assertIn(f"game {forged['game']}: result: the record says", out)
        self.assertIn("5 games confirmed, 1 refuted", out)
        self.ebiri("replay", "results/test", "99", expect=2)
        self.ebiri("replay", "results/nothing", expect=3)

    def test_events_have_every_game_and_the_final_table(self):
        out, _ = self.ebiri("run", self.config(), "--events", "-", "--quiet")
        events = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(events[0]["event"], "started")
        self.assertEqual(events[-1]["event"], "finished")
        self.assertEqual(events[-1]["how"], "complete")
        games = sorted((event for event in events if event["event"] == "game"), key=lambda event: event["game"])
        self.assertEqual([game["moves"] for game in games], [game["moves"] for game in self.games()])
        last = [event for event in events if event["event"] == "rating"][-1]["standings"]
        self.assertEqual(last, json.loads(self.file("standings.json")))

    def test_a_warm_up_does_not_change_games_limited_by_nodes(self):
        engines = "".join(f"\n  - {{name: {name}, command: bots/{name}}}" for name in ("alphabeta", "mcts", "greedy", "random")) + "\n"
        self.ebiri("run", self.config(engines, name="cold", pairs=1))
        for warm_up in ("{moves: 3}", "20ms"):
            name = "warm-" + "".join(letter for letter in warm_up if letter.isalnum())
            self.ebiri("run", self.config(engines, name=name, pairs=1, warm_up=warm_up))
            with self.subTest(warm_up):
                self.assertEqual([game["moves"] for game in self.games("cold")], [game["moves"] for game in self.games(name)])

    def test_an_impossible_warm_up_is_refused(self):
        engines = """
  - {name: guest, command: bots/random --dialect mankalah, dialect: mankalah, warm-up: {moves: 2}}
  - {name: random, command: bots/random}
"""
        _, err = self.ebiri("check", self.config(engines, variant="{name: kalah, ruleset: manchester}", openings="start"), expect=2)
        self.assertIn("engine `guest`: its dialect has no warm-up", err)

    def test_rate_joins_runs_by_engine_name(self):
        self.ebiri("run", self.config(name="monday"))
        self.ebiri("run", self.config(name="tuesday", seed=8))
        out, _ = self.ebiri("rate", "results/monday", "results/tuesday", "--format", "json")
        self.assertIn('"alphabeta"', out)
        self.assertEqual(json.loads(out)["run"]["games"], 36)
        self.ebiri("run", self.config(name="awari", variant="{name: oware, ruleset: awari}"))
        self.ebiri("rate", "results/monday", "results/awari", expect=2)
        self.ebiri("rate", "results/monday", "results/../results/monday/games.jsonl", expect=2)

    def test_usage_errors_are_exit_code_2(self):
        for arguments in ((), ("rnu",), ("run",), ("run", "no.yaml"), ("run", "x", "--formt", "csv"),
                          ("perft", "draughts"), ("check", "no.yaml")):
            with self.subTest(arguments):
                self.ebiri(*arguments, expect=2)
        _, err = self.ebiri("rnu", "x.yaml", expect=2)
        self.assertEqual(err, "ebiri: unknown command `rnu`; did you mean `run`?\n")
        for arguments in (("--help",), ("--version",), ("run", "--help")):
            self.ebiri(*arguments)

    def test_help_of_a_command_is_the_same_in_both_spellings(self):
        for command in ((), ("run",), ("games", "new")):
            with self.subTest(command):
                self.assertEqual(self.ebiri(*command, "--help"), self.ebiri("help", *command))
        self.ebiri("help", "rnu", expect=2)


if __name__ == "__main__":
    main()

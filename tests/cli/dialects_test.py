"""Engines of other arenas: recorded conversations are repeated byte for byte, and engines that check the rules themselves
play whole games, with odd habits of real engines."""

import pathlib

from arena import BUILD, ArenaTest, main

HERE = pathlib.Path(__file__).resolve().parent
TRANSCRIPTS = HERE.parent / "data/transcripts"
FOREIGN = f"python3 {HERE / 'foreign_engine.py'}"


class Dialects(ArenaTest):
    def engines(self, *engines):
        return "".join(f"\n  - {{{engine}}}" for engine in engines)

    def foreign(self, dialect, habit="", more=""):
        return f"name: {dialect}{habit and '-' + habit}, command: {FOREIGN} {dialect} {habit}, dialect: {dialect}{more}"

    def played(self, config, *arguments):
        self.ebiri("run", config, *arguments)
        return self.games()

    def sound(self, games):
        for game in games:
            self.assertEqual("rules", game["cause"], game)

    # ---- recorded conversations

    def replay(self, dialect, players, variant, **settings):
        engines = [f"name: {player}, dialect: {dialect}, command: python3 {HERE / 'replay_engine.py'} "
                   f"{TRANSCRIPTS / dialect}.txt {player} {self.folder / player}" for player in players]
        config = self.config(self.engines(*engines), format="match", starter="fixed", pairs=1, openings="start",
                             variant=variant, limit="{move: 20s}", slots=1, **settings)
        (game,) = self.played(config)
        return game, [(self.folder / player).read_text() for player in players]

    def test_the_contest_on_codingame(self):
        game, done = self.replay("codingame", ("P0", "P1"), "oware")
        self.assertEqual(["complete", "complete"], done)
        self.assertEqual("F a A c A b C d A a D a C b B f D d C c F a A f A e F f".split(), game["moves"])
        self.assertEqual("crashed", game["reason"])  # the transcript ends in the middle of the game

    def test_a_game_under_mankalah(self):
        game, done = self.replay("mankalah", ("S", "N"), "{name: kalah, ruleset: manchester}")
        self.assertEqual(["complete", "complete"], done)
        self.assertEqual(("rules", "south", [81, 17]), (game["cause"], game["result"], game["seeds"]))

    # ---- whole games with engines that follow the rules

    def test_whole_games_in_every_dialect(self):
        for dialect, variant, openings in (("uci-oware", "oware", "{random-plies: 5}"),
                                           ("codingame", "oware", "{random-plies: 4}"),
                                           ("mankalah", "{name: kalah, ruleset: manchester}", "start"),
                                           ("kgp", "kalah", "{random-plies: 3}"),
                                           ("kgp", "{name: kalah, options: {pits: 9, seeds: 3}}", "start")):
            with self.subTest(dialect):
                config = self.config(self.engines("name: random, command: bots/random", self.foreign(dialect)),
                                     name="test", variant=variant, pairs=3, openings=openings, limit="{move: 10s}")
                games = self.played(config, "--force-new")
                self.assertEqual(6, len(games))
                self.sound(games)

    def test_two_engines_with_the_same_dialect(self):
        config = self.config(self.engines(self.foreign("mankalah"), self.foreign("mankalah", "never-swaps")),
                             variant="{name: kalah, ruleset: manchester}", pairs=2, openings="start", limit="{move: 10s}")
        games = self.played(config)
        self.sound(games)
        self.assertEqual(2, sum("swap" in game["moves"] for game in games))

    def test_a_dialect_without_clocks_gets_a_time_for_each_move(self):
        config = self.config(self.engines("name: random, command: bots/random", self.foreign("uci-oware")),
                             pairs=5, limit="{base: 20s, increment: 100ms}")
        self.sound(self.played(config))

    def test_the_last_move_counts_when_time_is_up(self):
        config = self.config(self.engines("name: random, command: bots/random", self.foreign("kgp", "never-yields")),
                             variant="kalah", pairs=2, limit="{move: 20ms}", margin="10s")
        games = self.played(config)
        self.sound(games)
        for game in games:
            side = "S" if game["south"].startswith("kgp") else "N"
            walls = [wall for mover, wall in zip(game["sides"], game["wall_us"]) if mover == side]
            self.assertGreaterEqual(min(walls), 20000)

    def test_options_reach_engines_whose_dialect_has_them(self):
        config = self.config(self.engines("name: random, command: bots/random",
                                          self.foreign("uci-oware", more=", options: {OwnBook: false}")), pairs=2)
        self.sound(self.played(config))
        config = self.config(self.engines("name: random, command: bots/random",
                                          self.foreign("codingame", more=", options: {OwnBook: false}")), name="none")
        _, errors = self.ebiri("run", config, expect=3)
        self.assertIn("does not announce the option `OwnBook`", errors)

    # ---- odd habits

    def test_a_slow_first_answer_counts_as_the_start(self):
        config = self.config(self.engines("name: random, command: bots/random",
                                          self.foreign("codingame", "slow-first-answer")), pairs=2, limit="{move: 50ms}", margin="2s")
        self.sound(self.played(config))

    def test_an_engine_that_keeps_writing_at_the_end_is_killed(self):
        config = self.config(self.engines("name: random, command: bots/random",
                                          self.foreign("codingame", "floods-at-the-end")), pairs=2, limit="{move: 5s}")
        self.sound(self.played(config, "--set", "stop-grace=50ms"))

    def test_malformed_answers(self):
        for dialect, habit, variant, said in (
                ("codingame", "answers-in-words", "oware", "expected a number from 0 to 5, found `I play 3`"),
                ("uci-oware", "null-move", "oware", "the engine considers the game over")):
            with self.subTest(dialect):
                config = self.config(self.engines("name: random, command: bots/random", self.foreign(dialect, habit)),
                                     name="test", variant=variant, pairs=2, limit="{move: 10s}")
                for game in self.played(config, "--force-new"):
                    self.assertEqual("malformed", game["reason"])
                    self.assertIn(said, game["fault"]["detail"])

    def test_two_moves_in_one_turn(self):
        config = self.config(self.engines("name: random, command: bots/random",
                                          self.foreign("mankalah", "two-moves-in-a-turn")),
                             variant="{name: kalah, ruleset: manchester}", pairs=2, openings="start", limit="{move: 10s}")
        for game in self.played(config):  # the second move may arrive after the next request, and then counts as its answer
            self.assertIn(game["reason"], ("out-of-turn", "illegal-move"))
            self.assertEqual("mankalah-two-moves-in-a-turn", game[game["loser"]])

    # ---- configs

    def test_check_warns_of_a_limit_that_a_dialect_lacks(self):
        for dialect, limit, warns in (("uci-oware", "{nodes: 50}", True), ("uci-oware", "{depth: 3}", False),
                                      ("uci-oware", "{move: 1s, nodes: 50}", False), ("codingame", "{depth: 3}", True)):
            with self.subTest(dialect=dialect, limit=limit):
                config = self.config(self.engines("name: random, command: bots/random", self.foreign(dialect)), limit=limit)
                _, err = self.ebiri("check", config)
                self.assertEqual(warns, f"engine `{dialect}`: its dialect cannot send the limit `" in err, err)

    def test_a_dialect_for_another_game_is_refused(self):
        for dialect, settings, said in (
                ("codingame", {"variant": "kalah"}, "the dialect `codingame` is for oware, and the variant is kalah"),
                ("kgp", {}, "the dialect `kgp` is for kalah, and the variant is oware"),
                ("kgp", {"variant": "{name: kalah, options: {pie: swap}}"}, "has no `swap`"),
                ("mankalah", {"variant": "{name: kalah, ruleset: manchester}"}, "remove `openings`"),
                ("esperanto", {}, "esperanto")):
            with self.subTest(dialect):
                config = self.config(self.engines("name: random, command: bots/random",
                                                  f"name: x, command: bots/random, dialect: {dialect}"), **settings)
                _, errors = self.ebiri("run", config, expect=2)
                self.assertIn(said, errors)

    # ---- our bots under the protocols of other referees

    def test_our_bots_speak_as_contestants(self):
        for dialect, variant in (("codingame", "oware"), ("mankalah", "{name: kalah, ruleset: manchester}")):
            with self.subTest(dialect):
                config = self.config(
                    self.engines(*(f"name: {bot}, command: bots/{bot} --dialect {dialect} --movetime 5, dialect: {dialect}"
                                   for bot in ("random", "greedy", "alphabeta"))),
                    name="test", variant=variant, pairs=4, openings="start", limit="{move: 10s}")
                games = self.played(config, "--force-new")
                self.sound(games)
                won = sum(game["result"] == ("south" if game["south"] == "alphabeta" else "north")
                          for game in games if "alphabeta" in (game["south"], game["north"]))
                self.assertGreaterEqual(won, 12)

    def test_a_majority_does_not_end_the_game_on_codingame(self):
        """After two captures of 15 seeds, `a` is the first filled pit, and only `f` feeds the opponent."""
        captures, hungry = "0 0 0 0 0 5 2 2 2 2 2 1\n", "1 0 0 0 0 1 0 0 0 0 0 0\n"
        out, _ = self.ran([BUILD / "bots/greedy", "--dialect", "codingame"], input=2 * captures + hungry)
        self.assertEqual("5\n5\n5\n", out)

    def test_an_unexpected_board_ends_our_bots(self):
        for dialect, lines in (("codingame", "4 4 4\n"),
                               ("mankalah", "START;North\nCHANGE;1;7,7,7,7,7,7,0,0,7,7,7,7,7,1;YOU\n")):
            with self.subTest(dialect):
                out, err = self.ran([BUILD / "bots/greedy", "--dialect", dialect], 1, input=lines)
                self.assertEqual("", out)
                self.assertTrue(err)

    def test_invalid_arguments_of_our_bots(self):
        for arguments in (["--dialect", "esperanto"], ["--movetime", "0"], ["--movetime", "9"], ["--dialect"], ["hello"]):
            _, err = self.ran([BUILD / "bots/random", *arguments], 2)
            self.assertIn("expected `--dialect codingame`", err)


if __name__ == "__main__":
    main()

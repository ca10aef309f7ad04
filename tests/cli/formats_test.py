"""Formats: each config of a format is played; results and tables depend on nothing but the config."""

import json
import pathlib
import signal

from arena import ArenaTest, main

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
FORMATS = ["round-robin", "match", "gauntlet", "scheveningen", "swiss", "knockout", "ladder", "staged"]
ADAPTIVE = ["swiss", "knockout", "ladder", "staged"]
WITHOUT_ROUNDS = ["round-robin", "gauntlet"]
LIMIT = "limit={nodes: 100}"  # instead of the config's, which takes longer
SLOTS = (1, 8)  # tests/tournament also compares the schedules of two slots


def config_of(format):
    return CONFIGS / ("quickstart.yaml" if format == "round-robin" else f"{format}.yaml")


FIVE_ENGINES = """
  - {name: a, command: bots/alphabeta}
  - {name: b, command: bots/greedy}
  - {name: c, command: bots/random}
  - {name: d, command: bots/alphabeta, limit: {nodes: 30}}
  - {name: e, command: bots/random}
"""


class Formats(ArenaTest):
    def play(self, config, name, *arguments, pairs=1, slots=2, expect=0):
        return self.ebiri("run", config, "-q", "--set", f"name={name}", "--set", f"pairs={pairs}",
                          "--set", f"slots={slots}", "--set", "placement=free", "--set", LIMIT, *arguments, expect=expect)

    def tables(self, name, format):
        """The tables of a run, without its name, times and the config's hash."""
        run = json.loads(self.file("standings.json", name))
        for engine in run["engines"]:
            for clocked in ("ms_per_move", "ms_per_move_p99", "pondered_seconds", "opponents_seconds"):
                del engine[clocked]
        del run["run"]["name"], run["run"]["config_hash"]
        rounds = [self.file(file, name) for file in ("rounds.txt", "rounds.json")] if format not in WITHOUT_ROUNDS else []
        self.assertFalse(any(text.startswith(b"\n") for text in rounds))
        return run, rounds

    def test_each_format_is_the_same_with_one_slot_and_with_eight_after_a_kill(self):
        for format in FORMATS:
            with self.subTest(format):
                config = config_of(format)
                self.play(config, f"{format}-1", slots=1)
                games, tables = self.timeless(f"{format}-1"), self.tables(f"{format}-1", format)
                self.assertGreater(len(games), 1)
                self.assertIn(format.replace("-", " "), tables[0]["run"]["format"])
                if format in ADAPTIVE:
                    self.kill_after(config, f"{format}-8", len(games) - 1 if format == "staged" else len(games) // 3)
                self.play(config, f"{format}-8", slots=8)
                self.assertEqual(self.timeless(f"{format}-8"), games)
                self.assertEqual(self.tables(f"{format}-8", format), tables)
                self.assertIn(" 0 refuted", self.ebiri("replay", f"results/{format}-8")[0])

    def test_a_swiss_table_counts_byes_as_its_rounds_do(self):
        scoring = {"rank-by": "points", "tie-breaks": "[buchholz, wins]"}
        self.ebiri("run", self.config(engines=FIVE_ENGINES, pairs=2, format="{name: swiss, rounds: 4}", **scoring),
                   "-q")
        outcome = [line.split() for line in json.loads(self.file("rounds.json"))["outcome"]]
        rows = json.loads(self.file("standings.json"))["engines"]
        self.assertEqual({name: float(points) for name, points in outcome},
                         {row["name"]: row["points"] for row in rows})
        self.assertEqual([0] + 4 * [4], sorted(row["bye_games"] for row in rows))
        self.assertEqual(sorted((row["points"] for row in rows), reverse=True), [row["points"] for row in rows])
        points = {row["name"]: row["points"] for row in rows}
        met = {name: 0 for name in points}  # an opponent counts once for each opening, and a bye as oneself
        for game in self.games():
            met[game["south"]] += points[game["north"]] / 2
            met[game["north"]] += points[game["south"]] / 2
        for row in rows:
            self.assertEqual(met[row["name"]] + row["bye_games"] / 2 * row["points"], row["tie_breaks"][0])

    def test_a_knockout_table_follows_the_bracket(self):
        config = self.config(engines=FIVE_ENGINES, pairs=1, format="{name: knockout, third-place: true}")
        self.ebiri("run", config, "-q")
        rounds = json.loads(self.file("rounds.json"))
        final, third = rounds["rounds"][-1]["meetings"][:2]
        self.assertEqual("final and third-place match", rounds["rounds"][-1]["title"])
        for rated in (self.file("standings.json"), self.ebiri("rate", "results/test", "--format", "json")[0]):
            rows = json.loads(rated)["engines"]
            self.assertEqual([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]], [row["place"] for row in rows])
            self.assertEqual(rounds["outcome"], [f"winner: {rows[0]['name']}"])
            self.assertEqual(sorted(final["engines"]), sorted(row["name"] for row in rows[:2]))
            self.assertEqual(sorted(third["engines"]), sorted(row["name"] for row in rows[2:4]))
        self.assertIn("places follow the bracket", self.file("standings.txt").decode())

    def kill_after(self, config, name, games):
        """Kills the referee after this number of finished games."""
        process = self.start("run", config, "-q", "--events", "-", "--set", f"name={name}", "--set", "pairs=1",
                             "--set", "slots=8", "--set", "placement=free", "--set", LIMIT)
        finished = 0
        for line in process.stdout:
            finished += '"event":"game"' in line
            if finished == games:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertGreaterEqual(len(self.games(name)), games)

    def test_a_run_ends_by_precision_and_a_kill_changes_no_game(self):
        engines = "\n  - {name: a, command: bots/alphabeta}\n  - {name: b, command: bots/greedy}\n"
        keys = {"engines": engines, "pairs": 60, "limit": "{nodes: 30}"}
        stop = "{precision: 900, max-pairs: 60}"
        whole = self.config(name="whole", stop=stop, **keys)
        out, _ = self.ebiri("run", whole, "-q")
        self.assertIn("\na - b: ", out)
        self.assertEqual(len(self.games("whole")), 100)
        killed = self.config(name="killed", stop=stop, **keys)
        process = self.start("run", killed, "-q", "--events", "-")
        for number, line in enumerate(line for line in process.stdout if '"event":"game"' in line):
            if number == 40:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertLess(len(self.games("killed")), 100)
        self.ebiri("run", killed, "-q")
        self.assertEqual(self.timeless("killed"), self.timeless("whole"))
        narrow = self.config(name="killed", stop="{precision: 1, max-pairs: 60}", **keys)
        _, err = self.ebiri("run", narrow, "-q", expect=4)
        self.assertIn("the precision is not reached; to continue, raise `stop.max-pairs`", err)
        self.assertEqual(len(self.games("killed")), 120)

    def test_an_engine_that_always_fails_is_withdrawn(self):
        engines = FIVE_ENGINES + "  - {name: f, command: 'false'}\n"
        for slots in SLOTS:
            for games, own in (("keep", 3), ("half", 0)):
                with self.subTest(f"{slots} slots, {games}"):
                    name = f"{games}-{slots}"
                    config = self.config(engines, name, pairs=1, slots=slots, on_failed_start="forfeit",
                                         withdraw_after=3, withdrawn_games=games)
                    out, _ = self.ebiri("run", config, "-q")
                    self.assertIn("\nf is withdrawn after game ", out)
                    table = json.loads(self.file("standings.json", name))
                    rows = {row["name"]: row for row in table["engines"]}
                    self.assertEqual(rows["f"]["games"], own)
                    self.assertEqual(sum(row["games"] for row in rows.values()), 2 * (10 * 2 + own))
                    rated, _ = self.ebiri("rate", self.folder / "results" / name, "--format", "json")
                    self.assertEqual(json.loads(rated)["engines"], table["engines"])
                    before = self.file("games.jsonl", name)
                    self.ebiri("run", config, "-q")
                    self.assertEqual(self.file("games.jsonl", name), before)

    def test_a_game_that_the_journal_lost_is_played_again_before_later_rounds_count(self):
        config = CONFIGS / "knockout.yaml"
        self.play(config, "lost")
        whole, tables = self.timeless("lost"), self.tables("lost", "knockout")
        lines = self.journal("lost").read_text().splitlines()
        first = next(number for number, line in enumerate(lines) if '"type":"game"' in line)
        lines[first] = lines[first].replace('"game"', '"gane"', 1)
        self.journal("lost").write_text("\n".join(lines) + "\n")
        self.play(config, "lost")
        self.assertEqual(self.timeless("lost"), whole)
        self.assertEqual(self.tables("lost", "knockout"), tables)

    def test_runs_that_depend_on_results_cannot_grow(self):
        config = self.config(engines=FIVE_ENGINES, pairs=1, format="swiss")
        self.ebiri("run", config)
        before = self.file("games.jsonl")
        more = FIVE_ENGINES + "  - {name: f, command: bots/random}\n"
        for changed in ({"pairs": 2}, {"pairs": 1, "engines": more}):
            settings = {"engines": FIVE_ENGINES, "format": "swiss", **changed}
            _, err = self.ebiri("run", self.config(**settings), expect=2)
            self.assertIn("so this run cannot be extended", err)
            self.assertEqual(self.file("games.jsonl"), before)

    def test_a_gauntlet_grows(self):
        engines = FIVE_ENGINES.replace("bots/greedy", "bots/greedy, role: challenger")
        self.ebiri("run", self.config(engines=engines, pairs=1, format="gauntlet"))
        begun = self.timeless()
        self.ebiri("run", self.config(engines=engines + "  - {name: f, command: bots/random}\n", pairs=2,
                                      format="gauntlet"))
        self.assertEqual(self.timeless()[:8], begun)
        self.assertEqual(len(self.games()), 20)

    def test_the_winner_of_the_last_game_begins(self):
        self.ebiri("run", self.config(engines=FIVE_ENGINES, pairs=4, starter="winner-starts", slots=8))
        last = {}
        for game in self.games():
            sides = frozenset((game["south"], game["north"]))
            before = last.get(sides)
            if before and before["result"] != "draw":
                self.assertEqual(game["south"], before[before["result"]])
            last[sides] = game
        self.assertEqual(len(self.games()), 40)
        self.assertEqual(len({game["pair"] for game in self.games()}), 40)
        self.assertIn(b"round robin, winner starts", self.file("standings.json"))

    def test_dry_run_prints_known_games_and_bounds(self):
        out, _ = self.play(CONFIGS / "knockout.yaml", "dry", "--dry-run")
        self.assertIn("quarter-finals: 6 to 36 games\nsemi-finals: 4 to 24 games\nfinal: 2 to 12 games\n", out)
        self.assertIn("12 to 72 games, 0 of them played; 2 at a time; limit nodes 100", out)
        self.assertIn("expected error of a rating (95 %): ±", out)
        self.assertEqual(len([line for line in out.splitlines() if line.startswith("#")]), 6)
        out, _ = self.ebiri("run", self.config(pairs=25), "--dry-run")
        # Two hundredths of a game's spread, 0.474, times 1.96, over a slope of 0.00144 per Elo.
        self.assertIn("±65 Elo after 100 games; for equal engines, 10 % draws, fair openings", out)

    def test_an_opening_file_must_have_as_many_as_the_format_may_need(self):
        (self.folder / "book.txt").write_text("F\nE\nD\n")
        config = self.config(engines=FIVE_ENGINES, pairs=1, format="{name: swiss, rounds: 4}",
                             openings="{file: book.txt}")
        _, err = self.ebiri("run", config, expect=2)
        self.assertIn("has 3 openings, but `swiss` with `pairs: 1` may need 4", err)


if __name__ == "__main__":
    main()

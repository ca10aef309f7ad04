"""The practice ladder of a contest: pairings, visibility, kills, resubmissions, and its end."""

import datetime
import json
import os
import shutil
import signal

import arena
from contest_arena import BOT, LIES, RULES, WorkTest

PRACTICE_RULES = RULES.replace("pairs: 1}", "pairs: 0, probe: false}", 1)

# Reports its search, and writes to standard error.
TALKER = BOT.replace('print("bestmove"', 'print("info depth 5 score seeds 77 nodes 76543219")\n        print("bestmove"')
TRAP = LIES.replace('print("bestmove Z9", flush=True)',
                    'print("SECRET of the trap", file=sys.stderr, flush=True); print("bestmove an open SESAME", flush=True)')


class PracticeTest(WorkTest):
    def setUp(self):
        super().setUp()
        self.rules(PRACTICE_RULES)

    def enter(self, *names, program=BOT):
        for name in names:
            self.submit(name, files={"main.py": program.replace("First legal", name) + f"# {name}\n"})
        self.run_contest("qualify", "--jobs", "2")

    def lines(self):
        """The complete lines of the journal, which may be growing."""
        journal = self.contest / "practice" / "games.jsonl"
        text = journal.read_text() if journal.exists() else ""
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def played(self):
        return [line for line in self.lines() if line["type"] == "game"]

    def field(self):
        return set([line for line in self.lines() if line["type"] == "plan"][-1]["engines"])

    def table(self):
        return {row["team"]: row for row in json.loads(self.run_contest("table", "--format", "json")[0])}

    def until_said(self, process, words):
        said = ""
        while words not in said:
            line = process.stderr.readline()
            self.assertTrue(line, said)
            said += line

    def practise(self, *arguments):
        return self.start("contest", "practice", "friday", *arguments)

    def ended(self, process, expect):
        _, errors = process.communicate(timeout=self.patience)
        self.assertEqual(expect, process.returncode, errors)
        return errors

    def check_games(self):
        """Checks that no game is played twice, and that both games of a pair have one opening and exchanged sides."""
        games = self.played()
        self.assertEqual(len(games), len({(game["game"], game["attempt"]) for game in games}))
        pairs = {}
        for game in games:
            if game["cause"] != "machine":
                pairs.setdefault(game["pair"], []).append(game)
            self.assertIn(game["game"], (2 * game["pair"] - 1, 2 * game["pair"]))
            self.assertNotEqual(game["south"].rpartition(".")[0], game["north"].rpartition(".")[0])
        for two in pairs.values():
            self.assertEqual(1, len({json.dumps(game["opening"]) for game in two}))
            self.assertEqual(len(two), len({game["south"] for game in two}))
        return pairs


class Ladder(PracticeTest):
    def test_an_ordinary_public_run(self):
        self.assertIn("fewer than two entries have qualified", self.run_contest("practice", "--games", "2", expect=4)[1])
        self.enter("ann", program=TALKER)
        self.enter("bob")
        self.enter("trap", program=TRAP)
        table, said = self.run_contest("practice", "--games", "12", "--slots", "1")
        self.assertRegex(table, r"Place +Team +No +Elo +±95 +Games +W-D-L +Faults\n")
        self.assertIn("3 entries", said)
        self.assertIn("next, freeze the entries when submissions are over: ebiri contest lock friday\n", said)
        games = self.played()
        self.assertEqual(["run", "plan", *["game"] * 12], [line["type"] for line in self.lines()])
        self.assertEqual(list(range(1, 13)), [game["game"] for game in games])
        self.assertTrue(all(len(two) == 2 for two in self.check_games().values()))
        self.assertEqual({"ann.1", "bob.1", "trap.1"}, self.field())
        plan = self.lines()[1]
        self.assertTrue(plan["open"] and plan["isolation"].startswith("sandbox, 1 core, memory 1GB, 64 processes"), plan)
        shares = {team: row["games"] for team, row in self.table().items()}
        self.assertLessEqual(max(shares.values()) - min(shares.values()), 4, shares)
        trap = self.table()["trap"]
        self.assertEqual((trap["games"], trap["games"], 1), (trap["faults"], trap["losses"], trap["number"]))
        self.assertEqual(table, self.run_contest("table")[0])
        self.assertIn("12 games confirmed, 0 refuted", self.ebiri("replay", "friday/practice")[0])
        for command in (["report", "friday/practice"], ["rate", "friday/practice"], ["watch", "friday/practice"],
                        ["convert", "friday/practice", "--to", "sqlite", "-o", "practice.db"],
                        ["convert", "practice.db", "--to", "journal", "-o", "back.jsonl"]):
            self.ebiri(*command)
        self.assertIn("trap.1", self.ebiri("rate", "back.jsonl")[0])
        self.assertIn("practice ladder", (self.contest / "practice" / "standings.json").read_text())
        for file in (self.contest / "practice").iterdir():
            for secret in (b"SECRET", b"SESAME", b"76543219", b"main.py", b"trees/"):
                self.assertNotIn(secret, file.read_bytes(), file)

    def test_a_team_gets_its_own_games_and_nothing_of_others(self):
        self.enter("ann", program=TALKER)
        self.enter("trap", program=TRAP)
        self.assertIn("has played no practice game yet", self.run_contest("games", "ann", "--to", "x", expect=2)[1])
        self.run_contest("practice", "--games", "4", "--quiet")
        self.assertEqual("trap: 4 games, 4 lost by its own faults\n", self.run_contest("games", "trap", "--to", "trap")[0])
        self.assertEqual("ann: 4 games, 0 lost by its own faults\n", self.run_contest("games", "ann", "--to", "ann")[0])
        self.assertEqual("ann-games: 4 games, 0 lost by its own faults\n", self.run_contest("games", "ann")[0])
        self.assertEqual(["1.txt", "2.txt", "3.txt", "4.txt"],
                         sorted(file.name for file in (self.folder / "trap" / "faults").iterdir()))
        fault = (self.folder / "trap" / "faults" / "1.txt").read_text()
        for part in ("request:\nposition ", "\ngo ", "answer:\nbestmove an open SESAME\n",
                     "standard error ends with:\nSECRET of the trap\n"):
            self.assertIn(part, fault)
        everything = {name: b"".join(file.read_bytes() for file in (self.folder / name).rglob("*") if file.is_file())
                      for name in ("ann", "trap")}
        self.assertIn(b"76543219", everything["ann"])
        self.assertNotIn(b"76543219", everything["trap"])
        for secret in (b"SECRET", b"SESAME", b"main.py", b"trees/"):
            self.assertNotIn(secret, everything["ann"])
        for name in ("ann", "trap"):
            self.assertIn("4 games confirmed, 0 refuted", self.ebiri("replay", name)[0])
            self.assertTrue((self.folder / name / "report.html").exists())
            kept = self.contest / "teams" / name / "1" / "practice.jsonl"
            self.assertEqual(0o600, kept.stat().st_mode & 0o777)
            self.assertEqual(0o700, (self.contest / "teams").stat().st_mode & 0o777)
        # A kill may leave the record of a game that is not in the journal, and an incomplete line.
        kept = self.contest / "teams" / "trap" / "1" / "practice.jsonl"
        lines = kept.read_text().splitlines()
        unplayed = {**json.loads(lines[0]), "game": 99, "pair": 50}
        other = {**json.loads(lines[0]), "south": "trap.1", "north": "nobody.1"}
        kept.write_text("\n".join([arena.sealed(unplayed), arena.sealed(other), *lines, lines[0][:40]]))
        self.run_contest("games", "trap", "1", "--to", "again.jsonl")
        self.assertEqual((self.folder / "again.jsonl").read_bytes(), (self.folder / "trap" / "games.jsonl").read_bytes())
        self.assertIn("team `eve` not found", self.run_contest("games", "eve", "--to", "x", expect=2)[1])
        self.assertIn("`ann` has no submission 7; its last is 1", self.run_contest("games", "ann", "7", "--to", "x", expect=2)[1])


class Meanwhile(PracticeTest):
    def test_entries_that_join_never_play_without_a_required_sandbox(self):
        self.enter("ann")
        os.environ["PATH"], path = "/no/such/folder", os.environ["PATH"]  # without bubblewrap
        try:
            process = self.practise()
        finally:
            os.environ["PATH"] = path
        self.until_said(process, "1 entry; waiting for more entries to qualify")
        self.enter("bob")
        self.assertIn("a sandbox is not available: bubblewrap (`bwrap`) is not installed\n", self.ended(process, 3))
        self.assertEqual([], self.played())

    def test_teams_come_go_and_submit_again_and_the_referee_is_killed(self):
        self.enter("ann", "bob", "cy")
        process = self.practise("--slots", "2", "--quiet")
        self.until(lambda: len(self.played()) >= 6, process)
        # New versions join without a pause; the versions that they replace stop playing.
        self.enter("ann", program=BOT + "# better\n")
        self.until(lambda: any("ann.2" in (game["south"], game["north"]) for game in self.played()), process)
        self.assertEqual({"ann.2", "bob.1", "cy.1"}, self.field())
        self.run_contest("withdraw", "cy")
        self.enter("dee")
        self.until(lambda: self.field() == {"ann.2", "bob.1", "dee.1"}, process)
        self.until(lambda: any("dee.1" in (game["south"], game["north"]) for game in self.played()), process)
        seen = self.check_games()
        self.assertLess(len(seen), 10**6)
        process.kill()
        process.communicate()
        before = len(self.played())
        self.until_killed_again(before)
        halves = [pair for pair, two in self.check_games().items()
                  if len(two) == 1 and not {"ann.1", "cy.1"} & {two[0]["south"], two[0]["north"]}]
        self.run_contest("practice", "--games", str(len(halves) + 4), "--slots", "1", "--quiet")
        pairs = self.check_games()
        for pair in halves:
            self.assertEqual(2, len(pairs[pair]), pair)
        own = [game for game in self.played() if "ann.2" in (game["south"], game["north"]) and game["result"] != "void"]
        rows = self.table()
        self.assertEqual({"ann", "bob", "dee"}, set(rows))
        self.assertEqual((2, "ann.2", len(own)), (rows["ann"]["number"], rows["ann"]["engine"], rows["ann"]["games"]))
        self.assertGreater(len(self.played()), before)
        out = self.ebiri("replay", "friday/practice")[0]
        self.assertIn("0 refuted", out)
        # All games of the team, by submission.
        self.run_contest("games", "ann", "2", "--to", "new.jsonl")
        self.assertEqual(len([game for game in self.played() if "ann.2" in (game["south"], game["north"])]),
                         (self.folder / "new.jsonl").read_text().count('"type":"game"'))

    def until_killed_again(self, before):
        process = self.practise("--slots", "2", "--quiet")
        self.until(lambda: len(self.played()) > before, process)
        process.kill()
        process.communicate()

    def test_ctrl_c_finishes_running_games(self):
        self.enter("ann", "bob")
        process = self.practise("--slots", "2")
        self.until(lambda: len(self.played()) >= 2, process)
        process.send_signal(signal.SIGINT)
        said = self.ended(process, 130)
        self.assertIn("finishing the running games", said)
        self.assertIn("interrupted; to resume: ", said)
        halves = sum(len(two) == 1 for two in self.check_games().values())
        before = len(self.played())
        self.assertIn(f"{before} games are played already; resuming",
                      self.run_contest("practice", "--games", str(halves + 2), "--slots", "1")[1])
        self.assertEqual(before + halves + 2, len(self.played()))
        self.assertTrue(all(len(two) == 2 for two in self.check_games().values()))

    def test_one_at_a_time(self):
        self.enter("ann", "bob")
        process = self.practise("--quiet")
        self.until(lambda: self.played(), process)
        self.assertIn("process", self.run_contest("practice", expect=3)[1])
        process.send_signal(signal.SIGTERM)
        self.ended(process, 130)


class Over(PracticeTest):
    def test_it_waits_for_entries_and_ends_with_the_lock(self):
        process = self.practise("--slots", "2")
        self.enter("ann")
        self.until_said(process, "1 entry; waiting for more entries to qualify")
        self.enter("bob")
        self.until(lambda: self.played(), process)
        self.run_contest("lock")
        said = self.ended(process, 0)
        self.assertIn("joins: bob.1", said)
        self.assertIn("the contest is locked, and practice is over\nebiri: next, play the finals: ebiri contest play friday\n", said)
        before = self.played()
        self.assertIn("nothing was played", self.run_contest("practice")[1])
        self.assertEqual(before, self.played())
        self.run_contest("play", "--quiet")
        self.run_contest("finalize")
        self.assertIn("the contest ended on ", self.run_contest("open", expect=2)[1])
        self.assertNotIn("NO ", self.run_contest("verify")[0])

    def test_it_ends_with_the_deadline_even_if_that_is_moved(self):
        self.enter("ann", "bob")
        self.rules(PRACTICE_RULES + "deadline: 2999-01-01T00:00:00Z\n")
        process = self.practise()
        self.until(lambda: self.played(), process)
        now = datetime.datetime.now(datetime.timezone.utc)
        self.rules(PRACTICE_RULES + f"deadline: {now:%Y-%m-%dT%H:%M:%S}Z\n")
        said = self.ended(process, 0)
        self.assertIn("the deadline has passed, and practice is over\nebiri: next, freeze the entries: ebiri contest lock friday\n", said)
        self.assertIn("the deadline has passed", self.run_contest("practice")[1])

    def test_other_rules_need_another_run(self):
        self.enter("ann", "bob")
        self.run_contest("practice", "--games", "2", "--quiet")
        self.rules(PRACTICE_RULES.replace("nodes: 200", "nodes: 300"))
        self.assertIn("rename `practice/`", self.run_contest("practice", "--games", "2", expect=2)[1])
        (self.contest / "practice").rename(self.contest / "practice-1")
        self.run_contest("practice", "--games", "2", "--quiet")
        self.assertEqual(2, len(self.played()))

    def test_time_limits_are_scaled_as_in_the_finals(self):
        self.enter("ann", "bob")
        self.rules(PRACTICE_RULES.replace("{nodes: 200}", "{move: 500ms, nodes: 200}\n  core-speed: 1"))
        self.assertIn("with `core-speed: 1`, times can be scaled only for speeds of 0.5 to 2", self.run_contest("practice", "--games", "2", expect=3)[1])

    def test_an_entry_with_a_damaged_tree_leaves_the_others_playing(self):
        self.enter("ann", "bob", "cy")
        shutil.rmtree(self.contest / "trees" / self.standing("cy")["built"])
        self.assertIn("ebiri: warning: `cy.1` does not play: ", self.run_contest("practice", "--games", "2")[1])
        self.assertEqual({"ann.1", "bob.1"}, self.field())

    def test_practice_without_the_key_cores_resumes_with_all_cores(self):
        self.enter("ann", "bob")
        self.run_contest("practice", "--games", "2", "--quiet")
        self.assertIn("\ncores: 1\n", self.lines()[1]["config"])
        lines = self.lines()
        lines[1]["config"] = lines[1]["config"].replace("\ncores: 1\n", "\n")
        (self.contest / "practice" / "games.jsonl").write_text("".join(arena.sealed(line) + "\n" for line in lines))
        self.enter("cy")
        self.run_contest("practice", "--games", "4", "--quiet")
        plan = [line for line in self.lines() if line["type"] == "plan"][-1]
        self.assertEqual(["ann.1", "bob.1", "cy.1"], sorted(plan["engines"]))
        self.assertNotIn("cores", plan["config"])
        self.assertNotIn("core", plan["isolation"])


if __name__ == "__main__":
    arena.main()

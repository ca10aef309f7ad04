"""`ebiri probe`: verdicts about engines with faults, output, exit codes."""

import concurrent.futures
import json
import pathlib
import shutil
import subprocess

from arena import EBIRI, ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOREIGN = f"python3 -IS {pathlib.Path(__file__).resolve().parent / 'foreign_engine.py'}"
ODD = f"python3 -IS {pathlib.Path(__file__).resolve().parent / 'odd_engine.py'}"

# Habits of real engines, and the step and verdict that must find each.
HABITS = {
    # An Oware engine with the UCI protocol: reads `moves FfE` only, and otherwise keeps the old position.
    "wants-joined-moves": ("positions", "fault"),
    # It ignores `isready` during a search.
    "deaf-while-thinking": ("isready-while-thinking", "fault"),
    # It takes the side to move from the base position, and so reads the wrong clock.
    "clock-of-the-base": ("clock", "fault"),
    # It answers `0000` if it thinks that the game is over, or does not understand the position.
    "null-move": ("positions", "fault"),
    # It needs more than five seconds to start.
    "slow-start": ("handshake", "fault"),
    # It speaks only the older protocol.
    "speaks-uci": ("handshake", "fault"),
    "answers-any-stop": ("stop-when-idle", "fault"),
    # Contest bots with 50 ms per move: the first answer takes much longer, others 130 ms.
    "slow-first-answer": ("warm-up", "warning"),
    "late": ("time", "fault"),
    # They keep running after the referee has closed their input.
    "floods-at-the-end": ("end-of-input", "fault"),
    # Kalah bots: two moves in one turn; no extra turn after a seed in the store; several moves, the last counts.
    "two-moves-in-a-turn": ("positions", "fault"),
    "no-extra-turn": ("positions", "fault"),
    "many-answers": ("positions", "fault"),
    # Common first mistakes of authors.
    "captures-everything": ("quiz-slam", "fault"),
    "starves": ("quiz-feed", "fault"),
    "sows-its-origin": ("quiz-long-sowing", "fault"),
    "forgets-its-seed": ("seed", "fault"),
    "deaf-to-stop": ("stop", "fault"),
    "does-not-flush": ("handshake", "fault"),
    "reads-to-the-end": ("handshake", "fault"),
    "wrong-side": ("positions", "fault"),
    "counts-from-one": ("positions", "fault"),
    "ignores-fen": ("positions", "fault"),
    "dies-of-the-unknown": ("unknown-lines", "fault"),
    # Its option has no default, and it ends at a value that is not valid.
    "dies-of-an-invalid-value": ("options", "fault"),
    # It announces two variants, and plays only the second.
    "broken-bao": ("positions", "fault"),
}

# What the advice says about mistakes of beginners.
ADVICE = {
    "does-not-flush": "its answers stay in a buffer",
    "reads-to-the-end": "if it reads to the end of the input first",
    "wrong-side": "is the board seen from the wrong side?",
    "counts-from-one": "pits have letters, not numbers",
    "ignores-fen": "the engine seems to begin at the start position",
}


class Probe(ArenaTest):
    maxDiff = None

    def examine(self, habit, *arguments):
        """Returns (exit code, JSON document) of a probe."""
        limit = "1s" if habit in ("slow-start", "speaks-uci", "does-not-flush", "reads-to-the-end") else "30s"
        done = subprocess.run([str(EBIRI), "probe", f"{ODD} {habit}", "--json", "--start-limit", limit, *arguments],
                              cwd=self.folder, capture_output=True, text=True, timeout=500)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.returncode, json.loads(done.stdout)

    def test_a_sound_engine_passes(self):
        code, document = self.examine("")
        self.assertEqual((0, 0), (code, document["faults"]), document["findings"])
        self.assertEqual(["oware"], document["variants"])
        self.assertEqual([10000] * 10 + [50000] * 6 + [500000] * 2, [time["limit_us"] for time in document["times"]])
        steps = [finding["step"] for finding in document["findings"]]
        for step in ("handshake", "options", "variants", "readiness", "positions", "quiz-feed", "quiz-slam", "long-games",
                     "seed", "limits", "warm-up", "time", "clock", "stop", "stop-when-idle", "isready-while-thinking", "idle",
                     "unknown-lines", "garbage", "impossible-position", "quit", "quit-while-thinking", "end-of-input",
                     "end-of-input-while-thinking"):
            self.assertIn(step, steps)

    def test_every_habit_is_found(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            examined = dict(zip(HABITS, pool.map(self.examine, HABITS)))
        for habit, (step, verdict) in HABITS.items():
            with self.subTest(habit):
                code, document = examined[habit]
                found = [f for f in document["findings"] if f["step"].startswith(step) and f["verdict"] == verdict]
                quiz = [f for f in document["findings"] if f["step"].startswith("quiz") and f["verdict"] == verdict]
                self.assertTrue(found or (step == "positions" and quiz), document["findings"])
                self.assertEqual(1 if verdict == "fault" else 0, code)
                for finding in found:
                    self.assertTrue(finding["expected"] and finding["advice"], finding)
                if habit in ADVICE:
                    self.assertIn(ADVICE[habit], " ".join(finding["advice"] for finding in found + quiz))
        self.assertIn("UCI", examined["speaks-uci"][1]["findings"][-1]["advice"])
        slow = examined["slow-first-answer"][1]["findings"]
        warm_up = [finding["advice"] for finding in slow if finding["step"] == "warm-up"]
        self.assertIn("set `warm-up: {moves: 2}` for this engine in the config", warm_up[-1])
        self.assertLessEqual({finding["verdict"] for finding in slow if finding["step"] == "time"}, {"good"})
        self.assertEqual(1, examined["dies-of-an-invalid-value"][1]["faults"])
        broken = examined["broken-bao"][1]["findings"]
        self.assertEqual({"bao"}, {finding["variant"] for finding in broken if finding["verdict"] == "fault"})
        self.assertIn(("bao", "quiz", "not-examined"), [(f["variant"], f["step"], f["verdict"]) for f in broken])

    def test_the_config_and_the_hint_have_the_same_warm_up(self):
        out, _ = self.ebiri("probe", f"{ODD} slow-first-answers")
        self.assertIn("set `warm-up: {moves: 4}` for this engine", out)
        self.assertIn(", warm-up: {moves: 4}}", out.splitlines()[-1])

    def test_a_fault_is_shown_with_messages_and_advice(self):
        out, _ = self.ebiri("probe", f"{ODD} captures-everything", expect=1)
        lines = out.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("FAULT") and "quiz-slam" in line)
        self.assertRegex(lines[at], r"^FAULT    oware quiz-slam +slam: `.*` in .*-N: ")
        self.assertRegex(lines[at + 1], r"^ +expected: one of a$")
        self.assertRegex(lines[at + 2], r"^ +hint: .*captures nothing$")
        self.assertIn("           > position fen 1-2-1-3-1-1-1-0-0-0-0-0-15-23-S moves F", lines[at + 3:at + 12])
        self.assertRegex(lines[-5], r"^Odd: \d+ faults?, \d+ warnings? in \d+ checks$")
        self.assertRegex(lines[-4], "^ready for: the start of a game, limits of nodes and depth, ")
        self.assertEqual("not ready for: oware", lines[-3])
        self.assertRegex(lines[-1], "^  - {name: Odd, command: .*odd_engine.py captures-everything")

    def test_our_own_bots_are_sound(self):
        for bot in ("bots/random", "bots/alphabeta", f"python3 {ROOT}/bots/first_legal.py"):
            with self.subTest(bot):
                out, _ = self.ebiri("probe", bot)
                self.assertIn(" 0 faults", out)

    def test_the_examples_of_the_kits_are_sound(self):
        for command in ("python3 python/hungry.py", "node javascript/hungry.mjs"):
            with self.subTest(command):
                program, _, file = command.partition(" ")
                out, _ = self.ebiri("probe", f"{program} {ROOT}/bots/sdk/{file}")
                self.assertIn("Hungry 1.0: 0 faults, 0 warnings", out)
                self.assertIn("ready for: the start of a game, ", out)
                self.assertNotIn("not ready for", out)

    def test_engines_of_other_dialects(self):
        for dialect in ("uci-oware", "codingame", "mankalah", "kgp"):
            with self.subTest(dialect):
                out, _ = self.ebiri("probe", f"{FOREIGN} {dialect}", "--dialect", dialect)
                self.assertIn(" 0 faults, 0 warnings", out)
                self.assertRegex(out, r"ok +(oware|kalah) long-games +whole games of \d+ and \d+ moves")
                self.assertIn(f"dialect: {dialect}}}", out.splitlines()[-1])

    def test_a_mistake_in_another_dialect(self):
        """A bot that counts its pits from 1 and plays the last one."""
        (self.folder / "late.py").write_text("while True:\n    own = input().split()[:6]\n"
                                             "    print(max(n for n in range(6) if int(own[n])) + 1, flush=True)\n")
        out, _ = self.ebiri("probe", "late.py", "--dialect", "codingame", expect=1)
        self.assertRegex(out, "FAULT +oware positions +.*expected a number from 0 to 5, found `6`")
        self.assertIn("hint: write the line as protocol/DIALECTS.md shows it", out)
        self.assertIn("           > 4 4 4 4 4 4 4 4 4 4 4 4\n           < 6\n", out)
        self.assertIn("ready for: the start of a game\nnot ready for: oware\n", out)

    def test_an_engine_of_another_dialect_that_does_not_start(self):
        out, _ = self.ebiri("probe", "sleep 60", "--dialect", "uci-oware", "--start-limit", "1s", expect=(1, 3))
        if "unclear" not in out:  # the machine was not too busy to decide
            self.assertIn("no `ugiok` within 1s", out)
            self.assertIn("hint: write the whole answer with its newline and flush it", out)
        for last, said, hint in (
                ("print('option Hash', flush=True)", "expected `name` after `option`", "write the line as protocol/DIALECTS.md"),
                ("os.close(1)", "closed its output before it was ready", "read its standard error")):
            (self.folder / "last.py").write_text(f"import os, time\ninput()\n{last}\ntime.sleep(60)\n")
            out, _ = self.ebiri("probe", "last.py", "--dialect", "uci-oware", expect=1)
            self.assertIn(said, out)
            self.assertIn(f"hint: {hint}", out)
        alone = shutil.copy(EBIRI, self.folder)  # without `ebiri-bridge` beside it
        done = subprocess.run([alone, "probe", "sleep 60", "--dialect", "kgp"], capture_output=True, text=True, timeout=60)
        self.assertEqual(3, done.returncode, done.stdout + done.stderr)
        self.assertIn("hint: this is not the engine's fault", done.stdout)

    def test_a_dialect_of_another_variant(self):
        _, errors = self.ebiri("probe", "bots/greedy", "--dialect", "codingame", "--variant", "kalah", expect=2)
        self.assertIn("the dialect `codingame` is for oware, and the variant is kalah", errors)

    def test_one_variant_and_one_ruleset(self):
        out, _ = self.ebiri("probe", "bots/greedy", "--variant", "oware", "--rules", "awari", "repetition=third")
        self.assertIn(" 0 faults", out)
        self.assertIn("oware positions", out)
        self.assertNotIn("kalah positions", out)
        out, _ = self.ebiri("probe", f"python3 {ROOT}/bots/first_legal.py", "--variant", "kalah", expect=1)
        self.assertIn("does not announce `kalah`", out)

    def test_invalid_arguments(self):
        for arguments, said in (([], "COMMAND is required"), (["no-such-program"], "program `no-such-program` not found"),
                                (["bots/greedy", "--variant", "draughts"], "draughts"),
                                (["bots/greedy", "--rules", "awari"], "--rules needs --variant"),
                                (["bots/greedy", "--margin", "50"], "--margin: it ")):
            with self.subTest(arguments):
                out, errors = self.ebiri("probe", *arguments, expect=2)
                self.assertIn(said, out + errors)


if __name__ == "__main__":
    main()

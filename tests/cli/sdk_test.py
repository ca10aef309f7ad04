"""The kits for engines in Python, JavaScript and C++: their messages, and their examples in a tournament."""

import json
import pathlib
import re
import shutil
import subprocess

from arena import ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
SDK = ROOT / "bots/sdk"

# The same bot twice: reports its requests in `info` lines, and thinks until `stop` if Style is wild.
PYTHON_WITNESS = """
import sys
sys.path.insert(0, "SDK/python")
from ebiri_bot import Bot, check, combo, run, say, spin, string

class Witness(Bot):
    name, author, variants = "Witness", "tests", ["oware", "kalah"]
    options = [spin("Depth", 3, 1, 9), check("Loud", False), combo("Style", "calm", ["calm", "wild"]), string("Book")]

    def new_game(self, setup):
        options = " ".join(f"{k}={str(v).lower()}" for k, v in setup.options.items())
        say(f"info string game {setup.variant} [{setup.ruleset}] {setup.seed} {options}")

    def choose(self, turn):
        limits = " ".join(f"{k}={v}" for k, v in turn.limits.items())
        say(f"info string {turn.base or 'start'} [{' '.join(turn.moves)}] {limits}")
        turn.info(pv=["C", "F"], depth=1, score="seeds 2")
        if turn.moves[-1:] == ["throw"]:
            raise ValueError("what is this")
        while turn.setup.options["Style"] == "wild" and not turn.stopped():
            pass
        return turn.moves[-1] if turn.moves else None

    def game_over(self, result, reason):
        say(f"info string over {result} {reason}")

run(Witness())
"""
JAVASCRIPT_WITNESS = """
import { check, combo, run, say, spin, string } from "SDK/javascript/ebiri_bot.mjs";

run({
  name: "Witness", author: "tests", variants: ["oware", "kalah"],
  options: [spin("Depth", 3, 1, 9), check("Loud", false), combo("Style", "calm", ["calm", "wild"]), string("Book")],
  newGame(setup) {
    const options = Object.entries(setup.options).map(([k, v]) => `${k}=${v}`).join(" ");
    say(`info string game ${setup.variant} [${setup.ruleset}] ${setup.seed} ${options}`);
  },
  async choose(turn) {
    const limits = Object.entries(turn.limits).map(([k, v]) => `${k}=${v}`).join(" ");
    say(`info string ${turn.base ?? "start"} [${turn.moves.join(" ")}] ${limits}`);
    turn.info({ depth: 1, score: "seeds 2", pv: ["C", "F"] });
    if (turn.moves.at(-1) === "throw") throw new Error("what is this");
    while (turn.setup.options.Style === "wild" && !(await turn.breathe())) continue;
    return turn.moves.at(-1) ?? null;
  },
  gameOver(result, reason) { say(`info string over ${result} ${reason}`); },
});
"""
GREETING = """id name Witness
id author tests
option name UGI_Variant type combo default oware var oware var kalah
option name UGI_Ruleset type string default <empty>
option name UGI_Seed type spin default 1 min 0 max 18446744073709551615
option name UGI_GameOver type check default true
option name Depth type spin default 3 min 1 max 9
option name Loud type check default false
option name Style type combo default calm var calm var wild
option name Book type string default <empty>
variants oware kalah
ugiok"""
HUNGRY = {"python": "python3 bots/sdk/python/hungry.py", "javascript": "node bots/sdk/javascript/hungry.mjs"}


class Talk:
    """A conversation with one of the witnesses, line by line."""

    def __init__(self, test, command):
        self.test = test
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        test.addCleanup(self.close)

    def close(self):
        self.process.kill()
        self.process.communicate()

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def hears(self, *lines):
        for line in lines:
            self.test.assertEqual(line, self.process.stdout.readline().rstrip("\n"))

    def ends(self, status=0):
        """Closes its input; returns the rest of its output and errors. Its exit status must be `status`."""
        out, errors = self.process.communicate(timeout=60)
        self.test.assertEqual(status, self.process.returncode, errors)
        return out, errors


class Kits(ArenaTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bots").symlink_to(ROOT / "bots")
        self.assertTrue(shutil.which("node"), "node is needed for the kit in JavaScript: apt-get install nodejs")

    def witnesses(self):
        for program, name, text in (("python3", "witness.py", PYTHON_WITNESS), ("node", "witness.mjs", JAVASCRIPT_WITNESS)):
            file = self.folder / name
            file.write_text(text.replace("SDK", str(SDK)))
            yield Talk(self, [program, str(file)])

    def test_the_greeting_is_complete(self):
        for talk in self.witnesses():
            talk.say("ugi")
            talk.hears(*GREETING.split("\n"))
            self.assertEqual(("", ""), talk.ends())

    def test_settings_arrive_with_the_next_game(self):
        for talk in self.witnesses():
            talk.say("isready")
            talk.hears("info string game oware [] 1 Depth=3 Loud=false Style=calm Book=", "readyok")
            talk.say("setoption name UGI_Variant value kalah", "setoption name UGI_Ruleset value standard pie=swap",
                     "setoption name UGI_Seed value 18446744073709551615", "setoption name Depth value 9",
                     "setoption name Loud value true", "setoption name Book value a value b", "uginewgame", "isready")
            talk.hears("info string game kalah [standard pie=swap] 18446744073709551615 "
                       "Depth=9 Loud=true Style=calm Book=a value b", "readyok")
            talk.say("setoption name Depth value 10", "setoption name Style value odd", "setoption name Nothing", "isready")
            talk.hears("info string game kalah [standard pie=swap] 18446744073709551615 "
                       "Depth=9 Loud=true Style=calm Book=a value b", "readyok")
            _, errors = talk.ends()
            self.assertEqual(3, errors.count("ignored: option"), errors)

    def test_positions_and_limits_arrive(self):
        for talk in self.witnesses():
            talk.say("isready", "position startpos", "go")
            talk.process.stdout.readline()
            talk.hears("readyok", "info string start [] ", "info depth 1 score seeds 2 pv C F", "bestmove resign")
            talk.say("position fen 1-2/x moves F --\r", "  go p1time -5 p2time 60 wild 7 movestogo 3 nodes 12 ")
            talk.hears("info string 1-2/x [F --] p1time=0 p2time=60 movestogo=3 nodes=12",
                       "info depth 1 score seeds 2 pv C F", "bestmove --")
            talk.say("position", "position fen", "position startpos F", "position 1-2", "", "hello", "stop",
                     "query result", "gameover p1 a reason", "go movetime 5")
            talk.hears("info string over p1 a reason", "info string 1-2/x [F --] movetime=5")
            _, errors = talk.ends()
            self.assertEqual(4, errors.count("ignored: position"), errors)

    def test_text_that_is_not_a_number_is_ignored(self):
        odd = ("--5", "\u00b2", "\u0665", "1_0", "-")
        for talk in self.witnesses():
            talk.say("setoption name UGI_Seed value 0")
            talk.say(*(f"setoption name {name} value {value}" for name in ("UGI_Seed", "Depth") for value in odd))
            talk.say("isready", "position startpos moves F")
            talk.hears("info string game oware [] 0 Depth=3 Loud=false Style=calm Book=", "readyok")
            talk.say("go depth --5 nodes \u00b2 movetime \u0665 movestogo -7 p1time 08")
            talk.hears("info string start [F] movestogo=0 p1time=8", "info depth 1 score seeds 2 pv C F", "bestmove F")
            _, errors = talk.ends()
            self.assertEqual(len(2 * odd), errors.count("ignored: option"), errors)

    def test_a_search_obeys_stop_and_answers_isready(self):
        for talk in self.witnesses():
            talk.say("setoption name Style value wild", "position startpos moves A", "go infinite")
            for _ in range(3):
                talk.process.stdout.readline()
            talk.say("isready")
            talk.hears("readyok")
            talk.say("stop")
            talk.hears("bestmove A")
            talk.say("stop", "isready")
            talk.hears("readyok")

    def test_stop_reaches_a_search_that_waits(self):
        for talk in self.witnesses():
            talk.say("position startpos moves A", "go", "setoption name Style value wild", "position startpos moves B",
                     "go infinite", "stop")
            for style, move in (("calm", "A"), ("wild", "B")):
                talk.hears(f"info string game oware [] 1 Depth=3 Loud=false Style={style} Book=",
                           f"info string start [{move}] ", "info depth 1 score seeds 2 pv C F", f"bestmove {move}")

    def test_quit_and_the_end_of_input_end_a_search(self):
        for ending in ("quit", None):
            for talk in self.witnesses():
                talk.say("setoption name Style value wild", "position startpos moves A", "go infinite")
                for _ in range(3):
                    talk.process.stdout.readline()
                if ending:
                    talk.say(ending)
                self.assertEqual("bestmove A\n", talk.ends()[0])

    def test_an_exception_ends_the_bot(self):
        for talk in self.witnesses():
            talk.say("position startpos moves throw", "go", "position startpos moves B", "go")
            out, errors = talk.ends(status=1)
            self.assertNotIn("bestmove", out)
            self.assertIn("what is this", errors)

    def test_both_kits_plan_the_same_times(self):
        limits = ["{}", '{"movetime": 100}', '{"movetime": 8}', '{"p1time": 50000, "p1inc": 400}',
                  '{"p1time": 30, "p1inc": 400}', '{"p1time": 9000, "movestogo": 3, "movetime": 400}']
        python = ("import sys, json, time\nsys.path.insert(0, sys.argv[1])\nfrom ebiri_bot import Turn\n"
                  "for text in sys.argv[2:]:\n"
                  "    time.monotonic = lambda: 5\n"
                  "    s = Turn(None, None, [], json.loads(text), 5, None).seconds('p1')\n"
                  "    print('none' if s is None else f'{1000 * s:.1f}')\n")
        told = subprocess.run(["python3", "-c", python, str(SDK / "python"), *limits], capture_output=True, text=True,
                              check=True).stdout.split()
        self.assertEqual(["none", "90.0", "6.0", "2300.0", "15.0", "390.0"], told)
        script = self.folder / "times.mjs"
        script.write_text(f'import {{ run }} from "{SDK}/javascript/ebiri_bot.mjs";\nperformance.now = () => 5;\n'
                          "run({choose(turn) { return turn.milliseconds('p1').toFixed(1); }});\n")
        lines = "".join("go " + " ".join(f"{k} {v}" for k, v in json.loads(text).items()) + "\n" for text in limits)
        out = subprocess.run(["node", str(script)], input=lines, capture_output=True, text=True, check=True).stdout
        self.assertEqual(["Infinity"] + told[1:], re.findall(r"bestmove (\S+)", out))

    def engines(self, **commands):
        return "".join(f"\n  - {{name: {name}, command: {command}}}" for name, command in commands.items())

    def test_the_examples_play_a_tournament_without_a_fault(self):
        config = self.config(self.engines(random="bots/random", **HUNGRY), variant="kalah", pairs=10,
                             limit="{move: 2s}")
        self.ebiri("run", config)
        games = self.games()
        self.assertEqual(60, len(games))
        self.assertEqual({"rules"}, {game["cause"] for game in games})
        points = {name: 0 for name in ("random", *HUNGRY)}
        for game in games:
            for side in ("south", "north"):
                points[game[side]] += 1 if game["result"] == side else 0.5 if game["result"] == "draw" else 0
        self.assertGreater(points["python"], points["random"] + 10)
        self.assertGreater(points["javascript"], points["random"] + 10)

    def test_both_examples_play_the_same_moves(self):
        for name, command in HUNGRY.items():
            config = self.config(self.engines(hungry=command, random="bots/random"), name=name, variant="kalah",
                                 limit="{move: 2s}")
            self.ebiri("run", config)
        one, other = ([game["moves"] for game in self.games(name)] for name in HUNGRY)
        self.assertEqual(one, other)


if __name__ == "__main__":
    main()

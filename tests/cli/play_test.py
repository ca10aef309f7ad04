"""`ebiri play`: games at the terminal, with input from a pipe."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from arena import EBIRI, ArenaTest, main

# An engine that plays A or a, and executes `fault` at its second request.
FAULTY = """
import sys
asked = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        print("id name Faulty 1\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        south = (len(line.split()) - 3) % 2 == 0 or "moves" not in line
    elif word == "go":
        asked += 1
        if asked == 2:
            {fault}
        print("bestmove", "A" if south else "a", flush=True)
    elif word == "quit":
        break
"""

OWARE_END = "0-0-0-0-0-1-1-1-0-0-0-0-23-22-S"
BLUNDER = "0-0-0-0-1-3-2-2-2-9-0-0-15-14-S"  # in place of E, F captures 9


class Play(ArenaTest):
    def table(self, typed, *arguments, expect=0, **environment):
        """Plays with `typed` in a pipe; returns (stdout, stderr)."""
        return self.ebiri("play", "--seed", "1", *arguments, expect=expect, stdin=typed, env={**os.environ, **environment})

    def faulty(self, fault):
        (self.folder / "faulty.py").write_text(FAULTY.format(fault=fault))
        return f"{sys.executable} faulty.py"

    # ---- playing

    def test_two_people_play_to_the_end_and_save_the_game(self):
        out, _ = self.table("f\nsave end.ogn\nquit\n", "--south", "human", "--north", "human", "--from", OWARE_END)
        self.assertIn("south> f\nsouth plays F: sows 1 from F, captures 2\n", out)
        self.assertIn("The game is over. south wins 25-22: more than half of all seeds are captured\n", out)
        self.assertNotRegex(out.split("captures 2\n")[-1], "> (south|north)")
        self.assertIn("the game is in `end.ogn`", out)
        self.assertEqual("25-22", re.search(r'\[Result "(.*)"\]', (self.folder / "end.ogn").read_text())[1])

    def test_against_a_bot_in_every_variant(self):
        for variant, typed in (("oware", "A\n"), ("kalah", "A\n"), ("bao", "a6l\n"), ("namnam", "F\n"),
                               ("omweso", "2 " * 16 + "\n0+\n")):
            with self.subTest(variant):
                out, err = self.table(typed, "--variant", variant, "--limit", "nodes=300")
                self.assertEqual("", err)
                self.assertIn("south plays ", out)
                self.assertIn("north plays ", out)
                self.assertRegex(out, r"To continue from here, add to the command:\n--from \S+\n")

    def test_bots_play_each_other(self):
        out, _ = self.table("", "--south", "alphabeta", "--north", "greedy", "--limit", "nodes=300", "--save", "bots.ogn")
        self.assertIn("The game is over. ", out)
        self.assertNotIn("> ", out.replace("> south", "").replace("> north", ""))
        again, _ = self.table("", "--south", "alphabeta", "--north", "greedy", "--limit", "nodes=300", "--quiet")
        self.assertNotIn("depth", again)
        moves = [re.findall(r"^(?:south|north) plays \w+", text, re.MULTILINE) for text in (out, again)]
        self.assertEqual(*moves)  # the same seed, the same game
        self.ebiri("convert", "bots.ogn", "--to", "pgn")

    def test_thinking_is_shown_without_quiet(self):
        out, _ = self.table("A\n", "--limit", "nodes=300")
        self.assertRegex(out, r"\n  depth \d+, north's expected lead [+-]\d+\.\d\d seeds, [\d,]+ nodes, \d+\.\d s; expected line [a-fA-F ]+\nnorth plays ")
        out, _ = self.table("A\n", "--limit", "nodes=300", "--quiet")
        self.assertNotIn("depth", out)

    def test_a_level_makes_a_bot_weaker(self):
        out, _ = self.table("", "--south", "alphabeta", "--north", "alphabeta", "--north-option", "Level=1", "--limit", "nodes=2000")
        self.assertIn("The game is over. south wins", out)

    # ---- commands

    def test_invalid_input_is_explained_and_changes_nothing(self):
        out, _ = self.table("Z9\nb9\nunod\nresign now\nboard\n")
        self.assertIn("`Z9` is not a move, expected a pit from `A` to `F` or from `a` to `f`; legal: A B C D E F\n", out)
        self.assertIn("; legal: A B C D E F; did you mean `undo`?\n", out)
        self.assertIn("position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\n", out)

    def test_keys_without_a_letter_are_ignored(self):
        out, _ = self.table("\x0c\n\x1b[A\x1bOBF\x1b[3~\x7f\r\n", "--limit", "nodes=300")
        self.assertIn("south> \nsouth> F\nsouth plays F", out)

    def test_undo_goes_back_to_the_persons_turn(self):
        out, _ = self.table("undo\nA\nundo\nboard\nB\n", "--limit", "nodes=300")
        self.assertIn("you have no move to take back\n", out)
        self.assertIn("2 moves taken back\n", out)
        self.assertIn("position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\n", out)
        self.assertIn("south plays B", out)

    def test_undo_continues_a_lost_game(self):
        out, _ = self.table("A\nresign\nundo\nboard\nA\n", "--limit", "nodes=300")
        self.assertIn("The game is over. north wins: south resigns at 0-0\n", out)
        self.assertIn("2 moves taken back", out)
        self.assertEqual(2, out.count("south plays A"))
        self.assertEqual(2, out.count("north plays "))

    def test_hint_comes_from_the_opponent_or_a_bot(self):
        out, _ = self.table("hint\n", "--north", "greedy", "--limit", "nodes=300")
        self.assertRegex(out, "`greedy` would play [A-F]: sows 4 from [A-F]\n")
        out, _ = self.table("hint\n", "--south", "human", "--north", "human")
        self.assertRegex(out, "`alphabeta` would play [A-F]: sows 4 from [A-F]\n")
        self.assertRegex(out, r"depth \d+, your expected lead .*; expected line [A-F]")

    def test_the_only_legal_move_needs_no_search(self):
        out, _ = self.table("hint\n", "--from", OWARE_END, "--north", "human")
        self.assertIn("south> hint\nF is the only legal move\n", out)

    def test_moves_and_help(self):
        out, _ = self.table("moves\nhelp\n", "--from", OWARE_END, "--north", "human")
        self.assertIn("F  sows 1 from F, captures 2; ends the game: south wins 25-22 (majority)\n", out)
        self.assertIn("save FILE  write the game", out)

    def test_an_existing_file_is_not_overwritten(self):
        (self.folder / "there.ogn").write_text("precious")
        out, _ = self.table("save there.ogn\nA\nsave mine.ogn\nsave mine.ogn\nsave\nsave no/such/folder.ogn\n", "--limit", "nodes=300")
        self.assertIn("`there.ogn` exists already; name another file\n", out)
        self.assertEqual("precious", (self.folder / "there.ogn").read_text())
        self.assertEqual(2, out.count("the game is in `mine.ogn`"))
        self.assertIn("save needs a file name", out)
        _, err = self.table("", "--save", "there.ogn", expect=2)
        self.assertIn("--save: `there.ogn` exists already", err)

    def test_a_saved_unfinished_game_can_be_loaded(self):
        self.table("A\nB\n", "--limit", "nodes=300", "--save", "half.ogn")
        self.assertIn('[Termination "unfinished"]', (self.folder / "half.ogn").read_text())
        out, _ = self.ebiri("analyze", "half.ogn", "--limit", "nodes=300")
        self.assertIn("human", out)

    def test_a_saved_game_names_level_and_seed(self):
        self.table("A\nresign\nundo\nB\nresign\n", "--level", "2", "--limit", "nodes=300", "--save", "over.ogn")
        text = (self.folder / "over.ogn").read_text()
        self.assertIn('[Event "a game at the terminal, seed 1"]', text)
        self.assertIn('[North "alphabeta-2"]', text)
        self.assertIn('[Termination "south resigned"]', text)
        self.table("A\n", "--north", "human", "--save", "two.ogn")
        self.ebiri("analyze", "two.ogn", "--limit", "nodes=300")

    def test_a_game_is_saved_when_it_ends(self):
        words = ("--from", OWARE_END, "--north", "human", "--save", "now.ogn")
        process = subprocess.Popen(self.command("play", *words), cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("F\n")
        process.stdin.flush()
        deadline = time.monotonic() + self.patience
        while not (self.folder / "now.ogn").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertIn("25-22", (self.folder / "now.ogn").read_text())
        process.communicate("quit\n", timeout=self.patience)

    # ---- learning

    def test_the_notation_of_moves_is_explained(self):
        for game, said in (("bao", "A move is a pit and L or R, such as A5L. L (left) or R (right) is the direction of sowing, as the mover sees it. But if"),
                           ("oware", "A move is the letter of the pit to sow, such as C or f.\n")):
            out, _ = self.table("help\n", game, "--learn", "--limit", "nodes=300")
            self.assertEqual(2, out.count(said), out)

    def test_a_level_by_number(self):
        out, _ = self.table("A\n", "kalah", "--level", "1", "--limit", "nodes=300")
        self.assertIn("kalah standard; south: you; north: AlphaBeta", out)
        self.assertIn("south plays A", out)
        out, _ = self.table("", "kalah", "--south", "alphabeta@2", "--north", "alphabeta@1", "--limit", "nodes=300")
        self.assertRegex(out, r"south: AlphaBeta [^;]*level 2 [^;]*; north: AlphaBeta [^;]*level 1 ")
        for words, level in (((), 10), (("--learn",), 3), (("--learn", "--north", "alphabeta@2"), 2)):
            out, _ = self.table("A\n", *words, "--limit", "nodes=300")
            self.assertRegex(out, rf"north: AlphaBeta [\d.]+, level {level} \(nodes 300\)")
            self.assertEqual(bool(words), "  depth " not in out)  # no search reports
        out, _ = self.table("", "--south", "random", "--level", "1", "--limit", "nodes=300")
        self.assertRegex(out, r"south: Random [^;]*; north: AlphaBeta [^;]*level 1 ")
        for player in ("human", "random"):
            _, err = self.table("", "--north", player, "--level", "1", expect=2)
            self.assertIn("--level: no player is an engine with levels", err)
        _, err = self.table("", "--level", "11", expect=2)
        self.assertIn("--level: ", err)

    def test_a_mistake_can_be_taken_back(self):
        out, _ = self.table("E\ny\nE\nn\n", "--learn", "--level", "1", "--from", BLUNDER, "--limit", "nodes=300")
        self.assertIn("commands: lesson (the rules in five minutes, with exercises), rules (how to play)", out)
        self.assertIn("You can take back moves that lose 3 seeds or more, which `ebiri analyze` calls mistakes.\n", out)
        self.assertEqual(2, len(re.findall(r"F is (?:about \d+ seeds|much) better than E: sows 3 from F, captures 9\.", out)), out)
        self.assertEqual(2, len(re.findall(r"After E, north would play [a-f]: sows ", out)), out)
        self.assertEqual(1, out.count("south plays E"), out)
        self.assertIn("take it back? [Y/n/why] y", out)
        out, _ = self.table("E\nquit\nwhy\ny\nwhy\n", "--learn", "--level", "1", "--from", BLUNDER, "--limit", "nodes=300")
        self.assertIn("Type `y` or Enter to choose another move, `n` to play E, or `why`.", out)
        self.assertIn("take it back? [Y/n/why] why\nF would capture more (9).\n", out)
        line = r"After E, the engine expects [a-f].*?\. With all these moves south's score goes from 15 to \d+, north's from 14 to \d+"
        asked, taken_back = " ".join(out.split()).split("south> why ")
        self.assertRegex(asked, line)
        self.assertRegex(taken_back, r"^you took back E\. F is .* than E: sows 3 from F, captures 9\. " + line)
        self.assertNotIn("south plays E", out)

    def test_the_end_of_the_input_does_not_play_a_mistake(self):
        out, _ = self.table("E\n", "--from", BLUNDER, "--learn", "--limit", "nodes=300")
        self.assertIn("take it back? [Y/n/why] ", out)
        self.assertNotIn("south plays E", out)

    def test_the_clock_stops_while_a_mistake_is_discussed(self):
        words = ("--learn", "--level", "1", "--from", BLUNDER, "--limit", "nodes=300", "--clock", "base=5min", "--seed", "1")
        process = subprocess.Popen(self.command("play", *words), cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        process.stdin.write("E\n")
        process.stdin.flush()
        time.sleep(4)
        out, _ = process.communicate("y\nE\nn\n", timeout=100)
        self.assertIn("take it back? [Y/n/why] y", out)
        self.assertRegex(out.split("south plays E")[1], "south has 4:5[89]")

    def test_the_clock_stops_at_a_command_until_the_next_line(self):
        process = subprocess.Popen(self.command("play", "--clock", "base=3s", "--limit", "nodes=300", "--seed", "1"), cwd=self.folder,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("rules\n")
        process.stdin.flush()
        time.sleep(4)
        out, _ = process.communicate("A\n", timeout=100)
        self.assertRegex(out.split("south plays A")[1], "south has 0:0[123]")

    def test_moves_are_listed_with_what_they_allow(self):
        out, _ = self.table("", "--learn", "--from", "1-0-0-0-1-0-0-3-0-0-0-1-21-21-S", "--north", "human")
        self.assertIn("to move:\nA  sows 1 from A\nE  sows 1 from E; then north can capture 2 with f\n", out)

    def test_why_explains_the_last_move_of_the_engine(self):
        out, _ = self.table("why\nF\nwhy\n", "--limit", "nodes=300")
        self.assertIn("south> why\nno move was played yet\n", out)
        self.assertRegex(out, r"south> why\nnorth played [a-f]: sows \d from [a-f]\.\nNo move captures anything\.\nNow south can ")
        self.assertRegex(out, r"(north|south) expects (to be \d+\.\d seeds|an equal game|to win|to lose)")

    def test_why_after_a_refused_input_repeats_the_refusal(self):
        out, _ = self.table("F\nZ\nwhy\nwhy\n", "--limit", "nodes=300")
        self.assertRegex(out, r"south> why\nyour last input was refused: .*Z.*\nnorth played [a-f]: ")
        self.assertEqual(1, out.count("your last input was refused"), out)

    def test_why_after_undo_does_not_explain_the_move_taken_back(self):
        out, _ = self.table("A\nB\nundo\nwhy\n", "--limit", "nodes=300")
        explained = out.split("2 moves taken back\n")[1].split("south> why\n")[1]
        self.assertRegex(explained, r"^north played [a-f]: sows \d+ from [a-f]")
        self.assertNotIn("north expects", explained)

    def test_rules_at_any_time(self):
        for variant in ("oware", "bao", "sungka"):
            with self.subTest(variant):
                out, _ = self.table("rules\nquit\n", variant, "--limit", "nodes=300")
                self.assertIn(self.ebiri("rules", variant)[0], out)

    def test_a_lesson_with_exercises(self):
        """A wrong move, the answer, the right move; then the game continues."""
        out, _ = self.table("lesson\n\n\n\n" + "A\n" * 20, "kalah", "--learn", "--limit", "nodes=300")
        task = re.search(r"Find a move with this effect: (.*)\.\nType the move, or `answer` to see one\.", out)[1]
        self.assertEqual("moves again", task)
        out, _ = self.table("lesson\n" + "\n" * 60 + "A\nn\n", "kalah", "--learn", "--limit", "nodes=300")
        self.assertRegex(out, r"\n\[1 of \d\]\nAim\n")
        self.assertIn("type `skip` to end it.\n", self.table("lesson\nundo\n", "kalah", "--limit", "nodes=300")[0])
        answers = re.findall(r"> \nType a move\. .*\n\w+> \n([A-Fa-f]): (sows .*)\.\n", out)
        self.assertEqual(2, len(answers), out)
        self.assertIn("moves again", answers[0][1])
        self.assertIn("captures", answers[1][1])
        self.assertIn("The lesson is over; your game continues.\nA first strategy: ", out)
        self.assertIn("store 0", out.split("A first strategy: ")[1].split("south> ")[0])
        self.assertIn("south plays A: ", out)

        typed = "lesson\n" + "\n" * 3
        steps = out.split("Your turn, as ")[0].count("Enter continues")
        legal = "abcdef" if "Your turn, as north" in out.split("Type the move")[0] else "ABCDEF"
        typed = "lesson\n" + "\n" * steps + "\n".join("Z" + legal) + "\nskip\nskip\n"
        tried, _ = self.table(typed, "kalah", "--learn", "--limit", "nodes=300")
        self.assertIn(" Right.\n", tried)
        self.assertRegex(tried, r"> Z\n`Z` is not a move, .*`f`\n")  # the legal moves would be a hint
        self.assertIn("\n  Two sides sow", tried)
        tried, _ = self.table("lesson\n" + "\n" * steps + "help\nskip\n", "kalah", "--learn", "--limit", "nodes=300")
        self.assertIn("> help\nCommands work after the lesson; type `skip` to end it.\n", tried)
        tried, _ = self.table("lesson\n" + "\n" * steps + "answer\nskip\n", "kalah", "--learn", "--limit", "nodes=300")
        self.assertRegex(tried, r"> answer\n[A-Fa-f]: sows .*moves again\.\n")
        self.assertIn("The lesson is over", tried)

    def test_every_game_has_a_lesson(self):
        for game in ("oware", "namnam", "omweso", "bao", "sungka"):
            with self.subTest(game):
                out, _ = self.table("lesson\n" + "\n" * 80, game, "--learn", "--limit", "nodes=300")
                self.assertRegex(out, r"Find a move with this effect: .*(captures|harvests|laps)", out)
                self.assertIn("Enter returns to the game> \nThe lesson is over", out)

    def test_an_exercise_of_bao_follows_its_explanation_and_does_not_name_the_move(self):
        out, _ = self.table("lesson\n" + "\n" * 80, "bao", "--learn", "--limit", "nodes=300")
        before, after = out.split("Your turn, as south:\n", 1)
        self.assertIn("A move while your store holds seeds (namua)\n", before)
        tasks = re.findall(r"Find a move with this effect: (.*)", after)
        self.assertEqual(["captures 4.", "captures 5.", "plays the house."], tasks)

    def test_sentences_in_place_of_drawings(self):
        out, _ = self.table("F\n", "--plain", "--limit", "nodes=300")
        self.assertIn("South: A 4, B 4, C 4, D 4, E 4, F 4; 0 in the store.\nNorth: a 4, ", out)
        self.assertNotIn("store 0", out)
        self.assertNotIn("depth", out)

    def test_a_recorded_game_is_continued(self):
        (self.folder / "two.yaml").write_text(
            "name: two\nvariant: oware\nengines: [{name: a, command: bots/random}, {name: b, command: bots/greedy}]\n"
            "limit: {nodes: 100}\npairs: 1\nopenings: {random-plies: 2}\nseed: 3\n")
        self.ebiri("run", "two.yaml")
        moves = re.findall(r"^ +\d+\. (?:south|north) +(\w)", self.ebiri("replay", "results/two", "1")[0], re.MULTILINE)
        out, _ = self.table("board\n", "--from-game", "results/two", "1", "8", "--limit", "nodes=300")
        expected, _ = self.ebiri("rules", "oware", "--moves", *moves[:8], "--json")
        self.assertIn("position " + json.loads(expected)["position"], out)
        for game, ply, said in (("9", "0", "game 9 not found"), ("1", "9999", "game 1 has ")):
            _, err = self.table("", "--from-game", "results/two", game, ply, expect=2)
            self.assertIn("--from-game: " + said, err)

    # ---- errors

    def test_a_crash_is_explained_and_can_be_taken_back(self):
        command = self.faulty('sys.stderr.write("boom\\n"); sys.exit(3)')
        out, _ = self.table("A\nB\nundo\nB\n", "--north", command)
        self.assertIn("The game is over. south wins: north forfeits (crashed): ended with exit status 3", out)
        self.assertIn("its standard error ends with:\nboom", out)
        self.assertIn("1 move taken back\n", out)
        self.assertEqual(2, out.count("south plays B"))
        self.assertEqual(2, out.count("north plays a"))  # a new process counts requests from 1 again

    def test_analyze_says_that_a_fault_ended_the_game(self):
        self.table("A\nB\n", "--north", self.faulty("sys.exit(3)"), "--save", "crash.ogn")
        out, _ = self.ebiri("analyze", "crash.ogn", "--limit", "nodes=300")
        self.assertRegex(out, r"^game 1: human vs \S+: south won \(north forfeits: crashed\)\n")

    def test_time_and_illegal_moves_of_an_engine(self):
        out, _ = self.table("A\nB\n", "--north", self.faulty('print("bestmove F", flush=True); continue'))
        self.assertIn("north forfeits (illegal-move): ", out)
        self.assertIn("it wrote: bestmove F", out)
        out, _ = self.table("A\nB\n", "--north", self.faulty("import time; time.sleep(600)"), "--limit", "move=100ms")
        self.assertIn("north forfeits (time): no answer within ", out)

    def test_an_engine_that_cannot_start(self):
        _, err = self.table("", "--north", "false", expect=3)
        self.assertIn("ebiri: `false` cannot start: ended with exit status 1", err)

    def test_invalid_arguments(self):
        for arguments, said in (
                (["--north", "deepblue"], "--north: program `deepblue` not found in PATH"),
                (["--variant", "chess"], "chess"),
                (["--from", "1-2-3"], "--from: "),
                (["--from", "0-0-0-0-0-0-0-0-0-0-0-0-25-23-S"], "--from: the game is over there"),
                (["--limit", "nodes=x"], "--limit: `nodes` must be a whole number"),
                (["--clock", "nodes=5"], "--clock: expected a limit of time"),
                (["--south-option", "Level=3"], "--south: `human` takes neither options nor a dialect"),
                (["--north-option", "Level"], "--north: `Level` is not an option"),
                (["--north", "random", "--north-dialect", "kgp"], "the dialect `kgp` is for kalah")):
            with self.subTest(said):
                _, err = self.table("", *arguments, expect=2)
                self.assertIn(said, err)
        _, err = self.table("", "--north-option", "Lefel=3", expect=3)
        self.assertIn("does not announce the option `Lefel`", err)

    def test_options_without_effect_on_the_page_are_refused(self):
        for option in ("--learn", "--from-game results/test 1 2", "--limit nodes=5", "--clock move=1s", "--seed 1",
                       "--save game.ogn", "--south-dialect kgp", "--north-dialect kgp"):
            with self.subTest(option):
                _, err = self.ebiri("play", "--web", *option.split(), expect=2)
                self.assertIn(f"{option.split()[0]} cannot be combined with --web", err)

    def test_a_person_can_have_a_clock(self):
        reading, writing = os.pipe()  # no input
        process = subprocess.Popen(self.command("play", "--clock", "move=50ms", "--limit", "nodes=300"), cwd=self.folder,
                                   stdin=reading, stdout=subprocess.PIPE, text=True)
        os.close(reading)
        lines = iter(process.stdout.readline, "")
        self.assertTrue(any("north wins: south forfeits (time): the time is up" in line for line in lines))
        os.close(writing)
        self.assertIn("save FILE", process.communicate()[0])
        self.assertEqual(0, process.returncode)

    # ---- a terminal

    def terminal(self, typed, *arguments, until, asked=None, rows=0, **environment):
        """Reads a terminal's output until `until` appears, then sends Ctrl-C. Returns (text, exit code)."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            if rows:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
            os.environ.update({"TERM": "xterm", **environment})
            os.execv(EBIRI, self.command("play", *(["--seed", "1", *arguments] if asked is None else [])))
        seen = b""
        os.write(terminal, typed.encode())
        deadline = time.monotonic() + 300
        while until.encode() not in seen and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 65536)
        os.kill(child, signal.SIGINT)
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        return seen.decode(), os.waitstatus_to_exitcode(status)

    def test_a_long_page_of_a_lesson_pauses(self):
        text, _ = self.terminal("lesson\r\r\r\r", "bao", "--limit", "nodes=300", rows=24, until="[3 of ")
        board, rest = text.split("[2 of ")[1].split("Enter continues", 1)
        self.assertIn("  as text:", board)
        self.assertLess(board.count("\n"), 24)
        self.assertIn("Add > to sow", rest)

    def test_questions_without_arguments(self):
        text, _ = self.terminal("kala\rkalah\r1\r\rno\r", until="south> ", asked=True)
        self.assertIn("Game [oware]: ", text)
        self.assertIn("`kala` is not a possible answer; did you mean `kalah`?", text)
        self.assertIn("Level of the engine, 1 to 10 [3]: ", text)
        self.assertIn("Explain moves and mistakes, yes or no [yes]: ", text)
        self.assertRegex(text, r"kalah standard; south: you; north: AlphaBeta [\d.]+, level 1 \(1s/move\)")
        self.assertIn("lesson to learn the game", text)

    def test_a_move_is_shown_pit_by_pit(self):
        text, _ = self.terminal("F\r", "--limit", "nodes=300", until="north plays")
        for seen in ("\x1b[1;34m-0\x1b[0m", "\x1b[1;34m+5\x1b[0m", "\x1b[2K4 left to sow", "\x1b[2K0 left to sow", "\x1b[5F"):
            self.assertIn(seen, text)
        skipped, _ = self.terminal("F\r\r", "--limit", "nodes=300", until="south plays")
        self.assertEqual(1, skipped.split("south plays")[0].count("\x1b[5F"))
        self.assertIn("\x1b[2K0 left to sow", skipped)
        text, _ = self.terminal("F\r", "--limit", "nodes=300", until="north plays", NO_COLOR="1")
        self.assertIn("  +5", text)
        self.assertNotIn("\x1b[1;34m", text)
        for options in (["--no-animation"], ["--plain"]):
            text, _ = self.terminal("F\r", "--limit", "nodes=300", *options, until="north plays")
            self.assertNotIn("left to sow", text)

    def test_effects_of_moves_are_a_column(self):
        text, _ = self.terminal("moves\r", "bao", "--limit", "nodes=300", rows=24, until="A7R  ")
        self.assertRegex(text, r"A6L  namua takasa: .*\r\n {7}\S")

    def test_resigning_is_confirmed(self):
        text, _ = self.terminal("resign\r\rresign\ry\r", "--limit", "nodes=300", until="resigns")
        self.assertEqual(2, text.count("resign? [y/N] "))

    def test_the_rules_are_shown_page_by_page(self):
        text, _ = self.terminal("rules\r", "bao", "--limit", "nodes=300", rows=24, until=" paged\r\nsouth> ",
                                PAGER="echo $LESS paged; cat >/dev/null")
        self.assertNotIn("Captures", text)
        self.assertIn("q returns to the game", text)

    def test_texts_fit_a_terminal_that_has_become_narrower(self):
        pager = "cat >/dev/null; stty cols 40 </dev/tty"
        text, _ = self.terminal("rules\rboard\r", "--limit", "nodes=300", rows=10, until="position ",
                                PAGER=pager, NO_COLOR="1")
        before, after = text.split("position ")[0].rsplit("south> ", 1)
        self.assertIn("legal: A B C D E F", before)
        self.assertLessEqual(max(map(len, after.splitlines())), 40)

    def test_ctrl_c_and_ctrl_z_are_for_the_pager(self):
        pager = "cat >/dev/null; grep Sig /proc/self/status >signals; kill -INT 0"
        self.terminal("rules\rboard\r", "bao", "--limit", "nodes=300", rows=24, until="\nposition\r", PAGER=pager)
        masks = dict(line.split() for line in (self.folder / "signals").read_text().splitlines() if "SigQ" not in line)
        for number in (signal.SIGINT, signal.SIGTSTP):
            self.assertEqual(0, (int(masks["SigBlk:"], 16) | int(masks["SigIgn:"], 16)) & 1 << number - 1)

    def test_ctrl_c_has_its_own_exit_code(self):
        text, code = self.terminal("", until="south> ")
        self.assertIn("4   4   4   4   4   4   store 0", text)
        self.assertEqual(130, code)

    def test_ctrl_c_while_an_engine_starts(self):
        os.mkfifo(self.folder / "begun")
        (self.folder / "mute.py").write_text("open('begun', 'w').close()\nwhile input() != 'quit':\n    pass\n")
        process = self.start("play", "--north", f"{sys.executable} mute.py")
        (self.folder / "begun").read_text()  # waits for the engine
        process.send_signal(signal.SIGINT)
        self.assertEqual(("", ""), process.communicate(timeout=self.patience))
        self.assertEqual(130, process.returncode)

    def test_ctrl_c_while_an_engine_thinks(self):
        text, code = self.terminal("A\r", "--limit", "move=1h", "--save", "c.ogn", until="depth ")
        self.assertIn("south plays A", text)
        self.assertEqual(130, code)
        self.assertIn("[Termination \"unfinished\"]", (self.folder / "c.ogn").read_text())

    def test_colour_depends_on_terminal_and_no_color(self):
        text, _ = self.terminal("A\r", "--limit", "nodes=300", until="north plays")
        self.assertIn("\x1b[2m", text)
        text, _ = self.terminal("A\r", "--limit", "nodes=300", until="north plays", NO_COLOR="1")
        self.assertNotIn("\x1b[2m", text)


if __name__ == "__main__":
    main()

"""configs/course: the exercise can be done, its tests name what is wrong, and a class can be marked and play a contest."""

import os
import pathlib
import re
import shutil

from arena import EBIRI, ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
COURSE = ROOT / "configs/course"

# Step, a piece of the solution, what stands there instead, and what the test of the step must say about it.
MISTAKES = [
    (1, "    if over(board):\n        south", "    if False:\n        south", "lead(board, 0) at the end of a game: expected "),
    (1, "north - south if player else south - north", "south - north", "lead(board, 1): expected "),
    (1, "return max(legal(board, player), key=", "return min(legal(board, player), key=", "; the leads after each move are {"),
    (1, "after(board, player, pit)[0], player)", "(sow(board, player, pit), board)[1], player)", "`greedy` has changed the board"),
    (2, "value if next_player == player else -value", "-value", "minimax(board, "),
    (2, "minimax(board_after, next_player, depth - 1)", "minimax(board_after, next_player)", "TypeError: minimax() missing 1"),
    (2, "if depth == 0 or over(board):\n        return lead(board, player)\n    best = -inf\n    for pit in legal",
     "if depth == 0:\n        return lead(board, player)\n    best = -inf\n    for pit in legal", "minimax(board, "),
    (3, "depth - 1, -high, -max(low, best), stop)", "depth - 1, low, high, stop)", "alphabeta(board, "),
    (3, "player, depth - 1, max(low, best), high", "player, depth - 1, -high, -max(low, best)", "alphabeta(board, "),
    (3, "        if best >= high:\n            break\n", "", "it cuts nothing, or too little"),
    (4, "key=promise, reverse=True", "key=promise", "let it return better moves first"),
    (4, "return sorted(legal(board, player)", "return sorted(legal(board, player)[1:]", "sorted(ordered(board, "),
    (5, "moves.sort(key=values.get, reverse=True)", "moves.sort(key=values.get)", "think plays "),
    (5, "return moves[0]", "return moves[0] if values else None", "must return a legal move also if `stop()`"),
    (5, "stopper(turn, player)", "lambda: time.sleep(0.01)", "`ebiri probe` finds faults"),  # it never stops
]


class Course(ArenaTest):
    def setUp(self):
        super().setUp()
        (self.folder / "ebiri").symlink_to(EBIRI)
        for name in ("bots", "configs"):
            (self.folder / name).symlink_to(ROOT / name)
        self.my = self.folder / "my"

    def shell(self, commands, expect=0):
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        return self.ran(["bash", "-ec", commands], expect, env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"})[0]

    def check(self, step, file="my/solution.py", expect=0):
        return self.shell(f"python3 configs/course/check.py {step} {file}", expect)

    def copy(self):
        """The student's folder, with the solution beside the bot."""
        self.my.mkdir()
        for file in (*(ROOT / "bots/sdk/python").glob("*[ty].py"), COURSE / "bot.py", COURSE / "solution.py"):
            shutil.copy(file, self.my)

    def test_the_commands_of_the_page_work(self):
        start, check, play, marks, contest = re.findall(r"```sh\n(.*?)```", (COURSE / "README.md").read_text(), re.DOTALL)
        self.shell(start)
        self.assertEqual(["rules"] * 20, [game["cause"] for game in self.games("bot-vs-random")])
        self.assertEqual("step 1: `lead` is not written yet\n", self.shell(check, expect=1))
        self.shell(play)
        for name, move in (("ann", "legal(board, player)[0]"), ("bo", "legal(board, player)[-1]")):
            team = self.folder / "class" / name
            team.mkdir(parents=True)
            (team / "bot.py").write_text((COURSE / "bot.py").read_text().replace("legal(board, player)[0]", move))
        self.shell(marks)
        expected = [f"class/{name}/bot.py,{step},0" for name in ("ann", "bo") for step in range(1, 6)]
        self.assertEqual(expected, (self.folder / "marks.csv").read_text().splitlines())
        (self.folder / "class/cy").mkdir()
        (self.folder / "class/cy/bot.py").write_text("import nonsense\n")
        table = self.shell(contest)
        self.assertRegex(table, r"\n +1 +bo +\d+\.\d +10\n +2 +ann +")
        self.shell(contest, expect=2)

    def test_the_solution_passes_every_step_and_the_bot_none(self):
        self.copy()
        for step in range(1, 6):
            self.assertEqual(f"step {step}: done\n", self.check(step))
            self.assertRegex(self.check(step, "my/bot.py", expect=1), rf"^step {step}: `\w+` is not written yet\n$")

    def test_each_mistake_is_named(self):
        self.copy()
        solution = (self.my / "solution.py").read_text().replace("from bot import", "import time\nfrom hungry import sow\nfrom bot import")
        for step, right, wrong, message in MISTAKES:
            with self.subTest(message, instead=wrong):
                self.assertIn(right, solution)
                (self.my / "wrong.py").write_text(solution.replace(right, wrong))
                said = self.check(step, "my/wrong.py", expect=1)
                self.assertTrue(said.startswith(f"step {step}: "), said)
                self.assertIn(message, said)

    def test_the_solution_is_much_stronger_than_a_greedy_bot(self):
        self.copy()
        self.ebiri("match", "my/solution.py", "greedy", "--game", "kalah", "--pairs", "3", "--limit", "{move: 30ms}", "--time", "60")
        games = self.games("solution-vs-greedy")
        won = sum(game["result"] in ("south", "north") and game[game["result"]] == "solution" for game in games)
        self.assertGreater(won, len(games) * 0.7)

    def test_invalid_arguments_and_endless_loops(self):
        self.copy()
        for words in ("", "0 my/bot.py", "6 my/bot.py", "1 my/none.py"):
            self.shell(f"python3 configs/course/check.py {words}", expect=2)
        (self.my / "endless.py").write_text("def lead(board, player):\n    while True: pass\n")
        check = "import sys; sys.path.insert(0, 'configs/course'); import check; check.SECONDS = 1; "
        said = self.shell(f'python3 -c "{check} sys.exit(check.main([\'1\', \'my/endless.py\']))"', expect=1)
        self.assertEqual("step 1: no result after 1 s: an endless loop?\n", said)


if __name__ == "__main__":
    main()

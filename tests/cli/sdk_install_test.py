"""The kits for Python and JavaScript: the commands of their pages install them, and the first bot of each page plays."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from arena import EBIRI, ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
SDK = ROOT / "bots/sdk"
FEWEST_LINES, MOST_LINES = 10, 19  # of a first bot


class InstalledKits(ArenaTest):
    def follow(self, kit, language, bot, **environment):
        """Saves the page's first bot and runs the page's commands, in a folder with a copy of the kits."""
        (self.folder / "ebiri").symlink_to(EBIRI)
        shutil.copytree(SDK, self.folder / "bots/sdk", ignore=shutil.ignore_patterns("__pycache__"))
        page = (SDK / kit / "README.md").read_text()
        code = re.search(rf"`{bot}`:\n\n```{language}\n(.*?)```", page, re.DOTALL)[1]
        self.assertTrue(FEWEST_LINES <= code.count("\n") <= MOST_LINES, code)
        (self.folder / bot).write_text(code)
        commands = "set -e\n" + "".join(re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
        out, _ = self.ran(["bash", "-c", commands], env={**os.environ, **environment})
        self.assertIn("First 1.0: 0 faults, 0 warnings", out)
        games = self.games("first-vs-random")
        self.assertEqual(20, len(games))
        self.assertEqual({"rules"}, {game["cause"] for game in games})
        won = sum(game["result"] in ("south", "north") and game[game["result"]] == "first" for game in games)
        self.assertGreater(won, 12)

    @unittest.skipUnless(importlib.util.find_spec("ensurepip"), "python3 has no ensurepip: apt-get install python3-venv")
    def test_pip_installs_the_one_for_python(self):
        self.follow("python", "python", "first.py", PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)
        where = subprocess.run([self.folder / "venv/bin/python", "-c", "import ebiri_bot; print(ebiri_bot.__file__)"],
                               cwd="/", capture_output=True, text=True, check=True).stdout
        self.assertIn("/venv/lib/python3", where)
        subprocess.run([self.folder / "venv/bin/pip", "check"], check=True, capture_output=True)

    @unittest.skipUnless(shutil.which("npm"), "there is no npm here: apt-get install npm")
    def test_npm_installs_the_one_for_javascript(self):
        self.follow("javascript", "js", "first.mjs", npm_config_offline="true")
        packed = subprocess.run(["npm", "pack", "--dry-run", "--json"], cwd=self.folder / "bots/sdk/javascript", check=True,
                                capture_output=True, text=True).stdout
        files = {file["path"] for file in json.loads(packed)[0]["files"]}
        self.assertEqual({"ebiri_bot.mjs", "package.json", "README.md"}, files)

    def test_the_kits_have_the_version_of_the_program(self):
        version = re.search(r"^project\(ebiri VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        self.assertIn(f'\nversion = "{version}"\n', (SDK / "python/pyproject.toml").read_text())
        self.assertEqual(version, json.loads((SDK / "javascript/package.json").read_text())["version"])


if __name__ == "__main__":
    main()

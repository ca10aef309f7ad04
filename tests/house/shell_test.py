"""shellcheck reports nothing about the shell scripts of the repository."""

import shutil
import subprocess

import house


class Shell(house.HouseTest):
    def setUp(self):
        if not shutil.which("shellcheck"):
            self.skipTest("there is no shellcheck here")

    def check(self, *arguments, script=None):
        return subprocess.run(
            ["shellcheck", *arguments], cwd=house.ROOT, input=script, capture_output=True, text=True, check=False
        )

    def test_every_script_is_clean(self):
        scripts = [str(name) for name in house.tracked() if self.is_script(house.ROOT / name)]
        self.assertIn("ebiri", scripts)
        self.assertEqual("", self.check(*scripts).stdout)

    def test_a_planted_mistake_is_caught(self):
        self.assertIn("SC2086", self.check("-", script="#!/bin/bash\nrm $1\n").stdout)

    @staticmethod
    def is_script(path):
        with path.open("rb") as file:
            first = file.readline(64)
        return first.startswith(b"#!") and (b"bash" in first or first.rstrip().endswith(b"/sh"))


if __name__ == "__main__":
    house.main()

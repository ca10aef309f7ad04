"""Every source is formatted by clang-format 14; other versions differ in details."""

import re
import shutil
import subprocess
import unittest

import house

MAJOR = "14"


def clang_format():
    for name in (f"clang-format-{MAJOR}", "clang-format"):
        program = shutil.which(name)
        if program:
            version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {MAJOR}\.", version):
                return program
    raise unittest.SkipTest(f"there is no clang-format {MAJOR} here")


class Format(house.HouseTest):
    def setUp(self):
        self.program = clang_format()

    def test_every_source_is_formatted(self):
        sources = [str(name) for name in house.tracked("*.[ch]pp")]
        self.assertGreater(len(sources), 10, "the sources were not found")
        check = subprocess.run(
            [self.program, "--dry-run", "--Werror", *sources], cwd=house.ROOT, capture_output=True, text=True, check=False
        )
        complaints = re.findall(r"^(\S+?):\d+:\d+: error", check.stderr, re.MULTILINE)
        self.none([f"{name}: run clang-format -i" for name in sorted(set(complaints))])
        self.assertEqual(0, check.returncode, check.stderr)

    def test_a_planted_line_is_caught(self):
        check = subprocess.run(
            [self.program, "--dry-run", "--Werror", "--assume-filename=a.cpp"],
            input="int  a;\n", cwd=house.ROOT, capture_output=True, text=True, check=False,
        )
        self.assertNotEqual(0, check.returncode)


if __name__ == "__main__":
    house.main()

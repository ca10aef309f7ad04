"""The page for authors of engines is correct: runs its commands in order, and compares the output.

`python3 -B tests/docs/tutorial_test.py BUILD --write` puts what they print now into the page.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from arena import BUILD, EBIRI, ArenaTest, main  # noqa: E402
from readme_test import TRANSCRIPT, entries, normalised  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "bots/README.md"
STEP = re.compile(r"Save this as `([^`]+)`:\n+```\w+\n(.*?)```|" + TRANSCRIPT.pattern, re.DOTALL)


def cached(name):
    """The CMake variables of this build."""
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found.group(1) if found else ""


class Tutorial(ArenaTest):
    maxDiff = None

    def lay_out(self):
        (self.folder / "ebiri").symlink_to(EBIRI)
        for name in ("bots", "referee", "protocol"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").mkdir()
        (self.folder / "build/release").symlink_to(BUILD)
        sanitizers = cached("EBIRI_SANITIZE")
        compiler = self.folder / "bin/g++"  # a build with sanitizers needs them for linking
        compiler.parent.mkdir()
        compiler.write_text(f'#!/bin/sh\nexec {shutil.which(cached("CMAKE_CXX_COMPILER"))} "$@"'
                            + (f" -fsanitize={sanitizers}" if sanitizers else "") + "\n")
        compiler.chmod(0o755)

    def printed(self, command):
        """The text on a terminal after the command, without the lines that the live view replaces."""
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=500, env={**os.environ, "PATH": path})
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return done.stdout + "".join(re.findall(r"^(?!#).*\n", done.stderr, re.MULTILINE))

    def follow(self, on_output):
        """Follows the steps of the page in order; calls `on_output(command, said, printed)` for each command."""
        self.lay_out()
        for file, text, transcript in STEP.findall(PAGE.read_text()):
            if file:
                (self.folder / file).write_text(text)
            for command, said in entries(transcript):
                on_output(command, said, self.printed(command))

    def test_commands_print_the_output_on_the_page(self):
        taken = []

        def compare(command, said, printed):
            taken.append(command)
            with self.subTest(command):
                self.assertEqual(normalised(said), normalised(printed))

        self.follow(compare)
        self.assertGreater(len(taken), 10)


def write():
    test = Tutorial("lay_out")
    test.setUp()
    lines = {}
    test.follow(lambda command, _, printed: lines.update({command: printed}))
    PAGE.write_text(TRANSCRIPT.sub(
        lambda found: "```console\n" + "".join(f"$ {c}\n{lines[c]}" for c, _ in entries(found.group(1))) + "```\n",
        PAGE.read_text()))
    test.doCleanups()


if __name__ == "__main__":
    if "--write" in sys.argv:
        write()
    else:
        main()

"""The transcripts of the README and other pages are correct: runs their commands, and compares the output.

`python3 -B tests/docs/readme_test.py BUILD --write` puts what they print now into the pages.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from arena import EBIRI, ArenaTest, main  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "configs/README.md"]
ELSEWHERE = ["bots/README.md"]  # tutorial_test
TRANSCRIPT = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def entries(transcript):
    """(command, output) for each command of a transcript."""
    parts = re.split(r"^\$ (.*)\n", transcript, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2]))


def normalised(text):
    """The text without values that depend on the machine: times per move, the source of CPU time, the commit."""
    lines, column = [], None
    text = re.sub(r"CPU by (control group|perf|process tree)", "CPU by SOURCE", text)
    for line in re.sub(r"(ebiri [\d.]+) \(\w+\)", r"\1 (COMMIT)", text).splitlines():
        header = re.search(r"ms/move", line)
        column = header or (column if line else None)
        if column and not header:
            line = line[:column.start()] + " TIME  " + line[column.end():]
        lines.append(line)
    return "\n".join(lines)


def printed(command, folder):
    """The text on a terminal after the command: without the lines per game, which the live view replaces."""
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300)
    return done.stdout + "".join(re.findall(r"^(?!#).*\n", done.stderr, re.MULTILINE))


class Readme(ArenaTest):
    maxDiff = None

    def lay_out(self, page):
        """A folder for the commands of one page, which may build on each other."""
        folder = self.folder / page.replace("/", "-")
        folder.mkdir()
        (folder / "ebiri").symlink_to(EBIRI)
        (folder / "configs").symlink_to(ROOT / "configs")
        return folder

    def test_commands_print_their_transcripts(self):
        for page in PAGES:
            folder = self.lay_out(page)
            commands = [entry for transcript in TRANSCRIPT.findall((ROOT / page).read_text()) for entry in entries(transcript)]
            self.assertTrue(commands, page)
            for command, output in commands:
                with self.subTest(command, page=page):
                    self.assertEqual(normalised(output), normalised(printed(command, folder)))

    def test_every_page_with_a_transcript_is_known(self):
        listing = subprocess.run(["git", "-c", "safe.directory=*", "-C", ROOT, "ls-files", "*.md"], capture_output=True,
                                 text=True, check=False)
        if listing.returncode != 0:
            self.skipTest("not a git checkout")
        pages = [page for page in listing.stdout.split() if TRANSCRIPT.search((ROOT / page).read_text())]
        self.assertEqual(sorted(PAGES + ELSEWHERE), sorted(pages))

    def test_only_times_and_the_commit_are_normalised(self):
        before = "#  Elo  ms/move  End\n1  +12     2.17  a\n\nebiri 0.1.0 (2b7d329), seed 4 12.34\n"
        elsewhere = before.replace(" 2.17", "12.45").replace("2b7d329", "unknown")
        self.assertEqual(normalised(before), normalised(elsewhere))
        for one, other in (("+12 ", "+13 "), ("  a", "  b"), ("seed 4", "seed 5"), ("12.34", "12.35")):
            self.assertNotEqual(normalised(before), normalised(before.replace(one, other)))


def write():
    test = Readme("lay_out")
    test.setUp()
    for page in PAGES:
        folder = test.lay_out(page)

        def again(transcript, folder=folder):
            lines = (f"$ {command}\n{printed(command, folder)}" for command, _ in entries(transcript[1]))
            return f"```console\n{''.join(lines)}```\n"

        (ROOT / page).write_text(TRANSCRIPT.sub(again, (ROOT / page).read_text()))
    test.doCleanups()


if __name__ == "__main__":
    if "--write" in sys.argv:
        write()
    else:
        main()

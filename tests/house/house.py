"""Shared by the house tests: the root of the checkout, and its files."""

import fnmatch
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 4  # the exit code that ctest reports as "Skipped", never as passed

# The included file: of the repository, or of a library.
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def tracked(*patterns):
    """The tracked files that match the git patterns, or all files, relative to ROOT."""
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z", "--", *patterns]
    listing = subprocess.run(command, capture_output=True, text=True, check=False)
    if listing.returncode != 0:
        raise unittest.SkipTest(f"not a git checkout: {listing.stderr.strip()}")
    names = [pathlib.PurePosixPath(name) for name in listing.stdout.split("\0") if name]
    return [name for name in names if (ROOT / name).is_file() and not (ROOT / name).is_symlink()]


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


class HouseTest(unittest.TestCase):
    maxDiff = None

    def none(self, problems):
        """Fails with all problems, one a line."""
        self.assertEqual("", "\n".join(problems))


def main(count=None):
    """Runs the tests of the calling file. If all are skipped, prints the reason and exits with SKIPPED.

    With --count it calls `count` in place of them."""
    if count and "--count" in sys.argv:
        return count()
    result = unittest.main(exit=False).result
    for _, reason in result.skipped:
        print(f"skipped: {reason}")
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if len(result.skipped) == result.testsRun else 0)

"""`ebiri man`: the pages through the formatters that are installed."""

import re
import shutil
import subprocess
import unittest

from arena import ArenaTest, main


class ManTest(ArenaTest):
    def setUp(self):
        super().setUp()
        self.ebiri("man", "--folder", "pages")
        self.pages = sorted((self.folder / "pages").iterdir())

    def test_every_command_has_a_page(self):
        out, _ = self.ebiri("--help")
        commands = re.findall(r"^  ([a-z]+) {2,}", out.split("Subcommands:\n")[1], re.MULTILINE)
        self.assertEqual(sorted(["ebiri.1", *(f"ebiri-{command}.1" for command in commands)]), [page.name for page in self.pages])
        for page in self.pages:
            name = page.stem.removeprefix("ebiri").removeprefix("-")
            out, _ = self.ebiri("man", *name.split())
            self.assertEqual(page.read_text(), out)

    def test_pages_say_what_the_help_says(self):
        for page in self.pages:
            text = page.read_text()
            self.assertTrue(text.isascii(), page.name)
            for section in ("NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS"):
                self.assertIn(f".SH {section}\n", text, page.name)
        run = (self.folder / "pages" / "ebiri-run.1").read_text()
        for word in ("\\-\\-dry\\-run", "EXIT STATUS", ".B 130", "games.jsonl", "EBIRI_RESULTS", "ebiri\\-sprt", "KEY=VALUE"):
            self.assertIn(word, run)
        openings = (self.folder / "pages" / "ebiri-openings.1").read_text()
        self.assertIn(".SS ebiri openings make", openings)
        self.assertIn("\\-\\-imbalance", openings)

    def complaints(self, *formatter):
        done = subprocess.run([*formatter, *self.pages], capture_output=True, text=True, timeout=300, check=False)
        return done.returncode, done.stdout + done.stderr

    @unittest.skipUnless(shutil.which("groff"), "no groff here")
    def test_groff_has_nothing_to_say(self):
        self.assertEqual((0, ""), self.complaints("groff", "-man", "-ww", "-Tutf8", "-z"))

    @unittest.skipUnless(shutil.which("mandoc"), "no mandoc here")
    def test_mandoc_has_nothing_to_say(self):
        self.assertEqual((0, ""), self.complaints("mandoc", "-T", "lint", "-W", "warning"))

    @unittest.skipUnless(shutil.which("man"), "no man here")
    def test_man_shows_them(self):
        done = subprocess.run(["man", "--warnings", "-l", self.folder / "pages" / "ebiri-run.1"], capture_output=True, text=True, timeout=60, check=False,
                              env={"PATH": "/usr/bin:/bin", "MANPAGER": "cat", "MANWIDTH": "80", "LANG": "C.UTF-8"})
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn("ebiri run configs/quickstart.yaml --dry-run", done.stdout)

    def test_unknown_commands_are_reported(self):
        _, err = self.ebiri("man", "dance", expect=2)
        self.assertIn("dance", err)


if __name__ == "__main__":
    main()

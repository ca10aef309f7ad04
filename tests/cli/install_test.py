"""`cmake --install`: the installed program works in its place, and its manual pages are valid."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from arena import BUILD, ArenaTest, main


def run(*command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False, **more)


class InstallTest(ArenaTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ebiri-install-")
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = pathlib.Path(folder.name) / "prefix"
        cls.installed = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.program = cls.prefix / "bin" / "ebiri"

    def setUp(self):
        super().setUp()
        self.assertEqual(0, self.installed.returncode, self.installed.stdout + self.installed.stderr)

    def pages(self):
        return sorted((self.prefix / "share/man/man1").iterdir())

    def commands(self, *words):
        """Every command below this one, as words."""
        lines = run(self.program, *words, "--help").stdout.partition("\nOptions:\n")[2]
        for name in re.findall(r"^  ([a-z]+) {2,}[A-Z]", lines, re.MULTILINE):
            yield (*words, name)
            yield from self.commands(*words, name)

    def test_an_installed_ebiri_plays_with_its_bots(self):
        for file in ("share/bash-completion/completions/ebiri", "share/zsh/site-functions/_ebiri", "share/fish/vendor_completions.d/ebiri.fish"):
            self.assertGreater((self.prefix / file).stat().st_size, 500, file)
        self.assertFalse(os.path.isabs(os.readlink(self.program)))
        engines = "\n  - {name: alphabeta, command: bots/alphabeta}\n  - {name: first, command: python3 bots/first_legal.py}\n"
        config = self.config(engines, pairs=1)
        for words in (["run", config, "--set", "isolation=limits"], ["serve", "--help"], ["play", "--south", "greedy", "--north", "random", "--seed", "1"]):
            done = run(self.program, *words, cwd=self.folder)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertEqual(2, len(self.games()))

    def test_relative_links_of_installed_documents_lead_to_files(self):
        links = [(file, link) for file in (self.prefix / "share/ebiri").rglob("*.md")
                 for link in re.findall(r"\]\(([^():#\s]+)[#)]", file.read_text())]
        self.assertGreater(len(links), 100)
        self.assertEqual([], [(str(file), link) for file, link in links if not (file.parent / link).exists()])
        self.assertEqual([], [file for file in (self.prefix / "share/ebiri").rglob("*.md") if "<no link>" in file.read_text()])

    def test_every_command_has_a_page_with_its_options(self):
        names = {"-".join(("ebiri", *words)): words for words in [(), *self.commands()]}
        self.assertGreater(len(names), 40)
        self.assertEqual(sorted(f"{name}.1" for name in names), [page.name for page in self.pages()])
        for page in self.pages():
            text = page.read_text()
            for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "FILES"):
                self.assertIn(f".SH {section}\n", text, page.name)
            self.assertIn(f"\n{page.stem} \\- ", text)
            options = re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", run(self.program, *names[page.stem], "--help").stdout, re.MULTILINE)
            self.assertEqual([], [option for option in options if option.replace("-", "\\-") not in text], page.name)

    def test_ebiri_man_shows_a_page_where_it_is_installed_and_the_help_elsewhere(self):
        as_text = dict(os.environ, MANPAGER="cat", MANWIDTH="80", LANG="C.UTF-8")
        if shutil.which("man"):
            self.assertIn("\nSYNOPSIS\n", run(self.program, "man", "openings", "make", env=as_text).stdout)
        self.assertEqual(self.ebiri("openings", "make", "--help")[0], self.ebiri("man", "openings", "make")[0])
        self.assertEqual(self.ebiri("--help")[0], self.ebiri("man")[0])
        _, err = self.ebiri("man", "dance", expect=2)
        self.assertEqual("ebiri: unknown command `dance`\n", err)

    @unittest.skipUnless(shutil.which("groff"), "no groff here")
    def test_groff_accepts_every_page(self):
        done = run("groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-z", *self.pages())
        self.assertEqual((0, ""), (done.returncode, done.stdout + done.stderr))


if __name__ == "__main__":
    main()

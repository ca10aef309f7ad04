"""`cmake --install`: what is installed works where it is."""

import os
import subprocess

from arena import BUILD, ArenaTest, main


class InstallTest(ArenaTest):
    def test_an_installed_ebiri_plays_with_its_bots(self):
        prefix = self.folder / "prefix"
        done = subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        for file in ("share/bash-completion/completions/ebiri", "share/zsh/site-functions/_ebiri", "share/fish/vendor_completions.d/ebiri.fish",
                     "share/man/man1/ebiri.1", "share/man/man1/ebiri-run.1"):
            self.assertGreater((prefix / file).stat().st_size, 500, file)
        program = prefix / "bin" / "ebiri"
        self.assertFalse(os.path.isabs(os.readlink(program)))
        engines = "\n  - {name: alphabeta, command: bots/alphabeta}\n  - {name: first, command: python3 bots/first_legal.py}\n"
        config = self.config(engines, pairs=1)
        for words in (["run", config, "--set", "isolation=limits"], ["serve", "--help"], ["play", "--south", "greedy", "--north", "random", "--seed", "1"]):
            done = subprocess.run([program, *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertEqual(2, len(self.games()))


if __name__ == "__main__":
    main()

"""`ebiri completion`: the scripts in their shells; zsh and fish only if they are installed."""

import re
import shutil
import unittest

from arena import BUILD, ArenaTest, main

BASH = """
source ./ebiri.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_ebiri
printf '%s\\n' "${COMPREPLY[@]}"
"""


class CompletionTest(ArenaTest):
    def setUp(self):
        super().setUp()
        for shell in ("bash", "zsh", "fish"):
            out, err = self.ebiri("completion", shell)
            self.assertEqual("", err)
            (self.folder / f"ebiri.{shell}").write_text(out)

    def shell(self, *command):
        out, err = self.ran(command, env={"PATH": f"{BUILD}:/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8"})
        self.assertEqual("", err, command)
        return out.splitlines()

    def bash(self, *words):
        """What Tab proposes to complete the word at the cursor."""
        return sorted(filter(None, self.shell("bash", "--norc", "-c", BASH, "bash", *words)))

    def commands(self):
        out, _ = self.ebiri("--help")
        return sorted(re.findall(r"^  ([a-z]+) {2,}[A-Z]", out.split("\nOptions:\n")[1], re.MULTILINE))

    def test_bash_registers_the_completion(self):
        self.assertEqual(["complete -F _ebiri ebiri"], self.shell("bash", "--norc", "-c", "source ./ebiri.bash; complete -p ebiri"))

    def test_bash_completes_every_command_and_its_options(self):
        commands = self.commands()
        self.assertGreater(len(commands), 20)
        self.assertEqual(commands, self.bash("ebiri", ""))
        for command in commands:
            out, _ = self.ebiri(command, "--help")
            options = sorted(set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", out, re.MULTILINE)))
            self.assertEqual(options, [word for word in self.bash("ebiri", command, "--") if word in options], command)
        self.assertEqual(["replay", "report", "reproduce"], self.bash("ebiri", "rep"))
        self.assertEqual(["check", "make"], self.bash("ebiri", "openings", ""))
        self.assertEqual(["--plies"], self.bash("ebiri", "openings", "make", "--pl"))

    def test_bash_completes_values(self):
        self.assertEqual(["csv", "json", "markdown", "table"], self.bash("ebiri", "rate", "x", "--format", ""))
        self.assertEqual(["json"], self.bash("ebiri", "rate", "x", "--format", "=", "j"))
        self.assertEqual(["--format=csv"], self.bash("ebiri", "rate", "x", "--format=c"))  # if `=` does not split words
        self.assertEqual(["bash", "fish", "zsh"], self.bash("ebiri", "completion", ""))
        self.assertIn("kalah", self.bash("ebiri", "rules", ""))
        self.assertIn("kalah", self.bash("ebiri", "play", "--variant", ""))
        self.assertEqual(["sungka"], self.bash("ebiri", "rules", "sungk"))
        self.assertIn("awari", self.bash("ebiri", "rules", "oware", "--rules", "aw"))
        self.assertEqual(["awari"], self.bash("ebiri", "rules", "oware", "--rules", "abapa", "awa"))
        self.assertEqual(["human"], self.bash("ebiri", "play", "--north", "human"))
        self.assertEqual(["uci-oware", "ugi"], self.bash("ebiri", "play", "--north-dialect", "u"))
        self.assertEqual(["limit.nodes"], self.bash("ebiri", "options", "limit.no"))
        self.assertIn("round-robin", self.bash("ebiri", "init", ""))

    def test_bash_completes_settings_up_to_their_equals_sign(self):
        self.assertEqual(["pairs="], self.bash("ebiri", "run", "my.yaml", "--set", "pai"))
        self.assertEqual([], self.bash("ebiri", "run", "my.yaml", "--set", "pairs", "=", ""))
        self.assertEqual(["markdown"], self.bash("ebiri", "run", "my.yaml", "--set", "pairs", "=", "3", "--format", "mark"))

    def test_bash_completes_files_and_runs(self):
        for file in ("one.yaml", "two words.yml", "notes.txt"):
            (self.folder / file).touch()
        (self.folder / "games").mkdir()
        for run in ("quickstart", "quarrel"):
            (self.folder / "results" / run).mkdir(parents=True)
            (self.folder / "results" / run / "games.jsonl").touch()
        self.assertEqual(["games", "one.yaml", "results", "two words.yml"], self.bash("ebiri", "run", ""))
        self.assertEqual(["one.yaml"], self.bash("ebiri", "check", "a.yaml", "b.yaml", "o"))
        for command in ("serve", "watch", "replay", "report", "reproduce"):
            self.assertEqual(["quarrel", "quickstart"], self.bash("ebiri", command, "qu"), command)
        self.assertEqual(["quarrel", "quickstart"], self.bash("ebiri", "play", "--from-game", "qu"))
        self.assertEqual([], self.bash("ebiri", "play", "--from-game", "quarrel", ""))
        for equals in ([], ["="]):
            self.assertEqual([], self.bash("ebiri", "play", "--from-game", *equals, "quarrel", "3", ""))
            self.assertEqual(1, self.bash("ebiri", "play", "--from-game", *equals, "quarrel", "3", "20", "ka").count("kalah"))
        self.assertEqual(["one.yaml"], self.bash("ebiri", "run", "--serve", "on"))
        self.assertEqual(["results/quarrel"], self.bash("ebiri", "report", "results/qua"))
        self.assertEqual(["games"], self.bash("ebiri", "run", "--results", "g"))
        self.assertEqual(["notes.txt"], self.bash("ebiri", "run", "one.yaml", "--events", "no"))
        self.assertIn("notes.txt", self.bash("ebiri", "probe", "not"))

    @unittest.skipUnless(shutil.which("zsh"), "no zsh here")
    def test_zsh_completes(self):
        """In a pseudo-terminal, which zsh's completion needs."""
        (self.folder / "one.yaml").touch()
        script = self.folder / "try.zsh"
        script.write_text(ZSH)
        for typed, line in (("ebiri comple", "ebiri completion"), ("ebiri rate x --format mark", "ebiri rate x --format markdown"),
                            ("ebiri openings ma", "ebiri openings make"), ("ebiri run o", "ebiri run one.yaml"),
                            ("ebiri run one.yaml --set pai", "ebiri run one.yaml --set pairs="), ("ebiri rules oware --rules abapa awa", "ebiri rules oware --rules abapa awari"),
                            ("ebiri play --north-d", "ebiri play --north-dialect")):
            self.assertEqual([line], [text.rstrip() for text in self.shell("zsh", "-f", str(script), typed)], typed)

    @unittest.skipUnless(shutil.which("fish"), "no fish here")
    def test_fish_completes(self):
        def fish(line):
            words = self.shell("fish", "--no-config", "-c", "source ./ebiri.fish; complete --do-complete $argv", line)
            return [word.split("\t")[0] for word in words]
        (self.folder / "one.yaml").touch()
        self.assertEqual(self.commands(), sorted(fish("ebiri ")))
        self.assertEqual(["markdown"], fish("ebiri rate x --format mark"))
        self.assertEqual(["check", "make"], sorted(fish("ebiri openings ")))
        self.assertIn("one.yaml", fish("ebiri run o"))
        self.assertEqual(["pairs="], fish("ebiri run one.yaml --set pai"))
        self.assertIn("awari", fish("ebiri rules oware --rules aw"))
        self.assertEqual(["--north-dialect"], fish("ebiri play --north-d"))
        self.assertEqual([], fish("ebiri run --plies"))

    def test_an_unknown_shell_is_named(self):
        _, err = self.ebiri("completion", "tcsh", expect=2)
        self.assertIn("tcsh", err)


# Types $1 and a Tab into an interactive shell; prints the resulting command line.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
type() { zpty -w shell "$1" }
type 'PS1=; autoload -Uz compinit; compinit -u -D; source ./ebiri.zsh'
type 'show() { print -r -- "<<$BUFFER>>" > shown; zle kill-whole-line }; zle -N show; bindkey "^Xs" show; bindkey "^I" complete-word; : > ready'
while [[ ! -e ready ]]; do zpty -r -t shell x || sleep 0.02; done
zpty -n -w shell "$1"$'\t\C-xs'
while [[ ! -s shown ]]; do zpty -r -t shell x || sleep 0.02; done
sed -n 's/^<<\(.*\)>>$/\1/p' shown
zpty -d shell
rm -f ready shown
"""

if __name__ == "__main__":
    main()

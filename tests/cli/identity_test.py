"""A rating belongs to a program: a program that changes under its name is reported."""

import json
import re
import shutil

from arena import BUILD, ArenaTest, main, sealed


class Identity(ArenaTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(BUILD / "bots", self.folder / "mine", ignore=lambda _, names: [n for n in names if not n.endswith(".py")])
        self.engines = "\n  - {name: script, command: python3 mine/first_legal.py}\n  - {name: greedy, command: bots/greedy}\n"

    def run_it(self, **settings):
        return self.ebiri("run", self.config(engines=self.engines, **settings), "--quiet")

    def plans(self):
        lines = [json.loads(line) for line in self.journal().read_text().splitlines()]
        return [line for line in lines if line["type"] == "plan"]

    def edit(self):
        with (self.folder / "mine" / "first_legal.py").open("a") as script:
            script.write("# one more line\n")

    def test_the_same_programs_are_the_same(self):
        self.run_it()
        self.assertEqual("", self.run_it()[1].replace("ebiri: no game played: all 6 games of results/test are played already\n", ""))
        self.assertEqual(1, len(self.plans()))
        self.assertRegex(" ".join(self.plans()[0]["fingerprints"]), "^[0-9a-f]{16} [0-9a-f]{16}$")

    def test_a_changed_script_is_reported_by_run_and_rate(self):
        self.run_it()
        self.edit()
        said = self.run_it(pairs=4)[1]
        old, new = (plan["fingerprints"] for plan in self.plans())
        self.assertEqual(old[1], new[1])
        line = f"ebiri: warning: engine `script` has changed: its fingerprint is {new[0]}, and was {old[0]}"
        for text in (said, self.ebiri("rate", "results/test")[1], self.ebiri("report", "results/test")[1]):
            self.assertIn(line, text)
            self.assertIn("--force-new", text)
            self.assertNotIn("`greedy`", text)

    def test_a_match_or_a_test_of_a_changed_script_needs_a_new_run(self):
        quick = ("--limit", "nodes=50", "--pairs", "2", "--quiet", "--name", "test")
        for words, codes in ((("match", "python3 mine/first_legal.py", "greedy"), 0),
                             (("sprt", "--candidate", "python3 mine/first_legal.py", "--baseline", "greedy"), 4)):
            with self.subTest(words[0]):
                self.ebiri(*words, *quick, "--force-new", expect=codes)
                self.ebiri(*words, *quick, expect=codes)
                self.edit()
                before = self.journal().read_text()
                out, err = self.ebiri(*words, *quick, expect=2)
                self.assertEqual("", out)
                self.assertRegex(err, "results/test has games of other engines:\n  `.*` has changed: its fingerprint is ")
                self.assertIn("Add --force-new to rename its folder and start again, or --name", err)
                self.assertEqual(before, self.journal().read_text())
                self.ebiri(*words, *quick, "--force-new", expect=codes)

    def test_reported_names_are_recorded_and_changes_are_reported(self):
        told = self.folder / "name.txt"  # read by the program, but not part of its fingerprint
        script = self.folder / "mine/first_legal.py"
        name = r'"id name [^"]*"'
        self.assertRegex(script.read_text(), name)
        script.write_text(re.sub(name, f'"id name " + open({str(told)!r}).read()', script.read_text(), count=1))
        told.write_text("First 1.0")
        self.run_it()
        self.assertEqual("First 1.0", self.plans()[0]["announced"][0])
        told.write_text("First 1.1")
        self.assertNotIn("warning", self.run_it()[1])  # nothing is left to play, so no engine is started
        said = self.run_it(pairs=4)[1]
        self.assertEqual(["First 1.0", "First 1.1"], [plan["announced"][0] for plan in self.plans()])
        for text in (said, self.ebiri("rate", "results/test")[1], self.ebiri("report", "results/test")[1]):
            self.assertEqual(1, text.count("warning"), text)
            self.assertIn("ebiri: warning: engine `script` reports the name `First 1.1`; it was `First 1.0`\n", text)
        self.assertEqual(1, self.run_it(pairs=5)[1].count("warning"))  # about the earlier change
        self.assertEqual("First 1.1", self.plans()[2]["announced"][0])

    def test_two_runs_with_different_programs_of_one_name(self):
        self.run_it(name="a")
        self.edit()
        self.run_it(name="b")
        self.assertEqual("", self.ebiri("rate", "results/a")[1])
        self.assertIn("engine `script` has changed", self.ebiri("rate", "results/a", "results/b")[1])

    def test_the_folder_and_the_interpreter_of_a_program_do_not_matter(self):
        self.run_it()
        shutil.move(self.folder / "mine", self.folder / "moved")
        (self.folder / "moved/first_legal.py").chmod(0o755)
        python = "python3 mine/first_legal.py"
        for name, command in (("moved", "python3 moved/first_legal.py"), ("direct", "./moved/first_legal.py"),
                              ("below", "python3 first_legal.py, directory: moved")):
            self.ebiri("run", self.config(engines=self.engines.replace(python, command), name=name), "--quiet")
            _, err = self.ebiri("rate", "results/test", f"results/{name}")
            self.assertEqual(f"ebiri: results/{name}: 6 of its 6 games are in earlier inputs, too; they count once\n", err)

    def test_a_journal_without_fingerprints_is_read(self):
        self.run_it()
        lines = [json.loads(line) for line in self.journal().read_text().splitlines()]
        del lines[1]["fingerprints"]
        self.journal().write_text("".join(sealed(line) + "\n" for line in lines))
        self.assertEqual("", self.ebiri("rate", "results/test")[1])
        self.edit()
        self.assertNotIn("warning", self.run_it()[1])


if __name__ == "__main__":
    main()

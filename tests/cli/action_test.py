"""configs/ci/action: its steps work in a shell, and its examples use the inputs that it has."""

import os
import pathlib
import re
import shutil
import unittest
from xml.etree import ElementTree

from arena import EBIRI, ArenaTest, main

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACTION = ROOT / "configs/ci/action"


@unittest.skipUnless(yaml, "python3 has no yaml: apt-get install python3-yaml")
class Action(ArenaTest):
    def setUp(self):
        super().setUp()
        self.action = yaml.safe_load((ACTION / "action.yml").read_text())
        self.steps = {step["name"]: step for step in self.action["runs"]["steps"]}
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        self.summary = self.folder / "summary.md"

    def run_step(self, step, path=ACTION, code=0, **inputs):
        """Runs a step as a runner does, with these inputs and the defaults of the others."""
        values = {key: str(value.get("default", "")) for key, value in self.action["inputs"].items()} | inputs
        env = {key: re.sub(r"\$\{\{ inputs\.(\w+) }}", lambda found: values[found[1]], value)
               for key, value in self.steps[step].get("env", {}).items()}
        env.update(GITHUB_ACTION_PATH=str(path), GITHUB_STEP_SUMMARY=str(self.summary), GITHUB_ACTIONS="true",
                   GITHUB_OUTPUT=str(self.folder / "output"), RUNNER_OS="Linux", RUNNER_ARCH="X64",
                   PATH=f"{self.bin}:{os.environ['PATH']}")
        script = self.folder / "step.sh"
        script.write_text(self.steps[step]["run"])
        return "".join(self.ran(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], code, env={**os.environ, **env}))

    def play(self, code=0, **inputs):
        (self.bin / "ebiri").unlink(missing_ok=True)
        (self.bin / "ebiri").symlink_to(EBIRI)
        shutil.rmtree(self.folder / "results", ignore_errors=True)
        said = self.run_step("Play", code=code, **inputs)
        junit = self.folder / "ebiri.xml"
        return said, ElementTree.parse(junit).getroot() if junit.exists() else None

    def test_a_match_writes_junit_and_a_summary(self):
        said, junit = self.play(engine="alphabeta@2", opponent="random", limit="nodes=100", options="--pairs 3")
        self.assertIn("alphabeta-2", said)
        self.assertEqual(("ebiri", "2", "0"), tuple(junit.get(key) for key in ("name", "tests", "failures")))
        self.assertIn("| alphabeta-2 |", self.summary.read_text())
        self.assertTrue((self.folder / "results/ci/report.html").is_file())

    def test_two_uses_in_a_job_have_names_of_their_own(self):
        for name in ("first", "second"):
            self.play(engine="alphabeta@2", opponent="random", limit="nodes=100", options="--pairs 1", name=name)
            self.assertTrue((self.folder / "results" / name / "report.html").is_file())
        self.assertEqual("${{ inputs.name }}", self.steps["Keep the games and tables"]["with"]["name"])

    def test_an_engine_that_does_not_start_is_reported(self):
        for command in ("match", "sprt"):
            self.summary.unlink(missing_ok=True)
            (self.folder / "mute.py").write_text("raise SystemExit(5)")
            said, junit = self.play(code=3, command=command, engine="python3 mute.py", opponent="random", limit="nodes=100")
            text = (f"`ebiri {command}` failed with exit code 3: engine `mute` cannot start: ended with exit status 5 before it was ready\n"
                    "no game was played; with `on-failed-start: forfeit` the engine would lose its games instead")
            line = text.replace("\n", "%0A")
            self.assertIn(f"::error title=ebiri plays::{line}\n", said)
            self.assertEqual(f"**ci**: {text}\n", self.summary.read_text())
            self.assertEqual(text, junit.find(".//failure").get("message"))

    def test_a_fault_fails_the_match(self):
        engine = self.folder / "broken.py"
        engine.write_text((ROOT / "bots/first_legal.py").read_text().replace("legal_moves(*position)[0]", "len(PITS)"))
        said, junit = self.play(engine="broken.py", opponent="random", limit="nodes=100", options="--pairs 2", code=1)
        self.assertIn("::error title=broken plays without a fault::lost games by faults: 4 by crash", said)
        self.assertEqual("1", junit.get("failures"))
        self.assertEqual(["broken plays without a fault"],
                         [case.get("name") for case in junit.iter("testcase") if case.find("failure") is not None])

    def test_a_sequential_test_has_its_verdict_as_exit_code(self):
        inputs = {"command": "sprt", "limit": "nodes=100", "bounds": "0,100", "options": "--pairs 200"}
        bots = EBIRI.parent / "bots"
        _, junit = self.play(engine=f"{bots}/alphabeta", opponent=f"{bots}/random", **inputs)
        self.assertIsNone(junit.find(".//failure"))
        _, junit = self.play(engine=f"{bots}/random", opponent=f"{bots}/alphabeta", code=1, **inputs)
        self.assertIsNotNone(junit.find(".//failure"))
        self.assertIn("H0 accepted", self.summary.read_text())
        said, _ = self.play(engine="random", opponent="random", code=4, **inputs | {"options": "--pairs 1"})
        self.assertIn("::error title=no verdict::exit code 4: ", said)

    def test_a_candidate_that_is_stronger_but_crashes_fails_the_test(self):
        crash, capture = "sum(i * s for i, s in enumerate(position[0])) % 60 == 7", "lambda pit: -sum(sow(position[0], pit))"
        (self.folder / "mine.py").write_text((ROOT / "bots/first_legal.py").read_text().replace(
            "legal_moves(*position)[0]", f"[][0] if {crash} else max(legal_moves(*position), key={capture})"))
        _, junit = self.play(engine="mine.py", opponent="random", command="sprt", limit="nodes=100", bounds="-150,-100", code=1)
        self.assertEqual(["mine plays without a fault"],
                         [case.get("name") for case in junit.iter("testcase") if case.find("failure") is not None])

    def test_a_grade_is_compared_with_what_is_expected(self):
        inputs = {"command": "grade", "engine": "greedy", "options": "--time 4 --no-probe"}
        said, junit = self.play(code=1, **inputs | {"expect": "level>=10"})
        self.assertIn("::error title=greedy has level>=10::expected level>=10; greedy is ", said)
        self.assertEqual("1", junit.get("failures"))
        _, junit = self.play(**inputs | {"expect": "elo>=-2000"})
        self.assertEqual(("1", "0"), (junit.get("tests"), junit.get("failures")))
        self.assertEqual(2, len(re.findall(r"^greedy is .* Elo (above|below) level 1", self.summary.read_text(), re.MULTILINE)))

    def test_a_cached_package_is_that_of_the_same_source(self):
        tree, output = self.folder / "tree", self.folder / "output"
        shutil.copytree(ACTION, tree / "configs/ci/action")
        keys = []
        for file in ("build/x", "ebiri", "bots/x"):
            (tree / file).parent.mkdir(exist_ok=True)
            (tree / file).write_text("x")
            output.write_text("")
            self.run_step("Identify the source", path=tree / "configs/ci/action")
            keys.append(re.fullmatch(r"key=(ebiri-Linux-X64-[0-9a-f]{16})\n", output.read_text())[1])
        self.assertEqual(3, len(set(keys)))
        (tree / "build/x").write_text("y")
        output.write_text("")
        self.run_step("Identify the source", path=tree / "configs/ci/action")
        self.assertEqual(f"key={keys[2]}\n", output.read_text())

    def test_an_unknown_command_is_named(self):
        said, junit = self.play(code=2, command="dance")
        text = "`ebiri dance` failed with exit code 2: the input `command` must be match, sprt or grade, not `dance`"
        self.assertIn(f"::error title=ebiri plays::{text}\n", said)
        self.assertEqual(text, junit.find(".//failure").get("message"))

    def test_a_package_is_installed_or_built_once(self):
        tree = self.folder / "tree"
        shutil.copytree(ACTION, tree / "configs/ci/action")
        stand_ins = {"ebiri": 'echo "ebiri $*" >>log', "sudo": 'exec "$@"', "apt-get": 'echo "apt-get ${*: -1}" >>log',
                     "curl": 'echo "curl ${*: -1}" >>log; touch "${*: -2:1}"'}
        package = tree / "build/release/package"
        for file, body in {**{self.bin / name: body for name, body in stand_ins.items()},
                           tree / "ebiri": f'echo "launcher $*" >>log; mkdir -p {package}; touch {package}/new.deb'}.items():
            file.write_text(f"#!/bin/bash\n{body}\n")
            file.chmod(0o755)
        (self.folder / "mine.deb").touch()
        log, update, asked = self.folder / "log", "apt-get -qq", "ebiri --version"
        installed = f"apt-get {self.folder.resolve()}/"
        for given, expected in (("mine.deb", [update, f"{installed}mine.deb", asked]),
                                ("https://x/y.deb", ["curl https://x/y.deb", update, f"{installed}ebiri-package.deb", asked]),
                                ("", ["launcher --yes package", update, f"{installed}ebiri-package/new.deb", asked]),
                                ("", [update, f"{installed}ebiri-package/new.deb", asked])):
            log.write_text("")
            self.run_step("Install Ebiri", path=tree / "configs/ci/action", package=given)
            self.assertEqual(expected, log.read_text().splitlines())

    def test_inputs_are_declared_used_and_given(self):
        text, inputs = (ACTION / "action.yml").read_text(), self.action["inputs"]
        self.assertEqual(set(inputs), set(re.findall(r"inputs\.(\w+)", text)))
        for step in self.steps.values():
            self.assertTrue("uses" in step or step.keys() >= {"run", "shell"}, step)
        examples = sorted((ACTION / "examples").glob("*.yml"))
        self.assertEqual(["cpp.yml", "python.yml", "rust.yml"], [file.name for file in examples])
        for file in examples:
            jobs = yaml.safe_load(file.read_text())["jobs"].values()
            steps = [step for job in jobs for step in job["steps"] if "/configs/ci/action@" in step.get("uses", "")]
            self.assertEqual(1, len(steps), file)
            self.assertLessEqual(set(steps[0]["with"]), set(inputs))
            self.assertLessEqual({key for key in inputs if inputs[key].get("required")}, set(steps[0]["with"]))


if __name__ == "__main__":
    main()

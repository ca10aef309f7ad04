"""`cores` in a config: its default, its record in a plan, old runs without it, and too many cores."""

import json
import os

import arena

TWO_ENGINES = "\n  - {name: greedy, command: bots/greedy}\n  - {name: random, command: bots/random, cores: 2}\n"
HERE = len(os.sched_getaffinity(0))


class Cores(arena.ArenaTest):
    def lines(self):
        return [json.loads(line) for line in self.journal().read_text().splitlines()]

    def plans(self):
        return [line for line in self.lines() if line["type"] == "plan"]

    def settings_of_plans(self):
        return [[line for line in plan["config"].splitlines() if line.startswith("cores")] for plan in self.plans()]

    def isolation(self):
        return self.plans()[-1]["isolation"]

    def played(self, **settings):
        out, err = self.ebiri("run", self.config(pairs=1, slots=1, **settings), "--quiet")
        self.assertIn("forfeits (time/crash/illegal/other): none", out)
        return err

    def test_an_engine_in_a_sandbox_has_one_core_unless_the_config_says_otherwise(self):
        self.played(isolation="sandbox")
        self.assertEqual([["cores: 1"]], self.settings_of_plans())
        self.assertIn(", 1 core", self.isolation())
        self.played(isolation="sandbox")  # resuming changes nothing
        self.assertEqual([["cores: 1"]], self.settings_of_plans())
        _, err = self.ebiri("run", self.config(pairs=1, isolation="sandbox", cores=2), expect=2)
        self.assertIn("`cores` was `1` and is `2`", err)

    def test_without_a_sandbox_no_message_names_cores(self):
        self.played()
        self.assertEqual([[]], self.settings_of_plans())
        self.assertNotIn("core", self.isolation())

    def test_a_run_without_the_key_resumes_unchanged(self):
        self.played(isolation="sandbox", cores="none")
        self.assertEqual([["cores: none"]], self.settings_of_plans())
        self.assertNotIn("core", self.isolation())
        lines = self.lines()
        lines[1]["config"] = lines[1]["config"].replace("\ncores: none\n", "\n")
        self.journal().write_text("".join(arena.sealed(line) + "\n" for line in lines))
        self.assertEqual([[]], self.settings_of_plans())
        self.ebiri("run", self.config(pairs=2, slots=1, isolation="sandbox"), "--quiet")
        self.assertEqual([[], []], self.settings_of_plans())
        self.assertNotIn("core", self.isolation())
        out, _ = self.ebiri("run", self.config(pairs=2, slots=1, isolation="sandbox"), "--dry-run")
        self.assertIn("12 of them played", out)
        _, err = self.ebiri("run", self.config(pairs=2, isolation="sandbox", cores=1), expect=2)
        self.assertIn("`cores` was not set and is `1`", err)
        self.ebiri("run", self.config(pairs=1, slots=1, isolation="sandbox"), "--quiet", "--force-new")
        self.assertEqual([["cores: 1"]], self.settings_of_plans())

    def test_the_config_of_a_run_with_all_cores_plays_with_all_cores(self):
        self.played(isolation="sandbox", cores="none")
        self.played(isolation="sandbox", cores="none")  # resuming changes nothing
        self.assertEqual([["cores: none"]], self.settings_of_plans())
        copy = self.folder / "copy.yaml"
        copy.write_text(self.lines()[1]["config"])
        self.ebiri("run", copy, "--quiet", "--force-new")
        self.assertEqual([["cores: none"]], self.settings_of_plans())

    def test_cores_of_one_engine_are_in_the_plan_line(self):
        config = self.config(TWO_ENGINES, pairs=1, slots=1, cores=1)
        self.ebiri("run", config, "--quiet")
        self.assertRegex(self.isolation(), r"^none, 1 core by affinity, CPU by [a-z ]+; random: none, 2 cores by affinity$")

    def test_more_cores_than_there_are_is_a_warning(self):
        crowded = self.config(TWO_ENGINES, pairs=1, slots=HERE)
        expected = (f"{HERE} slot{'s' * (HERE > 1)} of 2 cores need {2 * HERE} cores, but only {HERE} are available: "
                    "engines wait for each other; reduce `slots` or `cores`\n")
        _, err = self.ebiri("check", crowded)
        self.assertEqual(f"{crowded}: warning: {expected}", err)
        _, err = self.ebiri("run", crowded, "--quiet")
        self.assertEqual(f"ebiri: warning: {expected}", err)
        if HERE >= 2:
            _, err = self.ebiri("check", self.config(TWO_ENGINES, slots=HERE // 2))
            self.assertEqual("", err)
        _, err = self.ebiri("check", self.config(slots=100 * HERE))  # engines without `cores` cause no warning
        self.assertEqual("", err)

    def test_auto_slots_have_cores_of_their_own(self):
        out, _ = self.ebiri("run", self.config(TWO_ENGINES, slots="auto", placement="pinned"), "--dry-run")
        self.assertIn(f"; {max(1, HERE // 2)} at a time;", out)

    def test_check_says_what_the_default_does(self):
        config = self.config(isolation="sandbox", slots=1)
        out, err = self.ebiri("check", config)
        self.assertEqual(f"{config}: ok\n", out)
        self.assertTrue(err.startswith(f"{config}: note: "), err)
        self.assertIn("all cores. In a run that an older version of Ebiri began", err)
        for said in ("none", "1"):
            self.assertEqual("", self.ebiri("check", self.config(isolation="sandbox", slots=1, cores=said))[1])


if __name__ == "__main__":
    arena.main()

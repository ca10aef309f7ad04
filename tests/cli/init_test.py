"""`ebiri init` and `ebiri schema`: templates of configs, and the schema for editors."""

import json
import re

from arena import ArenaTest, main

PURPOSES = ["match", "round-robin", "gauntlet", "sprt", "contest"]


class InitTest(ArenaTest):
    def variants(self):
        return [variant["name"] for variant in json.loads(self.ebiri("variants", "--json")[0])]

    def test_every_purpose_and_variant_passes_check_and_dry_run(self):
        variants = self.variants()
        self.assertGreater(len(variants), 4)
        for variant in variants:
            for purpose in PURPOSES:
                with self.subTest(variant=variant, purpose=purpose):
                    file = f"{variant}-{purpose}.yaml"
                    _, err = self.ebiri("init", purpose, "--variant", variant, "-o", file)
                    self.assertEqual(f"ebiri: wrote {file}; to play it: ebiri run {file}\n", err)
                    if purpose == PURPOSES[0]:
                        self.assertEqual(f"{file}: ok\n", self.ebiri("check", file)[0])
                    _, err = self.ebiri("run", file, "--dry-run")
                    text = (self.folder / file).read_text()
                    if "random-plies" in text:
                        self.assertNotIn("openings, but `pairs` is", err)
                    self.assertTrue(text.startswith("# yaml-language-server: $schema=ebiri.schema.json\n"), text)
                    self.assertIn(f"name: {variant}-{purpose} ", text)
                    self.assertIn(f"name: {variant},", text)

    def test_written_configs_can_be_played(self):
        self.ebiri("init", "match", "-o", "first.yaml")
        self.ebiri("run", "first.yaml", "--set", "pairs=1", "--set", "limit={nodes: 100}", "--set", "slots=1", "--quiet")
        self.assertEqual(2, len(self.games("first")))

    def test_engines_of_the_user(self):
        (self.folder / "mine.py").write_text("#!/usr/bin/env python3\n")
        (self.folder / "mine.py").chmod(0o755)
        out, _ = self.ebiri("init", "match", "--engine", "./mine.py")
        self.assertIn("  - {name: mine, command: ./mine.py}\n  - {name: alphabeta, command: bots/alphabeta}\n", out)
        out, _ = self.ebiri("init", "sprt", "--engine", "new=./mine.py --fast", "--engine", "old=python3 mine.py")
        self.assertIn("# accepts only a stronger candidate; an equal one fails\n  candidate: new\n  baseline: old\n", out)
        self.assertIn("  - {name: new, command: './mine.py --fast'}\n", out.replace("command: ./mine.py --fast}", "command: './mine.py --fast'}"))
        out, _ = self.ebiri("init", "gauntlet", *["--engine", "./mine.py"] * 3)
        self.assertIn("  - {name: mine, command: ./mine.py, role: challenger}\n  - {name: mine-2, command: ./mine.py}\n"
                      "  - {name: mine-3, command: ./mine.py}\n", out)
        out, _ = self.ebiri("init", "contest", *["--engine", "./mine.py"] * 40)
        self.assertIn("format: {name: swiss}", out)

    def test_invalid_requests_are_refused(self):
        _, err = self.ebiri("init", "match", "--engine", "./nothing", expect=2)
        self.assertIn("./nothing", err)
        self.assertIn("error:", err)
        _, err = self.ebiri("init", "match", *["--engine", "bots/greedy"] * 3, expect=2)
        self.assertEqual("ebiri: 3 engines are too many: a match is played by two; `round-robin` takes more\n", err)
        _, err = self.ebiri("init", "match", "--variant", "owar", expect=2)
        self.assertIn("did you mean `oware`?", err)
        self.ebiri("init", "mach", expect=2)
        _, err = self.ebiri("init", "match", "--ruleset", "abapa grand-slam=illegal", expect=2)
        self.assertEqual("ebiri: `--ruleset` takes no options; write them into the config: `variant` has the key `options`\n", err)
        file = self.folder / "there.yaml"
        file.write_text("mine\n")
        _, err = self.ebiri("init", "match", "-o", "there.yaml", expect=2)
        self.assertEqual("ebiri: `there.yaml` exists already; --force replaces it\n", err)
        self.assertEqual("mine\n", file.read_text())
        self.ebiri("init", "match", "-o", "there.yaml", "--force")
        self.assertIn("format: match", file.read_text())
        self.ebiri("init", "match", "-o", "no/such/folder.yaml", expect=3)

    def test_a_contest_to_begin_with(self):
        self.ebiri("contest", "init", "below/friday")
        written = self.folder / "below" / "friday"
        text = (written / "contest.yaml").read_text()
        self.assertTrue(text.startswith("# yaml-language-server: $schema=contest.schema.json\n"), text)
        schema = json.loads((written / "contest.schema.json").read_text())
        self.assertEqual(schema, json.loads(self.ebiri("schema", "contest")[0]))
        self.assertEqual((["name", "finals"], False), (schema["required"], schema["additionalProperties"]))
        keys, finals = schema["properties"], schema["properties"]["finals"]["properties"]
        self.assertEqual(set(re.findall(r"^(?:# )?([a-z]+):", text, re.MULTILINE)) - {"yaml"}, set(keys))
        self.assertLess(set(re.findall(r"^  ([a-z-]+):", text, re.MULTILINE)), set(finals))
        self.assertTrue({"name", "seed", "engines", "isolation", "sprt"}.isdisjoint(finals))
        self.assertIn("python", keys["languages"]["items"]["enum"])
        self.assertRegex("2099-11-27T18:00:00Z", keys["deadline"]["pattern"])
        self.assertIn("commitment", self.ebiri("contest", "open", "below/friday")[0])
        uncommented = re.sub(r"^# (?=(deadline|languages|beacon):)", "", text, flags=re.MULTILINE)
        (written / "contest.yaml").write_text(uncommented)
        self.ebiri("contest", "list", "below/friday")
        self.assertIn("`below/friday/contest.yaml` exists already", self.ebiri("contest", "init", "below/friday/", expect=2)[1])
        self.assertEqual(uncommented, (written / "contest.yaml").read_text())
        self.assertIn("a contest has the name of its folder, but this name", self.ebiri("contest", "init", "-", expect=2)[1])

    def test_the_schema_is_written_beside_the_config(self):
        (self.folder / "below").mkdir()
        self.ebiri("init", "match", "-o", "below/a.yaml", "--schema")
        printed, _ = self.ebiri("schema")
        self.assertEqual(printed, (self.folder / "below" / "ebiri.schema.json").read_text())
        schema = json.loads(printed)
        self.assertEqual("http://json-schema.org/draft-07/schema#", schema["$schema"])
        self.assertEqual(["name", "engines"], schema["required"])


if __name__ == "__main__":
    main()

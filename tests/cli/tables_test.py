"""`ebiri tables`: builds, resumes, reads and refuses endgame tables."""

import re

from arena import ArenaTest, main

BOARDS = [1, 12, 78, 364, 1365, 4368]


class Tables(ArenaTest):
    def build(self, *arguments, **expected):
        return self.ebiri("tables", "oware", *arguments, **expected)

    def layers(self, out):
        return [line.split() for line in out.splitlines() if re.match(r" +\d", line)]

    def test_a_table_is_built_and_grows(self):
        out, _ = self.build("--seeds", "3", "--threads", "1")
        self.assertEqual(BOARDS[:4], [int(row[1]) for row in self.layers(out)])
        small = (self.folder / "oware.endgames").read_bytes()
        out, _ = self.build("--seeds", "5")
        self.assertEqual(BOARDS, [int(row[1]) for row in self.layers(out)])
        self.assertEqual(4, out.count("exists"))
        self.assertIn(f"`oware.endgames` has {sum(BOARDS)} boards of `grand-slam=no-capture ", out)
        grown = (self.folder / "oware.endgames").read_bytes()
        self.assertTrue(grown.startswith(small))
        self.build("--seeds", "5", "--file", "at-once", "--threads", "3")
        self.assertEqual(grown, (self.folder / "at-once").read_bytes())

    def test_a_position_is_looked_up(self):
        self.build("--seeds", "5")
        out, _ = self.build("--position", "0-0-0-0-2-1-1-0-0-0-0-0-22-22-S")
        self.assertEqual("south still gets 2 of 4 seeds\n  E: at least 2\n  F: at least 0\n", out)
        _, err = self.build("--position", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", expect=2)
        self.assertIn("the board has 48 seeds, but `oware.endgames` has boards of at most 5", err)
        _, err = self.build("--position", "0-0", expect=2)
        self.assertTrue(err)

    def test_damaged_tables_and_other_rules_are_refused_without_loss(self):
        self.build("--seeds", "4")
        file = self.folder / "oware.endgames"
        sound = file.read_bytes()
        _, err = self.build("--rules", "awari", "--seeds", "4", expect=3)
        self.assertIn("was built for `grand-slam=no-capture", err)
        damaged = sound[:-1] + bytes([sound[-1] ^ 1])
        file.write_bytes(damaged)
        for arguments in (["--seeds", "5"], ["--position", "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S"]):
            _, err = self.build(*arguments, expect=3)
            self.assertIn("`oware.endgames` is damaged in the boards with 4 seeds", err)
        self.assertEqual(damaged, file.read_bytes())
        file.write_bytes(sound[:-1])
        self.build("--seeds", "4")
        self.assertEqual(sound, file.read_bytes())

    def test_invalid_settings_are_reported(self):
        _, err = self.ebiri("tables", "kalah", expect=2)
        self.assertIn("tables are available for `oware` only, not for `kalah`", err)
        self.build("--rules", "abapa", "grand-slam=never", expect=2)
        self.build("--seeds", "48", expect=2)
        _, err = self.build("--file", "no/such/folder", "--seeds", "1", expect=3)
        self.assertIn("cannot open `no/such/folder`: No such file or directory", err)

    def test_a_table_adjudicates_a_game(self):
        self.build("--seeds", "6")
        config = self.config(pairs=8, adjudication="{tables: oware.endgames}")
        self.ebiri("run", config, "--quiet")
        ended = [game for game in self.games() if game["reason"] == "endgame-tables"]
        self.assertTrue(ended)
        for game in ended:
            self.assertEqual("adjudicated", game["cause"])
            self.assertRegex(game["detail"], "with best play south gets [0-9]+")
            position = game["final"]
            pits = [int(number) for number in position.split("-")[:12]]
            self.assertLessEqual(sum(pits), 6)
            out, _ = self.build("--position", position)
            still = [int(number) for number in re.findall(r"[0-9]+", out.splitlines()[0].split(" of ")[0])]
            south_stores, north_stores = (int(number) for number in position.split("-")[12:14])
            store = south_stores if position.endswith("S") else north_stores
            mover, other = ("south", "north") if position.endswith("S") else ("north", "south")
            least, most = store + still[0], store + still[-1]
            expected = mover if least > 24 else other if most < 24 else "draw"
            self.assertEqual(expected, game["result"])
        self.ebiri("replay", "results/test")

    def test_unusable_tables_stop_a_run_before_it_begins(self):
        self.build("--seeds", "2")
        _, err = self.ebiri("check", self.config(adjudication="{tables: missing}"), expect=2)
        self.assertIn("file `missing` not found", err)
        _, err = self.ebiri("check", self.config(variant="kalah", adjudication="{tables: oware.endgames}"), expect=2)
        self.assertIn("there are no endgame tables of `kalah`", err)
        awari = self.config(variant="{name: oware, ruleset: awari}", adjudication="{tables: oware.endgames}")
        _, err = self.ebiri("run", awari, expect=2)
        self.assertIn("was built for", err)


if __name__ == "__main__":
    main()

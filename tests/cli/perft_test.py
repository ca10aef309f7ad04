"""`ebiri perft`: the counts, from every kind of start, their limits, and the bench."""

import json
import re

from arena import ArenaTest, main

OWARE = [6, 36, 190, 1014, 5219, 27332]


class Perft(ArenaTest):
    def depths(self, *arguments):
        return json.loads(self.ebiri("perft", *arguments, "--json")[0])["depths"]

    def test_both_counts_at_every_depth(self):
        out, _ = self.ebiri("perft", "oware")
        rows = [line.split() for line in out.splitlines()[2:]]
        self.assertEqual(OWARE, [int(row[1]) for row in rows])
        self.assertEqual(OWARE, [int(row[3]) for row in rows])
        position = "0-1-0-0-1-17-0-0-1-0-0-0-6-22-S"
        counts = self.depths("oware", "--position", position)
        out, _ = self.ebiri("perft", "oware", "--position", position)
        rows = [line.split() for line in out.splitlines()[2:]]
        self.assertEqual([(count["leaves"], count["leaves"] + count["ended_earlier"]) for count in counts],
                         [(int(row[1]), int(row[3])) for row in rows])
        self.assertGreater(counts[-1]["ended_earlier"], 0)

    def test_the_branches_add_up(self):
        document = json.loads(self.ebiri("perft", "oware", "--depth", "5", "--divide", "--json")[0])
        self.assertEqual(list("ABCDEF"), list(document["divide"]))
        self.assertEqual(OWARE[4], sum(branch["leaves"] for branch in document["divide"].values()))

    def test_rules_are_one_text_or_several_words(self):
        position = ["--position", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "--depth", "1"]
        self.assertEqual([2, 1, 1], [self.depths("oware", *rules, *position)[0]["leaves"] for rules in (
            [], ["--rules", "abapa", "grand-slam=illegal"], ["--rules", "abapa grand-slam=illegal"])])

    def test_a_start_that_must_be_arranged_is_refused_with_a_way_out(self):
        ways_out = 0
        for variant in json.loads(self.ebiri("variants", "--json")[0]):
            name = variant["name"]
            start = json.loads(self.ebiri("rules", name, "--json")[0])["start"]
            explained = json.loads(self.ebiri("rules", name, "--position", start, "--json")[0])
            if not explained["arrangement"]:
                self.ebiri("perft", name, "--depth", "1")
                continue
            _, err = self.ebiri("perft", name, "--depth", "1", expect=2)
            self.assertIn("the next move is an arrangement", err)
            rules = re.search(r'or --rules "(.*)"$', err)[1]
            self.assertGreater(self.depths(name, "--rules", rules, "--depth", "1")[0]["leaves"], 0)
            ways_out += 1
        self.assertGreater(ways_out, 0)

    def test_invalid_arguments_are_refused(self):
        for arguments, message in (
            ([], "VARIANT is required"),
            (["owari"], "did you mean `oware`?"),
            (["oware", "--depth", "31"], "31"),
        ):
            with self.subTest(arguments):
                _, err = self.ebiri("perft", *arguments, expect=2)
                self.assertIn(message, err)


if __name__ == "__main__":
    main()

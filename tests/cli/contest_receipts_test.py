"""Receipts: where they are printed, and that games began after the lock. Forged histories are tested in
tests/contest/verify_test.cpp."""

import datetime
import hashlib
import json
import re

from arena import main
from contest_page import PageTest

FIRST = "ebiri contest receipt 1"


def receipts_in(text):
    """The receipts in a text."""
    return re.findall(rf"{FIRST}\n(?:[a-z]+ \S+\n){{8}}", text)


def fields(receipt):
    return dict(line.split(" ", 1) for line in receipt.splitlines()[1:])


def moved(at, **by):
    """A time of the history, later or earlier."""
    time = datetime.datetime.strptime(at, "%Y-%m-%dT%H:%M:%S.%fZ") + datetime.timedelta(**by)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


class ReceiptsTest(PageTest):
    def add(self, name):
        """A submission's receipt, also as a file."""
        receipt, = receipts_in(self.run_contest("add", self.entry(name))[0])
        (self.folder / f"{name}.txt").write_text(receipt)
        return receipt

    def verify(self, *receipts, expect=0):
        more = ["--receipt", *(f"{name}.txt" for name in receipts)] if receipts else []
        return self.run_contest("verify", *more, expect=expect)[0]


class Given(ReceiptsTest):
    def test_every_command_and_page_gives_the_same_receipt(self):
        receipt = self.add("ann")
        line = self.history().splitlines()[1]
        event = json.loads(line)
        self.assertEqual({"contest": "friday", "team": "ann", "number": "1", "tree": event["tree"], "time": event["at"], "line": "2",
                          "hash": hashlib.sha256(line).hexdigest()}, {key: value for key, value in fields(receipt).items() if key != "signature"})
        self.assertEqual([receipt], receipts_in(self.run_contest("add", self.folder / "entries" / "ann")[0]))  # the same again
        listed, = json.loads(self.run_contest("list", "--format", "json")[0])
        self.assertEqual((receipt, 2, fields(receipt)["hash"]), (listed["receipt"], listed["line"], listed["hash"]))
        self.assertEqual([receipt], receipts_in(self.run_contest("list", "ann", "--format", "receipts")[0]))
        row = self.run_contest("list")[0].splitlines()[1].split()
        self.assertEqual(["2", fields(receipt)["hash"][:12]], row[-2:])
        ann, bob = self.token("ann", "bob")
        with self.serving(said="ebiri: bob 1: .*\n") as port:
            self.assertEqual(receipt, self.get(port, "/team/receipt-1.txt", ann).text)
            self.assertIn(receipt, self.get(port, "/team/1", ann).text)
            self.assertIn('href="receipt-1.txt"', self.get(port, "/team/", ann).text)
            sent, = receipts_in(self.upload(port, bob, self.archive("bob")).text)
            self.assertEqual(("bob", "3"), (fields(sent)["team"], fields(sent)["line"]))
            self.assertIn(sent, self.upload(port, bob, self.archive("bob"), Accept="text/html").text)
            self.assertNotIn(receipt, self.get(port, "/team/receipt-1.txt", bob).text)
            for path in ("/team/receipt-2.txt", "/team/receipt-.txt", "/team/receipt-1", "/team/receipt-1.txt.txt"):
                self.assertEqual(404, self.get(port, path, ann).status, path)
            self.assertEqual(403, self.get(port, "/team/receipt-1.txt").status)
            self.assertIn(hashlib.sha256(self.history().splitlines()[-1]).hexdigest(), self.get(port, "/").text)

    def test_a_copy_without_private_is_listed_without_receipts(self):
        self.add("ann")
        (self.contest / "private" / "key.pem").rename(self.folder / "key.pem")
        self.assertEqual("", json.loads(self.run_contest("list", "--format", "json")[0])[0]["receipt"])
        self.assertIn("key.pem", self.run_contest("list", "--format", "receipts", expect=3)[1])
        before = self.history()
        self.assertIn("key.pem", self.run_contest("add", self.entry("bob"), expect=3)[1])  # a submission needs a receipt
        self.assertEqual(before, self.history())
        self.verify("ann")
        token = self.token("ann")
        with self.serving(said="(ebiri: .*key.pem.*\n)+") as port:
            self.assertEqual(503, self.get(port, "/team/receipt-1.txt", token).status)

    def test_receipts_in_mails_are_read(self):
        receipt = self.add("ann")
        (self.folder / "mail.txt").write_bytes(("Dear team,\r\n\r\n" + receipt.replace("\n", " \r\n") + "\r\nyours\r\n" + receipt).encode())
        out = self.verify("mail")
        self.assertEqual(2, out.count("yes the receipt of ann 1 matches line 2 of the history"))
        (self.folder / "broken.txt").write_text("nothing")
        self.assertIn(f"no line is `{FIRST}`", self.run_contest("verify", "--receipt", "broken.txt", expect=2)[1])
        self.run_contest("verify", "--receipt", "nowhere.txt", expect=3)


class Dates(ReceiptsTest):
    def wrong(self, events, said):
        self.remake(events)
        self.assertIn(said, self.verify(expect=1))

    def test_games_that_began_before_the_lock(self):
        self.add("ann")
        opened, ann = self.events()
        file = self.config(engines="\n  - {name: ann, command: bots/random}\n  - {name: bob, command: bots/random}\n", name="finals", pairs=1)
        self.ebiri("run", file, "--results", "friday")
        (self.contest / "finals.yaml").write_text(file.read_text())
        began = json.loads((self.contest / "finals" / "games.jsonl").read_text().splitlines()[2])
        self.assertEqual("game", began["type"])
        locked = {"type": "locked", "secret": "0" * 64, "beacon": "", "seed": 7, "rules": "", "settings": "", "finalists": []}
        self.wrong([opened, ann, {**locked, "at": moved(began["started"], milliseconds=1)}], f"NO  game {began['game']}: it began at {began['started']}, before the lock")
        self.remake([opened, ann, {**locked, "at": began["started"]}])
        self.assertNotIn(f"it began at {began['started']}, before the lock", self.verify(expect=1))
        self.wrong([opened, ann, {**locked, "at": ann["at"]}, {"type": "finalized", "at": ann["at"], "manifest": ""}],
                   f"NO  game {began['game']}: it began at {began['started']}, after the end")


if __name__ == "__main__":
    main()

"""What a host cannot do to a contest's history unseen: change dates, change the order, make the chain anew."""

import datetime
import hashlib
import json
import re

from arena import main
from contest_arena import RULES
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
    def test_each_submission_has_one_wherever_it_is_asked_for(self):
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

    def test_a_copy_without_private_is_listed_without_them(self):
        self.add("ann")
        (self.contest / "private" / "key.pem").rename(self.folder / "key.pem")
        self.assertEqual("", json.loads(self.run_contest("list", "--format", "json")[0])[0]["receipt"])
        self.assertIn("key.pem", self.run_contest("list", "--format", "receipts", expect=3)[1])
        before = self.history()
        self.assertIn("key.pem", self.run_contest("add", self.entry("bob"), expect=3)[1])  # no submission without a receipt
        self.assertEqual(before, self.history())
        self.verify("ann")

    def test_they_are_read_from_mails_too(self):
        receipt = self.add("ann")
        (self.folder / "mail.txt").write_bytes(("Dear team,\r\n\r\n" + receipt.replace("\n", " \r\n") + "\r\nyours\r\n" + receipt).encode())
        out = self.verify("mail")
        self.assertEqual(2, out.count("yes the receipt of ann 1 is of line 2 of the history"))
        for text, said in (("nothing", f"no line says `{FIRST}`"), (receipt.replace("tree", "trees"), "line 5: expected `tree …`"),
                           (FIRST, "line 2: expected `contest …`"), (receipt.replace("line 2", "line two"), "line 1: `number`, `time` or `line`")):
            (self.folder / "broken.txt").write_text(text)
            self.assertIn(said, self.run_contest("verify", "--receipt", "broken.txt", expect=2)[1])
        self.run_contest("verify", "--receipt", "nowhere.txt", expect=3)


class Forged(ReceiptsTest):
    def setUp(self):
        super().setUp()
        for name in ("ann", "bob", "cy"):
            self.add(name)
        self.verify("ann", "bob", "cy")
        head = hashlib.sha256(self.history().splitlines()[-1]).hexdigest()
        self.assertIn("yes line 4 of the history has the hash", self.run_contest("verify", "--head", head)[0])
        self.head = head

    def forged(self, events, *receipts):
        """The chain is in order, and each of these receipts contradicts it."""
        self.remake(events)
        self.assertIn("each follows from the one before it", self.verify())
        for name in receipts:
            self.assertRegex(self.verify(name, expect=1), f"NO  the receipt of {name} 1: (line . of the history has another hash|it is of line)")
        if receipts:
            self.assertIn("NO  no line of the history has the hash", self.run_contest("verify", "--head", self.head, expect=1)[0])

    def test_a_chain_that_was_made_anew(self):
        opened, ann, bob, cy = self.events()
        self.forged([opened, ann, bob, cy])  # the same
        self.forged([opened, {**ann, "at": moved(ann["at"], milliseconds=-1)} if ann["at"] > opened["at"] else {**ann, "at": opened["at"]}, bob, cy],
                    *(("ann", "bob", "cy") if ann["at"] > opened["at"] else ()))
        early = {**opened, "at": moved(opened["at"], hours=-9)}
        self.forged([early, *({**one, "at": moved(one["at"], hours=-8)} for one in (ann, bob, cy))], "ann", "bob", "cy")
        self.forged([opened, {**bob, "at": ann["at"]}, {**ann, "at": bob["at"]}, cy], "ann", "bob", "cy")
        self.forged([opened, ann, {**cy, "at": bob["at"]}, {**bob, "at": cy["at"]}], "bob", "cy")
        self.forged([opened, ann, cy], "bob", "cy")
        self.forged([opened, ann, {**bob, "team": "eve", "at": ann["at"]}, bob, cy], "bob", "cy")
        self.forged([opened, {**ann, "tree": bob["tree"]}, bob, cy], "ann", "bob", "cy")
        self.forged([opened, {**ann, "team": "eve"}, bob, cy], "ann", "bob", "cy")
        self.forged([{**opened, "commitment": "0" * 64}, ann, bob, cy], "ann", "bob", "cy")

    def test_another_key_or_another_contest(self):
        opened, *rest = self.events()
        self.remake([{**opened, "public_key": "5" * 64}, *rest])
        self.assertIn("NO  the receipt of ann 1: its signature was not made by the announced key", self.verify("ann", expect=1))
        self.remake([{**opened, "name": "monday"}, *rest])
        self.assertIn("NO  the receipt of ann 1: it is one of the contest `friday`", self.verify("ann", expect=1))

    def test_a_receipt_that_was_changed(self):
        receipt = (self.folder / "ann.txt").read_text()
        for key, value in fields(receipt).items():
            other = {"contest": "monday", "team": "bob", "number": "2", "line": "3", "time": moved(fields(receipt)["time"], hours=-1)}
            changed = other.get(key) or value[:-1] + ("1" if value[-1] == "0" else "0")
            (self.folder / "changed.txt").write_text(receipt.replace(f"{key} {value}\n", f"{key} {changed}\n"))
            self.assertIn("its signature was not made by the announced key", self.verify("changed", expect=1), key)


class Dates(ReceiptsTest):
    def wrong(self, events, said):
        self.remake(events)
        self.assertIn(said, self.verify(expect=1))

    def test_they_rise_and_end_with_the_deadline_and_the_lock(self):
        for name in ("ann", "bob"):
            self.add(name)
        opened, ann, bob = self.events()
        self.assertIn("yes the dates of the history rise\n", self.verify())
        self.wrong([opened, {**ann, "at": moved(bob["at"], milliseconds=1)}, bob], "NO  line 3 of the history is dated")
        self.wrong([{**opened, "at": moved(ann["at"], milliseconds=1)}, ann, bob], "NO  line 2 of the history is dated")
        self.remake([opened, ann, bob])
        self.rules(RULES + f"deadline: {bob['at']}\n")
        self.assertIn("yes no entry is dated after the deadline\n", self.verify())
        self.wrong([opened, ann, {**bob, "at": moved(bob["at"], milliseconds=1)}], "NO  bob 1 is dated")
        locked = {"type": "locked", "at": bob["at"], "secret": "0" * 64, "beacon": "", "seed": 1, "rules": "", "settings": "", "finalists": []}
        built = {"type": "built", "at": bob["at"], "team": "ann", "number": 1, "tree": "", "problem": "x"}
        for event in (bob, built, {"type": "qualified", "at": bob["at"], "team": "ann", "number": 1, "problems": []},
                      {"type": "withdrawn", "at": bob["at"], "team": "ann", "reason": ""}, locked):
            self.wrong([opened, ann, locked, event], "NO  line 4 of the history cannot come there: the contest is locked")
        self.wrong([opened, ann, opened], "NO  line 3 of the history cannot come there: the contest is open already")
        self.wrong([ann, opened], "NO  line 1 of the history cannot come there: the contest is not open")
        finalized = {"type": "finalized", "at": bob["at"], "manifest": "0" * 64}
        self.wrong([opened, ann, finalized], "NO  line 3 of the history cannot come there: the contest is not locked")

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

    def test_a_clock_that_went_back_dates_nothing_before_the_last_line(self):
        self.add("ann")
        opened, ann = self.events()
        ahead = moved(ann["at"], hours=1)
        self.remake([opened, {**ann, "at": ahead}])
        self.assertEqual(ahead, fields(self.add("bob"))["time"])
        self.verify("bob")
        self.rules(RULES + f"deadline: {moved(ann['at'], minutes=59)}\n")
        before = self.history()
        self.assertIn(f"the history got a line that is dated {ahead}", self.run_contest("add", self.entry("cy"), expect=2)[1])
        self.assertEqual(before, self.history())

    def test_a_history_of_version_1_is_checked_to_the_minute(self):
        for name in ("ann", "bob"):
            self.add(name)
        opened, ann, bob = self.events()
        self.assertEqual(2, opened["version"])
        self.rules(RULES + f"deadline: {bob['at']}\n")
        opened["version"] = 1
        self.remake([opened, ann, {**bob, "at": moved(bob["at"], seconds=10)}])
        self.assertIn("--  the history is of version 1", self.verify())
        receipt, = receipts_in(self.run_contest("list", "bob", "--format", "receipts")[0])
        (self.folder / "late.txt").write_text(receipt)
        self.verify("late")
        self.wrong([opened, ann, {**bob, "at": moved(bob["at"], seconds=61)}], "NO  bob 1 is dated")
        self.wrong([opened, ann, {**bob, "at": moved(ann["at"], seconds=-61)}], "NO  line 3 of the history is dated")
        opened["version"] = 3
        self.remake([opened, ann, bob])
        self.assertIn("a newer ebiri wrote it", self.run_contest("verify", expect=3)[1])


if __name__ == "__main__":
    main()

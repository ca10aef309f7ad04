"""Entries of a contest: accepted and refused submissions, and malicious archives."""

import datetime
import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import tarfile
import time
import zipfile

from arena import main
from contest_arena import BOT, ENTRY, RULES, ContestTest, tree_digest

GOOD = ENTRY.replace("NAME", "sower").encode()


def info(name, kind=tarfile.REGTYPE, link="", size=0):
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.size = kind, link, size
    return member


class Entries(ContestTest):
    maxDiff = None

    def refused(self, source, *said, arguments=()):
        """Checks that the submission is refused with these words and stores nothing."""
        before, trees = self.history(), self.trees()
        _, errors = self.run_contest("add", source, *arguments, expect=2)
        for words in said:
            self.assertIn(words, errors)
        self.assertIn("the submission is refused", errors)
        self.assertEqual((before, trees, []), (self.history(), self.trees(), self.leftovers()))
        return errors

    def test_a_folder_and_its_archives_are_the_same_submission(self):
        self.open()
        folder = self.entry("sower")
        (folder / ".git").mkdir()
        (folder / ".git" / "HEAD").write_text("x")
        (folder / "tool.sh").write_text("#!/bin/sh\n")
        (folder / "tool.sh").chmod(0o755)
        digest = tree_digest({"entry.yaml": GOOD, "main.py": BOT.encode(), "tool.sh": (b"#!/bin/sh\n", True)})
        out, _ = self.run_contest("add", folder)
        self.assertIn(f"sower 1: {digest}, 3 files", out)
        for name, mode in (("a.tar", "w"), ("a.tar.gz", "w:gz")):
            with tarfile.open(self.folder / name, mode) as archive:
                archive.add(folder, "sower-1.0")
            self.assertIn("the same files as before", self.run_contest("add", self.folder / name)[0])
        with zipfile.ZipFile(self.folder / "a.zip", "w") as archive:
            for path in sorted(folder.rglob("*")):
                archive.write(path, path.relative_to(folder))
        self.assertIn("the same files as before", self.run_contest("add", self.folder / "a.zip")[0])
        self.assertEqual([digest], self.trees())
        self.assertEqual(BOT, (self.contest / "trees" / digest / "main.py").read_text())

    def test_every_submission_is_kept(self):
        self.open()
        for number in (1, 2, 3):
            self.entry("sower", files={"main.py": BOT + f"# {number}\n"})
            self.run_contest("add", self.folder / "entries" / "sower", "--team", "sower")
        self.run_contest("add", self.entry("other"))
        self.assertEqual(4, len(self.trees()))
        listed = json.loads(self.run_contest("list", "sower", "--format", "json")[0])
        self.assertEqual([1, 2, 3], [one["number"] for one in listed])
        table = self.run_contest("list")[0].splitlines()
        self.assertIn("  Playing  Tree ", table[0])
        self.assertEqual(["sower", "3"], table[1].split()[:2])
        self.assertEqual(["other", "1"], table[2].split()[:2])
        self.assertIn("received", table[1])
        errors = self.run_contest("add", self.entry("more", files={"main.py": BOT, "results/friday/games.jsonl": "x"}))[1]
        self.assertIn("note: the entry contains `results`, the folder of `ebiri run`\n", errors)

    def test_invalid_entries_are_refused(self):
        self.open()
        (self.folder / "text").write_text("hello")
        self.refused("text", "text: ", "expected .tar, .tar.gz or .zip")
        self.refused("nowhere", "`nowhere` not found")
        self.refused(self.tar([("main.py", b"x")]), "`entry.yaml` not found")
        self.refused(self.tar([("a/entry.yaml", GOOD), ("b/main.py", b"x")]), "`entry.yaml` not found")
        self.refused(self.tar([]), "`entry.yaml` not found at the top of the entry, or in its only folder; three lines are enough: `name: seed-sower`")
        whole = self.tar([("entry.yaml", GOOD), ("main.py", os.urandom(100_000))]).read_bytes()
        (self.folder / "torn.tar.gz").write_bytes(whole[:-50_000])
        self.refused("torn.tar.gz", "the archive cannot be read")

    def test_unknown_commands(self):
        for words, said in ((["contest", "finalise"], "unknown command `contest finalise`; did you mean `finalize`?"),
                            (["contest", "quux"], "unknown command `contest quux`; `ebiri contest --help` lists all"),
                            (["contst"], "unknown command `contst`; did you mean `contest`?"),
                            (["bao"], "unknown command `bao`; try `ebiri play bao` or `ebiri rules bao`"),
                            (["why"], "unknown command `why`; try `ebiri analyze RUN GAME` or `ebiri reproduce RUN GAME`"),
                            (["game", "x", "7"], "unknown command `game`; try `ebiri games` or `ebiri analyze RUN GAME`"),
                            (["lesson", "bao"], "unknown command `lesson`; try `ebiri play bao --learn`"),
                            (["learn"], "unknown command `learn`; try `ebiri play --learn`"),
                            (["elo"], "unknown command `elo`; try `ebiri grade` or `ebiri rate`"),
                            (["strength", "mine.py"], "unknown command `strength`; try `ebiri grade`"),
                            (["levels"], "unknown command `levels`; try `ebiri grade`"),
                            (["test"], "unknown command `test`; it works only in the source of Ebiri, as `./ebiri test`; for an engine: `ebiri probe`, `grade` or `match`"),
                            (["contest", "start"], "unknown command `contest start`; try `ebiri contest open`"),
                            (["contest", "status", "friday"], "unknown command `contest status`; try `ebiri contest list`"),
                            (["contest", "close"], "unknown command `contest close`; try `ebiri contest lock`"),
                            (["contest", "create", "friday"], "unknown command `contest create`; try `ebiri contest init`"),
                            (["contest", "new", "friday"], "unknown command `contest new`; try `ebiri contest init`"),
                            (["contest", "show", "friday"], "unknown command `contest show`; try `ebiri contest list`"),
                            (["contest", "submit", "friday", "x"], "unknown command `contest submit`; try `ebiri contest add`"),
                            (["package"], "unknown command `package`; it works only in the source of Ebiri, as `./ebiri package`"),
                            (["play", "bao", "level2"], "unexpected `level2`; did you mean `--level`? `ebiri play --help` lists the arguments"),
                            (["sprt", "--elo0=1", "--elo0=2"], "`--elo0` is given more than once; `ebiri sprt --help` lists the arguments"),
                            (["play", "--level", "11"], "--level: expected 1 to 10, found `11`; `ebiri play --help` lists the arguments"),
                            (["play", "--seed", "x"], "--seed: invalid value `x`; `ebiri play --help` lists the arguments"),
                            (["analyze", "x", "7.1"], "--game: expected a number from 1, found `7.1`; `ebiri analyze --help` lists the arguments"),
                            (["grade", "x", "--time", "soon"], "--time: expected a time of 1s to 1000000s such as 90, 15min or 1h, found `soon`; `ebiri grade --help` lists the arguments"),
                            (["run", "x", "--format", "xml"], "--format: expected one of `table`, `markdown`, `csv`, `json`, found `xml`; `ebiri run --help` lists the arguments"),
                            (["report", "x", "4"], "unexpected `4`; for one game write `ebiri replay RUN GAME`; `ebiri report --help` lists the arguments"),
                            (["rules", "oware", "4"], "unexpected `4`; write `--rules RULESET` or `--position POSITION`; `ebiri rules --help` lists the arguments"),
                            (["grade", "python3", "bot.py"], "unexpected `bot.py`; quote a command: `ebiri grade 'python3 bot.py'`, or write `ebiri grade bot.py`; `ebiri grade --help` lists the arguments"),
                            (["grade", "x", "--games=9"], "unexpected `--games=9`; a grade plays as many games as it needs, within `--time`; `ebiri grade --help` lists the arguments"),
                            (["match", "x", "y", "--games", "9"], "unexpected `--games`; did you mean `--pairs`? `ebiri match --help` lists the arguments"),
                            (["contest", "play", "friday", "x", "y"], "unexpected `x`; `ebiri contest play --help` lists the arguments")):
            self.assertEqual(f"ebiri: {said}\n", self.ebiri(*words, expect=2)[1])
        self.assertEqual(self.ebiri("contest", "--help")[0], self.ebiri("contest", expect=2)[0])
        (self.contest / "contest.yaml").unlink()
        self.assertEqual("friday/contest.yaml: error: file not found\n", self.run_contest("list", expect=2)[1])

    def test_contests_that_are_not_open_or_over(self):
        self.assertIn("to open it: ebiri contest open friday", self.run_contest("add", self.entry("a"), expect=2)[1])
        self.rules("name: friday\nlanguages: [cpp]\ndeadline: 2026-01-01T00:00:00Z\nfinals: {variant: kalah}\n")
        self.assertEqual("ebiri: warning: the deadline has passed; submissions are closed\n"
                         "ebiri: warning: contest.yaml has no `beacon`: you know the finals' seed before teams submit\n"
                         "ebiri: next, give each team a token (`ebiri contest token`), and serve the page for templates and submissions: "
                         "ebiri contest serve friday\n", self.run_contest("open")[1])
        self.assertIn("already open", self.run_contest("open", expect=2)[1])
        self.refused(self.entry("a"), "`language` is `python`, and this contest accepts cpp")
        self.refused(self.entry("a", ENTRY.replace("NAME", "a").replace("python\n", "cpp\n")),
                     "the deadline was 2026-01-01T00:00:00.000Z")

    def test_too_few_openings_are_found_before_the_contest_opens(self):
        self.rules(RULES.replace("variant: oware\n  pairs: 1", "variant: kalah\n  pairs: 36"))
        self.assertEqual("ebiri: found only 35 distinct openings of 2 random plies; expected 36; use more plies\n"
                         "friday/contest.yaml:6:3: the finals cannot be played with this config; change `openings` or `pairs`\n",
                         self.run_contest("open", expect=2)[1])
        self.assertFalse((self.contest / "history.jsonl").exists())

    def test_open_prints_the_announcement_and_protects_private_files(self):
        out = self.open()
        values = dict(line.split(None, 1) for line in out.replace("public key", "key").splitlines())
        secret = (self.contest / "private" / "secret").read_text().strip()
        text = f"ebiri contest commitment 1\n{secret}\n"
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), values["commitment"])
        self.assertEqual(64, len(values["key"]))
        for path, mode in (("private", 0o700), ("private/secret", 0o600), ("private/key.pem", 0o600), ("teams", 0o700), ("trees", 0o700),
                           ("incoming", 0o700)):
            self.assertEqual(mode, (self.contest / path).stat().st_mode & 0o777, path)

    def test_every_mistake_of_contest_yaml(self):
        self.rules("nam: x\ndeadline: tomorrow\nsubmission: {size: 5}\nfinals:\n  seed: 3\n  variant: chess\n  engines: []\n"
                   "  pair: 3\n")
        _, errors = self.run_contest("list", expect=2)
        self.assertEqual(
            ["friday/contest.yaml:1:1: error: unknown key `nam`; did you mean `name`?",
             "friday/contest.yaml:1:1: error: `name` is missing; write for example `name: friday-kalah`",
             "friday/contest.yaml:2:11: error: `deadline` must be a time in UTC, not `tomorrow`; write for example "
             f"`{datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(7):%Y-%m-%d}T18:00:00Z`",
             "friday/contest.yaml:3:20: error: `size` must be a size, but `5` has no unit; write `5MB`",
             "friday/contest.yaml:5:3: error: `finals` cannot set `seed`; the seed is drawn when the contest is locked",
             "friday/contest.yaml:7:3: error: `finals` cannot set `engines`; the engines are the entries that qualified",
             "friday/contest.yaml:8:3: error: unknown key `pair`; did you mean `pairs`?"],
            [line for line in errors.splitlines() if ": error: " in line and "chess" not in line])
        self.assertIn("friday/contest.yaml:6:", errors)
        self.assertEqual(errors, self.ebiri("check", "friday/contest.yaml", expect=2)[1])
        self.rules("name: friday\nfinals: {variant: kalah}\n")
        self.assertEqual("friday/contest.yaml: ok, a contest\n", self.ebiri("check", "friday/contest.yaml")[0])
        self.assertIn("not of a contest", self.ebiri("check", "friday/contest.yaml", "--set", "pairs=2", expect=2)[1])


class Attacks(ContestTest):
    """Malicious archives. Files outside the store must not change."""

    refused = Entries.refused

    def setUp(self):
        super().setUp()
        self.open()
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        (self.outside / "victim").write_text("as it was")

    def attack(self, members, *said, name="upload.tar.gz"):
        self.refused(self.tar([("entry.yaml", GOOD), *members], name), *said)
        self.assertEqual(["victim"], os.listdir(self.outside))
        self.assertEqual("as it was", (self.outside / "victim").read_text())

    def test_paths_that_leave(self):
        for path, said in ((f"{self.outside}/victim", "is an absolute path"), ("../outside/victim", "has a part `..`"),
                           ("a/../../outside/victim", "has a part `..`"), ("a//b", "not in its shortest form"),
                           ("a/./b", "not in its shortest form"), ("..\\..\\victim", "has a `\\`"), ("a\nb", "control characters"),
                           ("a\x1b[2Jb", "control characters"), ("x" * 300, "a part of 300 bytes"),
                           ("/".join(["d" * 200] * 6), "1205 bytes")):
            with self.subTest(path):
                self.attack([(path, b"evil")], said)

    def test_links_and_devices(self):
        for kind, link, said in ((tarfile.SYMTYPE, str(self.outside), "is a link"), (tarfile.SYMTYPE, "main.py", "is a link"),
                                 (tarfile.LNKTYPE, "entry.yaml", "is a link"), (tarfile.LNKTYPE, "/etc/passwd", "is a link"),
                                 (tarfile.CHRTYPE, "", "is a device"), (tarfile.BLKTYPE, "", "is a device"),
                                 (tarfile.FIFOTYPE, "", "is a pipe")):
            with self.subTest(kind=kind, link=link):
                self.attack([info("thing", kind, link)], said, "only files and folders")
        # First a link to a folder, then a file below it.
        self.attack([info("out", tarfile.SYMTYPE, str(self.outside)), ("out/victim", b"evil")], "`out` is a link")

    def test_names_that_clash(self):
        self.attack([("main.py", b"a"), ("main.py", b"b")], "duplicate path `main.py`")
        self.attack([("a", b"a"), ("a/b", b"b")], "`a/b` is below a path that is a file")
        self.attack([("a/b", b"b"), ("a", b"a")], "duplicate path `a`")

    def test_bombs(self):
        self.rules("name: friday\nsubmission: {size: 3MB, files: 50, depth: 4}\nfinals: {variant: kalah}\n")
        self.attack([("big", bytes(4_000_000))], "it unpacks to more than", "looks like an archive bomb")
        self.attack([("noise", os.urandom(3_500_000))], "at most 3000000 are allowed")
        self.attack([("big", bytes(1_500_000)), ("noise", os.urandom(1_000_000)), ("more", bytes(1_500_000))],
                    "it is larger than 3MB without compression")
        self.attack([(f"f{i}", b"") for i in range(60)], "more than 50 files and folders")
        self.attack([info(f"d{i}", tarfile.DIRTYPE) for i in range(60)], "more than 50 files and folders")
        self.attack([("a/b/c/d/e", b"")], "at most 4 are allowed")
        # A sparse file of a petabyte with six bytes of data.
        sparse, block = info("hole"), f"1\n{10**15}\n6\n".encode().ljust(512, b"\0") + b"hidden"
        sparse.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "hole",
                              "GNU.sparse.realsize": str(10**15 + 6)}
        sparse.size = len(block)
        self.attack([(sparse, block)], "it unpacks to more than")
        # What the tree omits may be larger than the tree.
        self.rules("name: friday\nsubmission: {size: 20kB}\nfinals: {variant: kalah}\n")
        noise = ("noise", os.urandom(10_000))
        self.run_contest("add", self.tar([("entry.yaml", GOOD), ("main.py", b""), noise, (".git/x", bytes(900_000))]))
        self.attack([noise, (".git/x", bytes(1_100_000))], "it unpacks to more than 1MB; leave out folders such as .git")

    def test_zips(self):
        def zipped(*members):
            file = self.folder / "upload.zip"
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("entry.yaml", GOOD)
                for name, data, mode in members:
                    member = zipfile.ZipInfo(name)
                    member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, 3
                    member.external_attr = mode << 16
                    archive.writestr(member, data)
            return file
        self.refused(zipped(("../outside/victim", b"evil", 0o100644)), "has a part `..`")
        self.refused(zipped((str(self.outside / "victim"), b"evil", 0o100644)), "is an absolute path")
        self.refused(zipped(("out", str(self.outside).encode(), 0o120777)), "is a link")
        self.refused(zipped(("bomb", bytes(40_000_000), 0o100644)), "looks like an archive bomb")
        self.assertEqual("as it was", (self.outside / "victim").read_text())

    def test_folders_of_the_host_with_links(self):
        folder = self.entry("sower")
        (folder / "out").symlink_to(self.outside)
        self.refused(folder, "`out` is a link")
        (folder / "out").unlink()
        os.mkfifo(folder / "pipe")
        self.refused(folder, "`pipe` is a pipe")

    def test_random_bytes_are_refused_without_a_crash(self):
        chance = random.Random(7)
        base = self.tar([("entry.yaml", GOOD), ("main.py", BOT.encode())], "base.tar").read_bytes()
        for number in range(80):
            data = bytearray(base)
            for _ in range(chance.randint(1, 30)):
                data[chance.choice((chance.randrange(512), chance.randrange(len(data))))] = chance.randrange(256)
            if number % 2:  # with a valid checksum, so that the rest of the header is read
                data[148:156] = b" " * 8
                data[148:156] = b"%06o\0 " % sum(data[:512])
            (self.folder / "noise.tar").write_bytes(bytes(data[:chance.randint(600, len(data))]))
            self.ebiri("contest", "add", "friday", "noise.tar", expect=(0, 2), timeout=60)
        self.assertEqual([], self.leftovers())


class Survival(ContestTest):
    """The history and the store after `kill -9` and damage."""

    def test_killed_at_any_moment(self):
        self.open()
        for number in range(8):
            files = {"main.py": BOT, **{f"f{i}": f"{number} {i}" * 200 for i in range(150)}}
            self.entry(f"team{number}", files=files)
        chance, added = random.Random(3), 0
        start = time.monotonic()
        self.run_contest("add", self.folder / "entries" / "team0")
        usual = time.monotonic() - start
        for number in range(1, 8):
            for _ in range(4):
                process = self.start("contest", "add", "friday", self.folder / "entries" / f"team{number}")
                try:
                    process.wait(chance.random() * usual * 1.2)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                added = len(json.loads(self.run_contest("list", "--format", "json")[0]))
            self.run_contest("add", self.folder / "entries" / f"team{number}")
        listed = json.loads(self.run_contest("list", "--format", "json")[0])
        self.assertEqual([f"team{number}" for number in range(8)], [one["team"] for one in listed])
        self.assertEqual([1] * 8, [one["number"] for one in listed])
        self.assertGreaterEqual(added, 7)
        for one in listed:  # every stored tree is complete
            folder = self.contest / "trees" / one["tree"]
            files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            self.assertEqual(one["tree"], tree_digest(files))
        self.run_contest("qualify", "team0", expect=0)
        self.assertEqual([], self.leftovers())

    def test_a_full_disk_is_not_the_teams_fault(self):
        self.open()
        entry = self.entry("sower", files={"main.py": "#" * 200_000})

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        _, err = self.ebiri("contest", "add", "friday", entry, expect=3, preexec_fn=small_files, timeout=60)
        self.assertIn("main.py`: File too large", err)
        self.assertEqual(([], []), (self.trees(), self.leftovers()))
        self.run_contest("add", entry)

    def test_concurrent_submissions(self):
        self.open()
        running = [self.start("contest", "add", "friday", self.entry(f"team{i}")) for i in range(8)]
        for process in running:
            _, errors = process.communicate(timeout=120)
            self.assertEqual(0, process.returncode, errors)
        self.assertEqual(8, len(json.loads(self.run_contest("list", "--format", "json")[0])))


if __name__ == "__main__":
    main()

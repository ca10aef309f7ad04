"""Building, examining and playing the entries of a contest: qualification, confinement, and the finals."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import urllib.request

import arena
from contest_arena import BOT, LIES, ROOT, RULES, WorkTest, manifest

UNPROBED = RULES.replace("pairs: 1}", "pairs: 1, probe: false}")


class Building(WorkTest):
    def built(self, name, build, files=None, expect=0, rules=""):
        """Builds one entry; returns its log."""
        if rules:
            self.rules(RULES + rules)
        self.submit(name, manifest(name, build=build), {"main.py": BOT, **(files or {})})
        said = self.run_contest("build", name, expect=expect)[1]
        self.assertEqual(expect == 0, said == "ebiri: next, check it: ebiri contest qualify friday\n", said)
        return (self.contest / "teams" / name / "1" / "build.log").read_text()

    def failed(self, name, build, said, **others):
        log = self.built(name, build, expect=1, **others)
        self.assertIn(said, self.standing(name)["reasons"][0], log)
        self.assertEqual(("does not build", [], 0o600),
                         (self.standing(name)["state"], list((self.contest / "incoming").iterdir()),
                          (self.contest / "teams" / name / "1" / "build.log").stat().st_mode & 0o777))
        return log

    def held_build(self, name=None):
        """Starts `qualify`, after submitting an entry of that name. Returns the process and a function that ends the build's wait."""
        wait = f"sleep {10**6 + os.getpid()}"
        if name:
            self.submit(name, manifest(name, build=wait + " || true"))
        process = self.start("contest", "qualify", "friday")
        find = lambda: subprocess.run(["pgrep", "-f", "-x", wait], capture_output=True, text=True, check=False).stdout.split()  # noqa: E731
        waiting = int(self.until(find, process)[0])
        return process, lambda: os.kill(waiting, signal.SIGTERM)

    def test_builds_and_logs_are_stored(self):
        log = self.built("a", ["echo one > made", "mkdir -p d; printf two > d/made; chmod +x d/made; ln -s made d/link",
                               "echo to-people; echo to-people-too >&2"])
        self.assertEqual(["+ echo one > made", "to-people", "to-people-too", "built"],
                         [line for line in log.splitlines() if "mkdir" not in line and not line.startswith("+ echo to")])
        tree = self.contest / "trees" / self.standing("a")["built"]
        self.assertEqual(("one\n", "two", "two"), tuple((tree / name).read_text() for name in ("made", "d/made", "d/link")))
        self.assertEqual((False, True), ((tree / "d/link").is_symlink(), bool((tree / "d/made").stat().st_mode & 0o100)))
        self.assertIn("there are no new submissions", self.run_contest("build")[0])
        self.assertIn("== build.log\n+ echo one", self.run_contest("log", "a")[0])

    def test_builds_that_fail(self):
        self.failed("a", ["true", "exit 7", "touch never"], "it ended with exit status 7")
        log = self.failed("b", "gcc -o bot nothing.c", "it ended with exit status 1")
        self.assertIn("nothing.c", log)
        self.assertRegex(self.run_contest("build", "b", "--again", expect=1)[0], r"status 1\n  friday/teams/b/1/build\.log: cc1: .*error: ")
        self.failed("c", "kill -9 $$", "it ended with exit status 137")

    def test_limits_of_a_build(self):
        rules = "build: {time: 2s, memory: 200MB, processes: 20, disk: 20MB}\n"
        self.failed("spins", "while true; do :; done", "it took longer than 2s", rules=rules)
        self.failed("waits", "sleep 100", "it took longer than 2s")
        self.failed("eats", "python3 -c 'a = bytearray(10**9)'", "memory")
        self.failed("fills", "head -c 100000000 /dev/zero > big", "it ended with exit status")
        self.failed("many", "i=0; while [ $i -lt 60 ]; do head -c 1000000 /dev/zero > f$i || exit 1; i=$((i+1)); done",
                    "it ended with exit status")
        self.failed("forks", "for i in $(seq 100); do sleep 9 & done; wait", "it ended with exit status 2")
        # The time is that of the build, and not the CPU time of a compiler with several threads.
        self.built("threads", "test $(ulimit -t) = unlimited")
        log = self.failed("talks", "yes | head -c 30000000; exit 3", "it ended with exit status 3")
        self.assertLess(len(log), 700_000)
        self.assertIn("bytes omitted", log)

    def test_a_build_sees_nothing_of_the_host(self):
        secret = self.contest / "private" / "secret"
        self.submit("other")
        shadow = self.folder / "shadow"
        shadow.write_text("of the host")
        others = self.contest / "trees" / self.standing("other")["tree"]
        look = f"for f in {secret} {self.contest}/contest.yaml {shadow} {others}/main.py /etc/passwd /root/.profile; do " \
               "if cat $f; then exit 1; fi; done"
        self.built("spy", [look, "test \"$(ls /proc | grep -c '^[0-9]')\" -lt 8", "! touch /usr/x", "! touch /x",
                           "test -z \"$EBIRI_LAUNCHER\"", "test \"$(id -u)\" != 0",
                           "python3 -c 'import socket; s = socket.socket(); s.settimeout(1); "
                           "exit(0 if s.connect_ex((\"127.0.0.1\", 22)) else 1)'"])
        # A build line that is only a path is run as a line too.
        log = self.failed("path", [str(secret), f"cat {secret}"], "it ended with exit status 127")
        self.assertNotIn(secret.read_text().strip(), log)

    def test_an_error_of_the_disk_is_no_verdict(self):
        process, end_build = self.held_build("a")
        shutil.rmtree(next(self.contest.glob("incoming/*/tree")))  # nothing can be written, as on a full disk
        end_build()
        self.assertIn("ebiri: a 1: cannot create `", process.communicate(timeout=self.patience)[1])
        self.assertEqual(3, process.returncode)
        self.assertEqual("received", self.standing("a")["state"])
        process, end_build = self.held_build()
        end_build()
        self.assertEqual("a 1: qualified\n", process.communicate(timeout=self.patience)[0])

    def test_work_does_not_undo_a_withdrawal(self):
        process, end_build = self.held_build("a")
        self.run_contest("withdraw", "a")
        self.submit("a", files={"main.py": BOT + "# new\n"})
        end_build()
        self.assertIn("ebiri: a 1: it was withdrawn during this work", process.communicate(timeout=self.patience)[1])
        self.assertEqual(3, process.returncode)
        listed = json.loads(self.run_contest("list", "a", "--format", "json")[0])
        self.assertEqual(["refused", "received"], [one["state"] for one in listed])
        self.assertEqual("a 2: qualified\n", self.run_contest("qualify")[0])

    def test_background_processes_of_a_build_are_killed(self):
        self.built("a", "setsid sleep 4321 & true")
        found = subprocess.run(["pgrep", "-f", "sleep 4321"], capture_output=True, text=True, check=False).stdout
        self.assertEqual("", found)


class Qualifying(WorkTest):
    def test_qualification(self):
        self.submit("good")
        self.submit("liar", files={"main.py": LIES})
        self.submit("typo", files={"main.py": "import nothing_like_that\n"})
        self.submit("lost", manifest("lost", run="./bot"))
        self.submit("bare", manifest("bare", run="main.py"))
        out, err = self.run_contest("qualify", "--jobs", "3", expect=1)
        self.assertIn("good 1: qualified", out)
        self.assertIn("next, show a team its log, so that it can submit again: ebiri contest log friday TEAM\n", err)
        for name, said in (("liar", "Z9"), ("typo", "handshake"), ("lost", "names `./bot`, which is not found in the build"),
                           ("bare", "write `./main.py` for a file of the entry")):
            standing = self.standing(name)
            self.assertEqual("refused", standing["state"])
            self.assertIn(said, " ".join(standing["reasons"]))
            self.assertFalse(standing["plays"])
        self.assertTrue(self.standing("good")["plays"])
        log = self.run_contest("log", "typo")[0]
        self.assertIn("No module named 'nothing_like_that'", log)
        self.assertIn("#1 ", self.run_contest("log", "good")[0].partition("== match.txt")[2])
        self.assertIn("there are no new submissions", self.run_contest("qualify")[0])

    def test_the_last_that_qualified_plays(self):
        self.rules(UNPROBED)
        self.submit("a")
        self.assertIn("next, invite another team, because practice needs two entries: ebiri contest token friday TEAM\n", self.run_contest("qualify")[1])
        self.submit("a", files={"main.py": LIES})
        self.run_contest("qualify", expect=1)
        listed = json.loads(self.run_contest("list", "a", "--format", "json")[0])
        self.assertEqual([(True, "qualified"), (False, "refused")], [(one["plays"], one["state"]) for one in listed])
        self.assertIn("\n  submission 1 plays, not submission 2\n", self.run_contest("list")[0])

    def test_work_that_is_done_again_replaces_all_logs(self):
        self.submit("a", manifest("a", build="head -c 3000000 /dev/zero > big"))
        self.run_contest("qualify")
        logs = lambda: sorted(path.name for path in (self.contest / "teams" / "a" / "1").iterdir())  # noqa: E731
        self.assertEqual(["build.log", "examination.txt", "match.txt"], logs())
        self.rules(RULES + "build: {disk: 1MB}\n")
        self.run_contest("build", "a", "--again", expect=1)
        self.assertEqual(["build.log"], logs())

    def test_a_submission_is_withdrawn_and_the_one_before_it_plays(self):
        self.rules(UNPROBED)
        for files in ({"main.py": BOT}, {"main.py": BOT + "# new\n"}):
            self.submit("a", files=files)
            self.run_contest("qualify")
        self.run_contest("withdraw", "a", "2", "--reason", "copied")
        listed = json.loads(self.run_contest("list", "a", "--format", "json")[0])
        self.assertEqual([(True, []), (False, ["withdrawn by the host: copied"])],
                         [(one["plays"], one["reasons"]) for one in listed])
        self.assertIn("`a` has no qualified submission 2", self.run_contest("withdraw", "a", "2", expect=2)[1])
        self.assertIn("there are no new submissions", self.run_contest("qualify", "--again")[0])
        self.assertEqual("a 2: qualified\n", self.run_contest("qualify", "a", "--again")[0])

    def test_a_withdrawn_submission_is_not_examined_again_for_an_earlier_one(self):
        self.rules(UNPROBED)
        for text in (BOT, BOT + "# new\n"):
            self.submit("a", files={"main.py": text})
        self.assertEqual("a 2: qualified\n", self.run_contest("qualify")[0])
        self.run_contest("withdraw", "a", "2")
        self.assertEqual("a 1: qualified\n", self.run_contest("qualify", "--again")[0])
        self.assertEqual([True, False], [one["plays"] for one in json.loads(self.run_contest("list", "a", "--format", "json")[0])])

    def test_earlier_submissions_are_examined_if_the_last_fails(self):
        for files in ({"main.py": "1/0\n"}, {"main.py": BOT}, {"main.py": LIES}, {"main.py": "0/0\n"}):
            self.submit("a", files=files)
        out, _ = self.run_contest("qualify", expect=1)
        self.assertEqual(["a 4: refused", "a 3: refused", "a 2: qualified"],
                         [line for line in out.splitlines() if line.startswith("a ")])
        self.assertEqual([False, True, False, False],
                         [one["plays"] for one in json.loads(self.run_contest("list", "a", "--format", "json")[0])])
        self.assertIn("there are no new submissions", self.run_contest("qualify")[0])

    def test_a_strict_umask_closes_nothing_to_entries(self):
        folder = self.entry("a", manifest("a", run="python3 deep/er/main.py"), {"deep/er/main.py": BOT})
        before = os.umask(0o077)
        try:
            self.run_contest("add", folder)
            self.run_contest("qualify")
        finally:
            os.umask(before)

    def test_an_entry_runs_from_its_folder_and_sees_no_other(self):
        self.submit("other")
        other = self.contest / "trees" / self.standing("other")["tree"]
        look = f"""import os, sys
here = os.path.dirname(os.path.abspath(__file__))
sees_others = os.path.exists({str(other)!r}) or os.listdir(os.path.dirname(here)) != [os.path.basename(here)]
if sees_others or os.getcwd() != here or open("data.txt").read() != "of its own":
    sys.exit(1)
"""
        self.submit("spy", files={"main.py": look + BOT, "data.txt": "of its own"})
        self.assertEqual(0o700, other.parent.stat().st_mode & 0o777)
        self.run_contest("qualify", "spy")

    def test_words_of_run_show_nothing_of_the_host(self):
        (self.folder / "host.txt").write_text("of the host")
        for number, word in enumerate(("/etc/passwd", "../../../host.txt", "friday/private/secret", "private/secret", "./host.txt",
                                       str(self.folder / "host.txt"))):
            self.submit(f"spy{number}", manifest(f"spy{number}", run=f"python3 main.py {word}"))
        self.run_contest("qualify", expect=1)
        listed = json.loads(self.run_contest("list", "--format", "json")[0])
        self.assertEqual(6, len(listed))
        for standing in listed:
            self.assertIn("not found in the build", standing["reasons"][0])

    def test_games_decide_without_a_probe(self):
        self.rules(UNPROBED)
        self.submit("liar", files={"main.py": LIES})
        self.run_contest("qualify", expect=1)
        self.assertRegex(self.standing("liar")["reasons"][0], r"^game 1 against `random`: .*Z9")

    def test_a_dialect_that_cannot_play_the_finals_is_refused(self):
        for name, variant, dialect, said in (("a", "oware", "kgp", "the dialect `kgp` is for kalah, and the variant is oware"),
                                             ("b", "kalah", "mankalah", "the dialect `mankalah` cannot play the `openings` of this contest")):
            self.rules(RULES.replace("variant: oware", f"variant: {variant}").replace("pairs: 1}", "pairs: 0}"))
            self.submit(name, manifest(name) + f"dialect: {dialect}\n")
            self.assertIn(f"{name} 1: refused\n  {said}", self.run_contest("qualify", name, expect=1)[0])

    def test_a_fault_of_the_opponent_is_no_verdict(self):
        self.rules(UNPROBED)
        self.submit("a")
        broken = self.folder / "bots" / "random"
        broken.parent.mkdir()
        broken.write_text("#!/bin/sh\nexit 1\n")
        broken.chmod(0o755)
        self.assertIn("ebiri: a 1: game 1 against `random` failed 4 times: `random`: ", self.run_contest("qualify", expect=3)[1])
        broken.unlink()
        self.assertEqual("a 1: qualified\n", self.run_contest("qualify")[0])

    def test_time_limits_are_scaled_as_in_the_finals(self):
        self.rules(UNPROBED.replace("{nodes: 200}", "{move: 500ms, nodes: 200}\n  core-speed: 1"))
        self.submit("a")
        self.assertIn("with `core-speed: 1`, times can be scaled only for speeds of 0.5 to 2", self.run_contest("qualify", expect=3)[1])

    def test_a_killed_command_resumes(self):
        for name in ("a", "b"):
            self.submit(name, manifest(name, build=["sleep 1"]))
        process = self.start("contest", "qualify", "friday")
        self.assertIn("a 1: qualified", process.stdout.readline())
        process.kill()
        process.wait()
        out, _ = self.run_contest("qualify")
        self.assertEqual("b 1: qualified\n", out)
        self.assertEqual([], self.leftovers())


class Finals(WorkTest):
    opened_with = UNPROBED

    def prepare(self, *names):
        for name in names:
            self.submit(name, files={"main.py": BOT.replace("First legal", name) + f"# {name}\n"})
        self.run_contest("qualify", "--jobs", "2")

    def test_from_the_lock_to_the_prize(self):
        opened = json.loads(self.history().splitlines()[0])
        self.prepare("ann", "bob", "cy")
        self.submit("late")
        self.assertIn("submissions wait for `ebiri contest qualify`: late", self.run_contest("lock", expect=2)[1])
        self.run_contest("withdraw", "late")
        out, _ = self.run_contest("lock")
        locked = json.loads(self.history().splitlines()[-1])
        text = f"ebiri contest seed 1\n{locked['secret']}\n\n"
        self.assertEqual(int(hashlib.sha256(text.encode()).hexdigest()[:13], 16), locked["seed"])
        text = f"ebiri contest commitment 1\n{locked['secret']}\n"
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), opened["commitment"])
        self.assertIn(f"seed        {locked['seed']}", out)
        self.assertIn("rules       unchanged\n", out)
        for command, *more in (("add", self.entry("new")), ("withdraw", "ann"), ("lock",), ("qualify",), ("build",)):
            self.assertIn("locked", self.run_contest(command, *more, expect=2)[1])
        self.ebiri("check", "friday/finals.yaml")
        self.assertIn("not finalized yet", self.run_contest("verify")[0])
        self.run_contest("play", "--quiet")
        plan = [json.loads(line) for line in (self.contest / "finals/games.jsonl").read_text().splitlines()][1]
        self.assertTrue(plan["isolation"].startswith("sandbox, 1 core, memory 1GB, 64 processes"))
        self.ebiri("run", "friday/finals.yaml", "--set", "rank-by=rating", "--results", "friday", "--quiet")
        self.assertIn("the scoring of the last plan in the journal is not that of finals.yaml", self.run_contest("finalize", expect=3)[1])
        self.run_contest("play", "--quiet")
        table, _ = self.run_contest("finalize")
        self.assertEqual(["Place  Team  Points  Games"], table.splitlines()[2:3])
        self.assertEqual(table, (self.contest / "final.txt").read_text())
        history = (self.contest / "history.jsonl").read_bytes()
        self.assertEqual(table, self.run_contest("finalize")[0])
        self.assertEqual(history, (self.contest / "history.jsonl").read_bytes())
        self.assertIn("the contest is finalized", self.run_contest("play", expect=2)[1])
        (self.contest / "contest.yaml").write_text(UNPROBED + "\n")
        self.assertIn("contest.yaml has changed since the lock", self.run_contest("finalize", expect=1)[1])
        (self.contest / "contest.yaml").write_text(UNPROBED)
        (self.folder / "receipts.txt").write_text(self.run_contest("list", "--format", "receipts")[0])
        shutil.rmtree(self.contest / "private")
        shutil.rmtree(self.contest / "teams")
        out, _ = self.run_contest("verify", "--key", opened["public_key"], "--commitment", opened["commitment"])
        self.assertNotIn("NO ", out)
        self.assertIn("6 games confirmed by the rules, 0 refuted", out)
        self.assertIn("final.txt follows from the games", out)
        self.assertTrue(out.endswith("\nall checks passed; notes: 0\n"), out)
        out = self.run_contest("verify", "--key", "0" * 64, expect=1)[0]
        self.assertIn("NO  the key", out)
        self.assertTrue(out.endswith("\nchecks failed: 1; notes: 0\n"), out)
        self.verify_finds_every_change(locked)
        self.verify_finds_a_chain_that_was_made_anew()
        shutil.rmtree(self.contest / "trees")  # a copy without the teams' sources
        out = self.run_contest("verify")[0]
        self.assertNotIn("NO ", out)
        self.assertIn("--  trees/ is not available", out)
        self.assertIn("--  the public key was not compared with the announced one: `--key KEY`\n", out)
        self.assertTrue(out.endswith("\nall checks passed; notes: 2\n"), out)

    def verify_finds_every_change(self, locked):
        finalist = locked["finalists"][0]
        journal = (self.contest / "finals/games.jsonl").read_text().splitlines()
        games = [json.loads(line) for line in journal]
        first = next(i for i, game in enumerate(games) if game["type"] == "game")
        won = {**games[first], "result": "north" if games[first]["result"] == "south" else "south"}
        seed = {**games[first], "seed": games[first]["seed"] + 1}
        replaced = lambda record: "\n".join([*journal[:first], arena.sealed(record), *journal[first + 1:]]) + "\n"
        for path, text, said in (
                ("final.txt", "ann won\n", "NO  final.txt follows from the games"),
                ("contest.yaml", RULES + "\n", "NO  contest.yaml is unchanged since the lock"),
                ("finals.yaml", (self.contest / "finals.yaml").read_text().replace("seed: ", "seed: 1"), "NO  finals.yaml is unchanged since the lock"),
                (f"trees/{finalist['built']}/main.py", "cheat\n", "does not match the digest in its name"),
                ("manifest.sig", "0" * 128 + "\n", "NO  manifest.json is signed with the key in the history"),
                ("manifest.json", (self.contest / "manifest.json").read_text() + " ", "NO  manifest.json has the hash in the history"),
                ("finals/games.jsonl", replaced(won), "NO  "),
                ("finals/games.jsonl", replaced(seed), "its seed does not follow from the run's seed")):
            with self.subTest(path=path, said=said):
                file = self.contest / path
                kept = file.read_bytes()
                file.chmod(0o644)
                file.write_text(text)
                self.assertIn(said, self.run_contest("verify", expect=1)[0])
                file.write_bytes(kept)
                if path.startswith("trees"):
                    file.chmod(0o444)
        self.assertNotIn("NO ", self.run_contest("verify")[0])

    def verify_finds_a_chain_that_was_made_anew(self):
        self.assertEqual(4, self.run_contest("verify", "--receipt", "receipts.txt")[0].count("yes the receipt of "))
        events, kept = self.events(), self.history()
        self.remake([{**event, "at": events[0]["at"]} if event.get("team") == "ann" and event["type"] == "submitted" else event for event in events])
        out = self.run_contest("verify", "--receipt", "receipts.txt", expect=1)[0]
        self.assertIn("NO  manifest.json belongs to this history", out)
        self.assertIn("NO  the receipt of ann 1: line 2 of the history has another hash", out)
        (self.contest / "history.jsonl").write_bytes(kept)

    def test_beacon_deadline_and_too_few(self):
        self.rules("beacon: a lottery\n" + UNPROBED + "deadline: 2099-01-01T00:00:00Z\n")
        self.assertIn("`--early` locks the contest before the deadline", self.run_contest("lock", expect=2)[1])
        self.assertIn("contest.yaml announces a beacon, `a lottery`: give its text with `--beacon TEXT`", self.run_contest("lock", "--early", expect=2)[1])
        self.assertIn("0 of 0 teams qualified", self.run_contest("lock", "--early", "--beacon", "7", expect=2)[1])
        self.assertIn("not locked yet; to lock it: ebiri contest lock friday --beacon TEXT\n", self.run_contest("play", expect=2)[1])
        self.assertIn("not locked yet", self.run_contest("finalize", expect=2)[1])
        self.prepare("ann", "bob")
        (self.contest / "few.txt").write_text("A a\n")
        few = RULES.replace("pairs: 1\n  openings: {random-plies: 2}", "pairs: 2\n  openings: {file: few.txt}")
        self.rules("beacon: a lottery\n" + few)
        before = self.history()
        _, err = self.run_contest("lock", "--beacon", "7 12", expect=2)
        self.assertIn("friday/few.txt: error: has 1 openings, but `round-robin` with `pairs: 2` may need 2", err)
        self.assertIn("friday/contest.yaml:7:3: the finals cannot be played with this config; nothing is locked", err)
        self.assertEqual(before, self.history())
        self.assertFalse((self.contest / "finals.yaml").exists())
        self.rules("beacon: a lottery\n" + RULES + "deadline: 2099-01-01T00:00:00Z\n")
        self.run_contest("lock", "--early", "--beacon", "7 12")
        self.assertEqual("7 12", json.loads(self.history().splitlines()[-1])["beacon"])
        self.assertIn("not all games of the finals are played yet; to play them: ebiri contest play friday\n", self.run_contest("finalize", expect=4)[1])
        self.assertIn("the seed follows from the secret and the beacon `7 12`", self.run_contest("verify")[0])
        (self.contest / "finals.yaml").write_text("name: other\n")
        self.assertIn("has changed since the lock", self.run_contest("play", expect=1)[1])

    def test_killed_finals_have_the_same_table(self):
        self.prepare("ann", "bob", "cy")
        self.run_contest("lock")
        shutil.copytree(self.contest, self.folder / "undisturbed", copy_function=shutil.copy2)
        self.ebiri("contest", "play", "undisturbed", "--quiet")
        self.ebiri("contest", "finalize", "undisturbed")
        journal = self.contest / "finals" / "games.jsonl"
        for _ in range(3):
            before = journal.read_bytes().count(b"\n") if journal.exists() else 0
            process = self.start("contest", "play", "friday", "--quiet")
            while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") <= before):
                time.sleep(0.002)
            process.kill()
            process.communicate()
        if journal.read_text().count('"type":"game"') < 6:
            self.assertIn("not all games of the finals are played yet", self.run_contest("finalize", expect=4)[1])
        self.run_contest("play", "--quiet")
        self.run_contest("finalize")
        places = [(self.folder / name / "final.txt").read_text().partition("\nfaults:")[0] for name in ("friday", "undisturbed")]
        self.assertEqual(places[0], places[1])

    def test_faults_withdraw_a_team(self):
        self.rules(RULES.replace("pairs: 1}", "pairs: 0, probe: false}", 1)
                   + "faults: {most: 2, games: leave-out}\n")
        self.submit("trap", files={"main.py": LIES})
        self.prepare("ann", "bob")
        rules = self.contest / "contest.yaml"
        rules.write_text(rules.read_text().replace("most: 2", "most: 1"))
        self.assertIn("rules       changed since the contest was opened\n", self.run_contest("lock")[0])
        self.run_contest("play", "--quiet")
        table, _ = self.run_contest("finalize")
        self.assertRegex(table, r"(?m)^    -  trap  withdrawn: 4 games lost by a fault$")
        self.assertRegex(table, r"(?m)^ +(1|2|1-2)  (ann|bob) +\d\.\d +2$")
        self.assertNotIn("NO ", self.run_contest("verify")[0])
        server = self.start("contest", "serve", "friday", "--port", "0")
        address = re.search(r"http://\S+", server.stderr.readline())[0]
        page = urllib.request.urlopen(address).read().decode()
        server.send_signal(signal.SIGINT)
        server.communicate()
        final = page[page.index("Final table"):page.index("As signed")]
        self.assertRegex(final, r'<td>withdrawn</td><th scope="row"><a href="entries/trap">')
        self.assertNotRegex(final, r'<td>3</td>')
        self.assertIn("<strong>contest.yaml has changed since then</strong>, for example its deadline", page)


class Example(WorkTest):
    found = []  # compiling a program in each language takes seconds

    def languages(self):
        Example.found = Example.found or json.loads(self.ebiri("contest", "doctor", "--json")[0])["languages"]
        return Example.found

    def test_the_example_of_the_guide(self):
        shutil.rmtree(self.contest)
        shutil.copytree(ROOT / "configs" / "contest", self.contest)
        self.open()
        installed = [one["language"] for one in self.languages() if one["good"]]
        entries = [entry for entry in sorted((ROOT / "configs" / "contest" / "entries").iterdir())
                   if re.search(r"language: (\w+)", (entry / "entry.yaml").read_text())[1] in installed]
        self.assertGreaterEqual(len(entries), 3)
        for entry in entries:
            self.assertIn("next, build and check it: ebiri contest qualify friday\n", self.run_contest("add", entry)[1])
        out, said = self.run_contest("qualify")
        self.assertEqual(len(entries), out.count(": qualified"), out)
        self.assertEqual("ebiri: next, let the entries practise: ebiri contest practice friday\n", said)
        self.run_contest("lock", "--early", "--beacon", "hello")
        self.assertIn("next, write the final table: ebiri contest finalize friday\n", self.run_contest("play", "--quiet")[1])
        out, said = self.run_contest("finalize")
        self.assertIn("collector", out)
        opened = self.events()[0]
        self.assertEqual("ebiri: next, publish this command, with which anyone can check history, seed, games and table: ebiri contest verify "
                         f"friday --key {opened['public_key']} --commitment {opened['commitment']}\n", said)
        self.assertNotIn("NO ", self.run_contest("verify")[0])

    def test_doctor_tests_languages(self):
        found = self.languages()
        good = {one["language"]: one for one in found}
        self.assertTrue(good["other"]["good"] and good["cpp"]["good"] and good["python"]["good"], found)
        for name, one in good.items():  # every installed language works
            program = {"java": "javac", "c": "gcc", "cpp": "g++", "python": "python3", "javascript": "node"}.get(name)
            if program and pathlib.Path("/usr/bin", program).exists():
                self.assertTrue(one["good"], one)
        (self.contest / "history.jsonl").unlink()
        said = self.run_contest("open")[1]
        self.assertIn("warning: contest.yaml has no `deadline`: submissions are open until `ebiri contest lock`\n", said)
        for name, one in good.items():
            self.assertEqual("not found; run `apt-get install" in one["detail"], f" ({name})" in said, said)
        guide = (ROOT / "configs" / "contest" / "README.md").read_text()
        for one in found:
            for command in (one["build"], one["run"]):
                self.assertIn(f"`{command}`" if command else "", guide)


if __name__ == "__main__":
    arena.main()

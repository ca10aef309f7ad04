"""`ebiri contest serve`: the public pages, those for a team and for the host, and submissions."""

import fcntl
import hashlib
import io
import json
import re
import threading
import zipfile

from arena import main, sealed
from contest_arena import ENTRY, RULES
from contest_page import PageTest, form

FAILS = """
import sys
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "ugi": print("id name Fails", "variants oware", "ugiok", sep="\\n", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": sys.exit("a secret of the team")
    elif word == "quit": break
"""


class Pages(PageTest):
    def test_public_pages(self):
        self.run_contest("add", self.entry("sower", ENTRY.replace("NAME", "sower").replace("Ann Lee", "Ann <Lee> & Bo")))
        opened = json.loads(self.history().splitlines()[0])
        with self.serving() as port:
            first = self.get(port, "/")
            for words in ("<h1>friday</h1>", opened["commitment"], opened["public_key"], '<a href="./entries/sower">sower</a>'.replace("./", ""),
                          "received", "Submissions are open until the host locks the entries.", "python"):
                self.assertIn(words, first.text)
            entry = self.get(port, "/entries/sower")
            self.assertIn("Ann &lt;Lee&gt; &amp; Bo", entry.text)
            self.assertIn(hashlib.sha256((self.contest / "contest.yaml").read_bytes()).hexdigest(), first.text)
            rules = self.get(port, "/rules/")
            self.assertIn("variant: oware", rules.text)
            for heading in re.findall(r"(?m)^[A-Z].*$", self.ebiri("rules", "oware")[0].partition("\nWhere to continue")[0])[1:]:
                self.assertIn(f"<h2>{heading}</h2>", rules.text)
            self.assertIn("dateTime", self.get(port, "/times.js").text)
            self.assertIn("at most 50 MB", rules.text)
            for page in (first, entry, rules, self.get(port, "/team/"), self.get(port, "/nothing")):
                self.assertTrue(page.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'"))
                self.assertNotIn("<script>", page.text)
                self.assertNotIn("style=", page.text)
                self.assertEqual("nosniff", page.headers["X-Content-Type-Options"])
            self.assertEqual("no-store", self.get(port, "/team/").headers["Cache-Control"])
            self.assertEqual((200, b""), (lambda head: (head.status, head.body))(self.ask(port, "HEAD", "/")))
            for path in ("/nothing", "/entries/nobody", "/entries/", "/files/", "/files/history.jsonl", "/rules/x", "/a/b/c"):
                self.assertEqual(404, self.get(port, path).status, path)
            self.assertIn('href="../../style.css"', self.get(port, "/a/b/c").text)
            for path in ("/rules", "/finals", "/practice", "/team", "/admin"):
                moved = self.get(port, path)
                self.assertEqual((303, f".{path}/"), (moved.status, moved.headers["Location"]))
            self.assertEqual(RULES, self.get(port, "/files/contest.yaml").text)

    def test_changes_are_shown(self):
        with self.serving() as port:
            self.assertIn("There are no entries yet. Each team will appear here", self.get(port, "/").text)
            self.assertIn("The ladder of all entries will appear here", self.get(port, "/").text)
            self.run_contest("add", self.entry("sower"))
            self.append(type="built", team="sower", number=1, tree="", problem="it ended with exit status 7")
            self.until(lambda: "does not build" in self.get(port, "/").text)
            self.assertNotIn("exit status 7", self.get(port, "/").text + self.get(port, "/entries/sower").text)
            self.run_contest("withdraw", "sower")
            self.until(lambda: "withdrawn" in self.get(port, "/").text)
            self.rules(RULES + "deadline: 2026-01-02T03:04:00Z\n")
            self.until(lambda: "The deadline has passed." in self.get(port, "/").text)
            self.assertIn('<time datetime="2026-01-02T03:04:00.000Z">2026-01-02 03:04 UTC</time>', self.get(port, "/rules/").text)

    def test_unreadable_files_are_reported_to_the_host(self):
        with self.serving(said="ebiri: the pages show an older state: friday.contest.yaml:1:1: error(.|\n)*") as port:
            self.rules("nonsense: 1\n" + RULES)
            self.assertEqual(200, self.get(port, "/").status)
            self.rules(RULES)

    def test_a_contest_that_cannot_be_served(self):
        (self.contest / "history.jsonl").unlink()
        self.assertIn("not open yet", self.run_contest("serve", expect=2)[1])
        self.assertIn("`somewhere` is not an IP address", self.run_contest("serve", "--address", "somewhere", expect=2)[1])


class Templates(PageTest):
    def unpacked(self, port, language, token=None):
        archive = zipfile.ZipFile(io.BytesIO(self.get(port, f"/templates/{language}.zip", token).body))
        archive.extractall(self.folder)
        return self.folder / archive.namelist()[0].split("/")[0]

    def test_each_template_is_an_entry_as_it_is(self):
        token, languages = self.token("sower"), ("c", "cpp", "java", "javascript", "python", "rust")
        with self.serving(said=r"(ebiri: sower \d: [0-9a-f]{64}\n){6}") as port:
            first = self.get(port, "/").text
            for language in languages:
                self.assertIn(f'<a href="templates/{language}.zip" download>{language}</a>', first)
                sent = self.upload(port, token, self.get(port, f"/templates/{language}.zip", token).body, "entry.zip")
                self.assertEqual(200, sent.status, sent.text)
            self.assertIn("name: my-team\nauthors: [your names]\n", (self.unpacked(port, "python") / "entry.yaml").read_text())
            self.assertIn("rules of oware", first)  # the templates play Kalah
            self.rules("languages: [python]\n" + RULES.replace("oware", "kalah"))
            self.assertEqual(404, self.get(port, "/templates/c.zip").status)
            self.assertEqual(404, self.get(port, "/templates/../../contest.zip").status)
            first = self.get(port, "/").text
            self.assertNotIn("rules of ", first)
            self.assertNotIn("templates/c.zip", first)
            self.append(type="locked", secret="", beacon="", seed=1, rules="0" * 64, settings="0" * 64, finalists=[])
            self.assertNotIn("Take part", self.get(port, "/").text)

    def test_a_template_plays_at_home_under_the_limits_of_the_contest(self):
        own = "openings: {file: mine.txt}\n  limits: {memory: 300MB}\n  cores: 1\n  warm-up: {moves: 1}\n  format: {name: swiss, rounds: 3}"
        (self.contest / "mine.txt").write_text("C\n")
        self.rules(RULES.replace("oware", "kalah").replace("openings: {random-plies: 2}", own))
        with self.serving() as port:
            folder = self.unpacked(port, "python")
            config = (folder / "home.yaml").read_text()
            self.assertIn("run: python3 rightmost.py", (folder / "entry.yaml").read_text())
            self.assertIn("command: /usr/bin/python3 rightmost.py, ", config)
            public = self.get(port, "/home.yaml").text
            self.assertIn("\n# Write your engine's command in place of `./bot`.\n", public)
            self.assertEqual(config.replace("/usr/bin/python3 rightmost.py", '"./bot"').splitlines()[1:], public.splitlines()[2:])
            for words in ("variant: kalah", "limit: {nodes: 200}", "limits: {memory: 300MB}", "cores: 1", "warm-up: {moves: 1}"):
                self.assertIn(words, config)
            for words in ("file:", "slots", "placement", "swiss"):
                self.assertNotIn(words, config)
            out, _ = self.ebiri("run", folder / "home.yaml", "--quiet")
            self.assertRegex(out, r"(?m)^1 +mine ")
            games = [json.loads(line) for line in (self.folder / "results" / "home" / "games.jsonl").read_text().splitlines()]
            played = [game for game in games if game["type"] == "game"]
            self.assertEqual((30, {"rules"}), (len(played), {game["cause"] for game in played}))


class TheEnd(PageTest):
    def test_results_are_published_after_the_finals(self):
        token, host = self.token("sower", "--admin")
        self.run_contest("add", self.entry("sower"))
        published = ("finals.yaml", "history.jsonl", "final.txt", "final.json", "manifest.json", "manifest.sig", "finals/games.jsonl")
        for name in published[:1] + published[2:-1]:
            (self.contest / name).write_text(f"this is {name}\n")
        secret = (self.contest / "private" / "secret").read_text().strip()
        there = lambda port: [name for name in published if self.get(port, f"/files/{name}").status == 200]  # noqa: E731
        with self.serving() as port:
            self.assertEqual([], there(port))
            self.append(type="locked", secret=secret, beacon="SUN SHINES", seed=4242, rules="0" * 64, settings="0" * 64, finalists=[])
            self.assertEqual(["finals.yaml"], there(port))
            first = self.get(port, "/").text
            for words in (secret, "SUN SHINES", "4242", "The entries are locked"):
                self.assertIn(words, first)
            self.assertIn("The contest is locked", self.get(port, "/team/", token).text)
            self.assertIn("the contest is locked: submissions are closed", self.upload(port, token, self.archive("sower")).text)
            self.assertNotIn("Withdraw sower", self.get(port, "/admin/", host).text)
            (self.contest / "finals").mkdir()
            (self.contest / "finals/games.jsonl").write_text("this is finals/games.jsonl\n")
            self.assertEqual(["finals.yaml"], there(port))
            self.append(type="finalized", manifest="0" * 64)
            self.assertEqual(list(published), there(port))
            first = self.get(port, "/").text
            self.assertIn("this is final.txt", first)
            self.assertIn("The contest is over.", first)
            for name in published:
                self.assertIn(f'href="files/{name}"', first)
            self.assertEqual("this is finals/games.jsonl\n", self.get(port, "/files/finals/games.jsonl").text)
            for name in ("private/secret", "private/key.pem", "finals/config.yaml", "finals/../private/secret", "finals/"):
                self.assertEqual(404, self.get(port, f"/files/{name}").status, name)


class Runs(PageTest):
    def test_games_are_shown_and_standard_error_is_the_teams(self):
        (self.folder / "fails.py").write_text(FAILS)
        engines = f"\n  - {{name: fails, command: python3 {self.folder}/fails.py}}\n  - {{name: random, command: bots/random}}\n"
        with self.serving() as port:  # the run begins later
            self.assertNotIn(">Finals</a>", self.get(port, "/").text)
            self.ebiri("run", self.config(engines, name="finals", pairs=1), "--results", "friday")
            self.until(lambda: ">Finals</a>" in self.get(port, "/").text)
        with self.serving() as port:
            self.assertIn("2 of 2 games played", self.get(port, "/").text)
            self.assertIn(b'id="live"', self.get(port, "/finals/").body)
            replay = self.get(port, "/finals/replays/1@1")
            self.assertEqual(200, replay.status)
            self.assertIn("exit status 1", replay.text)
            own = self.get(port, "/team/", self.token("fails"))
            self.assertIn("a secret of the team", own.text)
            self.assertIn('href="../finals/#/game/1"', own.text)
            other = self.get(port, "/team/", self.token("random"))
            for page in (other, replay, self.get(port, "/"), self.get(port, "/entries/fails")):
                self.assertNotIn("a secret of the team", page.text)

    @staticmethod
    def public_view(line):
        """A line of the practice journal without the output of engines."""
        record = json.loads(line)
        if record["type"] != "game":
            return line
        record["fault"] = {"kind": record["fault"]["kind"], "detail": record["fault"]["kind"]}
        return sealed(record) + "\n"

    def test_the_practice_ladder_and_a_teams_own_games(self):
        """A run as `contest practice` writes it: engines are named TEAM.NUMBER, and each team's records are beside its logs."""
        (self.folder / "fails.py").write_text(FAILS)
        for name in ("fails", "other"):
            self.run_contest("add", self.entry(name))
            self.append(type="built", team=name, number=1, tree="0" * 64, problem="")
            self.append(type="qualified", team=name, number=1, problems=[])
        engines = f"\n  - {{name: fails.1, command: python3 {self.folder}/fails.py}}\n  - {{name: other.1, command: bots/random}}\n"
        self.ebiri("run", self.config(engines, name="practice", pairs=1), "--results", "friday")
        journal = (self.contest / "practice" / "games.jsonl").read_text().splitlines(True)
        games = [line for line in journal if '"type":"game"' in line]
        (self.contest / "practice" / "games.jsonl").write_text("".join(self.public_view(line) for line in journal))
        unplayed = sealed({**json.loads(games[0]), "game": 9, "pair": 5}) + "\n"  # left by a crash, or by an earlier run
        self.log("fails", 1, "".join([*games, unplayed]), "practice.jsonl")
        owner, thief = self.token("fails", "other")
        with self.serving() as port:
            first = self.get(port, "/").text
            self.assertIn("2 games played.", first)
            self.assertIn('<td class="number">2-0-0</td>', first)
            self.assertIn('href="../practice/#/engine/other.1"', self.get(port, "/entries/other").text)
            team = self.get(port, "/team/", owner).text
            for words in ('<a href="../practice/#/game/2">practice 2</a></td><td>other.1</td><td>lost</td><td>your fault: crashed</td>',
                          "Place 2 of 2 after 2 games of the ladder.", "<polyline points=", "a secret of the team"):
                self.assertIn(words, team)
            self.assertIn("<td>won</td><td>the opponent&#39;s fault: crashed</td>", self.get(port, "/team/", thief).text)
            own = self.get(port, "/team/1", owner).text
            self.assertIn("a secret of the team", own)
            self.assertIn('href="../practice/#/game/2"', own)
            self.assertNotIn("#/game/9", own)
            for path in ("/team/1", "/team/", "/practice/replays/1@1", "/", "/entries/fails"):
                self.assertNotIn("a secret of the team", self.get(port, path, thief).text)


class Teams(PageTest):
    def test_a_team_signs_in_submits_and_reads_its_logs(self):
        token = self.token("sower")
        with self.serving(said="ebiri: sower 1: [0-9a-f]{64}\n") as port:
            self.assertIn('name="token"', self.get(port, "/team/").text)
            signed = self.send(port, "/login", form([("token", token)]), Accept="text/html")
            self.assertEqual((303, "team/"), (signed.status, signed.headers["Location"]))
            cookie, *attributes = signed.headers["Set-Cookie"].split("; ")
            self.assertEqual(["Path=/", "HttpOnly", "SameSite=Strict"], attributes)
            self.assertIn("There are no submissions yet.", self.get(port, "/team/", Cookie=cookie).text)
            sent = self.send(port, "/team/upload", form(file=("C:\\my entry.tar.gz", self.archive("sower"))), Cookie=cookie, Accept="text/html",
                             Origin=f"http://127.0.0.1:{port}")
            self.assertEqual(200, sent.status, sent.text)
            self.assertIn("sower 1: 2 files", sent.text)
            self.assertIn("the host builds and checks it next", self.get(port, "/team/", Cookie=cookie).text)
            self.log("sower", 1, "+ make <all>\nmain.c:3:1: error: expected `;`\nmake: it failed\n")
            event = json.loads(self.history().splitlines()[-1])
            self.assertEqual(("submitted", "sower", 1, "my_entry.tar.gz"), tuple(event[key] for key in ("type", "team", "number", "source")))
            self.assertIn("+ make &lt;all&gt;", self.get(port, "/team/1", Cookie=cookie).text)
            self.append(type="built", team="sower", number=1, tree="", problem="it ended with exit status 2")
            own = self.get(port, "/team/", Cookie=cookie).text
            self.assertIn("it ended with exit status 2", own)
            self.assertRegex(own, r"decisive lines</h3>\s*<pre[^>]*>main.c:3:1: error: expected `;`</pre>")
            self.assertEqual([], self.leftovers())
            again = self.upload(port, token, self.archive("sower"))  # a program gets plain text
            self.assertEqual((200, "text/plain; charset=utf-8"), (again.status, again.headers["Content-Type"]))
            self.assertIn("the same files as before; nothing was added", again.text)
            out = self.send(port, "/logout", b"", Cookie=cookie)
            self.assertIn("Max-Age=0", out.headers["Set-Cookie"])

    def test_a_refusal_is_explained_line_by_line(self):
        token = self.token("sower")
        with self.serving() as port:
            broken = self.archive("sower", manifest="name: a b\nauthor: x\n")
            for said in (["entry.yaml:1:7: error: `name`", "entry.yaml:2:1: error: unknown key `author`"],):
                text = self.upload(port, token, broken).text
                page = self.upload(port, token, broken, Accept="text/html")
                self.assertEqual(422, page.status)
                for words in said:
                    self.assertIn(words, text)
                    self.assertIn(words.replace("&", "&amp;"), page.text)
            self.assertIn("`name` is `other`, and this team is `sower`", self.upload(port, token, self.archive("other")).text)
            self.assertIn("expected .tar, .tar.gz or .zip", self.upload(port, token, b"hello").text)
            self.assertEqual(400, self.upload(port, token, b"").status)
            self.assertEqual(400, self.send(port, "/team/upload", form([("entry", "no file")]), token).status)
            self.assertEqual(400, self.send(port, "/team/upload", b"x", token).status)
            self.rules(RULES + "deadline: 2026-01-02T03:04:00Z\n")
            self.assertIn("the deadline was 2026-01-02T03:04:00.000Z", self.upload(port, token, self.archive("sower")).text)
            self.assertEqual((1, []), (len(self.history().splitlines()), self.leftovers()))

    def test_tokens_are_made_listed_and_revoked(self):
        self.assertIn("there are no tokens", self.run_contest("token")[0])
        self.assertIn("next, send each team its token (earlier ones stay valid), and serve: ebiri contest serve friday\n", self.run_contest("token", "x")[1])
        self.assertIn("next, sign in with it on the page /admin/, on this machine: ebiri contest serve friday\n", self.run_contest("token", "--admin")[1])
        self.run_contest("token", "x", "--admin", "--revoke")
        first, second, host = self.token("sower", "other", "--admin")
        file = self.contest / "private" / "tokens.jsonl"
        self.assertEqual(0o600, file.stat().st_mode & 0o777)
        kept = [json.loads(line) for line in file.read_text().splitlines()]
        self.assertEqual([hashlib.sha256(token.encode()).hexdigest() for token in (first, second, host)], [one["sha256"] for one in kept])
        self.assertNotIn(first, file.read_text())
        self.assertEqual(["sower", "other", "(host)"], [line.split()[-1] for line in self.run_contest("token")[0].splitlines()])
        self.assertNotEqual(first, self.token("sower"))
        with self.serving() as port:
            self.assertEqual(200, self.get(port, "/team/", first).status)
            self.assertEqual("2 revoked\n", self.run_contest("token", "sower", "--revoke")[0])
            self.assertEqual(403, self.get(port, "/team/", first).status)  # at once
            self.assertEqual(200, self.get(port, "/team/", second).status)
        self.assertIn("there is no token to revoke", self.run_contest("token", "sower", "--revoke", expect=2)[1])
        self.assertIn("a team's name must consist of", self.run_contest("token", "a b", expect=2)[1])
        self.assertIn("`--revoke` needs names of teams", self.run_contest("token", "--revoke", expect=2)[1])
        file.write_text(file.read_text() + "nonsense\n")
        self.assertIn("tokens.jsonl:3: invalid line", self.run_contest("token", expect=3)[1])

    def test_a_damaged_list_of_tokens_signs_nobody_out(self):
        token = self.token("sower")
        cookie = f"ebiri-friday={token}"
        file = self.contest / "private" / "tokens.jsonl"
        with self.serving(said="(ebiri: .*tokens.jsonl:2: invalid line.*\n)+") as port:
            self.assertEqual(200, self.get(port, "/team/", Cookie=cookie).status)
            file.write_text(file.read_text() + "nonsense\n")
            answer = self.get(port, "/team/", Cookie=cookie)
            self.assertEqual((503, None), (answer.status, answer.headers["Set-Cookie"]))
            self.assertIn("Tell the host", answer.text)
            self.assertEqual(503, self.get(port, "/team/", token).status)
            self.assertEqual(503, self.upload(port, token, self.archive("sower")).status)
            self.assertEqual(503, self.send(port, "/login", form([("token", token)])).status)

    def test_the_history_may_be_in_use(self):
        token = self.token("sower")
        with self.serving(said="ebiri: sower: `friday/history.jsonl`(.|\n)*ebiri: sower 1: .*\n") as port:
            with open(self.contest / "history.jsonl.lock", "a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                answers = []
                sender = threading.Thread(target=lambda: answers.append(self.upload(port, token, self.archive("sower"))))
                sender.start()
                self.assertEqual(200, self.get(port, "/").status)  # no other client waits
                self.assertEqual(200, self.get(port, "/team/", token).status)
                sender.join()
                self.assertEqual(503, answers[0].status)
                self.assertIn("Try again in a minute", answers[0].text)
                self.assertNotIn(str(self.folder), answers[0].text)
            self.assertEqual(200, self.upload(port, token, self.archive("sower")).status)

    def test_the_host_withdraws_a_team(self):
        self.run_contest("add", self.entry("sower"))
        self.append(type="built", team="sower", number=1, tree="", problem="it ended with exit status 7")
        self.log("sower", 1, "make: <all> is wrong\n")
        host = self.token("--admin")
        with self.serving() as port:
            self.assertEqual("admin/", self.send(port, "/login", form([("token", host)])).headers["Location"])
            page = self.get(port, "/admin/", host)
            self.assertIn("exit status 7", page.text)
            self.assertEqual(303, self.get(port, "/team/", host).status)
            self.assertIn("make: &lt;all&gt; is wrong", self.get(port, "/admin/sower/1", host).text)
            for path in ("sower/2", "nobody/1", "sower/1/", "sower", "sower/x", "/1"):
                self.assertEqual(404, self.get(port, f"/admin/{path}", host).status, path)
            self.run_contest("add", self.entry("waits"))
            page = self.get(port, "/admin/", host).text
            for words in ("waits 1 <small><code>", "contest qualify friday", "contest qualify friday sower --again", " GB free of "):
                self.assertIn(words, page)
            # Tokens, made and revoked.
            made = self.send(port, "/admin/token", form([("team", "late")]), host)
            self.assertEqual("no-store", made.headers["Cache-Control"])
            late = re.search(r"\b[0-9a-f]{64}\b", made.text)[0]
            self.assertEqual(200, self.get(port, "/team/", late).status)
            self.assertIn('aria-label="Revoke all tokens of late"', self.get(port, "/admin/", host).text)
            for path, field, status in (("token", "no/body", 422), ("token", "", 422), ("revoke", "nobody", 422), ("revoke", "", 422)):
                self.assertEqual(status, self.send(port, f"/admin/{path}", form([("team", field)]), host).status, (path, field))
            for path in ("token", "revoke", "withdraw"):
                self.assertEqual(403, self.send(port, f"/admin/{path}", form([("team", "late")]), late).status, path)
                self.assertEqual(403, self.send(port, f"/admin/{path}", form([("team", "late")]), host, X_Forwarded_For="203.0.113.9").status, path)
            self.assertEqual(403, self.get(port, "/admin/sower/1", late).status)
            self.assertEqual(200, self.send(port, "/admin/revoke", form([("team", "late")]), host).status)
            self.assertEqual(403, self.get(port, "/team/", late).status)
            self.assertEqual(200, self.get(port, "/admin/", host).status)  # a team's token is not affected
            self.assertEqual(200, self.send(port, "/admin/withdraw", form([("team", "sower")]), host).status)
            self.assertEqual(422, self.send(port, "/admin/withdraw", form([("team", "sower")]), host).status)
            self.assertEqual(422, self.send(port, "/admin/withdraw", form([("team", "no/body")]), host).status)
            self.assertEqual(400, self.send(port, "/admin/withdraw", form([("x", "sower")]), host).status)
        self.assertIn("withdrawn", self.run_contest("list")[0])


if __name__ == "__main__":
    main()

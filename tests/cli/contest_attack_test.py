"""Attacks on the page of a contest: other teams' logs, other sites, false lengths, archive bombs, crowds."""

import contextlib
import io
import json
import socket
import tarfile
import zipfile
from concurrent import futures

from arena import main
from contest_arena import BOT, ENTRY, RULES
from contest_page import BOUNDARY, DEADLINE, PageTest, form, raise_descriptors

SECRET = "our secret weapon"


def elsewhere():
    """An address of this machine other than loopback; None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
            return probe.getsockname()[0]
        except OSError:
            return None


class Attack(PageTest):
    def two_teams(self):
        for name in ("owner", "thief"):
            self.run_contest("add", self.entry(name))
        self.log("owner", 1, SECRET)
        self.append(type="built", team="owner", number=1, tree="", problem=SECRET)
        return self.token("owner", "thief")

    def raw(self, port, data, more=lambda: b""):
        """Sends raw bytes; returns everything until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", port), DEADLINE) as client, contextlib.suppress(OSError):
            client.sendall(data)
            client.sendall(more())
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := client.recv(65536):
                answer += piece
            return answer
        return b""


class Logs(Attack):
    def test_no_path_leads_to_another_teams_log(self):
        owner, thief = self.two_teams()
        tricks = ["/team/1", "/team/2", "/team/0", "/team/-1", "/team/owner", "/team/owner/1", "/team/../team/1", "/team/1/../../owner/1",
                  "/team/1?team=owner", "/team//1", "//team/1", "/team/%31", "/team/%2e%2e/owner/1", "/team/..%2fowner%2f1", "/team/1%00", "/team/1;team=owner",
                  "/team/owner/1/build.log", "/teams/owner/1/build.log", "/files/../teams/owner/1/build.log", "/files/teams/owner/1/build.log",
                  "/files/..%2fteams%2fowner%2f1%2fbuild.log", "/files/private/tokens.jsonl", "/files/../private/secret", "/files/history.jsonl",
                  "/files//etc/passwd", "/entries/owner/1", "/entries/..", "/entries/owner%2f1", "/../teams/owner/1/build.log", "/practice/../team/1",
                  "/finals/../teams/owner/1/build.log", "/finals/..%2fhistory.jsonl", "/practice/replays/../../teams/owner/1/build.log",
                  "/admin/", "/admin/owner", "/", "/entries/owner", "/rules/"]
        secret = (self.contest / "private" / "secret").read_text().strip()
        with self.serving() as port:
            self.assertIn(SECRET, self.get(port, "/team/1", owner).text)
            self.assertIn(SECRET, self.get(port, "/team/", owner).text)
            for path in tricks:
                for headers in ({}, {"token": thief}, {"Cookie": f"ebiri-friday={thief}"}, {"X_Team": "owner", "token": thief}):
                    answer = self.get(port, path, **headers)
                    self.assertNotIn(SECRET, answer.text, (path, headers))
                    self.assertNotIn(secret, answer.text, path)
            for path in ("/team/1", "/team/77", "/team/x"):  # without a token, the answer does not depend on the path
                self.assertEqual(403, self.get(port, path).status)
            self.assertEqual(self.get(port, "/team/1").body, self.get(port, "/team/77").body)

    def test_all_invalid_tokens_get_the_same_answer(self):
        owner, thief = self.two_teams()
        host = self.token("--admin")
        self.run_contest("token", "thief", "--revoke")
        wrong = [thief, "0" * 64, owner[:-1], owner + "0", owner.upper(), "x", "ü", "<script>", '"', "a" * 3000]
        with self.serving() as port:
            pages = {self.get(port, "/team/", token.encode().decode("latin1")).body for token in wrong}
            self.assertEqual(1, len(pages))
            self.assertNotIn(b"Submit<", pages.pop())
            # The host's token is invalid if the proxy says that the client is on another machine.
            for header in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP"):
                self.assertEqual(403, self.get(port, "/admin/", host, **{header: "203.0.113.9"}).status)
            self.assertEqual(403, self.get(port, "/admin/", owner).status)
            self.assertEqual(200, self.get(port, "/admin/", host).status)
            twice = self.get(port, "/team/", Cookie=f"ebiri-friday={owner}; ebiri-friday={owner}")
            self.assertNotIn("Only your team", twice.text)
            self.assertIn("Max-Age=0", self.get(port, "/team/", Cookie="ebiri-friday=" + "0" * 64).headers["Set-Cookie"])

    def test_host_tokens_are_invalid_from_other_machines(self):
        address = elsewhere()
        if not address or address.startswith("127."):
            self.skipTest("this machine has no address but its own")
        team, host = self.token("sower", "--admin")
        with self.serving("--address", "0.0.0.0", said="ebiri: warning: tokens are sent without encryption.*\n") as port:
            self.assertEqual(200, self.get(port, "/admin/", host).status)
            self.host = address
            self.assertEqual(403, self.get(port, "/admin/", host).status)
            self.assertEqual(403, self.send(port, "/login", form([("token", host)])).status)
            self.assertEqual(403, self.send(port, "/admin/withdraw", form([("team", "sower")]), host).status)
            self.assertEqual(403, self.get(port, "/admin/", host, X_Forwarded_For="127.0.0.1").status)
            self.assertEqual(200, self.get(port, "/team/", team).status)

    def test_guesses_are_limited_and_valid_tokens_are_not(self):
        token = self.token("sower")
        with self.serving() as port:
            answers = [self.send(port, "/login", form([("token", f"{n:064x}")])).status for n in range(30)]
            self.assertEqual([403] * 20 + [429] * 10, answers)
            self.assertEqual(429, self.get(port, "/team/", "0" * 64).status)
            self.assertEqual(303, self.send(port, "/login", form([("token", token)])).status)
            self.assertEqual(403, self.get(port, "/team/", "0" * 64, X_Forwarded_For="198.51.100.7").status)  # the limit is per client


class OtherSites(Attack):
    def test_their_pages_cannot_send_anything(self):
        token = self.token("sower")
        with self.serving("--name", "arena.example.org", said="(ebiri: sower 1: .*\n)?") as port:
            cookie = {"Cookie": f"ebiri-friday={token}"}
            data = form(file=("a.tar.gz", self.archive("sower")))
            for foreign in ({"Origin": "https://evil.example.org"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
                            {"Origin": f"http://127.0.0.1:{port + 1}"}, {"Origin": f"http://127.0.0.1:{port}", "Sec_Fetch_Site": "cross-site"},
                            {"Origin": f"http://evil.example.org#127.0.0.1:{port}"}):
                self.assertEqual(403, self.send(port, "/team/upload", data, **cookie, **foreign).status, foreign)
            self.assertEqual(421, self.send(port, "/team/upload", data, **cookie, Host="evil.example.org").status)
            self.assertEqual(1, len(self.history().splitlines()))
            good = self.send(port, "/team/upload", data, **cookie, Host="arena.example.org", Origin="https://arena.example.org",
                             Sec_Fetch_Site="same-origin")
            self.assertEqual(200, good.status)
            signed = self.send(port, "/login", form([("token", token)]), X_Forwarded_For="198.51.100.7", X_Forwarded_Proto="https")
            self.assertIn("; Secure", signed.headers["Set-Cookie"])

    def test_untrusted_text_is_escaped(self):
        script = "<script>alert(1)</script>"
        manifest = ENTRY.replace("NAME", "sower").replace("Ann Lee", f"'{script}\"'")
        self.run_contest("add", self.entry("sower", manifest))
        for name in ("build.log", "examination.txt", "match.txt"):
            self.log("sower", 1, f"{script}</pre>\x1b[31m\x00\xff{script}", name)
        self.append(type="built", team="sower", number=1, tree="", problem=script)
        self.rules(RULES + f"beacon: \"{script}\"\n")
        token, host = self.token("sower", "--admin")
        with self.serving() as port:
            pages = [self.get(port, path, token) for path in ("/", "/entries/sower", "/rules/", "/team/", "/team/1", f"/{script}", f"/entries/{script}")]
            pages += [self.get(port, "/admin/", host), self.upload(port, token, b"x", script, Accept="text/html"),
                      self.upload(port, token, self.archive("sower", manifest=f"{script}: {script}\n"), Accept="text/html"),
                      self.send(port, "/admin/withdraw", form([("team", script)]), host, Accept="text/html")]
            for page in pages:
                self.assertNotIn("<script>", page.text)
            self.assertIn("&lt;script&gt;", pages[4].text)
            self.assertNotIn("\x1b", pages[4].text)


class Bodies(Attack):
    def test_false_lengths(self):
        token = self.token("sower")
        self.rules(RULES + "submission: {size: 100kB}\n")
        head = f"POST /team/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
        body = form(file=("a.tar.gz", self.archive("sower")))
        with self.serving() as port:
            for lines, data, statuses in (
                    ("", b"", b"411 400"), ("Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"411"),
                    (f"Content-Length: {len(body)}\r\nTransfer-Encoding: chunked\r\n", body, b"400"),
                    (f"Content-Length: {len(body)}\r\nContent-Length: 3\r\n", body, b"400"),
                    ("Content-Length: -1\r\n", body, b"400"), ("Content-Length: 99999999999999999999999\r\n", body, b"400"),
                    ("Content-Length: 200000\r\n", b"x" * 200000, b"413"), ("Content-Length: 999999999999\r\n", b"x", b"413 507"),
                    (f"Content-Length: {len(body) - 40}\r\n", body, b"400 422"), (f"Content-Length: {len(body) + 40}\r\n", body, b""),
                    ("Content-Length: 0\r\n", b"", b"400"), ("X: " + "y" * 9000 + "\r\n", body, b"431")):
                answer = self.raw(port, (head + lines + "\r\n").encode() + data)
                self.assertLessEqual(answer.count(b"HTTP/1.1 "), 1, lines)  # a body is never read as another request
                if answer:
                    self.assertIn(answer.split()[1], statuses.split(), (lines, answer))
            smuggled = b"GET /team/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
            answer = self.raw(port, (head + "Content-Length: 0\r\n\r\n").encode() + smuggled)
            self.assertEqual(1, answer.count(b"HTTP/1.1 "))
            answer = self.raw(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 44\r\n\r\n" + smuggled)
            self.assertEqual((1, b"400"), (answer.count(b"HTTP/1.1 "), answer.split()[1]))
            self.assertEqual((1, []), (len(self.history().splitlines()), self.leftovers()))
            self.assertEqual(404, self.send(port, "/anywhere", body, token).status)
            self.assertEqual(403, self.send(port, "/team/upload", body).status)
            self.assertEqual(405, self.ask(port, "PUT", "/team/upload", body).status)
            self.assertEqual(413, self.send(port, "/login", b"x" * 20000).status)

    def head(self, token, body):
        """The head of an upload that sends its body after `100 Continue`."""
        return (f"POST /team/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nExpect: 100-continue\r\n"
                f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\n\r\n").encode()

    def test_a_client_that_expects_continue_gets_it(self):
        token = self.token("sower")
        body = form(file=("a.tar.gz", self.archive("sower")))
        with self.serving(said="ebiri: sower 1: .*\n") as port, socket.create_connection(("127.0.0.1", port), DEADLINE) as client:
            client.sendall(self.head(token, body))
            self.assertEqual(b"HTTP/1.1 100 Continue\r\n\r\n", client.recv(65536))
            client.sendall(body)
            self.assertTrue(client.recv(65536).startswith(b"HTTP/1.1 200 "))

    def test_a_token_that_is_revoked_during_an_upload_is_invalid(self):
        token = self.token("sower")
        body = form(file=("a.tar.gz", self.archive("sower")))
        with self.serving() as port, socket.create_connection(("127.0.0.1", port), DEADLINE) as client:
            client.sendall(self.head(token, body))
            self.assertIn(b"100 Continue", client.recv(65536))
            self.run_contest("token", "sower", "--revoke")
            client.sendall(body)
            self.assertTrue(client.recv(65536).startswith(b"HTTP/1.1 403 "))
        self.assertEqual(1, len(self.history().splitlines()))

    def test_slow_clients_delay_no_other(self):
        slow, quick = self.token("slow", "quick")
        with self.serving("--uploads", "1000", said="(ebiri: (quick|slow) 1: .*\n){2}") as port:
            body = form(file=("a.tar.gz", self.archive("slow")))
            crowd = [socket.create_connection(("127.0.0.1", port), DEADLINE) for _ in range(100)]
            for client in crowd[1:]:
                client.sendall(b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
            crowd[0].sendall(self.head(slow, body))
            self.assertIn(b"100 Continue", crowd[0].recv(65536))
            crowd[0].sendall(body[:100])
            self.assertEqual(409, self.upload(port, slow, self.archive("slow")).status)
            self.assertEqual(200, self.get(port, "/").status)
            self.assertEqual(200, self.upload(port, quick, self.archive("quick")).status)
            crowd[0].close()  # frees its place
            while (status := self.upload(port, slow, self.archive("slow")).status) == 409:
                pass
            self.assertEqual(200, status)
            for client in crowd:
                client.close()


class Archives(Attack):
    def test_malicious_archives(self):
        token = self.token("sower")
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("entry.yaml", ENTRY.replace("NAME", "sower"))
            archive.writestr("zeros", b"\0" * 40_000_000)
        entry = ("entry.yaml", ENTRY.replace("NAME", "sower").encode())
        hidden = self.tar([entry, ("__MACOSX/zeros", b"\0" * 40_000_000)]).read_bytes()
        outside = tarfile.TarInfo("link")
        outside.type, outside.linkname = tarfile.SYMTYPE, "/etc/passwd"
        with self.serving() as port:
            for data, said in ((bomb.getvalue(), "it looks like an archive bomb"), (hidden, "it looks like an archive bomb"), (self.tar([("../x", b"x")]).read_bytes(), "`../x` has a part `..`"),
                               (self.tar([("/tmp/x", b"x")]).read_bytes(), "absolute"), (self.tar([outside]).read_bytes(), "`link` is a link")):
                answer = self.upload(port, token, data)
                self.assertEqual(422, answer.status)
                self.assertIn(said, answer.text)
            for name in ("../../../x.tar.gz", "..", "", "/etc/passwd", "a\\b", "x" * 300, 'a";filename="b'):
                answer = self.upload(port, token, b"nothing", name)
                self.assertIn(answer.status, (400, 422, 429), name)
            self.assertEqual([], self.leftovers())
        self.assertFalse((self.folder / "x.tar.gz").exists())


class Streams(Attack):
    """Many endless event streams; `./ebiri bench contest` opens more, and measures uploads meanwhile."""

    def setUp(self):
        super().setUp()
        if raise_descriptors() < 2500:
            self.skipTest("this process may not open enough files")
        self.play_practice()
        self.opened = []
        self.addCleanup(lambda: [client.close() for client in self.opened])

    def open_streams(self, port, headers):
        new = [self.stream(port, more) for more in headers]
        self.opened += new
        return new

    def all_upload(self, port, tokens):
        """All teams upload at the same time; returns the statuses, or the errors."""
        def send(name):
            try:
                return self.upload(port, tokens[name], archives[name]).status
            except OSError as problem:
                return problem

        archives = {name: self.archive(name) for name in tokens}
        with futures.ThreadPoolExecutor(len(tokens)) as pool:
            return dict(zip(tokens, pool.map(send, tokens)))

    def teams(self, count):
        names = [f"team-{n}" for n in range(count)]
        return dict(zip(names, self.token(*names)))

    def test_streams_of_one_address_do_not_prevent_uploads(self):
        tokens = self.teams(30)
        with self.serving(said="(ebiri: team-.*\n)+") as port:
            streams = self.open_streams(port, [""] * 1100)
            self.assertEqual({name: 200 for name in tokens}, self.all_upload(port, tokens))
            self.assertEqual(200, self.get(port, "/").status)
            self.assertEqual(200, self.still_open(streams))
            self.assertEqual(200, self.still_open(streams[-200:]))  # the newest ones
        self.assertEqual([], self.leftovers())

    def test_streams_of_many_addresses_do_not_prevent_uploads(self):
        tokens = self.teams(30)
        with self.serving(said="(ebiri: team-.*\n)+") as port:
            streams = self.open_streams(port, [f"X-Forwarded-For: 198.51.{n // 250}.{n % 250}\r\n" for n in range(1100)])
            self.assertEqual({name: 200 for name in tokens}, self.all_upload(port, tokens))
            self.assertEqual(500, self.still_open(streams))

    def test_the_address_with_most_streams_loses_some(self):
        team = self.token("sower")
        shown = f"Authorization: Bearer {team}\r\n"
        with self.serving() as port:
            modest = self.open_streams(port, [f"X-Forwarded-For: 192.0.2.{n // 10}\r\n" for n in range(200)])
            greedy = self.open_streams(port, [f"X-Forwarded-For: 203.0.113.{n % 2}\r\n" for n in range(800)])
            self.assertEqual(200, self.still_open(modest))
            self.assertEqual(300, self.still_open(greedy))
            # Streams with a valid token count for the team, from any address; with an invalid one, for the address.
            teams = self.open_streams(port, [f"X-Forwarded-For: 192.0.2.{n}\r\n{shown}" for n in range(30)])
            self.assertEqual(20, self.still_open(teams))
            self.open_streams(port, [f"X-Forwarded-For: 203.0.113.9\r\nAuthorization: Bearer {n:064x}\r\n" for n in range(300)])
            self.assertEqual(200, self.still_open(modest))
            self.assertEqual(20, self.still_open(teams[-20:]))

    def test_idle_connections_are_closed_first(self):
        tokens = self.teams(10)
        with self.serving(said="(ebiri: team-.*\n)+") as port:
            silent = [socket.create_connection(("127.0.0.1", port), DEADLINE) for _ in range(1500)]
            self.opened += silent
            self.assertEqual({name: 200 for name in tokens}, self.all_upload(port, tokens))

    def test_forwarded_addresses_are_trusted_from_proxies_only(self):
        address = elsewhere()
        if not address or address.startswith("127."):
            self.skipTest("this machine has no address but its own")

        def guesses(port, chain):
            return {self.get(port, "/team/", f"{n:064x}", X_Forwarded_For=chain(n)).status for n in range(25)}

        warning = "ebiri: warning: tokens are sent without encryption.*\n"
        self.host = address
        with self.serving("--address", "0.0.0.0", said=warning) as port:
            self.assertEqual({403, 429}, guesses(port, lambda n: f"192.0.2.{n}"))  # all from one client
        with self.serving("--address", "0.0.0.0", "--proxy", "192.0.2.77", "--proxy", address, said=warning) as port:
            self.assertEqual({403}, guesses(port, lambda n: f"192.0.2.{n}"))
            self.assertEqual({403, 429}, guesses(port, lambda n: f"192.0.2.{n}, 198.51.100.1, 192.0.2.77"))  # claimed by the client
        self.assertIn("--proxy", self.run_contest("serve", "--proxy", "nginx", expect=2)[1])


class Crowds(Attack):
    def test_the_submissions_of_a_team_are_limited(self):
        first, second = self.token("first", "second")
        with self.serving("--uploads", "2") as port:
            statuses = [self.upload(port, first, b"x").status for _ in range(4)]
            self.assertEqual([422, 422, 429, 429], statuses)
            self.assertEqual(422, self.upload(port, second, b"x").status)

    def test_concurrent_submissions_lose_nothing(self):
        names = [f"team-{n}" for n in range(8)]
        tokens = dict(zip(names, self.token(*names)))
        archives = {(name, n): self.archive(name, f"# {n}\n") for name in names for n in range(3)}
        with self.serving("--uploads", "1000", said="(ebiri: team-. .*\n)+") as port:
            def send(key):
                while (status := self.upload(port, tokens[key[0]], archives[key]).status) in (409, 503):
                    pass
                return status

            with futures.ThreadPoolExecutor(len(archives)) as pool:
                self.assertEqual([200] * 24, list(pool.map(send, archives)))
            page = self.get(port, "/").text
        listed = [json.loads(self.run_contest("list", name, "--format", "json")[0]) for name in names]
        self.assertEqual([[1, 2, 3]] * 8, [[one["number"] for one in team] for team in listed])
        self.assertEqual(24, len(self.trees()))
        self.assertEqual([], self.leftovers())
        for name in names:
            self.assertIn(f'entries/{name}"', page)
        self.assertIn(BOT, (self.contest / "trees" / self.trees()[0] / "main.py").read_text())


if __name__ == "__main__":
    main()

"""`ebiri serve`: the server of a run. tests/page tests its page."""

import contextlib
import http.client
import json
import re
import signal
import socket
import time
from concurrent import futures

from arena import ArenaTest, main

DEADLINE = 120


class Listener:
    """A connection that reads events one by one."""

    def __init__(self, port, known=None, path="/events"):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
        self.connection.request("GET", path, headers={} if known is None else {"Last-Event-ID": known})
        self.answer = self.connection.getresponse()

    def event(self):
        """The name, data and id of the next event."""
        fields = {}
        for line in iter(self.answer.readline, b""):
            if line == b"\n" and "event" in fields:
                return fields["event"], json.loads(fields["data"]), fields.get("id")
            name, colon, value = line.decode().rstrip("\n").partition(": ")
            if colon and name:
                fields[name] = value
        raise EOFError("the server closed the connection")

    def until(self, name, holds=lambda data: True):
        while True:
            event, data, key = self.event()
            if event == name and holds(data):
                return data, key

    def close(self):
        self.answer.close()
        self.connection.close()


class ServeTest(ArenaTest):
    def serving(self, *arguments):
        return self.served(r".*test is at http://127\.0\.0\.1", "serve", "test", *arguments)

    def get(self, port, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        with contextlib.closing(connection):
            return answer.status, answer.read(), answer

    def report(self, name):
        """The text of an element of report.html."""
        page = self.file("report.html").decode()
        return re.search(rf'<script type="[^"]*" id="{name}">(.*?)</script>', page, re.DOTALL)[1]

    def test_a_finished_run_has_the_data_of_its_report(self):
        self.ebiri("run", self.config())
        with self.serving() as port:
            status, page, answer = self.get(port, "/")
            self.assertEqual(200, status)
            self.assertIn(b"connect-src 'self'", page)
            self.assertIn(b'<script type="application/json" id="live">{}</script>', page)
            self.assertEqual("nosniff", answer.headers["X-Content-Type-Options"])
            embedded = self.get(port, "/embed")[1]
            self.assertIn(b'id="live"', embedded)
            self.assertNotIn(b"wasm-unsafe-eval", embedded)
            listener = Listener(port)
            run, games, playing = listener.event(), listener.event(), listener.event()
            self.assertEqual(["run", "games", "playing"], [run[0], games[0], playing[0]])
            report = json.loads(self.report("run"))
            self.assertEqual("complete", run[1]["live"]["state"])
            self.assertEqual(report.pop("rules"), json.loads(self.get(port, "/rules")[1]))
            for key in report.keys() - {"games"}:
                self.assertEqual(report[key], run[1][key], key)
            self.assertEqual(0, games[1]["from"])
            self.assertEqual(list(range(1, 19)), sorted(games[1]["games"]["game"]))
            self.assertEqual({"all": True, "changed": [], "over": []}, playing[1])
            listener.close()
            for line in self.report("replays").strip().split("\n"):
                replay = json.loads(line)
                status, body, answer = self.get(port, f"/replays/{replay['game']}@{replay['attempt']}")
                self.assertEqual((200, replay), (status, json.loads(body)))
                self.assertIn("immutable", answer.headers["Cache-Control"])

    def test_a_reconnected_client_gets_new_events_only(self):
        self.ebiri("run", self.config())
        with self.serving() as port:
            first = Listener(port)
            _, key = first.until("games")
            first.close()
            for again in (Listener(port, key), Listener(port, path="/events?after=" + key), Listener(port, key, "/events?after=1-1")):
                games, _ = again.until("games")
                self.assertEqual((18, []), (games["from"], games["games"]["game"]))
                again.close()
            epoch = key.partition("-")[0]
            for foreign in ("", "9-18", epoch + "-19", epoch + "-", "-5", "nonsense"):
                for anew in (Listener(port, foreign), Listener(port, path="/events?after=" + foreign)):
                    self.assertEqual(0, anew.until("games")[0]["from"], foreign)
                    anew.close()
        with self.serving() as port:  # the id may be of another run
            other = Listener(port, key)
            self.assertEqual(0, other.until("games")[0]["from"])
            other.close()

    def test_games_appear_while_they_are_played(self):
        run = self.start("run", self.config(pairs=5000, openings="{random-plies: 10}"), "--quiet")
        self.until_games(1)
        with self.serving() as port:
            listener = Listener(port)
            self.assertEqual("running", listener.until("run")[0]["live"]["state"])
            known = len(listener.until("games")[0]["games"]["game"])
            for _ in range(2):  # no game is missing between two events
                games, _ = listener.until("games")
                self.assertEqual(known, games["from"])
                known += len(games["games"]["game"])
                self.assertGreater(known, games["from"])
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=DEADLINE)
            listener.until("run", lambda data: data["live"]["state"] == "stopped")
            listener.close()

    def test_running_games_are_sent_ply_by_ply(self):
        run = self.start("run", self.config(pairs=400, openings="{random-plies: 10}", limit="{nodes: 100000}", slots=2), "--quiet")
        self.until_games(1)
        told, ended, went_on = {}, [], False

        def whole():
            """Games that were followed to their end: the next game of their slot, the other one of their pair, was seen too."""
            return [(game, attempt) for game, attempt in ended if game % 2 == 1 and (game + 1, 1) in told]

        with self.serving() as port:
            listener = Listener(port)
            while len(ended) < 4 or not went_on or not whole():
                news, _ = listener.until("playing")
                for game in news["changed"]:
                    key = (game["game"], game["attempt"])
                    went_on = went_on or game["from"] > 10
                    known = told.setdefault(key, {"moves": [], "counts": []})
                    self.assertLessEqual(game["from"], len(known["moves"]))
                    known["moves"][game["from"]:] = game["moves"].split()
                    known["counts"][2 * (game["from"] and game["from"] + 1):] = game["counts"]
                    self.assertEqual(len(known["counts"]), 2 * len(known["moves"]) + 2)
                    self.assertEqual(len(game["sides"]), len(game["moves"].split()))
                    self.assertIn(game["mover"], "SN")
                    self.assertEqual(2, len(game["limits"]) if game["from"] == 0 else 2)
                ended += [tuple(map(int, key.split("@"))) for key in news["over"]]
            late = Listener(port)
            playing, _ = late.until("playing")
            self.assertTrue(playing["all"])
            self.assertTrue(all(game["from"] == 0 for game in playing["changed"]))
            late.close()
            listener.close()
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=DEADLINE)
        played = {(game["game"], game["attempt"]): game["opening"]["moves"] + game["moves"] for game in self.games()}
        for key in ended:
            self.assertEqual(played[key][: len(told[key]["moves"])], told[key]["moves"])
        for key in whole():
            self.assertEqual(played[key], told[key]["moves"])
        self.assertFalse((self.folder / "results" / "test" / "live.sock").exists())

    def test_a_replaced_journal_is_sent_again(self):
        self.ebiri("run", self.config())
        with self.serving() as port:
            listener = Listener(port)
            _, key = listener.until("games")
            self.ebiri("run", self.config(seed=7), "--force-new")
            games, other = listener.until("games", lambda data: len(data["games"]["game"]) > 0)
            self.assertEqual(0, games["from"])
            self.assertNotEqual(key.split("-")[0], other.split("-")[0])
            listener.close()

    def test_a_run_that_has_not_begun_has_only_its_page(self):
        self.journal().parent.mkdir(parents=True)
        with self.serving() as port:
            self.assertEqual(200, self.get(port, "/")[0])
            for path in ("/rules", "/ends/", "/replays/1@1"):
                self.assertEqual(404, self.get(port, path)[0], path)

    def test_unknown_paths_and_invalid_requests_are_refused(self):
        self.ebiri("run", self.config())
        with self.serving("--name", "arena.example.org") as port:
            for path in ("/favicon.ico", "/replays/", "/replays/1", "/replays/1@2", "/replays/99@1", "/replays/x@y", "/../games.jsonl", "/games.jsonl",
                         "/replays/..%2f1@1"):
                status, body, _ = self.get(port, path)
                self.assertEqual(404, status, path)
                self.assertIn("error", json.loads(body))
            self.assertEqual(405, self.get(port, "/", "POST")[0])
            self.assertEqual(405, self.get(port, "/", "DELETE")[0])
            self.assertEqual((200, b""), self.get(port, "/", "HEAD")[:2])
            self.assertEqual(421, self.get(port, "/", Host="evil.example.org")[0])
            self.assertEqual(200, self.get(port, "/", Host="arena.example.org:443")[0])
            self.assertEqual(200, self.get(port, "/", Host=f"localhost:{port}")[0])

    def test_invalid_and_silent_clients_do_no_harm(self):
        self.ebiri("run", self.config())
        with self.serving() as port:
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
            for nonsense in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x00" * 1000, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000, b"GET / HTTP/9.9\r\n\r\n",
                             b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"):
                with socket.create_connection(("127.0.0.1", port)) as client:
                    with contextlib.suppress(OSError):
                        client.sendall(nonsense)
                        client.shutdown(socket.SHUT_WR)
                        client.settimeout(DEADLINE)
                        while client.recv(65536):
                            pass
            self.assertEqual(200, self.get(port, "/")[0])
            for one in silent:
                one.close()

    def test_two_hundred_clients_and_one_that_never_reads(self):
        self.ebiri("run", self.config())
        with self.serving() as port:
            deaf = socket.create_connection(("127.0.0.1", port))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")

            def games(_):
                with contextlib.closing(Listener(port)) as listener:
                    return len(listener.until("games")[0]["games"]["game"])

            with futures.ThreadPoolExecutor(200) as pool:
                self.assertEqual([18] * 200, list(pool.map(games, range(200))))
            self.assertEqual(200, self.get(port, "/")[0])
            deaf.close()

    def test_serving_errors_give_the_reason(self):
        _, err = self.ebiri("serve", "nothing", expect=3)
        self.assertEqual("ebiri: cannot open `nothing/games.jsonl`: No such file or directory\n", err)
        self.ebiri("run", self.config())
        _, err = self.ebiri("serve", "test", "--address", "somewhere", expect=2)
        self.assertIn("`somewhere` is not an IP address", err)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            _, err = self.ebiri("serve", "test", "--port", str(taken.getsockname()[1]), expect=3)
            self.assertRegex(err, r"^ebiri: cannot serve at 127\.0\.0\.1 port \d+: Address already in use\n$")

    @contextlib.contextmanager
    def playing(self, *arguments, code=130, **settings):
        """Starts a run that serves itself; yields its port."""
        run = self.start("run", self.config(**{"pairs": 5000, "openings": "{random-plies: 10}", **settings}), "--quiet", "--serve", *arguments)
        line = run.stderr.readline()
        self.assertRegex(line, r"^ebiri: .*test is at http://127\.0\.0\.1:\d+/\n$")
        yield int(re.search(r":(\d+)/", line)[1])
        if code == 130:  # otherwise the run finishes
            run.send_signal(signal.SIGINT)
        _, rest = run.communicate(timeout=DEADLINE)
        self.assertEqual(code, run.returncode, rest)

    def test_a_run_serves_itself_while_it_plays(self):
        with self.playing("127.0.0.1:0") as port:
            self.until_games(1)
            self.assertIn(b'<script type="application/json" id="live">', self.get(port, "/")[1])
            listener = self.listener(port)
            self.assertEqual("running", listener.until("run")[0]["live"]["state"])
            known = len(listener.until("games")[0]["games"]["game"])
            games, _ = listener.until("games")
            self.assertEqual(known, games["from"])
            number, attempt = games["games"]["game"][0], games["games"]["attempt"][0]
            self.assertEqual(200, self.get(port, f"/replays/{number}@{attempt}")[0])
            listener.until("playing", lambda news: news["changed"])
        listener.until("run", lambda data: data["live"]["state"] == "stopped")
        listener.close()
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", port))

    def test_a_client_gets_all_events_to_the_end(self):
        with self.playing("0", code=0, pairs=15) as port:
            listener = self.listener(port)
            told = []
            state = None
            while state != "complete" or len(told) < 90:
                name, data, _ = listener.event()
                if name == "run":
                    state = data["live"]["state"]
                    announced = [number for number, south, north in data["live"]["next"] if south != north]
                    self.assertEqual(sorted(announced), announced)
                    self.assertEqual([], [number for number in announced if number in told])
                    self.assertEqual(state == "running" and data["run"]["games"] < 90, len(announced) > 0)
                if name == "games":
                    del told[data["from"]:]
                    told += data["games"]["game"]
            listener.close()
        self.assertEqual(list(range(1, 91)), sorted(told))

    def test_clients_that_do_not_read_do_not_block_the_run(self):
        with self.playing(":0", code=0, pairs=40) as port:
            self.until_games(1)
            deaf = []
            for _ in range(300):  # more than the server accepts
                client = socket.socket()
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                deaf.append(client)
                with contextlib.suppress(OSError):  # it gets no data
                    client.connect(("127.0.0.1", port))
                    client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for client in deaf:
            client.close()

    def test_events_have_all_slots_even_if_others_are_busy(self):
        with self.playing("0", slots=6, limit="{nodes: 30000}") as port:
            listener = self.listener(port)
            told = {}
            while min((told.get(slot, 0) for slot in range(6)), default=0) < 5:
                for game in listener.until("playing")[0]["changed"]:
                    told[game["slot"]] = told.get(game["slot"], 0) + 1
                self.assertLess(max(told.values(), default=0), 200, told)
            listener.close()

    def test_a_run_is_served_under_given_names(self):
        with self.playing("0", "--serve-name", "arena.example.org", "--serve-name", "other.example.org") as port:
            self.until_games(1)
            for host, status in (("arena.example.org", 200), ("other.example.org:443", 200), ("evil.example.org", 421)):
                self.assertEqual(status, self.get(port, "/", Host=host)[0], host)
        _, err = self.ebiri("run", self.config(), "--serve-name", "arena.example.org", expect=2)
        self.assertIn("--serve-name requires --serve", err)

    def test_a_resumed_run_is_served_too(self):
        with self.playing("0"):
            self.until_games(5)
        with self.playing("0") as port:
            listener = self.listener(port)
            self.assertGreaterEqual(len(listener.until("games")[0]["games"]["game"]), 5)
            listener.close()

    def test_nothing_is_played_if_serving_fails(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            _, err = self.ebiri("run", self.config(), "--serve", port, expect=3)
            self.assertEqual(f"ebiri: cannot serve at 127.0.0.1 port {port}: Address already in use\n", err)
        self.assertFalse(self.journal().exists())
        for wrong in ("nonsense", "127.0.0.1:x", "127.0.0.1:65536", "localhost:80", "test.yaml"):
            _, err = self.ebiri("run", self.config(), "--serve", wrong, expect=2)
            self.assertIn(f"`{wrong}` is not an address; expected ADDRESS:PORT", err)
        self.ebiri("run", self.config())
        _, err = self.ebiri("run", self.config(), "--serve")
        self.assertIn("ebiri: the run is not served; to serve it: ebiri serve results/test\n", err)

    def listener(self, port):
        """A client with its first event; there are none before the run begins."""
        deadline = time.monotonic() + DEADLINE
        while True:
            listener = Listener(port)
            if listener.answer.status == 200:
                return listener
            listener.close()
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)


if __name__ == "__main__":
    main()

"""A run that workers play over a real nats-server on a loopback port: no game is lost or counted twice, whatever is killed."""

import contextlib
import csv
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import unittest

from arena import BUILD, SANITIZED, ArenaTest, main, sealed
from nats_wire import SERVER, Server, Wire

ROOT = pathlib.Path(__file__).parents[2]
PASSWORDS = {"PLANNER_PASSWORD": "plan-secret", "WORKER_PASSWORD": "work-secret"}
KILLS = 5 if SANITIZED else 12
PAIRS = 6 if SANITIZED else 20


@unittest.skipUnless(pathlib.Path(SERVER).exists(), "there is no nats-server")
class FleetTest(ArenaTest):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(1)
        text = (ROOT / "configs/cluster/nats.conf").read_text()
        self.assertIn('"/var/lib/ebiri-nats"', text)
        (self.folder / "nats.conf").write_text(text.replace("/var/lib/ebiri-nats", str(self.folder / "nats")))
        self.server = Server(self.folder, self.folder / "nats.conf", PASSWORDS)
        self.addCleanup(self.server.kill)
        for user in ("planner", "worker"):
            (self.folder / f"{user}.login").write_text(f"{user}\n{PASSWORDS[user.upper() + '_PASSWORD']}\n")
        self.workers = []
        self.addCleanup(self.end_workers)

    def end_workers(self):
        for worker in self.workers:
            worker.kill()
            worker.communicate()

    def wire(self, user):
        wire = Wire(self.server.port, user, PASSWORDS[user.upper() + "_PASSWORD"], f"_INBOX_{user}")
        self.addCleanup(wire.close)
        return wire

    def plan(self, config, *arguments):
        return self.start("run", config, "--nats", self.server.url, "--nats-login", "planner.login", *arguments)

    def worker(self):
        worker = subprocess.Popen(
            self.command("worker", "--nats", self.server.url, "--nats-login", "worker.login", "--cache", "cache", "--slots", "2"),
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.workers.append(worker)
        return worker

    def shorten_leases(self, wire, *processes):
        """Makes leases expire after a second, so that another worker gets the job of a dead one."""
        info = self.until(lambda: (found := wire.api("CONSUMER.INFO.EBIRI_JOBS.workers")) and found.get("config"), *processes)
        changed = wire.api("CONSUMER.DURABLE.CREATE.EBIRI_JOBS.workers", stream_name="EBIRI_JOBS", config={**info, "ack_wait": 10**9})
        self.assertNotIn("error", changed)

    def games_there(self, name="test"):
        return self.journal(name).read_bytes().count(b"\n") - 2 if self.journal(name).exists() else 0

    def result_of(self, job, change=lambda game: None):
        """The result of an honest worker, except for `change`: its games are those of the run on one machine."""
        games = {game["game"]: game for game in self.games("alone")}
        lines = [json.dumps({"type": "result", "version": 1, "host": "wire/1", "cpu": "none", "load": 0, "slots": 1})]
        for wanted in job["games"]:
            game = dict(games[wanted["game"]])
            change(game)
            lines.append(sealed(game))
        return "\n".join(lines) + "\n"

    def store(self, wire, job, text):
        answer = wire.request(f"ebiri.results.{job['run']}.{job['job']}", text)
        return json.loads(answer[1])

    def test_kills_do_not_change_the_games_of_the_run(self):
        config = self.config(pairs=PAIRS, slots=2)
        self.play_alone(config)
        planner = self.plan(config, "--quiet")  # which still prints problems
        wire, hand = self.wire("planner"), self.wire("worker")
        self.shorten_leases(wire, planner)

        # One worker stores a result and dies before it acknowledges; one forges a result, one stores invalid text.
        job, _ = self.until(hand.take_job, planner)
        self.assertNotIn("error", self.store(hand, job, self.result_of(job)))
        again = self.store(hand, job, self.result_of(job, lambda game: game.update(seed=1)))
        self.assertEqual(10077, again["error"]["err_code"])  # the server itself refuses a second result
        job, _ = self.until(hand.take_job, planner)
        self.assertNotIn("error", self.store(hand, job, self.result_of(job, lambda game: game.update(result="draw"))))
        job, _ = self.until(hand.take_job, planner)
        self.assertNotIn("error", self.store(hand, job, "nonsense"))
        self.rights_of_a_worker(hand, job)

        said, total = "", 6 * PAIRS
        for kill in range(KILLS):
            worker = self.worker()
            if kill == KILLS // 3:
                self.until(lambda: self.games_there() > 8, planner)
                self.server.kill()
                self.server.start()
            if kill == KILLS // 2:
                planner.kill()
                said += planner.communicate()[1]
                before = self.games_there()
                planner = self.plan(config, "--quiet")
                self.until(lambda: planner.poll() is not None or self.games_there() > before)
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.wait(self.chance.uniform(0, 0.5))
            worker.kill()
        for _ in range(2):
            self.worker()
        said += planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertEqual(list(range(1, total + 1)), [game["game"] for game in self.games()])
        self.same_as_alone()
        self.assertRegex(said, r"rejected the result of job \w+-\d+ from wire/1: game \d+: .*the record says draw")
        self.assertRegex(said, r"rejected the result of job \w+-\d+: ")
        print(f"{KILLS} kills ... ", end="", file=sys.stderr)

        # The server need not keep results that are in the journal.
        wire = self.wire("planner")
        self.assertEqual(0, wire.api("STREAM.INFO.EBIRI_RESULTS")["state"]["messages"])
        self.assertEqual(0, wire.api("STREAM.INFO.EBIRI_JOBS")["state"]["messages"])
        # A worker stops at a signal.
        worker = self.workers[-1]
        worker.send_signal(signal.SIGINT)
        self.assertIn("stopped, games played: ", worker.communicate(timeout=self.patience)[1])
        self.assertEqual(130, worker.returncode)

    def rights_of_a_worker(self, hand, job):
        run = job["run"]
        for subject in (f"ebiri.jobs.{run}.own-1", f"ebiri.runs.{run}", "ebiri.files.00.0", f"ebiri.stop.{run}",
                        "$JS.API.STREAM.PURGE.EBIRI_RESULTS", "$JS.API.STREAM.DELETE.EBIRI_RESULTS", "$JS.API.STREAM.UPDATE.EBIRI_RESULTS",
                        "$JS.API.STREAM.MSG.DELETE.EBIRI_RESULTS", "$JS.API.STREAM.CREATE.OTHER", "$JS.API.CONSUMER.DELETE.EBIRI_JOBS.workers",
                        "$JS.API.CONSUMER.DURABLE.CREATE.EBIRI_RESULTS.mine"):
            self.assertIsNone(hand.request(subject, b"{}"), subject)
            self.assertIn("Permissions Violation for Publish", hand.errors[-1])
        before = len(hand.errors)
        hand.send("SUB _INBOX_planner.> 2\r\n")
        hand.until(lambda *_: len(hand.errors) > before)
        self.assertIn("Permissions Violation for Subscription", hand.errors[-1])

    def test_an_interrupted_run_resumes_and_engines_see_no_secret(self):
        spy = self.folder / ".spy.py"
        spy.write_text("#!/usr/bin/env python3\nimport os, sys\n"
                       f"with open({str(self.folder / 'seen')!r}, 'a') as seen:\n"
                       "    fds = [os.readlink('/proc/self/fd/' + fd) for fd in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + fd)]\n"
                       "    print(os.environ, fds, sys.argv, file=seen)\n"
                       f"os.execv({str(BUILD / 'bots/random')!r}, ['random'])\n")
        spy.chmod(0o755)
        config = self.config(pairs=30, engines="\n  - {name: spy, command: ./.spy.py}\n  - {name: greedy, command: bots/greedy}\n")
        worker = self.worker()
        planner = self.plan(config)
        self.until(lambda: self.games_there() >= 5, planner, worker)
        planner.send_signal(signal.SIGINT)
        self.assertIn("interrupted; to resume: ", planner.communicate(timeout=self.patience)[1])
        self.assertEqual(130, planner.returncode)
        there = self.games_there()
        self.assertLess(there, 60)
        planner = self.plan(config)
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertRegex(said, r"ebiri: \S+: \d+ games, 0 void, 0 results rejected; load ")
        self.assertEqual(list(range(1, 61)), [game["game"] for game in self.games()])
        seen = (self.folder / "seen").read_text()
        self.assertIn("spy.py", seen)
        for secret in ("secret", "socket:", "login"):
            self.assertNotIn(secret, seen)
        # Cached files are verified before they are used.
        cached, = (self.folder / "cache").glob("*/.spy.py")
        cached.chmod(0o755)
        cached.write_text("#!/bin/sh\nexit 1\n")
        planner = self.plan(config, "--set", "pairs=32")
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertEqual(64, self.games_there() - 1)  # the second plan is a line too
        self.assertEqual(spy.read_bytes(), cached.read_bytes())
        cached.chmod(0o444)  # as for `python3 ./spy.py`
        planner = self.plan(config, "--set", "pairs=33")
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)

    def test_a_server_that_lost_everything_gets_it_again(self):
        planner, worker = self.plan(self.config(pairs=PAIRS)), self.worker()
        self.until(lambda: self.games_there() >= 5, planner, worker)
        self.server.kill()
        shutil.rmtree(self.folder / "nats")
        self.server.start()
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertEqual(list(range(1, 6 * PAIRS + 1)), [game["game"] for game in self.games()])

    def test_a_worker_whose_login_is_rejected_later_exits(self):
        worker = self.worker()
        worker.stderr.readline()  # it has started
        self.server.kill()
        self.server.environment["WORKER_PASSWORD"] = "another"
        self.server.start()
        self.assertIn("the NATS server has rejected the login twice", worker.communicate(timeout=self.patience)[1])
        self.assertEqual(3, worker.returncode)

    def test_a_full_server_loses_no_result(self):
        planner = self.plan(self.config())
        wire = self.wire("planner")
        info = self.until(lambda: (found := wire.api("STREAM.INFO.EBIRI_RESULTS")) and found.get("config"), planner)

        def limit(size):
            answer = wire.request("$JS.API.STREAM.UPDATE.EBIRI_RESULTS", json.dumps({**info, "max_bytes": size}))
            self.assertNotIn("error", json.loads(answer[1]))

        limit(1)
        worker = self.worker()
        next(line for line in worker.stderr if line.startswith("ebiri: cannot store ebiri.results."))
        limit(-1)
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertEqual(list(range(1, 19)), [game["game"] for game in self.games()])

    def test_a_new_run_deletes_the_jobs_of_the_old_one(self):
        config = self.config(pairs=50)
        wire, id_file = self.wire("planner"), self.folder / "results/test/fleet.id"

        def runs():
            info = wire.api("STREAM.INFO.EBIRI_JOBS", subjects_filter=">")
            return {subject.split(".")[2] for subject in info.get("state", {}).get("subjects") or ()}

        def new_run():
            return id_file.exists() and id_file.read_text().strip() in runs()

        planner = self.plan(config)
        self.until(new_run, planner)
        planner.kill()
        planner.communicate()
        other = self.folder / "results/test.old-bot/fleet.id"  # of a run with its own name
        other.parent.mkdir()
        other.write_text("0" * 16)
        planner = self.plan(config, "--force-new")
        self.until(lambda: (self.folder / "results/test.old-1").exists() and new_run(), planner)
        self.assertTrue(other.exists())
        self.assertEqual({id_file.read_text().strip()}, runs())
        planner.kill()
        planner.communicate()

    def test_a_machine_is_excluded_afterwards(self):
        config = self.config(pairs=6)
        self.play_alone(config)
        planner = self.plan(config, "--job-pairs", "2")
        self.shorten_leases(self.wire("planner"), planner)
        hand = self.wire("worker")
        played = set()  # games of the machine that is excluded later
        for _ in range(2):
            job, reply = self.until(hand.take_job, planner)
            self.assertNotIn("error", self.store(hand, job, self.result_of(job)))
            hand.publish(reply, b"+ACK")
            played.update(game["game"] for game in job["games"])
        self.worker()
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        self.assertRegex(said, rf"ebiri: wire: {len(played)} games, 0 void, 0 results rejected; load up to 0.0, none\n")
        self.same_as_alone()
        journal = self.file("games.jsonl")

        def hosts(run):
            return {int(line["game"]): line["host"] for line in csv.DictReader(self.file("hosts.csv", run).decode().splitlines())}

        self.assertEqual(played, {game for game, host in hosts("test").items() if host == "wire/1"})
        self.assertIn(f"wire,{len(played)},0,,0.00,0.0,1,none\n", self.file("machines.csv").decode())

        _, said = self.ebiri("run", config, "--nats", self.server.url, "--nats-login", "planner.login", "--exclude-host", "wire")
        self.assertIn(f"{len(played)} games of excluded machines will be played again\n", said)
        self.assertNotIn("wire:", said)
        self.same_as_alone()
        self.assertEqual(36, len(hosts("test")))
        self.assertNotIn("wire/1", hosts("test").values())
        self.assertEqual(journal, self.file("games.jsonl", "test.old-1"))
        self.assertEqual(0, self.wire("planner").api("STREAM.INFO.EBIRI_RESULTS")["state"]["messages"])
        before = self.file("games.jsonl")  # the machine has no games left, so nothing changes
        _, said = self.ebiri("run", config, "--nats", self.server.url, "--nats-login", "planner.login", "--exclude-host", "wire")
        self.assertIn("ebiri: machine `wire` played no game of this run\n", said)
        self.assertEqual(before, self.file("games.jsonl"))
        self.assertFalse((self.folder / "results/test.old-2").exists())
        # The state after a kill while the old run was renamed.
        (self.folder / "results/test").rename(self.folder / "results/.test.excluded")
        self.ebiri("run", config)
        self.assertEqual(before, self.file("games.jsonl"))
        # The state after a kill while games were copied. The incomplete copy is not continued.
        for copy in (".test.part", "test.part"):  # the second one is a run of the user
            shutil.copytree(self.folder / "results/test", self.folder / "results" / copy)
        _, said = self.ebiri("run", config, "--force-new")
        self.assertFalse((self.folder / "results/.test.part").exists())
        self.assertTrue((self.folder / "results/test.part").exists())
        self.assertNotIn("games are played already", said)

    def test_time_limits_are_scaled_to_the_cores(self):
        worker = self.worker()
        line = worker.stderr.readline()
        speed = float(re.search(r"started, slots: 2, speed: (\d+)", line)[1])
        meant_for = max(1, round(0.8 * speed))
        config = self.config(pairs=2, limit="{move: 500ms, nodes: 300}", core_speed=meant_for)
        said = self.plan(config).communicate(timeout=self.patience)[1]
        hosts = list(csv.DictReader(self.file("hosts.csv").decode().splitlines()))
        scale, = {float(host["time_scale"]) for host in hosts}
        self.assertAlmostEqual(scale, meant_for / float(hosts[0]["speed"]), delta=0.001)
        self.assertIn(f", time limits x {scale:g}, ", said)
        limit = f"500ms/move nodes 300 x {scale:g}"
        self.assertEqual({(limit, limit)}, {tuple(game["limits"]) for game in self.games()})
        self.ebiri("replay", "results/test")
        # Cores of another speed.
        config = self.config(name="beyond", pairs=2, limit="{move: 500ms}", core_speed=1)
        planner = self.plan(config)
        self.assertIn("with `core-speed: 1`, times can be scaled only for speeds of 0.5 to 2", worker.stderr.readline())
        line = next(line for line in planner.stderr if line.startswith("ebiri: job "))
        self.assertRegex(line, r"^ebiri: job \w+-\d+: \S+/\d+ cannot play it: .*`core-speed: 1`, .*; games \d.* will be played again$")
        planner.send_signal(signal.SIGINT)
        planner.communicate(timeout=self.patience)
        self.assertEqual([], self.games("beyond"))
        # One machine does the same.
        _, said = self.ebiri("run", self.config(name="here", pairs=1, limit="{move: 500ms, nodes: 300}", core_speed=meant_for), "--quiet")
        scale, = re.search(r"time limits are multiplied by (\S+)", said).groups()
        self.assertEqual({f"500ms/move nodes 300 x {scale}"}, {limit for game in self.games("here") for limit in game["limits"]})
        _, said = self.ebiri("run", config, "--quiet", "--results", "here", expect=3)
        self.assertIn("with `core-speed: 1`, times can be scaled only for speeds of 0.5 to 2", said)

    def test_a_test_stops_the_fleet_with_the_verdict_of_one_machine(self):
        config = self.config(pairs=2000, openings="{random-plies: 6}", engines="\n  - {name: new, command: bots/alphabeta}\n  - {name: old, command: bots/random}\n",
                             sprt="{baseline: old, candidate: new, elo0: 0, elo1: 50}")
        self.play_alone(config)
        self.worker()
        planner = self.plan(config)
        said = planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, planner.returncode, said)
        verdicts = [json.loads(self.file("sprt.json", run)) for run in ("alone", "test")]
        for key in ("verdict", "llr", "counted"):
            self.assertEqual(verdicts[0][key], verdicts[1][key], key)
        self.assertEqual(0, self.wire("planner").api("STREAM.INFO.EBIRI_JOBS")["state"]["messages"])

    @unittest.skipUnless(shutil.which("openssl"), "there is no openssl")
    def test_a_server_has_to_prove_its_name(self):
        self.ran(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
                  "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        plain = (self.folder / "nats.conf").read_text().replace(str(self.folder / "nats"), str(self.folder / "nats-tls"))
        (self.folder / "tls.conf").write_text(plain + f'tls {{ cert_file: "{self.folder}/cert.pem", key_file: "{self.folder}/key.pem" }}\n')
        server = Server(self.folder, self.folder / "tls.conf", PASSWORDS)
        self.addCleanup(server.kill)

        def worker(host, *arguments, expect):
            return self.ebiri("worker", "--nats", f"tls://{host}:{server.port}", "--nats-login", "worker.login", "--idle", "1", "--slots", "1",
                              *arguments, expect=expect)[1]

        worker("localhost", "--nats-ca", "cert.pem", expect=0)
        self.assertIn("SSL handshake error", worker("localhost", expect=3))  # of an unknown authority
        self.assertIn("SSL handshake error", worker("127.0.0.1", "--nats-ca", "cert.pem", expect=3))  # another name

    def test_a_worker_warns_of_a_login_that_others_can_read(self):
        there = "nats://example.invalid:4222"  # a host that does not exist
        _, err = self.ebiri("worker", "--nats", there, "--nats-login", "worker.login", expect=3)
        self.assertIn(f"ebiri: warning: the login to `{there}` is not encrypted", err)
        _, err = self.ebiri("worker", "--nats", "nats://a-token@127.0.0.1:1", expect=3)
        self.assertIn("ebiri: warning: every user of this machine can read the token of `--nats` in the process list", err)
        self.assertIn("cannot connect to nats://127.0.0.1:1", err)
        _, err = self.ebiri("worker", "--nats", self.server.url, "--nats-login", "worker.login", "--idle", "1", "--slots", "1", "--quiet")
        self.assertEqual("", err)

    def test_a_token_in_the_address_logs_in(self):
        (self.folder / "token.conf").write_text('authorization { token: "a-token" }\n'
                                                f'jetstream {{ store_dir: "{self.folder}/nats-token" }}\n')
        server = Server(self.folder, self.folder / "token.conf")
        self.addCleanup(server.kill)
        work = ("--idle", "1", "--slots", "1")
        self.ebiri("worker", "--nats", f"nats://a-token@127.0.0.1:{server.port}", *work)
        _, err = self.ebiri("worker", "--nats", f"nats://another@127.0.0.1:{server.port}", *work, expect=3)
        self.assertNotIn("another", err)

    def test_a_server_with_small_messages_is_an_error(self):
        (self.folder / "small.conf").write_text(f'max_payload: 60000\njetstream {{ store_dir: "{self.folder}/nats-small" }}\n')
        server = Server(self.folder, self.folder / "small.conf")
        self.addCleanup(server.kill)
        _, err = self.ebiri("worker", "--nats", server.url, "--idle", "1", "--slots", "1", expect=3)
        self.assertIn("`max_payload` of the server is 60000 bytes, at least 266240 are needed", err)

    def test_invalid_settings_are_reported(self):
        config = self.config()
        url = ("--nats", self.server.url)
        _, err = self.ebiri("run", config, "--nats", "nats://planner:plan-secret@127.0.0.1", expect=3)
        self.assertIn("every user of this machine can read in the process list; expected `--nats-login FILE`", err)
        _, err = self.ebiri("run", config, *url, expect=3)
        self.assertIn("cannot connect to nats://127.0.0.1", err)
        _, err = self.ebiri("run", config, *url, "--nats-login", "worker.login", expect=3)
        self.assertIn("Permissions Violation", err)
        _, err = self.ebiri("worker", "--nats", "nats://127.0.0.1:1", expect=3)
        self.assertIn("cannot connect to nats://127.0.0.1:1", err)
        (self.folder / "empty.login").write_text("planner\n")
        _, err = self.ebiri("run", config, *url, "--nats-login", "nobody.login", expect=3)
        self.assertIn("cannot read `nobody.login`", err)
        _, err = self.ebiri("run", config, *url, "--nats-login", "empty.login", expect=3)
        self.assertIn("expected a user name in the first line and the password in the second", err)
        _, err = self.ebiri("run", config, *url, "--chunk", "1/2", expect=2)
        self.assertIn("workers cannot play a chunk of a run", err)
        beside = self.config(engines="\n  - {name: a, command: bots/random, directory: /tmp}\n  - {name: b, command: bots/random}\n")
        _, err = self.ebiri("run", beside, *url, expect=2)
        self.assertIn("engine `a` has a `directory`, which is not sent to workers", err)
        shutil.copy(ROOT / "configs/games/adi.yaml", self.folder / "mine.yaml")
        _, err = self.ebiri("run", self.config(variant="./mine.yaml"), *url, expect=2)
        self.assertIn("`variant` is a file that is not sent to workers", err)
        self.ebiri("worker", *url, "--nats-login", "worker.login", "--idle", "1", "--slots", "1")


if __name__ == "__main__":
    main()

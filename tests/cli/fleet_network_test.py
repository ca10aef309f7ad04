"""A fleet in network namespaces: a worker is disconnected during a job and connected again; no game is lost or counted twice.

This test and the server run in one namespace; the planner and two workers are in others, each behind its own link.
Exit code 4, which ctest reports as skipped: namespaces are not available here.
"""

import collections
import csv
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from arena import BUILD, ArenaTest, main
from nats_wire import SERVER, Server, Wire

SKIPPED = 4
INSIDE = "EBIRI_TEST_NAMESPACE"
PAIRS = 24

# Sleeps before each answer, without using a core.
SLOW_ENGINE = f"""import subprocess, sys, time
bot = subprocess.Popen([{str(BUILD / 'bots/random')!r}], stdin=subprocess.PIPE, text=True)
for line in sys.stdin:
    if line.startswith("go"):
        time.sleep(0.006)
    bot.stdin.write(line)
    bot.stdin.flush()
"""


def ip(*words, inside=None):
    enter = ["nsenter", f"--net=/proc/{inside}/ns/net"] if inside else []
    subprocess.run([*enter, "ip", *words], check=True, capture_output=True, text=True)


class Machine:
    """A namespace, and the link to it."""

    def __init__(self, number):
        self.here, self.link = f"10.79.{number}.1", f"to{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # ends with this process
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == own:
            time.sleep(0.01)

    def connect(self, number):
        ip("link", "add", self.link, "type", "veth", "peer", "name", "wire", "netns", str(self.holder.pid))
        ip("address", "add", f"{self.here}/30", "dev", self.link)
        ip("link", "set", self.link, "up")
        ip("address", "add", f"10.79.{number}.2/30", "dev", "wire", inside=self.holder.pid)
        ip("link", "set", "dev", "wire", "up", inside=self.holder.pid)

    def command(self, words):
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", *words]

    def cut(self):
        ip("link", "set", self.link, "down")

    def heal(self):
        ip("link", "set", self.link, "up")

    def end(self):
        self.holder.communicate()


class FleetNetworkTest(ArenaTest):
    def machine(self, number):
        machine = Machine(number)
        self.addCleanup(machine.end)
        machine.connect(number)
        return machine

    def start_on(self, machine, *words):
        url = f"nats://{machine.here}:{self.server.port}"
        process = subprocess.Popen(machine.command(self.command(*words, "--nats", url)), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def played(self):
        return self.journal().read_bytes().count(b'"type":"game"') if self.journal().exists() else 0

    def queue(self):
        return self.wire.api("CONSUMER.INFO.EBIRI_JOBS.workers")

    def at_second_job(self):
        queue = self.queue()
        return queue["ack_floor"]["stream_seq"] == 1 and queue["num_ack_pending"] == 1

    def results(self):
        return self.wire.api("STREAM.INFO.EBIRI_RESULTS")["state"]["messages"]

    def test_a_disconnected_worker_loses_and_repeats_no_game(self):
        engines = "\n  - {{name: a, command: {0}}}\n  - {{name: b, command: {0}}}\n"
        self.ebiri("run", self.config(pairs=PAIRS, engines=engines.format("bots/random")), "--quiet")
        shutil.move(self.folder / "results/test", self.folder / "results/alone")
        (self.folder / "slow.py").write_text(SLOW_ENGINE)
        config = self.config(pairs=PAIRS, engines=engines.format("python3 ./slow.py"))
        self.server = Server(self.folder, address="0.0.0.0")
        self.addCleanup(self.server.kill)
        home, near, far = map(self.machine, (1, 2, 3))
        self.planner = self.start_on(home, "run", config, "--job-pairs", "1")
        self.wire = Wire(self.server.port)
        self.addCleanup(self.wire.close)
        setup = self.until(lambda: self.queue().get("config"), self.planner)
        self.wire.api("CONSUMER.DURABLE.CREATE.EBIRI_JOBS.workers", stream_name="EBIRI_JOBS", config={**setup, "ack_wait": 3 * 10**9})
        listener = Wire(self.server.port, inbox="ebiri.results")  # also receives results that the server refuses
        self.addCleanup(listener.close)

        lost = self.start_on(far, "worker", "--slots", "1", "--cache", "cache")
        self.until(lambda: self.played() >= 2 and self.at_second_job(), self.planner)
        far.cut()
        self.start_on(near, "worker", "--slots", "1", "--cache", "cache")
        self.until(lambda: self.queue()["num_redelivered"] == 1, self.planner)  # the other worker has the job
        self.until(lambda: self.queue()["num_redelivered"] == 0, self.planner)  # and has played it
        far.heal()

        before = self.played()
        home.cut()
        self.until(lambda: self.results() * 2 >= before + 6, self.planner)
        home.heal()

        said = self.planner.communicate(timeout=self.patience)[1]
        self.assertEqual(0, self.planner.returncode, said)
        self.assertEqual(list(range(1, 2 * PAIRS + 1)), [game["game"] for game in self.games()])
        self.assertEqual(self.timeless("alone"), self.timeless("test"))
        lost.send_signal(signal.SIGINT)
        lost.communicate(timeout=self.patience)

        listener.send("PING\r\n")
        heard = []
        listener.until(lambda kind, subject, *_: heard.append(subject) or kind == "PONG")
        again = [subject for subject, count in collections.Counter(filter(None, heard)).items() if count > 1]  # it may have been sent several times
        self.assertEqual(1, len(again), "the result of whom nobody waited for came, and was refused")
        hosts = [line["host"] for line in csv.DictReader(self.file("hosts.csv").decode().splitlines())]
        self.assertEqual(2 * PAIRS, len(hosts))
        self.assertTrue(hosts[-1] and any(host.endswith(f"/{lost.pid}") for host in hosts[before:]), "the lost one came back")


def namespaces():
    """The command that enters a new network namespace as root; or nothing, and the reason."""
    if not shutil.which("ip") or not pathlib.Path(SERVER).exists():
        return None, "there is no `ip` or no nats-server"
    for unshare in (["unshare", "--net"], ["unshare", "--user", "--map-root-user", "--net"]):
        trial = [*unshare, "sh", "-c", "ip link set lo up && ip link add one type veth peer name other && unshare --net true"]
        done = subprocess.run(trial, capture_output=True, text=True)
        if done.returncode == 0:
            return unshare, ""
    return None, done.stderr.strip()


if __name__ == "__main__":
    if os.environ.get(INSIDE):
        ip("link", "set", "lo", "up")
        main()
    unshare_words, problem = namespaces()
    if unshare_words is None:
        print(f"skipped: no network namespaces can be made here: {problem}")
        sys.exit(SKIPPED)
    os.environ[INSIDE] = "1"
    os.execvp(unshare_words[0], [*unshare_words, sys.executable, "-B", *sys.argv])

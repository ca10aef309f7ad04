"""The cost of hostile event streams for teams that upload: 2000 streams, and 50 teams that submit at the same time.

    ./ebiri bench contest [--streams 2000] [--teams 50] [--rounds 4] [--storm]

A separate process keeps event streams of a contest's page open, first from one address, then from many addresses behind a proxy. It
reopens each one a second after the server has closed it, as browsers do (`--storm`: at once). Meanwhile every team uploads an archive
in each round, all at the same time. The promise: every upload succeeds, and 99 of 100 take less than 2 s. Everything runs on this
machine, over loopback. Exit code 1 if a promise is broken.
"""

import argparse
import pathlib
import selectors
import socket
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))

PROMISE = 2.0  # seconds


class Hostile:
    """Opens streams and reopens closed ones, until the end of standard input."""

    def __init__(self, port, count, many, pause):
        self.port, self.many, self.pause = port, many, pause
        self.selector = selectors.DefaultSelector()
        self.selector.register(sys.stdin, selectors.EVENT_READ)
        self.due = [(0.0, number) for number in range(count)]

    def open(self, number):
        address = f"198.{18 + number // 62500}.{number // 250 % 250}.{number % 250}"
        header = f"X-Forwarded-For: {address}\r\n" if self.many else ""
        client = socket.create_connection(("127.0.0.1", self.port), 60)
        client.sendall(f"GET /practice/events HTTP/1.1\r\nHost: localhost\r\n{header}\r\n".encode())
        client.setblocking(False)
        self.selector.register(client, selectors.EVENT_READ, number)

    def run(self):
        told = False
        while True:
            now = time.monotonic()
            while self.due and self.due[0][0] <= now:
                _, number = self.due.pop(0)
                try:
                    self.open(number)
                except OSError:
                    self.due.append((now + self.pause, number))
            if not told:
                print("open", flush=True)
                told = True
            for key, _ in self.selector.select(0.1):
                if key.fileobj is sys.stdin:
                    return
                try:
                    if key.fileobj.recv(1 << 20):
                        continue
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                self.selector.unregister(key.fileobj)
                key.fileobj.close()
                self.due.append((time.monotonic() + self.pause, key.data))


def quantile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def measure(arguments, many):
    """The seconds of each upload, and the failures."""
    from contest_page import PageTest, raise_descriptors
    raise_descriptors()
    page = PageTest("run")
    page.setUp()
    try:
        page.play_practice()
        names = [f"team-{n}" for n in range(arguments.teams)]
        tokens = dict(zip(names, page.token(*names, "unused")))
        archives = {(name, turn): page.archive(name, f"# {turn}\n") for name in names for turn in range(arguments.rounds)}
        times, failed = [], []
        with page.serving("--uploads", "1000", said="(ebiri: team-.*\n)*") as port:
            hostile = subprocess.Popen([sys.executable, "-B", __file__, "hostile", str(port), str(arguments.streams), str(int(many)),
                                        "0" if arguments.storm else "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            hostile.stdout.readline()

            def upload(name, turn):
                begin = time.monotonic()
                try:
                    status = page.upload(port, tokens[name], archives[name, turn]).status
                except OSError as problem:
                    status = problem
                times.append(time.monotonic() - begin)
                if status != 200:
                    failed.append(status)

            for turn in range(arguments.rounds):
                threads = [threading.Thread(target=upload, args=(name, turn)) for name in names]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            hostile.stdin.close()
            hostile.wait()
        return times, failed
    finally:
        page.doCleanups()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--teams", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--storm", action="store_true")
    arguments = parser.parse_args()
    broken = False
    for many in (False, True):
        times, failed = measure(arguments, many)
        good = not failed and quantile(times, 0.99) < PROMISE
        broken = broken or not good
        print(f"{arguments.streams} streams of {'as many addresses' if many else 'one address'}: {len(times)} uploads, {len(failed)} failed; "
              f"half took {quantile(times, 0.5):.3f} s, 99 % less than {quantile(times, 0.99):.3f} s, all less than {max(times):.3f} s"
              f"{'' if good else '   BOUND EXCEEDED'}", flush=True)
        for problem in failed[:3]:
            print(f"  {problem}")
    return 1 if broken else 0


if __name__ == "__main__":
    if sys.argv[1] == "hostile":
        from contest_page import raise_descriptors
        raise_descriptors()
        Hostile(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "1", float(sys.argv[5])).run()
        sys.exit()
    sys.exit(main())

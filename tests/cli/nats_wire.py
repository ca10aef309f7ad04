"""A nats-server on a loopback port, and a minimal client for its protocol."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Wire:
    """One connection, synchronous."""

    def __init__(self, port, user=None, password=None, inbox="_INBOX_test", patience=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.stream = self.socket.makefile("rb")
        self.stream.readline()  # INFO
        hello = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, "lang": "test", "version": "1"}
        if user:
            hello.update(user=user, **{"pass": password})
        self.inbox, self.errors, self.count = inbox, [], 0
        self.send(f"CONNECT {json.dumps(hello)}\r\nPING\r\n")
        self.until(lambda kind, *_: kind == "PONG")
        self.send(f"SUB {inbox}.> 1\r\n")

    def close(self):
        self.stream.close()
        self.socket.close()

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def read(self):
        """(kind, subject, reply, head, body) of the next message; only the kind of a control line."""
        words = self.stream.readline().decode().split()
        if not words:
            raise ConnectionError("the server hung up")
        if words[0] == "PING":
            self.send("PONG\r\n")
        if words[0] == "-ERR":
            self.errors.append(" ".join(words[1:]))
        if words[0] not in ("MSG", "HMSG"):
            return words[0], None, None, b"", b""
        sizes = 2 if words[0] == "HMSG" else 1
        head = int(words[-2]) if sizes == 2 else 0
        body = self.stream.read(int(words[-1]) + 2)[:-2]
        reply = words[3] if len(words) - sizes == 4 else None
        return words[0], words[1], reply, body[:head], body[head:]

    def until(self, wanted):
        while True:
            message = self.read()
            if wanted(*message):
                return message

    def publish(self, subject, body=b"", reply=""):
        body = body if isinstance(body, bytes) else body.encode()
        self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")

    def request(self, subject, body=b""):
        """(head, body) of the answer; None if the server refuses."""
        self.count += 1
        inbox, before = f"{self.inbox}.{self.count}", len(self.errors)
        self.publish(subject, body, inbox)
        kind, _, reply, head, body = self.until(lambda kind, to, *_: to == inbox or len(self.errors) > before or (to or "").startswith("ebiri.jobs."))
        self.reply = reply
        return None if kind == "-ERR" else (head, body)

    def api(self, name, **fields):
        answer = self.request(f"$JS.API.{name}", json.dumps(fields))
        return None if answer is None else json.loads(answer[1])

    def take_job(self):
        """A job and the subject for its acknowledgement; None if there is none."""
        head, body = self.request("$JS.API.CONSUMER.MSG.NEXT.EBIRI_JOBS.workers", json.dumps({"batch": 1, "no_wait": True}))
        return None if head else (json.loads(body), self.reply)


class Server:
    """A server whose state is in a folder; can be killed and started again there."""

    def __init__(self, folder, config=None, environment=(), address="127.0.0.1"):
        self.folder, self.config, self.port, self.address = pathlib.Path(folder), config, free_port(), address
        self.environment = {**os.environ, **dict(environment)}
        self.start()

    def start(self):
        command = [SERVER, "-a", self.address, "-p", str(self.port)]
        command += ["-c", str(self.config)] if self.config else ["-js", "-sd", str(self.folder / "nats")]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=self.environment)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)) as probe:
                if probe.recv(4) == b"INFO":
                    return
            if self.process.poll() is not None:
                raise RuntimeError("nats-server did not start")
            time.sleep(0.02)
        raise RuntimeError("nats-server does not answer")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

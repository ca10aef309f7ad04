"""Shared by the tests of a contest's page: a server, HTTP requests, archives."""

import contextlib
import datetime
import hashlib
import http.client
import resource
import socket

from arena import sealed
from contest_arena import BOT, ENTRY, ContestTest

DEADLINE = 120
BOUNDARY = "----boundary0123456789"


def raise_descriptors():
    """Raises the limit of open files to the maximum, for thousands of connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


class Answer:
    def __init__(self, answer):
        self.status, self.headers = answer.status, answer.headers
        self.body = answer.read()
        self.text = self.body.decode(errors="replace")


def form(fields=(), file=None, boundary=BOUNDARY):
    """A multipart/form-data body: [(name, value)], and (file name, bytes) as `entry`."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + (value if isinstance(value, bytes) else value.encode())
             for name, value in fields]
    if file:
        parts.append(f'Content-Disposition: form-data; name="entry"; filename="{file[0]}"\r\n'
                     "Content-Type: application/octet-stream\r\n\r\n".encode() + file[1])
    return b"".join(b"--" + boundary.encode() + b"\r\n" + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()


class PageTest(ContestTest):
    host = "127.0.0.1"

    def setUp(self):
        super().setUp()
        self.open()

    def serving(self, *arguments, said=""):
        return self.served(r"friday is at http://\S+", "contest", "serve", "friday", *arguments, said=said)

    def token(self, *who):
        """New tokens, the last word of each line."""
        tokens = [line.split()[-1] for line in self.run_contest("token", *who)[0].splitlines()]
        return tokens[0] if len(tokens) == 1 else tokens

    def ask(self, port, method, path, body=None, host=None, **headers):
        connection = http.client.HTTPConnection(host or self.host, port, timeout=DEADLINE)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            return Answer(connection.getresponse())

    def get(self, port, path, token=None, **headers):
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self.ask(port, "GET", path, Accept="text/html", **headers)

    def send(self, port, path, body, token=None, **headers):
        if token:
            headers["Authorization"] = f"Bearer {token}"
        headers.setdefault("Content_Type", f"multipart/form-data; boundary={BOUNDARY}")
        return self.ask(port, "POST", path, body, **headers)

    def upload(self, port, token, data, name="upload.tar.gz", **headers):
        return self.send(port, "/team/upload", form(file=(name, data)), token, **headers)

    def stream(self, port, headers=""):
        """A connection that requests the events of the practice and reads nothing."""
        client = socket.create_connection((self.host, port), DEADLINE)
        client.sendall(f"GET /practice/events HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
        return client

    def still_open(self, streams):
        """The number of streams that are open after the server has answered all of them."""
        def ended(client):
            try:
                return not client.recv(65536)
            except BlockingIOError:
                return None
            except OSError:
                return True

        waiting = [client for client in streams if not ended(client)]  # waits for the beginning of each answer
        for client in waiting:
            client.setblocking(False)
        return sum(next(end for end in iter(lambda: ended(client), object()) if end is not False) is None for client in waiting)

    def play_practice(self):
        """A run in `practice`, so that there are events."""
        self.ebiri("run", self.config(name="practice", pairs=1), "--results", "friday")

    def archive(self, name, more="", manifest=None):
        """The bytes of an archive of an entry."""
        text = manifest or ENTRY.replace("NAME", name)
        return self.tar([("entry.yaml", text.encode()), ("main.py", (BOT + more).encode())], name + ".tar.gz").read_bytes()

    def append(self, **event):
        """Writes a line to the history, as the commands do."""
        file = self.contest / "history.jsonl"
        last = file.read_bytes().splitlines()[-1]
        at = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        line = sealed({"type": event.pop("type"), "at": at, **event, "previous": hashlib.sha256(last).hexdigest()})
        with open(file, "a") as history:
            history.write(line + "\n")

    def log(self, team, number, text, name="build.log"):
        """A submission's log, as `contest qualify` writes it."""
        file = self.contest / "teams" / team / str(number) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o600)

"""Shared by the tests of contests: a contest, entries, archives."""

import hashlib
import io
import json
import pathlib
import shutil
import tarfile

from arena import ArenaTest, sealed

ROOT = pathlib.Path(__file__).resolve().parents[2]

RULES = """name: friday
qualification: {pairs: 1}
finals:
  variant: oware
  pairs: 1
  openings: {random-plies: 2}
  limit: {nodes: 200}
  slots: 2
  placement: free
"""

ENTRY = "name: NAME\nauthors: [Ann Lee]\nlanguage: python\nrun: python3 main.py\n"
BOT = (ROOT / "bots" / "first_legal.py").read_text()


LIES = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi": print("id name Liar", "variants oware", "ugiok", sep="\\n", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": print("bestmove Z9", flush=True)
    elif word == "quit": break
"""


def manifest(name, language="other", build=None, run="python3 main.py"):
    text = f"name: {name}\nauthors: [x]\nlanguage: {language}\nrun: {run}\n"
    return text + (f"build: {json.dumps(build)}\n" if build is not None else "")


def tree_digest(files):
    """The digest of {path: bytes or (bytes, executable)}, as configs/contest/FORMATS.md defines it."""
    text = "ebiri tree 1\n"
    for path in sorted(files, key=str.encode):
        data, executable = files[path] if isinstance(files[path], tuple) else (files[path], False)
        text += f"{'x' if executable else '-'} {len(data)} {hashlib.sha256(data).hexdigest()} {path}\n"
    return hashlib.sha256(text.encode()).hexdigest()


class ContestTest(ArenaTest):
    findings = {}  # what the machine has
    opened_with = RULES

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.contest = self.folder / "friday"
        self.contest.mkdir()
        self.rules(self.opened_with)

    def rules(self, text):
        (self.contest / "contest.yaml").write_text(text)

    def run_contest(self, command, *arguments, expect=0):
        return self.ebiri("contest", command, "friday", *arguments, expect=expect)

    def open(self):
        return self.run_contest("open")[0]

    def entry(self, name, manifest=None, files=None):
        """A folder with an entry; `files`: {path: text}, in place of a working bot."""
        folder = self.folder / "entries" / name
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in {"entry.yaml": manifest or ENTRY.replace("NAME", name),
                           **({"main.py": BOT} if files is None else files)}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return folder

    def tar(self, members, name="upload.tar.gz"):
        """An archive of (path, bytes) or TarInfo members."""
        file = self.folder / name
        with tarfile.open(file, "w:gz" if name.endswith("gz") else "w", format=tarfile.PAX_FORMAT) as archive:
            for member in members:
                info, data = member if isinstance(member, tuple) else (member, b"")
                if not isinstance(info, tarfile.TarInfo):
                    info = tarfile.TarInfo(info)
                    info.size, info.mode = len(data), 0o644
                archive.addfile(info, io.BytesIO(data))
        return file

    def history(self):
        return (self.contest / "history.jsonl").read_bytes()

    def events(self):
        return [json.loads(line) for line in self.history().splitlines()]

    def remake(self, events):
        """Writes a history of these events with a valid hash chain."""
        previous, lines = "0" * 64, []
        for event in events:
            lines.append(sealed({**event, "previous": previous}))
            previous = hashlib.sha256(lines[-1].encode()).hexdigest()
        (self.contest / "history.jsonl").write_text("\n".join(lines) + "\n")

    def trees(self):
        return sorted(path.name for path in (self.contest / "trees").iterdir())

    def need_sandbox(self):
        if not ContestTest.findings:
            ContestTest.findings = {one["thing"]: one["good"] for one in json.loads(self.ebiri("doctor", "--json")[0])}
        if not all(self.findings[thing] for thing in ("sandbox", "limit an engine's memory", "limit an engine's processes")):
            self.skipTest("this machine has no sandbox with all limits")

    def leftovers(self):
        return list((self.contest / "incoming").iterdir())


class WorkTest(ContestTest):
    """Tests that build and play entries: they need sandboxes, and the contest is open."""

    def setUp(self):
        super().setUp()
        self.need_sandbox()
        self.open()

    def submit(self, name, text=None, files=None):
        self.run_contest("add", self.entry(name, text, files))

    def standing(self, name):
        return json.loads(self.run_contest("list", name, "--format", "json")[0])[-1]

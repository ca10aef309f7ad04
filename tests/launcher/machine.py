"""A simulated machine for the launcher: its own /etc, and a PATH with stubs only.

Only the harmless tools in REAL are the true ones; apt-get, sudo, id, the compiler and CMake are scripts
that look into the folder `state` and write down in `state/log` how they were called.
"""

import os
import pathlib
import pty
import shutil
import subprocess
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "ebiri"
REAL = {tool: shutil.which(tool) for tool in (
    "bash sh env dirname readlink mkdir rm cat cp ls grep sed awk sort tail tee paste uname flock sleep touch true"
).split()}

STAND_INS = {
    "id": 'cat "$state/uid"',
    "nproc": "echo 2",
    "setarch": "exit 1",
    "sudo": '[ -e "$state/sudo-refuses" ] && exit 1; [ "$1" = -n ] && shift; exec "$@"',
    "apt-get": """
echo "apt-get $*" >>"$state/log"
case " $* " in
  *" -s "*) [ -e "$state/no-lists" ] && exit 100
            [ -e "$state/conflict" ] && echo "Remv libboost1.74-dev [1.74.0+ds1-21]"
            exit 0 ;;
esac
[ -e "$state/offline" ] && { echo "E: Failed to fetch http://mirror.example/debian"; exit 100; }
case " $* " in
  *" update "*) rm -f "$state/no-lists" ;;
  *" install "*) cp "$state"/packages/tools/* "$(dirname "$0")"; cp -r "$state/packages/headers" "$state" ;;
esac""",
}

TOOLS = {
    "g++": """
case $1 in
  -dumpfullversion) cat "$state/version-g++" ;;
  *) echo "g++ -E" >>"$state/log"
     read -r _ header; header=${header#<}
     read -r version <"$state/headers/${header%>}" && echo "$version" ;;
esac""",
    "cmake": """
case $1 in
  --version) echo "cmake version $(cat "$state/version-cmake")"; exit ;;
  --build) echo "cmake --build ${2##*/} --target $4" >>"$state/log"
           [ -e "$state/busy" ] && echo overlap >>"$state/log"
           touch "$state/busy"; [ -e "$state/slow" ] && sleep 0.3; rm -f "$state/busy"
           [ -e "$state/broken" ] && { echo "oware.cpp:1:1: error: no such seed"; exit 1; }
           echo "[1/1] Linking ebiri"
           cp "$state/program" "$2/ebiri" ;;
  *) echo "cmake configures ${4##*/}" >>"$state/log"; touch "$4/build.ninja" ;;
esac""",
    "cpack": """
echo "cpack $3 $4 ${EBIRI_BUNDLE_LIBRARIES:-}" >>"$state/log"
[ -e "$state/broken-pack" ] && { echo "CPack Error: no such seed"; exit 1; }
mkdir -p "${2%/*}/package"; touch "${2%/*}/package/ebiri.$(echo "$4" | sed 's/TZST/tar.zst/; s/DEB/deb/')"
""",
    "dpkg-shlibdeps": "echo Debian dpkg-shlibdeps version 1.21.22.",
    "ctest": 'echo "ctest $*" >>"$state/log"; cat "$state/ctest-says"; exit "$(cat "$state/ctest-exits")"',
    "ninja": "echo 1.11.1",
    "git": "echo git version 2.39.5",
    "bwrap": "echo bubblewrap 0.8.0",
    "valgrind": "echo valgrind-3.19.0",
    "mold": "echo mold 1.10.1",
    "nats-server": "echo nats-server: v2.9.10",
    "ip": "echo ip utility, iproute2-6.1.0, libbpf 1.1.2",
    "node": "echo v18.19.0",
    "npm": "echo 9.2.0",
    "help2man": "echo GNU help2man 1.49.3",
    "chromium-headless-shell": "echo Chromium 140.0.7339.80 built on Debian",
    "python3": "echo Python 3.11.2",
}

HEADERS = {
    "boost/version.hpp": '"1_81"',
    "fmt/core.h": "90100",
    "yaml-cpp/yaml.h": "0",
    "CLI/Version.hpp": "2.1",
    "nlohmann/json.hpp": "3.11",
    "simdjson.h": "3.0.1",
    "nats/version.h": "3.4",
    "kainjow/mustache.hpp": "0",
    "xxhash.h": "0 .8",
    "eigen3/Eigen/Core": "3 .4",
    "sqlite3.h": '"3.40.1"',
    "archive.h": '"3.6.2"',
    "openssl/opensslv.h": "3 .0",
    "catch2/catch_version_macros.hpp": "3.7",
    "zlib.h": "0",
}

PROGRAM = '#!/bin/sh\necho "program: $*"\nexit 42\n'
DEB822 = """Types: deb
# a comment
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/mirror.gpg

Types: deb
URIs: http://security.example/debian
Suites: bookworm-security
Components: main
"""


class Machine:
    """Debian 12 with all packages and root as the user; tests remove parts."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ebiri-launcher-"))
        self.home, self.bin, self.state, self.etc = (self.folder / n for n in ("house", "bin", "state", "etc"))
        for folder in (self.home, self.bin, self.state / "packages/tools", self.etc / "apt/sources.list.d"):
            folder.mkdir(parents=True)
        shutil.copy(LAUNCHER, self.home / "ebiri")
        for tool, path in REAL.items():
            (self.bin / tool).symlink_to(path)
        for name, body in STAND_INS.items():
            self.script(self.bin / name, body)
        for name, body in TOOLS.items():
            self.script(self.bin / name, body)
            self.script(self.state / "packages/tools" / name, body)
        for name, version in HEADERS.items():
            for folder in (self.state, self.state / "packages"):
                header = folder / "headers" / name
                header.parent.mkdir(parents=True, exist_ok=True)
                header.write_text(f"EBIRI {version}\n")
        self.set("program", PROGRAM).chmod(0o755)
        self.set("uid", "0\n")
        self.set("version-g++", "12.2.0\n")
        self.set("version-cmake", "3.25.1\n")
        self.set("ctest-exits", "0")
        self.set("log")
        (self.etc / "os-release").write_text("ID=debian\nVERSION_CODENAME=bookworm\n")
        (self.etc / "apt/sources.list.d/debian.sources").write_text(DEB822)

    def script(self, path, body):
        path.write_text(f"#!{REAL['sh']}\nstate={self.state}\n{body}\n")
        path.chmod(0o755)

    def set(self, name, text=""):
        path = self.state / name
        path.write_text(text)
        return path

    def lose_tools(self, *names):
        for name in names:
            (self.bin / name).unlink()

    def lose_headers(self, *names):
        for name in names:
            (self.state / "headers" / name).unlink()

    def strip(self):
        """A fresh machine: no compiler, no libraries."""
        self.lose_tools(*TOOLS)
        self.lose_headers(*HEADERS)

    def log(self):
        return (self.state / "log").read_text().splitlines()

    def start(self, *arguments, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE):
        return subprocess.Popen(
            [self.home / "ebiri", *arguments], env={"PATH": str(self.bin), "EBIRI_ETC": str(self.etc), "EBIRI_SBIN": str(self.bin)},
            cwd=self.folder, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, text=True,
        )

    def run(self, *arguments):
        """Runs without a terminal; returns exit code, stdout, and stderr with this machine's folder as MACHINE."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err.replace(str(self.folder), "MACHINE")

    def run_on_terminal(self, answers, *arguments):
        """Runs on a terminal with `answers` typed ahead; returns exit code, stdout, and the terminal's output."""
        ours, theirs = pty.openpty()
        os.write(ours, answers.encode())
        process = self.start(*arguments, stdin=theirs, stderr=theirs)
        os.close(theirs)
        out, _ = process.communicate(timeout=60)
        shown = b""
        try:
            while chunk := os.read(ours, 65536):
                shown += chunk
        except OSError:  # the other end of the terminal is closed
            pass
        os.close(ours)
        return process.returncode, out, shown.decode()

    def close(self):
        shutil.rmtree(self.folder)

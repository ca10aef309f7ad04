"""`./ebiri package`: an installed ebiri works from any folder, and writes only ./results."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from arena import BUILD, ArenaTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTENTS = ["bin/ebiri", "share/man/man1/ebiri-match.1", "share/bash-completion/completions/ebiri", "share/zsh/site-functions/_ebiri",
            "share/fish/vendor_completions.d/ebiri.fish", "share/doc/ebiri/copyright", "share/ebiri/ebiri.schema.json",
            "share/ebiri/configs/quickstart.yaml", "share/ebiri/bots/README.md", "share/ebiri/protocol/DIALECTS.md",
            "share/ebiri/configs/games/sungka.yaml", "share/ebiri/configs/course/check.py",
            "share/ebiri/bots/sdk/python/pyproject.toml", "share/ebiri/bots/sdk/javascript/package.json",
            "share/ebiri/bots/sdk/cpp/example/miser.cpp",
            "include/ebiri/bots/sdk/cpp/bot.hpp", "lib/ebiri/sdk/libebiri_sdk.a", "lib/pkgconfig/ebiri-bot.pc",
            "lib/ebiri/ebiri-gate", "lib/ebiri/ebiri-bridge", "lib/ebiri/bots/first_legal.py", "lib/ebiri/configs/games/sungka.yaml",
            "lib/ebiri/configs/ladder/ratings.csv",
            *(f"lib/ebiri/bots/{name}" for name in ("alphabeta", "greedy", "mcts", "perfect", "random"))]


def run(*command, **more):
    more.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(command, capture_output=True, text=True, timeout=500, check=False, **more)


class PackageTest(ArenaTest):
    """Packs once, and unpacks into new folders."""

    @classmethod
    def pack(cls, generator, pattern, **environment):
        folder = tempfile.TemporaryDirectory(prefix="ebiri-package-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        done = run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", generator, "-B", cls.place, cwd=cls.place,
                   env={**os.environ, **environment})
        cls.packages = list(cls.place.glob(pattern))
        assert done.returncode == 0 and len(cls.packages) == 1, done.stdout + done.stderr
        cls.root = cls.place / "root"
        cls.root.mkdir()

    def files(self):
        return {path: path.lstat().st_mtime_ns for path in self.root.rglob("*")}

    def installed(self, *arguments, expect=0):
        """Runs the installed program with the environment of a bare machine."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8"}
        done = run(self.prefix / "bin/ebiri", *arguments, cwd=self.folder, env=environment)
        self.assertEqual(expect, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def check_contents_and_play(self):
        self.assertEqual([], [name for name in CONTENTS if not (self.prefix / name).is_file()])
        documents = [path.read_text() for path in (self.prefix / "share/ebiri").rglob("*.md")]
        self.assertTrue(any("\n$ ebiri " in text for text in documents))
        self.assertFalse(any("./ebiri " in text for text in documents))
        before = self.files()
        self.installed("match", "alphabeta@2", "first_legal.py", "--pairs", "2", "--limit", "nodes=200", "--name", "plain")
        self.installed("match", "alphabeta@2", "random", "--pairs", "2", "--limit", "nodes=200", "--name", "sandboxed", "--set",
                       "isolation=sandbox")
        for name in ("plain", "sandboxed"):
            self.assertEqual(["rules"] * 4, [game["cause"] for game in self.games(name)], name)
        self.installed("check", self.prefix / "share/ebiri/configs/quickstart.yaml")
        self.installed("perft", "sungka", "--depth", "1")
        self.assertEqual(["results"], [path.name for path in self.folder.iterdir()])
        self.assertEqual(before, self.files())


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "needs dpkg-dev")
class DebianPackage(PackageTest):
    @classmethod
    def setUpClass(cls):
        cls.pack("DEB", "*.deb")
        cls.prefix = cls.root / "usr"
        subprocess.run(["dpkg", "-x", cls.packages[0], cls.root], check=True)

    def test_an_installed_ebiri_plays(self):
        self.check_contents_and_play()

    def test_it_depends_on_the_libraries_of_its_programs(self):
        fields = run("dpkg-deb", "--field", self.packages[0]).stdout
        depends = re.search(r"^Depends: (.*)$", fields, re.MULTILINE)[1]
        for library in ("libarchive", "libc6 ", "libfmt", "libnats", "libsqlite3", "libssl", "libstdc++6", "libyaml-cpp"):
            self.assertIn(library, depends)
        self.assertRegex(fields, r"(?m)^Recommends: bubblewrap, ")
        owners = {line.split()[1] for line in run("dpkg-deb", "--contents", self.packages[0]).stdout.splitlines()}
        self.assertEqual({"root/root"}, owners)

    @unittest.skipUnless(shutil.which("pkg-config"), "there is no pkg-config here")
    def test_the_kit_for_cpp_builds_an_engine(self):
        flags = run("pkg-config", "--cflags", "--libs", "ebiri-bot",
                    env={**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}).stdout.split()
        source, engine = self.prefix / "share/ebiri/bots/sdk/cpp/example/miser.cpp", self.folder / "miser"
        done = run("g++", "-O1", source, *flags, "-o", engine)
        self.assertEqual(0, done.returncode, done.stderr)
        self.installed("probe", str(engine))


class Archive(PackageTest):
    @classmethod
    def setUpClass(cls):
        cls.pack("TZST", "*.tar.zst", EBIRI_BUNDLE_LIBRARIES="1")
        subprocess.run(["cmake", "-E", "tar", "xf", cls.packages[0]], cwd=cls.root, check=True)
        cls.prefix = next(cls.root.iterdir())

    def test_an_unpacked_ebiri_plays(self):
        self.assertRegex(self.prefix.name, r"^ebiri-[\d.]+-linux-\w+$")
        self.check_contents_and_play()

    def test_it_brings_its_libraries_but_not_the_c_library(self):
        for program in ("ebiri", "bots/alphabeta"):
            for name, path in re.findall(r"^\t(\S+) => (\S+) ", run("ldd", self.prefix / "lib/ebiri" / program).stdout, re.MULTILINE):
                own = f"{self.prefix}/lib/ebiri/" in path
                self.assertEqual(not re.match(r"lib(c|m|dl|rt|pthread|resolv)\.so", name), own, f"{program}: {name} => {path}")


class Container(unittest.TestCase):
    """Compares the steps of the Containerfile with the checkout, without a container engine."""

    def test_it_copies_what_the_build_reads(self):
        text = (ROOT / "configs/container/Containerfile").read_text()
        build, final = re.split(r"^FROM debian:12-slim.*\n", text, flags=re.MULTILINE)[1:]
        copied = [word for line in re.findall(r"^COPY (.*) \S+$", build, re.MULTILINE) for word in line.split()]
        self.assertEqual([], [name for name in copied if not (ROOT / name).exists()])
        included = set(re.findall(r"^include\(([\w/]+\.cmake)\)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE))
        included |= set(re.findall(r"PROJECT_SOURCE_DIR}/(\w+\.cmake)", (ROOT / "install.cmake").read_text()))
        self.assertIn("document_links.cmake", included)
        self.assertLessEqual({name.partition("/")[0] for name in included | {"ebiri", "CMakeLists.txt", "LICENSE"}}, set(copied))
        self.assertIn("./ebiri --yes package", build)
        self.assertIn("\nUSER ebiri\n", final)


if __name__ == "__main__":
    main()

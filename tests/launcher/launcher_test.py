"""`./ebiri` on simulated machines, with and without packages."""

import unittest

import machine

BY_HAND = (
    "ebiri: as root: apt-get install g++ cmake ninja-build git python3 libboost1.81-dev libfmt-dev libyaml-cpp-dev "
    "libcli11-dev nlohmann-json3-dev libsimdjson-dev libxxhash-dev libeigen3-dev libsqlite3-dev libarchive-dev libssl-dev libnats-dev "
    "libkainjow-mustache-dev nodejs npm help2man\n"
)
SUMMARY = "\n{percent}% tests passed, {failed} tests failed out of {all}\n"


class LauncherTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.machine = machine.Machine()
        self.addCleanup(self.machine.close)

    def stops(self, text, *arguments):
        """Checks for exit code 3, no output on stdout, and exactly `text` after the list of missing packages."""
        code, out, err = self.machine.run(*arguments)
        said = "".join(line for line in err.splitlines(keepends=True) if not line.startswith("ebiri:   "))
        self.assertEqual((3, "", "ebiri: packages for the build are missing:\n" + text), (code, out, said))

    def installs(self):
        return [line for line in self.machine.log() if line.startswith("apt-get") and " -y " in line]


class NothingMissing(LauncherTest):
    def test_it_builds_and_executes_the_program_with_the_same_arguments(self):
        code, out, err = self.machine.run("run", "a b.yaml", "--dry-run")
        self.assertEqual((42, "program: run a b.yaml --dry-run\n", "ebiri: building release …\n"), (code, out, err))
        self.assertEqual([], [line for line in self.machine.log() if line.startswith("apt-get")])

    def test_the_second_run_neither_checks_nor_configures(self):
        self.machine.run("check")
        self.machine.set("log")
        self.assertEqual(42, self.machine.run("check")[0])
        self.assertEqual(["cmake --build release --target program"], self.machine.log())

    def test_another_compiler_repeats_the_check(self):
        self.machine.run("check")
        self.machine.set("log")
        self.machine.set("version-g++", "13.1.0\n")
        self.machine.run("check")
        self.assertIn("g++ -E", self.machine.log())

    def test_concurrent_builds_wait_for_each_other(self):
        self.machine.set("slow")
        both = [self.machine.start("run"), self.machine.start("run")]
        self.assertEqual([42, 42], [process.wait(timeout=60) for process in both])
        for process in both:
            process.communicate()
        self.assertNotIn("overlap", self.machine.log())

    def test_a_build_that_fails_shows_its_log(self):
        self.machine.set("broken")
        code, out, err = self.machine.run("run")
        self.assertEqual((3, ""), (code, out))
        self.assertIn("oware.cpp:1:1: error: no such seed\nebiri: the build of build/release failed", err)


class ModuleForPages(LauncherTest):
    def test_its_packages_are_installed_only_if_needed(self):
        self.assertEqual(42, self.machine.run("play")[0])
        for words in ["web"], ["play", "--web"], ["report", "results/quickstart", "--interactive"]:
            code, out, err = self.machine.run(*words)
            self.assertEqual((3, ""), (code, out))
            self.assertIn("ebiri:   clang is missing (package clang)\n", err)


class SomethingMissing(LauncherTest):
    def test_the_program_needs_neither_catch2_nor_zlib(self):
        self.machine.lose_headers("catch2/catch_version_macros.hpp", "zlib.h")
        self.assertEqual(42, self.machine.run("run")[0])
        self.assertEqual([], self.installs())

    def test_a_fresh_machine_gets_everything(self):
        self.machine.strip()
        code, out, _ = self.machine.run("run")
        self.assertEqual((42, "program: run\n"), (code, out))
        self.assertEqual(
            ["apt-get -qq -o DPkg::Lock::Timeout=300 -y install --no-install-recommends g++ cmake ninja-build git python3 "
             "libboost1.81-dev libfmt-dev libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libsimdjson-dev libxxhash-dev "
             "libeigen3-dev libsqlite3-dev libarchive-dev libssl-dev libnats-dev libkainjow-mustache-dev nodejs npm help2man"],
            self.installs(),
        )

    def test_package_lists_are_fetched_once_and_only_if_missing(self):
        for lists, updates in (("there", 0), ("missing", 1)):
            with self.subTest(lists):
                fresh = machine.Machine()
                self.addCleanup(fresh.close)
                fresh.strip()
                if lists == "missing":
                    fresh.set("no-lists")
                self.assertEqual(42, fresh.run("run")[0])
                self.assertEqual(updates, len([line for line in fresh.log() if line.endswith(" update")]))

    def test_packages_that_are_too_old_are_named(self):
        self.machine.set("version-cmake", "3.16.3\n")
        code, _, err = self.machine.run("run")
        self.assertEqual(3, code)
        self.assertIn("ebiri:   cmake 3.16.3 is too old, 3.25 is needed (package cmake)\n", err)
        self.assertIn("ebiri: after apt-get these packages are still missing:\nebiri:   cmake 3.16.3 is too old", err)

    def test_other_distributions_have_their_own_boost_package(self):
        (self.machine.etc / "os-release").write_text("ID=ubuntu\nVERSION_CODENAME=noble\n")
        self.machine.lose_headers("boost/version.hpp", "catch2/catch_version_macros.hpp")
        self.machine.set("ctest-says", SUMMARY.format(percent=100, failed=0, all=1))
        self.assertEqual(0, self.machine.run("test")[0])
        self.assertEqual(["libboost-dev catch2"], [line.partition("recommends ")[2] for line in self.installs()])


class NotPossible(LauncherTest):
    def setUp(self):
        super().setUp()
        self.machine.strip()

    def test_no_apt(self):
        self.machine.lose_tools("apt-get")
        self.stops("ebiri: apt-get not found (expected Debian 12, 13 or Ubuntu 24.04); install them yourself\n", "run")

    def test_no_root_and_no_sudo(self):
        self.machine.set("uid", "1000\n")
        self.machine.lose_tools("sudo")
        self.stops("ebiri: installing packages needs root, and sudo is not available; nothing was changed\n" + BY_HAND, "run")

    def test_sudo_fails(self):
        self.machine.set("uid", "1000\n")
        self.machine.set("sudo-refuses")
        self.stops("ebiri: installing packages needs root, and sudo failed; nothing was changed\n" + BY_HAND, "run")

    def test_sudo_works(self):
        self.machine.set("uid", "1000\n")
        self.assertEqual(42, self.machine.run("run")[0])

    def test_no_network(self):
        self.machine.set("offline")
        self.stops(
            "ebiri: installing (log: build/ebiri-setup.log) …\n"
            "E: Failed to fetch http://mirror.example/debian\nE: Failed to fetch http://mirror.example/debian\n"
            "ebiri: apt-get could not install the packages; check the network. The full log is build/ebiri-setup.log\n",
            "run",
        )

    def test_backports_are_disabled_again_without_network(self):
        self.machine.set("offline")
        code, out, err = self.machine.run("test")
        self.assertEqual((3, ""), (code, out))
        self.assertIn("apt-get could not read the package lists; check the network.", err)
        self.assertFalse((self.machine.etc / "apt/sources.list.d/ebiri-backports.sources").exists())


    def test_the_advice_names_backports_first(self):
        self.machine.set("uid", "1000\n")
        self.machine.lose_tools("sudo")
        self.stops(
            "ebiri: installing packages needs root, and sudo is not available; nothing was changed\n"
            + BY_HAND.rstrip() + " catch2/bookworm-backports zlib1g-dev bubblewrap nats-server iproute2 valgrind chromium-headless-shell mold\n"
            "ebiri: (add bookworm-backports to the apt sources first: https://backports.debian.org)\n",
            "test",
        )


class OtherBoostVersion(LauncherTest):
    def setUp(self):
        super().setUp()
        self.machine.lose_headers("boost/version.hpp")
        self.machine.set("conflict")

    def test_without_a_terminal_it_stops(self):
        self.stops(
            "ebiri: apt-get would remove libboost1.74-dev, which conflicts with the packages above\n"
            "ebiri: nothing was changed; to remove it: ./ebiri --yes …, or as root: apt-get install libboost1.81-dev\n",
            "run",
        )
        self.assertEqual([], self.installs())

    def test_yes_replaces_it(self):
        self.assertEqual((42, "program: run\n"), self.machine.run("--yes", "run")[:2])
        self.assertEqual(1, len(self.installs()))

    def test_a_terminal_is_asked_before_removal(self):
        self.assertEqual(3, self.machine.run_on_terminal("y\nn\n", "run")[0])
        self.assertEqual([], self.installs())
        self.assertEqual(42, self.machine.run_on_terminal("y\ny\n", "run")[0])


class OnATerminal(LauncherTest):
    def setUp(self):
        super().setUp()
        self.machine.strip()

    def test_it_asks_once(self):
        code, out, shown = self.machine.run_on_terminal("y\n", "run")
        self.assertEqual((42, "program: run\n"), (code, out))
        self.assertEqual(1, shown.count("[y/N]"))

    def test_the_answer_no_stops(self):
        code, out, shown = self.machine.run_on_terminal("n\n", "run")
        self.assertEqual((3, "", []), (code, out, self.machine.log()))
        self.assertTrue(shown.endswith("ebiri: nothing was changed\r\n"), shown)

    def test_yes_asks_nothing(self):
        self.assertNotIn("[y/N]", self.machine.run_on_terminal("", "--yes", "run")[2])


class Backports(LauncherTest):
    ENTRY = (
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/mirror.gpg\n"
    )

    def setUp(self):
        super().setUp()
        self.sources = self.machine.etc / "apt/sources.list.d"
        self.machine.lose_headers("catch2/catch_version_macros.hpp")
        self.machine.set("ctest-says", SUMMARY.format(percent=100, failed=0, all=1))

    def enabled(self):
        code, _, err = self.machine.run("test")
        self.assertEqual(0, code, err)
        self.assertIn("ebiri: adding bookworm-backports, which has Catch2 3, to the apt sources: ", err)
        self.assertTrue(self.installs()[0].endswith(" catch2/bookworm-backports"))
        return (self.sources / "ebiri-backports.sources").read_text()

    def test_they_use_the_mirror_and_key_of_the_machine(self):
        self.assertEqual(self.ENTRY, self.enabled())

    def test_one_line_sources_work_too(self):
        (self.sources / "debian.sources").unlink()
        (self.machine.etc / "apt/sources.list").write_text(
            "# deb http://wrong.example/debian bookworm main\n"
            "deb [arch=amd64 signed-by=/usr/share/keyrings/mirror.gpg] http://mirror.example/debian bookworm main\n"
        )
        self.assertEqual(self.ENTRY, self.enabled())

    def test_they_are_not_enabled_twice(self):
        (self.sources / "mine.sources").write_text(self.ENTRY)
        self.assertEqual(0, self.machine.run("test")[0])
        self.assertFalse((self.sources / "ebiri-backports.sources").exists())


class PackageCommand(LauncherTest):
    def test_it_builds_the_program_and_prints_the_packages(self):
        code, out, err = self.machine.run("package")
        packages = [line.rpartition("/house/")[2] for line in out.splitlines()]
        self.assertEqual((0, ["build/release/package/ebiri.deb", "build/release/package/ebiri.tar.zst"]), (code, packages), err)
        self.assertEqual(["cmake --build release --target program", "cpack -G DEB ", "cpack -G TZST 1"], self.machine.log()[-3:])
        self.assertEqual(2, self.machine.run("package", "deb")[0])

    def test_only_it_needs_the_tools_of_packages(self):
        self.machine.lose_tools("dpkg-shlibdeps", "valgrind")
        self.assertEqual(42, self.machine.run("run")[0])
        self.assertEqual([], self.installs())
        self.assertEqual(0, self.machine.run("package")[0])
        self.assertEqual(["dpkg-dev"], [line.partition("recommends ")[2] for line in self.installs()])

    def test_it_shows_why_packing_failed(self):
        self.machine.set("broken-pack")
        code, out, err = self.machine.run("package")
        self.assertEqual((3, ""), (code, out))
        self.assertIn("CPack Error: no such seed\nebiri: cpack failed; the log above is ", err)


class TestCommand(LauncherTest):
    def outcome(self, says, exits, *arguments):
        self.machine.set("ctest-says", says)
        self.machine.set("ctest-exits", str(exits))
        code, out, _ = self.machine.run("test", *arguments)
        return code, out.splitlines()[-1]

    def test_it_prints_counts(self):
        for failed, exits, expected in ((0, 0, (0, "12 passed, 0 failed")), (2, 8, (1, "10 passed, 2 failed"))):
            with self.subTest(failed=failed):
                self.assertEqual(expected, self.outcome(SUMMARY.format(percent=80, failed=failed, all=12), exits))

    def test_skipped_tests_do_not_count_as_passed(self):
        says = SUMMARY.format(percent=100, failed=0, all=12) + "\nThe following tests did not run:\n\t  3 - x (Skipped)\n"
        self.assertEqual((0, "11 passed, 0 failed"), self.outcome(says, 0))

    def test_a_run_without_tests_fails(self):
        self.assertEqual((1, "0 passed, 1 failed"), self.outcome("No tests were found!!!\n", 8))
        self.assertEqual((1, "0 passed, 0 failed"), self.outcome(SUMMARY.format(percent=100, failed=0, all=0), 0))

    def test_a_failed_build_fails_the_command(self):
        self.machine.set("broken")
        self.assertEqual((1, "0 passed, 1 failed"), self.outcome("", 0))

    def test_arguments_go_to_ctest(self):
        self.outcome(SUMMARY.format(percent=100, failed=0, all=1), 0, "-R", "oware: a")
        self.assertTrue(self.machine.log()[-1].endswith("--no-tests=error -R oware: a"), self.machine.log())

    def test_sanitizers_build_and_run_twice_and_add_the_counts(self):
        says = SUMMARY.format(percent=90, failed=1, all=10)
        self.assertEqual((1, "18 passed, 2 failed"), self.outcome(says, 8, "--sanitizers"))
        self.assertEqual(["asan", "tsan"], [line.split()[2] for line in self.machine.log() if line.startswith("cmake c")])

    def test_sanitizers_of_inputs_run_the_tests_with_that_label(self):
        says = SUMMARY.format(percent=100, failed=0, all=10)
        self.assertEqual((0, "20 passed, 0 failed"), self.outcome(says, 0, "--sanitizers=inputs"))
        self.assertEqual(2, sum("-L inputs" in line for line in self.machine.log()), self.machine.log())


if __name__ == "__main__":
    unittest.main()

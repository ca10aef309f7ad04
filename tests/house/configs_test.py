"""Every config in the repository passes `ebiri check`. Called with the path of the binary."""

import pathlib
import subprocess
import sys

import house

EBIRI = pathlib.Path(sys.argv.pop(1)).resolve()


def check(config):
    return subprocess.run([EBIRI, "check", config], cwd=house.ROOT, capture_output=True, text=True, check=False)


class Configs(house.HouseTest):
    def test_every_config_passes(self):
        # Files of contests, entries, cluster jobs and games are not configs; contest_work_test.py and course_test.py
        # in tests/cli play the first two.
        others = ("contest", "course", "cluster", "games")
        configs = [str(name) for name in house.tracked("configs/*.yaml") if name.parts[1] not in others]
        self.assertIn("configs/quickstart.yaml", configs)
        for config in configs:
            with self.subTest(config):
                result = check(config)
                self.assertEqual(0, result.returncode, result.stdout + result.stderr)

    def test_a_planted_mistake_is_caught(self):
        result = subprocess.run(
            [EBIRI, "check", "/dev/stdin"], input="nam: x\n", capture_output=True, text=True, check=False
        )
        self.assertEqual(2, result.returncode, result.stdout + result.stderr)


if __name__ == "__main__":
    house.main()

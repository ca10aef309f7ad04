"""results/reference: a committed run is confirmed, its tables follow from its journal, and it is reproducible."""

import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from arena import ArenaTest, main  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "results/reference/quickstart"
CONFIG = ROOT / "configs/quickstart.yaml"
MADE = ["config.yaml", "standings.txt", "standings.md", "standings.csv", "standings.json", "errors.csv",
        "crosstable.csv", "games.ogn"]
PAIRS = 1  # of 8: enough for every engine to play every other on both sides


def data_of(page):
    """The data of a page, without its code."""
    return re.findall(r'<script type="[^"]*" id="(run|replays)">(.*?)</script>', page.read_text(), re.DOTALL)


class Reference(ArenaTest):
    def test_replay_confirms_every_game(self):
        out, _ = self.ebiri("replay", REFERENCE)
        self.assertEqual("160 games confirmed, 0 refuted\n", out)

    def test_a_report_from_the_journal_alone_has_the_same_bytes(self):
        copy = self.folder / "copy"
        copy.mkdir()
        shutil.copy(REFERENCE / "games.jsonl", copy)
        out, _ = self.ebiri("report", copy)
        for name in MADE:
            with self.subTest(name):
                self.assertEqual((REFERENCE / name).read_bytes().decode(), (copy / name).read_bytes().decode())
        self.assertEqual((REFERENCE / "standings.txt").read_text(), out)
        data = data_of(REFERENCE / "report.html")
        self.assertEqual({"run", "replays"}, {name for name, _ in data})
        self.assertEqual(data_of(copy / "report.html"), data)

    def test_the_folder_has_these_files_and_is_small(self):
        files = {file.name: file.stat().st_size for file in REFERENCE.iterdir()}
        self.assertEqual({"README.md", "games.jsonl", "report.html", *MADE}, set(files))
        self.assertLess(sum(files.values()), 2 << 20)

    def test_the_config_has_not_changed_since(self):
        out, _ = self.ebiri("run", CONFIG, "--dry-run", "--results", REFERENCE.parent)
        self.assertIn("160 games, 160 of them played", out)

    def test_the_same_games_are_played_again(self):
        self.ebiri("run", CONFIG, "--set", f"pairs={PAIRS}", "--quiet")
        again = self.timeless("quickstart")
        self.assertEqual(20 * PAIRS, len(again))
        recorded = {game["game"]: game for game in self.timeless(REFERENCE)}
        self.assertEqual([recorded[game["game"]] for game in again], again)


if __name__ == "__main__":
    main()

"""Documents are correct: links lead to targets, configs pass the check, and lists match their descriptions."""

import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
from arena import EBIRI, ArenaTest, main  # noqa: E402

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```.*?^ *```\n", re.DOTALL | re.MULTILINE)
YAML = re.compile(r"^ *```yaml\n(.*?)^ *```\n", re.DOTALL | re.MULTILINE)


def anchors(text):
    """The fragments of a page's headings, as Git hosting sites make them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text):
    """The links of a page without a target in this checkout."""
    broken = []
    for link in LINK.findall(FENCE.sub("", text)):
        target, _, fragment = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (fragment and fragment not in anchors(text if file == page else file.read_text())):
            broken.append(f"{page.name}: {link}")
    return broken


class Pages(ArenaTest):
    def setUp(self):
        super().setUp()
        folders = ["protocol", "referee", "bots", "configs", "results/reference", "tests"]
        self.pages = [page for folder in folders for page in sorted((ROOT / folder).rglob("*.md"))]
        self.pages += [ROOT / name for name in ("README.md", "CHANGELOG.md", "results/FORMATS.md", "results/README.md")]
        self.assertGreater(len(self.pages), 10)

    def test_every_link_has_a_target(self):
        self.assertEqual([], [link for page in self.pages for link in broken_links(page, page.read_text())])

    def test_planted_links_are_caught(self):
        page = ROOT / "README.md"
        for link in ("no/such/file.md", "CHANGELOG.md#no-such-heading", "#no-such-heading"):
            self.assertEqual([f"README.md: {link}"], broken_links(page, f"# Here\n[x]({link}) [y](#here)\n"))

    def test_every_complete_config_in_a_page_passes_the_check(self):
        configs = [textwrap.dedent(block) for page in self.pages for block in YAML.findall(page.read_text())]
        whole = [config for config in configs if config.startswith("name:")]
        self.assertGreater(len(whole), 1)
        for number, config in enumerate(whole):
            with self.subTest(config):
                file = self.folder / f"{number}.yaml"
                file.write_text(config)
                for script in re.findall(r"command: python3 (\w+\.py)", file.read_text()):
                    (file.parent / script).touch()
                self.ebiri("check", file)

    def test_the_page_of_commands_is_complete(self):
        listed = re.findall(r"^\| `\./ebiri (\w+)", (ROOT / "configs/COMMANDS.md").read_text(), re.MULTILINE)
        out, _ = self.ebiri("--help")
        real = re.findall(r"^  ([a-z]+) {2,}[A-Z]", out.partition("\nOptions:\n")[2], re.MULTILINE)
        self.assertEqual(sorted([*real, "bench", "package", "test", "web"]), sorted(set(listed)))

    def test_lists_of_openings_match_their_first_lines(self):
        lists = sorted((ROOT / "configs/openings").glob("*.txt"))
        self.assertTrue(lists)
        (self.folder / "ebiri").symlink_to(EBIRI)
        (self.folder / "configs").symlink_to(ROOT / "configs")
        for file in lists:
            text = file.read_text()
            command = "\n".join(re.findall(r"^#   (.*)$", text, re.MULTILINE)).replace("ebiri run", "./ebiri run", 1)
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True, timeout=300)
            self.assertEqual(re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), done.stdout, done.stderr)

    def test_every_opening_of_four_plies_is_in_the_list(self):
        book = "openings={file: openings/oware-4ply.txt}"
        config = ROOT / "configs/quickstart.yaml"
        out, _ = self.ebiri("run", config, "--dry-run", "--set", book, "--set", "pairs=1014")
        self.assertIn("20280 games, 0 of them played", out)
        self.ebiri("run", config, "--dry-run", "--set", book, "--set", "pairs=1015", expect=2)
        out, _ = self.ebiri("perft", "oware", "--depth", "4")
        self.assertEqual(["4", "1014"], out.splitlines()[-1].split()[:2])


if __name__ == "__main__":
    main()

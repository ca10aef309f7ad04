"""ebiri site: a static site over many runs."""

import collections
import html.parser
import json
import os
import pathlib
import re
import shutil
import urllib.parse

from arena import ArenaTest, main, sealed

REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "results" / "reference"
MOST_BYTES = 300_000


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.policy = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [value for name, value in attributes.items() if name in ("href", "src")]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]


class Site(ArenaTest):
    def site(self, *arguments):
        return self.ebiri("site", *arguments, "--output", "site")[0]

    def page(self, path):
        return (self.folder / "site" / path).read_text()

    def pages(self):
        return [file for file in (self.folder / "site").rglob("*") if file.is_file()]

    def played(self, name, **settings):
        self.ebiri("run", self.config(name=name, **settings), "--quiet")

    def test_the_reference_runs_become_a_site(self):
        self.assertIn("6 of 6 runs read", self.site(REFERENCE))
        site = (self.folder / "site").resolve()
        for file in self.pages():
            self.assertLessEqual(file.stat().st_size, MOST_BYTES, file)
            if file.suffix != ".html":
                continue
            page = Links(file.read_text())
            self.assertTrue(page.policy.startswith("default-src 'none'"), file)
            for link in page.links:
                if link == "data:,":
                    continue
                self.assertIsNone(re.match("[a-z]+:|//|/", link), f"{file}: {link}")
                path = (file.parent / urllib.parse.unquote(link.split("#")[0])).resolve() if not link.startswith("#") else file
                self.assertTrue(path.is_file() and path.is_relative_to(site), f"{file}: {link}")
        home = self.page("index.html")
        for words in ("oware abapa", "kalah standard", "bao bao", "namnam namnam", "omweso omweso", "9160"):
            self.assertIn(words, home)
        self.assertIn("level-10", self.page("engines/level-9.html"))
        self.assertIn("grand-slam", self.page("rules/oware.html"))
        self.assertTrue((site / "rules/sungka.html").is_file())
        self.assertIn("nodes 3000", self.page("runs/quickstart/index.html"))
        self.assertTrue((site / "runs/quickstart/report/index.html").is_file())
        parts = [self.page(f"runs/quickstart/games-{number}.ogn") for number in (1, 2)]
        self.assertEqual((REFERENCE / "quickstart" / "games.ogn").read_text(), "".join(parts))
        self.assertTrue(parts[1].startswith("[Event "))
        self.assertIn('href="games-2.ogn"', self.page("runs/quickstart/index.html"))

    def test_an_interrupted_build_is_continued(self):
        self.played("one")
        (self.folder / "bad.jsonl").write_text('{"type":"plan"}\n')
        self.ebiri("site", "results/one", "bad.jsonl", "--output", "site", expect=3)
        self.assertTrue((self.folder / "site" / "runs" / "one" / "report" / "index.html").is_file())
        self.assertIn("0 of 1 runs read", self.site("results"))
        shutil.rmtree(self.folder / "site")
        self.assertIn("1 of 1 runs read", self.site("results"))  # for its report
        self.assertTrue((self.folder / "site" / "runs" / "one" / "report" / "index.html").is_file())

    def test_the_cache_is_next_to_the_site(self):
        self.played("one")
        written = self.ebiri("site", "results", "--output", "public/")[0]
        self.assertIn("files written: public/index.html\n", written)
        self.assertTrue((self.folder / "public.cache" / "one.json").is_file())
        listed = self.folder / "public.cache" / "files.txt"
        head, _, paths = listed.read_text().partition("\n")
        for text in (f"{head}\n{paths}", paths):  # earlier versions wrote no head
            listed.write_text(text)
            self.assertIn("0 of 1 runs read", self.ebiri("site", "results", "--output", "public")[0])
            self.assertEqual(f"{head}\n{paths}", listed.read_text())
        listed.write_text("thesis.txt\n" + paths)
        self.refused("does not say that `ebiri site` wrote it", "site", "results", "--output", "public")

    def test_a_damaged_cache_is_read_again(self):
        self.played("one")
        self.site("results")
        facts = self.folder / "site.cache" / "one.json"
        for limits in ({}, {"limits": 5}):
            data = {key: value for key, value in json.loads(facts.read_text()).items() if key != "limits"}
            facts.write_text(json.dumps(data | limits))
            self.assertIn("1 of 1 runs read", self.site("results"))

    def test_files_after_an_error_are_not_announced(self):
        self.played("one")
        self.site("results")
        self.played("two")
        page = self.folder / "site" / "runs" / "two" / "report" / "index.html"
        (page / "mine").mkdir(parents=True)
        self.ebiri("site", "results", "--output", "site", expect=3)
        announced = (self.folder / "site.cache" / "files.txt").read_text().splitlines()
        self.assertIn("runs/two/report/index.html", announced)
        self.assertNotIn("runs/two/index.html", announced)
        shutil.rmtree(page)
        self.assertIn("1 of 2 runs read", self.site("results"))
        page.unlink()
        self.assertIn("1 of 2 runs read", self.site("results"))
        self.assertTrue(page.is_file())

    def test_ratings_are_those_of_rate(self):
        self.played("one")
        self.played("two", seed=8)
        self.site("results", "--title", "Our engines")
        self.assertIn("<h1>Our engines</h1>", self.page("index.html"))
        rated = json.loads(self.ebiri("rate", "results/one", "results/two", "--format", "json")[0])
        board = self.page("games/oware-abapa.html")
        for engine in rated["engines"]:
            self.assertIn(f"{engine['elo']:+.1f}".replace("+0.0", "0.0"), board)
        self.assertIn("2 tournaments", board)
        self.assertIn("<dt>Referee</dt><dd>ebiri ", self.page("runs/one/index.html"))
        self.site("results", "--anchor", "random=1000")
        self.assertRegex(self.page("games/oware-abapa.html"), r'random</a></th><td class="number">\+1000\.0')
        self.refused("no engine has the name `randum`", "site", "results", "--output", "site", "--anchor", "randum=1000")

    def test_games_count_once(self):
        self.played("one")
        for copy in ("one.chunk-1-of-2", "one.old-1"):
            shutil.copytree(self.folder / "results" / "one", self.folder / "results" / copy)
        out, err = self.ebiri("site", "results", "--output", "site")
        self.assertIn("2 of 2 runs read", out)
        self.assertIn("one.chunk-1-of-2/games.jsonl: 18 of its 18 games are in earlier inputs", err)
        self.assertIn("<dt>Games</dt><dd>18</dd>", self.page("index.html"))
        self.assertIn("1 of 3 runs read", self.site("results", "results/one.old-1"))

    def test_a_plan_of_another_version_has_the_default_rating(self):
        self.played("one")
        lines = map(json.loads, self.journal("one").read_text().splitlines())
        changed = [line | {"config": "rating: {method: new}\n"} if line["type"] == "plan" else line for line in lines]
        self.journal("one").write_text("".join(sealed(line) + "\n" for line in changed))
        _, err = self.ebiri("site", "results", "--output", "site")
        self.assertIn("oware abapa: rated with the default settings", err)
        self.assertIn("alphabeta", self.page("games/oware-abapa.html"))
        self.refused("unknown key", "site", "results", "--output", "site", "--set", "rating.method=new")

    def test_an_unchanged_run_is_not_read_again(self):
        self.played("one")
        self.played("two", seed=8)
        self.assertIn("2 of 2 runs read", self.site("results"))
        before = {file: file.read_bytes() for file in self.pages()}
        text = self.site("results")
        self.assertIn("0 of 2 runs read, 0 of", text)
        self.assertEqual(before, {file: file.read_bytes() for file in self.pages()})
        self.ebiri("run", self.folder / "two.yaml", "--set", "pairs=4", "--quiet")
        self.assertIn("1 of 2 runs read", self.site("results"))
        self.assertIn(f"{2 * 3 * 7}", self.page("index.html"))
        shutil.rmtree(self.folder / "results" / "two")
        self.assertIn("0 of 1 runs read", self.site("results"))
        self.assertFalse((self.folder / "site" / "runs" / "two").exists())

    def test_a_run_that_has_not_begun_is_left_out(self):
        self.played("one")
        self.journal("two").parent.mkdir()
        self.journal("two").write_text('{"type":"run"')
        out, err = self.ebiri("site", "results", "--output", "site")
        self.assertIn("1 of 2 runs read", out)
        self.assertIn("two/games.jsonl: the run has not begun", err)
        self.assertNotIn("two/index.html", self.page("runs/index.html"))

    def test_a_changed_engine_is_another_one(self):
        self.played("one")
        self.played("two", limit="{nodes: 200}")
        self.site("results")
        board = self.page("games/oware-abapa.html")
        self.assertIn("alphabeta (2)", board)
        self.assertIn("36 games", board)  # those of greedy and random are equal, and count for both limits
        self.assertIn("cannot be compared", board)
        self.assertIn("nodes 200", self.page("engines/alphabeta.html"))

    def test_the_factor_of_core_speed_makes_no_new_engine(self):
        for seed, name, limit in ((7, "one", "10s x 0.85"), (8, "two", "10s x 1.2")):
            self.played(name, seed=seed)
            lines = map(json.loads, self.journal(name).read_text().splitlines())
            changed = [line | {"limits": [limit, limit]} if line["type"] == "game" else line for line in lines]
            self.journal(name).write_text("".join(sealed(line) + "\n" for line in changed))
        self.site("results")
        self.assertNotIn("alphabeta (2)", self.page("games/oware-abapa.html"))
        self.assertIn("<dt>Limit</dt><dd>10s</dd>", self.page("engines/alphabeta.html"))

    def test_names_from_files_are_text(self):
        evil, outside = "<script>alert(1)</script>", "../../../outside"
        (self.folder / "some.csv").write_text(f"first,second,result,variant,ruleset\n{evil},{outside},1,oware,abapa\n")
        self.site("some.csv")
        for file in self.pages():
            if file.suffix in (".html", ".js"):
                self.assertNotIn(evil, file.read_text(), file)
        self.assertIn("&lt;script&gt;", self.page("index.html"))
        self.assertEqual(["-.-..-..-outside.html", "-script-alert-1---script-.html", "index.html"],
                         sorted(file.name for file in (self.folder / "site" / "engines").iterdir()))

    def test_a_file_of_games_has_no_other_files(self):
        for file in ("some.csv", "games.csv"):
            (self.folder / file).write_text("first,second,result\na,b,1\n")
        (self.folder / "config.yaml").write_text("key: secret")
        self.site("some.csv")
        page = self.page("runs/some/index.html")
        self.assertNotIn("secret", page)
        self.assertNotIn("games.csv", page)

    def test_a_journal_in_this_folder_is_named_after_it(self):
        self.played("one")
        for games in ("games.jsonl", "."):
            self.ebiri("site", games, "--output", "../../site", cwd=self.folder / "results" / "one")
            self.assertIn("<h1>one</h1>", self.page("runs/one/index.html"))

    def test_only_pages_of_rules_are_linked(self):
        (self.folder / "mine.yaml").write_text("game: mine\nboard: {columns: 6, stores: own}\nstart: 4\nlap-end: [store -> again]\n")
        (self.folder / "some.csv").write_text("first,second,result,variant\na,b,1,mine.yaml\na,b,1,mine.yaml\n")
        (self.folder / "more.csv").write_text("first,second,result,variant\na,b,1,sungka\n")
        self.site("some.csv", "more.csv")
        self.assertIn('href="rules/sungka.html"', self.page("index.html"))
        self.assertIn("mine.yaml", self.page("index.html"))
        self.assertNotIn("rules/mine", self.page("index.html"))

    def test_long_names_have_different_addresses(self):
        start = "n" * 80
        files = [f"{start}{number}.csv" for number in range(3)]
        for file in files:
            (self.folder / file).write_text("first,second,result\na,b,1\n")
        self.site(*files)
        addresses = [path.name for path in (self.folder / "site" / "runs").iterdir() if path.is_dir()]
        self.assertEqual([start, f"{start}-2", f"{start}-3"], sorted(addresses))

    def test_void_games_are_not_counted(self):
        (self.folder / "some.csv").write_text("first,second,result\na,b,*\na,b,1\n")
        self.site("some.csv")
        self.assertIn('<td class="number">1</td></tr>', self.page("runs/index.html"))
        self.assertIn("<dt>Games</dt><dd>1</dd>", self.page("runs/some/index.html"))
        self.assertNotIn("<dt>Referee</dt>", self.page("runs/some/index.html"))

    def test_openings_are_counted(self):
        self.played("one", pairs=12, openings="{random-plies: 2}", engines="\n  - {name: greedy, command: bots/greedy}\n  - {name: random, command: bots/random}\n")
        self.site("results")
        shard = self.page("openings/oware-abapa-0.js")
        positions = json.loads(shard[shard.index(",") + 1:].rstrip().removesuffix(");"))
        games = self.games("one")
        results = collections.Counter(game["result"] for game in games)
        self.assertEqual(24, len(games))
        text, south, draws, north, scene, moves = positions[0]
        self.assertEqual([results["south"], results["draw"], results["north"]], [south, draws, north])
        self.assertEqual(1, len(positions))  # no move was played in 20 games
        self.assertEqual([], moves)
        self.assertEqual(48, sum(scene["cells"]))

    def test_what_is_refused(self):
        self.played("one")
        self.refused("has no games", "site", "nowhere")
        self.refused("is given twice", "site", "results/one", "results")
        (self.folder / "site").mkdir()
        (self.folder / "site" / "thesis.txt").write_text("mine")
        self.refused("does not say that `ebiri site` wrote it", "site", "results", "--output", "site")
        self.ebiri("site", "results", "--output", "public", "--cache", "site.cache")
        self.refused("does not say that `ebiri site` wrote it", "site", "results", "--output", "site")
        self.assertEqual(["thesis.txt"], os.listdir(self.folder / "site"))

    def refused(self, words, *arguments):
        self.assertIn(words, self.ebiri(*arguments, expect=2)[1])


if __name__ == "__main__":
    main()

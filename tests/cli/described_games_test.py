"""Described games: the name of a game in configs/games, or a file, is accepted wherever a variant is."""

import json

from arena import ArenaTest, main


class DescribedGames(ArenaTest):
    def depths(self, *arguments):
        return json.loads(self.ebiri("perft", *arguments, "--json")[0])["depths"]

    def file(self, text):
        path = self.folder / "mine.yaml"
        path.write_text(text)
        return str(path)

    def test_the_counts_of_a_game_by_name(self):
        counts = [depth["leaves"] for depth in self.depths("sungka", "--depth", "4")]
        self.assertEqual([7, 36, 227, 1378], counts[-4:])

    def test_a_file_is_a_game(self):
        path = self.file("game: mine\nboard: {columns: 6, stores: own}\nstart: 4\nlap-end: [store -> again]\n")
        self.assertEqual(6, self.depths(path, "--depth", "1")[-1]["leaves"])

    def test_problems_with_a_file_have_a_place(self):
        path = self.file("game: mine\nboard: {columns: 6}\nstart: 4\nlap-end:\n  - ocupied -> relay\n")
        _, err = self.ebiri("perft", path, expect=2)
        self.assertIn("mine.yaml:5:5", err)
        self.assertIn("did you mean `occupied`?", err)

    def test_a_config_names_a_game_with_a_mistake(self):
        games = self.folder / "configs/games"
        games.mkdir(parents=True)
        (games / "mine.yaml").write_text("game: mine\nboard: {columns: 6}\nstart: 4\nlap-end:\n  - ocupied -> relay\n")
        _, err = self.ebiri("check", self.config(variant="mine"), expect=2)
        self.assertIn("mine.yaml:5:5", err)
        self.assertNotIn("unknown variant", err)

    def test_the_oracle_plays_turns_with_decisions(self):
        out, err = self.ebiri("oracle", "igisoro", stdin='{"moves": ["8+", "8+"]}\n', timeout=60)
        self.assertEqual("", err)
        self.assertIn("/S/turns=1,1", out)

    def test_another_description_is_refused(self):
        _, err = self.ebiri("perft", "sungka", "--rules", "0123456789abcdef", expect=2)
        self.assertIn("15a4db7569e82e35", err)


if __name__ == "__main__":
    main()

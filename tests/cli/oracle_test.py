"""`ebiri oracle`: each input line gets one correct answer at once, even if the line is invalid."""

import gzip
import json
import pathlib
import select
import subprocess

from arena import SANITIZED, ArenaTest, main

RECORDED = pathlib.Path(__file__).resolve().parents[1] / "data/oware"
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def recorded(grand_slam):
    """The recorded single moves under one grand-slam rule (tests/data/oware/README.md)."""
    with gzip.open(RECORDED / f"{grand_slam}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines][::10 if SANITIZED else 1]


def token(pits, stores, mover):
    return "-".join(map(str, [*pits, *stores])) + "-" + "SN"[mover]


def letter(pit, mover):
    return ("ABCDEF", "abcdef")[mover][pit]


class Oracle(ArenaTest):
    maxDiff = None

    def answers(self, text, *arguments):
        """The answers to `text` (bytes, or lines as values), line by line."""
        if not isinstance(text, bytes):
            text = "".join(json.dumps(line) + "\n" for line in text).encode()
        out, err = self.ebiri("oracle", *arguments, stdin=text, text=False)
        self.assertEqual(b"", err)
        self.assertTrue(out.endswith(b"\n") or not out)
        return [json.loads(line) for line in out.decode().split("\n")[:-1]]

    def error(self, line, *arguments):
        """The only answer to a line of bytes, an error."""
        answers = self.answers(line + b"\n", *(arguments or ["oware"]))
        self.assertEqual([["error"]], [list(answer) for answer in answers])
        return answers[0]["error"]

    def agree_with_recorded(self, lines, *arguments):
        questions = [{"position": token(line["start"], line["stores"], line["to_move"])} for line in lines]
        answers = self.answers(questions, *arguments)
        self.assertEqual(len(lines), len(answers))
        for line, question, answer in zip(lines, questions, answers):
            mover, reached = line["to_move"], answer
            self.assertEqual(question["position"], answer["position"])
            self.assertEqual([letter(pit, mover) for pit in line["legal"]], answer["legal"], line)
            self.assertEqual(answer["legal"], list(answer["after"]))
            if line["move"] is not None:
                reached = answer["after"][letter(line["move"], mover)]
                self.assertIsNone(answer["outcome"])
                self.assertEqual(token(line["after"], line["stores_after"], 1 - mover), reached["position"], line)
                self.assertEqual(line["captured"], reached["captured"], line)
                self.assertEqual(("north", "south")[mover], reached["next"])
            self.assertEqual(line["over"], reached["outcome"] is not None, line)
            if line["over"]:
                south, north = line["scores"]
                self.assertEqual([south, north], reached["outcome"]["seeds"], line)
                winner = "south" if south > north else "north" if north > south else "draw"
                self.assertEqual(winner, reached["outcome"]["winner"], line)

    def test_it_agrees_with_every_recorded_move(self):
        lines = recorded("no_capture")
        self.assertGreater(len(lines), 1000)
        self.assertEqual({None, "25", "no_moves"}, {line["end"] for line in lines})
        self.agree_with_recorded(lines, "oware")

    def test_it_agrees_under_other_rules_in_every_notation(self):
        lines = recorded("capture_all")
        self.agree_with_recorded(lines, "oware", "--rules", "chiefs-table")
        self.agree_with_recorded(lines[::20], "oware", "--rules", "abapa", "grand-slam=capture-all")
        self.agree_with_recorded(lines[::20], "oware", "--rules", "abapa grand-slam=capture-all")

    def test_the_default_position_is_the_start(self):
        empty, start = self.answers([{}, {"position": START, "moves": []}], "oware")
        self.assertEqual(start, empty)
        self.assertEqual(START, empty["position"])
        self.assertEqual(list("ABCDEF"), empty["legal"])

    def test_moves_are_played_first(self):
        played, = self.answers([{"moves": ["F", "f"]}], "oware")
        self.assertEqual("5-5-5-5-4-0-5-5-5-5-4-0-0-0-S", played["position"])
        self.assertEqual(list("ABCDE"), played["legal"])

    def test_moves_count_as_history(self):
        question = {"position": "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "moves": []}
        while True:
            now, = self.answers([question], "oware")
            if now["outcome"]:
                break
            move = now["legal"][0]
            question["moves"].append(move)
            following, = self.answers([question], "oware")
            self.assertEqual(now["after"][move]["outcome"], following["outcome"])
            self.assertEqual(now["after"][move]["position"], following["position"])
        self.assertEqual("repetition", now["outcome"]["reason"])
        self.assertEqual(([], {}), (now["legal"], now["after"]))
        afresh, third = self.answers([{"position": now["position"]}], "oware") + \
            self.answers([question], "oware", "--rules", "abapa", "repetition=third")
        self.assertIsNone(afresh["outcome"])
        self.assertIsNone(third["outcome"])

    def test_every_variant_answers_from_its_start(self):
        arranging = []
        for variant in json.loads(self.ebiri("variants", "--json")[0]):
            start, = self.answers([{}], variant["name"])
            self.assertIsNone(start["outcome"])
            if start["legal"] == "arrangement":
                arranging.append(variant["name"])
                self.assertEqual({}, start["after"])
                continue
            self.assertEqual(start["legal"], list(start["after"]))
            played = self.answers([{"moves": [move]} for move in start["legal"]], variant["name"])
            self.assertEqual([after["position"] for after in start["after"].values()],
                             [answer["position"] for answer in played])
        self.assertNotIn("oware", arranging)

    def test_an_invalid_question_is_an_error_for_its_line_only(self):
        shape = 'expected {"position": "...", "moves": ["...", ...]}'
        for line, message in (
            (b"", f"the line is empty, {shape}"),
            (b" \t", f"the line is empty, {shape}"),
            (b"nonsense", f"not JSON: syntax error at byte 2, {shape}"),
            (b'{"moves": ["F"]', f"not JSON: syntax error at byte 16, {shape}"),
            (b'{} {}', f"not JSON: syntax error at byte 4, {shape}"),
            (b'{}\0', f"not JSON: a NUL at byte 3, {shape}"),
            (b'{"position": "\xff"}', f"not JSON: syntax error at byte 15, {shape}"),
            (b"[]", f"the line is an array, {shape}"),
            (b"null", f"the line is null, {shape}"),
            (b'{"postion": ""}', f"unknown key `postion`, {shape}"),
            (b'{"moves": [], "moves": ["F"]}', "key `moves` is given twice"),
            (b'{"position": 4}', "`position` is a number, expected a string"),
            (b'{"position": null}', "`position` is null, expected a string"),
            (b'{"position": ""}', "`position` is empty; leave it out for the start position"),
            (b'{"moves": "F"}', "`moves` is a string, expected an array of strings"),
            (b'{"moves": ["F", true]}', "move 2 is a boolean, expected a string"),
            (b'{"moves": ["F", ["f"]]}', "move 2 is an array, expected a string"),
            (b'{"moves": ["F", "F"]}', "move 2, `F`: `F` is south's pit and north is to move; legal here: a b c d e f"),
            (b'{"moves": ["--"]}', "move 1, `--`: `--` is a stolen turn, but this turn cannot be stolen; legal here: A B C D E F"),
            (b'{"position": "0-0-0-0-0-0-0-0-0-0-0-0-26-22-S", "moves": ["A"]}',
             "move 1, `A`: the game is over, south wins 26-22 (majority)"),
        ):
            with self.subTest(line):
                self.assertEqual(message, self.error(line))
        self.assertIn("move 3, `--`: `--` is a stolen turn, but this turn cannot be stolen;",
                      self.error(b'{"moves": ["--", "0+", "--"]}', "omweso", "--rules", "omweso", "setup=two-each", "timeout=steal", "max-steals=1"))
        self.assertIn("`position`: the seeds add up to 0, expected 48", self.error(b'{"position": "' + b"0-" * 11 + b'0"}'))
        self.assertIn("\\x00", self.error(b'{"moves": ["\\u0000\\""]}'))
        good, bad, again = self.answers(b'{}\n{"x": 1}\n{}\n', "oware")
        self.assertEqual(good, again)
        self.assertEqual(["error"], list(bad))

    def test_deep_and_long_lines(self):
        self.assertEqual("move 1 is an array, expected a string", self.error(b'{"moves": ' + b"[" * 500000))
        limit = 1 << 20
        padded = b"{" + b" " * (limit - 2) + b"}"
        fits, too_long, after = self.answers(padded + b"\n" + padded + b" \n{}", "oware")
        self.assertEqual(START, fits["position"])
        self.assertEqual({"error": "the line is longer than 1048576 bytes"}, too_long)
        self.assertEqual(fits, after)
        self.assertEqual([too_long], self.answers(b"x" * (3 * limit), "oware"))

    def test_the_last_newline_may_be_missing_and_lines_may_end_in_crlf(self):
        self.assertEqual([START] * 2, [line["position"] for line in self.answers(b"{}\r\n{}", "oware")])
        self.assertEqual([], self.answers(b"", "oware"))

    def test_each_answer_is_printed_before_more_input_is_read(self):
        oracle = subprocess.Popen(self.command("oracle", "oware"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(oracle.stdout.close)
        moves = []
        for sent in (b"{}\n", b'{}\n{"moves"', b': ["F"]}\n{}', b"\n"):
            oracle.stdin.write(sent)
            oracle.stdin.flush()
            for _ in range(sent.count(b"\n")):
                self.assertTrue(select.select([oracle.stdout], [], [], 60)[0], "no answer")
                moves.append(json.loads(oracle.stdout.readline())["legal"][0])
        oracle.stdin.close()
        self.assertEqual(0, oracle.wait(60))
        self.assertEqual(["A", "A", "a", "A"], moves)

    def test_exit_codes(self):
        _, err = self.ebiri("oracle", "owari", expect=2)
        self.assertIn("did you mean `oware`?", err)
        _, err = self.ebiri("oracle", "oware", "--rules", "awari", "repetition=fourth", expect=2)
        self.assertIn("option `repetition` of `oware` cannot be `fourth`", err)
        self.ebiri("oracle", expect=2)
        for redirection in ("< /", "> /dev/full <<< '{}'"):
            _, err = self.ran(["bash", "-c", f'"$@" {redirection}', "bash", *self.command("oracle", "oware")], 3)
            self.assertIn("ebiri: cannot ", err)


if __name__ == "__main__":
    main()

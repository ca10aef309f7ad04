"""A room includes only rooms that it may include, and a library only appears in rooms that may use it.

FLOORS is the plan; referee/README.md says what each room is for.
"""

import re

import house

RULES_AND_WIRE = ["referee/rules/*", "protocol/*"]
GAMES = ["referee/support/*", *RULES_AND_WIRE, "referee/match/*", "referee/player/player.hpp"]
ENGINES = ["referee/process/*", "referee/player/*"]
RESULTS = ["referee/record/*", "referee/rating/*", "referee/tournament/*", "referee/report/*"]
BELOW_CLI = [*GAMES, *ENGINES, *RESULTS, "referee/analysis/*", "referee/explain/*", "referee/probe/*", "referee/web/*", "referee/config/*",
             "referee/described/*", "referee/run/*", "referee/site/*", "referee/fleet/*", "referee/terminal/*", "referee/live/*", "referee/contest/entries/*", "referee/command_line/*"]

# Room: the files that it may include besides its own.
FLOORS = {
    "referee/support": [],
    "referee/rules": ["referee/support/*"],
    "protocol": ["referee/support/*"],
    "referee/process": ["referee/support/*"],
    "referee/gate": ["referee/process/gate.hpp", "referee/process/restrictions.hpp"],
    "referee/bridge": [],
    "referee/player": ["referee/support/*", *RULES_AND_WIRE, "referee/process/*"],
    "referee/probe": ["referee/support/*", *RULES_AND_WIRE, "referee/process/*", "referee/player/*"],
    "referee/match": ["referee/support/*", *RULES_AND_WIRE, "referee/player/player.hpp"],
    "referee/record": GAMES,
    "referee/rating": GAMES,
    "referee/tournament": [*GAMES, "referee/process/isolation.hpp", "referee/process/notifier.hpp", "referee/record/*", "referee/rating/*"],
    "referee/report": [*GAMES, "referee/record/*", "referee/rating/*", "referee/analysis/*"],
    "referee/web": ["referee/support/*"],
    "referee/analysis": GAMES,
    "referee/explain": ["referee/support/*", "referee/rules/*", "referee/described/*"],
    "referee/config": ["referee/support/*", "*/settings.hpp", "referee/rating/sprt_settings.hpp", "referee/process/isolation.hpp",
                       "referee/rules/*", "referee/match/limit.hpp", "referee/player/dialects/dialect.hpp",
                       "referee/tournament/formats.hpp"],
    "referee/described": ["referee/support/*", "referee/rules/*", "referee/config/*"],
    "referee/wasm": ["referee/support/*", *RULES_AND_WIRE, "referee/described/*", "bots/alphabeta/*", "bots/sdk/cpp/*"],
    "referee/run": [*GAMES, *ENGINES, *RESULTS, "referee/analysis/*", "referee/config/*", "referee/explain/*"],
    "referee/site": [*GAMES, *RESULTS, "referee/analysis/*", "referee/explain/*", "referee/web/*", "referee/described/*", "referee/run/*"],
    "referee/fleet": [*GAMES, *ENGINES, *RESULTS, "referee/config/*", "referee/run/*"],
    "referee/terminal": [*GAMES, *ENGINES, "referee/record/notation.hpp", "referee/analysis/*", "referee/tournament/*", "referee/report/*", "referee/config/command.hpp",
                         "referee/explain/lesson.hpp", "referee/run/*"],
    "referee/live": [*GAMES, *ENGINES, *RESULTS, "referee/analysis/*", "referee/explain/*", "referee/web/*", "referee/run/*",
                     "referee/terminal/*"],
    "referee/command_line": ["referee/support/*", "referee/rules/*", "referee/config/reference.hpp", "referee/terminal/*"],
    "referee/contest/entries": [*GAMES, *ENGINES, "referee/record/*", "referee/tournament/*", "referee/config/*"],
    "referee/contest/build": [*GAMES, *ENGINES, "referee/probe/*", "referee/record/lock.hpp", "referee/config/*", "referee/run/*",
                              "referee/terminal/live_view.hpp", "referee/contest/entries/*"],
    "referee/contest/finals": [*GAMES, *RESULTS, "referee/config/*", "referee/run/*", "referee/contest/entries/*"],
    "referee/contest/practice": [*GAMES, *ENGINES, *RESULTS, "referee/config/*", "referee/run/*", "referee/contest/entries/*"],
    "referee/contest/site": [*GAMES, *RESULTS, "referee/explain/*", "referee/web/*", "referee/config/yaml.hpp", "referee/run/*", "referee/live/*", "referee/contest/entries/*",
                             "referee/contest/finals/finals.hpp", "referee/contest/practice/*"],
    "referee/cli/common": [*BELOW_CLI],
    "referee/cli/help": [*BELOW_CLI, "referee/cli/common/*"],
    "referee/cli/contest": [*BELOW_CLI, "referee/contest/*", "referee/cli/common/*"],
    "referee/cli": [*BELOW_CLI, "referee/cli/common/*", "referee/cli/help/*", "referee/cli/contest/*"],
    "bots": ["referee/support/*", *RULES_AND_WIRE, "referee/described/*"],
}

# Library, by the prefix of its headers: the files that may include it.
LIBRARIES = {
    "fmt/": ["*"],
    "boost/process/": ["referee/process/child.*"],
    "boost/asio": ["referee/process/*", "referee/web/*"],
    "boost/beast": ["referee/web/*"],
    "boost/container/static_vector.hpp": ["referee/rules/scene.hpp"],
    "boost/describe/": ["referee/rules/options.hpp", "referee/rules/*/catalogue.hpp", "referee/described/program.hpp",
                        "referee/contest/entries/history.cpp"],
    "boost/locale/utf.hpp": ["referee/support/text.cpp"],
    "boost/mp11/": ["referee/rules/options.hpp", "referee/contest/entries/history.cpp"],
    "boost/graph/": ["referee/rating/*", "referee/tournament/*"],
    "boost/random/": ["referee/rating/fit.cpp"],
    "boost/math/": ["referee/rating/*", "referee/run/host_list.cpp"],
    "boost/unordered/": ["referee/match/*", "referee/run/inputs.cpp", "referee/rating/*", "referee/record/*", "referee/report/*",
                         "referee/support/sparse_array.hpp", "referee/tournament/schedule_builder.hpp"],
    "boost/": ["referee/process/*", "referee/web/*", "referee/tournament/*"],
    "yaml-cpp/": ["referee/config/*"],
    "Eigen/": ["referee/rating/*"],
    "nlohmann/": ["referee/record/*", "referee/analysis/*", "referee/report/*", "referee/config/*", "referee/described/*", "referee/contest/*", "referee/fleet/*",
                  "referee/run/*", "referee/site/*", "referee/live/*", "referee/cli/*", "referee/explain/*", "referee/probe/probe.cpp"],
    "archive": ["referee/contest/entries/tree.cpp"],
    "openssl/": ["referee/support/sha256.cpp", "referee/contest/entries/signature.cpp"],
    "CLI/": ["referee/command_line/*", "referee/cli/program.cpp"],
    "nats/": ["referee/fleet/nats_link.cpp"],
    "sqlite3.h": ["referee/record/database.hpp"],
    "kainjow/": ["referee/report/templates.cpp"],
    "simdjson.h": ["referee/record/game_json.cpp"],
    "xxhash.h": ["referee/record/*"],
}
SYSTEM = re.compile(r"[a-z_0-9]+|(sys/|linux/|arpa/|netinet/|net/)?[a-z_0-9]+\.h")


def room_of(name):
    """The innermost room that contains a file."""
    return max((room for room in FLOORS if name.startswith(room + "/")), key=len, default=None)


def judge_ours(name, included):
    if not (house.ROOT / included).is_file():
        return f"{name}: `{included}` is not a file; write the path from the root"
    room = room_of(name)
    if room_of(included) == room or house.matches(included, FLOORS[room]):
        return None
    return f"{name}: `{included}` stands above {room} or beside it"


def judge_library(name, included):
    library = next((prefix for prefix in LIBRARIES if included.startswith(prefix)), None)
    if library is None and SYSTEM.fullmatch(included):
        return None
    if library is None:
        return f"{name}: <{included}> is not in LIBRARIES, the table of this test"
    if house.matches(name, LIBRARIES[library]):
        return None
    return f"{name}: <{included}> belongs in {', '.join(LIBRARIES[library])} only"


def problems(name, text):
    """The problems with the includes of one source file, one sentence each."""
    if room_of(name) is None:
        return [f"{name}: is in no room of FLOORS"]
    verdicts = [
        judge_ours(name, ours) if ours else judge_library(name, library)
        for ours, library in house.INCLUDE.findall(text)
    ]
    return [verdict for verdict in verdicts if verdict]


def circle(includes):
    """The rooms that include themselves, directly or through others."""
    reached = {room: set(others) for room, others in includes.items()}
    for middle in reached:
        for others in reached.values():
            if middle in others:
                others |= reached[middle]
    return sorted(room for room, others in reached.items() if room in others)


class Floors(house.HouseTest):
    def test_every_include_is_allowed(self):
        sources = house.tracked("referee/*.[ch]pp", "protocol/*.[ch]pp", "bots/*.[ch]pp")
        self.assertGreater(len(sources), 10, "the sources were not found")
        self.none([p for name in sources for p in problems(str(name), (house.ROOT / name).read_text())])

    def test_rooms_have_no_include_cycle(self):
        includes = {room: set() for room in FLOORS}
        for name in house.tracked("referee/*.[ch]pp", "protocol/*.[ch]pp", "bots/*.[ch]pp"):
            for ours, _ in house.INCLUDE.findall((house.ROOT / name).read_text()):
                if ours:
                    includes[room_of(str(name))].add(room_of(ours))
        for room, others in includes.items():
            others.discard(room)
        self.assertEqual([], circle(includes))

    def test_a_cycle_is_found(self):
        self.assertEqual([], circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}))
        self.assertEqual(["a", "b", "c"], circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}))

    def test_planted_includes_are_caught(self):
        for name, line, verdict in [
            ("referee/rules/a.hpp", '#include "referee/match/play_game.hpp"', "stands above"),
            ("protocol/a.cpp", '#include "referee/rules/rules.hpp"', "stands above"),
            ("referee/match/a.cpp", '#include "referee/player/engine_player.hpp"', "stands above"),
            ("bots/greedy/a.cpp", '  #  include "referee/match/play_game.hpp"', "stands above"),
            ("referee/rules/a.hpp", '#include "match/play_game.hpp"', "is not a file"),
            ("referee/match/a.cpp", "#include <boost/process/v2/process.hpp>", "belongs in"),
            ("referee/process/machine.cpp", "#include <boost/process/v2/process.hpp>", "belongs in"),
            ("referee/match/a.cpp", "#include <yaml-cpp/yaml.h>", "belongs in"),
            ("referee/rules/a.cpp", "#include <nlohmann/json.hpp>", "belongs in"),
            ("referee/match/a.cpp", "#include <lua/api.hpp>", "is not in LIBRARIES"),
            ("referee/record/journal.cpp", "#include <sqlite3.h>", "belongs in"),
            ("referee/contest/entries/store.cpp", "#include <archive.h>", "belongs in"),
            ("referee/record/seal.cpp", "#include <openssl/evp.h>", "belongs in"),
            ("referee/contest/site/a.cpp", '#include "referee/cli/init.hpp"', "is not a file"),
            ("referee/run/a.cpp", '#include "referee/cli/program.hpp"', "stands above"),
            ("referee/cli/help/a.cpp", '#include "referee/cli/program.hpp"', "stands above"),
            ("referee/attic/a.cpp", "", "is in no room"),

        ]:
            with self.subTest(name=name, line=line):
                self.assertEqual(1, len(problems(name, line)))
                self.assertIn(verdict, problems(name, line)[0])

    def test_allowed_includes_are_accepted(self):
        for name, line in [
            ("referee/match/a.cpp", '#include "referee/player/player.hpp"'),
            ("referee/match/a.cpp", '#include "referee/match/play_game.hpp"'),
            ("referee/process/child.cpp", "#include <boost/process/v2/process.hpp>"),
            ("referee/rating/a.cpp", "#include <Eigen/Dense>\n#include <vector>\n#include <unistd.h>\n#include <sys/wait.h>"),
            ("referee/cli/program.cpp", '#include <CLI/CLI.hpp>\n#include "referee/process/child.hpp"'),
        ]:
            with self.subTest(name=name, line=line):
                self.assertEqual([], problems(name, line))


if __name__ == "__main__":
    house.main()

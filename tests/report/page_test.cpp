// The page of a run: its content, and the escaping of texts.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "referee/record/game_fields.hpp"
#include "referee/report/page.hpp"
#include "referee/report/replays.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/rules/registry.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using rules::BoardShape;
using rules::Scene;
using rules::Transfer;

namespace {

using Json = nlohmann::ordered_json;

// Decodes the grammar of `trace_text`.
std::vector<Transfer> read_back(const std::string& text, const BoardShape& shape, const Scene& before) {
  std::vector<int> cells{before.cells.begin(), before.cells.end()};
  cells.push_back(0);
  std::vector<Transfer> transfers;
  std::size_t at = 0;
  const auto digit = [&] {
    const char letter = text.at(at++);
    if (letter == '\xc3') return text.at(at++) - '\x80' + 62;
    return letter <= '9' ? letter - '0' : letter >= 'a' ? letter - 'a' + 10 : letter - 'A' + 36;
  };
  const auto make = [&](int from, int to, int seeds) {
    cells.at(static_cast<std::size_t>(from)) -= seeds;
    cells.at(static_cast<std::size_t>(to)) += seeds;
    transfers.push_back({from, to, seeds});
  };
  const auto& track = shape.tracks[static_cast<std::size_t>(before.mover)];
  while (at < text.size()) {
    const char word = text[at++];
    const int first = digit();
    if (word == 'L') make(first, shape.hand(), cells.at(static_cast<std::size_t>(first)));
    if (word == 'C') make(first, digit(), cells.at(static_cast<std::size_t>(first)));
    if (word == 'M') {
      const int to = digit();
      make(first, to, digit());
    }
    if (word != 'S' && word != 'Z') continue;
    const int seeds = digit(), round = static_cast<int>(track.size());
    for (int k = 0; k < seeds; ++k) {
      const int place = word == 'S' ? first + k : first - k + 36 * round;
      make(shape.hand(), track[static_cast<std::size_t>(place % round)], 1);
    }
  }
  return transfers;
}

using Names = std::set<std::string>;

// The names of all fields, without those of parts.
struct NameList {
  Names names;

  void add(std::string_view name) { names.emplace(name); }
  void field(std::string_view name, const auto&) { add(name); }
  void if_any(std::string_view name, const auto&) { add(name); }
  void pair(std::string_view name, std::string_view, const auto&, const auto&) { add(name); }
  void pair_if_any(std::string_view name, std::string_view, const auto&, const auto&) { add(name); }
  void plies(const auto&) { record::each_ply_field(*this); }
  void column(const record::PlyField& field, const auto&) { add(field.name); }
  void sides(const record::PlyField& field) { add(field.name); }
};

template <class T>
Names names_of() {
  const T value{};
  NameList list;
  record::each_field(value, list);
  return list.names;
}

// The members of an interface in TypeScript.
Names members_of(const std::string& interface, const std::string& source) {
  const auto begin = source.find("export interface " + interface + " {");
  const std::string body = source.substr(begin, source.find("\n}", begin) - begin);
  const std::regex member{R"(\n  (\w+)\??:)"};
  Names names;
  for (std::sregex_iterator found{body.begin(), body.end(), member}, end; found != end; ++found)
    names.insert((*found)[1]);
  return names;
}

std::unique_ptr<rules::Rules> oware() { return std::move(*rules::make_rules({"oware", "", {}})); }

match::GameRecord recorded(int number, std::string south, std::string north) {
  match::GameRecord record;
  record.game = number;
  record.pair = (number + 1) / 2;
  record.south = std::move(south);
  record.north = std::move(north);
  record.plies = {{rules::Side::south, "F", {.wall = std::chrono::microseconds(1500), .score = 1.25}},
                  {rules::Side::north, "f", {.wall = std::chrono::microseconds(700)}}};
  record.verdict.reason = "max-plies";
  return record;
}

// The text of an element of the page.
std::string element(const std::string& page, const std::string& id) {
  const auto begin = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string page_of(const std::vector<match::GameRecord>& records, const PageLimits& limits = {}) {
  const auto rules = oware();
  record::Digest digest;
  rating::Tally tally;
  for (const auto& record : records) {
    digest.add(record);
    tally.add(record);
  }
  const Replays replays{*rules};
  PageGames page_games{digest.games, limits};
  std::ostringstream output;
  PageWriter writer{output};
  for (const auto& record : records) {
    page_games.add(record);
    if (page_games.replays(record)) writer.replay(replays.of(record).value().line);
  }
  const Standings standings = sample::standings_of(records);
  writer.finish(
      {.standings = standings, .tally = tally, .digest = digest, .rules = *rules, .page_games = page_games});
  return output.str();
}

}  // namespace

TEST_CASE("page: a trace can be read back, in every ruleset") {
  for (const auto& variant : rules::variants()) {
    for (const auto& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      const auto rules = std::move(*rules::make_rules({variant.name, ruleset.name, {}}));
      const BoardShape shape = rules->shape();
      Random random{5};
      for (int games = 0; games < 3; ++games) {
        const auto game = rules->start();
        for (int plies = 0; plies < 60 && !game->outcome(); ++plies) {
          const std::string move = rules::random_move(*game, random);
          const Scene before = game->scene();
          INFO(game->position() << " " << move);
          REQUIRE_FALSE(game->play(move));
          const auto trace = *game->trace(shape, before, game->scene());
          std::string text;
          text += trace_text(shape, before, trace.transfers);
          INFO(text);
          REQUIRE(read_back(text, shape, before) == trace.transfers);
        }
      }
    }
  }
}

TEST_CASE("page: a trace can be read back on the largest board") {
  BoardShape shape{.pits_per_side = 48};
  Scene scene;
  scene.cells.resize(98, 1);
  std::vector<Transfer> transfers;
  for (int cell = 0; cell < shape.hand(); ++cell) {
    for (auto& track : shape.tracks) track.push_back(cell);
    transfers.push_back({cell, shape.hand(), cell + 1});
    for (int seeds = 0; seeds < cell + 1; ++seeds) transfers.push_back({shape.hand(), cell + 1, 1});
  }
  std::string text;
  text += trace_text(shape, scene, transfers);
  CHECK(read_back(text, shape, scene) == transfers);
}

TEST_CASE("page: numbers of seeds that exceed a digit are written in parts") {
  const auto shape = oware()->shape();
  Scene scene = oware()->start()->scene();
  scene.cells[0] = 40;
  std::string text;
  text += trace_text(shape, scene, {{0, 12, 38}});
  text += trace_text(shape, scene, {{0, 12, 40}});
  CHECK(text == "M0czM0c3C0c");
}

TEST_CASE("page: no text of an engine can end an element") {
  const std::string evil = "</script><script>alert(1)</script><!--";
  std::vector<match::GameRecord> records{recorded(1, evil, "b"), recorded(2, "b", evil)};
  records[0].verdict.cause = match::Verdict::Cause::fault;
  records[0].verdict.result = match::Verdict::Result::north_wins;
  records[0].verdict.loser = rules::Side::south;
  records[0].verdict.fault = player::Fault{.detail = evil, .line = evil, .errors = evil + "\xff"};
  const std::string page = page_of(records);
  CHECK(page.find("alert(1)</script>") == page.npos);
  const Json run = Json::parse(element(page, "run"));
  CHECK(run["engines"].size() == 2);
  const std::string line = element(page, "replays");
  CHECK(line.find('<') == line.npos);
  const Json replay = Json::parse(line.substr(1, line.find('\n', 1)));
  CHECK(replay["fault"]["line"] == evil);
}

TEST_CASE("page: that of a run, and only that, names standings.txt to readers without JavaScript") {
  CHECK(page_of({recorded(1, "a", "b")}).find("standings.txt of the run.</noscript>") != std::string::npos);
  CHECK(live_page(plain_frame).find("standings.txt") == std::string::npos);
}

TEST_CASE("page: a replay has moves, traces, positions, scores and times") {
  const std::string page = page_of({recorded(1, "a", "b"), recorded(2, "b", "a")});
  const std::string lines = element(page, "replays");
  const Json replay = Json::parse(lines.substr(1, lines.find('\n', 1)));
  CHECK(replay["moves"] == "F f");
  CHECK(replay["sides"] == "SN");
  CHECK(replay["traces"] == "L5S64;LbS64");
  CHECK(replay["positions"] == "-S;-N;-S");
  CHECK(replay["counts"] == "stores");
  CHECK(replay["wall_us"] == Json{1500, 700});
  CHECK(replay["score"] == Json{125.0, nullptr});
  CHECK_FALSE(replay.contains("depth"));
  const Json run = Json::parse(element(page, "run"));
  CHECK(run["games"]["replay"] == Json{0, 1});
  CHECK(run["position_frame"].size() == 14);
  CHECK(run["meetings"] == Json::parse("[[0,1,[0,1,0],[0,1,0]]]"));
}

TEST_CASE("page: a replay has every field of the record that the page does not store elsewhere") {
  match::GameRecord record = recorded(1, "a", "b");
  record.south_limit = "nodes 5";
  record.verdict.detail = "why";
  record.verdict.caused_by = rules::Side::north;
  const Json replay = Json::parse(Replays{*oware()}.of(record).value().line);
  Names elsewhere{"pair", "south", "north", "variant", "ruleset", "result", "seeds", "final"};
  Names missing;
  for (const std::string& name : names_of<match::GameRecord>())
    if (!replay.contains(name) && !elsewhere.contains(name)) missing.insert(name);
  // Fields that are omitted if empty, and fields of plies that the page does not show.
  CHECK(missing == Names{"special", "loser", "fault", "time", "pondered_us", "cpu_us", "wait_us", "lag_us",
                         "depth", "nodes", "score_unit"});
}

TEST_CASE("page: fields of a record that its sources read exist under their names") {
  std::ostringstream source;
  source << std::ifstream(EBIRI_SOURCE_DIR "/referee/report/html/src/data.ts").rdbuf();
  const auto check = [&](const std::string& interface, const Names& names) {
    const auto declared = members_of(interface, source.str());
    CHECK(declared.size() > 5);
    for (const std::string& name : declared) {
      INFO(interface << "." << name);
      CHECK(names.contains(name));
    }
  };
  check("RecordFields", names_of<match::GameRecord>());
  check("Fault", names_of<player::Fault>());
  check("TimeEvidence", names_of<player::TimeEvidence>());
}

TEST_CASE("page: a replay has the results of an analysis") {
  using analysis::Judged;
  const auto rules = oware();
  auto record = recorded(1, "a", "b");
  record.opening.moves = {"A", "a"};
  record.plies[0].move = "B";
  record.plies[1].move = "b";
  const analysis::GameAnalysis judged{
      .game = 1,
      .south = "a",
      .north = "b",
      .opening = 2,
      .moves = {"B", "b"},
      .positions = {{analysis::Value{.seeds = 1.2345}, "F"},
                    {},
                    {analysis::Value{.source = analysis::Value::Source::table, .seeds = 2}, "A"}},
      .plies = {{rules::Side::south, Judged::Why::judged, {6.5, 0.4}},
                {rules::Side::north, Judged::Why::only_move, {}}}};
  const Json replay = Json::parse(Replays{*rules}.of(record, &judged).value().line);
  CHECK(replay["judged"] ==
        Json::parse(R"({"values":[1.23,null,2.0],"marks":"b-","better":{"3":["F",6.5]},"exact":[2]})"));
  CHECK_FALSE(Json::parse(Replays{*rules}.of(record).value().line).contains("judged"));
}

TEST_CASE("page: an illegal move is an error that names the game") {
  const auto rules = oware();
  auto record = recorded(7, "a", "b");
  record.plies[1].move = "A";
  const auto line = Replays{*rules}.of(record);
  REQUIRE_FALSE(line);
  CHECK(line.error().message.starts_with("game 7: `A` is south's pit"));
}

TEST_CASE("page: a long run keeps games with faults, and others spread evenly") {
  std::vector<bool> faulty(100);
  faulty[49] = true;
  const auto taken = [](const std::vector<bool>& flags) {
    std::vector<std::size_t> list;
    for (std::size_t k = 0; k < flags.size(); ++k)
      if (flags[k]) list.push_back(k);
    return list;
  };
  CHECK(taken(chosen(faulty, 200)).size() == 100);
  CHECK(taken(chosen(faulty, 12)) == std::vector<std::size_t>{0, 9, 18, 27, 36, 45, 49, 55, 64, 73, 82, 91});
  CHECK(taken(chosen(faulty, 1)) == std::vector<std::size_t>{49});
  CHECK(taken(chosen(faulty, 0)).empty());
  CHECK(chosen({}, 5).empty());
}

TEST_CASE("page: games beyond its limits are listed without a replay or not at all, and still counted") {
  std::vector<match::GameRecord> records;
  for (int number = 1; number <= 10; ++number)
    records.push_back(number % 2 == 1 ? recorded(number, "a", "b") : recorded(number, "b", "a"));
  const Json run = Json::parse(element(page_of(records, {.listed = 5, .replayed = 2}), "run"));
  CHECK(run["games_in_all"] == 10);
  CHECK(run["games"]["game"].size() >= 5);
  CHECK(std::ranges::count_if(run["games"]["replay"], [](const Json& line) { return line != -1; }) == 2);
  CHECK(run["run"]["games"] == 10);
  const Json some = Json::parse(element(page_of(records, {.only = std::pair{3, 4}}), "run"));
  CHECK(some["games"]["replay"] == Json{-1, -1, 0, 1, -1, -1, -1, -1, -1, -1});
}

TEST_CASE("page: the first of many openings are named") {
  PageGames page_games;
  for (std::size_t i = 0; i < PageGames::max_openings + 2; ++i) {
    match::GameRecord record;
    record.opening.name = std::to_string(i + 1);
    for (record.attempt = 1; record.attempt <= 2; ++record.attempt) page_games.add(record);
  }
  REQUIRE(page_games.openings().size() == PageGames::max_openings);
  CHECK(page_games.openings().back().name == std::to_string(PageGames::max_openings));
  CHECK(page_games.openings().back().draws == 2);
  match::GameRecord last;
  last.opening.name = std::to_string(PageGames::max_openings + 2);
  CHECK(page_games.opening_of(match::summary_of(last)) == PageGames::max_openings);
}

TEST_CASE("page: all openings are counted, named or not") {
  std::vector<match::GameRecord> records;
  for (int number = 1; number <= static_cast<int>(PageGames::max_openings) + 3; ++number) {
    records.push_back(recorded(number, "ann", "bob"));
    records.back().opening.name = std::to_string(std::max(1, number - 1));
  }
  const Json run = Json::parse(element(page_of(records), "run"));
  CHECK(run["openings"].size() == PageGames::max_openings);
  CHECK(run["openings_in_all"] == PageGames::max_openings + 2);
  CHECK(run["games"]["opening"].back() == PageGames::max_openings);
  records.resize(10);
  CHECK(Json::parse(element(page_of(records), "run"))["openings_in_all"] == 9);
}

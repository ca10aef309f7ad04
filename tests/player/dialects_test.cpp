// Replays recorded conversations of other referees and engines (tests/data/transcripts) with our dialects.
#include "referee/player/dialects/dialect.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "protocol/ugi.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"
#include "tests/player/brief.hpp"

using namespace ebiri;
using player::Budget;
using player::GameLine;

namespace {

struct Spoken {
  bool by_engine = false;
  std::string text;
};

/// The lines of a transcript that match `pattern`, which captures the speaker and the text.
std::vector<Spoken> transcript(const std::string& name, const std::string& pattern,
                               const std::string& engine) {
  std::ifstream file(EBIRI_SOURCE_DIR "/tests/data/transcripts/" + name);
  REQUIRE(file);
  const std::regex form(pattern);
  std::vector<Spoken> lines;
  std::smatch found;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, found, form)) lines.push_back({found[1] == engine, found[2]});
  REQUIRE(lines.size() > 10);
  return lines;
}

/// The game of a `position` line in a transcript; nothing if our rules do not allow it.
std::optional<GameLine> line_of(const std::string& position) {
  static const std::regex form("position (startpos|fen ([^ ]+))( moves ([A-Fa-f]+))?");
  std::smatch found;
  if (!std::regex_match(position, found, form)) return std::nullopt;
  GameLine line{found[2].matched ? std::optional(found[2].str()) : std::nullopt};
  for (const char letter : found[4].str()) line.add(std::string(1, letter));
  const auto rules = *rules::make_rules({.variant = "oware", .ruleset = {}, .options = {}});
  auto game = rules->start();
  if (line.base()) {
    auto read = rules->from_position(*line.base());
    if (!read) return std::nullopt;
    game = std::move(*read);
  }
  for (const std::string& move : line.moves())
    if (game->outcome() || game->play(move)) return std::nullopt;
  return line;
}

/// Our notation of a KGP state.
std::string position_of(const std::string& state) {
  const auto numbers = split(std::string_view(state).substr(1, state.size() - 2), ',');
  std::string position;
  for (std::size_t i = 3; i < numbers.size(); ++i) position += std::string(numbers[i]) + "-";
  return position + std::string(numbers[1]) + "-" + std::string(numbers[2]) + "-S";
}

Budget of_one_move(int milliseconds) {
  Budget budget;
  budget.go.movetime = std::chrono::milliseconds(milliseconds);
  return budget;
}

}  // namespace

TEST_CASE("uci-oware: writes the requests of the transcripts and reads every answer in them") {
  for (const char* file : {"uci_oware_1.txt", "uci_oware_2.txt"}) {
    const auto dialect = player::dialect("uci-oware").make();
    dialect->begin(tests::brief_of("oware", "abapa", 1));
    CHECK(dialect->encode(protocol::Hello{}) == "uci\n");
    CHECK(dialect->encode(protocol::NewGame{}) == "ucinewgame\n");
    CHECK(dialect->encode(protocol::IsReady{}) == "isready\n");
    CHECK(dialect->encode(protocol::SetOption{"OwnBook", "false"}) == "setoption name OwnBook value false\n");
    CHECK(dialect->encode(protocol::GameOver{"p1", ""}).empty());
    std::string position;
    int questions = 0, answers = 0;
    for (const auto& [by_engine, text] : transcript(file, R"( *[0-9.]+ ([<>]) (.*))", "<")) {
      INFO(text);
      static const std::regex timed("go movetime ([0-9]+)");
      std::smatch found;
      if (by_engine) {
        const auto reply = dialect->interpret(text).reply;
        CHECK(std::holds_alternative<protocol::HelloDone>(reply) == (text == "uciok"));
        if (!text.starts_with("bestmove")) continue;
        ++answers;
        if (text.find("0000") != std::string::npos)
          CHECK(std::holds_alternative<protocol::Malformed>(reply));
        else
          CHECK(std::get<protocol::BestMove>(reply).move == text.substr(9, 1));
      } else if (text.starts_with("position ")) {
        position = text;
      } else if (const auto line = line_of(position); line && std::regex_match(text, found, timed)) {
        ++questions;
        CHECK(dialect->question(*line, of_one_move(std::stoi(found[1]))) == position + "\n" + text + "\n");
      }
    }
    CHECK(questions >= 5);
    CHECK(answers >= 10);
  }
}

TEST_CASE("uci-oware: a clock is sent as a time for the move, and a base position with all its fields") {
  const auto dialect = player::dialect("uci-oware").make();
  dialect->begin(tests::brief_of("oware", "abapa", 1));
  Budget budget;
  budget.go.p1time = std::chrono::seconds(100);
  budget.go.p2time = std::chrono::seconds(50);
  CHECK(dialect->question({{}, {}}, budget) == "position startpos\ngo movetime 4000\n");
  CHECK(dialect->question({{}, {"F"}}, budget) == "position startpos moves F\ngo movetime 2000\n");
  CHECK(dialect->question({"4-4-4-4-4-4-4-4-4-4-4-4", {"F", "a"}}, budget) ==
        "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves Fa\ngo movetime 4000\n");
  budget = {};
  budget.go.depth = 8;
  CHECK(dialect->question({{}, {}}, budget) == "position startpos\ngo depth 8\n");
}

TEST_CASE("kgp: writes the server's lines of the transcript") {
  const auto dialect = player::dialect("kgp").make();
  dialect->begin(tests::brief_of("kalah", "kgp", 1));
  dialect->restart();
  std::string last_move;
  int said = 0;
  for (const auto& [by_engine, text] : transcript("kgp.txt", R"( *[0-9.]+ ([SC])> (.*))", "C")) {
    INFO(text);
    const auto ends_in = [&, &line = text](std::string_view word) { return line.ends_with(word); };
    if (text.find("state <3,") != std::string::npos) break;  // our Kalah has at least four pits a side
    if (by_engine) {
      const auto [reply, answer, unused] = dialect->interpret(text);
      CHECK(std::holds_alternative<protocol::HelloDone>(reply) == ends_in("mode \"freeplay\""));
      CHECK(std::holds_alternative<protocol::Ready>(reply) == ends_in("pong"));
      CHECK(answer == (ends_in("mode \"freeplay\"") ? "4@1 ok\r\n" : ""));
      if (text.find(" move ") != std::string::npos)
        last_move = std::string(1, static_cast<char>('A' + text.back() - '1'));
      continue;
    }
    ++said;
    if (ends_in(" kgp 1 0 1")) CHECK(dialect->encode(protocol::Hello{}) == text + "\r\n");
    if (ends_in(" ping")) CHECK(dialect->encode(protocol::IsReady{}) == text + "\r\n");
    if (const auto at = text.find("state "); at != std::string::npos)
      CHECK(dialect->question({position_of(text.substr(at + 6)), {}}, of_one_move(1000)) == text + "\r\n");
    if (ends_in(" stop")) {
      const auto word = dialect->settle();
      REQUIRE(word);
      CHECK(word->answer == text + "\r\n");
      CHECK(std::get<protocol::BestMove>(word->reply).move == last_move);
      CHECK_FALSE(dialect->settle());
    }
  }
  CHECK(said == 7);
  CHECK(dialect->encode(protocol::Quit{}) == "goodbye\r\n");
}

TEST_CASE("kgp: handles yields, late moves, pings and north's view") {
  const auto dialect = player::dialect("kgp").make();
  dialect->begin(tests::brief_of("kalah", "kgp", 1));
  dialect->restart();
  CHECK(dialect->question({{}, {"A"}}, of_one_move(5)) == "2 state <6,0,0,4,4,4,4,4,4,0,5,5,5,5,4>\r\n");
  CHECK_FALSE(dialect->settle());
  CHECK(std::holds_alternative<protocol::Malformed>(dialect->interpret("1@2 yield\r").reply));
  CHECK(std::holds_alternative<protocol::Malformed>(dialect->interpret("1@2 move 7").reply));
  CHECK(dialect->interpret("3@2 move 6").answer.empty());
  CHECK(dialect->interpret("5 ping").answer == "4@5 pong\r\n");
  const auto [reply, answer, said] = dialect->interpret("7@2 yield");
  CHECK(std::get<protocol::BestMove>(reply).move == "f");
  CHECK(answer == "6@2 stop\r\n");
  CHECK(said == "3@2 move 6, 7@2 yield");
  CHECK(dialect->question({{}, {"A", "f"}}, of_one_move(5)).starts_with("8 state <6,0,1,"));
  CHECK(std::holds_alternative<protocol::Unknown>(dialect->interpret("9@2 move 1").reply));
  CHECK_FALSE(dialect->settle());
  CHECK(std::holds_alternative<protocol::Malformed>(dialect->interpret("1 mode \"public\"").reply));
}

TEST_CASE("codingame: the board begins with the mover's pits, and the answer is only a number") {
  const auto dialect = player::dialect("codingame").make();
  dialect->begin(tests::brief_of("oware", "abapa", 1));
  CHECK(dialect->question({{}, {"F"}}, {}) == "5 5 5 5 4 4 4 4 4 4 4 0\n");
  CHECK(std::get<protocol::BestMove>(dialect->interpret("0\r").reply).move == "a");
  for (const char* line : {"6", "-1", "a", "3 4", "03", "bestmove a"})
    CHECK(std::holds_alternative<protocol::Malformed>(dialect->interpret(line).reply));
  CHECK(std::holds_alternative<protocol::Unknown>(dialect->interpret("  ").reply));
}

TEST_CASE("mankalah: a swap is reported only to the other engine, and exchanges the sides") {
  const auto dialect = player::dialect("mankalah").make();
  const auto begin = [&] {
    dialect->restart();
    dialect->begin(tests::brief_of("kalah", "manchester", 1));
  };
  begin();  // as north, which swaps
  const std::string after_b = "8,7,7,7,7,7,7,0,7,0,8,8,8,8,8,1";
  CHECK(dialect->question({{}, {"B"}}, {}) == "START;North\nCHANGE;2;" + after_b + ";YOU\n");
  CHECK(std::get<protocol::BestMove>(dialect->interpret("SWAP").reply).move == "swap");
  CHECK(dialect->question({{}, {"B", "swap", "A"}}, {}) == "CHANGE;1;0,8,8,8,8,8,8,1,8,0,8,8,8,8,8,1;YOU\n");
  CHECK(dialect->conclusion({{}, {"B", "swap", "A"}}) == "END\n");
  begin();  // as south, whose opponent swaps
  CHECK(dialect->question({{}, {}}, {}) == "START;South\n");
  CHECK(dialect->question({{}, {"B", "swap"}}, {}) ==
        "CHANGE;2;" + after_b + ";OPP\nCHANGE;SWAP;" + after_b + ";YOU\n");
  CHECK(std::get<protocol::BestMove>(dialect->interpret("MOVE;1").reply).move == "A");
  for (const char* line : {"MOVE;8", "MOVE;0", "MOVE", "MOVE;x", "PASS"})
    CHECK(std::holds_alternative<protocol::Malformed>(dialect->interpret(line).reply));
}

TEST_CASE("mankalah: a long game with a new base is reported move by move") {
  const auto dialect = player::dialect("mankalah").make();
  const auto rules = *rules::make_rules(*rules::parse_selection("kalah", "manchester"));
  dialect->begin(tests::brief_of("kalah", "manchester", 1));
  CHECK(dialect->question({{}, {}}, {}) == "START;South\n");
  const auto game = rules->start();
  for (const char* move : {"C", "d", "A"}) game->play(move);
  const auto told = dialect->question({game->position(), {"e"}}, {});
  CHECK(std::count(told.begin(), told.end(), '\n') == 4);
  CHECK(told.starts_with("CHANGE;3;"));
  CHECK(told.ends_with(";YOU\n"));
}

// Compares the machine with turns from independent programs (tests/data/family).
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>
#include <sstream>

#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

using nlohmann::json;

// A file of turns and the game that they belong to.
const std::map<std::string, std::string>& games_of_files() {
  static const std::map<std::string, std::string> games{
      {"altiev", "altiev"},
      {"aw-li_on-nam_ot-tjin", "ot-tjin"},
      {"bao_ki_arabu_zanzibar_2", "bao-kiarabu-2"},
      {"chongka", "chongka"},
      {"enindji", "enindji"},
      {"four_aweet_4x10_driberg_reading_4_outer", "aweet-driberg"},
      {"four_aweet_4x10_driedger_reading_2_each", "aweet-two-each"},
      {"four_aweet_4x10_driedger_reading_4_outer", "aweet"},
      {"four_choro_acholi_main_phase", "choro-acholi"},
      {"four_choro_lango_driberg_reading", "choro-lango"},
      {"four_choro_lango_no_compulsion", "choro-lango-free"},
      {"four_coro_driedger_reading", "coro-driedger"},
      {"four_hus_4x12_inner", "hus-12-inner"},
      {"four_hus_4x12_wagner_both", "hus-12"},
      {"four_igisoro_4_inner_reverse_0_7_9_14_lap", "igisoro"},
      {"four_igisoro_4_outer_lap_origin_no_reverse", "igisoro-forward"},
      {"four_igisoro_4_outer_reverse_0_7_9_14_lap", "igisoro-outer"},
      {"four_igisoro_4_outer_turn_origin_no_reverse", "igisoro-turn"},
      {"four_kiela_4x10_2_outer_4_right_inner_both_pit", "kiela"},
      {"four_kiela_4x10_inner_pit", "kiela-inner"},
      {"four_kiela_beginners_1_each_singles_move", "kiela-beginners"},
      {"four_kubuguza_3_inner_ccw_only_no_capture_first_two_turns", "kubuguza"},
      {"four_mangola_after_its_opening_last_seed_skips_empty_holes_end_holes_first", "mangola"},
      {"four_mangola_capture_needs_any_re_entry_lap", "mangola-any"},
      {"four_owela_4x12_benguela", "owela-benguela"},
      {"four_quela_main_phase_from_2_each_no_rearrangement", "quela"},
      {"four_quiela_main_phase_from_3_outer_no_rearrangement", "quiela"},
      {"four_tsoro_4x8", "tsoro"},
      {"french_wari", "french-wari"},
      {"halusa", "halusa"},
      {"kalah", "kalah"},
      {"kpo", "kpo"},
      {"moruba", "moruba"},
      {"oware", "oware-illegal-slam"},
      {"shono", "shono"},
      {"sungka", "sungka"},
      {"tsoro", "tsoro"},
      {"um_el-bagara", "um-el-bagara"},
      {"waurie", "waurie"},
      {"woli", "woli"},
      {"yovodi", "yovodi"},
  };
  return games;
}

std::vector<json> lines_of(const std::string& file) {
  std::istringstream stream(source_file("tests/data/family/" + file + ".jsonl.gz"));
  std::vector<json> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(json::parse(line));
  }
  return lines;
}

// Seeds that the vectors do not show are out.
Position position_of(const Program& program, const json& south, const json& north, int mover) {
  Position position = program.start;
  for (int number = 0; number < program.side; ++number) {
    position.seeds[number] = south.at(static_cast<std::size_t>(number));
    position.seeds[program.side + number] = north.at(static_cast<std::size_t>(number));
  }
  position.mover = static_cast<std::uint8_t>(mover);
  position.turns[0] = position.turns[1] = 50;
  position.hits[0] = position.hits[1] = 0;
  return position;
}

json pits_of(const Program& program, const Position& position, int side) {
  json pits = json::array();
  for (int number = 0; number < program.side; ++number)
    pits.push_back(position.seeds[side * program.side + number]);
  return pits;
}

// One turn with its pits and, behind `next`, the next player.
bool agrees_with_turn(Playable& game, const json& line) {
  const int mover = line.at("mover") == "S" ? 0 : 1;
  const Position position = position_of(game.program, line.at("south"), line.at("north"), mover);
  const std::string wanted = std::to_string(line.at("move").get<int>()) +
                             (game.program.is_signed ? line.at("dir").get<std::string>() : "");
  std::set<int> legal;
  bool same = false;
  game.machine.each_turn(position, [&](Turn& turn) {
    legal.insert(turn.move.pit % game.program.side);
    if (short_text(game.program, turn.move) != wanted) return true;
    same = pits_of(game.program, turn.now, 0) == line.at("south_after") &&
           pits_of(game.program, turn.now, 1) == line.at("north_after");
    Position after = turn.now;
    game.machine.settle(after, 1);
    const int next = line.at("next") == "S" ? 0 : 1;
    same = same && (turn.now.mover == next || after.mover == next || after.is_over());
    return true;
  });
  return same && json(legal) == line.at("legal");
}

// All turns of a position, each with the pits of the mover and of the other player.
bool agrees_with_turns(Playable& game, const json& line) {
  Position position = position_of(game.program, line.at("mover"), line.at("other"), 0);
  const int ply = line.at("ply");
  position.turns[0] = static_cast<std::uint16_t>(ply / 2);
  position.turns[1] = static_cast<std::uint16_t>((ply + 1) / 2);
  std::map<std::string, json> found;
  game.machine.each_turn(position, [&](Turn& turn) {
    if (!turn.endless)
      found[short_text(game.program, turn.move)] = {pits_of(game.program, turn.now, 0),
                                                    pits_of(game.program, turn.now, 1)};
    return true;
  });
  std::map<std::string, json> wanted;
  for (const json& turn : line.at("turns")) {
    std::string text = turn.at(0);
    if (!game.program.is_signed) text.pop_back();
    wanted[text] = {turn.at(1), turn.at(2)};
  }
  return found == wanted;
}

}  // namespace

TEST_CASE("every turn of the vectors is equal") {
  std::size_t turns = 0;
  for (const auto& [file, name] : games_of_files()) {
    Playable game(name);
    std::size_t number = 0;
    for (const json& line : lines_of(file)) {
      INFO(file << ", line " << ++number << ": " << line.dump());
      if (line.contains("ruleset")) continue;
      turns += line.contains("turns") ? line["turns"].size() : 1;
      const bool equal =
          line.contains("turns") ? agrees_with_turns(game, line) : agrees_with_turn(game, line);
      CHECK(equal);
    }
  }
  CHECK(turns > 20'000);
}

}  // namespace ebiri::described::tests

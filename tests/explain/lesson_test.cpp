// The pages of `ebiri rules`: every variant under every ruleset and every value of an option.
#include "referee/explain/lesson.hpp"

#include <catch2/catch_test_macros.hpp>
#include <map>

#include "referee/described/library.hpp"
#include "referee/explain/game.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/terminal.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;
using explain::lesson;
using explain::picture_of;
using explain::rules_page;

namespace {

std::unique_ptr<rules::Rules> rules_of(const std::string& variant, const std::string& ruleset) {
  auto rules = rules::make_rules(variant, ruleset);
  REQUIRE(rules);
  return std::move(*rules);
}

std::string game_file(const std::string& name) {
  return std::string{EBIRI_SOURCE_DIR} + "/configs/games/" + name + ".yaml";
}

void check_page(const rules::Rules& rules, const std::string& page) {
  INFO(rules::full_name(rules) << "\n" << page);
  for (const std::string_view line : split(page, '\n')) {
    CHECK(display_width(line) <= 80);
    CHECK(line.find_first_of("{}") == std::string_view::npos);
    CHECK_FALSE(line.starts_with("["));
    CHECK(line.find(" !") == std::string_view::npos);
  }
  for (const char* heading :
       {"Aim\n", "\nBoard\n", "\nMoves and positions in text\n", "\nWhere to continue\n"})
    CHECK(page.find(heading) != std::string::npos);
  CHECK(page.find(rules.start()->board()) != std::string::npos);
}

}  // namespace

TEST_CASE("lesson: every ruleset has a page that fits a terminal") {
  for (const auto& variant : rules::variants())
    for (const auto& ruleset : variant.rulesets) {
      const auto rules = rules_of(variant.name, ruleset.name);
      const auto fixed = rules->start()->arrangement() ? with_fixed_start(*rules) : nullptr;
      const std::string page = rules_page(*rules);
      if (!fixed) check_page(*rules, page);
      CHECK(page.find(" plays ") != std::string::npos);  // a picture
    }
}

TEST_CASE("lesson: the page of a described game fits its width, and has every setting of its rounds") {
  described::offer_games();
  const auto rules = rules_of(game_file("erherhe"), "");
  for (const std::string_view line : split(rules_page(*rules, 60), '\n'))
    if (line.find(rules->variant()) == std::string_view::npos) CHECK(display_width(line) <= 60);
  constexpr std::size_t one_line = 10'000;
  CHECK(rules_page(*rules, one_line).find("A rest goes into the next pit.") != std::string::npos);
  CHECK(rules_page(*rules_of(game_file("tuz"), ""), one_line).find("and of equal rests that of its owner.") !=
        std::string::npos);
}

TEST_CASE("games: takes beyond gaps, of the next pit and of the pit that faces it have different words") {
  const std::vector<std::string> all{"takes beyond gaps", "takes the next pit",
                                     "takes the pit facing the next"};
  for (const auto& [game, own] : {std::pair{"pallankuli", all[1]}, {"mawkar-katiya", all[2]}}) {
    const auto description = described::find_description(game_file(game));
    REQUIRE(description);
    const std::string summary = explain::game_summary(*description);
    for (const std::string& words : all) CHECK((summary.find(words) != std::string::npos) == (words == own));
  }
}

TEST_CASE("lesson: the board before an arrangement is the one that the ruleset's source shows") {
  const auto lemery = rules_of("omweso", "omweso-lemery");
  CHECK(rules_page(*lemery).find("0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4/") != std::string::npos);
  const auto standard = rules_of("omweso", "omweso");
  CHECK(rules_page(*standard).find("4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0/") != std::string::npos);
}

TEST_CASE("lesson: every value of an option has a page") {
  for (const auto& variant : rules::variants())
    for (const auto& option : variant.options)
      for (const std::string& value : option.values) {
        if (value.find("..") != std::string::npos) continue;
        const auto rules =
            rules_of(variant.name, variant.rulesets.front().name + " " + option.name + "=" + value);
        const std::string page = rules_page(*rules);
        INFO(page);
        const bool overridden = !rules->overrides().empty();
        CHECK((page.find("  - " + option.name + " = " + value) != std::string::npos || !overridden));
      }
}

TEST_CASE("lesson: a limit of seeds is in the text if it is set") {
  constexpr std::size_t one_line = 10'000;
  for (const char* variant : {"bao", "omweso"}) {
    const auto limited = rules_of(variant, std::string{variant} + " seed-limit=540");
    CHECK(rules_page(*limited, one_line).find("more than 540 seeds") != std::string::npos);
    CHECK(rules_page(*rules_of(variant, ""), one_line).find("more than 0 seeds") == std::string::npos);
  }
}

TEST_CASE("lesson: the last seeds end a round of Nam-Nam only if a side takes them") {
  const std::string sentence = "A round ends with the last seeds";
  CHECK(rules_page(*rules_of("namnam", "")).find(sentence) != std::string::npos);
  CHECK(rules_page(*rules_of("namnam", "namnam last8=none")).find(sentence) == std::string::npos);
}

TEST_CASE("lesson: options that rulesets set differently change the page") {
  for (const auto& variant : rules::variants()) {
    std::map<std::string, std::string> pages;
    for (const auto& ruleset : variant.rulesets) {
      const std::string page = rules_page(*rules_of(variant.name, ruleset.name));
      // What stands before the list of options is text, which must differ too.
      const std::string text = page.substr(page.find('\n'), page.find("\nWhat ") - page.find('\n'));
      const auto [at, fresh] = pages.try_emplace(text, ruleset.name);
      INFO(variant.name << ": " << ruleset.name << " reads like " << at->second);
      CHECK((fresh || variant.rulesets.front().values == ruleset.values));
    }
  }
}

TEST_CASE("lesson: pictures are moves of the rules") {
  const std::pair<const char*, const char*> wanted[] = {{"oware", "captures"},
                                                        {"oware", "grand slam"},
                                                        {"kalah", "moves again"},
                                                        {"kalah", "captures"},
                                                        {"namnam", "laps"},
                                                        {"namnam", "harvests"},
                                                        {"bao", "captures"},
                                                        {"bao", "plays the house"},
                                                        {"bao", "blocks"},
                                                        {"omweso", "captures"},
                                                        {"omweso", " clockwise; captures"},
                                                        {"kalah manchester", "captures"},
                                                        {"bao bao-kujifunza", "captures"}};
  for (const auto& [game, word] : wanted) {
    INFO(game << " " << word);
    const auto names = words(std::string_view{game});
    const auto chosen = rules_of(std::string{names[0]}, names.size() > 1 ? std::string{names[1]} : "");
    const auto fixed = chosen->start()->arrangement() ? with_fixed_start(*chosen) : nullptr;
    const rules::Rules& rules = fixed ? *fixed : *chosen;
    const auto picture = picture_of(rules, word);
    REQUIRE(picture);
    const auto position = rules.from_position(picture->from);
    REQUIRE(position);
    CHECK((*position)->board() == picture->before);
    CHECK((*position)->effect(picture->move).words == picture->effect);
    CHECK(picture->effect.find(word) != std::string::npos);
    REQUIRE_FALSE((*position)->play(picture->move));
    CHECK((*position)->board() == picture->after);
  }
}

TEST_CASE("lesson: the notation of moves is one line") {
  CHECK(explain::moves_in_text(*rules_of("oware", "")) ==
        "A move is the letter of the pit to sow, such as C or f.");
  const std::string bao = explain::moves_in_text(*rules_of("bao", ""));
  CHECK(bao.find("L from A1 to the right, R from A8 to the left.") != std::string::npos);
  CHECK(bao.ends_with("in a move that could stop there."));
  for (const auto& variant : rules::variants()) {
    const std::string moves = explain::moves_in_text(*rules_of(variant.name, ""));
    CHECK(moves.starts_with("A move is "));
    CHECK(moves.find('\n') == std::string::npos);
  }
}

TEST_CASE("lesson: conditions choose lines, blocks and items") {
  const auto oware = rules_of("oware", "abapa repetition=third");
  CHECK(lesson("# One\nAlways {repetition},\n[repetition=off] no,\n  no,\n[repetition=third|fifth] yes.\n",
               *oware) == "One\n  Always third, yes.\n");
  CHECK(lesson("[repetition!=third]\n- no\n[repetition!=off & feed=must]\n- yes\n- more\n[]\n\nEnd.\n",
               *oware) == "\n  - yes\n  - more\n\n  End.\n");
}

TEST_CASE("lesson: its blocks are those of the text, in its order") {
  const std::string text =
      "Oware\n\nAim\n  Sow, and\n  capture.\n\nEnd\n  - A row is\n      empty.\n  - A <lead>.\n\n"
      "> south   4   4\n  north   4   4\n\nWhere to continue\n  ebiri play\n";
  CHECK(explain::rules_json(text) ==
        R"([["h","Aim"],["p","Sow, and capture."],["h","End"],["ul",["A row is empty.","A <lead>."]],)"
        R"(["pre","> south   4   4\n  north   4   4"]])");
  CHECK(explain::rules_html(text) ==
        "<h2>Aim</h2>\n<p>Sow, and capture.</p>\n<h2>End</h2>\n<ul><li>A row is empty.</li><li>A "
        "&lt;lead&gt;.</li></ul>\n"
        "<pre tabindex=\"0\">&gt; south   4   4\n  north   4   4</pre>\n");
}

TEST_CASE("lesson: the steps are the rules page, with exercises that the page does not answer") {
  for (const auto& variant : rules::variants()) {
    const auto rules = rules_of(variant.name, variant.rulesets.front().name);
    const std::string page = rules_page(*rules);
    const auto steps = explain::lesson_steps(*rules);
    INFO(variant.name);
    CHECK(steps.size() >= 5);
    int exercises = 0;
    for (const auto& step : steps) {
      CHECK(page.find(trim(step.text)) != std::string::npos);
      if (!step.picture) continue;
      ++exercises;
      INFO(step.picture->from << " " << step.picture->task);
      CHECK(page.find(step.picture->from) == std::string::npos);
      const auto game = rules->from_position(step.picture->from);
      REQUIRE(game);
      int moves = 0;
      for (const auto& each : (*game)->continuations()) {
        ++moves;
        CHECK((each.effect.words.find(step.picture->task) != std::string::npos) ==
              (each.move == step.picture->move));
      }
      CHECK(moves >= 3);
    }
    CHECK(exercises >= (variant.name == "bao" ? 3 : 2));
  }
}

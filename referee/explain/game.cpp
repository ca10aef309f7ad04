#include "referee/explain/game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "referee/described/described.hpp"
#include "referee/described/description.hpp"
#include "referee/described/grammar.hpp"
#include "referee/explain/page.hpp"
#include "referee/explain/rule_words.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using described::Description;
using described::Feed;
using described::List;
using described::Op;
using described::Program;
using described::Rule;
using described::RuleList;
using described::Slam;
using described::Word;
using nlohmann::json;

/// A part of the rules: sentences, and a list of rules below them.
struct Part {
  std::string heading;
  std::vector<std::string> sentences;
  std::vector<std::string> rules;
};

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

Part board_part(const Description& description, const Program& program) {
  const json& board = description.rules["board"];
  Part part{"Board", {}, {}};
  part.sentences.push_back(fmt::format("{} rows of {} pits, {} seeds.",
                                       program.rows == 2   ? "Two"
                                       : program.rows == 3 ? "Three"
                                                           : "Four",
                                       program.columns, program.total));
  if (program.rows == 2) part.sentences.emplace_back("Each player owns the row on his side.");
  if (program.rows == 3)
    part.sentences.emplace_back(
        "Each player owns the row on his side and the half of the middle row that is on his right.");
  if (program.rows == 4) part.sentences.emplace_back("Each player owns the two rows on his side.");
  part.sentences.push_back(fmt::format(
      "His pits are numbered 0 to {} in counter-clockwise order, from the left end of his {} row.",
      program.side - 1, program.rows == 4 ? "outer" : "own"));
  if (board["stores"] != "none")
    part.sentences.push_back(fmt::format(
        "Laps also sow {} {}.", board["stores"] == "own" ? "the player's own store," : "both stores, each",
        board["store-at"] == "right"  ? "after the last pit of its owner"
        : board["store-at"] == "left" ? "before the first pit of its owner"
                                      : "after the pit of its owner that comes last in the lap"));
  return part;
}

// By `Direction`.
constexpr std::string_view direction_words[] = {
    "counter-clockwise", "clockwise", "in the direction that the player chooses",
    "in a direction that the first turn of the round chooses for both players",
    "in a direction that the first turn of each player chooses for him"};

std::string directions(const Description& description, const Program& program) {
  const json& direction = description.rules["turn"]["direction"];
  if (direction.is_object()) {
    std::vector<std::string> words;
    for (const auto& [pits, word] : direction.items())
      words.push_back(fmt::format("from pit {} {}", pits,
                                  word == "choose" ? "in either direction" : word.get<std::string>()));
    return join(words, ", ");
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < program.directions.size(); ++i) {
    const bool rest = i + 1 == program.directions.size();
    const std::string when = program.directions.size() == 1 ? ""
                             : rest                         ? " in all later turns"
                                                            : fmt::format(" in turn {} of a player", i + 1);
    words.push_back(fmt::format("{}{}", direction_words[static_cast<int>(program.directions[i])], when));
  }
  return join(words, ", ");
}

void add_reverse(const Description& description, const Program& program, Part& part) {
  if (!program.has_reverse) return;
  // By `LapKind`.
  constexpr const char* kinds[] = {"the first lap of a turn", "a relay lap",
                                   "a lap of captured seeds after a clockwise lap",
                                   "a lap of captured seeds after a counter-clockwise lap"};
  std::vector<std::string> words;
  for (std::size_t kind = 0; kind < std::size(kinds); ++kind) {
    if (program.reverse_laps[kind]) words.emplace_back(kinds[kind]);
  }
  const auto pits = description.rules["turn"]["reverse"]["pits"].get<std::string>();
  part.sentences.push_back(fmt::format("From the pits {} these laps may go clockwise if that captures: {}.",
                                       fmt::join(split(pits, '|'), ", "), join(words, ", ")));
}

std::string feed_words(Feed feed) {
  if (feed == Feed::no) return {};
  const bool always = feed == Feed::always || feed == Feed::always_if_possible;
  const bool if_possible = feed == Feed::must_if_possible || feed == Feed::always_if_possible;
  return fmt::format("{}{}.",
                     always ? "Every turn must leave the opponent a pit that can begin a turn"
                            : "If the opponent has no pit that can begin a turn, the turn must leave him one",
                     if_possible ? " unless no turn does" : "");
}

std::string slam_words(Slam slam) {
  constexpr const char* effects[] = {
      "takes them",
      "takes nothing",
      "is not legal",
      "is legal only if there is no other, or if the opponent could not move before it",
      "leaves the pit that it would take last",
      "leaves the pit that it would take first",
      "gives him all other seeds, and the round ends"};
  if (slam == Slam::takes) return {};
  return fmt::format("A turn that would take all seeds of the opponent {}.", effects[static_cast<int>(slam)]);
}

// Whether laps pass over the opponent's pits, and over no others.
bool only_skips_opponent(const Program& program) {
  const auto& skip = program.skip;
  return program.rows == 2 && skip.size() == 1 && skip[0].size() == 1 && skip[0][0].word == Word::opponent &&
         !skip[0][0].negated;
}

// Whether all actions of the rule concern a pit, as all but `sweep`, `stop`, `again` and `judge` do. Such a
// rule does nothing if the last seed is in a store.
bool needs_pit(const Rule& rule) {
  return std::ranges::all_of(rule.actions, [](const described::Action& action) {
    return action.op <= Op::shift || action.op >= Op::relay;
  });
}

Part turn_part(const Description& description, const Program& program) {
  Part part{"A turn", {}, {}};
  const json& rules = description.rules;
  const std::string whose = rules["turn"]["from"] == "own"        ? "one of his pits"
                            : rules["turn"]["from"] == "opponent" ? "one of the opponent's pits"
                                                                  : "any pit";
  part.sentences.push_back(fmt::format("{} begins.", rules["start"]["first"] == "south" ? "South" : "North"));
  part.sentences.push_back(
      fmt::format("The player lifts all seeds of {}{} and sows them one by one into the following pits, {}.",
                  whose, program.least > 1 ? fmt::format(" that holds at least {}", program.least) : "",
                  directions(description, program)));
  const bool own_row = only_skips_opponent(program);
  part.sentences.emplace_back(program.rows == 4 ? "A lap goes round the player's own two rows."
                              : own_row         ? "A lap goes round the player's own row."
                                                : "A lap goes round the whole board.");
  add_reverse(description, program, part);
  if (program.first_origin)
    part.sentences.emplace_back(
        "The first seed of a turn falls into the pit that it was lifted from, unless it is the only one.");
  if (program.skip_origin) part.sentences.emplace_back("A lap passes over the pit where it began.");
  for (const auto& filter : program.skip)
    if (!own_row)
      part.sentences.push_back(fmt::format("A lap passes over pits{}.", filter_words(program, filter)));
  if (!program.legal.empty())
    part.sentences.push_back(
        fmt::format("A turn is legal only if {}.", condition_words(program, program.legal, List::first_lap)));
  for (std::size_t i = 0; i < program.prefer.size(); ++i)
    part.sentences.push_back(fmt::format("{} there are turns for which {}, one of them must be chosen.",
                                         i == 0 ? "If" : "Otherwise, if",
                                         condition_words(program, program.prefer[i], List::first_lap)));
  part.sentences.push_back(feed_words(program.feed));
  part.sentences.push_back(slam_words(program.slam));
  if (program.start.swap)
    part.sentences.emplace_back("In his first turn north may exchange the sides instead (`swap`).");
  std::erase(part.sentences, "");
  return part;
}

Part rules_part(const Program& program, const RuleList& list, List kind, const char* heading,
                const char* use) {
  Part part{heading, {use}, {}};
  for (const Rule& rule : list.rules) {
    std::string condition = condition_words(program, rule.condition, kind);
    if (condition == "anywhere" && program.has_stores && needs_pit(rule)) condition = "in any pit";
    part.rules.push_back(condition + ": " + actions_words(program, rule, kind) + ".");
  }
  const bool complete = !part.rules.empty() && part.rules.back().starts_with("anywhere: ");
  if (kind == List::lap_end && !complete) part.rules.emplace_back("otherwise: the turn ends.");
  return part;
}

std::string endless_words(const Program& program) {
  constexpr const char* ends[] = {"makes the game void", "is a draw",   "loses",
                                  "is not legal",        "stops there", "stops there and ends the round"};
  return fmt::format("A turn that would never end, or has more than {} laps, {}.", program.max_laps,
                     ends[static_cast<int>(program.endless)]);
}

Part end_part(const Program& program) {
  const bool rounds = program.rounds.given;
  Part part{rounds ? "The end of a round" : "The end", {}, {}};
  part.sentences.push_back(fmt::format("After each turn the first of these rules that fits ends the {}:",
                                       rounds ? "round" : "game"));
  bool by_seeds = false;
  for (const auto& ending : program.endings) {
    part.rules.push_back(condition_words(program, ending.condition, List::end) + ": " + ending_words(ending) +
                         ".");
    by_seeds |= ending.kind == described::Ending::Kind::rest;
  }
  if (by_seeds) part.rules.emplace_back("If no rule names a winner, the player with more seeds wins.");
  part.rules.emplace_back("A player without a legal turn passes, unless one of these rules fits.");
  part.rules.push_back(endless_words(program));
  return part;
}

std::string refill_words(const json& rounds) {
  const std::string kind = rounds["refill"], remainder = rounds["remainder"], tie = rounds["tie"];
  const std::string seeds = rounds["seeds"].is_null() ? "the seeds of its start"
                                                      : fmt::format("{} seeds", rounds["seeds"].get<int>());
  const std::string copy = rounds["copy"] == "same" ? "" : " The copy of a pit is the pit that faces it.";
  const std::string rest = remainder == "store"  ? ""
                           : remainder == "next" ? " A rest goes into the next pit."
                                                 : " A rest goes into the next pits, one seed each.";
  if (kind == "territory")
    return fmt::format(
        "Every pit is filled with {}. Each player owns as many pits as his seeds fill; a rest of at least {} "
        "wins another one{}.",
        seeds, rounds["share"].get<int>(),
        tie == "poorer"
            ? ""
            : fmt::format(", and of equal rests that of {}", tie == "owner" ? "its owner" : "the richer"));
  if (kind == "even")
    return "The poorer player spreads his seeds evenly over his pits, and the other copies this." + copy;
  if (kind == "match")
    return fmt::format(
               "The poorer player fills as many of his pits with {} as he can, and the other fills the same "
               "number.{}",
               seeds,
               rounds["share"].is_null()
                   ? ""
                   : fmt::format(" With a rest of at least {}, the other adds the seeds for one more pit.",
                                 rounds["share"].get<int>())) +
           rest + copy;
  return fmt::format("Each player fills as many of his pits with {} as he can.{}", seeds, rest);
}

Part rounds_part(const Description& description) {
  const json& rounds = description.rules["rounds"];
  Part part{"Rounds", {}, {}};
  const std::string begins = rounds["begins"];
  part.sentences.push_back(fmt::format("A match has at most {} rounds.", rounds["max"].get<int>()));
  part.sentences.push_back(refill_words(rounds));
  const auto from = rounds["from"].get<std::string>();
  part.sentences.push_back(rounds["refill"] == "territory"
                               ? fmt::format("The poorer player owns the first pits from his {}.", from)
                               : fmt::format("Pits are filled from the player's {}; unfilled pits are {}.",
                                             from, rounds["unfilled"] == "closed" ? "out of play" : "empty"));
  part.sentences.push_back(begins == "alternate" ? "The players take turns to begin a round."
                           : begins == "same"    ? "The same player begins each round."
                                                 : fmt::format("The {} of a round begins the next.", begins));
  if (!rounds["goal"].is_null())
    part.sentences.push_back(
        fmt::format("A player who fills {} pits wins the match.", rounds["goal"].get<int>()));
  const int fewest = rounds["fewest"];
  part.sentences.push_back(fmt::format("A player who fills {} loses the match.",
                                       fewest == 1 ? "no pit" : fmt::format("fewer than {} pits", fewest)));
  part.sentences.emplace_back("After the last round the player with more seeds wins.");
  return part;
}

std::vector<Part> parts_of(const described::DescribedGame& game) {
  const Description& description = *game.book().description;
  const Program& program = game.program();
  std::vector<Part> parts{board_part(description, program), turn_part(description, program)};
  if (!program.dropping.rules.empty())
    parts.push_back(
        rules_part(program, program.dropping, List::dropping, "While sowing",
                   "After each seed the first of these rules that fits is used, by where the seed falls:"));
  if (!program.lap_end.rules.empty())
    parts.push_back(rules_part(program, program.lap_end, List::lap_end, "The end of a lap",
                               "The first of these rules that fits is used, by where the last seed falls:"));
  else
    parts.back().sentences.emplace_back("A turn has one lap.");
  if (!program.turn_end.rules.empty())
    parts.push_back(
        rules_part(program, program.turn_end, List::turn_end, "The end of a turn",
                   "Each of these rules that fits is used, in order, by where the last seed fell:"));
  parts.push_back(end_part(program));
  if (program.rounds.given) parts.push_back(rounds_part(description));
  return parts;
}

std::string list_text(const std::string& heading, const std::vector<std::string>& lines, std::size_t width) {
  if (lines.empty()) return {};
  std::string text = "\n" + heading + "\n";
  for (const std::string& line : lines) text += beside("  - ", capital(line), width);
  return text;
}

// The features of a game, as words: values of keys, and the conditions and actions of rules.
std::set<std::string> features_of(const Description& description) {
  std::set<std::string> features;
  for (const auto& [key, value] : description.rules.items()) {
    if (value.is_array()) {
      for (const auto& rule : value) {
        for (const auto part : split(rule.get_ref<const std::string&>(), ','))
          features.insert(fmt::format("{} {}", key, described::single_spaced(part)));
      }
    } else if (value.is_object() && key != "start" && key != "limits") {
      for (const auto& [inner, setting] : value.items())
        if (inner != "columns" && inner != "max")
          features.insert(fmt::format("{} {} {}", key, inner, setting.dump()));
    } else {
      features.insert(fmt::format("{} {}", key, value.dump()));
    }
  }
  return features;
}

}  // namespace

std::string game_page(const described::DescribedGame& game, const rules::Rules& rules, std::size_t width) {
  const Description& description = *game.book().description;
  std::string text = description.title;
  if (!description.names.empty()) text += fmt::format(" ({})", join(description.names, ", "));
  if (!description.region.empty()) text += ": " + description.region;
  text = beside("", text, width) + fmt::format("{} {}\n", rules.variant(), rules.ruleset());
  const auto start = rules.start();
  text += fmt::format("\n{}\n  {}\n", start->board(), start->position());
  for (const Part& part : parts_of(game)) {
    text += "\n" + part.heading + "\n" + beside("  ", join(part.sentences, " "), width);
    for (const std::string& rule : part.rules) text += beside("  - ", capital(rule), width);
  }
  text += list_text("The source says", description.certain, width);
  text += list_text("Where the source is silent, this description says", description.decided, width);
  if (!description.source.empty()) text += "\n" + beside("  ", "Source: " + description.source, width);
  return text;
}

json game_json(const described::DescribedGame& game, const rules::Rules& rules) {
  const Description& description = *game.book().description;
  json document = game_facts(description);
  document["name"] = rules.variant();  // the path, if the game was read from a file
  document["start"] = rules.start()->position();
  document["certain"] = description.certain;
  document["decided"] = description.decided;
  document["description"] = description.rules;
  document["rules"] = json::array();
  for (const Part& part : parts_of(game))
    document["rules"].push_back(
        {{"heading", part.heading}, {"text", join(part.sentences, " ")}, {"rules", part.rules}});
  return document;
}

json game_facts(const Description& description) {
  const json& board = description.rules["board"];
  return {{"name", description.game},     {"title", description.title},
          {"names", description.names},   {"identity", description.hash()},
          {"rows", board["rows"]},        {"columns", board["columns"]},
          {"region", description.region}, {"seeds", description.program.total},
          {"rated", description.rated},   {"summary", game_summary(description)},
          {"source", description.source}};
}

std::string game_summary(const Description& description) {
  const json& rules = description.rules;
  const auto some = [&](const char* list, std::string_view words) {
    for (const json& rule : rules[list]) {
      if (rule.get_ref<const std::string&>().find(words) != std::string::npos) return true;
    }
    return false;
  };
  const auto laps = [&](std::string_view words) { return some("lap-end", words); };
  std::vector<std::string> features;
  const std::string feed = rules["feed"];
  const std::pair<bool, const char*> known[] = {
      {rules["board"]["stores"] != "none", "sown stores"},
      {!rules["turn"]["reverse"].is_null(), "reverse laps"},
      {rules["turn"]["direction"] == "choose", "either direction"},
      {laps("-> relay next") || laps(", relay next"), "relay from the next pit"},
      {(laps("-> relay") || laps(", relay")) && !laps("relay next"), "relay"},
      {!laps("relay") && !laps("sow from"), "one lap a turn"},
      {laps("take column"), "takes columns"},
      {laps("sow from"), "sows what it takes"},
      {laps("take facing"), "takes facing pits"},
      {laps("take gaps") || laps("take beyond"), "takes beyond gaps"},
      {laps("take next-facing"), "takes the pit facing the next"},
      {laps("take next") && !laps("take next-facing"), "takes the next pit"},
      {laps("makes") && laps("take here"), "takes pits with certain numbers of seeds"},
      {laps("take back"), "takes rows of pits"},
      {some("dropping", "take"), "takes while sowing"},
      {some("turn-end", "take every"), "takes all pits with certain numbers of seeds"},
      {laps("mark here") || some("dropping", "mark"), "marks pits"},
      {feed == "must" || feed == "always", "must feed"},
      {feed.ends_with("-if-possible"), "feeds if possible"},
      {laps("again"), "extra turns"},
      {!rules["rounds"].is_null(), "rounds"}};
  for (const auto& [holds, name] : known) {
    if (holds) features.emplace_back(name);
  }
  return join(features, ", ");
}

double likeness(const Description& one, const Description& other) {
  const auto features = features_of(one), others = features_of(other);
  const auto common =
      std::ranges::count_if(features, [&](const std::string& word) { return others.contains(word); });
  const auto all = static_cast<double>(features.size() + others.size()) - static_cast<double>(common);
  return all == 0 ? 1 : static_cast<double>(common) / all;
}

}  // namespace ebiri::explain

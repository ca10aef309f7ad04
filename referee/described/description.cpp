#include "referee/described/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "referee/config/yaml.hpp"
#include "referee/described/grammar.hpp"
#include "referee/rules/options.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

using config::Entry;
using config::Node;
using config::Problems;
using nlohmann::json;
using rules::parse_value;
using rules::value_names;
using Words = std::vector<std::string>;

constexpr int max_seeds = 9999;

// Reads the keys of one map. An invalid value becomes a problem, and the default is used.
class Keys {
 public:
  // Without a node, all keys have their defaults.
  Keys(const Node* node, std::string_view what, const Words& known, Problems& problems)
      : problems_(problems) {
    if (node == nullptr) return;
    if (node->kind != Node::Kind::map) {
      problems.add(node->place, fmt::format("{} must be a mapping, not {}", what, received(*node)));
      return;
    }
    node_ = node;
    for (const Entry& entry : node->entries) {
      if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
      problems.add(entry.place, fmt::format("unknown key `{}`", printable(entry.key, 64)),
                   did_you_mean(entry.key, known));
    }
  }

  const Node* find(std::string_view key) const {
    const Entry* entry = node_ == nullptr ? nullptr : node_->find(key);
    return entry == nullptr ? nullptr : &entry->value;
  }

  // One of the words. The first one is the default.
  std::string word(std::string_view key, const Words& known) const {
    const Node* node = find(key);
    if (node == nullptr) return known.front();
    if (node->kind == Node::Kind::scalar && std::find(known.begin(), known.end(), node->text) != known.end())
      return node->text;
    complain(key, *node, "must be one of " + join(known, ", "), did_you_mean(node->text, known));
    return known.front();
  }

  // One of the words for the enumerators of `E`; sets `value` to the enumerator.
  template <class E>
  std::string choice(std::string_view key, E& value) const {
    const std::string text = word(key, value_names<E>());
    value = *parse_value<E>(text);
    return text;
  }

  int number(std::string_view key, int low, int high, int fallback) const {
    const Node* node = find(key);
    return node == nullptr ? fallback : number_of(key, *node, low, high).value_or(fallback);
  }

  std::optional<int> number_of(std::string_view key, const Node& node, int low, int high) const {
    const auto number = node.kind == Node::Kind::scalar ? parse_integer<int>(node.text) : std::nullopt;
    if (number && *number >= low && *number <= high) return number;
    complain(key, node, fmt::format("must be a whole number, {}..{}", low, high));
    return std::nullopt;
  }

  bool flag(std::string_view key, bool fallback) const {
    return find(key) == nullptr ? fallback : word(key, {"true", "false"}) == "true";
  }

  std::string text(std::string_view key) const {
    const Node* node = find(key);
    if (node == nullptr) return {};
    if (node->kind != Node::Kind::scalar) complain(key, *node, "must be a text");
    return node->text;
  }

  const std::vector<Node>& items(std::string_view key) const {
    static const std::vector<Node> none;
    const Node* node = find(key);
    if (node == nullptr) return none;
    if (node->kind != Node::Kind::list) complain(key, *node, "must be a list");
    return node->items;
  }

  Words texts(std::string_view key) const {
    Words texts;
    for (const Node& item : items(key)) {
      if (item.kind != Node::Kind::scalar) complain(key, item, "must be a list of texts");
      texts.push_back(item.text);
    }
    return texts;
  }

  void complain(std::string_view key, const Node& node, std::string_view must, std::string hint = {}) const {
    problems_.add(node.place, fmt::format("`{}` {}, not {}", key, must, received(node)), std::move(hint));
  }

 private:
  Problems& problems_;
  const Node* node_ = nullptr;
};

class Reader {
 public:
  Reader(const Node& root, Problems& problems)
      : problems_(problems),
        top_(&root, "a description",
             {"game",    "title",    "names", "source",     "region", "certain", "decided", "seeds",
              "rated",   "openings", "perft", "board",      "start",  "turn",    "sow",     "dropping",
              "lap-end", "turn-end", "feed",  "grand-slam", "end",    "swap",    "rounds",  "limits"},
             problems) {}

  Description read() {
    Description read;
    read_about(read);
    json& rules = read.rules;
    rules["board"] = board();
    if (!problems_.empty()) return read;  // the other keys depend on the number of pits
    rules["start"] = start();
    rules["turn"] = turn();
    rules["sow"] = sow();
    rules["dropping"] = rule_list("dropping", List::dropping, program_.dropping);
    rules["lap-end"] = rule_list("lap-end", List::lap_end, program_.lap_end);
    rules["turn-end"] = rule_list("turn-end", List::turn_end, program_.turn_end);
    rules["feed"] = top_.choice("feed", program_.feed);
    rules["grand-slam"] = top_.choice("grand-slam", program_.slam);
    rules["end"] = ends();
    program_.start.swap = top_.flag("swap", false);
    rules["swap"] = program_.start.swap;
    rules["rounds"] = rounds();
    rules["limits"] = limits();
    const int seeds = top_.number("seeds", 1, max_seeds, total_);
    if (seeds != total_)
      problem(top_.find("seeds"), fmt::format("`seeds` is {}, but the start has {}", seeds, total_));
    if (!problems_.empty()) return read;
    complete(program_, rules);
    read.program = std::move(program_);
    return read;
  }

 private:
  void problem(const Node* node, std::string message) {
    problems_.add(node == nullptr ? config::Place{} : node->place, std::move(message));
  }

  const Node* required(std::string_view key) {
    const Node* node = top_.find(key);
    if (node == nullptr) problem(nullptr, fmt::format("the key `{}` is missing", key));
    return node;
  }

  void read_about(Description& read) {
    read.game = top_.text("game");
    const Node* game = required("game");
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (game != nullptr && (read.game.empty() || !std::all_of(read.game.begin(), read.game.end(), fits)))
      problem(game, "a name may contain only letters a to z, digits and hyphens");
    read.title = top_.text("title");
    if (read.title.empty()) read.title = read.game;
    read.source = top_.text("source");
    read.region = top_.text("region");
    read.names = top_.texts("names");
    read.certain = top_.texts("certain");
    read.decided = top_.texts("decided");
    read.rated = top_.flag("rated", true);
    top_.number("openings", 0, 40, 0);  // checked only: the number is for human readers
    for (const Node& item : top_.items("perft")) {
      const auto count = parse_integer<std::uint64_t>(item.text);
      if (!count) top_.complain("perft", item, "must be a list of whole numbers");
      read.perft.push_back(count.value_or(0));
    }
  }

  json board() {
    const Node* node = required("board");
    if (node == nullptr) return {};
    const Keys keys(node, "`board`", {"rows", "columns", "stores", "store-at"}, problems_);
    rows_ = keys.number("rows", 2, 4, 2);
    const int columns = keys.number("columns", 2, 48, 0);
    const std::string stores = keys.word("stores", {"none", "own", "both"});
    if (keys.find("columns") == nullptr) problem(node, "`board` needs `columns`");
    if (rows_ * columns > max_pits) problem(node, fmt::format("a board has at most {} pits", max_pits));
    if (rows_ == 3 && columns % 2 != 0)
      problem(node, "a board with three rows needs an even number of columns");
    if (rows_ == 4 && stores != "none") problem(node, "on a board with four rows `stores` must be `none`");
    side_ = rows_ * columns / 2;
    return {{"rows", rows_},
            {"columns", columns},
            {"stores", stores},
            {"store-at", keys.word("store-at", {"right", "left", "ahead"})}};
  }

  // The pits of one side.
  json side_of(std::string_view key, const Node& node) {
    json pits = json::array();
    if (node.kind == Node::Kind::scalar) {
      const int each = top_.number_of(key, node, 0, 99).value_or(0);
      for (int i = 0; i < side_; ++i) pits.push_back(each);
      return pits;
    }
    listed_ = true;
    if (node.kind != Node::Kind::list || node.items.size() != static_cast<std::size_t>(side_)) {
      top_.complain(key, node, fmt::format("must be a number or a list of {} numbers", side_));
      return json(std::vector<int>(static_cast<std::size_t>(side_), 0));
    }
    for (const Node& item : node.items) pits.push_back(top_.number_of(key, item, 0, 999).value_or(0));
    return pits;
  }

  json start() {
    json start{{"stores", {0, 0}},
               {"first", "south"},
               {"marks", json::object()},
               {"south", json::array()},
               {"north", json::array()}};
    const Node* node = required("start");
    if (node == nullptr) return start;
    if (node->kind != Node::Kind::map) {
      start["south"] = start["north"] = side_of("start", *node);
      return seeds_counted(start);
    }
    const Keys keys(node, "`start`", {"south", "north", "stores", "first", "marks"}, problems_);
    const Node* south = keys.find("south");
    const Node* north = keys.find("north");
    if (south == nullptr) problem(node, "`start` needs `south`");
    if (south != nullptr) start["south"] = start["north"] = side_of("south", *south);
    if (north != nullptr) start["north"] = side_of("north", *north);
    if (keys.find("stores") != nullptr) {
      start["stores"] = json::array();
      for (const Node& item : keys.items("stores"))
        start["stores"].push_back(keys.number_of("stores", item, 0, max_seeds).value_or(0));
      if (start["stores"].size() != 2)
        keys.complain("stores", *keys.find("stores"), "must be a list of two numbers");
    }
    start["first"] = keys.word("first", {"south", "north"});
    if (const Node* marks = keys.find("marks")) start["marks"] = read_marks(*marks);
    return seeds_counted(start);
  }

  json read_marks(const Node& node) {
    json marks = json::object();
    if (node.kind != Node::Kind::map) top_.complain("marks", node, "must be a mapping");
    for (const Entry& entry : node.entries) {
      const auto number =
          entry.key.empty() ? std::nullopt : parse_integer<int>(std::string_view(entry.key).substr(1));
      const bool pit =
          number && *number >= 0 && *number < side_ && (entry.key[0] == 'S' || entry.key[0] == 'N');
      if (!pit)
        problems_.add(entry.place,
                      fmt::format("`{}` is not a pit, expected for example `S0`", printable(entry.key, 40)));
      if (entry.value.text != "S" && entry.value.text != "N")
        problem(&entry.value, "a mark belongs to `S` or `N`");
      marks[entry.key] = entry.value.text;
    }
    return marks;
  }

  json seeds_counted(json start) {
    total_ = 0;
    for (const char* key : {"south", "north", "stores"}) {
      for (const json& pit : start[key]) total_ += pit.get<int>();
    }
    if (total_ < 1 || total_ > max_seeds)
      problem(top_.find("start"), fmt::format("a game has 1 to {} seeds, not {}", max_seeds, total_));
    uniform_ = uniform_start(start).value_or(0);
    return start;
  }

  // The text of `node`; `parse` reads it into `value`.
  template <class Value, class Parse>
  std::string checked(const Node& node, Value& value, Parse parse) {
    const std::string text = single_spaced(node.text);
    if (node.kind != Node::Kind::scalar) {
      problem(&node, "expected a text, not " + received(node));
      return text;
    }
    auto read = parse(text);
    if (read)
      value = *std::move(read);
    else
      problem(&node, read.error().message);
    return text;
  }

  std::string condition(const Node& node, Condition& compiled) {
    return checked(node, compiled,
                   [this](std::string_view text) { return grammar().condition(text, List::first_lap); });
  }

  Grammar grammar() const { return {rows_, side_}; }

  json rule_list(std::string_view key, List list, RuleList& compiled) {
    json rules = json::array();
    for (const Node& item : top_.items(key))
      rules.push_back(checked(item, compiled.rules.emplace_back(),
                              [&](std::string_view text) { return grammar().rule(text, list); }));
    check_length(top_, key, rules);
    return rules;
  }

  void check_length(const Keys& keys, std::string_view key, const json& list) {
    constexpr std::size_t longest = 100;
    if (list.size() > longest)
      problem(keys.find(key), fmt::format("`{}` has more than {} items", key, longest));
  }

  json turn() {
    const Keys keys(top_.find("turn"), "`turn`", {"from", "least", "direction", "reverse", "legal", "prefer"},
                    problems_);
    json turn{{"from", keys.word("from", {"own", "opponent", "any"})},
              {"least", keys.number("least", 1, 9, 1)},
              {"direction", "counter-clockwise"},
              {"legal", "always"},
              {"prefer", json::array()},
              {"reverse", nullptr}};
    program_.from_own = turn["from"] != "opponent";
    program_.from_other = turn["from"] != "own";
    program_.least = turn["least"];
    if (const Node* legal = keys.find("legal")) turn["legal"] = condition(*legal, program_.legal);
    if (turn["legal"] == "always") program_.legal.clear();
    for (const Node& item : keys.items("prefer"))
      turn["prefer"].push_back(condition(item, program_.prefer.emplace_back()));
    check_length(keys, "prefer", turn["prefer"]);
    program_.directions = {Direction::counter_clockwise};
    if (const Node* direction = keys.find("direction")) turn["direction"] = read_direction(keys, *direction);
    if (const Node* reverse = keys.find("reverse")) {
      turn["reverse"] = read_reverse(*reverse);
      if (turn["direction"] != "counter-clockwise")
        problem(reverse, "`reverse` needs the direction `counter-clockwise`");
    }
    return turn;
  }

  json read_direction(const Keys& keys, const Node& node) {
    if (node.kind == Node::Kind::list) {
      json list = json::array();
      program_.directions.clear();
      for (const Node& item : node.items) {
        const auto direction = parse_value<Direction>(item.text);
        if (!direction)
          keys.complain("direction", item, "must be a list of " + join(value_names<Direction>(), ", "));
        program_.directions.push_back(direction.value_or(Direction::choose));
        list.push_back(item.text);
      }
      if (list.size() < 2 || list.size() > 99)
        keys.complain("direction", node, "must be a word or a list of 2 to 99 words");
      return list;
    }
    if (node.kind != Node::Kind::map) return keys.choice("direction", program_.directions.front());
    json by_pit = json::object();
    PitSet seen;
    program_.pit_directions.resize(static_cast<std::size_t>(side_));
    for (const Entry& entry : node.entries) {
      const auto pits = grammar().pits(entry.key);
      if (!pits) problems_.add(entry.place, pits.error().message);
      const auto direction = parse_value<Direction>(entry.value.text);
      if (!direction || *direction > Direction::choose)
        keys.complain("direction", entry.value, "must be counter-clockwise, clockwise or choose");
      for (int pit = 0; pits && pit < side_; ++pit) {
        if (!pits->has(pit)) continue;
        if (seen.has(pit)) problems_.add(entry.place, fmt::format("pit {} has two directions", pit));
        seen.add(pit);
        program_.pit_directions[static_cast<std::size_t>(pit)] = direction.value_or(Direction::choose);
      }
      by_pit[entry.key] = entry.value.text;
    }
    for (int pit = 0; pit < side_; ++pit) {
      if (!seen.has(pit)) problem(&node, fmt::format("pit {} has no direction", pit));
    }
    return by_pit;
  }

  json read_reverse(const Node& node) {
    const Keys keys(&node, "`reverse`", {"pits", "laps"}, problems_);
    json reverse{{"pits", ""}, {"laps", json::array()}};
    const Node* pits = keys.find("pits");
    if (pits == nullptr || keys.find("laps") == nullptr) problem(&node, "`reverse` needs `pits` and `laps`");
    PitSet numbers;
    if (pits != nullptr)
      reverse["pits"] =
          checked(*pits, numbers, [this](std::string_view text) { return grammar().pits(text); });
    program_.has_reverse = true;
    for (int pit = 0; pit < 2 * side_; ++pit) program_.reverse_pits.set(pit, numbers.has(pit % side_));
    for (const Node& item : keys.items("laps")) {
      if (const auto kind = parse_value<LapKind>(item.text))
        program_.reverse_laps[static_cast<int>(*kind)] = true;
      else
        keys.complain("laps", item, "must be a list of " + join(value_names<LapKind>(), ", "));
      reverse["laps"].push_back(item.text);
    }
    return reverse;
  }

  json sow() {
    const Keys keys(top_.find("sow"), "`sow`", {"first", "origin", "skip"}, problems_);
    json sow{{"first", keys.word("first", {"next", "origin"})},
             {"origin", keys.word("origin", {"sow", "skip"})},
             {"skip", json::array()}};
    for (const Node& item : keys.items("skip"))
      sow["skip"].push_back(checked(item, program_.skip.emplace_back(),
                                    [this](std::string_view text) { return grammar().filter(text, false); }));
    program_.first_origin = sow["first"] == "origin";
    program_.skip_origin = sow["origin"] == "skip";
    return sow;
  }

  json ends() {
    json ends = json::array();
    bool wins = false;
    bool settles = false;
    bool limits = false;
    for (const Node& item : top_.items("end")) {
      Ending& ending = program_.endings.emplace_back();
      const std::string text =
          checked(item, ending, [this](std::string_view rule) { return grammar().ending(rule); });
      ends.push_back(text);
      wins |= ending.kind == Ending::Kind::win;
      // With further conditions, `immobile` does not end every position without turns.
      settles |= text.starts_with("immobile -> ") || asks_for(ending.condition, Word::stuck);
      limits |= asks_for(ending.condition, Word::plies);
    }
    const auto add = [&](const std::string& text) {
      ends.push_back(text);
      program_.endings.push_back(*grammar().ending(text));
    };
    const std::string rest = wins ? "draw" : "rest owner";
    if (top_.find("end") == nullptr)
      add("immobile -> rest owner");
    else if (!settles)
      add("stuck -> " + rest);
    if (!limits) add("plies 1000 -> " + rest);
    check_length(top_, "end", ends);
    return ends;
  }

  json rounds() {
    const Node* node = top_.find("rounds");
    if (node == nullptr) return nullptr;
    const Keys keys(node, "`rounds`",
                    {"max", "seeds", "refill", "from", "unfilled", "remainder", "copy", "share", "tie",
                     "begins", "goal", "fewest"},
                    problems_);
    RoundRules& rules = program_.rounds;
    rules.given = true;
    const std::string refill = keys.choice("refill", rules.refill);
    const bool territory = refill == "territory";
    const bool even = refill == "even";  // does not read `seeds`
    const int seeds = keys.number("seeds", 1, 99, uniform_ > 99 || (even && listed_) ? 0 : uniform_);
    rules.seeds = seeds;
    if (seeds == 0 && !even)
      problem(node, "`rounds` needs `seeds`: the pits do not all start with the same number of seeds, 1..99");
    if (territory && total_ != 2 * side_ * seeds)
      problem(node, fmt::format("`territory` needs a game of {} seeds, not {}", 2 * side_ * seeds, total_));
    rules.max = keys.number("max", 1, 1000, 1);
    rules.fewest = keys.number("fewest", 1, std::max(side_, 1), 1);
    if (territory || keys.find("share") != nullptr)
      rules.share = keys.number("share", 1, std::max(seeds, 1), seeds / 2 + 1);
    if (keys.find("goal") != nullptr) rules.goal = keys.number("goal", 1, 2 * side_, 1);
    json rounds{{"max", rules.max},
                {"seeds", seeds},
                {"refill", refill},
                {"from", keys.word("from", {"left", "right"})},
                {"unfilled", keys.word("unfilled", {"closed", "open"})},
                {"remainder", keys.choice("remainder", rules.remainder)},
                {"copy", keys.word("copy", {"same", "facing"})},
                {"share", rules.share},
                {"tie", keys.choice("tie", rules.tie)},
                {"begins", keys.choice("begins", rules.begins)},
                {"goal", rules.goal},
                {"fewest", rules.fewest}};
    for (const char* key : {"seeds", "share", "goal"})
      if (rounds[key] == 0) rounds[key] = nullptr;
    rules.from_left = rounds["from"] == "left";
    rules.closes = rounds["unfilled"] == "closed";
    rules.copies_facing = rounds["copy"] == "facing";
    if (territory) check_nothing_lost(*keys.find("refill"));
    return rounds;
  }

  // `territory` needs every seed in the game.
  void check_nothing_lost(const Node& node) {
    for (const char* key : {"dropping", "lap-end", "turn-end", "end"}) {
      for (const Node& item : top_.items(key)) {
        const std::string text = single_spaced(item.text);
        const auto has = [&](const char* words) { return text.find(words) != std::string::npos; };
        if (has(" to out") || has("rest nobody") || has("rest split"))
          problem(&item, fmt::format("`territory` (line {}) needs all seeds: a rule must not remove any",
                                     node.place.line));
      }
    }
  }

  json limits() {
    const Keys keys(top_.find("limits"), "`limits`", {"laps", "endless"}, problems_);
    program_.max_laps = keys.number("laps", 1, 1'000'000, 10'000);
    return {{"laps", program_.max_laps}, {"endless", keys.choice("endless", program_.endless)}};
  }

  Problems& problems_;
  Keys top_;
  Program program_{};
  int rows_ = 2;
  int side_ = 0;
  int uniform_ = 0;      // seeds of every pit of the start, or 0 if they differ
  bool listed_ = false;  // whether the start has a list
  int total_ = 0;
};

// The canonical form writes absent keys as null.
void remove_nulls(json& map) {
  for (auto entry = map.begin(); entry != map.end();) {
    if (entry->is_object()) remove_nulls(*entry);
    entry = entry->is_null() ? map.erase(entry) : std::next(entry);
  }
}

Description read(const std::string& text, Problems& problems) {
  if (!check_text(text, problems)) return {};
  const auto root = config::parse_yaml(text, 0, problems);
  return root && problems.empty() ? Reader(*root, problems).read() : Description{};
}

}  // namespace

std::optional<int> uniform_start(const json& start) {
  std::set<int> numbers;
  for (const char* side : {"south", "north"}) {
    for (const json& pit : start[side]) numbers.insert(pit.get<int>());
  }
  return numbers.size() == 1 ? std::optional(*numbers.begin()) : std::nullopt;
}

std::string Description::hash() const { return sha256_hex(canonical()).substr(0, 16); }

Result<Description> read_description(const config::Source& source) {
  Problems problems;
  auto description = read(source.text, problems);
  if (problems.empty()) return description;
  return Error{problems_text(problems, source, {})};
}

Result<Description> read_canonical(std::string_view canonical) {
  json rules = json::parse(canonical, nullptr, false);
  if (!rules.is_object()) return Error{"a description must be a JSON object"};
  remove_nulls(rules);
  rules["game"] = "described";  // the canonical form has no name, and a description needs one
  Problems problems;
  auto description = read(rules.dump(), problems);
  if (problems.empty()) return description;
  const config::Problem first = problems.sorted().front();
  return Error{first.message + (first.hint.empty() ? "" : "; " + first.hint)};
}

}  // namespace ebiri::described

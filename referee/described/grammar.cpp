#include "referee/described/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "referee/rules/options.hpp"
#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

using rules::parse_value;
using rules::value_names;
using Words = std::vector<std::string>;

constexpr int unbounded = 1'000'000'000;
constexpr std::size_t max_words = 64;  // also the most parts of a condition, and actions of a rule

// The arguments of words; `with_all_pits` is `3&5`.
enum Kind : int { plain, with_pits, with_all_pits, with_counts, with_optional_counts, with_number };

// The lists in which a word may stand, as bits: those of `List` in its order, then filters.
constexpr unsigned in_first = 1, in_dropping = 2, in_lap_end = 4, in_turn_end = 8, in_end = 16,
                   in_filter = 32;
constexpr unsigned in_laps = in_first | in_dropping | in_lap_end | in_turn_end;

struct Meaning {
  std::string_view name;
  Word word;
  Kind kind;
  unsigned lists;
  bool four_rows = false;
};

// clang-format off
constexpr std::array meanings{
    Meaning{"own", Word::own, plain, in_laps | in_filter},
    Meaning{"opponent", Word::opponent, plain, in_laps | in_filter},
    Meaning{"inner", Word::inner, plain, in_laps | in_filter, true},
    Meaning{"outer", Word::outer, plain, in_laps | in_filter, true},
    Meaning{"mine", Word::mine, plain, in_laps | in_filter},
    Meaning{"theirs", Word::theirs, plain, in_laps | in_filter},
    Meaning{"marked", Word::marked, plain, in_laps | in_filter},
    Meaning{"touched", Word::touched, plain, in_laps | in_filter},
    Meaning{"lifted", Word::lifted, plain, in_laps | in_filter},
    Meaning{"same", Word::same, plain, in_filter},
    Meaning{"last", Word::last, plain, in_dropping | in_filter},
    Meaning{"pit", Word::pit, with_pits, in_laps | in_filter},
    Meaning{"holds", Word::holds, with_counts, in_filter},
    Meaning{"makes", Word::makes, with_counts, in_laps},
    Meaning{"empty", Word::empty, plain, in_laps},
    Meaning{"occupied", Word::occupied, plain, in_laps},
    Meaning{"store", Word::store, plain, in_laps},
    Meaning{"their-store", Word::their_store, plain, in_laps},
    Meaning{"facing", Word::facing, with_optional_counts, in_laps},
    Meaning{"behind", Word::behind, with_optional_counts, in_laps, true},
    Meaning{"next", Word::next, with_optional_counts, in_laps},
    Meaning{"beyond", Word::beyond, with_optional_counts, in_laps},
    Meaning{"lap", Word::lap, with_counts, in_laps},
    Meaning{"captured", Word::captured, plain, in_laps},
    Meaning{"reached", Word::reached, plain, in_laps},
    Meaning{"marks", Word::marks, with_counts, in_laps | in_end},
    Meaning{"mirrored", Word::mirrored, plain, in_laps},
    Meaning{"start", Word::start, with_counts, in_laps},
    Meaning{"from", Word::from, with_pits, in_laps},
    Meaning{"first-lap", Word::first_lap, plain, in_laps},
    Meaning{"turn", Word::turn, with_counts, in_laps | in_end},
    Meaning{"ply", Word::ply, with_counts, in_laps | in_end},
    Meaning{"round", Word::round, with_counts, in_laps | in_end},
    Meaning{"hits", Word::hits, with_counts, in_laps | in_end},
    Meaning{"their-hits", Word::their_hits, with_counts, in_laps | in_end},
    Meaning{"in-play", Word::in_play, with_counts, in_laps | in_end},
    Meaning{"after", Word::after, with_counts, in_first},
    Meaning{"unplayed", Word::unplayed, plain, in_first},
    Meaning{"fresh", Word::fresh, plain, in_first},
    Meaning{"front", Word::front, plain, in_first},
    Meaning{"captures", Word::captures, plain, in_first},
    Meaning{"back", Word::back, plain, in_first},
    Meaning{"immobile", Word::immobile, plain, in_end},
    Meaning{"stuck", Word::stuck, plain, in_end},
    Meaning{"mover-empty", Word::mover_empty, plain, in_end},
    Meaning{"other-empty", Word::other_empty, plain, in_end},
    Meaning{"row-empty", Word::row_empty, plain, in_end},
    Meaning{"singles", Word::singles, plain, in_end},
    Meaning{"majority", Word::majority, plain, in_end},
    Meaning{"stored", Word::stored, with_counts, in_end},
    Meaning{"their-stored", Word::their_stored, with_counts, in_end},
    Meaning{"took", Word::took, with_all_pits, in_end},
    Meaning{"repetition", Word::repetition, with_number, in_end},
    Meaning{"plies", Word::plies, with_number, in_end},
};
// clang-format on

// A filter such as `2|4+` stands for `holds 2|4+`.
constexpr Meaning bare_counts{"", Word::holds, with_counts, in_filter};

// An action that is one fixed text.
struct FixedAction {
  std::string_view text;
  Action action;
};

const FixedAction fixed_actions[] = {
    {"mark here", {.op = Op::mark, .where = Where::here}},
    {"mark facing", {.op = Op::mark, .where = Where::facing}},
    {"shift next", {.op = Op::shift, .where = Where::next}},
    {"shift first", {.op = Op::shift, .where = Where::first}},
    {"stop", {.op = Op::stop}},
    {"again", {.op = Op::again}},
    {"judge", {.op = Op::judge}},
    {"relay", {.op = Op::relay}},
    {"relay reversed", {.op = Op::relay, .reversed = true}},
    {"relay next", {.op = Op::relay, .where = Where::next}},
    {"relay next reversed", {.op = Op::relay, .where = Where::next, .reversed = true}},
};

Recipient who(std::string_view name) { return parse_value<Recipient>(name).value_or(Recipient::nobody); }

/// The place of `name`, if it is one of the words `known`.
std::optional<Where> place_in(const Words& known, std::string_view name) {
  const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
  return is_known ? parse_value<Where>(name) : std::nullopt;
}

bool is_counts(std::string_view text) {
  if (text.empty()) return false;
  return (text[0] >= '0' && text[0] <= '9') || text.starts_with("even") || text.starts_with("odd");
}

Error unknown(std::string_view what, std::string_view word, const std::vector<std::string>& known) {
  return {fmt::format("`{}` is not {}{}", printable(word, 40), what, suggestion(word, known))};
}

std::vector<std::string> words_of(unsigned list) {
  std::vector<std::string> names;
  for (const Meaning& meaning : meanings) {
    if ((meaning.lists & list) != 0) names.emplace_back(meaning.name);
  }
  return names;
}

std::optional<int> small_number(std::string_view text) {
  const auto number = parse_integer<int>(text);
  return number && *number >= 0 && *number <= 99'999 ? number : std::nullopt;
}

// `3` or `2-5`.
std::optional<Counts::Item> range_of(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto low = small_number(text.substr(0, dash));
  const auto high = dash == std::string_view::npos ? low : small_number(text.substr(dash + 1));
  if (!low || !high || *low > *high) return std::nullopt;
  return Counts::Item{*low, *high, 1};
}

std::optional<Counts::Item> count_item(std::string_view text) {
  if (text == "even") return Counts::Item{2, unbounded, 2};
  if (text == "odd") return Counts::Item{1, unbounded + 1, 2};
  if (!text.ends_with('+')) return range_of(text);
  const auto low = small_number(text.substr(0, text.size() - 1));
  return low ? std::optional(Counts::Item{*low, unbounded, 1}) : std::nullopt;
}

Result<Counts> parse_counts(std::string_view text) {
  Counts counts;
  for (const std::string_view part : split(text, '|')) {
    const auto item = count_item(part);
    if (!item)
      return Error{
          fmt::format("`{}` is not a number such as `3`, `4+`, `2-5` or `even`", printable(part, 40))};
    if (counts.size == Counts::max_items)
      return Error{fmt::format("`{}` has more than {} numbers", printable(text, 60), Counts::max_items)};
    counts.items[counts.size++] = *item;
    for (int n = item->low; n < 64 && n <= item->high; n += item->step) counts.small |= std::uint64_t{1} << n;
  }
  return counts;
}

Result<void> check_last_action(const Rule& rule, std::string_view text) {
  bool shifts = false;
  for (std::size_t i = 0; i < rule.actions.size(); ++i) {
    const Op op = rule.actions[i].op;
    shifts |= op == Op::shift;
    const bool ends = op >= Op::stop;  // `stop` and the enumerators after it end a rule
    if (ends && i + 1 < rule.actions.size())
      return Error{fmt::format(
          "only the last action of the rule `{}` may be `stop`, `again`, `judge`, `relay` or `sow`",
          printable(text, 60))};
    if (op == Op::judge && !shifts) return Error{"`judge` needs a `shift` before it"};
  }
  return {};
}

}  // namespace

int largest_compared(const Counts& counts) {
  int largest = 0;
  for (int i = 0; i < counts.size; ++i) {
    if (counts.items[i].step == 2) return -1;
    largest =
        std::max(largest, counts.items[i].high >= unbounded ? counts.items[i].low : counts.items[i].high);
  }
  return largest;
}

std::string single_spaced(std::string_view text) {
  const std::string line = replaced(std::string{text}, "\n", " ");
  return fmt::format("{}", fmt::join(words(line), " "));
}

Result<PitSet> Grammar::pits(std::string_view text, char separator) const {
  PitSet set;
  for (const std::string_view part : split(text, separator)) {
    const auto range = range_of(part);
    if (!range) return Error{fmt::format("`{}` is not a pit such as `3` or `2-5`", printable(part, 40))};
    const auto [first, last, step] = *range;
    if (last >= side_) return Error{fmt::format("there is no pit {}: the last one is {}", last, side_ - 1)};
    for (int pit = first; pit <= last; pit += step) set.add(pit);
  }
  return set;
}

PitSet Grammar::on_both_sides(const PitSet& numbers) const {
  PitSet set = numbers;
  for (int number = 0; number < side_; ++number) {
    if (numbers.has(number)) set.add(number + side_);
  }
  return set;
}

// Reads the argument after a word.
Result<Test> Grammar::argument(Test test, int kind, std::string_view word, std::string_view text) const {
  if (kind == plain) {
    if (!text.empty())
      return Error{fmt::format("nothing can follow `{}`, found `{}`", word, printable(text, 40))};
    return test;
  }
  if (kind == with_optional_counts && text.empty()) text = "1+";
  if (text.empty()) return Error{fmt::format("a number is missing after `{}`", word)};
  if (kind == with_pits || kind == with_all_pits) {
    const auto set = pits(text, kind == with_pits ? '|' : '&');
    if (!set) return set.error();
    test.pits = kind == with_pits ? on_both_sides(*set) : *set;
    return test;
  }
  if (kind == with_number) {
    const auto number = small_number(text);
    if (!number || *number < 1)
      return Error{fmt::format("`{}` needs one positive number, found `{}`", word, printable(text, 40))};
    test.number = *number;
    return test;
  }
  const auto counts = parse_counts(text);
  if (!counts) return counts.error();
  test.counts = *counts;
  return test;
}

Result<Test> Grammar::test(std::string_view text, List list) const {
  Test test;
  if (text.starts_with("not ")) {
    test.negated = true;
    text.remove_prefix(4);
  }
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  const std::string_view rest = space == std::string_view::npos ? "" : text.substr(space + 1);
  const unsigned list_bit = 1U << static_cast<unsigned>(list);
  const auto* meaning = find_by(meanings, word, &Meaning::name);
  if (meaning == nullptr) return unknown("a word of a condition", word, words_of(list_bit));
  if ((meaning->lists & list_bit) == 0) return Error{fmt::format("`{}` is not allowed here", word)};
  if (meaning->four_rows && rows_ != 4) return Error{fmt::format("`{}` needs a board with four rows", word)};
  test.word = meaning->word;
  const bool is_fact = rest.empty() && (test.word == Word::facing || test.word == Word::behind);
  if (!is_fact) return argument(test, meaning->kind, word, rest);
  test.word = test.word == Word::facing ? Word::some_facing : Word::some_behind;
  return test;
}

Result<Group> Grammar::group(std::string_view text, List list) const {
  Group group;
  const auto words = split(text, ", ");
  if (words.size() > max_words) return Error{"a part of a condition has at most 64 words"};
  for (const std::string_view word : words) {
    const auto read = test(word, list);
    if (!read) return read.error();
    if (static_cast<int>(read->word) > static_cast<int>(Word::back)) {
      group.tests.push_back(*read);
    } else {
      (read->negated ? group.no : group.yes) |= fact(read->word);
    }
  }
  return group;
}

Result<Condition> Grammar::condition(std::string_view text, List list) const {
  if (text == "always") return Condition{Group{}};
  Condition condition;
  for (const std::string_view part : split(text, " or ")) {
    const auto read = group(part, list);
    if (!read) return read.error();
    condition.push_back(*read);
  }
  if (condition.size() > max_words) return Error{"a condition has at most 64 parts"};
  return condition;
}

Result<Filter> Grammar::filter(std::string_view text, bool of_action) const {
  Filter filter;
  if (text == "any") return filter;
  const std::vector<std::string_view> parts = words(text);
  if (parts.empty()) return Error{"a filter is missing: `any` or words such as `opponent 2|3`"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Test test;
    test.negated = parts[i] == "not" && i + 1 < parts.size();
    if (test.negated) ++i;
    const std::string_view word = parts[i];
    const auto* meaning = is_counts(word) ? &bare_counts : find_by(meanings, word, &Meaning::name);
    if (meaning == nullptr || (meaning->lists & in_filter) == 0)
      return unknown("a word of a filter", word, words_of(in_filter));
    if (meaning->word == (of_action ? Word::last : Word::same))
      return Error{fmt::format("`{}` is not allowed here", word)};
    if (meaning->four_rows && rows_ != 4)
      return Error{fmt::format("`{}` needs a board with four rows", word)};
    test.word = meaning->word;
    std::string_view rest = meaning == &bare_counts ? word : "";
    if (rest.empty() && meaning->kind != plain && i + 1 < parts.size()) rest = parts[++i];
    const auto read = argument(test, meaning->kind, word, rest);
    if (!read) return read.error();
    filter.push_back(*read);
  }
  return filter;
}

// `take SOURCE [n] [FILTER] [max n] [with facing] [to WHO]`
Result<Action> Grammar::take(std::vector<std::string_view> parts, List list) const {
  Action action;
  action.op = Op::take;
  bool limited = false;
  const auto suffix = [&parts](std::string_view name) {
    return parts.size() >= 3 && parts[parts.size() - 2] == name;
  };
  if (suffix("to")) {
    action.to = who(parts.back());
    if (action.to == Recipient::last || action.to == Recipient::split || action.to == Recipient::nobody)
      return unknown("a recipient of `take`", parts.back(), {"mover", "other", "owner", "marker", "out"});
    parts.resize(parts.size() - 2);
  }
  if (suffix("with")) {
    if (parts.back() != "facing")
      return Error{fmt::format("`with` needs `facing`, found `{}`", printable(parts.back(), 40))};
    action.with_facing = true;
    parts.resize(parts.size() - 2);
  }
  if (suffix("max")) {
    const auto most = small_number(parts.back());
    if (!most || *most < 1)
      return Error{fmt::format("`max` needs a positive number, found `{}`", printable(parts.back(), 40))};
    action.most = *most;
    limited = true;
    parts.resize(parts.size() - 2);
  }
  const Words places = value_names<Where>();
  const Words known(places.begin() + static_cast<int>(Where::here),
                    places.begin() + static_cast<int>(Where::any) + 1);
  if (parts.size() < 2) return Error{"`take` needs a source, such as `here` or `facing`"};
  const auto where = place_in(known, parts[1]);
  if (!where) return unknown("a source of `take`", parts[1], known);
  action.where = *where;
  std::size_t at = 2;
  if (*where == Where::any) {
    const auto number = parts.size() > 2 ? small_number(parts[2]) : std::nullopt;
    if (list != List::lap_end) return Error{"`take any` is allowed only in `lap-end`"};
    if (!number || *number < 1) return Error{"`take any` needs a positive number"};
    if (limited) return Error{"`take any` cannot have `max`: its number is the maximum"};
    action.most = *number;
    at = 3;
  }
  const bool filtered =
      *where == Where::back || *where == Where::on || *where == Where::every || *where == Where::any;
  if (!filtered) {
    if (parts.size() > at)
      return Error{
          fmt::format("nothing can follow `take {}`, found `{}`", parts[1], printable(parts[at], 40))};
    return action;
  }
  std::string text;
  for (; at < parts.size(); ++at) text += (text.empty() ? "" : " ") + std::string(parts[at]);
  if (text.empty() && *where == Where::any) text = "any";
  const auto read = filter(text, true);
  if (!read) return read.error();
  action.filter = *read;
  return action;
}

// `sow from ORIGIN [with here | with outer] [reversed]`
Result<Action> Grammar::sow(const std::vector<std::string_view>& parts) const {
  const Words origins{"lap", "here", "turn", "outer"};
  Action action;
  action.op = Op::sow;
  if (parts.size() < 3 || parts[1] != "from") return Error{"`sow` needs `from` and an origin"};
  const auto origin = place_in(origins, parts[2]);
  if (!origin) return unknown("an origin", parts[2], origins);
  action.where = *origin;
  std::size_t at = 3;
  if (at + 1 < parts.size() && parts[at] == "with") {
    if (parts[at + 1] != "here" && parts[at + 1] != "outer")
      return Error{fmt::format("`with` needs `here` or `outer`, found `{}`", printable(parts[at + 1], 40))};
    action.with = parts[at + 1] == "here" ? Where::here : Where::outer;
    at += 2;
  }
  if (at < parts.size() && parts[at] == "reversed") {
    action.reversed = true;
    ++at;
  }
  if (at < parts.size()) return Error{fmt::format("`{}` is not allowed here", printable(parts[at], 40))};
  if (rows_ != 4 && (action.where == Where::outer || action.with == Where::outer))
    return Error{"`outer` needs a board with four rows"};
  return action;
}

Result<Action> Grammar::action(std::string_view text, List list) const {
  const std::vector<std::string_view> parts = words(text);
  const std::string_view name = parts.empty() ? "" : parts[0];
  std::vector<std::string> known{"take", "mark", "sweep"};
  if (list == List::turn_end) known.emplace_back("again");
  if (list == List::lap_end)
    known.insert(known.end(), {"pull", "shift", "stop", "again", "judge", "relay", "sow"});
  if (std::find(known.begin(), known.end(), name) == known.end())
    return unknown("an action of this list", name, known);
  Action action;
  if (name == "take") return take(parts, list);
  if (name == "sow") return sow(parts);
  if (const auto* fixed = find_by(fixed_actions, trim(text), &FixedAction::text)) return fixed->action;
  if (name == "mark") return Error{"`mark` needs `here` or `facing`"};
  if (name == "shift") return Error{"`shift` needs `next` or `first`"};
  if (name == "pull") {
    const auto number = parts.size() > 1 ? small_number(parts[1]) : std::nullopt;
    if (!number || *number < 1) return Error{"`pull` needs a positive number"};
    action.op = Op::pull;
    action.most = *number;
    if (parts.size() == 2) return action;
  }
  if (name == "sweep") {
    action.op = Op::sweep;
    if (parts.size() == 1) return action;
    const Recipient recipient = parts.size() == 3 && parts[1] == "to" ? who(parts[2]) : Recipient::nobody;
    if (recipient == Recipient::last || recipient == Recipient::split || recipient == Recipient::nobody)
      return Error{"`sweep` may be followed by `to` and `mover`, `other`, `owner`, `marker` or `out`"};
    action.to = recipient;
    return action;
  }
  return Error{fmt::format("`{}` is not an action", printable(text, 60))};
}

Result<Rule> Grammar::rule(std::string_view text, List list) const {
  Rule rule;
  if (text.starts_with("may ")) {
    if (list != List::lap_end) return Error{"`may` is allowed only in `lap-end`"};
    rule.may = true;
    text.remove_prefix(4);
  }
  const auto sides = split(text, " -> ");
  if (sides.size() != 2) return Error{"a rule has the form `conditions -> actions`"};
  auto read = condition(sides[0], list);
  if (!read) return read.error();
  rule.condition = *std::move(read);
  for (const std::string_view part : split(sides[1], ", ")) {
    const auto one = action(part, list);
    if (!one) return one.error();
    rule.actions.push_back(*one);
  }
  if (rule.actions.size() > max_words) return Error{"a rule has at most 64 actions"};
  if (const auto checked = check_last_action(rule, text); !checked) return checked.error();
  return rule;
}

Result<Ending> Grammar::ending(std::string_view text) const {
  Ending ending;
  const auto sides = split(text, " -> ");
  if (sides.size() != 2)
    return Error{"an end rule has the form `conditions -> rest WHO`, `win WHO`, `draw` or `void`"};
  auto read = condition(sides[0], List::end);
  if (!read) return read.error();
  ending.condition = *std::move(read);
  const std::vector<std::string_view> parts = words(sides[1]);
  const std::string_view name = parts.empty() ? "" : parts[0];
  const auto recipient = parse_value<Recipient>(parts.size() > 1 ? parts[1] : std::string_view{});
  if ((name == "draw" || name == "void") && parts.size() == 1) {
    ending.kind = name == "draw" ? Ending::Kind::draw : Ending::Kind::annulled;
    return ending;
  }
  if (name == "rest" &&
      (parts.size() == 1 ||
       (parts.size() == 2 && recipient && *recipient != Recipient::marker && *recipient != Recipient::out))) {
    ending.recipient = recipient.value_or(Recipient::owner);
    return ending;
  }
  if (name == "win" && parts.size() == 2 && recipient &&
      (*recipient == Recipient::mover || *recipient == Recipient::other || *recipient == Recipient::last)) {
    ending.kind = Ending::Kind::win;
    ending.recipient = *recipient;
    return ending;
  }
  return Error{fmt::format("`{}` is not an ending, expected `rest WHO`, `win WHO`, `draw` or `void`",
                           printable(sides[1], 60))};
}

}  // namespace ebiri::described

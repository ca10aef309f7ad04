#include "referee/explain/rule_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using described::Action;
using described::Condition;
using described::Counts;
using described::Ending;
using described::Filter;
using described::Group;
using described::List;
using described::Op;
using described::PitSet;
using described::Program;
using described::Recipient;
using described::Rule;
using described::Test;
using described::Where;
using described::Word;

constexpr int no_bound = 1'000'000;  // an upper bound of this number or more stands for no upper bound

// Numbers of one side: `2, 3 or 5`.
std::string numbers(const Program& program, const PitSet& set, std::string_view before_last = " or ") {
  std::vector<std::string> words;
  for (int pit = 0; pit < program.side; ++pit) {
    if (set.has(pit)) words.push_back(std::to_string(pit));
  }
  return join(words, ", ", before_last);
}

// `pit 2`, `pits 2, 3 and 5`.
std::string pit_numbers(const Program& program, const PitSet& set) {
  const std::string words = numbers(program, set, " and ");
  return (words.find(' ') == words.npos ? "pit " : "pits ") + words;
}

// The counts as words. `even` and `odd` are the words for all even and all odd numbers.
std::string words_of(const Counts& counts, const char* even, const char* odd) {
  std::vector<std::string> words;
  for (int i = 0; i < counts.size; ++i) {
    const Counts::Item& item = counts.items[i];
    if (item.step == 2)
      words.emplace_back(item.low == 2 ? even : odd);
    else if (item.high >= no_bound)
      words.push_back(fmt::format("{} or more", item.low));
    else if (item.low == item.high)
      words.push_back(std::to_string(item.low));
    else
      words.push_back(fmt::format("{} to {}", item.low, item.high));
  }
  return join(words, ", ", " or ");
}

// `3 or 4 seeds`, `an even number of seeds`.
std::string seeds_words(const Counts& counts) {
  const std::string words = words_of(counts, "an even number of", "an odd number of");
  return words + (words == "1" ? " seed" : " seeds");
}

bool has(std::uint32_t facts, Word word) { return (facts & described::fact(word)) != 0; }

// The text for a word, a source or a recipient.
template <class Key>
struct Phrase {
  Key key;
  std::string_view text;
};

// The text for `key` in `table`; empty if it has none.
template <class Key, std::size_t size>
std::string phrase(const Phrase<Key> (&table)[size], Key key) {
  const auto* found = find_by(table, key, &Phrase<Key>::key);
  return found == nullptr ? std::string{} : std::string{found->text};
}

// The adjectives of a pit, such as `empty own`.
std::string adjectives(const Group& group) {
  constexpr Phrase<Word> words[] = {{Word::empty, "empty"},         {Word::occupied, "filled"},
                                    {Word::marked, "marked"},       {Word::own, "own"},
                                    {Word::opponent, "opponent's"}, {Word::inner, "inner"},
                                    {Word::outer, "outer"}};
  std::string text;
  for (const auto& [word, adjective] : words) {
    if (has(group.yes, word)) text += fmt::format("{} ", adjective);
    if (has(group.no, word))
      text += fmt::format("{}{} ", word == Word::opponent ? "not the " : "not ", adjective);
  }
  return text;
}

// The clauses for a fact that holds, and for one that does not.
struct Clause {
  Word word;
  std::string_view yes, no;
};

constexpr Clause clauses[] = {
    {Word::mine, "the player has marked it", "the player has not marked it"},
    {Word::theirs, "the opponent has marked it", "the opponent has not marked it"},
    {Word::touched, "a seed of this turn fell there", "no seed of this turn fell there"},
    {Word::lifted, "it has been lifted in this round", "it has not been lifted in this round"},
    {Word::last, "the seed is the last of its lap", "the seed is not the last of its lap"},
    {Word::some_facing, "the facing pit holds seeds", "the facing pit is empty"},
    {Word::some_behind, "the pit behind the facing one holds seeds",
     "the pit behind the facing one is empty"},
    {Word::captured, "the turn has captured", "the turn has not captured"},
    {Word::reached, "the turn has sown an opponent's pit", "the turn has sown no opponent's pit"},
    {Word::mirrored, "the opponent has marked a pit of that number",
     "the opponent has marked no pit of that number"},
    {Word::first_lap, "it is the first lap of the turn", "it is not the first lap of the turn"},
    {Word::unplayed, "no earlier turn of this round began in the start pit",
     "an earlier turn of this round began in the start pit"},
    {Word::fresh, "no turn of this round began in the start pit, or an opponent's seed fell in since",
     "a turn of this round began in the start pit, and no opponent's seed fell in since"},
    {Word::front, "the start pit is the last of its side in the direction of sowing",
     "the start pit is not the last of its side in the direction of sowing"},
    {Word::captures, "the lap captures", "the lap does not capture"},
    {Word::back, "the opponent's last turn began there", "the opponent's last turn did not begin there"},
};

// The clauses of `end`.
constexpr Clause end_clauses[] = {
    {Word::immobile, "the player to move has no legal turn", "the player to move has a legal turn"},
    {Word::stuck, "neither player has a legal turn", "a player has a legal turn"},
    {Word::mover_empty, "the player to move has no seeds in his pits",
     "the player to move has seeds in his pits"},
    {Word::other_empty, "the other player has no seeds in his pits",
     "the other player has seeds in his pits"},
    {Word::row_empty, "a player has no seeds in his pits", "both players have seeds in their pits"},
    {Word::singles, "no pit holds two seeds or more", "a pit holds two seeds or more"},
    {Word::majority, "a store holds more than half of all seeds",
     "no store holds more than half of all seeds"},
};

// The pits whose seeds a test counts.
constexpr Phrase<Word> counted_pits[] = {
    {Word::makes, "the pit now"},
    {Word::facing, "the facing pit"},
    {Word::behind, "the pit behind the facing one"},
    {Word::next, "the next pit"},
    {Word::beyond, "the pit after the next"},
    {Word::after, "the pit before the start pit"},  // `after 3`: the turn begins after a pit of 3 seeds
};

// The other numbers that a test compares, as in `the number of seeds of the lap is 3`.
constexpr Phrase<Word> counted_things[] = {
    {Word::lap, "seeds of the lap"},
    {Word::marks, "pits that the player has marked"},
    {Word::start, "seeds that the turn began with"},
    {Word::turn, "the player's turn"},
    {Word::ply, "the turn, counting both players,"},
    {Word::round, "the round"},
    {Word::hits, "the player's turns that captured"},
    {Word::their_hits, "the opponent's turns that captured"},
    {Word::in_play, "seeds in play"},
};

// A test of a list other than `end` as a clause.
std::string test_words(const Program& program, const Test& test) {
  const std::string_view no = test.negated ? "not " : "";
  if (test.word == Word::pit) return fmt::format("it is {}pit {}", no, numbers(program, test.pits));
  if (test.word == Word::from)
    return fmt::format("the turn began {}in pit {}", no, numbers(program, test.pits));
  if (const auto pit = phrase(counted_pits, test.word); !pit.empty())
    return fmt::format("{} {} {}", pit, test.negated ? "does not hold" : "holds", seeds_words(test.counts));
  if (const auto things = phrase(counted_things, test.word); !things.empty())
    return fmt::format("the number of {} is {}{}", things, no, words_of(test.counts, "even", "odd"));
  return "it is in a state without a name";  // unreachable: every word is in a table above
}

// A test of `end` as a clause.
std::string end_words(const Program& program, const Test& test) {
  const auto either = [&](std::string_view yes, std::string_view no) {
    return std::string(test.negated ? no : yes);
  };
  if (const auto* clause = find_by(end_clauses, test.word, &Clause::word))
    return either(clause->yes, clause->no);
  const std::string number = std::to_string(test.number);
  const std::string_view has_not = test.negated ? "does not have" : "has";
  switch (test.word) {
    case Word::stored:
      return fmt::format("the player to move {} {} in his store", has_not, seeds_words(test.counts));
    case Word::their_stored:
      return fmt::format("the other player {} {} in his store", has_not, seeds_words(test.counts));
    case Word::took:
      return fmt::format("the last turn {} from all of the opponent's {}",
                         test.negated ? "did not take" : "took", pit_numbers(program, test.pits));
    case Word::repetition:
      return either(fmt::format("the position has occurred {}", counted(test.number, "time")),
                    fmt::format("the position has occurred fewer than {} times", number));
    case Word::plies:
      return either(fmt::format("{} turns have been played", number),
                    fmt::format("fewer than {} turns have been played", number));
    default:
      return test_words(program, test);
  }
}

// Whether some words are about the pit of the seed, not only about the turn or the player.
bool names_pit(const Group& group) {
  std::uint32_t facts = group.yes | group.no;
  for (const Word word : {Word::last, Word::captured, Word::reached, Word::first_lap, Word::unplayed,
                          Word::fresh, Word::front, Word::captures})
    facts &= ~described::fact(word);
  return facts != 0 || std::ranges::any_of(group.tests, [](const Test& test) {
           return test.word == Word::pit || (test.word >= Word::makes && test.word <= Word::beyond);
         });
}

std::string place_words(const Group& group) {
  if (has(group.yes, Word::store)) return "in the player's store";
  if (has(group.yes, Word::their_store)) return "in the opponent's store";
  if (!names_pit(group)) return "anywhere";
  const std::string words = adjectives(group);
  const bool vowel = !words.empty() && std::string_view("aeio").find(words[0]) != std::string_view::npos;
  std::string place = fmt::format("in {} {}pit", vowel ? "an" : "a", words);
  if (has(group.no, Word::store)) place += " and not in the player's store";
  if (has(group.no, Word::their_store)) place += " and not in the opponent's store";
  return place;
}

std::string group_words(const Program& program, const Group& group, List list) {
  std::vector<std::string> parts;
  if (list == List::end) {
    for (const Test& test : group.tests) parts.push_back(end_words(program, test));
    return join(parts, ", ", " and ");
  }
  for (const Clause& clause : clauses) {
    if (has(group.yes, clause.word)) parts.emplace_back(clause.yes);
    if (has(group.no, clause.word)) parts.emplace_back(clause.no);
  }
  for (const Test& test : group.tests) parts.push_back(test_words(program, test));
  const std::string facts = join(parts, ", ", " and ");
  std::string place = place_words(group);
  if (list == List::first_lap) {
    if (place == "anywhere" && !parts.empty()) return facts;
    place.insert(0, "the first lap ends ");
  }
  return parts.empty() ? place : place + ", and " + facts;
}

constexpr Phrase<Recipient> takers[] = {{Recipient::mover, "the player takes "},
                                        {Recipient::other, "the opponent takes "},
                                        {Recipient::owner, "the owner of the pit takes "},
                                        {Recipient::marker, "the player who marked it takes "},
                                        {Recipient::out, "the player removes "}};

constexpr Phrase<Where> sources[] = {{Where::facing, "the facing pit"},
                                     {Where::next, "the next pit"},
                                     {Where::beyond, "the pit after the next"},
                                     {Where::next_facing, "the pit that faces the next"},
                                     {Where::column, "the facing pit and of the pit behind it"}};

std::string taken_words(const Program& program, const Action& action) {
  const std::string limit = action.most < no_bound ? fmt::format("at most {} of ", action.most) : "";
  const std::string filter = filter_words(program, action.filter);
  switch (action.where) {
    case Where::here:
      return action.most < no_bound ? fmt::format("at most {} seeds of that pit", action.most)
                                    : "the seeds of that pit";
    case Where::back:
      return fmt::format("{}the pits before it, one by one, while they are filled pits{}", limit, filter);
    case Where::on:
      return fmt::format("{}the pits after it, one by one, while they are filled pits{}", limit, filter);
    case Where::gaps:
      return action.most == 1
                 ? "the seeds of the pit after the next, if the next is empty"
                 : limit + "the seeds of each pit beyond an empty one, while empty and filled pits alternate";
    case Where::every:
      return fmt::format("{}all pits of the board{}", limit, filter);
    case Where::any:
      return fmt::format("the seeds of {} of the opponent{}, chosen by the player",
                         counted(action.most, "pit"), filter);
    default:
      return "the seeds of " + phrase(sources, action.where) +
             (action.most < no_bound ? ", at most " + counted(action.most, "pit") : "");
  }
}

std::string sown_words(const Action& action) {
  std::string text = "these seeds";
  if (action.with == Where::here) text += " and those of that pit";
  if (action.with == Where::outer) text += " and those of the outer pit of the column";
  text += " are sown, from the pit after ";
  text += action.where == Where::lap    ? "the one where the lap began"
          : action.where == Where::turn ? "the one where the turn began"
          : action.where == Where::here ? "the one where the lap ended"
                                        : "the outer pit of the column";
  return text + (action.reversed ? " in the other direction" : "");
}

std::string action_words(const Program& program, const Action& action) {
  const std::string reversed = action.reversed ? " in the other direction" : "";
  switch (action.op) {
    case Op::take:
      return phrase(takers, action.to) + taken_words(program, action) +
             (action.with_facing ? ", each with the pit that faces it" : "");
    case Op::pull:
      return fmt::format("{} there from the facing pit",
                         action.most == 1 ? "1 seed moves" : fmt::format("{} seeds move", action.most));
    case Op::mark:
      return action.where == Where::facing ? "the player marks the facing pit" : "the player marks that pit";
    case Op::shift:
      return action.where == Where::first ? "the last seed moves to the opponent's first pit"
                                          : "the last seed moves to the next pit";
    case Op::sweep:
      return fmt::format("{}all seeds on the board, and the {} ends", phrase(takers, action.to),
                         program.rounds.given ? "round" : "game");
    case Op::stop:
      return "the turn ends";
    case Op::again:
      return "the player moves again";
    case Op::judge:
      return "these rules are used once more for the new place";
    case Op::relay:
      return (action.where == Where::next ? "the next pit's seeds are sown as another lap"
                                          : "its seeds are sown as another lap") +
             reversed;
    case Op::sow:
      return sown_words(action);
  }
  return {};
}

}  // namespace

std::string condition_words(const Program& program, const Condition& condition, List list) {
  std::vector<std::string> words;
  for (const Group& group : condition) words.push_back(group_words(program, group, list));
  return join(words, "; or ");
}

std::string actions_words(const Program& program, const Rule& rule, List list) {
  std::vector<std::string> words;
  for (const Action& action : rule.actions) words.push_back(action_words(program, action));
  const bool ends = !rule.actions.empty() && rule.actions.back().op >= Op::sweep;
  if (list == List::lap_end && !ends) words.emplace_back("the turn ends");
  std::string text = join(words, "; ");
  return rule.may ? "the player may choose this: " + text : text;
}

std::string ending_words(const Ending& ending) {
  if (ending.kind == Ending::Kind::draw) return "the result is a draw";
  if (ending.kind == Ending::Kind::annulled) return "the game is void";
  if (ending.kind == Ending::Kind::win) {
    return ending.recipient == Recipient::mover   ? "the player to move wins"
           : ending.recipient == Recipient::other ? "the player to move loses"
                                                  : "the player who made the last turn wins";
  }
  if (ending.recipient == Recipient::owner) return "each player takes the seeds in his pits";
  constexpr Phrase<Recipient> rest[] = {{Recipient::mover, "the player to move takes"},
                                        {Recipient::other, "the other player takes"},
                                        {Recipient::last, "the player who made the last turn takes"},
                                        {Recipient::split, "the players share"},
                                        {Recipient::nobody, "neither player takes"}};
  return phrase(rest, ending.recipient) + " the seeds in pits";
}

std::string filter_words(const Program& program, const Filter& filter) {
  constexpr Phrase<Word> words[] = {{Word::own, "of the player"},
                                    {Word::opponent, "of the opponent"},
                                    {Word::same, "of the same owner"},
                                    {Word::inner, "of the inner row"},
                                    {Word::outer, "of the outer row"},
                                    {Word::touched, "sown in this turn"},
                                    {Word::lifted, "lifted in this round"},
                                    {Word::mine, "marked by the player"},
                                    {Word::theirs, "marked by the opponent"},
                                    {Word::marked, "marked"}};
  std::string text;
  for (const Test& test : filter) {
    const std::string_view no = test.negated ? "not " : "";
    if (test.word == Word::holds)
      text += fmt::format(" {} {}", test.negated ? "without" : "with", seeds_words(test.counts));
    else if (test.word == Word::pit)
      text += fmt::format(" {}numbered {}", no, numbers(program, test.pits));
    else if (test.word == Word::last)
      text += test.negated ? " before the last seed" : " for the last seed";
    else
      text += fmt::format(" {}{}", no, phrase(words, test.word));
  }
  return text;
}

}  // namespace ebiri::explain

// Completes the program of a description.
#include <algorithm>
#include <map>
#include <string>

#include "referee/described/description.hpp"
#include "referee/described/grammar.hpp"
#include "referee/rules/erased.hpp"

namespace ebiri::described {

namespace {

using nlohmann::json;

constexpr std::uint8_t no_place = 255;
// The words for a player without seeds or turns.
constexpr Word exhausted_words[] = {Word::immobile, Word::stuck, Word::mover_empty, Word::other_empty,
                                    Word::row_empty};

std::uint8_t byte(int number) { return static_cast<std::uint8_t>(number); }

// ---- The board

using Ring = std::vector<int>;

// The rings of places in counter-clockwise order: on four rows one for each side. A sown store follows its
// owner's pits; with `stores_left` it precedes them.
std::vector<Ring> rings_of(const Program& program, bool stores_left, bool south_sown, bool north_sown) {
  std::vector<Ring> rings(program.rows == 4 ? 2 : 1);
  for (int side = 0; side < 2; ++side) {
    Ring& ring = side == 0 ? rings.front() : rings.back();
    const bool sown = program.has_stores && (side == 0 ? south_sown : north_sown);
    if (sown && stores_left) ring.push_back(first_store + side);
    for (int number = 0; number < program.side; ++number) ring.push_back(side * program.side + number);
    if (sown && !stores_left) ring.push_back(first_store + side);
  }
  return rings;
}

void link(std::vector<Ring> rings, int direction, std::uint8_t (&next)[places]) {
  for (Ring& ring : rings) {
    if (direction == 1) std::ranges::reverse(ring);
    for (std::size_t i = 0; i < ring.size(); ++i) next[ring[i]] = byte(ring[(i + 1) % ring.size()]);
  }
}

void link_rings(Program& program, const json& board) {
  const bool both = board["stores"] == "both";
  const std::string at = board["store-at"];
  for (int direction = 0; direction < 2; ++direction) {
    const bool left = at == "left" || (at == "ahead" && direction == 1);
    for (int mover = 0; mover < 2; ++mover)
      link(rings_of(program, left, both || mover == 0, both || mover == 1), direction,
           program.next[mover][direction]);
    link(rings_of(program, left, false, false), direction, program.pit_after[direction]);
  }
}

void place_pits(Program& program) {
  const int columns = program.columns;
  const int side = program.side;
  for (int pit = 0; pit < program.pits; ++pit) {
    const int number = pit % side;
    const int other = (1 - pit / side) * side;
    const auto face = [&](int facing) {
      program.facing[pit][program.facing_count[pit]++] = byte(other + facing);
    };
    program.facing_count[pit] = 0;
    program.behind[pit] = no_place;
    program.outer[pit] = byte(pit);
    program.row[pit] = 0;
    if (program.rows == 2) face(side - 1 - number);
    if (program.rows == 3) {
      const int column = number < columns ? number : 2 * columns - 1 - number;
      const int facing = columns - 1 - column;
      face(facing);
      if (facing >= columns / 2) face(2 * columns - 1 - facing);
    }
    if (program.rows != 4) continue;
    program.row[pit] = number >= columns ? fact(Word::inner) : fact(Word::outer);
    if (number < columns) continue;
    face(3 * columns - 1 - number);
    program.behind[pit] = byte(other + number - columns);
    program.outer[pit] = byte(pit - number + side - 1 - number);
  }
}

void compile_board(Program& program, const json& board) {
  program.rows = board["rows"];
  program.columns = board["columns"];
  program.side = program.rows * program.columns / 2;
  program.pits = 2 * program.side;
  program.has_stores = board["stores"] != "none";
  link_rings(program, board);
  place_pits(program);
}

void compile_start(Program& program, const json& start) {
  Position& position = program.start;
  for (int number = 0; number < program.side; ++number) {
    position.add(number, start["south"][static_cast<std::size_t>(number)]);
    position.add(program.side + number, start["north"][static_cast<std::size_t>(number)]);
    position.norths.add(program.side + number);
  }
  for (int side = 0; side < 2; ++side) position.give(side, start["stores"][static_cast<std::size_t>(side)]);
  for (const int seeds : position.seeds) program.total += seeds;
  position.mover = start["first"] == "north" ? 1 : 0;
  position.began = position.mover;
  position.last = byte(1 - position.mover);
  for (const auto& [pit, owner] : start["marks"].items()) {
    const int number = std::stoi(pit.substr(1)) + (pit[0] == 'N' ? program.side : 0);
    position.marked.add(number);
    position.norths_marks.set(number, owner == "N");
  }
}

void compile_directions(Program& program) {
  const auto free = [](Direction word) { return word >= Direction::choose; };
  program.is_signed = program.has_reverse || std::ranges::any_of(program.directions, free) ||
                      std::ranges::any_of(program.pit_directions, free);
  program.needs_bound =
      std::ranges::any_of(program.directions, [](Direction word) { return word > Direction::choose; });
}

// ---- What rules read

class Needs {
 public:
  explicit Needs(Program& program) : program_(program) {}

  void find() {
    program_.first_lap_facts = 0;
    see(program_.legal, program_.first_lap_facts);
    for (const Condition& condition : program_.prefer) see(condition, program_.first_lap_facts);
    for (RuleList* list : {&program_.dropping, &program_.lap_end, &program_.turn_end}) see(*list);
    std::uint32_t none = 0;
    for (const Ending& ending : program_.endings) see(ending.condition, none);
    for (const Filter& filter : program_.skip) see(filter);
    Program& program = program_;
    static_assert(static_cast<int>(Word::majority) < 64, "each word needs a bit of `words`");
    for (const auto& [word, largest] : asked_) program.words |= std::uint64_t{1} << static_cast<int>(word);
    const auto asked = [&](Word word) { return program.asks_for(word); };
    program.needs_played = asked(Word::unplayed) || asked(Word::fresh);
    program.needs_round = asked(Word::round) || program.rounds.given;
    program.needs_hits = asked(Word::hits) || asked(Word::their_hits);
    program.tracks_seeds = asked(Word::touched) || asked(Word::reached) || asked(Word::fresh);
    const bool by_turn = program.directions.size() > 1;
    program.needs_turns = by_turn || asked(Word::turn) || asked(Word::ply);
    const auto listed = by_turn ? static_cast<int>(program.directions.size()) : 0;
    program.max_turns = counter_limit({Word::turn, Word::ply}, listed);
    program.max_hits = counter_limit({Word::hits, Word::their_hits}, 0);
    for (const Rule& rule : program.lap_end.rules) {
      program.decides_at_lap_end |= rule.may;
      for (const Action& action : rule.actions) program.decides_at_lap_end |= action.where == Where::any;
    }
    filter_dropping();
  }

 private:
  void see(const Test& test) {
    const int largest = largest_compared(test.counts);
    int& known = asked_[test.word];
    known = known < 0 || largest < 0 ? -1 : std::max(known, largest);
  }

  void see(const Filter& filter) {
    for (const Test& test : filter) see(test);
  }

  void see(const Condition& condition, std::uint32_t& facts) {
    for (const Group& group : condition) {
      facts |= group.yes | group.no;
      for (const Test& test : group.tests) see(test);
    }
    for (int word = 0; word <= static_cast<int>(Word::back); ++word) {
      if ((facts >> word & 1U) != 0) asked_.insert({static_cast<Word>(word), 0});
    }
  }

  void see(RuleList& list) {
    for (const Rule& rule : list.rules) {
      see(rule.condition, list.facts);
      for (const Action& action : rule.actions) see(action.filter);
    }
  }

  int counter_limit(std::initializer_list<Word> words, int largest) const {
    for (const Word word : words) {
      const auto found = asked_.find(word);
      if (found == asked_.end()) continue;
      if (found->second < 0) return 65'535;
      largest = std::max(largest, found->second);
    }
    return std::min(largest + 1, 65'535);
  }

  // Finds out when the rules of `dropping` need not be tried.
  void filter_dropping() {
    constexpr std::uint32_t marks = fact(Word::mine) | fact(Word::theirs) | fact(Word::marked);
    program_.drops_on_marks_only = true;
    program_.drop_counts = 0;
    for (const Rule& rule : program_.dropping.rules) {
      for (const Group& group : rule.condition) {
        program_.drops_on_marks_only &= (group.yes & marks) != 0;
        std::uint64_t counts = ~std::uint64_t{0};
        for (const Test& test : group.tests) {
          if (test.word == Word::makes && !test.negated) counts &= test.counts.small;
        }
        program_.drop_counts |= counts;
      }
    }
  }

  Program& program_;
  // The words of the rules, each with the largest number that it is compared with, or -1 for `even` or `odd`.
  std::map<Word, int> asked_;
};

bool fills_stores(const RuleList& list) {
  return std::ranges::any_of(list.rules, [](const Rule& rule) {
    // The seeds that a rule with `sow` takes go to the hand.
    if (rule.actions.back().op == Op::sow) return false;
    return std::ranges::any_of(rule.actions, [](const Action& action) {
      return (action.op == Op::take || action.op == Op::sweep) && action.to != Recipient::out;
    });
  });
}

// Scores count the seeds in own pits if a player without seeds or turns loses, or if nothing fills the
// stores.
bool counts_pits(const Program& program) {
  const bool loses_when_empty = std::ranges::any_of(program.endings, [](const Ending& ending) {
    return ending.kind == Ending::Kind::win &&
           std::ranges::any_of(exhausted_words, [&](Word word) { return asks_for(ending.condition, word); });
  });
  return loses_when_empty || !(program.has_stores || fills_stores(program.dropping) ||
                               fills_stores(program.lap_end) || fills_stores(program.turn_end));
}

}  // namespace

void complete(Program& program, const json& rules) {
  compile_board(program, rules["board"]);
  compile_start(program, rules["start"]);
  compile_directions(program);
  program.counts_pits = counts_pits(program);
  Needs(program).find();
}

Rulebook rulebook_of(Description description) {
  Rulebook book{description.program, {}, {}};
  for (const json& text : description.rules["end"]) {
    auto rule = text.get<std::string>();
    if (rule.starts_with("not ")) rule.erase(0, 4);
    book.reasons.push_back(rule.substr(0, rule.find_first_of(" ,")));
  }
  book.description = std::make_shared<const Description>(std::move(description));
  return book;
}

std::unique_ptr<rules::Rules> rules_of(Description description, std::string name) {
  rules::RulesName named{std::move(name), description.hash(), {}, description.canonical()};
  return rules::erase(DescribedGame(std::make_shared<const Rulebook>(rulebook_of(std::move(description)))),
                      std::move(named));
}

const DescribedGame* described_game(const rules::Rules& rules) {
  const auto* erased = dynamic_cast<const rules::ErasedRules<DescribedGame>*>(&rules);
  return erased == nullptr ? nullptr : &erased->typed();
}

}  // namespace ebiri::described

// Parses rules, conditions and filters (configs/games/FORMAT.md, section 4) into instructions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/described/program.hpp"
#include "referee/support/result.hpp"

namespace ebiri::described {

/// The place of a condition or rule in a description; each has its own words. `first_lap` is for `legal` and
/// `prefer`.
enum class List : std::uint8_t { first_lap, dropping, lap_end, turn_end, end };

/// Reads the texts of one game. `text` has single spaces (`single_spaced`).
class Grammar {
 public:
  Grammar(int rows, int side) : rows_(rows), side_(side) {}

  Result<Condition> condition(std::string_view text, List list) const;

  /// Reads the filter of an action, which may contain `same`, or of `sow.skip`, which may contain `last`.
  Result<Filter> filter(std::string_view text, bool of_action) const;

  Result<Rule> rule(std::string_view text, List list) const;
  Result<Ending> ending(std::string_view text) const;

  /// Reads pit numbers of one side: `2-5|7`, or `2-5&7` with the separator `&`.
  Result<PitSet> pits(std::string_view text, char separator = '|') const;

 private:
  Result<Group> group(std::string_view text, List list) const;
  Result<Test> test(std::string_view text, List list) const;
  Result<Test> argument(Test test, int kind, std::string_view word, std::string_view text) const;
  Result<Action> action(std::string_view text, List list) const;
  Result<Action> take(std::vector<std::string_view> words, List list) const;
  Result<Action> sow(const std::vector<std::string_view>& words) const;
  PitSet on_both_sides(const PitSet& numbers) const;

  int rows_;
  int side_;
};

/// `text` without blanks at its ends, and with one space between words.
std::string single_spaced(std::string_view text);

/// The largest number that `counts` compares with; -1 if it has `even` or `odd`.
int largest_compared(const Counts& counts);

}  // namespace ebiri::described

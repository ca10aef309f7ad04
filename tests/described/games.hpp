// DescribedGame games for tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/described/machine.hpp"
#include "tests/source_file.hpp"

namespace ebiri::described::tests {

/// 1 in ordinary builds; in sanitizer builds every n-th case is enough.
inline constexpr std::size_t sampling_step = EBIRI_TEST_SAMPLING != 0 ? 25 : 1;

using ebiri::tests::source_file;

/// The text of `configs/games/NAME.yaml`.
std::string game_text(std::string_view name);

/// The names of all files in configs/games, sorted.
std::vector<std::string> game_names();

/// The description in a valid text.
Description description_of(const std::string& text);

/// The problems with a text as a message; empty if there are none.
std::string problems_of(const std::string& text);

/// A program with a machine to play it.
struct Playable {
  explicit Playable(const Description& game) : program(game.program), machine(program) {}
  explicit Playable(const std::string& name) : Playable(description_of(game_text(name))) {}
  Playable(const Playable&) = delete;

  Program program;
  Machine machine;
};

/// The number of all seeds, including those that are out.
int all_seeds(const Position& position);

/// `3+-!*5`, as configs/games/FORMAT.md writes moves; the pit by its number on the home side.
std::string short_text(const Program& program, const Move& move);

}  // namespace ebiri::described::tests

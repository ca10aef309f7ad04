#include "tests/described/games.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace ebiri::described::tests {

std::string game_text(std::string_view name) {
  return source_file("configs/games/" + std::string(name) + ".yaml");
}

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(EBIRI_SOURCE_DIR) + "/configs/games")) {
    if (file.path().extension() == ".yaml") names.push_back(file.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Description description_of(const std::string& text) {
  auto read = read_description({"game.yaml", text});
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

std::string problems_of(const std::string& text) {
  const auto read = read_description({"game.yaml", text});
  return read ? std::string{} : read.error().message;
}

int all_seeds(const Position& position) {
  int seeds = position.out;
  for (const int here : position.seeds) seeds += here;
  return seeds;
}

std::string short_text(const Program& program, const Move& move) {
  std::string text = std::to_string(move.pit % program.side);
  if (program.is_signed) text += move.direction == 0 ? '+' : '-';
  for (int i = 0; i < move.count; ++i) {
    const int decision = move.decisions[i];
    text += decision < Move::pick ? std::string(1, "+-!."[decision])
                                  : "*" + std::to_string(decision - Move::pick);
  }
  return text;
}

}  // namespace ebiri::described::tests

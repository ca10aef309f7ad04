#include "referee/rules/two_row.hpp"

#include <fmt/format.h>

#include <cassert>
#include <numeric>
#include <vector>

#include "referee/rules/fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

namespace {

std::string field_name(std::size_t field, int pits_per_side) {
  const auto pits = 2 * static_cast<std::size_t>(pits_per_side);
  if (field < pits) return fmt::format("pit `{}`", pit_letter(static_cast<int>(field), pits_per_side));
  return field == pits ? "south's store" : "north's store";
}

}  // namespace

char pit_letter(int pit, int pits_per_side) {
  return static_cast<char>(pit < pits_per_side ? 'A' + pit : 'a' + pit - pits_per_side);
}

std::variant<int, MoveError> parse_pit(std::string_view text, int pits_per_side, std::string_view what,
                                       std::string_view or_else) {
  const int letter = text.size() == 1 ? text.front() : 0;
  if (letter >= 'A' && letter < 'A' + pits_per_side) return letter - 'A';
  if (letter >= 'a' && letter < 'a' + pits_per_side) return letter - 'a' + pits_per_side;
  return unparsable(fmt::format("`{}` is not a move, expected {} from `A` to `{}` or from `a` to `{}`{}",
                                printable(text, 20), what, pit_letter(pits_per_side - 1, pits_per_side),
                                pit_letter(2 * pits_per_side - 1, pits_per_side), or_else));
}

std::string two_row_text(const Scene& scene) {
  constexpr std::size_t max_cells = 28;  // of two rows of thirteen pits, and stores
  static_assert(12 * max_cells < ShortText::max_bytes);
  assert(scene.cells.size() <= max_cells);
  ShortText text;
  for (const int seeds : scene.cells) text << seeds << '-';
  text << side_letter(scene.mover);
  return text.str();
}

Result<Scene> parse_two_rows(std::string_view text, TwoRowSize board) {
  const std::vector<std::string_view> fields = split(text, '-');
  const auto pits = 2 * static_cast<std::size_t>(board.pits_per_side);
  if (fields.size() < pits || fields.size() > pits + 3) {
    return Error{
        fmt::format("expected {} to {} fields separated by `-` ({} pits from `A`, south's store, north's "
                    "store, side to move), found {} in `{}`",
                    pits, pits + 3, pits, fields.size(), printable(text, 80))};
  }
  Scene scene{.norths = north_pits(board.pits_per_side)};
  for (std::size_t field = 0; field < fields.size() && field < pits + 2; ++field) {
    const Range range{0, board.seeds};
    const auto seeds = parse_count({}, fields[field], range);
    if (!seeds) return parse_count(field_name(field, board.pits_per_side), fields[field], range).error();
    scene.cells.push_back(*seeds);
  }
  if (fields.size() == pits + 3) {
    const auto mover = parse_mover(fields.back());
    if (!mover) return mover.error();
    scene.mover = *mover;
  }
  const int total = std::accumulate(scene.cells.begin(), scene.cells.end(), 0);
  if (total != board.seeds) {
    return Error{fmt::format("the seeds add up to {}, expected {}{}", total, board.seeds,
                             fields.size() < pits + 2 ? "; a store that is left out counts as 0" : "")};
  }
  while (scene.cells.size() < pits + 2) scene.cells.push_back(0);
  return scene;
}

BoardShape two_row_shape(int pits_per_side, SowingTrack sowing) {
  BoardShape shape{.pits_per_side = pits_per_side};
  for (int pit = 0; pit < shape.pits(); ++pit)
    shape.pit_names.emplace_back(1, pit_letter(pit, pits_per_side));
  for (const Side side : {Side::south, Side::north}) {
    std::vector<int>& track = shape.tracks[static_cast<std::size_t>(side)];
    for (const Side row : {side, opponent(side)}) {
      for (int pit = 0; pit < pits_per_side; ++pit) track.push_back(shape.first_pit(row) + pit);
      if (row == side && sowing == SowingTrack::own_store_too) track.push_back(shape.store(side));
    }
  }
  return shape;
}

std::string draw_two_rows(const Scene& scene) {
  const std::size_t stores = scene.cells.size() - 2;
  const auto store = [&](Side side) -> SideNote {
    return {fmt::format("store {}", scene.cells[stores + static_cast<std::size_t>(side)])};
  };
  return draw_board(two_row_shape(static_cast<int>(stores / 2), SowingTrack::pits_only), scene,
                    {store(Side::south), store(Side::north)});
}

}  // namespace ebiri::rules

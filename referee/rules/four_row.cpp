#include "referee/rules/four_row.hpp"

#include <fmt/format.h>

#include <vector>

#include "referee/rules/fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

ShortText& operator<<(ShortText& text, const Ring& ring) {
  for (int pit = 0; pit < ring_pits; ++pit) {
    if (pit > 0) text << ',';
    text << ring.seeds(pit);
  }
  return text;
}

std::string ring_text(const Ring& ring) {
  ShortText text;
  return (text << ring).str();
}

Result<Ring> parse_ring(std::string_view text, std::string_view whose, int max_seeds) {
  const std::vector<std::string_view> fields = split(text, ',');
  if (fields.size() != ring_pits) {
    return Error{fmt::format("{}'s pits are {} fields separated by `,`, expected {}: `{}`", whose,
                             fields.size(), ring_pits, printable(text, 60))};
  }
  Ring ring;
  for (int pit = 0; pit < ring_pits; ++pit) {
    const std::string_view field = fields[static_cast<std::size_t>(pit)];
    const auto seeds = parse_count({}, field, {0, max_seeds});
    if (!seeds) return parse_count(fmt::format("{}'s pit {}", whose, pit), field, {0, max_seeds}).error();
    ring.add(pit, *seeds);
  }
  return ring;
}

Result<std::array<Ring, 2>> parse_rings(std::span<const std::string_view> fields, int max_seeds) {
  std::array<Ring, 2> rings;
  for (const Side side : {Side::south, Side::north}) {
    const auto ring = parse_ring(fields[static_cast<std::size_t>(side)], name(side), max_seeds);
    if (!ring) return ring.error();
    rings[static_cast<std::size_t>(side)] = *ring;
  }
  return rings;
}

BoardShape four_row_shape(std::string (*pit_name)(int pit)) {
  BoardShape shape{.pits_per_side = ring_pits, .rows_per_side = 2};
  for (const Side side : {Side::south, Side::north}) {
    for (int pit = 0; pit < ring_pits; ++pit) {
      shape.pit_names.push_back(pit_name(pit));
      shape.tracks[static_cast<std::size_t>(side)].push_back(shape.first_pit(side) + pit);
    }
  }
  return shape;
}

Scene four_row_scene(const std::array<Ring, 2>& rings, const std::array<int, 2>& stores, Side mover) {
  Scene scene{.norths = far_side(ring_pits), .mover = mover};
  for (const Ring& ring : rings)
    for (int pit = 0; pit < ring_pits; ++pit) scene.cells.push_back(ring.seeds(pit));
  scene.cells.insert(scene.cells.end(), stores.begin(), stores.end());
  return scene;
}

void lift_difference(Tracer& tracer, int first_pit, const Ring& ring) {
  for (int pit = 0; pit < ring_pits; ++pit)
    tracer.move(first_pit + pit, tracer.shape().hand(), tracer.at(first_pit + pit) - ring.seeds(pit));
}

std::string clauses(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace ebiri::rules

// The bytes of a file of endgames (endgame_tables.hpp says what they mean).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "referee/rules/oware/endgame_layer.hpp"

namespace ebiri::rules::oware {

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::size_t file_header_size = 256;
inline constexpr std::size_t layer_header_size = 32;

/// The bytes of the layer with so many seeds, its header included.
constexpr std::size_t layer_bytes(int seeds) { return layer_header_size + 2 * layer_size(seeds); }

inline Bytes as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string file_header(const std::string& rules);
std::string layer_header(int seeds, const Layer& layer);

/// What a file holds, as far as it is whole.
struct FileContents {
  int layers = 0;
  std::size_t sound_size = 0;  ///< up to the end of the last whole layer, the header included
  bool cut_off = false;        ///< something follows that is too short
};

/// Examines a whole file; an error says what is damaged, or that it is for other rules.
Result<FileContents> examine(Bytes file, const std::string& rules);

}  // namespace ebiri::rules::oware

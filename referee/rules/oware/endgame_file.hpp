// Reads and writes the bytes of an endgame file; endgame_tables.hpp describes the format.
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

/// The size in bytes of the layer with that number of seeds, including its header.
constexpr std::size_t layer_bytes(int seeds) { return layer_header_size + 2 * layer_size(seeds); }

inline Bytes as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string file_header(const std::string& rules);
std::string layer_header(int seeds, const Layer& layer);

/// The complete layers of a file.
struct FileContents {
  int layers = 0;
  std::size_t sound_size = 0;  ///< bytes up to the end of the last complete layer, the header included
  bool cut_off = false;        ///< an incomplete layer follows
};

/// Checks a whole file. Fails if it is damaged or was built for other rules.
Result<FileContents> examine(Bytes file, const std::string& rules);

}  // namespace ebiri::rules::oware

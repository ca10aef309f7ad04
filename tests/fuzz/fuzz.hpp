// What the fuzz targets share. A target is one function from bytes to nothing that aborts, with words, when
// something that must hold does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "referee/rules/registry.hpp"

/// The target; each file NAME_fuzz.cpp defines it. Always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ebiri::fuzz {

/// Aborts and says what is broken, unless `broken` is empty. `where` is what a reader needs to see it again.
void demand(std::string_view broken, std::string_view where);
void demand(bool holds, std::string_view what, std::string_view where);

/// Notes that a run got as far as `state`; at the end of the program the different ones are counted by their
/// first word, on stderr.
void reached(const std::string& state);

/// The bytes of an input, taken from the front; a finished input gives zeros and empty lines.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }
  unsigned byte();
  /// Everything before the next newline, which is taken too.
  std::string_view line();
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// What `line` selects: `oware awari feed=none max-plies=7`, at most three options. A word that is no name
/// stands for one that its bytes choose, so that every line selects something.
rules::Selection selection(std::string_view line);

/// `selection`, in one line.
std::string words_of(const rules::Selection& selection);

}  // namespace ebiri::fuzz

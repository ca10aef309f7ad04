// Shared by the fuzz targets. A target is one function of bytes that aborts with a message if a property does
// not hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "referee/rules/registry.hpp"

/// The target; each file NAME_fuzz.cpp defines it. Always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ebiri::fuzz {

/// Aborts with the message `broken` unless it is empty. `where` is the text that reproduces the problem.
void demand(std::string_view broken, std::string_view where);
void demand(bool holds, std::string_view what, std::string_view where);

/// Records that an input reached `state`. At the end, the program prints the number of different states by
/// their first word, on stderr.
void reached(const std::string& state);

/// The bytes of an input, read from the front. At the end it gives zeros and empty lines.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }
  unsigned byte();
  /// The text before the next newline, which is read too.
  std::string_view line();
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// The selection of a line such as `oware awari feed=none max-plies=7`, with at most three options. The bytes
/// of an unknown word select a name, so that every line is valid.
rules::Selection selection(std::string_view line);

/// The selection as one line.
std::string words_of(const rules::Selection& selection);

}  // namespace ebiri::fuzz

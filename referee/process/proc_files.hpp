// A reader of small text files in /proc.
#pragma once

#include <map>
#include <string>

#include "referee/support/descriptor.hpp"

namespace ebiri::process {

/// Reads the same files repeatedly. Keeps the first eight open, because opening takes longer than reading.
/// One thread at a time.
class ProcFiles {
 public:
  /// The first 4095 bytes of the file; empty if it is not readable.
  std::string contents(const std::string& path);

 private:
  std::map<std::string, Descriptor> open_;
};

}  // namespace ebiri::process

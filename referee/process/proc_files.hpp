// A reader of small text files of /proc that are read repeatedly.
#pragma once

#include <map>
#include <string>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// Keeps the first eight files open, because opening takes longer than reading. One thread at a time.
class ProcFiles {
 public:
  /// The first 4095 bytes of the file; empty if it is not readable.
  std::string contents(const std::string& path);

 private:
  std::map<std::string, Descriptor> open_;
};

}  // namespace ebiri::process

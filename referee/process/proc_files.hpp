// Small text files of /proc that are read again and again.
#pragma once

#include <map>
#include <string>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// Keeps the first eight open, as opening takes longer than reading. One thread at a time.
class ProcFiles {
 public:
  /// The beginning of the file, 4095 bytes at most; empty if it cannot be read.
  std::string contents(const std::string& path);

 private:
  std::map<std::string, Descriptor> open_;
};

}  // namespace ebiri::process

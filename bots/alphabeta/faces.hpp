// The variants that alphabeta plays. A new one is a header NAME_face.hpp with its evaluation, and one line in
// faces.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/alphabeta/brain.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::bots {

/// What a brain is made from.
struct Making {
  rules::Selection selection;
  Means means;
  std::string tables;  ///< a file of endgame tables, for variants that have them; empty for none

  bool operator==(const Making&) const = default;
};

/// Tables that cannot be used are done without: `complaint` says why.
struct Made {
  std::unique_ptr<Brain> brain;
  std::string complaint;
};

struct Face {
  std::string variant;
  Made (*make)(const Making& making);
};

/// Sorted by name.
const std::vector<Face>& faces();

}  // namespace ebiri::bots

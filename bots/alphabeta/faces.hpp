// The variants that alphabeta plays. A new one is a header NAME_face.hpp with its evaluation, and one line in
// faces.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/alphabeta/brain.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::bots {

struct Face {
  std::string variant;
  std::unique_ptr<Brain> (*make)(const rules::Selection& selection, std::size_t megabytes);
};

/// Sorted by name.
const std::vector<Face>& faces();

}  // namespace ebiri::bots

// Parses forms as browsers send them without scripts: multipart/form-data (RFC 7578).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::web {

struct FormPart {
  std::string name;  ///< of the field
  std::optional<std::string>
      file;               ///< its name, if it is a file: of its sender's choice, never a path to use
  std::string_view data;  ///< of the body
};

/// The parts of a form, in order. Only names are copied; data point into `body`. The parser is strict: `type`
/// is multipart/form-data with a boundary, the body begins with it and ends with its closing line, every part
/// has a name, there are at most 8 parts, and a part's head has at most 4096 bytes. The error is a sentence
/// for the sender.
Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body);

/// The only part with that name, if it is a file (or is not); null otherwise.
const FormPart* find_field(const std::vector<FormPart>& form, std::string_view name);
const FormPart* find_file(const std::vector<FormPart>& form, std::string_view name);

}  // namespace ebiri::web

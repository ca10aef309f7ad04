// What a browser sends with a form: multipart/form-data (RFC 7578), as a form can say without any script.
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

/// Parts of a form, in order; nothing is copied but names: data lie in `body`. Strict: `type` is
/// multipart/form-data with a boundary, the body begins with it and ends with its closing line, every part
/// says what it is called, there are at most 8 parts, and no part's head is longer than 4096 bytes. The error
/// is one sentence for its sender.
Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body);

/// The part of that name if it stands alone and is, or is not, a file; null otherwise.
const FormPart* find_field(const std::vector<FormPart>& form, std::string_view name);
const FormPart* find_file(const std::vector<FormPart>& form, std::string_view name);

}  // namespace ebiri::web

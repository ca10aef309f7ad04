// Parses forms as browsers send them without scripts: multipart/form-data (RFC 7578).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::web {

/// A field or a file of a form.
struct FormPart {
  std::string name;                 ///< the name of the field
  std::optional<std::string> file;  ///< the file's name, which the sender chooses: never use it as a path
  std::string_view data;            ///< a part of the body
};

/// Parses a form into its parts, in order. The data of the parts point into `body`. The parser is strict:
/// `type` must be multipart/form-data with a boundary, the body must begin with the boundary and end with its
/// closing line, and every part needs a name. At most 8 parts are allowed, and 4096 bytes in the head of a
/// part. The error is a message for the sender.
Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body);

/// The field, or the file, with that name; null if there is none, or if several parts have the name.
const FormPart* find_field(const std::vector<FormPart>& form, std::string_view name);
const FormPart* find_file(const std::vector<FormPart>& form, std::string_view name);

}  // namespace ebiri::web

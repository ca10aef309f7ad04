#include "referee/web/form.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <map>

#include "referee/support/text.hpp"

namespace ebiri::web {

namespace {

using boost::beast::iequals;

constexpr std::size_t max_parts = 8, longest_part_head = 4096, longest_boundary = 70;
constexpr const char* in_boundaries =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=?";

// The parameters of a header by their names, in lower case.
using Parameters = std::map<std::string, std::string>;

// Parses a quoted string, in which `\` escapes `"` and `\`. Browsers do not escape `\`, so the last quote
// ends the string in any case.
std::optional<std::string> take_quoted(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  while (!rest.empty() && rest.front() != '"') {
    const bool escaped =
        rest.starts_with("\\\\") || (rest.starts_with("\\\"") && rest.find('"', 2) != rest.npos);
    value += rest[escaped ? 1 : 0];
    rest.remove_prefix(escaped ? 2 : 1);
  }
  if (rest.empty()) return std::nullopt;
  rest.remove_prefix(1);
  return value;
}

// Parses the parameters of a header value that begins with `word`: `word; name=value; name="value"`. Nothing
// if it begins with another word, or if they are malformed.
std::optional<Parameters> parameters_of(std::string_view text, std::string_view word) {
  const auto first = std::min(text.find(';'), text.size());
  if (!iequals(trim(text.substr(0, first)), word)) return std::nullopt;
  Parameters all;
  for (std::string_view rest = trim(text.substr(first)); !rest.empty(); rest = trim(rest)) {
    if (rest.front() != ';') return std::nullopt;
    rest = trim(rest.substr(1));
    if (rest.empty()) break;
    const auto equals = rest.find('=');
    if (equals == rest.npos) return std::nullopt;
    const std::string name = lower_case(trim(rest.substr(0, equals)));
    rest = trim(rest.substr(equals + 1));
    std::optional<std::string> value;
    if (rest.starts_with('"')) {
      value = take_quoted(rest);
    } else {
      const auto end = std::min(rest.find(';'), rest.size());
      value = trim(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    if (name.empty() || !value || !all.emplace(name, *value).second) return std::nullopt;
  }
  return all;
}

std::optional<std::string> boundary_of(std::string_view type) {
  auto parameters = parameters_of(type, "multipart/form-data");
  if (!parameters) return std::nullopt;
  std::string& boundary = (*parameters)["boundary"];
  if (boundary.empty() || boundary.size() > longest_boundary ||
      boundary.find_first_not_of(in_boundaries) != boundary.npos)
    return std::nullopt;
  return std::move(boundary);
}

// Parses the head of a part.
std::optional<FormPart> part_of(std::string_view head) {
  std::optional<FormPart> part;
  while (!head.empty()) {
    const auto end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const auto colon = line.find(':');
    if (colon == line.npos) return std::nullopt;
    if (!iequals(trim(line.substr(0, colon)), "Content-Disposition")) continue;
    const auto parameters = parameters_of(line.substr(colon + 1), "form-data");
    if (part || !parameters || !parameters->contains("name")) return std::nullopt;
    part = FormPart{parameters->at("name"), {}, {}};
    if (parameters->contains("filename")) part->file = parameters->at("filename");
  }
  return part;
}

// The size of a part's data, which ends at the line break before a boundary line; npos if there is none.
std::size_t end_of_part(std::string_view rest, const std::string& line) {
  for (std::size_t at = rest.find(line); at != rest.npos; at = rest.find(line, at + 1)) {
    const std::string_view after = rest.substr(at + line.size());
    if (after.starts_with("\r\n") || after == "--" || after == "--\r\n") return at;
  }
  return rest.npos;
}

const FormPart* find_part(const std::vector<FormPart>& form, std::string_view name, bool is_file) {
  if (std::ranges::count(form, name, &FormPart::name) != 1) return nullptr;
  const FormPart& part = *std::ranges::find(form, name, &FormPart::name);
  return part.file.has_value() == is_file ? &part : nullptr;
}

}  // namespace

Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body) {
  const auto boundary = boundary_of(type);
  if (!boundary) return Error{"not a form: expected multipart/form-data with a boundary"};
  const std::string line = "\r\n--" + *boundary;
  std::vector<FormPart> form;
  std::string_view rest = body;
  if (!rest.starts_with(std::string_view{line}.substr(2)))
    return Error{"the form does not begin with its boundary"};
  rest.remove_prefix(line.size() - 2);
  while (rest != "--" && rest != "--\r\n") {
    if (!rest.starts_with("\r\n")) return Error{"a boundary line of the form is malformed"};
    if (form.size() == max_parts) return Error{"the form has too many parts"};
    rest.remove_prefix(2);
    const auto end = rest.substr(0, longest_part_head).find("\r\n\r\n");
    auto part = end == rest.npos ? std::nullopt : part_of(rest.substr(0, end));
    if (!part) return Error{"a part of the form has no name or a malformed head"};
    rest.remove_prefix(end + 4);
    const std::size_t size = end_of_part(rest, line);
    if (size == rest.npos) return Error{"the form is incomplete"};
    part->data = rest.substr(0, size);
    rest.remove_prefix(size + line.size());
    form.push_back(std::move(*part));
  }
  return form;
}

const FormPart* find_field(const std::vector<FormPart>& form, std::string_view name) {
  return find_part(form, name, false);
}

const FormPart* find_file(const std::vector<FormPart>& form, std::string_view name) {
  return find_part(form, name, true);
}

}  // namespace ebiri::web

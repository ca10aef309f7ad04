#include "referee/web/form.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <cctype>

#include "referee/support/text.hpp"

namespace ebiri::web {

namespace {

using boost::beast::iequals;

constexpr std::size_t max_parts = 8, longest_part_head = 4096, longest_boundary = 70;

struct Parameter {
  std::string_view name;
  std::string value;
};

// Parses a quoted string, in which `\` escapes `"` and `\`.
std::optional<std::string> take_quoted(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  while (!rest.empty() && rest.front() != '"') {
    const bool escaped = rest.size() > 1 && rest[0] == '\\' && (rest[1] == '"' || rest[1] == '\\');
    value += rest[escaped ? 1 : 0];
    rest.remove_prefix(escaped ? 2 : 1);
  }
  if (rest.empty()) return std::nullopt;
  rest.remove_prefix(1);
  return value;
}

// Parses the parameters of a header: `; name=value; name="value"`. Nothing if they are malformed.
std::optional<std::vector<Parameter>> parameters_of(std::string_view rest) {
  std::vector<Parameter> list;
  for (rest = trim(rest); !rest.empty(); rest = trim(rest)) {
    if (rest.front() != ';') return std::nullopt;
    rest = trim(rest.substr(1));
    if (rest.empty()) break;
    const auto equals = rest.find('=');
    if (equals == rest.npos) return std::nullopt;
    Parameter one{trim(rest.substr(0, equals)), {}};
    rest = trim(rest.substr(equals + 1));
    if (rest.starts_with('"')) {
      auto value = take_quoted(rest);
      if (!value) return std::nullopt;
      one.value = std::move(*value);
    } else {
      const auto end = std::min(rest.find(';'), rest.size());
      one.value = trim(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    const auto known = [&](const Parameter& other) { return iequals(other.name, one.name); };
    if (one.name.empty() || std::ranges::any_of(list, known)) return std::nullopt;
    list.push_back(std::move(one));
  }
  return list;
}

std::optional<std::string> parameter(const std::vector<Parameter>& list, std::string_view name) {
  for (const Parameter& one : list)
    if (iequals(one.name, name)) return one.value;
  return std::nullopt;
}

// The parameters of a header value that begins with `word`; nothing if it begins with another word.
std::optional<std::vector<Parameter>> after_word(std::string_view value, std::string_view word) {
  const auto end = std::min(value.find(';'), value.size());
  if (!iequals(trim(value.substr(0, end)), word)) return std::nullopt;
  return parameters_of(value.substr(end));
}

std::optional<std::string> boundary_of(std::string_view type) {
  const auto list = after_word(type, "multipart/form-data");
  if (!list) return std::nullopt;
  auto boundary = parameter(*list, "boundary");
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view{"'()+_,-./:=?"}.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!boundary || boundary->empty() || boundary->size() > longest_boundary ||
      !std::ranges::all_of(*boundary, allowed))
    return std::nullopt;
  return boundary;
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
    const auto list = after_word(line.substr(colon + 1), "form-data");
    const auto name = list ? parameter(*list, "name") : std::nullopt;
    if (part || !name) return std::nullopt;
    part = FormPart{*name, parameter(*list, "filename"), {}};
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

const FormPart* find_part(const std::vector<FormPart>& form, std::string_view name) {
  if (std::ranges::count(form, name, &FormPart::name) != 1) return nullptr;
  return &*std::ranges::find(form, name, &FormPart::name);
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
  const FormPart* part = find_part(form, name);
  return part != nullptr && !part->file ? part : nullptr;
}

const FormPart* find_file(const std::vector<FormPart>& form, std::string_view name) {
  const FormPart* part = find_part(form, name);
  return part != nullptr && part->file ? part : nullptr;
}

}  // namespace ebiri::web

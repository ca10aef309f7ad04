// The only file that includes mustache, which is a large header.
#include "referee/report/templates.hpp"

#include <algorithm>
#include <cassert>
#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Value = kainjow::mustache::data;

Value value_of(const nlohmann::ordered_json& data) {
  if (data.is_null()) return Value{false};
  if (data.is_boolean()) return Value{data.get<bool>()};
  if (data.is_string()) {
    const auto& text = data.get_ref<const std::string&>();
    return text.empty() ? Value{false} : Value{text};
  }
  if (data.is_number()) return Value{data.dump()};
  if (data.is_array()) {
    Value list{Value::type::list};
    for (const auto& one : data) list.push_back(value_of(one));
    return list;
  }
  Value object;
  for (const auto& [name, field] : data.items()) {
    object[name] = value_of(field);
    if (field.is_array()) object["has_" + name] = Value{!field.empty()};
  }
  return object;
}

std::string text_of(std::span<const Template> templates, std::string_view name) {
  const auto found = std::ranges::find(templates, name, &Template::name);
  assert(found != templates.end());
  return std::string{found->text};
}

}  // namespace

std::string render_page(std::span<const Template> templates, const PageFrame& frame, std::string_view body,
                        nlohmann::ordered_json data, const std::vector<std::string>& partials) {
  auto links = nlohmann::ordered_json::array();
  for (const auto& [path, words] : frame.links)
    links.push_back({{"path", path}, {"words", words}, {"here", path == frame.here}});
  data.update({{"site", frame.site},
               {"title", frame.title},
               {"is_first", frame.title == frame.site},
               {"subtitle", frame.subtitle},
               {"root", frame.root},
               {"first", frame.links.front().first},
               {"nav", std::move(links)},
               {"script", frame.script},
               {"footer", frame.footer},
               {"served", frame.served}});
  Value fields = value_of(data);
  fields["body"] = Value{text_of(templates, body)};
  for (const std::string& name : partials) fields[name] = Value{text_of(templates, name)};
  kainjow::mustache::mustache page{text_of(templates, "page")};
  page.set_custom_escape([](const std::string& text) { return escaped_markup(text); });
  std::string html = page.render(fields);
  assert(page.is_valid());
  return html;
}

}  // namespace ebiri::report

// The only file that includes mustache, which is a large header.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <kainjow/mustache.hpp>

#include "referee/contest/site/pages.hpp"
#include "referee/contest/site/templates.hpp"
#include "referee/support/markup.hpp"

namespace ebiri::contest {

namespace {

using Value = kainjow::mustache::data;
using MustacheTemplate = kainjow::mustache::mustache;

Value text_or_nothing(const std::string& text) { return text.empty() ? Value{false} : Value{text}; }

Value value_of(const PageData& data) {
  if (data.is_null()) return Value{false};
  if (data.is_boolean()) return Value{data.get<bool>()};
  if (data.is_string()) return text_or_nothing(data.get_ref<const std::string&>());
  if (data.is_number()) return Value{data.dump()};
  if (data.is_array()) {
    Value list{Value::type::list};
    for (const PageData& one : data) list.push_back(value_of(one));
    return list;
  }
  Value object;
  for (const auto& [name, field] : data.items()) {
    object[name] = value_of(field);
    if (field.is_array()) object["has_" + name] = Value{!field.empty()};
  }
  return object;
}

std::string template_of(std::string_view name) {
  const auto found = std::ranges::find(templates, name, &Template::name);
  assert(found != templates.end());
  return std::string{found->text};
}

PageData navigation(const ContestPage& page) {
  PageData links;
  const auto add = [&](const char* path, const char* words) {
    links.push_back({{"path", path}, {"words", words}, {"here", page.here == path}});
  };
  add("", "Contest");
  add("rules/", "Rules");
  if (page.finals) add("finals/", "Finals");
  if (page.practice) add("practice/", "Practice");
  add("team/", "Your team");
  return links;
}

}  // namespace

std::string render(const ContestPage& page) {
  Value frame = value_of(page.data);
  frame["contest"] = Value{page.contest};
  frame["title"] = Value{page.title};
  frame["is_first"] = Value{page.title == page.contest};
  frame["subtitle"] = text_or_nothing(page.subtitle);
  frame["root"] = Value{page.root};
  frame["nav"] = value_of(navigation(page));
  frame["body"] = Value{template_of(page.body)};
  frame["sign_out"] = Value{template_of("sign_out")};
  MustacheTemplate whole{template_of("page")};
  whole.set_custom_escape([](const std::string& text) { return escaped_markup(text); });
  std::string html = whole.render(frame);
  assert(whole.is_valid());
  return html;
}

PageData message_data(const ContestMessage& message) {
  std::string text = message.text;
  if (!message.good) text = fmt::format("{}", fmt::join(message.lines, "\n"));
  return {{"bad", !message.good},
          {"lines", message.good ? PageData(message.lines) : PageData::array()},
          {"text", text},
          {"next", message.next},
          {"next_words", message.next_words}};
}

}  // namespace ebiri::contest

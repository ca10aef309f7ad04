#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "referee/config/yaml.hpp"

namespace ebiri::config {

namespace {

// Whether the text needs no quotes in block and flow form.
bool plain(std::string_view text) {
  static constexpr std::array<std::string_view, 3> nulls{"null", "Null", "NULL"};
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (std::find(nulls.begin(), nulls.end(), text) != nulls.end()) return false;
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto inner = [&](char c) {
    return letter(c) || std::string_view(" ._-+/=").find(c) != std::string_view::npos;
  };
  const char first = text.front();
  return (letter(first) || first == '/' || first == '_') && std::all_of(text.begin(), text.end(), inner);
}

std::string in_double_quotes(std::string_view text) {
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      result += "\\x";
      result += hex[byte >> 4U];
      result += hex[byte & 0xFU];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string scalar(std::string_view text) { return plain(text) ? std::string(text) : in_double_quotes(text); }

}  // namespace

Node scalar_node(std::string text) { return {.kind = Node::Kind::scalar, .text = std::move(text)}; }
Node map_node(std::vector<Entry> entries) { return {.kind = Node::Kind::map, .entries = std::move(entries)}; }
Node list_node(std::vector<Node> items) { return {.kind = Node::Kind::list, .items = std::move(items)}; }

std::string emit_flow(const Node& node) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  switch (node.kind) {
    case Node::Kind::none:
      return "~";
    case Node::Kind::scalar:
      return scalar(node.text);
    case Node::Kind::map:
      for (const Entry& entry : node.entries) append(scalar(entry.key) + ": " + emit_flow(entry.value));
      return "{" + text + "}";
    case Node::Kind::list:
      break;
  }
  for (const Node& item : node.items) append(emit_flow(item));
  return "[" + text + "]";
}

std::string emit_yaml(const Node& map) {
  std::string text;
  for (const Entry& entry : map.entries) {
    text += scalar(entry.key) + ":";
    if (entry.value.kind != Node::Kind::list || entry.value.items.empty()) {
      text += " " + emit_flow(entry.value) + "\n";
      continue;
    }
    text += "\n";
    for (const Node& item : entry.value.items) text += "  - " + emit_flow(item) + "\n";
  }
  return text;
}

}  // namespace ebiri::config

#include "referee/config/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t max_keys = 1000;
constexpr std::size_t max_problems = 100;
constexpr std::size_t longest_text = 60;

// Ends the parsing of a document after an error; caught in parse_yaml.
struct Refusal {
  YAML::Mark mark;
  std::string message;
  std::string hint;
};

Place place_of(const YAML::Mark& mark, int source) {
  return {source, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, int source, Problems& problems)
      : lines_(split(text, '\n')),
        text_(text),
        source_(source),
        problems_(problems) {}

  Node take() { return std::move(root_); }

  /// The beginning of the innermost incomplete list or mapping, if any.
  std::optional<Place> innermost() const {
    if (stack_.empty()) return std::nullopt;
    return stack_.back().node.place;
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refusal{mark, "a second document starts here", "write one config per file"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_extras(mark, "", anchor);
    if (expects_key()) throw Refusal{mark, "a key is missing before `:`", ""};
    insert({.place = place_of_nothing(mark)});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    if (expects_key()) throw Refusal{mark, "a key cannot be an alias", "write the key itself"};
    if (stack_.empty() || !stack_.back().dropped) {
      problems_.add(place_of(mark, source_), "aliases (`*name`) are not supported", "write the value again");
    }
    if (!stack_.empty()) stack_.back().has_key = false;
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(mark, tag, anchor);
    // The tag of a quoted scalar is `!`, that of a plain one `?`.
    if (tag == "!" && !quote_closes(mark)) throw Refusal{mark, "a quote is not closed", ""};
    if (expects_key()) return begin_key(mark, value, tag == "?");
    insert({.kind = Node::Kind::scalar, .place = place_of(mark, source_), .text = value});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    begin(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    begin(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  // A list or map that is being read; in a map, the key whose value comes next.
  struct Frame {
    Node node;
    bool has_key = false;
    bool dropped = false;  // the value of this key is left out of the tree
    std::string key;
    Place key_place;
  };

  bool expects_key() const {
    return !stack_.empty() && stack_.back().node.kind == Node::Kind::map && !stack_.back().has_key;
  }

  // The parser gives an empty value the place of the next token; that of its key or list is more helpful.
  Place place_of_nothing(const YAML::Mark& mark) const {
    if (stack_.empty()) return place_of(mark, source_);
    return stack_.back().node.kind == Node::Kind::map ? stack_.back().key_place : stack_.back().node.place;
  }

  // The parser accepts the end of the text as the end of a quotation.
  bool quote_closes(const YAML::Mark& mark) const {
    const auto line = static_cast<std::size_t>(std::max(mark.line, 0));
    if (line >= lines_.size()) return true;
    const auto begin = static_cast<std::size_t>(lines_[line].data() - text_.data()) +
                       static_cast<std::size_t>(std::max(mark.column, 0));
    if (begin >= text_.size() || (text_[begin] != '"' && text_[begin] != '\'')) return true;
    const char quote = text_[begin];
    for (std::size_t at = begin + 1; at < text_.size(); ++at) {
      if (quote == '"' && text_[at] == '\\') {
        ++at;
      } else if (text_[at] == quote) {
        if (quote == '"' || at + 1 == text_.size() || text_[at + 1] != quote) return true;
        ++at;
      }
    }
    return false;
  }

  void refuse_extras(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      problems_.add(place_of(mark, source_), "anchors (`&name`) are not supported",
                    "write the value where it is needed");
    }
    if (!tag.empty() && tag != "?" && tag != "!") {
      problems_.add(place_of(mark, source_), "tags (`!name`) are not supported", "remove the tag");
    }
  }

  void begin_key(const YAML::Mark& mark, const std::string& key, bool plain) {
    const Place place = place_of(mark, source_);
    Frame& frame = stack_.back();
    if (frame.node.entries.size() == max_keys) {
      throw Refusal{mark, fmt::format("a mapping has more than {} keys", max_keys), "is this a config file?"};
    }
    frame.has_key = true;
    frame.dropped = false;
    frame.key = key;
    frame.key_place = place;
    if (plain && key == "<<") {  // in quotes it is a word like any other
      problems_.add(place, "merge keys (`<<`) are not supported", "write the keys in each mapping");
      frame.dropped = true;
    } else if (const Entry* first = frame.node.find(key)) {
      problems_.add(place, fmt::format("`{}` is given twice", printable(key, 64)),
                    fmt::format("the first is on line {}", first->place.line));
      frame.dropped = true;
    }
  }

  void begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_extras(mark, tag, anchor);
    if (expects_key()) {
      // yaml-cpp reports an unclosed `[` or `{` as if the list or mapping were a key.
      const bool map = kind == Node::Kind::map;
      throw Refusal{mark, fmt::format("a key must be a word, not a {}", map ? "mapping" : "list"),
                    fmt::format("is a `{}` or a quote missing?", map ? '}' : ']')};
    }
    if (stack_.size() == deepest) {
      throw Refusal{mark, fmt::format("nested more than {} levels deep", deepest), ""};
    }
    stack_.push_back({.node = {.kind = kind, .place = place_of(mark, source_)}});
  }

  void end() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    insert(std::move(node));
  }

  void insert(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = stack_.back();
    if (frame.node.kind == Node::Kind::list) return frame.node.items.push_back(std::move(node));
    if (!frame.dropped) frame.node.entries.push_back({frame.key, frame.key_place, std::move(node)});
    frame.has_key = false;
  }

  std::vector<std::string_view> lines_;
  std::string_view text_;
  int source_;
  Problems& problems_;
  int documents_ = 0;
  std::vector<Frame> stack_;
  Node root_;
};

// A message of yaml-cpp, and our clearer message.
struct Wording {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};

constexpr std::array<Wording, 14> wordings{{
    {"end of map not found", "this line does not fit the mapping around it",
     "check the indentation and the `:` after each key"},
    {"end of map flow not found", "`{` is not closed with `}`, or a `,` is missing", ""},
    {"end of sequence not found", "this line does not fit the list around it",
     "check the indentation and the `-` before each item"},
    {"end of sequence flow not found", "`[` is not closed with `]`, or a `,` is missing", ""},
    {"illegal map value", "unexpected `:`",
     "check for a missing `:` above, wrong indentation, or text that needs quotes"},
    {"illegal map key", "unexpected key", "check the indentation"},
    {"illegal block entry", "unexpected `-`", "check the indentation"},
    {"illegal flow end", "`}` or `]` without an opening bracket", ""},
    {"illegal EOF in scalar", "a quote is not closed", ""},
    {"unknown token", "unexpected character", "put the text in quotes"},
    {"the referenced anchor is not defined", "aliases (`*name`) are not supported", "write the value again"},
    {"alias not found after *", "aliases (`*name`) are not supported",
     "put text that begins with `*` in quotes"},
    {"anchor not found after &", "anchors (`&name`) are not supported",
     "put text that begins with `&` in quotes"},
    {"illegal document indicator in scalar", "the document ends inside a quoted string", ""},
}};

// The parser notices an unclosed bracket only at the next line that does not fit.
Place place_of(const YAML::Exception& problem, const TreeBuilder& builder, int source) {
  const Place place = place_of(problem.mark, source);
  const auto begin = builder.innermost();
  const bool bracket = std::string_view(problem.msg).ends_with("flow not found");
  return bracket && begin && begin->line != place.line ? *begin : place;
}

void report_syntax(const YAML::Exception& problem, Place place, Problems& problems) {
  for (const Wording& wording : wordings) {
    // Some versions of yaml-cpp append the anchor's name to the message `the referenced …`.
    if (!std::string_view(problem.msg).starts_with(wording.theirs)) continue;
    if (wording.theirs.size() != problem.msg.size() && !wording.theirs.starts_with("the referenced"))
      continue;
    return problems.add(place, std::string(wording.message), std::string(wording.hint));
  }
  problems.add(place, "not valid YAML: " + printable(problem.msg, 100));
}

}  // namespace

std::string received(const Node& node) {
  if (node.kind == Node::Kind::none) return "nothing";
  if (node.kind == Node::Kind::scalar) return "`" + printable(node.text, longest_text) + "`";
  return node.kind == Node::Kind::map ? "a mapping" : "a list";
}

void Problems::add(Place place, std::string message, std::string hint) {
  if (list_.size() == max_problems) {
    ++omitted_;
    return;
  }
  list_.push_back({place, std::move(message), std::move(hint)});
}

std::vector<Problem> Problems::sorted() const {
  std::vector<Problem> result = list_;
  std::stable_sort(result.begin(), result.end(),
                   [](const Problem& a, const Problem& b) { return a.place < b.place; });
  return result;
}

std::optional<Node> parse_yaml(std::string_view text, int source, Problems& problems) {
  TreeBuilder builder(text, source, problems);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refusal& refusal) {
    problems.add(place_of(refusal.mark, source), refusal.message, refusal.hint);
  } catch (const YAML::Exception& problem) {
    report_syntax(problem, place_of(problem, builder, source), problems);
  }
  return std::nullopt;
}

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

// A string of JSON is one of YAML, too.
std::string scalar(const std::string& text) {
  using nlohmann::json;
  return plain(text) ? text : json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

Node scalar_node(std::string text) { return {.kind = Node::Kind::scalar, .text = std::move(text)}; }
Node map_node(std::vector<Entry> entries) { return {.kind = Node::Kind::map, .entries = std::move(entries)}; }
Node list_node(std::vector<Node> items) { return {.kind = Node::Kind::list, .items = std::move(items)}; }

std::string emit_flow(const Node& node) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (node.kind == Node::Kind::none) return "~";
  if (node.kind == Node::Kind::scalar) return scalar(node.text);
  for (const Entry& entry : node.entries) append(scalar(entry.key) + ": " + emit_flow(entry.value));
  for (const Node& item : node.items) append(emit_flow(item));
  return node.kind == Node::Kind::map ? "{" + text + "}" : "[" + text + "]";
}

std::string yaml_text(const std::string& text) {
  const auto flow = [](const std::string& part) { return emit_flow(scalar_node(part)); };
  // `emit_flow` would put `./mine` in quotes without need, so the test omits leading dots and slashes.
  const std::string name = text.substr(std::min(text.find_first_not_of("./"), text.size()));
  return flow(name) == name ? text : flow(text);
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

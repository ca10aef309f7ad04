#include "referee/config/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

constexpr std::size_t deepest = 16;

// Ends the reading of a document whose rest cannot be judged; caught in parse_yaml.
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
  TreeBuilder(int source, Problems& problems) : source_(source), problems_(problems) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refusal{mark, "a second document starts here", "write one config per file"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_extras(mark, "", anchor);
    if (expects_key()) throw Refusal{mark, "a key is missing before `:`", ""};
    Node node;
    node.place = stack_.empty() || stack_.back().node.kind != Node::Kind::map ? place_of(mark, source_)
                                                                              : stack_.back().key_place;
    place(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    if (expects_key()) throw Refusal{mark, "a key cannot be an alias", "write the key itself"};
    if (stack_.empty() || stack_.back().key != "<<") {
      problems_.add(place_of(mark, source_), "aliases (`*name`) are not supported", "write the value again");
    }
    drop();
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(mark, tag, anchor);
    if (expects_key()) return begin_key(place_of(mark, source_), value);
    Node node = scalar_node(value);
    node.place = place_of(mark, source_);
    place(std::move(node));
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
    bool dropped = false;  // the value of this key has no place in the tree
    std::string key;
    Place key_place;
  };

  bool expects_key() const {
    return !stack_.empty() && stack_.back().node.kind == Node::Kind::map && !stack_.back().has_key;
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

  void begin_key(Place place, const std::string& key) {
    Frame& frame = stack_.back();
    frame.has_key = true;
    frame.dropped = false;
    frame.key = key;
    frame.key_place = place;
    if (key == "<<") {
      problems_.add(place, "merge keys (`<<`) are not supported", "write the keys in every place");
      frame.dropped = true;
    } else if (const Entry* first = frame.node.find(key)) {
      problems_.add(place, fmt::format("`{}` is given twice", printable(key, 64)),
                    fmt::format("the first is on line {}", first->place.line));
      frame.dropped = true;
    }
  }

  void begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_extras(mark, tag, anchor);
    const std::string_view what = kind == Node::Kind::map ? "a mapping" : "a list";
    if (expects_key()) throw Refusal{mark, fmt::format("a key must be a word, not {}", what), ""};
    if (stack_.size() == deepest) {
      throw Refusal{mark, fmt::format("nested more than {} levels deep", deepest), ""};
    }
    Frame frame;
    frame.node.kind = kind;
    frame.node.place = place_of(mark, source_);
    stack_.push_back(std::move(frame));
  }

  void end() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    place(std::move(node));
  }

  void place(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = stack_.back();
    if (frame.node.kind == Node::Kind::list) {
      frame.node.items.push_back(std::move(node));
      return;
    }
    if (!frame.dropped) frame.node.entries.push_back({frame.key, frame.key_place, std::move(node)});
    frame.has_key = false;
  }

  void drop() {
    if (!stack_.empty()) stack_.back().has_key = false;
  }

  int source_;
  Problems& problems_;
  int documents_ = 0;
  std::vector<Frame> stack_;
  Node root_;
};

// What yaml-cpp says, and what a person would.
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
    {"illegal map value", "a `:` where no mapping can begin", "put text that has `: ` in it in quotes"},
    {"illegal map key", "a key where none can stand", "check the indentation"},
    {"illegal block entry", "a `-` where no list can begin", "check the indentation"},
    {"illegal flow end", "a `}` or `]` that closes nothing", ""},
    {"illegal EOF in scalar", "a quote is not closed", ""},
    {"unknown token", "a character that no value can begin with", "put the text in quotes"},
    {"the referenced anchor is not defined", "aliases (`*name`) are not supported", "write the value again"},
    {"alias not found after *", "aliases (`*name`) are not supported",
     "put text that begins with `*` in quotes"},
    {"anchor not found after &", "anchors (`&name`) are not supported",
     "put text that begins with `&` in quotes"},
    {"illegal document indicator in scalar", "a document ends inside of a quoted text", ""},
}};

void report_syntax(const YAML::Exception& problem, int source, Problems& problems) {
  const Place place = place_of(problem.mark, source);
  for (const Wording& wording : wordings) {
    // The unknown anchor's name follows the message in some versions.
    if (!std::string_view(problem.msg).starts_with(wording.theirs)) continue;
    if (wording.theirs.size() != problem.msg.size() && !wording.theirs.starts_with("the referenced"))
      continue;
    return problems.add(place, std::string(wording.message), std::string(wording.hint));
  }
  problems.add(place, "not valid YAML: " + printable(problem.msg, 100));
}

}  // namespace

std::optional<Node> parse_yaml(std::string_view text, int source, Problems& problems) {
  TreeBuilder builder(source, problems);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refusal& refusal) {
    problems.add(place_of(refusal.mark, source), refusal.message, refusal.hint);
  } catch (const YAML::Exception& problem) {
    report_syntax(problem, source, problems);
  }
  return std::nullopt;
}

}  // namespace ebiri::config

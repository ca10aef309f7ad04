// The functions of the module, for worker.ts of the page. Texts go in through `ebiri_input` and come back
// through `ebiri_text`. A function returns 0 and leaves JSON, or -1 and leaves an error for the user.
//
// The module imports `ebiri.fail`, which must throw, `ebiri.report`, which gets each finished depth of a
// search, and a clock of WASI. It has no threads: pages run it in a worker, and end the worker to stop a
// search.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/alphabeta/evaluations.hpp"
#include "referee/described/described.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/erased.hpp"
#include "referee/support/text.hpp"
#include "referee/wasm/brain.hpp"

#define EBIRI_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" __attribute__((import_module("ebiri"), import_name("report"))) void ebiri_report(const char* text,
                                                                                            std::size_t size);

namespace ebiri::wasm {

namespace {

/// Builds one JSON text from front to back and sets the commas. The caller closes what it opens.
class Json {
 public:
  Json& open(char bracket) {
    comma();
    text_ += bracket;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    return *this;
  }
  Json& value(bool yes) {
    comma();
    text_ += yes ? "true" : "false";
    return *this;
  }
  template <std::integral T>
  Json& value(T number) {
    comma();
    append_number(text_, number);
    return *this;
  }
  /// Writes a number with two decimals.
  Json& value(double number) {
    const long long hundredths = std::llround(number * 100);
    comma();
    if (hundredths < 0) text_ += '-';
    const long long size = std::llabs(hundredths);
    append_number(text_, size / 100);
    text_ += '.';
    text_ += static_cast<char>('0' + size / 10 % 10);
    text_ += static_cast<char>('0' + size % 10);
    return *this;
  }
  Json& value(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    comma();
    text_ += '"';
    for (const char letter : text) {
      if (static_cast<unsigned char>(letter) < 0x20) {
        text_ += "\\u00";
        text_ += digits[static_cast<unsigned char>(letter) / 16U];
        text_ += digits[static_cast<unsigned char>(letter) % 16U];
        continue;
      }
      if (letter == '"' || letter == '\\') text_ += '\\';
      text_ += letter;
    }
    text_ += '"';
    return *this;
  }
  Json& value(const char* text) { return value(std::string_view(text)); }

  template <class List>
  Json& list(const List& values) {
    open('[');
    for (const auto& each : values) value(each);
    return close(']');
  }

  const std::string& text() const { return text_; }

 private:
  void comma() {
    if (text_.empty() || std::string_view("[{:").find(text_.back()) != std::string_view::npos) return;
    text_ += ',';
  }

  std::string text_;
};

using Books = std::map<std::string, std::shared_ptr<const described::Rulebook>>;

// The described games that the page has loaded.
Books& books() {
  static Books all;
  return all;
}

// Does not check the ruleset, which is the hash of the description: the page has loaded the game itself.
std::optional<Result<std::unique_ptr<rules::Rules>>> find_book(const rules::Selection& selection) {
  const auto book = books().find(selection.variant);
  if (book == books().end()) return std::nullopt;
  return rules::erase(described::DescribedGame(book->second), {selection.variant, selection.ruleset, {}});
}

std::vector<std::string> book_names() {
  std::vector<std::string> names;
  for (const auto& [name, book] : books()) names.push_back(name);
  return names;
}

std::string_view letter(rules::Side side) { return side == rules::Side::south ? "S" : "N"; }

void write_scene(Json& json, const rules::Scene& scene) {
  json.open('{').key("cells").list(scene.cells);
  json.key("norths").value(scene.norths).key("houses").value(scene.houses).close('}');
}

void write_outcome(Json& json, const rules::Outcome& outcome) {
  json.open('{').key("winner").value(rules::winner(outcome)).key("reason").value(outcome.reason);
  json.key("seeds").list(std::array{outcome.south, outcome.north}).close('}');
}

// The path of the last move of `after`: `[[from, to, seeds], …]`.
void write_path(Json& json, const rules::BoardShape& shape, const rules::Game& after,
                const rules::Scene& before) {
  const auto trace = after.trace(shape, before, after.scene());
  json.key("path").open('[');
  if (trace) {
    for (const auto& [from, to, seeds] : trace->transfers) json.list(std::array{from, to, seeds});
  }
  json.close(']').key("redrawn").value(!trace || trace->redrawn);
}

void write_shape(Json& json, const rules::BoardShape& shape) {
  json.open('{').key("pits_per_side").value(shape.pits_per_side);
  json.key("rows_per_side").value(shape.rows_of_side()).key("stores").value(shape.stores);
  json.key("pit_names").list(shape.pit_names).key("tracks").open('[');
  for (const auto& track : shape.tracks) json.list(track);
  json.close(']').close('}');
}

std::string info_text(const protocol::Info& info) {
  Json json;
  json.open('{').key("depth").value(info.depth.value_or(0)).key("nodes").value(info.nodes.value_or(0));
  if (info.score) json.key("score").value(info.score->value);
  json.key("pv").list(info.pv).close('}');
  return json.text();
}

// The last move.
struct Last {
  std::string move;
  rules::Side side = rules::Side::south;
  int captured = 0;
  rules::Scene before;
};

// The page's game from its base position on, and its engine.
struct {
  std::string setup;  // the first three lines of the input of `go`
  std::unique_ptr<rules::Rules> rules;
  std::unique_ptr<rules::Game> game;
  std::optional<std::string> base;
  std::vector<std::string> moves;
  std::optional<Last> last;

  bots::BrainSettings settings;
  std::unique_ptr<sdk::Bot> brain;
} current;

Result<void> begin(const std::string& variant, const std::string& ruleset, const std::string& base) {
  auto rules = rules::make_rules(variant, ruleset);
  if (!rules) return rules.error();
  auto game = rules::game_from(**rules, base);
  if (!game) return game.error();
  const bool same_rules =
      current.rules != nullptr && rules::full_name(*current.rules) == rules::full_name(**rules);
  if (!same_rules) current.brain.reset();
  current.rules = *std::move(rules);
  current.game = *std::move(game);
  current.base = base.empty() ? std::nullopt : std::optional(base);
  current.moves.clear();
  current.last.reset();
  return {};
}

Result<void> play(const std::string& move) {
  const rules::Side side = current.game->to_move();
  const rules::Scene before = current.game->scene();
  const auto earlier = current.game->clone();
  if (const auto played = rules::play_move(*current.game, move); !played) return played.error();
  const int captured = move == rules::stolen_turn ? 0 : earlier->effect(move).captured;
  current.moves.push_back(move);
  current.last = Last{move, side, captured, before};
  return {};
}

std::string state() {
  const rules::Game& game = *current.game;
  Json json;
  json.open('{').key("position").value(game.position()).key("mover").value(letter(game.to_move()));
  json.key("scene");
  write_scene(json, game.scene());
  json.key("score").list(std::array{game.score(rules::Side::south), game.score(rules::Side::north)});
  if (const auto due = game.arrangement())
    json.key("arrangement").open('{').key("pits").value(due->pits).key("seeds").value(due->seeds).close('}');
  if (const auto outcome = game.outcome()) {
    json.key("outcome");
    write_outcome(json, *outcome);
  }
  const rules::BoardShape shape = current.rules->shape();
  if (const auto& last = current.last) {
    json.key("last").open('{').key("move").value(last->move).key("side").value(letter(last->side));
    json.key("captured").value(last->captured);
    write_path(json, shape, game, last->before);
    json.close('}');
  }
  json.key("shape");
  write_shape(json, shape);
  return json.close('}').text();
}

// If the input continues the current game, only its new moves are played.
Result<std::string> go(std::string_view text) {
  const auto lines = split(text, '\n');
  if (lines.size() != 4) return Error{"expected four lines: variant, rules, position, moves"};
  const std::string setup{text.substr(0, text.size() - lines[3].size())};
  const auto moves = words(lines[3]);
  const bool goes_on = current.game != nullptr && setup == current.setup &&
                       current.moves.size() <= moves.size() &&
                       std::equal(current.moves.begin(), current.moves.end(), moves.begin());
  if (!goes_on) {
    current.setup.clear();
    const auto begun = begin(std::string(lines[0]), std::string(lines[1]), std::string(lines[2]));
    if (!begun) return begun.error();
    current.setup = setup;
  }
  while (current.moves.size() < moves.size()) {
    const auto played = play(std::string(moves[current.moves.size()]));
    if (!played) return played.error();
  }
  return state();
}

Result<std::string> learn(std::string name, std::string_view bytes) {
  for (const rules::VariantInfo& variant : rules::variants())
    if (variant.name == name) return Error{"`" + name + "` is known already"};
  auto book = described::from_bytes(bytes);
  if (!book) return book.error();
  books()[std::move(name)] = std::make_shared<const described::Rulebook>(*std::move(book));
  rules::add_other_games({.find = find_book, .names = book_names, .read = nullptr});
  return std::string("{}");
}

Result<std::string> choices() {
  if (current.game == nullptr) return Error{"no game has begun"};
  const rules::BoardShape shape = current.rules->shape();
  Json json;
  json.open('[');
  for (const std::string& move : current.game->legal_moves()) {
    const auto after = current.game->clone();
    after->play(move);
    json.open('{').key("move").value(move).key("captured").value(current.game->effect(move).captured);
    write_path(json, shape, *after, current.game->scene());
    json.close('}');
  }
  return json.close(']').text();
}

// Compiled for size here: most of the time is spent in the interpreter.
std::unique_ptr<sdk::Bot> make_described_brain() {
  using Game = described::DescribedGame;
  return std::make_unique<bots::BrainOf<Game>>(bots::typed<Game>(*current.rules), current.settings, nullptr);
}

Result<std::string> think(int number, sdk::Budget budget, std::uint64_t seed,
                          const std::function<void(std::string_view)>& report) {
  if (current.game == nullptr) return Error{"no game has begun"};
  if (current.game->outcome()) return Error{"the game is over"};
  const bots::Level level = bots::level(number);
  bots::BrainSettings& settings = current.settings;
  std::unique_ptr<sdk::Bot>& brain = current.brain;
  if (brain == nullptr || settings.level != level) {
    settings.level = level;
    brain.reset();  // frees its memory first
    brain = make_brain(*current.rules, settings);
    if (brain == nullptr) brain = make_described_brain();
  }
  budget.asked = sdk::Clock::now();
  protocol::Info last;
  const auto listen = [&](const protocol::Info& info) {
    last = info;
    report(info_text(info));
  };
  const std::string move =
      brain->choose({*current.game, current.base, current.moves, seed, budget, {}, listen});
  Json json;
  json.open('{').key("move").value(move);
  return json.text() + ',' + info_text(last).substr(1);  // one object with the fields of both
}

constexpr std::size_t max_input = 1 << 20;

std::string input, output;

int answer(Result<std::string> result) {
  output = result ? *std::move(result) : result.error().message;
  return result ? 0 : -1;
}

bool is_whole(double number) { return number == std::floor(number) && number >= 0 && number < 1e15; }

}  // namespace

EBIRI_EXPORT(ebiri_input) char* ebiri_input(std::size_t size) {
  if (size > max_input) return nullptr;
  input.resize(size);
  return input.data();
}

EBIRI_EXPORT(ebiri_text) const char* ebiri_text() { return output.data(); }
EBIRI_EXPORT(ebiri_text_size) std::size_t ebiri_text_size() { return output.size(); }

/// The input is the game's name, a newline and its bytes (`described::to_bytes`).
EBIRI_EXPORT(ebiri_learn) int ebiri_learn() {
  const std::size_t end = input.find('\n');
  if (end == std::string::npos) return answer(Error{"expected a name, a newline and bytes"});
  return answer(learn(input.substr(0, end), std::string_view(input).substr(end + 1)));
}

/// The input has four lines: variant, rules (`abapa repetition=third`), base position, and the moves
/// separated by blanks. Answers the position, and the last move as `last`.
EBIRI_EXPORT(ebiri_go) int ebiri_go() { return answer(go(input)); }

/// The legal moves with their effects. A path is `[[from, to, seeds], …]`, with cells as in rules/scene.hpp.
EBIRI_EXPORT(ebiri_choices) int ebiri_choices() { return answer(choices()); }

/// 0 means no limit; at least one limit is required. With the same limit of nodes and the same seed, the move
/// is that of bots/alphabeta. Answers move, score in seeds, depth, nodes, pv.
EBIRI_EXPORT(ebiri_think) int ebiri_think(int level, double nodes, double ms, double seed) {
  if (level < bots::lowest_level || level > bots::highest_level)
    return answer(Error{"the level must be 1 to 10"});
  if (!is_whole(nodes) || !is_whole(ms) || !is_whole(seed) || nodes + ms <= 0)
    return answer(Error{"a search needs a limit; limits and seed must be whole numbers"});
  sdk::Budget budget;
  if (nodes > 0) budget.nodes = static_cast<std::uint64_t>(nodes);
  if (ms > 0) budget.move_time = std::chrono::milliseconds(static_cast<std::int64_t>(ms));
  const auto report = [](std::string_view text) { ebiri_report(text.data(), text.size()); };
  return answer(think(level, budget, static_cast<std::uint64_t>(seed), report));
}

}  // namespace ebiri::wasm

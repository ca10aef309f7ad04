#include "referee/wasm/session.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "referee/described/bytes.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/erased.hpp"
#include "referee/support/text.hpp"

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

std::shared_ptr<const described::Rulebook> book_of(const std::string& variant) {
  const auto found = books().find(variant);
  return found == books().end() ? nullptr : found->second;
}

// Does not check the ruleset, which is the hash of the description: the page has loaded the game itself.
std::optional<Result<std::unique_ptr<rules::Rules>>> find_book(const rules::Selection& selection) {
  auto book = book_of(selection.variant);
  if (book == nullptr) return std::nullopt;
  return rules::erase(described::DescribedGame(std::move(book)), {selection.variant, selection.ruleset, {}});
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
void write_path(Json& json, const rules::Game& after, const rules::Scene& before) {
  const auto trace = after.trace(before, after.scene());
  json.key("path").open('[');
  if (trace) {
    for (const auto& [from, to, seeds] : trace->transfers) json.list(std::array{from, to, seeds});
  }
  json.close(']').key("redrawn").value(!trace || trace->redrawn);
}

void write_shape(Json& json, const rules::BoardShape& shape) {
  json.open('{').key("pits_per_side").value(shape.pits_per_side);
  json.key("rows_per_side").value(shape.rows_per_side).key("stores").value(shape.stores);
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

}  // namespace

Result<std::string> Session::learn(std::string name, std::string_view bytes) {
  for (const rules::VariantInfo& variant : rules::variants())
    if (variant.name == name) return Error{"`" + name + "` is known already"};
  auto book = described::from_bytes(bytes);
  if (!book) return book.error();
  books()[std::move(name)] = std::make_shared<const described::Rulebook>(*std::move(book));
  rules::add_other_games({.find = find_book, .names = book_names, .read = nullptr});
  return std::string("{}");
}

Result<void> Session::begin(const std::string& variant, const std::string& ruleset, const std::string& base) {
  const auto selection = rules::parse_selection(variant, ruleset);
  if (!selection) return selection.error();
  auto rules = rules::make_rules(*selection);
  if (!rules) return rules.error();
  auto game = rules::game_from(**rules, base);
  if (!game) return game.error();
  rules_ = *std::move(rules);
  game_ = *std::move(game);
  base_ = base.empty() ? std::nullopt : std::optional(base);
  moves_.clear();
  last_.reset();
  if (settings_.selection != *selection) brain_.reset();
  settings_.selection = *selection;
  return {};
}

Result<void> Session::play(const std::string& move) {
  const rules::Side side = game_->to_move();
  const rules::Scene before = game_->scene();
  const auto earlier = game_->clone();
  if (const auto played = rules::play_move(*game_, move); !played) return played.error();
  const int captured = move == rules::stolen_turn ? 0 : earlier->effect(move).captured;
  moves_.push_back(move);
  last_ = Last{move, side, captured, before};
  return {};
}

Result<std::string> Session::go(std::string_view text) {
  const auto lines = split(text, '\n');
  if (lines.size() != 4) return Error{"expected four lines: variant, rules, position, moves"};
  const std::string setup{text.substr(0, text.size() - lines[3].size())};
  const auto moves = words(lines[3]);
  const bool goes_on = game_ != nullptr && setup == setup_ && moves_.size() <= moves.size() &&
                       std::equal(moves_.begin(), moves_.end(), moves.begin());
  if (!goes_on) {
    setup_.clear();
    const auto begun = begin(std::string(lines[0]), std::string(lines[1]), std::string(lines[2]));
    if (!begun) return begun.error();
    setup_ = setup;
  }
  while (moves_.size() < moves.size()) {
    const auto played = play(std::string(moves[moves_.size()]));
    if (!played) return played.error();
  }
  return state();
}

std::string Session::state() const {
  Json json;
  json.open('{').key("position").value(game_->position()).key("mover").value(letter(game_->to_move()));
  json.key("scene");
  write_scene(json, game_->scene());
  json.key("score").list(std::array{game_->score(rules::Side::south), game_->score(rules::Side::north)});
  if (const auto due = game_->arrangement())
    json.key("arrangement").open('{').key("pits").value(due->pits).key("seeds").value(due->seeds).close('}');
  if (const auto outcome = game_->outcome()) {
    json.key("outcome");
    write_outcome(json, *outcome);
  }
  if (last_) {
    json.key("last").open('{').key("move").value(last_->move).key("side").value(letter(last_->side));
    json.key("captured").value(last_->captured);
    write_path(json, *game_, last_->before);
    json.close('}');
  }
  json.key("shape");
  write_shape(json, rules_->shape());
  return json.close('}').text();
}

Result<std::string> Session::choices() const {
  if (game_ == nullptr) return Error{"no game has begun"};
  Json json;
  json.open('[');
  for (const std::string& move : game_->legal_moves()) {
    const auto after = game_->clone();
    after->play(move);
    json.open('{').key("move").value(move).key("captured").value(game_->effect(move).captured);
    write_path(json, *after, game_->scene());
    json.close('}');
  }
  return json.close(']').text();
}

Result<std::string> Session::think(int number, sdk::Budget budget, std::uint64_t seed,
                                   const std::function<void(std::string_view)>& report) {
  if (game_ == nullptr) return Error{"no game has begun"};
  if (game_->outcome()) return Error{"the game is over"};
  const bots::Level level = bots::level(number);
  if (brain_ == nullptr || settings_.level != level) {
    settings_.level = level;
    brain_.reset();  // frees its memory first
    auto book = book_of(settings_.selection.variant);
    brain_ = book == nullptr ? make_brain(settings_) : make_described_brain(settings_, std::move(book));
  }
  budget.asked = sdk::Clock::now();
  protocol::Info last;
  const auto listen = [&](const protocol::Info& info) {
    last = info;
    report(info_text(info));
  };
  const std::string move = brain_->choose({*game_, base_, moves_, seed, budget, {}, listen});
  Json json;
  json.open('{').key("move").value(move);
  return json.text() + ',' + info_text(last).substr(1);  // one object with the fields of both
}

Result<std::string> Session::perft(int depth) const {
  if (game_ == nullptr) return Error{"no game has begun"};
  const auto counts = rules_->perft(game_->position(), depth);
  if (!counts) return counts.error();
  Json json;
  json.list(std::array{counts->leaves, counts->ended_at_leaf, counts->ended_earlier});
  return json.text();
}

}  // namespace ebiri::wasm

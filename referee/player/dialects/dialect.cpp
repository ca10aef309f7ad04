#include "referee/player/dialects/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "protocol/ugi.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

namespace ugi = protocol::ugi;
using std::chrono::milliseconds;

constexpr milliseconds default_move_time{1000};
constexpr int moves_expected = 25;

class Ugi final : public Dialect {
 public:
  std::string encode(const protocol::Request& request) override { return ugi::encode(request) + "\n"; }

  std::string question(const GameLine& line, const Budget& budget) override {
    return line.in_ugi() + '\n' + encode(budget.go);
  }

  Interpreted interpret(std::string_view line) override { return {ugi::decode(line)}; }
};

std::unique_ptr<Dialect> make_ugi() { return std::make_unique<Ugi>(); }

const DialectTraits table[] = {
    {.word = native_dialect, .make = make_ugi},
    {.word = "uci-oware", .make = make_uci_oware, .variant = "oware", .has_depth = true},
    {.word = "codingame", .make = make_codingame, .variant = "oware", .ruleset = "codingame"},
    {.word = "mankalah",
     .make = make_mankalah,
     .variant = "kalah",
     .ruleset = "manchester",
     .from_start_only = true},
    {.word = "kgp", .make = make_kgp, .variant = "kalah", .has_swap = false, .wrapper = "ebiri-bridge"},
};

}  // namespace

const DialectTraits& dialect(std::string_view word) {
  const auto* found = std::ranges::find(table, word, &DialectTraits::word);
  assert(found != std::end(table));
  return *found;
}

std::vector<std::string> dialect_words() { return mapped(table, &DialectTraits::word); }

std::string dialect_problem(const DialectTraits& dialect, const rules::Rules& rules) {
  if (!dialect.variant.empty() && rules.variant() != dialect.variant)
    return fmt::format("the dialect `{}` is for {}, and the variant is {}", dialect.word, dialect.variant,
                       rules.variant());
  if (!dialect.has_swap && rules.start()->position().ends_with("-swap"))
    return fmt::format("the dialect `{}` has no `swap`; set `pie=false`", dialect.word);
  return {};
}

milliseconds time_for_move(const Budget& budget, rules::Side mover) {
  const protocol::Go& go = budget.go;
  if (go.movetime) return *go.movetime;
  const bool south = mover == rules::Side::south;
  const auto clock = south ? go.p1time : go.p2time;
  if (!clock) return default_move_time;
  const milliseconds increment = (south ? go.p1inc : go.p2inc).value_or(milliseconds{});
  const int moves = std::clamp(go.movestogo.value_or(moves_expected), 1, moves_expected);
  const milliseconds share = std::min(*clock / moves + increment * 3 / 4, *clock * 3 / 4);
  return std::max(share, milliseconds{1});
}

std::unique_ptr<rules::Game> Dialect::game_at(const GameLine& line) const {
  auto game = *rules::game_from(*rules_, line.base().value_or(""));
  for (const std::string& move : line.moves()) {
    [[maybe_unused]] const auto refused = rules::advance(*game, move);
    assert(!refused);
  }
  return game;
}

TwoRowNumbers two_rows(const rules::Game& game, rules::Side own) {
  const rules::Cells cells = game.scene().cells;  // pits of south, of north, store of south, of north
  const auto middle = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() / 2 - 1);
  TwoRowNumbers rows{.own = {cells.begin(), middle},
                     .other = {middle, cells.end() - 2},
                     .own_store = *(cells.end() - 2),
                     .other_store = cells.back()};
  if (own == rules::Side::north) {
    std::swap(rows.own, rows.other);
    std::swap(rows.own_store, rows.other_store);
  }
  return rows;
}

std::string pit_letter(rules::Side side, int number) {
  return std::string(1, static_cast<char>((side == rules::Side::south ? 'A' : 'a') + number));
}

}  // namespace ebiri::player

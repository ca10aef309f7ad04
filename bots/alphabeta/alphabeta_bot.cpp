#include "bots/alphabeta/alphabeta_bot.hpp"

#include <utility>

#include "bots/alphabeta/variants.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/oware/endgame_tables.hpp"

namespace ebiri::bots {

namespace {

/// Knowledge of Oware from endgame tables.
class OwareTables final : public Knowledge<rules::oware::Oware> {
 public:
  /// Precondition: the tables have the same rules.
  OwareTables(const rules::oware::Oware& rules, rules::oware::EndgameTables tables)
      : tables_(std::move(tables)),
        rules_(rules) {}

  std::optional<Lead> lead(const Position& position) const override {
    if (!tables_.contains(position)) return std::nullopt;
    const rules::oware::Bounds bounds = tables_.bounds(position);
    // The lead if the opponent got all seeds on the board. A seed that the mover gets instead counts twice.
    const int lowest = position.own_store() - position.other_store() - rules::oware::on_board(position);
    return Lead{lowest + 2 * bounds.lo, lowest + 2 * bounds.hi};
  }

  std::vector<Move> advice(const Position& position) const override {
    const auto here = lead(position);
    if (!here) return {};
    if (here->decided()) {
      if (const auto move = tables_.securing_move(position)) return {*move};
    }
    std::vector<Move> moves;
    for (const Move move : rules_.legal_moves(position))
      if (tables_.secured(position, move) == tables_.bounds(position).lo) moves.push_back(move);
    return moves;
  }

 private:
  rules::oware::EndgameTables tables_;
  rules::oware::Oware rules_;
};

/// The knowledge from a file of endgame tables; null without a file and for other variants than Oware.
template <rules::Variant V>
Result<std::unique_ptr<Knowledge<V>>> knowledge(const std::string& path, const V& variant) {
  std::unique_ptr<Knowledge<V>> known;
  if constexpr (std::is_same_v<V, rules::oware::Oware>) {
    if (path.empty()) return known;
    auto tables = rules::oware::EndgameTables::open(path, variant.options());
    if (!tables) return tables.error();
    known = std::make_unique<OwareTables>(variant, std::move(*tables));
  }
  return known;
}

}  // namespace

sdk::Identity AlphaBeta::identity() {
  return {.name = "AlphaBeta 1.0",
          .author = "the Ebiri authors",
          .variants = announced_names(),
          .options = {{"Hash", "spin", "16", "1", "4096", {}},
                      {"Level", "spin", "10", "1", "10", {}},
                      {"Tables", "string", "", {}, {}, {}}}};
}

void AlphaBeta::new_game(const sdk::Setup& setup) {
  begin({.megabytes = static_cast<std::size_t>(setup.options.number("Hash")),
         .level = level(setup.options.number("Level")),
         .tables = setup.options.text("Tables")},
        setup);
}

void AlphaBeta::begin(const BrainSettings& settings, const sdk::Setup& setup) {
  const std::string rules = rules::full_name(setup.rules);
  if (brain_ == nullptr || rules != rules_ || settings != settings_) {
    brain_.reset();  // frees its memory first
    with_variant(setup.rules, [&]<rules::Variant V>(const V& variant) {
      auto known = knowledge(settings.tables, variant);
      if (!known) setup.say("plays without endgame tables: " + known.error().message);
      brain_ = std::make_unique<BrainOf<V>>(variant, settings, known ? std::move(*known) : nullptr);
    });
    rules_ = rules;
    settings_ = settings;
  }
  brain_->new_game(setup);
}

}  // namespace ebiri::bots

#include "referee/rules/exact_ends.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/rules/erased.hpp"
#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

namespace {

class OwareEnds final : public ExactEnds {
 public:
  OwareEnds(const oware::Options& options, oware::EndgameTables tables)
      : rules_(options),
        tables_(std::move(tables)) {}

  std::optional<EndBounds> bounds(const Game& game) const override {
    const auto position = known(game);
    if (!position) return std::nullopt;
    const oware::Bounds gain = tables_.bounds(*position);
    const int least = position->own_store() + gain.lo, most = position->own_store() + gain.hi;
    if (position->mover() == Side::south) return EndBounds{least, most};
    return EndBounds{game.seeds() - most, game.seeds() - least};
  }

  std::optional<std::string> securing_move(const Game& game) const override {
    const auto position = known(game);
    const auto move = position ? tables_.securing_move(*position) : std::nullopt;
    if (!move) return std::nullopt;
    return rules_.move_text(*position, *move);
  }

  int max_seeds() const override { return tables_.max_seeds(); }

 private:
  std::optional<oware::Position> known(const Game& game) const {
    const auto position = rules_.parse_position(game.position());
    if (!position || !tables_.contains(*position)) return std::nullopt;
    return *position;
  }

  oware::Oware rules_;
  oware::EndgameTables tables_;
};

}  // namespace

std::optional<KnownEnd> known_end(const Game& game, const ExactEnds& ends) {
  if (game.outcome()) return std::nullopt;
  const auto end = ends.bounds(game);
  auto move = ends.securing_move(game);
  if (!end || end->least != end->most || !move) return std::nullopt;
  return KnownEnd{2 * end->least - game.seeds(), *std::move(move)};
}

Result<std::shared_ptr<const ExactEnds>> open_exact_ends(const std::string& path, const Rules& rules) {
  const auto* erased = dynamic_cast<const ErasedRules<oware::Oware>*>(&rules);
  if (erased == nullptr)
    return Error{
        fmt::format("there are endgame tables of `oware` only, not of `{}`", printable(rules.variant(), 60))};
  const oware::Options& options = erased->typed().options();
  auto tables = oware::EndgameTables::open(path, options);
  if (!tables) return tables.error();
  return std::shared_ptr<const ExactEnds>{std::make_shared<OwareEnds>(options, std::move(*tables))};
}

}  // namespace ebiri::rules

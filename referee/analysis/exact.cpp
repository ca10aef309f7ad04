#include "referee/analysis/exact.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/rules/options.hpp"
#include "referee/rules/oware/catalogue.hpp"
#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/support/text.hpp"

namespace ebiri::analysis {

namespace oware = rules::oware;
using rules::Side;

struct ExactValues::Tables {
  oware::Oware rules;
  oware::EndgameTables tables;
};

ExactValues::ExactValues(std::unique_ptr<Tables> tables) : tables_(std::move(tables)) {}
ExactValues::ExactValues(ExactValues&&) noexcept = default;
ExactValues& ExactValues::operator=(ExactValues&&) noexcept = default;
ExactValues::~ExactValues() = default;

Result<ExactValues> ExactValues::open(const std::string& file, const rules::Selection& selection) {
  const auto& catalogue = oware::catalogue();
  if (selection.variant != catalogue.name)
    return Error{
        fmt::format("there are tables of `oware` only, not of `{}`", printable(selection.variant, 60))};
  const auto choice = rules::choose(catalogue, selection);
  if (!choice) return choice.error();
  auto tables = oware::EndgameTables::open(file, choice->options);
  if (!tables) return tables.error();
  return ExactValues{std::make_unique<Tables>(Tables{oware::Oware(choice->options), std::move(*tables)})};
}

std::optional<ExactValues::Known> ExactValues::of(const rules::Game& game) const {
  const auto position = tables_->rules.parse_position(game.position());
  if (!position || !tables_->tables.contains(*position)) return std::nullopt;
  const auto bounds = tables_->tables.bounds(*position);
  const auto move = tables_->tables.securing_move(*position);
  if (!bounds.known() || !move) return std::nullopt;
  const int rest = oware::on_board(*position);
  const Side mover = game.to_move();
  const int gains = 2 * bounds.lo - rest;  // the mover's lead in what is on the board
  const int lead =
      game.score(Side::south) - game.score(Side::north) + (mover == Side::south ? gains : -gains);
  return Known{
      {.source = Value::Source::table, .seeds = static_cast<double>(lead), .result = (lead > 0) - (lead < 0)},
      tables_->rules.move_text(*position, *move)};
}

int ExactValues::most_seeds() const { return tables_->tables.most_seeds(); }

}  // namespace ebiri::analysis

#include "referee/terminal/interactive_game.hpp"

#include <cassert>
#include <utility>

#include "referee/match/play_game.hpp"
#include "referee/rules/describe.hpp"

namespace ebiri::terminal {

namespace {

using match::Verdict;
using rules::Side;

}  // namespace

InteractiveGame::InteractiveGame(const rules::Rules& rules, std::optional<std::string> base)
    : rules_(rules),
      base_(std::move(base)) {
  restart();
}

void InteractiveGame::restart() {
  auto game = match::open_game(rules_, {.name = "", .base = base_, .moves = {}});
  assert(game);
  game_ = std::move(*game);
  before_last_.reset();
  verdict_.reset();
  if (const auto outcome = game_->outcome()) verdict_ = match::verdict_of(*outcome, Verdict::Cause::rules);
}

player::GameLine InteractiveGame::line() const {
  player::GameLine line{base_};
  for (const match::Ply& ply : plies_) line.add(ply.move);
  return line;
}

std::optional<rules::MoveError> InteractiveGame::play(const std::string& move,
                                                      const player::Thought& thought) {
  assert(!verdict_);
  if (auto refused = game_->clone()->play(move)) return refused;
  repeat(move, thought);
  return std::nullopt;
}

void InteractiveGame::repeat(const std::string& move, const player::Thought& thought) {
  before_last_ = game_->clone();
  plies_.push_back({game_->to_move(), move, thought});
  const auto refused = rules::advance(*game_, move);
  assert(!refused);
  if (const auto outcome = game_->outcome()) verdict_ = match::verdict_of(*outcome, Verdict::Cause::rules);
}

void InteractiveGame::give_up(Side loser, std::optional<player::Fault> fault) {
  verdict_ = Verdict{.result = rules::win_of(rules::opponent(loser)),
                     .cause = fault ? Verdict::Cause::fault : Verdict::Cause::resigned,
                     .reason = std::string{fault ? player::word(fault->kind) : "resigned"},
                     .loser = loser,
                     .fault = std::move(fault),
                     .south = game_->score(Side::south),
                     .north = game_->score(Side::north)};
}

std::optional<std::size_t> InteractiveGame::undo_point(const Persons& persons) const {
  for (std::size_t count = plies_.size(); count > 0; --count)
    if (persons[index(plies_[count - 1].side)]) return count - 1;
  return std::nullopt;
}

void InteractiveGame::take_back(std::size_t plies) {
  assert(plies <= plies_.size());
  auto kept = std::move(plies_);
  kept.resize(plies);
  plies_.clear();
  restart();
  for (const match::Ply& ply : kept) repeat(ply.move, ply.thought);
}

match::GameRecord InteractiveGame::record() const {
  match::GameRecord record;
  record.game = record.pair = 1;
  record.variant = rules_.variant();
  record.ruleset = rules::ruleset_text(rules_);
  record.opening = {.name = base_ ? "position" : "start", .base = base_, .moves = {}};
  record.plies = plies_;
  record.final_position = game_->position();
  if (verdict_) {
    record.verdict = *verdict_;
    return record;
  }
  record.verdict = {
      .result = Verdict::Result::void_game, .cause = Verdict::Cause::machine, .reason = "unfinished"};
  record.verdict.south = game_->score(Side::south);
  record.verdict.north = game_->score(Side::north);
  return record;
}

}  // namespace ebiri::terminal

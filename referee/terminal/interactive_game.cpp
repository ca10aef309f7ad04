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
  player::GameLine line{.base = base_, .moves = {}};
  for (const match::Ply& ply : plies_) line.moves.push_back(ply.move);
  return line;
}

std::optional<rules::MoveError> InteractiveGame::play(const std::string& move,
                                                      const player::Thought& thought) {
  assert(!verdict_);
  auto before = game_->clone();
  if (auto refused = game_->play(move)) return refused;
  plies_.push_back({before->to_move(), move, thought});
  before_last_ = std::move(before);
  if (const auto outcome = game_->outcome()) verdict_ = match::verdict_of(*outcome, Verdict::Cause::rules);
  return std::nullopt;
}

void InteractiveGame::repeat(const std::string& move, const player::Thought& thought) {
  if (move == rules::stolen_turn) return steal(thought);
  const auto refused = play(move, thought);
  assert(!refused);
}

void InteractiveGame::steal(const player::Thought& thought) {
  before_last_ = game_->clone();
  plies_.push_back({game_->to_move(), std::string{rules::stolen_turn}, thought});
  game_->steal();
  if (const auto outcome = game_->outcome()) verdict_ = match::verdict_of(*outcome, Verdict::Cause::rules);
}

void InteractiveGame::settle(Side loser, Verdict::Cause cause, std::string reason) {
  verdict_ = Verdict{.result = rules::win_of(rules::opponent(loser)),
                     .cause = cause,
                     .reason = std::move(reason),
                     .loser = loser,
                     .south = game_->score(Side::south),
                     .north = game_->score(Side::north)};
}

void InteractiveGame::give_up(Side loser) { settle(loser, Verdict::Cause::resigned, "resigned"); }

void InteractiveGame::forfeit(Side loser, player::Fault fault) {
  settle(loser, Verdict::Cause::fault, std::string{player::word(fault.kind)});
  verdict_->fault = std::move(fault);
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

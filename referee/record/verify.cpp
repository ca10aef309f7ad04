#include "referee/record/verify.hpp"

#include <fmt/format.h>

#include "referee/match/adjudication.hpp"
#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"

namespace ebiri::record {

namespace {

using match::Verdict;

// Replays the moves of a record and compares the end of the game with the recorded end.
class Check {
 public:
  Check(const match::GameRecord& record, const rules::Rules& rules) : record_(record), rules_(rules) {}

  std::vector<std::string> run() {
    auto game = match::open_game(rules_, record_.opening);
    if (!game) return {"opening: " + game.error().message};
    game_ = std::move(*game);
    if (auto contradiction = replay()) return {std::move(*contradiction)};
    compare("final position", record_.final_position, game_->position());
    judge();
    return std::move(found_);
  }

 private:
  std::optional<std::string> replay() {
    for (std::size_t i = 0; i < record_.plies.size(); ++i) {
      const std::string& move = record_.plies[i].move;
      const auto wrong = [&](std::string_view what) {
        return fmt::format("ply {}, `{}`: {}", i + 1, move, what);
      };
      if (game_->outcome()) return wrong("the game was already over");
      if (record_.plies[i].side != game_->to_move())
        return wrong(fmt::format("it was {}'s turn", rules::name(game_->to_move())));
      if (const auto refused = rules::advance(*game_, move)) return wrong(refused->message);
    }
    return std::nullopt;
  }

  void judge() {
    const Verdict& verdict = record_.verdict;
    const auto outcome = game_->outcome();
    if (verdict.cause == Verdict::Cause::rules || verdict.cause == Verdict::Cause::agreed) {
      if (verdict.cause == Verdict::Cause::rules && !outcome)
        found_.push_back("the record says that the rules ended the game, but they do not");
      else if (verdict.cause == Verdict::Cause::agreed && !rules_.agreed_end_allowed())
        found_.push_back("the record says that the players agreed to end the game, but the rules forbid it");
      else
        compare_outcome(outcome ? *outcome : game_->agreed_end());
      return;
    }
    if (outcome) found_.push_back(fmt::format("the game was already over by the rules: {}", outcome->reason));
    compare("seeds of south", verdict.south, game_->score(rules::Side::south));
    compare("seeds of north", verdict.north, game_->score(rules::Side::north));
    if (verdict.loser) judge_loser(*verdict.loser);
    if (verdict.cause == Verdict::Cause::adjudicated) judge_adjudication(verdict);
    if (verdict.cause == Verdict::Cause::machine) refute_unless(verdict.result == Verdict::Result::void_game);
  }

  void refute_unless(bool possible) {
    if (!possible)
      found_.push_back(fmt::format("`{}` cannot end a game with the result `{}`", record_.verdict.reason,
                                   word(record_.verdict.result)));
  }

  void compare_outcome(const rules::Outcome& outcome) {
    compare("result", word(record_.verdict.result), word(outcome.kind));
    compare("reason", record_.verdict.reason, outcome.reason);
    compare("special win", record_.verdict.special, outcome.special);
    compare("seeds of south", record_.verdict.south, outcome.south);
    compare("seeds of north", record_.verdict.north, outcome.north);
  }

  void judge_loser(rules::Side loser) {
    compare("result", word(record_.verdict.result), word(rules::win_of(rules::opponent(loser))));
    const auto& fault = record_.verdict.fault;
    if (!fault || fault->kind != player::Fault::Kind::illegal_move) return;
    const std::string_view prefix = "bestmove ";
    const std::string_view move =
        std::string_view{fault->line}.substr(std::min(prefix.size(), fault->line.size()));
    if (game_->outcome()) return;
    if (const auto refused = game_->play(move); !refused)
      found_.push_back(fmt::format("`{}` is legal, but the record calls it illegal", move));
  }

  // The record does not have the criteria of the tournament, so this checks only whether the result is
  // possible.
  void judge_adjudication(const Verdict& verdict) {
    if (verdict.reason == match::majority_rule)
      return compare("result", word(verdict.result), word(won_by(match::majority_holder(*game_))));
    if (verdict.reason == match::draw_rule) refute_unless(verdict.result == Verdict::Result::draw);
    if (verdict.reason == match::resign_rule)
      refute_unless(verdict.result == Verdict::Result::south_wins ||
                    verdict.result == Verdict::Result::north_wins);
    const bool cut_off = verdict.reason == match::ply_cap || verdict.reason == match::cycle_rule;
    if (cut_off && verdict.result != Verdict::Result::draw)
      compare("result", word(verdict.result), word(won_by(match::leader(*game_))));
  }

  static Verdict::Result won_by(std::optional<rules::Side> winner) {
    return winner ? rules::win_of(*winner) : Verdict::Result::draw;
  }

  template <class A, class B>
  void compare(std::string_view what, const A& recorded, const B& replayed) {
    if (recorded != replayed)
      found_.push_back(fmt::format("{}: the record says {}, the replay gives {}", what, recorded, replayed));
  }

  const match::GameRecord& record_;
  const rules::Rules& rules_;
  std::unique_ptr<rules::Game> game_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> contradictions(const match::GameRecord& record, const rules::Rules& rules) {
  return Check{record, rules}.run();
}

}  // namespace ebiri::record

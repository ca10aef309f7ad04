#include "referee/match/play_game.hpp"

#include <fmt/format.h>

#include <cassert>

#include "referee/match/adjudication.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::match {

namespace {

using player::Answer;
using player::Fault;
using player::in_seconds;
using rules::Side;
using GameResult = Verdict::Result;

// The state of a running game, which the steps below share.
class Play {
 public:
  Play(const GameSetup& setup, const rules::Rules& rules, player::Player& south, player::Player& north,
       LiveGame& live)
      : setup_(setup),
        rules_(rules),
        south_(south),
        north_(north),
        live_(live),
        south_clock_(terms_for(setup.south)),
        north_clock_(terms_for(setup.north)) {}

  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;
  ~Play() { live_.end(); }

  std::optional<GameRecord> run() {
    const auto begin = std::chrono::steady_clock::now();
    record_.started = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    describe_setup();
    auto opened = open_game(rules_, setup_.opening);
    assert(opened && !(*opened)->outcome());
    game_ = std::move(*opened);
    line_ = {setup_.opening.base, setup_.opening.moves};
    if (setup_.adjudication) adjudicator_.emplace(*setup_.adjudication, *game_, setup_.exact_ends);

    live_.begin(record_);
    live_.ask(game_->to_move(), south_clock_.left(), north_clock_.left());
    if (!prepare(Side::south) || (!over_ && !prepare(Side::north))) return std::nullopt;
    pondered_before_ = {south_.pondered(), north_.pondered()};
    while (!over_)
      if (!turn()) return std::nullopt;
    record_.south_pondered = pondered(Side::south);
    record_.north_pondered = pondered(Side::north);
    record_.final_position = game_->position();
    record_.duration =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    live_.end();
    announce();
    return std::move(record_);
  }

 private:
  void describe_setup() {
    record_.game = setup_.game;
    record_.pair = setup_.pair;
    record_.attempt = setup_.attempt;
    record_.south = setup_.south.name;
    record_.north = setup_.north.name;
    record_.variant = rules_.variant();
    record_.ruleset = rules::ruleset_text(rules_);
    record_.south_limit = describe(setup_.south.terms.limit, setup_.time_scale);
    record_.north_limit = describe(setup_.north.terms.limit, setup_.time_scale);
    record_.opening = setup_.opening;
    record_.seed = setup_.seed;
  }

  Terms terms_for(const Competitor& competitor) const {
    Terms terms = competitor.terms;
    terms.limit = scaled(terms.limit, setup_.time_scale);
    return terms;
  }

  player::Player& player(Side side) { return side == Side::south ? south_ : north_; }
  Clock& clock(Side side) { return side == Side::south ? south_clock_ : north_clock_; }

  // The functions of type bool return false if the run was aborted, or if a player could not begin and is not
  // at fault.
  bool prepare(Side side) {
    const auto ready = player(side).begin({rules_, setup_.seed});
    if (std::holds_alternative<player::Interrupted>(ready)) return false;
    if (const auto* fault = std::get_if<Fault>(&ready))
      forfeit(side, *fault);
    else
      prepared_.push_back(side);
    return true;
  }

  bool turn() {
    const Side mover = game_->to_move();
    asked_ = budget(south_clock_, north_clock_, mover);
    asked_.turn_passes = game_->may_be_stolen();
    asked_.ponder_counts = setup_.ponder_allowance.has_value();
    live_.ask(mover, south_clock_.left(), north_clock_.left());
    const auto reply = player(mover).ask(line_, asked_);
    if (const auto* interrupted = std::get_if<player::Interrupted>(&reply))
      return make_void(mover, *interrupted);
    if (const auto* fault = std::get_if<Fault>(&reply))
      forfeit(mover, *fault);
    else if (const auto* late = std::get_if<player::OutOfTime>(&reply))
      pass(mover, late->thought);
    else
      judge(mover, std::get<Answer>(reply));
    if (!over_) check_pondering(rules::opponent(mover));
    return true;
  }

  // Ends the game because the time of a move could not be judged. The game is void, unless an engine
  // certainly caused that or has caused too many void attempts before; then this engine forfeits it.
  bool make_void(Side mover, const player::Interrupted& interrupted) {
    if (interrupted.problem.empty()) return false;
    const Side other = rules::opponent(mover);
    const auto pondered = player(other).pondered_this_turn();
    const bool measured = interrupted.others > Duration::zero();
    std::optional<Side> cause;
    if (interrupted.by_player) cause = mover;
    if (measured && 2 * pondered >= interrupted.others) cause = other;
    const bool proven = measured && pondered >= interrupted.others;
    const int earlier = cause ? setup_.voids_caused[static_cast<std::size_t>(*cause)] : 0;
    if (cause && (proven || earlier >= setup_.max_voids_caused)) {
      forfeit(*cause, {.kind = *cause == mover ? Fault::Kind::time : Fault::Kind::pondering,
                       .detail = why_forfeit(*cause == mover, pondered, earlier, interrupted.problem),
                       .time = interrupted.time});
      return true;
    }
    settle(GameResult::void_game, Verdict::Cause::machine, interrupted.reason);
    record_.verdict.detail = interrupted.problem;
    record_.verdict.caused_by = cause;
    record_.verdict.time = interrupted.time;
    return true;
  }

  static std::string why_forfeit(bool own_move, player::Duration pondered, int earlier,
                                 const std::string& problem) {
    std::string text = own_move
                           ? std::string{"prevented the judgement of its own move"}
                           : fmt::format("used {} of CPU time in its opponent's turn", in_seconds(pondered));
    if (earlier > 0) text += ", after it had made " + counted(earlier, "attempt") + " at this game void";
    return text + ": " + problem;
  }

  Duration pondered(Side side) {
    const Duration used = player(side).pondered() - pondered_before_[static_cast<std::size_t>(side)];
    return std::max(used, Duration::zero());  // after a fault the engine's processes are gone
  }

  void check_pondering(Side side) {
    if (!setup_.ponder_allowance) return;
    const auto used = pondered(side);
    if (used <= *setup_.ponder_allowance) return;
    forfeit(side,
            {.kind = Fault::Kind::pondering,
             .detail = fmt::format("used {} of CPU time in its opponent's turns; the limit is {} per game",
                                   in_seconds(used), in_seconds(*setup_.ponder_allowance))});
  }

  void charge(Side mover, const player::Thought& thought) {
    const auto used = player::charged(thought, asked_);
    clock(mover).charge(used);
    clock(rules::opponent(mover)).add_opponent_time(used);
  }

  void judge(Side mover, const Answer& answer) {
    charge(mover, answer.thought);
    if (answer.kind == Answer::Kind::resign) return resign(mover);
    if (answer.kind == Answer::Kind::accept) return accept(mover, answer);
    if (const auto refused = game_->play(answer.move)) return refuse(mover, answer, *refused);
    offered_ = answer.offers_end && rules_.agreed_end_allowed();
    note(mover, answer.move, answer.thought);
  }

  void pass(Side mover, const player::Thought& thought) {
    charge(mover, thought);
    game_->steal();
    offered_ = false;
    note(mover, std::string{rules::stolen_turn}, thought);
  }

  // Records a turn. Later requests of a long game start from this position if no rule needs the moves before
  // it.
  void note(Side mover, const std::string& move, const player::Thought& thought) {
    constexpr std::size_t long_line = 200;
    live_.change([&] { record_.plies.push_back({mover, move, thought}); });
    line_.add(move);
    if (const auto outcome = game_->outcome()) return conclude(*outcome, Verdict::Cause::rules);
    if (adjudicator_)
      if (const auto decision = adjudicator_->after(*game_, mover, thought)) return adjudicate(*decision);
    if (line_.moves().size() >= long_line && game_->needs_no_history()) line_ = {game_->position()};
  }

  std::string legal_text() const {
    const auto due = game_->arrangement();
    if (!due) return printable(join(game_->legal_moves(), " "), 1000);  // Omweso can have thousands
    return fmt::format("`=` and an arrangement of {} seeds in {} pits", due->seeds, due->pits);
  }

  void refuse(Side mover, const Answer& answer, const rules::MoveError& error) {
    const bool unparsable = error.kind == rules::MoveError::Kind::unparsable;
    forfeit(mover, {.kind = unparsable ? Fault::Kind::malformed : Fault::Kind::illegal_move,
                    .detail = fmt::format("{}; legal moves: {}; position {}", printable(error.message, 200),
                                          legal_text(), game_->position()),
                    .line = player::evidence_of(answer),
                    .asked = player(mover).asked()});
  }

  void resign(Side mover) {
    settle(rules::win_of(rules::opponent(mover)), Verdict::Cause::resigned, "resigned");
    record_.verdict.loser = mover;
  }

  void adjudicate(const Decision& decision) {
    const auto result = decision.winner ? rules::win_of(*decision.winner) : GameResult::draw;
    settle(result, Verdict::Cause::adjudicated, decision.reason);
    record_.verdict.detail = decision.detail;
  }

  void accept(Side mover, const Answer& answer) {
    if (offered_) return conclude(game_->agreed_end(), Verdict::Cause::agreed);
    forfeit(mover, {.kind = Fault::Kind::malformed,
                    .detail = "accepted an end of the game that the opponent had not offered",
                    .line = player::evidence_of(answer),
                    .asked = player(mover).asked()});
  }

  void forfeit(Side loser, Fault fault) {
    settle(rules::win_of(rules::opponent(loser)), Verdict::Cause::fault, std::string{word(fault.kind)});
    record_.verdict.loser = loser;
    record_.verdict.fault = std::move(fault);
  }

  // Ends the game for a reason outside the rules, with the present scores.
  void settle(GameResult result, Verdict::Cause cause, std::string reason) {
    record_.verdict = {.result = result, .cause = cause, .reason = std::move(reason)};
    record_.verdict.south = game_->score(Side::south);
    record_.verdict.north = game_->score(Side::north);
    over_ = true;
  }

  void conclude(const rules::Outcome& outcome, Verdict::Cause cause) {
    record_.verdict = verdict_of(outcome, cause);
    over_ = true;
  }

  void announce() {
    const auto& verdict = record_.verdict;
    for (const Side side : prepared_) player(side).end(line_, result_word(verdict), verdict.reason);
  }

  const GameSetup& setup_;
  const rules::Rules& rules_;
  player::Player& south_;
  player::Player& north_;
  LiveGame& live_;
  Clock south_clock_, north_clock_;
  std::unique_ptr<rules::Game> game_;
  std::optional<Adjudicator> adjudicator_;
  player::GameLine line_;  // sent to the players
  player::Budget asked_;   // the budget of the last move
  GameRecord record_;
  std::vector<Side> prepared_;                 // the sides whose players began the game
  std::array<Duration, 2> pondered_before_{};  // while the other side's engine started
  bool offered_ = false;                       // whether the last move offered to end the game
  bool over_ = false;
};

}  // namespace

Verdict verdict_of(const rules::Outcome& outcome, Verdict::Cause cause) {
  return {.result = outcome.kind,
          .cause = cause,
          .reason = outcome.reason,
          .south = outcome.south,
          .north = outcome.north,
          .special = outcome.special};
}

Result<std::unique_ptr<rules::Game>> open_game(const rules::Rules& rules, const Opening& opening) {
  auto game =
      opening.base ? rules.from_position(*opening.base) : Result<std::unique_ptr<rules::Game>>{rules.start()};
  if (!game) return game.error();
  for (std::size_t i = 0; i < opening.moves.size(); ++i) {
    if ((*game)->outcome())
      return Error{fmt::format("the game is over before move {}, `{}`", i + 1, opening.moves[i])};
    if (const auto refused = rules::advance(**game, opening.moves[i]))
      return Error{fmt::format("move {}, `{}`: {}", i + 1, opening.moves[i], refused->message)};
  }
  return game;
}

std::optional<GameRecord> play_game(const GameSetup& setup, const rules::Rules& rules, player::Player& south,
                                    player::Player& north, LiveGame* live) {
  LiveGame unseen;
  return Play{setup, rules, south, north, live == nullptr ? unseen : *live}.run();
}

}  // namespace ebiri::match

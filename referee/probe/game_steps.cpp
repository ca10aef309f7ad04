// Steps that check positions and rules: twenty positions, the quiz, long games, reproducibility.
#include <fmt/format.h>

#include <algorithm>

#include "referee/probe/examination.hpp"
#include "referee/probe/quiz.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

constexpr int games_tried = 60;

// The referee sends up to about this number of moves (match/play_game.cpp), and more in variants whose rules
// need the whole history.
constexpr std::size_t long_line = 190;

// A request in the final position of a playout. Every second one has a base position, half of these with
// moves after it.
Examination::Question question(const rules::Rules& rules, const Playout& playout, int number) {
  if (number % 2 == 0) return {.base = std::nullopt, .moves = playout.moves};
  const std::size_t since = std::min<std::size_t>(playout.moves.size(), number % 4 == 1 ? 0 : 3);
  const auto base = rules.start();
  const auto first = playout.moves.end() - static_cast<std::ptrdiff_t>(since);
  for (auto move = playout.moves.begin(); move != first; ++move) base->play(*move);
  return {.base = base->position(), .moves = {first, playout.moves.end()}};
}

// Asks for a move. Returns it if it is legal, or nothing after a finding.
std::optional<std::string> chosen(Examination& examination, const Examination::Question& question,
                                  const rules::Game& game) {
  const auto response = examination.ask(question);
  if (!response || !examination.accept(game, *response)) return std::nullopt;
  return std::get<protocol::BestMove>(response->reply).move;
}

bool ask_longest(Examination& examination) {
  Random random{11};
  Playout longest{nullptr, {}};
  for (int i = 0; i < games_tried && longest.moves.size() < long_line; ++i) {
    auto playout = play_out(examination.rules(), long_line, random);
    if (playout.moves.size() >= longest.moves.size()) longest = std::move(playout);
  }
  if (!chosen(examination, {.base = std::nullopt, .moves = longest.moves}, *longest.game)) return false;
  examination.good(fmt::format("a legal move after {} moves", longest.moves.size()));
  return true;
}

// Plays a whole game. The engine chooses two of every three moves, for either side; the third is random.
void play_whole(Examination& examination) {
  Random random{13};
  const auto game = examination.rules().start();
  std::vector<std::string> moves;
  while (!game->outcome() && moves.size() < max_plies) {
    if (moves.size() % 3 < 2) {
      const auto move =
          chosen(examination,
                 {.base = {}, .moves = moves, .go = "go movetime 10", .limit = std::chrono::milliseconds{10}},
                 *game);
      if (!move) return;
      moves.push_back(*move);
    } else {
      moves.push_back(rules::random_move(*game, random));
    }
    game->play(moves.back());
  }
  Session& session = examination.session();
  if (examination.announced("UGI_GameOver")) session.send(protocol::GameOver{"draw", "examined"});
  session.start_clock();
  session.send(protocol::IsReady{});
  const auto response = session.await(is<protocol::Ready>, examination.settings().ready_limit);
  if (response.trouble && response.trouble->is(Trouble::Kind::crashed))
    return examination.warn({response.trouble->what + " after a game",
                             "a process that keeps running for the next game",
                             "exit only at `quit` or at the end of input, because a start takes time"});
  if (response.trouble) return examination.report_trouble(*response.trouble, "`readyok` after a game");
  examination.good(
      fmt::format("a whole game of {} moves, of which the engine chose two thirds", moves.size()));
}

// Asks one question of the quiz. A complaint about a wrong answer names the rule.
bool ask_quiz(Examination& examination, const QuizTopic& topic, const QuizQuestion& question) {
  const auto rules = rules::make_rules(topic.variant, topic.rules);
  // A topic without rules uses the variant's default ruleset, not the one under examination.
  if (!examination.prepare(topic.rules.empty() ? (*rules)->ruleset() : topic.rules)) return false;
  const auto game = *(*rules)->from_position(question.position);
  std::vector<std::string> moves;
  for (const auto move : words(question.moves)) {
    game->play(move);
    moves.emplace_back(move);
  }
  const auto response = examination.ask({.base = std::string{question.position}, .moves = moves});
  if (!response) return false;
  auto complaint = examination.refusal(*game, *response);
  if (!complaint) return true;
  complaint->found = fmt::format("{}: {}", topic.name, complaint->found);
  complaint->advice = topic.reason;
  examination.fault(std::move(*complaint));
  return false;
}

}  // namespace

Playout play_out(const rules::Rules& rules, std::size_t plies, Random& random) {
  Playout playout{rules.start(), {}};
  while (playout.moves.size() < plies) {
    const std::string move = rules::random_move(*playout.game, random);
    auto next = playout.game->clone();
    next->play(move);
    if (next->outcome()) break;
    playout.game = std::move(next);
    playout.moves.push_back(move);
  }
  return playout;
}

bool examine_positions(Examination& examination) {
  examination.begin_step_of_variant("positions");
  if (!examination.prepare()) return false;
  Random random{5};
  bool any = false;
  int right = 0, wrong_after_base = 0, wrong = 0;
  for (int number = 0; number < positions_asked; ++number) {
    const auto playout = play_out(examination.rules(), static_cast<std::size_t>(3 * number), random);
    const auto asked = question(examination.rules(), playout, number);
    const bool legal = chosen(examination, asked, *playout.game).has_value();
    any = any || legal;
    right += legal ? 1 : 0;
    if (legal) continue;
    ++wrong;
    wrong_after_base += asked.base ? 1 : 0;
    // Continues after the first faults, because they may come from different kinds of positions.
    if (!any || wrong >= 3 || !examination.prepare()) break;
  }
  if (any && !examination.lost() && wrong_after_base >= 2 && wrong_after_base == wrong)
    examination.fault({"all wrong answers follow `position fen`, none `position startpos`",
                       "moves in the position whose text follows `fen`",
                       "read the position after `fen`; the engine seems to begin at the start position"});
  if (!examination.lost() && examination.session().in_sync() && !examination.synchronise()) return any;
  if (right == positions_asked) examination.good(fmt::format("a legal move in {} positions", right));
  return any;
}

void examine_quiz(Examination& examination) {
  for (const QuizTopic& topic : quiz_topics) {
    if (topic.variant != examination.rules().variant()) continue;
    examination.begin_step_of_variant("quiz-" + std::string{topic.name});
    const auto rules = rules::make_rules(topic.variant, topic.rules);
    if (rules::ruleset_text(**rules) != rules::ruleset_text(examination.rules()) &&
        !examination.announced("UGI_Ruleset")) {
      examination.not_examined(
          "the ruleset cannot be set, because the engine announces no option `UGI_Ruleset`");
      continue;
    }
    const bool right = std::ranges::all_of(topic.questions, [&](const QuizQuestion& question) {
      return ask_quiz(examination, topic, question);
    });
    if (examination.lost()) return;
    if (right) examination.good("the only legal move in " + counted(std::size(topic.questions), "position"));
  }
}

void examine_long_games(Examination& examination) {
  examination.begin_step_of_variant("long-games");
  if (!examination.prepare() || !ask_longest(examination)) return;
  examination.session().clear_exchange();
  if (examination.prepare()) play_whole(examination);
}

void examine_seed(Examination& examination) {
  examination.begin_step("seed");
  if (!examination.announced("UGI_Seed"))
    return examination.not_examined(
        "the engine announces no option `UGI_Seed`, so its games need not be reproducible");
  std::vector<std::string> first;
  for (int round = 0; round < 2; ++round) {
    if (!examination.prepare()) return;
    Random random{17};
    for (int i = 0; i < 4; ++i) {
      const auto playout = play_out(examination.rules(), static_cast<std::size_t>(4 * i), random);
      const auto move =
          chosen(examination, {.base = {}, .moves = playout.moves, .go = "go nodes 500", .limit = {}},
                 *playout.game);
      if (!move) return;
      if (round == 0)
        first.push_back(*move);
      else if (first[static_cast<std::size_t>(i)] != *move)
        return examination.fault(
            {fmt::format("played `{}` first and `{}` later, with the same seed and number of nodes",
                         printable(first[static_cast<std::size_t>(i)], 60), printable(*move, 60)),
             "the same moves after `uginewgame` with the same `UGI_Seed`",
             "draw all randomness from the seed and clear all state at `uginewgame`, or do not announce the "
             "option"});
    }
  }
  examination.good("the same moves with the same seed and nodes");
}

}  // namespace ebiri::probe

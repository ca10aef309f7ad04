#include "referee/described/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "referee/described/description.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

using Clock = std::chrono::steady_clock;
using rules::Side;

/// Alpha-beta search with iterative deepening and a limit of positions.
class Searcher {
 public:
  explicit Searcher(const DescribedGame& game) : game_(game) {}

  /// The best move within `nodes` positions; the choice between equal moves is random.
  Move choose(const Position& position, int nodes, Random& random) {
    std::vector<Child> roots = children(position);
    for (std::size_t i = roots.size(); i > 1; --i) std::swap(roots[i - 1], roots[random.below(i)]);
    left_ = nodes;
    for (int depth = 1; depth <= deepest && roots.size() > 1; ++depth) {
      int best = -infinite;
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const int value = value_of_child(position, roots[i].after, depth, best, infinite);
        if (left_ < 0) return roots.front().move;
        if (value <= best) continue;
        best = value;
        const auto at = roots.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(roots.begin(), at, at + 1);
      }
      if (std::abs(best) > won - deepest) break;
    }
    return roots.front().move;
  }

 private:
  static constexpr int deepest = 30, won = 1'000'000, infinite = 2'000'000;

  struct Child {
    Move move;
    Position after;
    int order = 0;
  };

  std::vector<Child> children(const Position& position) {
    std::vector<Child> all;
    const auto side = static_cast<Side>(position.mover);
    game_.each_child(position, [&](const Move& move, const Position& after) {
      all.push_back({move, after, game_.score(after, side)});
      return all.size() < 500;
    });
    return all;
  }

  // The value of a child for the mover of `position`.
  int value_of_child(const Position& position, const Position& after, int depth, int alpha, int beta) {
    if (after.mover == position.mover) return value(after, depth - 1, alpha, beta);
    return -value(after, depth - 1, -beta, -alpha);
  }

  int value(const Position& position, int depth, int alpha, int beta) {
    --left_;
    if (left_ < 0) return 0;
    if (position.is_over()) {
      const auto outcome = game_.outcome({&position, 1});
      return outcome->sign(static_cast<Side>(position.mover)) * (won - deepest + depth);
    }
    if (depth <= 0) return game_.evaluation(position);
    std::vector<Child> all = children(position);
    std::ranges::stable_sort(all, std::ranges::greater{}, &Child::order);
    int best = -infinite;
    for (const Child& child : all) {
      best = std::max(best, value_of_child(position, child.after, depth, std::max(alpha, best), beta));
      if (left_ < 0) return 0;
      if (best >= beta) break;
    }
    return best;
  }

  const DescribedGame& game_;
  int left_ = 0;
};

// Adds a game; the points are those of `side`, and `choices` are the legal turns of all its positions.
void add(Series& series, const DescribedGame& game, const std::vector<Position>& history, double choices,
         int side) {
  const auto outcome = *game.outcome(history);
  ++series.games;
  series.points += (1 + outcome.sign(static_cast<Side>(side))) / 2.0;
  series.draws += outcome.kind == rules::Outcome::Kind::draw ? 1 : 0;
  series.voids += outcome.kind == rules::Outcome::Kind::void_game ? 1 : 0;
  series.limited += outcome.reason == "plies" ? 1 : 0;
  series.plies += static_cast<double>(history.size() - 1);
  series.choices += choices;
  series.margin += std::abs(outcome.south - outcome.north) / static_cast<double>(game.program().total);
}

double percent(double share) { return 100 * share; }

}  // namespace

double Series::error95() const {
  if (games == 0) return 0.5;
  const double share = std::clamp(score(), 0.02, 0.98);
  return 1.96 * std::sqrt(share * (1 - share) / games);
}

Trial try_game(const DescribedGame& game, const TrialSettings& settings) {
  Trial trial;
  Searcher searcher(game);
  Random random(settings.seed);
  const auto end = Clock::now() + settings.time;
  std::set<const Rule*> used;  // by the turns of all games
  const Watcher watcher{.used = [&](const Rule& rule) { used.insert(&rule); }};
  // Plays one game and adds it; the points are those of `side`. Returns false if time is up.
  const auto play = [&](Series& series, std::array<int, 2> nodes, int side) {
    std::vector<Position> history{game.start()};
    std::vector<std::string> moves;
    double choices = 0;
    while (!history.back().is_over()) {
      if (Clock::now() >= end) return false;
      const Position& position = history.back();
      const std::vector<Move> legal = game.legal_moves(position);
      choices += static_cast<double>(legal.size());
      const int limit = nodes[position.mover];  // 0: random turns
      const bool by_chance = limit == 0 || static_cast<int>(moves.size()) < settings.opening_plies;
      const Move move =
          by_chance ? legal[random.below(legal.size())] : searcher.choose(position, limit, random);
      moves.push_back(game.move_text(position, move));
      game.watch(position, move, watcher);
      const Position after = game.play(position, move);
      history.push_back(after);
      rules::settle(game, history);
    }
    add(series, game, history, choices, side);
    if (&series == &trial.even && trial.example.empty()) {
      trial.example = moves;
      trial.ending = rules::sentence(*game.outcome(history));
    }
    return true;
  };
  const int strong = settings.strong_nodes, weak = settings.weak_nodes, first = game.start().mover;
  for (int number = 0; number < settings.max_games && Clock::now() < end; ++number) {
    const bool strong_is_south = number % 2 == 0;
    if (!play(trial.random, {0, 0}, first)) break;
    if (!play(trial.even, {strong, strong}, first)) break;
    const std::array<int, 2> nodes = strong_is_south ? std::array{strong, weak} : std::array{weak, strong};
    if (!play(trial.uneven, nodes, strong_is_south ? 0 : 1)) break;
  }
  const Program& program = game.program();
  const std::pair<const char*, const RuleList*> lists[] = {
      {"dropping", &program.dropping}, {"lap-end", &program.lap_end}, {"turn-end", &program.turn_end}};
  for (const auto& [key, list] : lists) {
    const auto& texts = game.book().description->rules[key];
    for (std::size_t i = 0; i < list->rules.size(); ++i)
      if (!used.contains(&list->rules[i]))
        trial.unused.push_back(fmt::format("{}: {}", key, texts[i].get<std::string>()));
  }
  return trial;
}

std::vector<Finding> findings(const Trial& trial) {
  const Series& even = trial.even;
  const Series& uneven = trial.uneven;
  if (uneven.games == 0) return {{"ends", false, "too few games ended in the given time"}};
  std::vector<Finding> found;
  const auto add = [&](std::string topic, bool good, std::string text) {
    found.push_back({std::move(topic), good, std::move(text)});
  };
  const int played = trial.random.games + even.games + uneven.games;
  const int limited = trial.random.limited + even.limited + uneven.limited;
  const int voids = trial.random.voids + even.voids + uneven.voids;
  add("ends", limited + voids <= played / 20,
      fmt::format("{} games were played; {} ended by the limit of turns, {} were void", played, limited,
                  voids));
  add("length", even.mean_plies() >= 8 && even.mean_plies() <= 300,
      fmt::format("{:.0f} turns a game between equal players", even.mean_plies()));
  add("choice", even.mean_choices() >= 2, fmt::format("{:.1f} legal turns a position", even.mean_choices()));
  add("balance", std::abs(even.score() - 0.5) - even.error95() <= 0.1,
      fmt::format("the first player scores {:.0f} ± {:.0f} % between equal players", percent(even.score()),
                  percent(even.error95())));
  add("decided", even.share(even.draws) <= 0.4,
      fmt::format("{:.0f} % of games are drawn; the mean margin is {:.0f} % of the seeds",
                  percent(even.share(even.draws)), percent(even.games > 0 ? even.margin / even.games : 0)));
  add("skill", uneven.score() - uneven.error95() >= 0.55,
      fmt::format("the stronger player scores {:.0f} ± {:.0f} %", percent(uneven.score()),
                  percent(uneven.error95())));
  add("rules", trial.unused.empty(),
      trial.unused.empty() ? "every rule of `dropping`, `lap-end` and `turn-end` was used"
                           : "never used: " + join(trial.unused, "; "));
  return found;
}

double quality(const Trial& trial) {
  const Series& even = trial.even;
  if (trial.uneven.games == 0) return 0;
  const double balance = 1 - std::min(1.0, 2.5 * std::abs(even.score() - 0.5));
  const double decided = 1 - even.share(even.draws + even.voids + even.limited);
  const double skill = std::clamp(2 * (trial.uneven.score() - 0.5), 0.0, 1.0);
  const double length = std::clamp(even.mean_plies() / 25, 0.0, 1.0) *
                        std::clamp(200 / std::max(even.mean_plies(), 1.0), 0.0, 1.0);
  const double choice = std::clamp((even.mean_choices() - 1) / 3, 0.0, 1.0);
  const double ends = 1 - trial.random.share(trial.random.limited + trial.random.voids);
  const double rules = 1 / (1.0 + 0.3 * static_cast<double>(trial.unused.size()));
  return std::pow(balance * decided * skill * length * choice * ends * rules, 1.0 / 7);
}

}  // namespace ebiri::described

#include "referee/described/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

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

class Trials {
 public:
  Trials(const DescribedGame& game, const TrialSettings& settings)
      : game_(game),
        settings_(settings),
        searcher_(game),
        random_(settings.seed),
        end_(Clock::now() + settings.time) {}

  Trial run() {
    for (int number = 0; number < settings_.max_games && Clock::now() < end_; ++number) {
      const bool south = number % 2 == 0;
      const int strong = settings_.strong_nodes, weak = settings_.weak_nodes, first = game_.start().mover;
      if (!play(trial_.random, {0, 0}, first)) break;
      if (!play(trial_.even, {strong, strong}, first)) break;
      if (!play(trial_.uneven, {south ? strong : weak, south ? weak : strong}, south ? 0 : 1)) break;
    }
    const Program& program = game_.program();
    const auto& rules = game_.book().description->rules;
    note_unused("dropping", program.dropping, rules);
    note_unused("lap-end", program.lap_end, rules);
    note_unused("turn-end", program.turn_end, rules);
    return std::move(trial_);
  }

 private:
  // Plays one game and adds it; the points are those of `side`. Returns false if time is up.
  bool play(Series& series, std::array<int, 2> nodes, int side) {
    std::vector<Position> history{game_.start()};
    std::vector<std::string> moves;
    double choices = 0;
    while (!history.back().is_over()) {
      if (Clock::now() >= end_) return false;
      const Position& position = history.back();
      const std::vector<Move> legal = game_.legal_moves(position);
      choices += static_cast<double>(legal.size());
      const int limit = nodes[position.mover];  // 0: random turns
      const bool by_chance = limit == 0 || static_cast<int>(moves.size()) < settings_.opening_plies;
      const Move move =
          by_chance ? legal[random_.below(legal.size())] : searcher_.choose(position, limit, random_);
      moves.push_back(game_.move_text(position, move));
      game_.watch(position, move, {.used = [this](const Rule& rule) { used_.insert(&rule); }});
      const Position after = game_.play(position, move);
      history.push_back(after);
      rules::settle(game_, history);
    }
    add(series, history, choices, side);
    if (&series == &trial_.even && trial_.example.empty()) {
      trial_.example = moves;
      trial_.ending = rules::sentence(*game_.outcome(history));
    }
    return true;
  }

  void add(Series& series, const std::vector<Position>& history, double choices, int side) const {
    const auto outcome = *game_.outcome(history);
    ++series.games;
    series.points += (1 + outcome.sign(static_cast<Side>(side))) / 2.0;
    series.draws += outcome.kind == rules::Outcome::Kind::draw ? 1 : 0;
    series.voids += outcome.kind == rules::Outcome::Kind::void_game ? 1 : 0;
    series.limited += outcome.reason == "plies" ? 1 : 0;
    series.plies += static_cast<double>(history.size() - 1);
    series.choices += choices;
    series.margin += std::abs(outcome.south - outcome.north) / static_cast<double>(game_.program().total);
  }

  void note_unused(std::string_view key, const RuleList& list, const nlohmann::json& rules) {
    for (std::size_t i = 0; i < list.rules.size(); ++i) {
      if (used_.contains(&list.rules[i])) continue;
      trial_.unused.push_back(fmt::format("{}: {}", key, rules[std::string(key)][i].get<std::string>()));
    }
  }

  const DescribedGame& game_;
  const TrialSettings settings_;
  Searcher searcher_;
  Random random_;
  const Clock::time_point end_;
  std::set<const Rule*> used_;  // by the turns of all games
  Trial trial_;
};

double percent(double share) { return 100 * share; }

}  // namespace

double Series::error95() const {
  if (games == 0) return 0.5;
  const double share = std::clamp(score(), 0.02, 0.98);
  return 1.96 * std::sqrt(share * (1 - share) / games);
}

Trial try_game(const DescribedGame& game, const TrialSettings& settings) {
  return Trials(game, settings).run();
}

std::vector<Judgement> judge(const Trial& trial) {
  const Series& even = trial.even;
  const Series& uneven = trial.uneven;
  if (uneven.games == 0) return {{"ends", false, "too few games ended in the given time"}};
  std::vector<Judgement> judgements;
  const auto add = [&](std::string topic, bool good, std::string text) {
    judgements.push_back({std::move(topic), good, std::move(text)});
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
      trial.unused.empty() ? "every rule was used" : "never used: " + join(trial.unused, "; "));
  return judgements;
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

#include <fmt/format.h>

#include <algorithm>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using rating::Errors;
using rating::Group;

constexpr double many_repetitions = 0.05;
constexpr double poor_fit = 2;
constexpr std::chrono::milliseconds noticed_pondering{100};  // in all games together
constexpr double much_pondering = 0.02;                      // of the opponents' time

std::string quoted(const std::string& name) { return "`" + printable(name, 256) + "`"; }

// `a`, `b` … and the number of further names.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::vector<std::string> first;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) first.push_back(quoted(names[k]));
  const std::string text = join(first, ", ");
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

std::string reference(const rating::Fit& fit, const Group& group, std::string_view plus_minus) {
  const char* observation = group.errors == Errors::fisher     ? "from the curvature of the likelihood"
                            : group.errors == Errors::per_game ? "counting each game as one observation"
                            : group.errors == Errors::bootstrap
                                ? "by resampling opening pairs"
                                : "counting each opening pair as one observation";
  const char* zero = group.anchored             ? "the anchored engines"
                     : fit.partly_marked(group) ? "the mean of the engines without *"
                                                : "the mean of the engines";
  return fmt::format("Elo and {}95 (95% error) are relative to {}, {}", plus_minus, zero, observation);
}

// The engines with marked ratings, by the reason.
void describe_marks(const Standings& standings, std::vector<std::string>& lines) {
  const rating::Fit& fit = standings.fit;
  std::vector<std::string> winners, losers, others, by_choice;
  for (const Group& group : fit.groups) {
    for (const std::size_t engine : group.engines) {
      if (!fit.marked[engine]) continue;
      const bool extreme = std::ranges::find(group.extreme, engine) != group.extreme.end();
      auto& names = !group.prior_needed         ? by_choice
                    : !extreme                  ? others
                    : fit.points[engine] == 0.0 ? losers
                                                : winners;
      names.push_back(fit.engines[engine]);
    }
  }
  std::vector<std::string> reasons;
  const auto give = [&](const std::vector<std::string>& names, std::string_view reason) {
    if (!names.empty()) reasons.push_back(listed(names) + std::string{reason});
  };
  give(winners, " won everything");
  give(losers, " lost everything");
  give(others,
       " (a subset won or lost all games against the rest, or the advantage of moving first is infinite)");
  if (!reasons.empty())
    lines.push_back("* the games alone give an infinite rating; a prior sets it: " + join(reasons, "; "));
  if (!by_choice.empty()) lines.emplace_back("* the chosen prior moves all ratings");
}

void describe_groups(const Standings& standings, std::vector<std::string>& lines) {
  const std::vector<Group>& groups = standings.fit.groups;
  describe_marks(standings, lines);
  if (!standings.meta.left_out.empty())
    lines.push_back("left out, with their games: " + listed(standings.meta.left_out));
  lines.insert(lines.end(), standings.meta.withdrawn.begin(), standings.meta.withdrawn.end());
  if (std::count_if(groups.begin(), groups.end(),
                    [](const Group& group) { return group.method != Group::Method::unplayed; }) > 1) {
    lines.emplace_back("no games connect the groups: their ratings cannot be compared");
  }
  for (const Group& group : groups) {
    if (group.method != Group::Method::unbounded) continue;
    const auto names = mapped(group.extreme, [&](std::size_t k) { return standings.fit.engines[k]; });
    lines.push_back(names.empty() ? "no finite rating without a prior"
                                  : fmt::format("no finite rating without a prior: {} won or lost all games",
                                                listed(names)));
  }
}

void describe_fit(const Standings& standings, std::vector<std::string>& lines) {
  if (standings.fit.groups.empty() || !standings.fit.groups[0].check) return;
  const rating::FitCheck& check = *standings.fit.groups[0].check;
  std::string text = fmt::format("fit check {} (chi squared {}, {} degrees of freedom)",
                                 decimal(check.ratio(), 2), decimal(check.chi_squared, 1), check.degrees);
  if (check.ratio() > poor_fit) text += ", poor; possible causes: cyclic results, repeated games, chance";
  lines.push_back(text);
}

void describe_games(const Standings& standings, std::vector<std::string>& lines) {
  std::string played = fmt::format("games {}", standings.games);
  if (standings.meta.games_planned > 0) played += fmt::format(" of {}", standings.meta.games_planned);
  played += fmt::format(", {} plies", standings.plies);
  if (standings.games > 0) played += fmt::format(", unique {}", percent(1 - standings.repetitions()));
  lines.push_back(played);
  const bool once = standings.meta.scoring.rating.repetitions == rating::Repetitions::once;
  if (once && standings.repeated_pairs > 0) {
    lines.push_back(
        fmt::format("{} of {} opening pairs repeat an earlier one, move for move: left out of the ratings",
                    standings.repeated_pairs, standings.pairs));
  }
  if (standings.rated_repetitions() > many_repetitions) {
    lines.push_back(
        fmt::format("warning: {} of the rated games repeat an earlier one: the 95% errors are too small",
                    percent(standings.rated_repetitions())));
  }
  const std::string forfeits = forfeits_text(standings.forfeits);
  lines.push_back("forfeits (time/crash/illegal/other): " + forfeits +
                  (forfeits == "none" ? "" : "; `ebiri reproduce RUN` lists them"));
  if (standings.voids > 0) lines.push_back(fmt::format("void attempts, not counted: {}", standings.voids));
}

// By engine: games that are void because the machine was busy, games that are void because of the engine's
// own processes, and the CPU time that it used in its opponents' time.
void describe_machine(const Standings& standings, std::vector<std::string>& lines) {
  std::vector<std::string> voids_by_machine, causes, pondering;
  for (const StandingsRow& row : standings.rows) {
    const rating::Conduct& conduct = row.conduct;
    if (conduct.voids_by_machine > 0)
      voids_by_machine.push_back(fmt::format("{} {}", quoted(row.name), conduct.voids_by_machine));
    if (conduct.voids_caused > 0)
      causes.push_back(fmt::format("{} {}", quoted(row.name), conduct.voids_caused));
    const double share = std::chrono::duration<double>(conduct.pondered) /
                         std::max(conduct.opponents_thinking, std::chrono::microseconds{1});
    if (conduct.pondered < noticed_pondering || share < much_pondering) continue;
    pondering.push_back(fmt::format("{} {}s ({})", quoted(row.name),
                                    decimal(std::chrono::duration<double>(conduct.pondered).count(), 1),
                                    percent(share)));
  }
  if (!voids_by_machine.empty())
    lines.push_back(fmt::format("warning: {} because the machine was too busy; attempts of each engine: {}",
                                counted(standings.voids_by_machine, "void attempt"),
                                join(voids_by_machine, ", ")));
  if (!causes.empty())
    lines.push_back(fmt::format("warning: processes of engines caused {}: {}",
                                counted(standings.voids_caused, "void attempt"), join(causes, ", ")));
  if (!pondering.empty())
    lines.push_back("CPU time used in the opponents' time (share of that time): " + join(pondering, ", "));
}

void describe_byes(const Standings& standings, std::vector<std::string>& lines) {
  std::vector<std::string> byes;
  for (const StandingsRow& row : standings.rows)
    if (row.bye_games > 0) byes.push_back(fmt::format("{} {}", quoted(row.name), row.bye_games));
  if (!byes.empty())
    lines.push_back("games without an opponent, counted as wins in Points: " + join(byes, ", "));
}

void describe_scoring(const rating::Scoring& scoring, std::vector<std::string>& lines) {
  const rating::Points& points = scoring.points;
  if (points != rating::Points{})
    lines.push_back(fmt::format("Points: win {}, {}draw {}, loss {}, forfeit {}", points.win,
                                points.akawumbi ? fmt::format("win by akawumbi {}, ", *points.akawumbi) : "",
                                points.draw, points.loss, points.forfeit));
  if (scoring.rank_by == rating::RankBy::points) {
    std::vector<std::string> order;
    for (const rating::TieBreak criterion : scoring.tie_breaks)
      order.push_back(rating::word_for(criterion, rating::tie_break_words()));
    lines.push_back("ordered by points" + (order.empty() ? "" : ", then " + join(order, ", ")) +
                    "; a place is a range if it is shared");
  }
}

void describe_model(const Standings& standings, std::vector<std::string>& lines) {
  const rating::Model model = standings.meta.scoring.rating.model;
  if (model == rating::Model::logistic || standings.fit.groups.empty()) return;
  const Group& group = standings.fit.groups[0];
  if (!group.rated()) return;
  const char* name = model == rating::Model::davidson ? "Davidson" : "Rao and Kupper";
  lines.push_back(fmt::format("model of {}: equal engines draw {} of their games ({}), log likelihood {}",
                              name, percent(group.draws.rate), group.draws.fitted ? "fitted" : "fixed",
                              decimal(group.log_likelihood, 2)));
}

}  // namespace

std::string conditions(const RunMeta& meta) {
  std::vector<std::string> parts;
  const auto list = [&](std::string_view before, const std::string& text) {
    if (!text.empty()) parts.push_back(std::string{before} + printable(text, 200));
  };
  list("", meta.variant + (meta.ruleset.empty() ? "" : " " + meta.ruleset));
  list("", meta.limit);
  list("openings ", meta.openings);
  if (meta.seed) parts.push_back(fmt::format("seed {}", *meta.seed));
  list("", meta.version);
  list("config ", meta.config_hash);
  return join(parts, ", ");
}

std::string first_mover_text(const Standings& standings, const Terminal& terminal) {
  if (standings.fit.groups.empty() || !standings.fit.groups[0].rated()) return "unknown, no ratings";
  const rating::Advantage& advantage = standings.fit.groups[0].advantage;
  const std::string elo = signed_decimal(advantage.elo, 1);
  const std::string share = percent(advantage.expected_score) + " expected";
  if (advantage.fitted || advantage.marked) {
    return fmt::format("{}{} {} {} Elo ({})", elo, advantage.marked ? "*" : "", terminal.utf8 ? "±" : "+-",
                       decimal(advantage.error95, 1), share);
  }
  return fmt::format(
      "{} Elo ({}), {}", elo, share,
      advantage.identifiable ? "fixed" : "fixed: the games cannot separate it from the ratings");
}

std::vector<std::string> notes(const Standings& standings, const Terminal& terminal) {
  std::vector<std::string> lines;
  if (!standings.fit.groups.empty() && standings.fit.groups[0].rated()) {
    lines.push_back(reference(standings.fit, standings.fit.groups[0], terminal.utf8 ? "±" : "+-"));
  }
  const bool by_rating = !standings.by_places();
  lines.emplace_back(std::string{"LOS: likelihood of superiority over the next engine"} +
                     (by_rating ? "; a place is a range if the LOS over any engine is 2.5% to 97.5%" : ""));
  lines.emplace_back("Pairs: opening pairs by points taken, 0 / 0.5 / 1 / 1.5 / 2");
  if (!standings.meta.analysis.empty()) {
    lines.push_back("Accuracy: of moves, as judged by " + printable(standings.meta.analysis, 200));
    lines.emplace_back("Errors: inaccuracies / mistakes / blunders");
  }
  if (!standings.meta.bracket.empty())
    lines.emplace_back("places follow the bracket; losers of the same round share a place");
  else
    describe_scoring(standings.meta.scoring, lines);
  describe_byes(standings, lines);
  describe_model(standings, lines);
  describe_groups(standings, lines);
  lines.push_back("first mover " + first_mover_text(standings, terminal));
  describe_fit(standings, lines);
  describe_games(standings, lines);
  describe_machine(standings, lines);
  const std::string& isolation = standings.meta.isolation;
  if (!isolation.empty() && isolation != "none") lines.push_back("isolation: " + printable(isolation, 1000));
  if (std::string line = conditions(standings.meta); !line.empty() && !standings.match)
    lines.push_back(std::move(line));
  return lines;
}

}  // namespace ebiri::report

// The options that score results: points, order, ratings. They never change a game.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

using rating::Anchor;
using rating::Errors;
using rating::Model;
using rating::Options;
using rating::Points;
using rating::Prior;
using rating::RankBy;
using rating::Repetitions;
using rating::TieBreak;
using tournament::Settings;

constexpr double max_rating = 10000;

Type<double> elo_number() { return decimal_number(-max_rating, max_rating); }

Type<TieBreak> tie_break_word() { return word<TieBreak>(rating::tie_break_words()); }

void read_tie_breaks(Settings& settings, const Entry& entry, Reading& reading) {
  if (entry.value.kind != Node::Kind::list)
    return reading.problems.add(entry.value.place,
                                "`tie-breaks` must be a list, not " + received(entry.value),
                                "write for example `[direct-encounter, wins]`");
  std::vector<TieBreak> order;
  for (const Node& item : entry.value.items) {
    const auto read = read_scalar(tie_break_word(), "a tie-break", item.place, item, reading);
    if (!read) continue;
    if (std::find(order.begin(), order.end(), *read) != order.end())
      reading.problems.add(item.place, "the tie-break `" + item.text + "` is given twice");
    order.push_back(*read);
  }
  settings.tie_breaks = std::move(order);
}

std::optional<Node> write_tie_breaks(const Settings& settings) {
  const auto node = [](TieBreak criterion) { return scalar_node(tie_break_word().print(criterion)); };
  return list_node(mapped<Node>(settings.tie_breaks, node));
}

Option<Settings> tie_breaks_option() {
  return with_fallback<Settings>({{.key = "tie-breaks",
                                   .meaning = "Criteria that order engines with equal points, in this order; "
                                              "engines that remain tied share a place",
                                   .example = "[direct-encounter, wins]",
                                   .change = Change::free,
                                   .type = "list of words",
                                   .range = tie_break_word().range},
                                  read_tie_breaks,
                                  write_tie_breaks});
}

// `1500`, or `1500+-30` for a rating with a standard deviation.
std::optional<Anchor> read_anchor(const Entry& entry, Reading& reading) {
  Anchor anchor{.engine = entry.key};
  if (entry.value.kind == Node::Kind::scalar) {
    const std::string_view text = entry.value.text;
    const std::size_t cut = text.find("+-");
    const auto elo = parse_decimal(text.substr(0, cut));
    const auto deviation = cut == std::string_view::npos ? 0 : parse_decimal(text.substr(cut + 2));
    if (elo && deviation && std::abs(*elo) <= max_rating && *deviation <= max_rating &&
        (*deviation > 0 || cut == std::string_view::npos)) {
      anchor.elo = *elo;
      anchor.deviation = *deviation;
      return anchor;
    }
  }
  reading.problems.add(entry.value.place,
                       fmt::format("the anchor `{}` must be a rating, not {}", printable(entry.key, 64),
                                   received(entry.value)),
                       "write for example `1500`, or `1500+-30` if it is not known exactly");
  return std::nullopt;
}

void read_anchors(Options& options, const Entry& entry, Reading& reading) {
  if (entry.value.kind != Node::Kind::map) return report_no_mapping(entry, "{alphabeta: 1500}", "", reading);
  options.anchors.clear();
  for (const Entry& given : entry.value.entries) {
    if (auto anchor = read_anchor(given, reading)) options.anchors.push_back(std::move(*anchor));
  }
}

std::optional<Node> write_anchors(const Options& options) {
  if (options.anchors.empty()) return std::nullopt;
  Node map = map_node();
  const auto print = elo_number().print;
  for (const Anchor& anchor : options.anchors) {
    const std::string deviation = anchor.deviation > 0 ? "+-" + print(anchor.deviation) : "";
    map.entries.push_back({anchor.engine, {}, scalar_node(print(anchor.elo) + deviation)});
  }
  return map;
}

Option<Options> anchors_option() {
  return {{.key = "anchors",
           .meaning = "Engines with known ratings; without anchors the mean rating is 0",
           .example = "{alphabeta: 1500}",
           .change = Change::free,
           .type = "mapping of engines to ratings"},
          read_anchors,
          write_anchors};
}

void read_advantage(Options& options, const Entry& entry, Reading& reading) {
  options.fit_advantage = entry.value.kind == Node::Kind::scalar && entry.value.text == "fit";
  if (options.fit_advantage) {
    options.fixed_advantage = 0;
  } else if (const auto elo = read_scalar(elo_number(), entry, reading)) {
    options.fixed_advantage = *elo;
  }
}

Option<Options> advantage_option() {
  return with_fallback<Options>(
      {{.key = "advantage",
        .meaning = "Advantage of the first move in Elo; `fit` estimates it from the games",
        .example = "fit",
        .change = Change::free,
        .type = "`fit` or number",
        .range = "-10000..10000"},
       read_advantage,
       [](const Options& options) {
         return std::optional(
             scalar_node(options.fit_advantage ? "fit" : elo_number().print(options.fixed_advantage)));
       }});
}

void check_rating(Options& options, const Node& map, Reading& reading) {
  const Entry* prior = map.find("prior");
  if (prior == nullptr || options.prior != Prior::jeffreys || options.model == Model::logistic) return;
  reading.problems.add(prior->value.place, "Jeffreys' prior belongs to the model `logistic`",
                       "write `auto`, `draws` or `none`");
}

// An option that may change freely.
template <class Owner, class Member, class T>
Option<Owner> choice(Member Owner::*member, Type<T> type, Description info) {
  info.change = Change::free;
  return scalar(member, std::move(type), std::move(info));
}

}  // namespace

const Section<Points>& points_section() {
  static const auto points = decimal_number(-1000, 1000);
  static const Section<Points> section{
      {choice(&Points::win, points, {"win", "Points for a win", "3"}),
       choice(&Points::draw, points, {"draw", "Points for a draw", "1"}),
       choice(&Points::loss, points, {"loss", "Points for a loss", "0"}),
       choice(&Points::forfeit, points,
              {"forfeit", "Points for a game that the engine lost by its own fault", "-1"}),
       choice(&Points::akawumbi, points,
              {"akawumbi", "Points for a win by akawumbi (Omweso), if they differ from `win`", "3"})},
      "{win: 3, draw: 1}"};
  return section;
}

const Section<Options>& rating_section() {
  static const Section<Options> section{
      {choice(&Options::model, word<Model>(rating::model_words()),
              {"model", "Model of scores; `davidson` and `rao-kupper` (as BayesElo) also model draws",
               "logistic"}),
       anchors_option(), advantage_option(),
       choice(&Options::fixed_draw_rate, decimal_number(0.01, 0.99),
              {"draw-rate",
               "davidson, rao-kupper: draw rate of equal engines; default: estimated from the games", "0.3"}),
       choice(&Options::prior,
              word<Prior>({{"auto", Prior::automatic},
                           {"none", Prior::none},
                           {"jeffreys", Prior::jeffreys},
                           {"draws", Prior::draws}}),
              {"prior",
               "Prior of the ratings: `auto` uses one only if the games alone give infinite ratings; `draws` "
               "adds virtual draws",
               "auto"}),
       choice(&Options::prior_draws, decimal_number(0, 1000),
              {"prior-draws", "Virtual draws per engine, on average", "2"}),
       choice(&Options::errors, word<Errors>(rating::errors_words()),
              {"errors",
               "Method of the error bars; `paired-regularised` treats each opening pair as one observation "
               "and is suitable for few pairs too",
               "paired"}),
       choice(&Options::replicates, whole_number<int>(2, 1'000'000),
              {"replicates", "bootstrap: number of resamples of the opening pairs", "1000"}),
       choice(
           &Options::repetitions, word<Repetitions>({{"once", Repetitions::once}, {"all", Repetitions::all}}),
           {"repetitions",
            "Opening pairs with the same moves: `once` rates only the first of them, `all` rates every one",
            "once"})},
      "{model: davidson}",
      check_rating};
  return section;
}

std::vector<Option<Settings>> scoring_options() {
  return {
      mapping<Settings, Points>(&Settings::points, points_section(),
                                {"points", "Points of results in the table; ratings do not depend on them",
                                 "{akawumbi: 3}", Change::free}),
      scalar<Settings, RankBy>(
          &Settings::rank_by, word<RankBy>({{"rating", RankBy::rating}, {"points", RankBy::points}}),
          {"rank-by", "Order of the table: by `rating`, or by `points` and then tie-breaks, as in contests",
           "points", Change::free}),
      tie_breaks_option(),
      mapping<Settings, Options>(
          &Settings::rating, rating_section(),
          {"rating", "How ratings and their errors are estimated", "{model: davidson}", Change::free}),
  };
}

void check_anchors(const Settings& settings, const Node& map, Reading& reading) {
  const Entry* rating = map.find("rating");
  const Entry* anchors = rating == nullptr ? nullptr : rating->value.find("anchors");
  if (anchors == nullptr || map.find("engines") == nullptr) return;
  for (const Entry& anchor : anchors->value.entries)
    check_engine_name(settings, anchor.key, anchor.place, reading);
}

}  // namespace ebiri::config

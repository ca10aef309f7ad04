#include <fmt/format.h>

#include <limits>

#include "referee/config/sections.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using std::chrono::milliseconds;
using tournament::FailedStart;
using tournament::OpeningSettings;
using tournament::Pinning;
using tournament::Ponder;
using tournament::Settings;
using tournament::Starter;
using tournament::WithdrawnGames;

constexpr milliseconds one_hour{3600 * 1000};
constexpr milliseconds day{24 * 3600 * 1000};

void check_openings(OpeningSettings& /*openings*/, const Node& map, Reading& reading) {
  const Entry* file = map.find("file");
  const Entry* random = map.find("random-plies");
  if (map.entries.empty()) {
    reading.problems.add(map.place, "the openings are empty",
                         "write for example `{random-plies: 4}`, or `start` for the start position");
  }
  const Entry* imbalance = map.find("imbalance");
  if (imbalance != nullptr && random == nullptr)
    reading.problems.add(imbalance->place, "`imbalance` needs `random-plies`");
  if (file == nullptr || random == nullptr) return;
  const Entry& later = file->place < random->place ? *random : *file;
  reading.problems.add(later.place, "openings come either from `file` or from `random-plies`, not both");
}

void check_chunk(const Settings& settings, const Node& map, Reading& reading) {
  if (!settings.chunk) return;
  const Entry* chunk = map.find("chunk");
  if (settings.sprt || settings.stop)
    reading.problems.add(chunk->value.place,
                         fmt::format("a run with `{}` cannot be played in chunks, because it may end early",
                                     settings.sprt ? "sprt" : "stop"));
  else if (depends_on_results(plan_of(settings)))
    reading.problems.add(
        chunk->value.place,
        "the pairings or the sides depend on results, so this run cannot be played in chunks");
}

// `dispute` and `ponder: forbid` need the measurements of `accounting`.
void check_accounting(const Settings& settings, const Node& map, Reading& reading) {
  if (settings.accounting) return;
  const Entry* accounting = map.find("accounting");
  if (settings.dispute)
    reading.problems.add(accounting->value.place, "`accounting: off` needs `dispute: off`",
                         "without accounting, waits for a core are not measured");
  if (settings.ponder == Ponder::forbid)
    reading.problems.add(accounting->value.place, "`accounting: off` needs `ponder: allow`",
                         "without accounting, pondering is not measured");
}

// Checks rules between keys, and that the number of games fits into an int.
void check_settings(Settings& settings, const Node& map, Reading& reading) {
  settings.variant = with_ruleset(std::move(settings.variant));
  check_anchors(settings, map, reading);
  check_stop(settings, map, reading);
  check_plan(settings, map, reading);
  check_sprt(settings, map, reading);
  check_withdrawal(settings, map, reading);
  check_isolation(settings, map, reading);
  check_adjudication(settings, map, reading);
  check_chunk(settings, map, reading);
  check_accounting(settings, map, reading);
  check_warm_up(settings, map, reading);
  if (settings.engines.size() < 2 || settings.engines.size() > 1000) return;
  const Entry* engines = map.find("engines");
  const Entry* pairs = map.find("pairs");
  const std::uint64_t games = tournament::info(settings.format.name).max_games(plan_of(settings));
  if (games <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return;
  reading.problems.add(
      pairs == nullptr ? engines->place : pairs->value.place,
      fmt::format("{} games are too many; at most {} are allowed", games, std::numeric_limits<int>::max()),
      "fewer `pairs` or engines");
}

std::vector<Option<Settings>> identity_options() {
  return {
      scalar(&Settings::name, safe_name("._-"),
             required({"name", "Name of the run and of its folder, `results/NAME`", "quickstart"})),
      scalar(&Settings::seed, whole_number<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()),
             {"seed", "Seed of the run; every opening and every game's own seed follow from it", "42"}),
      variant_option(),
      format_option(),
      scalar(&Settings::starter,
             word<Starter>({{"paired", Starter::paired},
                            {"fixed", Starter::fixed},
                            {"lot", Starter::lot},
                            {"winner-starts", Starter::winner},
                            {"loser-starts", Starter::loser}}),
             {"starter",
              "Engine that begins: `paired` plays every opening twice, with sides exchanged; the other "
              "values play it once, and select the engine by the schedule, by lot, or by the previous game "
              "between the two engines",
              "paired"}),
      mapping(&Settings::sprt, sprt_section(),
              {"sprt",
               "A sequential probability ratio test of two engines: the match ends with its verdict, or "
               "after `pairs` openings",
               "{baseline: alphabeta-1k, candidate: alphabeta, elo0: 0, elo1: 10}"}),
      mapping(&Settings::stop, stop_section(),
              not_in_sample(
                  {"stop",
                   "Ends the run as soon as the differences in strength are known with the wanted precision",
                   "{precision: 15, max-pairs: 2000}", Change::extends})),
      scalar(&Settings::pairs, whole_number<int>(1, 1'000'000),
             {"pairs",
              "Openings for each meeting of two engines; with `starter: paired` each is played twice, with "
              "sides exchanged",
              "12", Change::extends}),
      mapping(&Settings::openings, openings_section(),
              {"openings", "The openings of games; `start` is the variant's start position",
               "{random-plies: 4}"}),
      mapping(&Settings::adjudication, adjudication_section(),
              {"adjudication", "Ends games earlier than the rules; the record names the reason",
               "{resign: {score: 12, moves: 3}, max-plies: 400}"}),
  };
}

std::vector<Option<Settings>> time_options() {
  return {
      mapping(&Settings::limit, limit_section(),
              {"limit", "Time, nodes or depth that an engine may use for its moves", "{nodes: 20000}"}),
      scalar(
          &Settings::core_speed, whole_number<int>(1, 1'000'000),
          {"core-speed",
           "Core speed, as measured by `ebiri doctor`, for which the time limits are meant; other machines "
           "scale the limits by 0.5 to 2, or are refused",
           "200"}),
      scalar(&Settings::margin, duration(milliseconds(0), one_hour),
             {"margin", "Allowed delay of an answer beyond its time limit", "50ms"}),
      scalar(&Settings::patience, duration(milliseconds(1), day),
             {"patience", "Time limit of moves if `limit` gives no time", "60s"}),
      scalar(
          &Settings::start_limit, duration(milliseconds(1), one_hour),
          {"start-limit", "Time limit for the start of an engine, from the start of its process to `ugiok`",
           "10s", Change::free}),
      warm_up_of_all_option(),
      scalar(&Settings::ready_limit, duration(milliseconds(1), one_hour),
             {"ready-limit", "Time limit for an engine to be ready for a new game", "10s", Change::free}),
      scalar(&Settings::stop_grace, duration(milliseconds(0), one_hour),
             {"stop-grace", "Time limit for an engine to exit after `quit`, before it is killed", "1s",
              Change::free}),
      scalar(&Settings::accounting, word<bool>({{"on", true}, {"off", false}}),
             {"accounting",
              "Whether the engines' CPU time and their waits for a core are measured; `off` records 0 for "
              "both, and needs `dispute: off` and `ponder: allow`",
              "on"}),
      scalar(&Settings::dispute, word<bool>({{"on", true}, {"off", false}}),
             {"dispute",
              "Whether an engine's clock stops while it waits for a core that other processes use; `off` "
              "charges every wait to the engine",
              "on"}),
      scalar(&Settings::busy_limit, duration(milliseconds(1), one_hour),
             {"busy-limit",
              "Time limit of waits for cores in one move; after a longer wait the game is void and replayed",
              "10s"}),
      scalar(&Settings::max_replays, whole_number<int>(0, 100),
             {"max-replays", "Number of replays of a void game before it stays void", "3", Change::free}),
      scalar(&Settings::ponder, word<Ponder>({{"allow", Ponder::allow}, {"forbid", Ponder::forbid}}),
             {"ponder", "Whether an engine may use CPU time in its opponent's time", "forbid"}),
      scalar(&Settings::ponder_allowance, duration(milliseconds(1), one_hour),
             {"ponder-allowance",
              "CPU time that an engine may use in its opponent's time, per game, with `ponder: forbid`",
              "500ms"}),
  };
}

std::vector<Option<Settings>> conduct_options() {
  return {
      scalar(&Settings::chunk, chunk(),
             not_in_sample({"chunk",
                            "Part of the run to play; `I/N`: the I-th of every N consecutive opening pairs",
                            "3/10"})),
      scalar(&Settings::slots, word_or("auto", whole_number<int>(1, 1024)),
             {"slots",
              "Number of games at a time; `auto` is the number of cores, divided by the largest `cores` of "
              "an engine",
              "auto", Change::free}),
      scalar(&Settings::placement, word<Pinning>({{"pinned", Pinning::pinned}, {"free", Pinning::free}}),
             {"placement",
              "`pinned` keeps a game and its two engines on one core, or on as many as `cores` says; `free` "
              "pins only engines with `cores`",
              "pinned", Change::free}),
      scalar(&Settings::on_failed_start,
             word<FailedStart>({{"stop", FailedStart::stop},
                                {"forfeit", FailedStart::forfeit},
                                {"withdraw", FailedStart::withdraw}}),
             {"on-failed-start",
              "What to do if an engine cannot start: stop the tournament, let the engine forfeit its games, "
              "or withdraw it",
              "stop"}),
      scalar(&Settings::withdraw_after, whole_number<int>(1, 1000),
             not_in_sample(
                 {"withdraw-after",
                  "An engine is withdrawn after it has lost this number of games in a row, in the order of "
                  "the schedule, by its own faults; default: never",
                  "3"})),
      scalar(&Settings::withdrawn_games,
             word<WithdrawnGames>({{"keep", WithdrawnGames::keep}, {"half", WithdrawnGames::half}}),
             {"withdrawn-games",
              "Which games of a withdrawn engine count: `keep` counts those before the withdrawal; `half` "
              "counts them only if they are at least half of its games",
              "keep"}),
      scalar(&Settings::sync, sync_interval(one_hour),
             {"sync",
              "Longest time until a finished game is synced to disk; a power failure can lose the games of "
              "that time, a kill of the referee loses none",
              "1s", Change::free}),
      engines_option(),
  };
}

}  // namespace

void check_withdrawal(const Settings& settings, const Node& map, Reading& reading) {
  const Entry* entry = map.find("withdraw-after");
  if (settings.on_failed_start == FailedStart::withdraw) entry = map.find("on-failed-start");
  if (entry == nullptr) return;
  if (settings.sprt || settings.chunk || depends_on_results(plan_of(settings)))
    reading.problems.add(
        entry->value.place,
        "an engine cannot be withdrawn from a run with `sprt`, `stop` or `chunk`, or whose pairings or sides "
        "depend on results",
        entry->key == "withdraw-after" ? "remove `withdraw-after`" : "write `on-failed-start: forfeit`");
}

const Section<OpeningSettings>& openings_section() {
  static const Section<OpeningSettings> section{
      {
          existing(
              "opening file", &OpeningSettings::file,
              {"file", "A list with one opening per line; a relative path starts at the config file's folder",
               "openings/oware-4ply.txt"}),
          scalar(
              &OpeningSettings::random_plies, whole_number<int>(1, 40),
              {"random-plies", "Number of plies of each opening; the openings are random and distinct", "4"}),
          scalar(&OpeningSettings::imbalance, whole_number<int>(0, 1000),
                 {"imbalance", "The largest lead in seeds after the random plies", "2"}),
      },
      "{random-plies: 4}",
      check_openings,
      "start"};
  return section;
}

const Section<Settings>& settings_section() {
  static const Section<Settings> section = [] {
    Section<Settings> all;
    all.options = identity_options();
    for (auto&& group : {scoring_options(), time_options(), isolation_options(), conduct_options()}) {
      all.options.insert(all.options.end(), group.begin(), group.end());
    }
    all.check = check_settings;
    return all;
  }();
  return section;
}

}  // namespace ebiri::config

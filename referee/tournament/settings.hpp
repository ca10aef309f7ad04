// All settings of a tournament, which `config` reads from a YAML file.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/limit.hpp"
#include "referee/match/settings.hpp"
#include "referee/player/player.hpp"
#include "referee/process/isolation.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/sprt_settings.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::tournament {

/// The role of an engine, in formats that use roles.
enum class Role : std::uint8_t {
  player,
  challenger,  ///< gauntlet: meets the others; ladder: climbs over them
  reference,   ///< staged: all other engines play a test against it first
};

inline rating::Words<Role> role_words() {
  return {{"player", Role::player}, {"challenger", Role::challenger}, {"reference", Role::reference}};
}

/// A competitor. Unset fields take the tournament's value.
struct EngineSettings {
  std::string name;     ///< unique; letters, digits, `.`, `_`, `-`, `+`; at most 64 bytes
  std::string command;  ///< program and arguments, split as a shell splits words and quotes
  std::optional<std::filesystem::path> directory;  ///< working directory; default: the referee's own
  std::vector<std::pair<std::string, std::string>> options;  ///< sent with `setoption`, in order
  std::string dialect{player::native_dialect};               ///< a word of player/dialects
  std::optional<match::Limit> limit;                         ///< time, nodes or depth
  std::optional<process::LimitChanges> resource_limits;
  std::optional<int> cores;  ///< number of cores, 1..1024; 0: all
  std::optional<std::chrono::milliseconds> margin;
  std::optional<player::WarmUp> warm_up;
  std::string team;  ///< scheveningen: one of two names; otherwise empty
  Role role = Role::player;

  bool operator==(const EngineSettings&) const = default;
};

/// The source of openings: a file or random plies. With neither, every game begins at the variant's start
/// position.
struct OpeningSettings {
  std::optional<std::filesystem::path> file;  ///< one opening per line (configs/openings)
  std::optional<int> random_plies;            ///< plies of distinct random openings, 1..40
  std::optional<int> imbalance;               ///< of random openings: the largest lead in seeds, 0..1000

  bool operator==(const OpeningSettings&) const = default;
};

/// The rule for who moves first. `paired` plays every opening twice, with sides exchanged; the others play it
/// once.
enum class Starter : std::uint8_t {
  paired,
  fixed,   ///< the first engine of the meeting
  lot,     ///< drawn from the run's seed
  winner,  ///< of the last game between the two; after a draw or a void game, the engine that did not begin
  loser,   ///< of that game; after a draw or a void game, as with `winner`
};

enum class Seeding : std::uint8_t { order, lot };  ///< by place in the config, or drawn from the run's seed
enum class Final : std::uint8_t { round_robin, knockout };
enum class Elimination : std::uint8_t { single, twice };  ///< after the first or the second lost match

/// The format and its keys (referee/tournament/README.md). A format has defaults for its keys. `config`
/// refuses keys of other formats.
struct FormatSettings {
  std::string name = "round-robin";             ///< of the table in formats.cpp
  std::optional<int> rounds = {};               ///< swiss; 1..1000
  std::optional<int> extra_pairs = {};          ///< knockout, staged: most added to a level match; 0..1000
  std::optional<bool> third_place = {};         ///< knockout: whether the losers of the semi-finals meet
  std::optional<Elimination> elimination = {};  ///< knockout
  std::optional<int> pass = {};                 ///< ladder, staged: percent of the points; 1..100
  std::optional<int> groups = {};               ///< staged; 1..500
  std::optional<int> survivors = {};            ///< staged: of each group; 1..500
  std::optional<Final> final = {};              ///< staged
  std::optional<Seeding> seeding = {};          ///< swiss, knockout, staged

  bool operator==(const FormatSettings&) const = default;
};

/// A sequential test of two engines. The match ends when the test has a verdict.
struct TestSettings : rating::SprtSettings {
  std::string baseline;   ///< name of the old engine
  std::string candidate;  ///< name of the new engine, which is tested

  bool operator==(const TestSettings&) const = default;
};

/// A run that ends when differences in strength are known precisely enough.
struct StopSettings {
  double precision = 15;  ///< Elo: the wider side of the 95 % interval of each difference; above 0
  /// A difference is also known well enough if either engine is stronger with this probability, 0.5..1.
  std::optional<double> superiority;
  int min_pairs = 50;  ///< opening pairs that each compared engine plays before the run can end
  int max_pairs = 0;   ///< opening pairs of each meeting, at least `min_pairs`; equals the run's `pairs`
  std::vector<std::pair<std::string, std::string>> between;  ///< engines; empty: the two of a match

  bool operator==(const StopSettings&) const = default;
};

/// A part of a run's games that is played separately, for example on another machine: every `of`-th opening
/// pair, beginning with number `index`.
struct Chunk {
  int index = 1;  ///< 1..of
  int of = 1;     ///< 1..100000

  bool operator==(const Chunk&) const = default;
};

enum class Pinning : std::uint8_t { pinned, free };  ///< whether a slot and its engines stay on their cores
enum class Ponder : std::uint8_t { allow, forbid };
enum class FailedStart : std::uint8_t { stop, forfeit, withdraw };
enum class WithdrawnGames : std::uint8_t {
  keep,  ///< the games before the withdrawal count
  half,  ///< they count if they are at least half of the engine's games
};

struct Settings : rating::Scoring {
  std::string name;  ///< name of the run's folder: letters, digits, `.`, `_`, `-`; at most 64 bytes
  std::uint64_t seed = 1;
  rules::Selection variant{.variant = "oware", .ruleset = {}, .options = {}};
  FormatSettings format;
  Starter starter = Starter::paired;
  std::optional<TestSettings> sprt;  ///< `pairs` is then the largest number of pairs
  std::optional<StopSettings> stop;
  int pairs = 10;  ///< openings per meeting; 1..1000000
  OpeningSettings openings;
  std::optional<match::Adjudication> adjudication;  ///< nothing: only rules and engines end games
  match::Limit limit;
  std::chrono::milliseconds margin{50};          ///< tolerance beyond the limit of an answer
  std::chrono::milliseconds patience{60000};     ///< hard limit of a move that no clock limits
  std::chrono::milliseconds start_limit{10000};  ///< from spawn to `ugiok`
  player::WarmUp warm_up;                        ///< of each process of an engine
  std::chrono::milliseconds ready_limit{10000};  ///< from `isready` to `readyok`, before each game
  std::chrono::milliseconds stop_grace{1000};    ///< from `quit` to the kill
  bool accounting = true;                        ///< measure the engines' CPU time and waits for cores
  bool dispute = true;                           ///< stop an engine's clock while it waits for a core
  std::chrono::milliseconds busy_limit{10000};   ///< longest wait for cores in a move before the game is void
  int max_replays = 3;                           ///< if the time of a move cannot be judged; 0..100
  Ponder ponder = Ponder::allow;                 ///< use of CPU time in the opponent's turns
  std::chrono::milliseconds ponder_allowance{500};  ///< CPU time per game with `forbid`
  std::optional<Chunk> chunk;                       ///< nothing: all games
  int slots = 0;                                    ///< games at a time; 0: as many as fit on the cores
  Pinning placement = Pinning::pinned;

  /// The core speed for which time limits are meant, as `ebiri doctor` prints it; 1..1000000.
  std::optional<int> core_speed;

  process::Isolation isolation = process::Isolation::none;
  bool isolation_required = false;  ///< refuse to play if a part of the isolation is not available
  process::Limits resource_limits;  ///< of each engine; ignored if the isolation is `none`

  /// Cores of each engine, 1..1024; 0 or unset: all. A new run sets 1 for sandboxes (run/resume.hpp). That is
  /// not the default here, because older plans lack the key and mean all cores.
  std::optional<int> cores;
  FailedStart on_failed_start = FailedStart::stop;
  std::optional<int> withdraw_after;  ///< games in a row that an engine loses by its own faults; 1..1000
  WithdrawnGames withdrawn_games = WithdrawnGames::keep;

  /// The longest time before a finished game is flushed to disk: 0 means at once, unset means never; at most
  /// 1 h.
  std::optional<std::chrono::milliseconds> sync{1000};

  std::vector<EngineSettings> engines;  ///< at least two

  bool operator==(const Settings&) const = default;
};

/// The number of cores that an engine may use; 0: all.
inline int cores_of(const Settings& settings, const EngineSettings& engine) {
  return engine.cores.value_or(settings.cores.value_or(0));
}

/// The number of cores of a slot: the largest `cores_of` of any engine. An engine that may use all cores
/// counts as 1.
inline int cores_of_slot(const Settings& settings) {
  int most = settings.engines.empty() ? settings.cores.value_or(1) : 1;
  for (const EngineSettings& engine : settings.engines) most = std::max(most, cores_of(settings, engine));
  return std::max(most, 1);
}

/// Whether engines play in sandboxes and `cores` is unset. A new run then sets it to 1.
inline bool sandboxed_without_cores(const Settings& settings) {
  return !settings.cores && settings.isolation == process::Isolation::sandbox;
}

}  // namespace ebiri::tournament

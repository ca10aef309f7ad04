#include "referee/run/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstring>
#include <fstream>
#include <functional>
#include <set>

#include "referee/config/load.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/record/sqlite.hpp"
#include "referee/rules/registry.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/files.hpp"
#include "referee/support/fnv.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::run {

namespace {

namespace fs = std::filesystem;

// The path of the file; for the folder or the name of a run, that of its journal.
fs::path file_of(const std::string& path) {
  const RunFolder run = run_folder(path);
  const bool folder = is_directory(status_of(run.path)) && !is_regular_file(status_of(path));
  return folder ? run.journal() : fs::path{path};
}

char first_character(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  char c = 0;
  while (input.get(c))
    if (std::strchr(" \t\r\n\xEF\xBB\xBF", c) == nullptr) return c;
  return 0;
}

Result<Input> read_journal(const std::string& path, const fs::path& file, Moves moves, Progress* progress) {
  Input input{.path = path, .has_full_records = true};
  if (moves == Moves::needed) {
    auto head = record::read_journal(
        file,
        [&](match::GameRecord&& game) {
          input.digest.add(game);
          input.games.push_back(std::move(game));
        },
        reading(progress, file));
    if (!head) return head.error();
    static_cast<record::JournalHead&>(input.digest) = std::move(*head);
  } else {
    auto digest = record::read_digest(file, reading(progress, file));
    if (!digest) return digest.error();
    input.digest = std::move(*digest);
  }
  if (progress != nullptr) progress->make_room();
  input.remarks = describe_rejected(file, input.digest, "left out");
  return input;
}

bool is_database(const fs::path& file) {
  std::string begin(record::sqlite_magic.size(), '\0');
  std::ifstream input(file, std::ios::binary);
  return input.read(begin.data(), static_cast<std::streamsize>(begin.size())) &&
         begin == record::sqlite_magic;
}

void note_rules(Input& input, int game, std::size_t rules) {
  input.rules_by_game[static_cast<std::uint32_t>(game)] = static_cast<std::uint32_t>(rules);
}

// Adds an input for each run.
Result<void> read_database(std::vector<Input>& inputs, const std::string& path, const fs::path& file,
                           Progress* progress) {
  if (progress != nullptr) progress->doing("reading " + printable(file.string(), 200));
  auto runs = record::read_sqlite(file);
  if (!runs) return runs.error();
  for (record::Contents& run : *runs) {
    Input& input = inputs.emplace_back(Input{.path = path, .has_full_records = true});
    for (const match::GameRecord& game : run.games) note_rules(input, game.game, input.digest.add(game));
    input.games = std::move(run.games);
    static_cast<record::JournalHead&>(input.digest) = std::move(run);
  }
  return {};
}

// A run with the name of the file, and the variant and ruleset on which all games agree.
record::RunInfo run_of(const fs::path& file, const std::vector<record::PlayedRules>& rules) {
  record::RunInfo run{.name = file.stem().string()};
  const auto same = [&](auto member) {
    return !rules.empty() && std::ranges::all_of(rules, [&](const record::PlayedRules& one) {
      return one.*member == rules.front().*member;
    });
  };
  if (same(&record::PlayedRules::variant)) run.variant = rules.front().variant;
  if (same(&record::PlayedRules::ruleset)) run.ruleset = rules.front().ruleset;
  return run;
}

Result<Input> read_foreign(const std::string& path, const fs::path& file, Moves moves, Progress* progress) {
  Input input{.path = path};
  const auto text = read_file(file);
  if (!text) return text.error();
  if (auto* bytes_read = reading(progress, file)) *bytes_read += text->size();
  const auto read = record::read_foreign(*text, file.string(), [&](const record::ForeignView& game) {
    const std::size_t rules = input.digest.add(game.summary, game.variant, game.ruleset);
    input.digest.games.back().moves_known = !game.moves.empty();
    if (!game.opening_known) input.digest.games.back().opening = 0;
    if (input.lines_of_rules.size() < input.digest.rules.size()) input.lines_of_rules.push_back(game.line);
    note_rules(input, game.summary.game, rules);
    if (moves == Moves::needed) input.foreign.push_back(record::foreign_game(game));
  });
  if (!read) return read.error();
  input.digest.run = run_of(file, input.digest.rules);
  return input;
}

// Adds the inputs of a path.
Result<void> read_path(std::vector<Input>& inputs, const std::string& path, Moves moves, Progress* progress) {
  const fs::path file = file_of(path);
  if (const auto status = status_of(file); exists(status) && !is_regular_file(status))
    return Error{fmt::format("`{}` is not a regular file", file.string())};
  if (is_database(file)) return read_database(inputs, path, file, progress);
  const char first = first_character(file);
  const bool journal = first == '{' || first == 0 || file.extension() == ".jsonl";
  auto input =
      journal ? read_journal(path, file, moves, progress) : read_foreign(path, file, moves, progress);
  if (!input) return input.error();
  inputs.push_back(std::move(*input));
  return {};
}

std::string rules_text(const std::string& variant, const std::string& ruleset) {
  return ruleset.empty() ? variant : variant + " " + ruleset;
}

using match::GameSummary;

// The name of the part that a game belongs to.
using NameOf = std::function<std::string(const Input& input, const GameSummary& game)>;

std::string name_of_rules(const Input& input, const GameSummary& game) {
  const record::PlayedRules& rules = input.rules_of(game);
  return rules.variant.empty() ? "unknown variant" : rules_text(rules.variant, rules.ruleset);
}

std::string name_of_limit(const Input& input, const GameSummary&) {
  return input.has_full_records && !input.digest.run.limit.empty() ? input.digest.run.limit : "unknown limit";
}

// New names for engines that have limits of their own: `alphabeta (nodes=300)`.
std::map<std::string, std::string> names_with_limits(const record::Digest& digest) {
  std::map<std::string, std::string> names;
  for (const record::PlanInfo& plan : digest.plans) {
    const auto settings = config::load_text({"config.yaml", plan.config}, {}, nullptr);
    if (!settings) continue;
    for (const tournament::EngineSettings& engine : settings->engines)
      if (engine.limit)
        names[engine.name] = fmt::format("{} ({})", engine.name, match::describe(*engine.limit));
  }
  return names;
}

std::string opening_text(const match::Opening& opening) {
  const std::string moves = opening.moves.empty() ? "start" : join(opening.moves, " ");
  return opening.name.empty() ? moves : opening.name + ": " + moves;
}

// The openings' names by fingerprint, from the journals, which are read again.
Result<std::map<std::uint64_t, std::string>> opening_names(const std::vector<Input>& inputs) {
  std::map<std::uint64_t, std::string> names;
  std::set<std::string> read;  // the runs of a database have the same path
  for (const Input& input : inputs) {
    if (!input.has_full_records || !read.insert(input.path).second) continue;
    auto again = read_input(input.path, Moves::needed);
    if (!again) return again.error();
    for (const match::GameRecord& game : again->games)
      names.try_emplace(match::fingerprint(game.opening), opening_text(game.opening));
  }
  return names;
}

std::vector<Part> split_by(const std::vector<Input>& inputs, const NameOf& name_of) {
  std::vector<Part> parts;
  std::map<std::string, std::size_t> known;
  std::size_t index = 0;
  for (const Input& input : inputs) {
    for (const GameSummary& game : input.digest.games) {
      const auto [place, is_new] = known.try_emplace(name_of(input, game), parts.size());
      if (is_new) parts.push_back({.name = place->first, .games = {}});
      parts[place->second].games.push_back(index++);
    }
  }
  return parts;
}

// A hash of the engines, moves and result of a game.
std::uint64_t content_of(const GameSummary& game) {
  return (Fnv{game.sequence} << game.south.text() << "\n"
                             << game.north.text() << "\n"
                             << static_cast<std::uint64_t>(game.result))
      .value();
}

// A hash that includes the game's place in a run.
std::uint64_t identity_of(const record::RunInfo& run, const GameSummary& game) {
  return (Fnv{content_of(game)} << run.ruleset << run.seed << static_cast<std::uint64_t>(game.game)
                                << static_cast<std::uint64_t>(game.attempt)
                                << static_cast<std::uint64_t>(game.cause))
      .value();
}

// A hash of the engines and results of all games, in any order.
std::uint64_t results_of(const match::GameList& games) {
  std::uint64_t sum = games.size();
  for (const GameSummary& game : games)
    sum += (Fnv{} << game.south.text() << "\n"
                  << game.north.text() << "\n"
                  << static_cast<std::uint64_t>(game.result))
               .value();
  return sum;
}

// The games of the inputs so far.
class Known {
 public:
  // Whether an earlier input has the game. Uses up the match, unless both inputs are journals.
  bool take_match(const Input& input, const GameSummary& game) {
    if (!game.moves_known) return false;
    if (input.has_full_records && identities_.contains(identity_of(input.digest.run, game))) return true;
    // Games of two journals are compared by identity only.
    auto& counts = input.has_full_records ? foreign_ : all_;
    const auto found = counts.find(content_of(game));
    if (found == counts.end() || found->second == 0) return false;
    --found->second;
    return true;
  }

  void add(const Input& input) {
    for (const GameSummary& game : input.digest.games) {
      if (!game.moves_known) continue;
      if (input.has_full_records) identities_.insert(identity_of(input.digest.run, game));
      ++all_[content_of(game)];
      if (!input.has_full_records) ++foreign_[content_of(game)];
    }
  }

 private:
  boost::unordered_flat_set<std::uint64_t> identities_;          // of journals
  boost::unordered_flat_map<std::uint64_t, int> all_, foreign_;  // by content
};

// The head of a run, completed from one of its games, with this program's version.
record::RunInfo described(record::RunInfo run, const match::GameRecord& game) {
  run.version = version_text();
  run.variant = game.variant;
  run.ruleset = game.ruleset;
  if (run.limit.empty()) run.limit = "unknown";
  if (run.openings.empty()) run.openings = "unknown";
  return run;
}

std::string journal(const Merged& all) {
  std::string text = record::line_of(described(all.digest.run, all.games.front())) + "\n";
  for (const match::GameRecord& game : all.games) text += record::line_of(game) + "\n";
  return text;
}

struct Format {
  std::string_view name;
  bool needs_moves;
  const char* lost;
};

constexpr Format formats[] = {
    {"journal", true, "plans; for games from other formats also limits, random seeds, CPU and waiting times"},
    {"sqlite", true, "nothing"},
    {"ogn", true, "details of limits, nodes, CPU and waiting times, random seeds, evidence of faults"},
    {"pgn", false, "times, scores, limits, nodes, random seeds, evidence of faults"},
    {"csv", false, "moves, times, scores, evidence of faults"},
};

const Format& format_called(std::string_view name) {
  return *std::ranges::find(formats, name, &Format::name);
}

}  // namespace

const record::PlayedRules& Input::rules_of(const match::GameSummary& game) const {
  return digest.rules[rules_by_game.at(static_cast<std::uint32_t>(game.game))];
}

Result<Input> read_input(const std::string& path, Moves moves, Progress* progress) {
  auto inputs = read_inputs({path}, moves, progress);
  if (!inputs) return inputs.error();
  if (inputs->size() == 1) return std::move(inputs->front());
  Merged all = merged(std::move(*inputs));
  return Input{
      .path = path, .digest = std::move(all.digest), .has_full_records = true, .games = std::move(all.games)};
}

Result<void> all_different(const std::vector<std::string>& paths) {
  std::set<fs::path> seen;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!seen.insert(fs::weakly_canonical(file_of(path), ignored)).second)
      return Error{fmt::format("`{}` is given twice; its games would count twice", path)};
  }
  return {};
}

Result<std::vector<Input>> read_inputs(const std::vector<std::string>& paths, Moves moves,
                                       Progress* progress) {
  std::vector<Input> inputs;
  for (const std::string& path : paths)
    if (const auto read = read_path(inputs, path, moves, progress); !read) return read.error();
  return inputs;
}

Result<void> same_rules(const std::vector<Input>& inputs) {
  std::string variant, ruleset;
  std::string where;  // the last game that added to the variant or the ruleset
  for (const Input& input : inputs) {
    for (std::size_t i = 0; i < input.digest.rules.size(); ++i) {
      const record::PlayedRules& game = input.digest.rules[i];
      const bool differs = (!variant.empty() && !game.variant.empty() && variant != game.variant) ||
                           (!ruleset.empty() && !game.ruleset.empty() && ruleset != game.ruleset);
      const auto place = [&] {
        return input.has_full_records
                   ? fmt::format("{}: game {}", input.path, input.digest.games[game.first].game)
                   : fmt::format("{}:{}", input.path, input.lines_of_rules[i]);
      };
      if (differs)
        return Error{fmt::format("{} was played under {}, {} under {}", place(),
                                 rules_text(game.variant, game.ruleset), where,
                                 rules_text(variant, ruleset))};
      if (where.empty() || (variant.empty() && !game.variant.empty()) ||
          (ruleset.empty() && !game.ruleset.empty()))
        where = place();
      if (variant.empty()) variant = game.variant;
      if (ruleset.empty()) ruleset = game.ruleset;
    }
  }
  return {};
}

Merged merged(std::vector<Input> inputs) {
  Merged all;
  int games = 0, pairs = 0;
  const auto renumber = [&](auto& game) {
    game.game += games;
    game.pair += pairs;
  };
  for (Input& input : inputs) {
    record::Digest& next = input.digest;
    if (all.digest.run.variant.empty()) all.digest.run = next.run;
    all.digest.plans.insert(all.digest.plans.begin(), next.plans.begin(), next.plans.end());
    all.digest.thinking.add(next.thinking);
    for (record::PlayedRules rules : next.rules) {
      rules.first += all.digest.games.size();
      all.digest.rules.push_back(std::move(rules));
    }
    int last_game = games, last_pair = pairs;
    const bool first = all.digest.games.empty();
    for (match::GameSummary game : next.games) {
      renumber(game);
      last_game = std::max(last_game, game.game);
      last_pair = std::max(last_pair, game.pair);
      if (!first) all.digest.games.push_back(game);
    }
    if (first) all.digest.games = std::move(next.games);
    for (match::GameRecord& game : input.games) {
      renumber(game);
      all.games.push_back(std::move(game));
    }
    games = last_game;
    pairs = last_pair;
  }
  return all;
}

std::vector<std::string> engine_names(const record::Digest& digest) {
  std::set<std::string> names;
  for (const record::PlanInfo& plan : digest.plans) names.insert(plan.engines.begin(), plan.engines.end());
  for (const match::GameSummary& game : digest.games) {
    names.insert(game.south.text());
    names.insert(game.north.text());
  }
  return {names.begin(), names.end()};
}

void rename_engines(record::Digest& digest, const std::map<std::string, std::string>& names) {
  std::map<std::uint64_t, InternedString> by_number;  // compared faster than names, for many games
  for (const auto& [before, now] : names) by_number.emplace(InternedString{before}.number(), now);
  for (match::GameSummary& game : digest.games)
    for (InternedString* name : {&game.south, &game.north})
      if (const auto found = by_number.find(name->number()); found != by_number.end()) *name = found->second;
  for (record::PlanInfo& plan : digest.plans)
    for (std::string& name : plan.engines)
      if (const auto found = names.find(name); found != names.end()) name = found->second;
}

std::string history_csv(const record::Digest& digest, std::int64_t every, const rating::Options& options,
                        const rating::EngineFilter& filter) {
  std::string text = "games,engine,elo,error95,low,high\n";
  rating::Tally tally{{}, filter};
  for (const rating::HistoryPoint& moment : rating::history(digest.games, every, options, tally)) {
    for (std::size_t k = 0; k < moment.fit.engines.size(); ++k) {
      if (moment.fit.group_of(k).rated())
        text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f}\n", moment.games,
                            csv_text(moment.fit.engines[k]), moment.fit.elo[k], moment.fit.error95(k),
                            moment.fit.intervals[k].low, moment.fit.intervals[k].high);
    }
  }
  return text;
}

Result<std::vector<Part>> parts_of(std::vector<Input>& inputs, std::string_view by) {
  if (by == "variant") return split_by(inputs, name_of_rules);
  if (by == "limit") {
    for (Input& input : inputs) rename_engines(input.digest, names_with_limits(input.digest));
    return split_by(inputs, name_of_limit);
  }
  const auto names = opening_names(inputs);
  if (!names) return names.error();
  return split_by(inputs, [&](const Input&, const GameSummary& game) -> std::string {
    if (game.opening == 0) return "unknown opening";
    const auto found = names->find(game.opening);
    return found == names->end() ? fmt::format("opening {:016x}", game.opening) : found->second;
  });
}

std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs) {
  std::vector<std::string> notices;
  if (inputs.size() < 2) return notices;
  Known known;
  boost::unordered_flat_map<std::uint64_t, const Input*> results;  // the first input with such results
  const auto has_moves = [](const Input& input) {  // inputs with all moves were compared game by game
    return std::ranges::all_of(input.digest.games, &GameSummary::moves_known);
  };
  for (Input& input : inputs) {
    auto& games = input.digest.games;
    const auto [alike, is_new] = results.try_emplace(results_of(games), &input);
    const std::size_t before = games.size();
    Known left = known;  // a game of an earlier input matches one game of each later input
    std::erase_if(games, [&](const GameSummary& game) { return left.take_match(input, game); });
    if (games.size() < before)
      notices.push_back(fmt::format("{}: {} of its {} games are in earlier inputs, too; they count once",
                                    input.path, before - games.size(), before));
    else if (!is_new && before > 0 && !(has_moves(input) && has_moves(*alike->second)))
      notices.push_back(
          fmt::format("{}: the engines and results are those of {}; if these are the same games, "
                      "leave one file out, because they count twice",
                      input.path, alike->second->path));
    if (games.empty() && before > 0) input.digest.thinking = {};
    // The first game of rules may be removed; the index must stay valid.
    for (record::PlayedRules& rules : input.digest.rules)
      rules.first = std::min(rules.first, games.empty() ? 0 : games.size() - 1);
    known.add(input);
  }
  return notices;
}

std::vector<std::string> game_formats() { return mapped(formats, &Format::name); }

Result<std::string> Conversion::text(std::vector<Input> inputs) {
  for (Input& input : inputs) take_foreign(input);
  const Merged all = merged(std::move(inputs));
  if (all.games.empty()) return Error{"there are no games to convert"};
  auto text = to_ == "csv"   ? record::to_csv(all.games)
              : to_ == "pgn" ? pgn(all)
              : to_ == "ogn" ? ogn(all)
                             : journal(all);
  if (text) games_ = all.games.size();
  return text;
}

Result<void> Conversion::write_database(const std::filesystem::path& file, std::vector<Input> inputs) {
  std::vector<record::Contents> runs;
  for (Input& input : inputs) {
    take_foreign(input);
    if (input.games.empty()) continue;
    games_ += input.games.size();
    record::Contents& run = runs.emplace_back();
    static_cast<record::JournalHead&>(run) = std::move(input.digest);
    if (!input.has_full_records) run.run = described(run.run, input.games.front());
    run.games = std::move(input.games);
  }
  if (runs.empty()) return {};
  return record::write_sqlite(file, runs);
}

// Null if the rules are unknown.
const rules::Rules* Conversion::rules_for(const match::GameRecord& game) {
  const auto [found, is_new] = rules_.try_emplace({game.variant, game.ruleset});
  if (!is_new) return found->second.get();
  if (auto made = rules::make_rules(game.variant, game.ruleset)) found->second = std::move(*made);
  return found->second.get();
}

void Conversion::leave_out(const std::string& place, const std::string& why) {
  constexpr int most = 10;
  if (++left_out_ <= most) why_left_out_.push_back(fmt::format("{}: left out: {}", place, why));
}

// Adds the games of a file that is not a journal. If moves are needed, the rules replay them.
void Conversion::take_foreign(Input& input) {
  const bool moves = format_called(to_).needs_moves;
  for (const record::ForeignGame& game : input.foreign) {
    if (!moves) {
      input.games.push_back(game.record);
      continue;
    }
    const auto place = fmt::format("{}:{}", input.path, game.line);
    const rules::Rules* rules = rules_for(game.record);
    if (game.record.move_count() == 0) {
      leave_out(place, "it has no moves");
    } else if (rules == nullptr) {
      leave_out(place, fmt::format("its tags Variant and Ruleset name unknown rules: `{} {}`",
                                   printable(game.record.variant, 64), printable(game.record.ruleset, 64)));
    } else if (auto record = record::replayed(game, *rules)) {
      for (std::string* limit : {&record->south_limit, &record->north_limit})
        if (limit->empty()) *limit = "unknown";
      input.games.push_back(std::move(*record));
    } else {
      leave_out(place, record.error().message);
    }
  }
}

std::string Conversion::pgn(const Merged& all) {
  std::string text;
  for (const match::GameRecord& game : all.games) {
    if (game.verdict.result == match::Verdict::Result::void_game) {
      ++voids_;
      continue;
    }
    if (!record::has_plain_moves(game)) ++without_moves_;
    text += record::to_pgn(game, all.digest.run.name);
  }
  return text;
}

Result<std::string> Conversion::ogn(const Merged& all) {
  std::string text;
  for (const match::GameRecord& game : all.games) {
    const rules::Rules* rules = rules_for(game);
    if (rules == nullptr) return Error{fmt::format("unknown rules `{} {}`", game.variant, game.ruleset)};
    const auto one = record::to_ogn(game, *rules, all.digest.run.name);
    if (!one) return one.error();
    text += *one;
  }
  return text;
}

std::vector<std::string> Conversion::remarks() const {
  std::vector<std::string> remarks = why_left_out_;
  if (games_ == 0) return remarks;
  remarks.push_back(fmt::format("{} games; data lost: {}", games_, format_called(to_).lost));
  if (voids_ > 0) remarks.push_back(fmt::format("void games left out: {}", voids_));
  if (without_moves_ > 0)
    remarks.push_back(fmt::format(
        "games written without their moves, because chess programs would misread them: {}", without_moves_));
  if (left_out_ > 0) remarks.push_back(fmt::format("games left out: {}", left_out_));
  return remarks;
}

}  // namespace ebiri::run

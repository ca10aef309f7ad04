#include "referee/run/convert.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/record/sqlite.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::run {

namespace {

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
  std::string name;
  bool needs_moves;
  const char* lost;
};

const std::vector<Format>& formats() {
  static const std::vector<Format> list{
      {"journal", true, "plans; for games from other formats also limits, seeds, CPU and waiting times"},
      {"sqlite", true, "nothing"},
      {"ogn", true, "details of limits, nodes, CPU and waiting times, seeds, evidence of faults"},
      {"pgn", false, "times, scores, evidence of faults"},
      {"csv", false, "moves, times, scores, evidence of faults"},
  };
  return list;
}

const Format& format_called(const std::string& name) {
  return *std::ranges::find(formats(), name, &Format::name);
}

}  // namespace

const std::vector<std::string>& game_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Format& format : formats()) all.push_back(format.name);
    return all;
  }();
  return names;
}

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
    if (!input.is_journal) run.run = described(run.run, input.games.front());
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
    if (game.moves.empty()) {
      leave_out(place, "it has no moves");
    } else if (rules == nullptr) {
      leave_out(place, fmt::format("its tags Variant and Ruleset name unknown rules: `{} {}`",
                                   printable(game.record.variant, 64), printable(game.record.ruleset, 64)));
    } else if (auto record = record::retraced(game, *rules)) {
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
  remarks.push_back(fmt::format("{} games; lost: {}", games_, format_called(to_).lost));
  if (voids_ > 0) remarks.push_back(fmt::format("void games left out: {}", voids_));
  if (without_moves_ > 0)
    remarks.push_back(fmt::format(
        "games written without their moves, because chess programs would misread them: {}", without_moves_));
  if (left_out_ > 0) remarks.push_back(fmt::format("games left out: {}", left_out_));
  return remarks;
}

}  // namespace ebiri::run

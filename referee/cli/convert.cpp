// `ebiri convert`: games from one file format to another.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/inputs.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/record/sqlite.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::cli {

namespace {

struct ConvertArguments {
  std::vector<std::string> inputs;
  std::string to, output;
};

constexpr const char* convert_footer = R"(Examples:
  ebiri convert results/quickstart --to pgn -o quickstart.pgn     for Ordo and BayesElo
  ebiri convert results/monday results/tuesday --to csv
  ebiri convert games.ogn --to journal -o games.jsonl
  ebiri convert results/monday results/tuesday --to sqlite -o games.sqlite     for questions in SQL

Reads run folders, journals, SQLite, PGN, OGN and CSV; games are numbered on from one input to the next. What the other
format has no room for is said on standard error:
  pgn      result, names, rules, moves; void games are left out
  csv      result, names, rules, seeds; neither moves nor times
  ogn      needs the moves, by rules that Ebiri knows; times and scores, but no more of what was measured
  journal  needs the moves as well, and how each game ended; all games by the same rules. It has no plan, so that
           `ebiri run` does not go on with it
  sqlite   needs as much; everything is kept, each input as a run of its own. results/README.md has the tables
A file that is there already is never overwritten.
Exit code 0: done; 1: some games had to be left out; 2: nothing can be made of these inputs; 3: an input
cannot be read, or the output not be written.)";

class Conversion {
 public:
  explicit Conversion(const ConvertArguments& arguments) : arguments_(arguments) {}

  int operator()() {
    if (arguments_.to == "sqlite" && arguments_.output.empty())
      return fail(2, "a database is a file; say which one with -o FILE");
    std::error_code ignored;
    if (!arguments_.output.empty() && std::filesystem::exists(arguments_.output, ignored))
      return fail(3, fmt::format("`{}` is there already; name another file", arguments_.output));
    if (const auto different = all_different(arguments_.inputs); !different)
      return fail(2, different.error().message);
    auto inputs = read_inputs(arguments_.inputs, Moves::needed);
    if (!inputs) return fail(3, inputs.error().message);
    const bool moves = arguments_.to == "ogn" || arguments_.to == "journal" || arguments_.to == "sqlite";
    if (arguments_.to == "journal")
      if (const auto same = same_rules(*inputs); !same) return fail(2, same.error().message);
    for (Input& input : *inputs) take_foreign(input, moves);
    if (arguments_.to == "sqlite") return database(*inputs);
    all_ = merged(std::move(*inputs));
    if (all_.games.empty()) return fail(2, "there are no games to convert");
    const auto text = converted();
    if (!text) return fail(2, text.error().message);
    say_lost(all_.games.size());
    if (arguments_.output.empty()) {
      std::fwrite(text->data(), 1, text->size(), stdout);
      if (std::fflush(stdout) != 0) return fail(3, "cannot write to standard output");
    } else if (const auto written = write_file(arguments_.output, *text); !written) {
      return fail(3, written.error().message);
    }
    return left_out_ == 0 ? 0 : 1;
  }

 private:
  // Null if there are no such rules.
  const rules::Rules* rules_for(const match::GameRecord& game) {
    const auto [found, is_new] = rules_.try_emplace({game.variant, game.ruleset});
    if (!is_new) return found->second.get();
    const auto selection = rules::parse_selection(game.variant, game.ruleset);
    if (!selection) return nullptr;
    auto made = rules::make_rules(*selection);
    if (made) found->second = std::move(*made);
    return found->second.get();
  }

  void leave_out(const std::string& place, const std::string& why) {
    constexpr int most = 10;
    if (++left_out_ <= most) fmt::print(stderr, "ebiri: {}: left out: {}\n", place, why);
  }

  // The games of a file that is no journal; if their moves are needed, played by the rules again.
  void take_foreign(Input& input, bool moves) {
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
        leave_out(place, fmt::format("its tags Variant and Ruleset name no rules that Ebiri knows: `{} {}`",
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

  Result<std::string> converted() {
    if (arguments_.to == "csv") return record::to_csv(all_.games);
    if (arguments_.to == "pgn") return pgn();
    if (arguments_.to == "ogn") return ogn();
    return journal();
  }

  std::string pgn() {
    std::string text;
    for (const match::GameRecord& game : all_.games) {
      if (game.verdict.result == match::Verdict::Result::void_game) {
        ++voids_;
        continue;
      }
      if (!record::has_plain_moves(game)) ++without_moves_;
      text += record::to_pgn(game, all_.digest.run.name);
    }
    return text;
  }

  Result<std::string> ogn() {
    std::string text;
    for (const match::GameRecord& game : all_.games) {
      const rules::Rules* rules = rules_for(game);
      if (rules == nullptr)
        return Error{fmt::format("Ebiri does not know the rules `{} {}`", game.variant, game.ruleset)};
      const auto one = record::to_ogn(game, *rules, all_.digest.run.name);
      if (!one) return one.error();
      text += *one;
    }
    return text;
  }

  // Each input as a run of its own.
  int database(std::vector<Input>& inputs) {
    std::vector<record::Contents> runs;
    std::size_t games = 0;
    for (Input& input : inputs) {
      if (input.games.empty()) continue;
      games += input.games.size();
      record::Contents& run = runs.emplace_back();
      static_cast<record::JournalHead&>(run) = std::move(input.digest);
      if (!input.is_journal) run.run = described(run.run, input.games.front());
      run.games = std::move(input.games);
    }
    if (runs.empty()) return fail(2, "there are no games to convert");
    if (const auto written = record::write_sqlite(arguments_.output, runs); !written)
      return fail(3, written.error().message);
    say_lost(games);
    return left_out_ == 0 ? 0 : 1;
  }

  static record::RunInfo described(record::RunInfo run, const match::GameRecord& game) {
    run.version = version_text();
    run.variant = game.variant;
    run.ruleset = game.ruleset;
    if (run.limit.empty()) run.limit = "unknown";
    if (run.openings.empty()) run.openings = "unknown";
    return run;
  }

  std::string journal() {
    std::string text = record::line_of(described(all_.digest.run, all_.games.front())) + "\n";
    for (const match::GameRecord& game : all_.games) text += record::line_of(game) + "\n";
    return text;
  }

  void say_lost(std::size_t games) const {
    static const std::map<std::string, const char*> lost{
        {"pgn", "times, scores, evidence of faults"},
        {"csv", "moves, times, scores, evidence of faults"},
        {"ogn", "limits apart from their names, nodes, CPU and waiting times, seeds, evidence of faults"},
        {"journal", "plans; of games that were in no journal also limits, seeds, CPU and waiting times"},
        {"sqlite", "nothing"},
    };
    fmt::print(stderr, "ebiri: {} games; lost: {}\n", games, lost.at(arguments_.to));
    if (voids_ > 0) fmt::print(stderr, "ebiri: void games left out: {}\n", voids_);
    if (without_moves_ > 0)
      fmt::print(stderr, "ebiri: games whose moves chess programs would misread, given without them: {}\n",
                 without_moves_);
    if (left_out_ > 0) fmt::print(stderr, "ebiri: games that had to be left out: {}\n", left_out_);
  }

  const ConvertArguments& arguments_;
  Merged all_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<rules::Rules>> rules_;
  int left_out_ = 0, voids_ = 0, without_moves_ = 0;
};

}  // namespace

void add_convert(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("convert", "Convert games between journal, SQLite, OGN, PGN and CSV");
  const auto arguments = std::make_shared<ConvertArguments>();
  command->add_option("INPUT", arguments->inputs, "Run folders, journals, SQLite, PGN, OGN or CSV files")
      ->type_name("INPUT")
      ->required();
  command->add_option("--to", arguments->to, "journal, sqlite, ogn, pgn or csv")
      ->required()
      ->check(CLI::IsMember({"journal", "sqlite", "ogn", "pgn", "csv"}));
  command->add_option("-o,--output", arguments->output, "A new file; otherwise standard output")
      ->type_name("FILE");
  command->footer(convert_footer);
  command->callback([arguments, &exit_code] { exit_code = Conversion{*arguments}(); });
}

}  // namespace ebiri::cli

// `ebiri convert`: converts games to another file format.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"

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
  ebiri convert results/monday results/tuesday --to sqlite -o games.sqlite     for queries in SQL

Reads run folders, journals, SQLite, PGN, OGN and CSV. The game numbers of an input continue after those of earlier
inputs. Standard error reports what was lost. The formats:
  pgn      stores result, names, rules and moves; void games are left out
  csv      stores result, names, rules and seeds, but neither moves nor times
  ogn      stores moves, times and scores, but no other measurements; needs rules that Ebiri knows
  journal  needs the same rules for all games; has no plan, so `ebiri run` cannot resume it
  sqlite   stores everything, each input as a run. results/FORMATS.md has the tables
The formats ogn, journal and sqlite leave out games without moves, games with unknown rules, and games whose result
follows neither from the rules nor from the tags of the file. An existing file is never overwritten.
Exit code 0: done; 1: ogn, journal or sqlite left out games; 2: these inputs cannot be converted, or the output exists;
3: an input cannot be read, or the output cannot be written.)";

int write_converted(const ConvertArguments& arguments, run::Conversion& conversion,
                    std::vector<run::Input> inputs) {
  if (arguments.to == "sqlite") {
    const auto written = conversion.write_database(arguments.output, std::move(inputs));
    if (!written) return fail(system_error, written.error());
    return conversion.games() > 0 ? 0 : fail(usage_error, "there are no games to convert");
  }
  const auto text = conversion.text(std::move(inputs));
  if (!text || arguments.output.empty()) return print_text(text);
  const auto written = write_file(arguments.output, *text);
  return written ? 0 : fail(system_error, written.error());
}

int convert(const ConvertArguments& arguments) {
  if (arguments.to == "sqlite" && arguments.output.empty())
    return fail_usage({"`--to sqlite` needs an output file: -o FILE"});
  std::error_code ignored;
  if (!arguments.output.empty() && std::filesystem::exists(arguments.output, ignored))
    return fail(usage_error, fmt::format("`{}` exists already; name another file", arguments.output));
  if (const auto different = run::all_different(arguments.inputs); !different)
    return fail_usage(different.error());
  auto inputs = run::read_inputs(arguments.inputs, run::Moves::needed);
  if (!inputs) return fail(system_error, inputs.error());
  for (const run::Input& input : *inputs) say(input.remarks);
  if (arguments.to == "journal")
    if (const auto same = run::same_rules(*inputs); !same)
      return fail_usage({same.error().message + "; convert them separately"});
  run::Conversion conversion{arguments.to};
  const int code = write_converted(arguments, conversion, std::move(*inputs));
  say(conversion.remarks());
  if (code != 0) return code;
  return conversion.left_out() == 0 ? 0 : expectation_failed;
}

}  // namespace

void add_convert(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "convert", "Convert games between journal, SQLite, OGN, PGN and CSV",
                  convert_footer, convert);
  command.add_option("INPUT", arguments.inputs, "Run folders, journals, SQLite, PGN, OGN or CSV files")
      .required();
  command.add_option("--to", arguments.to, join(run::game_formats(), ", "))
      .required()
      .one_of(run::game_formats());
  command.add_option("-o,--output FILE", arguments.output, "A new file; default: standard output");
}

}  // namespace ebiri::cli

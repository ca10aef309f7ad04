// `ebiri contest doctor`: what entries can be written in here, tried out.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/build/build.hpp"
#include "referee/contest/entries/languages.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;
using contest::Language;

constexpr const char* contest_doctor_footer = R"(Examples:
  ebiri contest doctor
  ebiri contest doctor --json

For each language a small program is built and run as entries are, in a sandbox. A line says whether that worked, and
what is missing. `ebiri doctor` says more of the machine.
Exit code 0: entries can be built and played here, in some languages; 3: they cannot.)";

struct LanguageFinding {
  const Language* language;
  bool good = false;
  std::string detail;
};

LanguageFinding try_language(const Language& language, const fs::path& folder,
                             const std::shared_ptr<const process::Means>& means) {
  std::error_code ignored;
  const fs::path program = fs::path{"/usr/bin"} / language.program;
  if (!language.program.empty() && !fs::exists(program, ignored))
    return {&language, false, fmt::format("no {}; apt-get install {}", program.string(), language.package)};
  const fs::path tree = folder / language.name;
  const auto saved = contest::save_file(tree / language.file, language.sample);
  if (!saved) return {&language, false, saved.error().message};
  std::vector<std::string> lines;
  if (!language.build.empty()) lines.push_back(fmt::format("{{ {}; }} >&2", language.build));
  lines.emplace_back(language.run.empty() ? "sh main.sh" : language.run);
  const auto said = contest::try_lines(tree, lines, means);
  if (!said) return {&language, false, said.error().message};
  if (*said == "hello\n")
    return {&language, true, language.program.empty() ? "a script ran" : program.string()};
  return {&language, false, fmt::format("a program that says `hello` said `{}`", printable(*said, 100))};
}

int examine_languages(bool as_json) {
  const auto means = process::Means::find();
  const std::string problem = contest::sandbox_problem(*means);
  if (!problem.empty() && !as_json)
    fmt::print("NO  sandbox     {}; `ebiri doctor` says what to do\n", problem);
  const fs::path folder = fs::temp_directory_path() / fmt::format("ebiri-contest-doctor-{}", ::getpid());
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  auto list = nlohmann::ordered_json::array();
  bool any = false;
  for (const Language& language : contest::languages()) {
    if (!means->sandbox_problem.empty()) break;
    const auto finding = try_language(language, folder, means);
    any = any || finding.good;
    list.push_back({{"language", language.name},
                    {"good", finding.good},
                    {"detail", finding.detail},
                    {"build", language.build},
                    {"run", language.run}});
    if (!as_json)
      fmt::print("{} {:<11} {}\n", finding.good ? "yes" : "no ", language.name,
                 printable(finding.detail, 300));
    std::fflush(stdout);
  }
  fs::remove_all(folder, ignored);
  if (as_json) fmt::print("{}\n", nlohmann::ordered_json{{"problem", problem}, {"languages", list}}.dump(2));
  return any && problem.empty() ? 0 : machine_error;
}

}  // namespace

void add_contest_doctor(CLI::App& contest, int& exit_code) {
  auto* command =
      contest.add_subcommand("doctor", "Say what entries can be written in on this machine, tried out");
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "One document of JSON, for programs");
  command->footer(contest_doctor_footer);
  command->callback([as_json, &exit_code] { exit_code = examine_languages(*as_json); });
}

}  // namespace ebiri::cli

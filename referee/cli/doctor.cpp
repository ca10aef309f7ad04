// `ebiri doctor`: tests what this machine can enforce and measure.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/cli/common/commands.hpp"
#include "referee/process/checks.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using process::Check;

struct DoctorArguments {
  bool json = false;
};

constexpr const char* doctor_footer = R"(Examples:
  ebiri doctor
  ebiri doctor --json

Each line shows whether a feature works on this machine, what was found or why it is missing, and how to enable it.
`NO` marks a missing feature that tournaments need, `no` a missing one that is optional.
Exit code 0: tournaments can be played here; 3: they cannot.)";

Check core_speed() {
  return {"speed of a core", true,
          fmt::format("{} million positions a second, for `core-speed` in a config",
                      run::core_speed_text(run::measure_core_speed(run::placement({}))))};
}

void print_line(const Check& finding) {
  const char* word = finding.good ? "yes" : finding.required ? "NO " : "no ";
  fmt::print("{} {:<32} {}\n", word, finding.name, printable(finding.detail, 500));
  if (!finding.good && !finding.advice.empty()) fmt::print("{:33}{}\n", "", finding.advice);
}

nlohmann::ordered_json json_of(const Check& finding) {
  return {{"thing", finding.name},
          {"good", finding.good},
          {"detail", finding.detail},
          {"advice", finding.good ? "" : finding.advice},
          {"indispensable", finding.required}};
}

int doctor(const DoctorArguments& arguments) {
  auto checks = process::check_machine();
  checks.push_back(core_speed());
  if (arguments.json) {
    auto list = nlohmann::ordered_json::array();
    for (const Check& check : checks) list.push_back(json_of(check));
    fmt::print("{}\n", list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    for (const Check& check : checks) print_line(check);
  }
  const bool sound =
      std::ranges::none_of(checks, [](const Check& check) { return check.required && !check.good; });
  return sound ? 0 : system_error;
}

}  // namespace

void add_doctor(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "doctor", "Test what this machine can enforce and measure", doctor_footer, doctor);
  command.add_flag("--json", arguments.json, "Print a JSON array");
}

}  // namespace ebiri::cli

#include "referee/cli/help/man_page.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "referee/cli/help/completion_model.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::cli {

namespace {

// The code point that begins at `at`, which moves behind it. Our own texts are sound UTF-8.
std::uint32_t code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&] { return static_cast<unsigned char>(text[at++]); };
  const std::uint32_t first = byte();
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  std::uint32_t code = first & (0x3FU >> more);
  for (int k = 0; k < more; ++k) code = code << 6 | (byte() & 0x3FU);
  return code;
}

// Characters as they are: without escapes, formatters make typographic ones of some.
std::string roff(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t code = code_point(text, at);
    switch (code) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += code < 0x80 ? std::string(1, static_cast<char>(code)) : fmt::format("\\[u{:04X}]", code);
    }
  }
  return result;
}

// A line that is no request, whatever it begins with.
std::string roff_line(std::string_view text) {
  return (text.starts_with('.') ? "\\&" : "") + roff(text) + "\n";
}

std::string man_section(std::string_view head, const std::string& body) {
  constexpr std::string_view paragraph = ".PP\n";  // which a section begins with anyway
  const std::string_view text{body};
  return body.empty() ? ""
                      : fmt::format(".SH {}\n{}", head,
                                    text.substr(text.starts_with(paragraph) ? paragraph.size() : 0));
}

std::string as_it_stands(const std::vector<std::string_view>& lines) {
  std::string text = ".PP\n.nf\n";
  for (const std::string_view line : lines) text += line.empty() ? "\\&\n" : roff_line(line);
  return text + ".fi\n";
}

// Paragraphs flow; blocks of indented lines stay as they are.
std::string flowing(const std::string& text) {
  std::string result;
  std::vector<std::string_view> block;
  bool in_paragraph = false;
  const auto end_block = [&] {
    while (!block.empty() && block.back().empty()) block.pop_back();
    if (!block.empty()) result += as_it_stands(block);
    block.clear();
  };
  if (text.empty()) return "";
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("  ") || (line.empty() && !block.empty())) {
      block.push_back(line);
      in_paragraph = false;
      continue;
    }
    end_block();
    if (!line.empty() && !in_paragraph) result += ".PP\n";
    in_paragraph = !line.empty();
    if (in_paragraph) result += roff_line(line);
  }
  end_block();
  return result;
}

std::string man_examples(const FooterParts& parts) {
  return parts.examples.empty() ? "" : as_it_stands(split(parts.examples, '\n'));
}

std::string man_argument_name(const CLI::Option& option) {
  const std::string dots = takes_many(option) ? " ..." : "";
  if (option.get_positional()) return "\\fI" + roff(option.get_name(true, false)) + "\\fR" + dots;
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("\\fB\\-" + roff(name) + "\\fR");
  for (const std::string& name : option.get_lnames()) names.push_back("\\fB\\-\\-" + roff(name) + "\\fR");
  const std::string value = value_name(option);
  return join(names, ", ") + (value.empty() ? "" : " \\fI" + roff(value) + "\\fR" + dots);
}

std::string man_argument(const CLI::Option& option) {
  std::string about = option.get_description();
  if (option.get_positional() && value_name(option).starts_with('{'))
    about += ": " + join(expected_of(option).words, ", ");
  if (!option.get_default_str().empty()) about += "; default: " + option.get_default_str();
  if (!option.get_envname().empty()) about += "; environment: " + option.get_envname();
  return ".TP\n" + man_argument_name(option) + "\n" + roff_line(about);
}

std::string man_arguments(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : positionals_of(command)) text += man_argument(*option);
  for (const CLI::Option* option : options_of(command)) text += man_argument(*option);
  return text;
}

std::string man_synopsis(const CLI::App& command) {
  std::string text = fmt::format(".B {}\n[\\fIOPTIONS\\fR]", roff(full_name(command)));
  for (const CLI::Option* option : positionals_of(command)) {
    const std::string name = man_argument_name(*option);
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  if (!commands_below(command).empty()) text += " \\fICOMMAND\\fR ...";
  return text + "\n";
}

std::string man_exit_codes(const FooterParts& parts) {
  std::string text;
  for (const std::string& code : parts.exit_codes) {
    const auto colon = code.find(": ");
    text += fmt::format(".TP\n.B {}\n{}", code.substr(0, colon), roff_line(code.substr(colon + 2)));
  }
  return text;
}

// Whether it is about runs: what it takes without a name, or where it looks.
bool knows_runs(const CLI::App& command) {
  const auto of_run = [](const CLI::Option* option) {
    const std::string name = option->get_name(true, false);
    return name == "RUN" || name == "CONFIG" || name == "INPUT" || name == "SOURCE";
  };
  return command.get_parent() == nullptr || std::ranges::any_of(positionals_of(command), of_run);
}

constexpr const char* man_files = R"(.TP
.I results/NAME/games.jsonl
The journal of a run: every game, with its moves and times. The only source of truth.
.TP
.I results/NAME/standings.txt
The final table; also as .md, .csv and .json.
.TP
.I results/NAME/report.html
The whole run as a page for a browser.
.TP
.I results/NAME/config.yaml
The config as it was understood.
)";

constexpr const char* man_environment = R"(.TP
.B EBIRI_RESULTS
The folder that holds the run folders, in place of
.IR results .
.TP
.BR NO_COLOR ", " CLICOLOR_FORCE
No colours on a terminal; colours where there is none.
)";

std::string man_commands(const CLI::App& command) {
  std::string text;
  for (const CLI::App* each : commands_below(command)) {
    if (command.get_parent() == nullptr) {
      text +=
          fmt::format(".TP\n\\fB{}\\fR(1)\n{}", roff(man_name(*each)), roff_line(each->get_description()));
      continue;
    }
    const FooterParts parts = parts_of(each->get_footer());
    text += fmt::format(".SS {}\n", roff(full_name(*each))) + roff_line(each->get_description() + ".") +
            ".PP\n" + man_synopsis(*each) + man_arguments(*each) + man_examples(parts) + flowing(parts.text) +
            man_exit_codes(parts);
  }
  return text;
}

std::string man_see_also(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "";
  std::string text = ".BR ebiri (1)";
  for (const CLI::App* each : commands_below(*command.get_parent()))
    if (each != &command) text += fmt::format(",\n.BR {} (1)", roff(man_name(*each)));
  return text + "\n";
}

}  // namespace

std::string man_name(const CLI::App& command) {
  std::string name = full_name(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const CLI::App& command) {
  const FooterParts parts = parts_of(command.get_footer());
  std::string upper = man_name(command);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string about = command.get_description();
  about[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(about[0])));
  const bool runs = knows_runs(command);
  return fmt::format(".TH {} 1 {} \"ebiri {}\" \"Ebiri\"\n", roff(upper), version_date(), version_number()) +
         man_section("NAME", fmt::format("{} \\- {}\n", roff(man_name(command)), roff(about))) +
         man_section("SYNOPSIS", man_synopsis(command)) + man_section("EXAMPLES", man_examples(parts)) +
         man_section("DESCRIPTION", flowing(parts.text)) + man_section("OPTIONS", man_arguments(command)) +
         man_section("COMMANDS", man_commands(command)) +
         man_section("\"EXIT STATUS\"", man_exit_codes(parts)) +
         man_section("ENVIRONMENT", runs ? man_environment : "") +
         man_section("FILES", runs ? man_files : "") + man_section("\"SEE ALSO\"", man_see_also(command));
}

}  // namespace ebiri::cli

#include "referee/cli/help/help_text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr std::string_view examples_head = "Examples:\n", exit_code_head = "Exit code ";

class ExamplesFirst final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    const std::string examples = parts_of(app->get_footer()).examples;
    return examples.empty() ? usage : usage + "\n" + std::string{examples_head} + examples + "\n";
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string& footer = app->get_footer();
    if (!footer.starts_with(examples_head)) return footer.empty() ? "" : footer + "\n";
    const auto end = footer.find("\n\n");
    return end == footer.npos ? "" : footer.substr(end + 2) + "\n";
  }

  // What stands for the value of a positional is its name.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!option->get_positional()) return CLI::Formatter::make_option_opts(option);
    const std::string name = value_name(*option);
    return (name.starts_with('{') ? " " + name : "") + (takes_many(*option) ? " ..." : "");
  }
};

// `2: wrong; 3: not there` in two; a semicolon before anything but a number is part of the text.
std::vector<std::string> codes_in(std::string_view text) {
  std::vector<std::string> codes;
  for (const std::string_view part : split(text, ';')) {
    const auto digits = part.find_first_not_of(" \n");
    const bool begins = digits != part.npos && std::isdigit(static_cast<unsigned char>(part[digits])) != 0 &&
                        part.find(": ") != part.npos;
    if (begins || codes.empty())
      codes.emplace_back(part.substr(std::min(digits, part.size())));
    else
      codes.back() += ";" + std::string{part};
  }
  for (std::string& code : codes) {
    std::ranges::replace(code, '\n', ' ');
    if (code.ends_with('.')) code.pop_back();
  }
  return codes;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<ExamplesFirst>(); }

FooterParts parts_of(const std::string& footer) {
  FooterParts parts;
  std::string_view rest = footer;
  if (rest.starts_with(examples_head)) {
    rest.remove_prefix(examples_head.size());
    const auto end = rest.find("\n\n");
    parts.examples = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 2);
  }
  const auto before = rest.find("\n" + std::string{exit_code_head});
  const auto begin = rest.starts_with(exit_code_head) ? 0 : before == rest.npos ? before : before + 1;
  if (begin == rest.npos) {
    parts.text = rest;
    return parts;
  }
  const auto end = std::min(rest.find("\n\n", begin), rest.size());
  parts.exit_codes =
      codes_in(rest.substr(begin + exit_code_head.size(), end - begin - exit_code_head.size()));
  parts.text = std::string{rest.substr(0, begin)} + std::string{rest.substr(end)};
  while (parts.text.ends_with('\n')) parts.text.pop_back();
  return parts;
}

std::vector<const CLI::App*> commands_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::string value_name(const CLI::Option& option) {
  if (option.get_type_size() == 0) return "";
  const std::string type = option.get_type_name();
  const auto set = type.find('{');
  if (set != type.npos) return type.substr(set);
  return type.substr(0, type.starts_with('[') ? type.npos : type.find(':'));  // `INT:POSITIVE`
}

bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

bool takes_many_at_once(const CLI::Option& option) {
  return takes_many(option) && (option.get_positional() || option.get_allow_extra_args());
}

}  // namespace ebiri::cli

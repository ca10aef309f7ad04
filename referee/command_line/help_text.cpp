#include "referee/command_line/help_text.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/render.hpp"

namespace ebiri::command_line {

namespace {

constexpr std::string_view examples_head = "Examples:\n";

// Prints the examples before the options, and the rest of the footer after them. help2man needs the reverse
// order, and a `$` before each example.
class ExamplesFirst final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return usage + "\n" + (for_help2man_ ? text_of(app->get_footer()) : examples_part(app->get_footer()));
  }

  std::string make_footer(const CLI::App* app) const override {
    return for_help2man_ ? examples_part(app->get_footer()) : text_of(app->get_footer());
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return terminal::in_column(description_of(*option), get_column_width(), terminal_);
  }

  std::string make_subcommand(const CLI::App* app) const override {
    std::ostringstream text;
    const auto description = terminal::in_column(app->get_description(), get_column_width(), terminal_);
    CLI::detail::format_help(text, app->get_display_name(true), description, get_column_width());
    return text.str();
  }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, positional),
                      value = value_name(*option);
    return positional || value.empty() ? name : name + " " + value;
  }

  // Omits the name of a positional argument's value, unless it is a set such as `{csv,json}`.
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string name = value_name(*option);
    std::string text = !option->nonpositional() && name.starts_with('{') ? " " + name : "";
    if (takes_many(*option)) text += " ...";
    if (option->nonpositional() && option->get_required()) text += " (required)";
    if (!option->get_envname().empty()) text += fmt::format(" (or ${})", option->get_envname());
    return text + names_of(" (needs ", option->get_needs()) + names_of(" (not with ", option->get_excludes());
  }

 private:
  static std::string names_of(const char* opening, const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    std::ranges::sort(names);  // the set has the order of addresses
    return names.empty() ? "" : opening + join(names, ", ") + ")";
  }

  std::string examples_part(const std::string& footer) const {
    const std::string examples = examples_of(footer);
    std::string part = examples.empty() ? "" : std::string{examples_head};
    for (const auto line : split(examples, '\n'))
      if (!line.empty())
        part += for_help2man_ ? fmt::format("  $ {}\n", trim(line)) : fmt::format("{}\n", line);
    return part;
  }

  // The footer without its examples, wrapped for a terminal.
  std::string text_of(const std::string& footer) const {
    const auto begin = footer.starts_with(examples_head) ? footer.find("\n\n") : 0;
    if (begin == footer.npos || footer.empty()) return "";
    return terminal::narrowed(footer.substr(begin == 0 ? 0 : begin + 2) + "\n", terminal_);
  }

  const Terminal terminal_ = terminal::terminal_of(STDOUT_FILENO);
  const bool for_help2man_ = std::getenv("EBIRI_HELP2MAN") != nullptr;
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<ExamplesFirst>(); }

std::string examples_of(const std::string& footer) {
  if (!footer.starts_with(examples_head)) return {};
  const auto end = footer.find("\n\n");
  return footer.substr(examples_head.size(), end == footer.npos ? end : end - examples_head.size());
}

std::vector<const CLI::App*> commands_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App* command_below(const CLI::App& app, const std::string& name) {
  const auto below = app.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; });
  return below.empty() ? nullptr : below.front();
}

std::string help_of(const CLI::App& app) {
  return app.get_formatter()->make_help(&app, full_name(app), CLI::AppFormatMode::Normal);
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
  // The parser appends the descriptions of checks after a colon. The colon in `[ADDRESS:PORT]` is part of the
  // name.
  const std::string name = type.substr(0, type.starts_with('[') ? type.npos : type.find(':'));
  return name == "INT" || name == "UINT" ? "N" : name;
}

std::string description_of(const CLI::Option& option) {
  const std::string& fallback = option.get_default_str();
  return option.get_description() + (fallback.empty() ? "" : "; default: " + fallback);
}

bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

bool takes_many_at_once(const CLI::Option& option) {
  return takes_many(option) && (option.get_positional() || option.get_allow_extra_args());
}

}  // namespace ebiri::command_line

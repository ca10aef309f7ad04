#include "referee/command_line/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::command_line {

Option Option::required() const { return Option{*option_->required()}; }

Option Option::default_text(const std::string& text) const { return Option{*option_->default_str(text)}; }

Option Option::show_default() const { return Option{*option_->capture_default_str()}; }

Option Option::environment(const std::string& variable) const { return Option{*option_->envname(variable)}; }

Option Option::repeatable() const { return Option{*option_->allow_extra_args(false)}; }

Option Option::takes(int least, int most) const { return Option{*option_->expected(least, most)}; }

template <class Number>
Option Option::range(Number low, Number high) const {
  return check([=](const std::string& text) {
    Number value{};
    const bool fits = CLI::detail::lexical_cast(text, value) && low <= value && value <= high;
    return fits ? "" : fmt::format("expected {} to {}, found `{}`", low, high, printable(text, 80));
  });
}

Option Option::positive() const {
  return check([](const std::string& text) {
    std::int64_t value = 0;
    if (CLI::detail::lexical_cast(text, value) && value > 0) return std::string{};
    return fmt::format("expected a number from 1, found `{}`", printable(text, 80));
  });
}

Option Option::one_of(const std::vector<std::string>& values) const {
  const auto problem = [values](const std::string& text) {
    if (std::ranges::count(values, text) > 0) return std::string{};
    return fmt::format("expected one of `{}`, found `{}`", join(values, "`, `"), printable(text, 80));
  };
  return Option{*option_->check(CLI::Validator{problem, "{" + join(values, ",") + "}"})};
}

Option Option::seconds(int most) const {
  const CLI::AsNumberWithUnit to_seconds{std::map<std::string, int>{{"s", 1}, {"min", 60}, {"h", 3600}},
                                         CLI::AsNumberWithUnit::Options::UNIT_OPTIONAL};
  const auto convert = [to_seconds, most](std::string& text) {
    const std::string given = text;
    int seconds = 0;
    try {
      to_seconds(text);
      if (CLI::detail::lexical_cast(text, seconds) && 1 <= seconds && seconds <= most) return std::string{};
    } catch (const CLI::ValidationError&) {  // reported like other problems
    }
    return fmt::format("expected a time of 1s to {}s such as 90, 15min or 1h, found `{}`", most,
                       printable(given, 80));
  };
  return Option{*option_->transform(CLI::Validator{convert, ""})};
}

Option Option::check(std::function<std::string(const std::string&)> problem) const {
  return Option{*option_->check(CLI::Validator{std::move(problem), ""})};
}

Option Option::needs(Option other) const { return Option{*option_->needs(other.option_)}; }

Option Option::excludes(Option other) const { return Option{*option_->excludes(other.option_)}; }

Command Command::add_command(const std::string& name, const std::string& about,
                             const std::string& footer) const {
  return Command{*app_->add_subcommand(name, about)->footer(footer)};
}

template <class Value>
Option Command::add_option(const std::string& names, Value& variable, const std::string& about) const {
  const auto end = names.find(' ');
  CLI::Option* option = app_->add_option(names.substr(0, end), variable, about);
  if (end != names.npos)
    option->type_name(names.substr(end + 1));
  else if (names.front() != '-')
    option->type_name(names);
  return Option{*option};
}

Option Command::add_flag(const std::string& names, bool& variable, const std::string& about) const {
  return Option{*app_->add_flag(names, variable, about)};
}

Option Command::option(const std::string& name) const { return Option{*app_->get_option(name)}; }

void Command::require_command() const { app_->require_subcommand(1); }

void Command::on_run(std::function<void()> run) const {
  app_->callback([app = app_, run = std::move(run)] {
    if (app->get_subcommands().empty()) run();
  });
}

void Command::before_arguments(std::function<void(std::size_t)> call) const {
  app_->preparse_callback(std::move(call));
}

std::string Command::typed_without(std::string_view except) const {
  std::string text = app_->get_name();
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    if (option->get_name() == except) continue;
    for (const std::string& value : option->results()) {
      if (!option->get_positional()) text += " " + option->get_name();
      // False for a flag, and for an option such as `--serve` without its optional value.
      const bool has_value =
          value.empty() ? option->get_items_expected_min() != 0 : option->get_items_expected_max() != 0;
      if (has_value) text += (value.starts_with('-') ? "=" : " ") + shell_word(value);
    }
  }
  return text;
}

template Option Option::range(int, int) const;
template Option Option::range(double, double) const;

// The types of variables that options set.
#define ADD_OPTION(...) \
  template Option Command::add_option(const std::string&, __VA_ARGS__&, const std::string&) const
ADD_OPTION(int);
ADD_OPTION(unsigned);
ADD_OPTION(std::uint16_t);
ADD_OPTION(std::int64_t);
ADD_OPTION(std::uint64_t);
ADD_OPTION(double);
ADD_OPTION(std::string);
ADD_OPTION(std::filesystem::path);
ADD_OPTION(std::vector<std::string>);
ADD_OPTION(std::optional<int>);
ADD_OPTION(std::optional<std::uint64_t>);
ADD_OPTION(std::optional<std::string>);
ADD_OPTION(std::optional<std::tuple<std::string, int, std::size_t>>);  // `--from-game`
#undef ADD_OPTION

}  // namespace ebiri::command_line

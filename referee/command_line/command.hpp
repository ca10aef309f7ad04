// Commands and their options, without the headers of the parser (CLI11), which take longer to compile than
// most commands.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ebiri::command_line {

/// An option or a positional argument of a command. Copies are the same option; none outlives its command.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_{&option} {}

  Option required() const;

  /// The default that the help shows: `text`, or the variable's present value.
  Option default_text(const std::string& text) const;
  Option show_default() const;

  /// The environment variable whose value replaces the default.
  Option environment(const std::string& variable) const;

  /// The option takes one value each time that it is given, and may be given several times.
  Option repeatable() const;

  /// One mention of the option takes `least` to `most` values.
  Option takes(int least, int most) const;

  /// Values from `low` to `high`. `Number` is int or double.
  template <class Number>
  Option range(Number low, Number high) const;
  Option positive() const;
  Option one_of(const std::vector<std::string>& values) const;

  /// A time from 1 s to `most` seconds, such as `90`, `90s`, `15min` or `1h`. It becomes a number of seconds.
  Option seconds(int most) const;

  /// `problem` returns what is wrong with a value, or an empty text. It is called for each given value, so it
  /// may also record that the option was given.
  Option check(std::function<std::string(const std::string&)> problem) const;

  Option needs(Option other) const;
  Option excludes(Option other) const;

 private:
  CLI::Option* option_;
};

/// A command or a group of commands. Copies are the same command; none outlives the program.
class Command {
 public:
  explicit Command(CLI::App& app) : app_{&app} {}

  CLI::App& app() const { return *app_; }

  /// Adds a command below this one. `footer` begins with examples (help_text.hpp).
  Command add_command(const std::string& name, const std::string& about, const std::string& footer) const;

  /// Adds an option that sets `variable`. `names` is for example `-o,--output FILE` or `NAME VARIANT`: all
  /// names, then the name of the value in the help. If that name is missing, the help shows a positional
  /// argument's own name, and for an option the name of its type. `Value` is one of the types at the end of
  /// command.cpp. `variable` must live as long as the command.
  template <class Value>
  Option add_option(const std::string& names, Value& variable, const std::string& about) const;

  Option add_flag(const std::string& names, bool& variable, const std::string& about) const;

  Option option(const std::string& name) const;

  /// A subcommand must be given.
  void require_command() const;

  /// Called after the arguments of this command were parsed; not if a command below it was given.
  void on_run(std::function<void()> run) const;

  /// Called before the arguments are parsed, with their number.
  void before_arguments(std::function<void(std::size_t)> call) const;

  /// A command line, as words of a shell, that means the same as the given one without the option `except`.
  std::string typed_without(std::string_view except) const;

 private:
  CLI::App* app_;
};

}  // namespace ebiri::command_line

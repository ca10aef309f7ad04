// Resolves an engine's command, as written in a config, to the program and its arguments.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::config {

/// The folders in which relative paths in commands are searched; `resolve_path` uses only `config`. All are
/// absolute.
struct SearchPath {
  std::filesystem::path working;  ///< the working directory of the referee
  std::filesystem::path config;   ///< the folder of the config file
  std::filesystem::path home;     ///< the folder of the running binary: Ebiri's own bots are below it
};

/// The search path for a config file. It reads the current working directory.
SearchPath search_path_for(const std::filesystem::path& config_file);

/// The words of a command, split as a shell splits plain words: blanks separate words; '…' quotes all
/// characters; in "…" and outside of quotes `\` quotes the next character. Nothing is expanded.
Result<std::vector<std::string>> split_command(std::string_view command);

/// The program and its arguments. A word that has a slash and is not absolute is a path: it is replaced by
/// the absolute path of the first regular file of that name in `working`, `config`, `home`;
/// an argument that names no such file stays as it is. A first word without a slash is searched in PATH.
/// A script that is not executable gets its `interpreter_of`. An error names the searched folders, or says
/// that the program is not executable. Reads the file system; safe to call from any thread.
Result<std::vector<std::string>> resolve_command(std::string_view command, const SearchPath& search);

/// The program that starts a .py, .js, .mjs or .jar file, and a space: `python3 `, `node ` or `java -jar `.
/// Empty for a file that is executable, and for any other file.
std::string interpreter_of(const std::filesystem::path& file);

/// The position of the script or jar that an interpreter runs; 0 if there is none, or it is not known.
std::size_t script_at(const std::vector<std::string>& words);

/// Why a command cannot run although its program exists, one sentence; empty if no reason is found. `words`
/// are an output of `resolve_command`, `directory` is the engine's working directory, absolute. Checks that
/// the script or jar of a common interpreter exists (`python3 bot.py`, `node bot.js`, `java -jar bot.jar`),
/// that the interpreter in a script's first line exists, and that this line has no Windows line end. Reads
/// the file system; safe to call from any thread.
std::string command_problem(const std::vector<std::string>& words, const std::filesystem::path& directory,
                            const SearchPath& search);

/// Resolves any other path of a config (an engine's `directory`, an opening file): a relative path starts
/// at the config file's folder.
std::filesystem::path resolve_path(const std::filesystem::path& written, const SearchPath& search);

/// The folders `configs` of the working directory, of the installed program and of the source tree.
std::vector<std::filesystem::path> config_folders();

/// The file `name` in the first of these folders that has it. Nothing if there is no such file.
std::optional<std::filesystem::path> find_in_configs(const std::filesystem::path& name);

}  // namespace ebiri::config

#include "referee/config/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

bool regular(const fs::path& file) { return is_regular_file(status_of(file)); }

bool executable(const fs::path& file) { return access(file.c_str(), X_OK) == 0; }

std::vector<fs::path> folders(const SearchPath& search) {
  std::vector<fs::path> result;
  for (const fs::path& folder : {search.working, search.config, search.home}) {
    if (folder.empty() || std::find(result.begin(), result.end(), folder) != result.end()) continue;
    result.push_back(folder);
  }
  return result;
}

std::optional<fs::path> find_path(const std::string& word, const SearchPath& search) {
  for (const fs::path& folder : folders(search)) {
    if (regular(folder / word)) return folder / word;
  }
  return std::nullopt;
}

std::optional<fs::path> find_in_path(const std::string& word, const SearchPath& search) {
  const char* variable = std::getenv("PATH");
  for (const std::string_view folder : split(variable == nullptr ? "" : variable, ':')) {
    const fs::path file = search.working / fs::path(folder) / word;
    if (regular(file) && executable(file)) return file;
  }
  return std::nullopt;
}

std::string searched_folders(const SearchPath& search) {
  const auto quoted = [](const fs::path& folder) { return "`" + folder.string() + "`"; };
  return join(mapped(folders(search), quoted), ", ", " or ");
}

bool is_relative_path(const std::string& word) {
  return word.find('/') != std::string::npos && !word.starts_with('/');
}

Result<std::string> find_program(const std::string& word, const SearchPath& search) {
  const bool folder = is_directory(status_of(search.working / word));
  const Error is_folder{"`" + printable(word, 200) + "` is a folder; name the program in it"};
  if (word.find('/') == std::string::npos) {
    if (const auto found = find_in_path(word, search)) return found->string();
    if (folder) return is_folder;
    return Error{
        "program `" + printable(word, 200) +
        "` not found in PATH; for a program in the working directory or beside the config, write `./" +
        printable(word, 200) + "`"};
  }
  const bool relative = is_relative_path(word);
  const auto found = relative ? find_path(word, search) : std::optional<fs::path>(word);
  if (folder && (!found || !regular(*found))) return is_folder;
  if (!found || !regular(*found)) {
    return Error{"program `" + printable(word, 200) + "` not found" +
                 (relative ? " in " + searched_folders(search) : std::string{})};
  }
  if (!executable(*found)) {
    return Error{"`" + printable(found->string(), 400) + "` is not executable; run `chmod +x` on it"};
  }
  return found->string();
}

std::string first_line(const fs::path& file) {
  std::ifstream input{file, std::ios::binary};
  std::string line(256, '\0');
  input.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(input.gcount()));
  return line.substr(0, line.find('\n'));
}

std::string normal_name(const fs::path& file) { return printable(file.lexically_normal().string(), 400); }

// Says that the first line of `file`, `#! …`, has a Windows line end; empty if it has none.
std::string line_end_problem(const fs::path& file) {
  const std::string line = first_line(file);
  if (!line.starts_with("#!") || !line.ends_with('\r')) return {};
  return fmt::format(
      "the first line of `{0}` has a Windows line end (CR LF), expected LF; run `sed -i 's/\\r$//' {0}`",
      normal_name(file));
}

// Why the kernel cannot start `file` by its first line, `#! …`; empty if it can, or if the file has none.
std::string first_line_problem(const fs::path& file, const SearchPath& search) {
  if (std::string problem = line_end_problem(file); !problem.empty()) return problem;
  const std::string line = first_line(file);
  if (!line.starts_with("#!")) return {};
  auto parts = words(std::string_view(line).substr(2));
  const bool by_env = parts.size() > 1 && fs::path(parts.front()).filename() == "env";
  if (by_env) parts.erase(parts.begin());
  if (by_env && parts.size() > 1 && parts.front() == "-S") parts.erase(parts.begin());
  // Options and variables of `env` are not checked.
  if (parts.empty() || (by_env && parts.front().find_first_of("-=") != std::string_view::npos)) return {};
  const std::string program{parts.front()};
  if (by_env ? find_in_path(program, search).has_value() : executable(program)) return {};
  return fmt::format(
      "the interpreter `{}` in the first line of `{}` is not found{}; install it, or correct the line",
      printable(program, 200), normal_name(file), by_env ? " in PATH" : "");
}

bool is_shell(const std::string& program) {
  return program == "sh" || program == "bash" || program == "dash";
}

}  // namespace

std::size_t script_at(const std::vector<std::string>& words) {
  const std::string program = fs::path(words.front()).filename().string();
  if (program == "java") {
    const auto jar = std::find(words.begin(), words.end(), "-jar");
    return words.end() - jar < 2 ? 0 : static_cast<std::size_t>(jar - words.begin()) + 1;
  }
  const char* extension = program.starts_with("python") || program.starts_with("pypy") ? ".py"
                          : program == "node" || program == "nodejs"                   ? ".js"
                          : is_shell(program)                                          ? ".sh"
                          : program == "perl"                                          ? ".pl"
                          : program == "ruby"                                          ? ".rb"
                                                                                       : nullptr;
  if (extension == nullptr || words.size() < 2) return 0;
  if (!words[1].starts_with('-')) return 1;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-m" || words[i] == "-c" || words[i] == "-e") return 0;
    if (!words[i].starts_with('-') && fs::path(words[i]).extension() == extension) return i;
  }
  return 0;
}

SearchPath search_path_for(const fs::path& config_file) {
  std::error_code ignored;
  const fs::path working = fs::current_path(ignored);
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path folder = (working / config_file).parent_path();
  const fs::path config = fs::canonical(folder, ignored);
  return {working, config.empty() ? folder : config, binary.parent_path()};
}

Result<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> result;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) result.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (i + 1 == command.size()) return Error{"the command ends with a single `\\`"};
      result.back() += command[++i];
    } else {
      result.back() += c;
    }
  }
  if (quote != 0) return Error{std::string("the command has a `") + quote + "` that is not closed"};
  if (result.empty() || result.front().empty()) return Error{"the command has no program"};
  return result;
}

std::string interpreter_of(const fs::path& file) {
  const auto status = status_of(file);
  const bool runs = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
  if (!is_regular_file(status) || runs) return {};
  const std::string extension = file.extension().string();
  if (extension == ".py") return "python3 ";
  if (extension == ".js" || extension == ".mjs") return "node ";
  return extension == ".jar" ? "java -jar " : "";
}

Result<std::vector<std::string>> resolve_command(std::string_view command, const SearchPath& search) {
  auto split_up = split_command(command);
  if (!split_up) return split_up;
  std::vector<std::string> words = std::move(split_up).value();
  const std::string& first = words.front();
  const auto file = is_relative_path(first) ? find_path(first, search) : std::optional<fs::path>(first);
  if (file && first.find('/') != std::string::npos)
    if (const std::string program = interpreter_of(*file); !program.empty())
      return resolve_command(program + std::string(command), search);
  auto program = find_program(words.front(), search);
  if (!program) return program.error();
  words.front() = std::move(program).value();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!is_relative_path(words[i])) continue;
    if (const auto found = find_path(words[i], search)) words[i] = found->string();
  }
  return words;
}

std::string command_problem(const std::vector<std::string>& words, const fs::path& directory,
                            const SearchPath& search) {
  if (std::string wrong = first_line_problem(words.front(), search); !wrong.empty()) return wrong;
  const std::string program = fs::path(words.front()).filename().string();
  const std::size_t at = script_at(words);
  if (at == 0) return {};
  const std::string& script = words[at];
  const fs::path file = directory / script;
  if (exists(status_of(file))) return is_shell(program) ? line_end_problem(file) : "";
  if (program.starts_with("node") && exists(status_of(file.string() + ".js"))) return {};  // `node bot`
  const std::string written = printable(script, 400);
  const std::string where = script.starts_with('/') ? "" : " in `" + directory.string() + "`";
  return fmt::format("`{}` runs `{}`, which is not found{}; {}", program, written, where,
                     find_path(script, search) ? "write `./" + written + "`" : "correct the path");
}

fs::path resolve_path(const fs::path& written, const SearchPath& search) { return search.config / written; }

std::vector<fs::path> config_folders() {
  const SearchPath search = search_path_for({});
  return {search.working / "configs", search.home / "configs",
          search.home.parent_path().parent_path() / "configs"};
}

std::optional<fs::path> find_in_configs(const fs::path& name) {
  for (const fs::path& folder : config_folders())
    if (regular(folder / name)) return folder / name;
  return std::nullopt;
}

}  // namespace ebiri::config

#include "referee/config/command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

bool regular(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored);
}

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
  std::string list;
  const auto all = folders(search);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) list += i + 1 == all.size() ? " or " : ", ";
    list += "`" + all[i].string() + "`";
  }
  return list;
}

bool is_relative_path(const std::string& word) {
  return word.find('/') != std::string::npos && !word.starts_with('/');
}

Result<std::string> find_program(const std::string& word, const SearchPath& search) {
  if (word.find('/') == std::string::npos) {
    if (const auto found = find_in_path(word, search)) return found->string();
    return Error{"program `" + printable(word, 200) +
                 "` not found in PATH; a program beside the config is written `./" + printable(word, 200) +
                 "`"};
  }
  const bool relative = is_relative_path(word);
  const auto found = relative ? find_path(word, search) : std::optional<fs::path>(word);
  if (!found || !regular(*found)) {
    return Error{"program `" + printable(word, 200) + "` not found" +
                 (relative ? " in " + searched_folders(search) : std::string{})};
  }
  if (!executable(*found)) {
    return Error{"`" + printable(found->string(), 400) + "` is not executable; run `chmod +x` on it"};
  }
  return found->string();
}

}  // namespace

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

Result<std::vector<std::string>> resolve_command(std::string_view command, const SearchPath& search) {
  auto split_up = split_command(command);
  if (!split_up) return split_up;
  std::vector<std::string> words = std::move(split_up).value();
  auto program = find_program(words.front(), search);
  if (!program) return program.error();
  words.front() = std::move(program).value();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!is_relative_path(words[i])) continue;
    if (const auto found = find_path(words[i], search)) words[i] = found->string();
  }
  return words;
}

fs::path resolve_path(const fs::path& written, const SearchPath& search) { return search.config / written; }

std::optional<fs::path> find_in_configs(const fs::path& name) {
  const SearchPath search = search_path_for({});
  for (const fs::path& folder : {search.working, search.home, search.home.parent_path().parent_path()})
    if (regular(folder / "configs" / name)) return folder / "configs" / name;
  return std::nullopt;
}

}  // namespace ebiri::config

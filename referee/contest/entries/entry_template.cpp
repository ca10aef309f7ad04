#include "referee/contest/entries/entry_template.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/config/command.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/unpack.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

// The entry.yaml of a template with the name of the team, and a placeholder for the authors.
std::string entry_yaml_for(const std::string& team, std::string_view yaml) {
  std::string text;
  for (const std::string_view line : split(trim(yaml), '\n'))
    text += (line.starts_with("name:")      ? "name: " + team
             : line.starts_with("authors:") ? "authors: [your names]"
                                            : std::string{line}) +
            "\n";
  return text;
}

// Replaces the program's name by its path in /usr/bin or /bin. PATH may lead to a version manager's copy,
// which a sandbox hides.
std::string command_at_home(const std::string& run) {
  const std::string program = run.substr(0, run.find(' '));
  const std::string file = program.find('/') == std::string::npos ? system_program(program) : "";
  return file.empty() ? run : file + run.substr(program.size());
}

}  // namespace

std::vector<EntryTemplate> entry_templates() {
  std::vector<EntryTemplate> all;
  const auto contest = config::find_in_configs("contest/contest.yaml");
  if (!contest) return all;
  std::error_code problem;
  for (const auto& folder : fs::directory_iterator(contest->parent_path() / "entries", problem)) {
    const auto yaml = read_file(folder.path() / entry_file);
    if (!yaml) continue;
    if (const auto entry = read_entry(std::string{entry_file}, *yaml))
      all.push_back({entry->language, folder.path()});
  }
  std::ranges::sort(all, {}, &EntryTemplate::language);
  return all;
}

Result<std::string> template_zip(const EntryTemplate& chosen, const Settings& settings,
                                 const std::string& team) {
  std::vector<std::pair<std::string, std::string>> files;
  std::error_code problem;
  for (const auto& file : fs::directory_iterator(chosen.folder, problem)) {
    auto text = read_file(file.path());
    if (!text) return text.error();
    const std::string name = file.path().filename().string();
    if (name == entry_file) {
      *text = entry_yaml_for(team, *text);
      const auto entry = read_entry(name, *text);
      if (!entry) return entry.error();
      files.emplace_back(team + "/home.yaml", home_yaml(settings, {.command = command_at_home(entry->run),
                                                                   .dialect = entry->dialect}));
    }
    files.emplace_back(team + "/" + name, std::move(*text));
  }
  std::ranges::sort(files);
  return zip_of(files);
}

}  // namespace ebiri::contest

#include "referee/contest/entries/entry.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "referee/config/command.hpp"
#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using config::Node;
using config::Option;
using config::Reading;
using tournament::EngineSettings;

constexpr std::size_t max_texts = 50;

// Reads one text, or a list of texts.
std::optional<std::vector<std::string>> read_texts(const config::Entry& entry, Reading& reading) {
  std::vector<Node> items{entry.value};
  if (entry.value.kind == Node::Kind::list) items = entry.value.items;
  if (items.empty() || items.size() > max_texts) {
    reading.problems.add(entry.value.place,
                         fmt::format("`{}` must be one text or a list of 1..{} texts", entry.key, max_texts));
    return std::nullopt;
  }
  std::vector<std::string> texts;
  for (Node& item : items) {
    const config::Entry one{entry.key, entry.place, std::move(item)};
    auto text = config::read_scalar(config::line_of_text(), one, reading);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  return texts;
}

Option<Entry> texts(std::vector<std::string> Entry::*member, config::Description info) {
  info.type = "text or list of texts";
  const auto read = [member](Entry& owner, const config::Entry& entry, Reading& reading) {
    if (auto all = read_texts(entry, reading)) owner.*member = std::move(*all);
  };
  return {std::move(info), read};
}

void check_run(const Entry& owner, const config::Entry& entry, Reading& reading) {
  const auto words = config::split_command(owner.run);
  if (!words) reading.problems.add(entry.value.place, words.error().message);
}

// A key of an entry that is read like the same key of an engine in a config.
Option<Entry> as_in_engines(std::string_view key) {
  for (const auto& option : config::engine_section().options) {
    if (option.info.key != key) continue;
    const auto read = [option](Entry& owner, const config::Entry& entry, Reading& reading) {
      EngineSettings engine{.options = std::move(owner.options), .dialect = owner.dialect};
      option.read(engine, entry, reading);
      owner.options = std::move(engine.options);
      owner.dialect = engine.dialect;
    };
    return {option.info, read};
  }
  return {};
}

// Handles `build: none` and the defaults of the language.
void complete(Entry& entry, const Node& map, Reading& reading) {
  const bool none = entry.build == std::vector<std::string>{"none"};
  if (none) entry.build.clear();
  const Language* language = find_language(entry.language);
  if (language == nullptr) return;
  if (map.find("build") == nullptr && !language->build.empty()) entry.build = {std::string{language->build}};
  if (map.find("run") == nullptr) entry.run = language->run;
  if (entry.run.empty() && map.find("run") == nullptr)
    reading.problems.add(map.find("language")->place,
                         fmt::format("`run` is missing, and `{}` has no default", entry.language),
                         "write for example `run: ./bot`");
}

const config::Section<Entry>& entry_section() {
  static const config::Section<Entry> section{
      {
          config::scalar(&Entry::name, config::safe_name("._-+"),
                         {.key = "name",
                          .meaning = "Name of the entry and its team in tables",
                          .example = "seed-sower",
                          .required = true}),
          texts(&Entry::authors, {.key = "authors",
                                  .meaning = "Authors of the entry",
                                  .example = "[Ann Lee, Bo Chan]",
                                  .required = true}),
          config::scalar(
              &Entry::language, config::word(language_names()),
              {.key = "language", .meaning = "Programming language", .example = "cpp", .required = true}),
          texts(&Entry::build, {.key = "build",
                                .meaning = "Shell lines that build the entry, in its folder, or `none`",
                                .example = "g++ -O2 -o bot *.cpp"}),
          config::checked<Entry>(
              config::scalar(&Entry::run, config::line_of_text(),
                             {.key = "run", .meaning = "The program and its arguments", .example = "./bot"}),
              check_run),
          as_in_engines("options"),
          as_in_engines("dialect"),
      },
      "",
      complete};
  return section;
}

std::string plain_word(std::string word) {
  while (word.starts_with("./")) word.erase(0, 2);
  return word;
}

// The file of a program in /usr/bin or /bin, which a sandbox shows; empty if it is not there.
std::string system_program(const std::string& name) {
  for (const char* folder : {"/usr/bin/", "/bin/"})
    if (std::string file = folder + name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

// Quotes the words of a command so that a config reads them back.
std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (word.empty()) text += "''";
    for (const char c : word) {
      if (std::strchr(" \t'\"\\", c) != nullptr) text += '\\';
      text += c;
    }
  }
  return text;
}

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

Result<Entry> read_entry(const std::string& text) {
  return config::read_document<Entry>({std::string{entry_file}, text}, "an entry", entry_section(), nullptr);
}

Result<std::vector<std::string>> command_of(const Entry& entry, const Tree& tree, const std::string& place,
                                            bool must_run) {
  auto split_up = config::split_command(entry.run);
  if (!split_up) return split_up;
  std::vector<std::string> words = std::move(split_up).value();
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string& word = words[i];
    if (word.find('/') == std::string::npos) continue;
    const TreeFile* file = tree.find(plain_word(word));
    if (file == nullptr)
      return Error{
          fmt::format("`run` names `{}`, which is not found in the build; a word with a `/` names a "
                      "file of the entry",
                      printable(word, 200))};
    if (i == 0 && !file->executable)
      return Error{fmt::format("`{}` is not executable; add `chmod +x {}` to the end of `build`", file->path,
                               file->path)};
    word = place + "/" + file->path;
  }
  std::string& program = words.front();
  if (program.find('/') != std::string::npos) return words;
  const bool own = tree.find(program) != nullptr;
  std::string file = must_run ? system_program(program) : "/usr/bin/" + program;
  if (file.empty()) {
    return Error{
        own ? fmt::format("`run` names `{0}`; write `./{0}` for a file of the entry", printable(program, 100))
            : fmt::format("`run` names `{}`, which is not in /usr/bin or /bin on this machine",
                          printable(program, 100))};
  }
  program = file;
  return words;
}

std::string missing_script(const Entry& entry, const Tree& tree) {
  const Language* language = find_language(entry.language);
  const auto words = config::split_command(entry.run);
  if (!entry.build.empty() || language == nullptr || !words) return {};
  const std::string_view ending = language->file.substr(language->file.find('.'));
  const auto script =
      std::ranges::find_if(*words, [&](const std::string& word) { return word.ends_with(ending); });
  return script == words->end() || tree.find(plain_word(*script)) != nullptr ? std::string{} : *script;
}

Result<Entry> entry_of(const Folder& folder, std::string_view tree) {
  const auto text = read_file(folder.tree(tree) / entry_file);
  if (!text) return text.error();
  auto read = read_entry(*text);
  // Not of kind `arguments`, because the entry was valid when it was accepted.
  if (!read) return Error{read.error().message};
  return read;
}

Result<EngineSettings> engine_of(const Folder& folder, const Entry& entry, const std::string& tree,
                                 const std::string& place, bool must_run) {
  const auto built = read_tree(folder.tree(tree));
  if (!built) return built.error();
  const auto words = command_of(entry, *built, place, must_run);
  if (!words) return words.error();
  return EngineSettings{.name = entry.name,
                        .command = command_text(*words),
                        .directory = place,
                        .options = entry.options,
                        .dialect = entry.dialect};
}

Result<std::vector<EngineSettings>> engines_of(const Folder& folder, const std::vector<Finalist>& finalists,
                                               bool must_run) {
  std::vector<EngineSettings> engines;
  for (const Finalist& finalist : finalists) {
    for (const std::string& digest : {finalist.submitted, finalist.built}) {
      const auto tree = read_tree(folder.tree(digest));
      if (!tree) return Error{fmt::format("{}: {}", finalist.team, tree.error().message)};
      if (tree->digest() != digest)
        return Error{
            fmt::format("{}: trees/{} does not match the digest in its name", finalist.team, digest)};
    }
    const auto entry = entry_of(folder, finalist.submitted);
    if (!entry) return entry.error();
    auto engine = engine_of(folder, *entry, finalist.built, "trees/" + finalist.built, must_run);
    if (!engine) return engine.error();
    engines.push_back(std::move(*engine));
  }
  return engines;
}

std::vector<EntryTemplate> entry_templates() {
  std::vector<EntryTemplate> all;
  const auto contest = config::find_in_configs("contest/contest.yaml");
  if (!contest) return all;
  std::error_code problem;
  for (const auto& folder : fs::directory_iterator(contest->parent_path() / "entries", problem)) {
    const auto yaml = read_file(folder.path() / entry_file);
    if (!yaml) continue;
    if (const auto entry = read_entry(*yaml)) all.push_back({entry->language, folder.path()});
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
      const auto entry = read_entry(*text);
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

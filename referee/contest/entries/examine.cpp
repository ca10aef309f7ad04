#include "referee/contest/entries/examine.hpp"

#include <fmt/format.h>

#include <cstring>

#include "referee/contest/entries/intake.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using probe::Finding;
using probe::Verdict;

std::string step_of(const Finding& finding) {
  return finding.variant.empty() ? finding.step : finding.variant + " " + finding.step;
}

std::string sentence(const Finding& finding) {
  std::string text = fmt::format("{}: {}", step_of(finding), printable(finding.found, 500));
  if (!finding.expected.empty()) text += "; expected: " + printable(finding.expected, 300);
  if (!finding.advice.empty()) text += "; to do: " + printable(finding.advice, 300);
  return text;
}

std::string full(const Finding& finding) {
  std::string text = fmt::format("{}: {}: {}\n", probe::word(finding.verdict), step_of(finding),
                                 printable(finding.found, 1000));
  if (!finding.expected.empty()) text += "  expected: " + printable(finding.expected, 1000) + "\n";
  if (!finding.advice.empty()) text += "  to do: " + printable(finding.advice, 1000) + "\n";
  if (finding.verdict == Verdict::fault)
    for (const std::string& line : finding.exchange) text += "    " + line + "\n";
  if (!finding.errors.empty())
    text += "  its standard error ends with:\n" + printable_lines(finding.errors, 4000) + "\n";
  return text;
}

}  // namespace

Result<Examined> examine_entry(const Folder& folder, const Settings& settings, const Entry& entry,
                               const std::string& tree, std::shared_ptr<const process::Means> means) {
  Examined result;
  const auto built = read_tree(folder.tree(tree));
  if (!built) return built.error();
  const fs::path place = fs::absolute(folder.tree(tree)).lexically_normal();
  const auto command = command_of(entry, *built, place.string());
  if (!command) {
    result.problems.push_back(command.error().message);
    result.report = command.error().message + "\n";
    return result;
  }
  if (!settings.qualification.probe || entry.dialect != player::native_dialect) {
    result.report = "not probed\n";
    return result;
  }
  probe::Settings asked;
  asked.command = {
      .argv = *command,
      .directory = place,
      .confinement =
          process::enforce(process::Isolation::sandbox, settings.games.limits, std::move(means)).confinement};
  asked.selection = settings.games.variant;
  asked.start_limit = asked.ready_limit = settings.qualification.start_limit;
  asked.margin = settings.qualification.margin;
  const auto report = probe::examine(asked, [&](const Finding& finding) {
    result.report += full(finding);
    if (finding.verdict == Verdict::fault) result.problems.push_back(sentence(finding));
  });
  result.undecided = result.problems.empty() && report.count(Verdict::undecided) > 0;
  return result;
}

Result<FinalsEngine> engine_of(const Folder& folder, const Entry& entry, const std::string& tree,
                               const std::string& place) {
  const auto built = read_tree(folder.tree(tree));
  if (!built) return built.error();
  const auto words = command_of(entry, *built, place);
  if (!words) return words.error();
  return FinalsEngine{.name = entry.name,
                      .command = command_text(*words),
                      .directory = place,
                      .dialect = entry.dialect,
                      .options = entry.options};
}

Result<std::vector<FinalsEngine>> engines_of(const Folder& folder, const std::vector<Finalist>& finalists) {
  std::vector<FinalsEngine> engines;
  for (const Finalist& finalist : finalists) {
    for (const std::string& digest : {finalist.submitted, finalist.built})
      if (const auto tree = read_tree(folder.tree(digest)); !tree || tree->digest() != digest)
        return Error{fmt::format("{}: trees/{} is not what its name says", finalist.team, digest)};
    const auto entry = entry_of(folder, finalist.submitted);
    if (!entry) return entry.error();
    auto engine = engine_of(folder, *entry, finalist.built, "trees/" + finalist.built);
    if (!engine) return engine.error();
    engines.push_back(std::move(*engine));
  }
  return engines;
}

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

}  // namespace ebiri::contest

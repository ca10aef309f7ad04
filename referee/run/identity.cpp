#include "referee/run/identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "referee/record/seal.hpp"
#include "referee/support/fnv.hpp"

namespace ebiri::run {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_bytes = std::uintmax_t{64} << 20U;

// The fingerprint of a file's bytes; empty if the file cannot be read.
std::optional<std::string> file_fingerprint(const fs::path& file) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) return std::nullopt;
  const auto size = fs::file_size(file, problem);
  if (problem) return std::nullopt;
  std::ifstream input(file, std::ios::binary);
  std::array<char, 65536> block;
  Fnv hash;
  for (auto left = std::min(size, max_bytes); left > 0;) {
    const auto count = std::min<std::uintmax_t>(left, block.size());
    if (!input.read(block.data(), static_cast<std::streamsize>(count))) return std::nullopt;
    hash << std::string_view{block.data(), static_cast<std::size_t>(count)};
    left -= count;
  }
  const std::string print = record::fingerprint_text(hash);
  return size > max_bytes ? fmt::format("{}+{}", print, size) : print;
}

// The fingerprints of files; each file is read once.
class FilePrints {
 public:
  const std::optional<std::string>& operator[](const std::string& file) {
    const auto [found, is_new] = prints_.try_emplace(file);
    if (is_new) found->second = file_fingerprint(file);
    return found->second;
  }

 private:
  std::map<std::string, std::optional<std::string>> prints_;
};

std::string fingerprint_of(const tournament::EngineSettings& engine, const config::SearchPath& search,
                           FilePrints& prints) {
  const auto words = config::resolve_command(engine.command, search);
  if (!words) return "";
  std::string identity;
  for (const std::string& word : *words) {
    const auto& file = prints[word];
    identity += file ? "file " + *file : "word " + word;
    identity += '\0';
  }
  for (const auto& [name, value] : engine.options)
    identity += fmt::format("option {}={}{}", name, value, '\0');
  return record::fingerprint(identity);
}

}  // namespace

std::vector<std::string> fingerprints(const tournament::Settings& settings,
                                      const config::SearchPath& search) {
  std::vector<std::string> result;
  FilePrints prints;
  for (const auto& engine : settings.engines) result.push_back(fingerprint_of(engine, search, prints));
  return result;
}

std::vector<ChangedEngine> changed_engines(const std::vector<record::PlanInfo>& plans) {
  std::vector<ChangedEngine> changes;
  for (const auto member : {&record::PlanInfo::fingerprints, &record::PlanInfo::announced}) {
    const bool announced = member == &record::PlanInfo::announced;
    std::map<std::string, std::string> known;
    for (const record::PlanInfo& plan : plans) {
      for (std::size_t i = 0; i < (plan.*member).size(); ++i) {
        const std::string& now = (plan.*member)[i];
        if (now.empty()) continue;
        const auto [found, is_new] = known.try_emplace(plan.engines[i], now);
        if (!is_new && found->second != now)
          changes.push_back({plan.engines[i], found->second, now, announced});
        found->second = now;
      }
    }
  }
  return changes;
}

std::vector<std::string> describe_changes(const std::vector<record::PlanInfo>& plans) {
  std::vector<std::string> sentences;
  for (const ChangedEngine& change : changed_engines(plans))
    sentences.push_back(
        change.announced ? fmt::format("warning: engine `{}` reports the name `{}`; it was `{}`", change.name,
                                       change.now, change.before)
                         : fmt::format("warning: engine `{}` has changed: its fingerprint is {}, and was {}",
                                       change.name, change.now, change.before));
  if (!sentences.empty())
    sentences.emplace_back(
        "all versions share one rating; to rate the changed program separately, give it another name, or "
        "start a new run with `ebiri run --force-new`");
  return sentences;
}

}  // namespace ebiri::run

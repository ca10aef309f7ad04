// Complete entries that teams can start from: the folders in configs/contest/entries.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/contest/entries/settings.hpp"

namespace ebiri::contest {

/// The variant that the templates play.
inline constexpr std::string_view template_variant = "kalah";

struct EntryTemplate {
  std::string language;
  std::filesystem::path folder;
};

/// All templates, by language; none if the folder is missing.
std::vector<EntryTemplate> entry_templates();

/// A zip of the template as an entry of `team`, with a `home.yaml` (`home_yaml`) for it. The error names a
/// file that cannot be read.
Result<std::string> template_zip(const EntryTemplate& chosen, const Settings& settings,
                                 const std::string& team);

}  // namespace ebiri::contest

// Flags that set keys of a config. A flag has the key's meaning, values and default.
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri::cli {

/// One flag. A flag for a mapping also takes `KEY=VALUE,…`.
struct ConfigFlag {
  const char* flag;  ///< `--pairs`
  const char* key;   ///< `pairs`, as `ebiri options` takes it

  /// A default that differs from that of configs, in their syntax; empty: none; null: that of configs.
  const char* fallback = nullptr;

  std::string_view shorthand = {};  ///< the key that a value without `=` sets: `file`
};

/// The values that the user gave for such flags.
class ConfigFlags {
 public:
  /// Adds the flags to `command`, which must not outlive this.
  void add(CLI::App& command, std::span<const ConfigFlag> flags);

  /// `KEY=VALUE` for each given flag, as `--set` takes it.
  std::vector<std::string> overrides() const;

 private:
  std::map<std::string, std::vector<std::string>> given_;  // values by key
  std::map<std::string, std::string> shorthands_;          // by key
};

}  // namespace ebiri::cli

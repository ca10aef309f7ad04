// Flags that set keys of a config.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/command_line/command.hpp"

namespace ebiri::cli {

/// A flag with the meaning and the values of its key. A flag for a mapping also takes `KEY=VALUE,…`.
struct ConfigFlag {
  const char* flag;  ///< `--pairs`
  const char* key;   ///< `pairs`, as `ebiri options` takes it

  /// The default that the help shows; null: that of the key; empty: none. `match` and `sprt` also write it
  /// into their configs, except that of `name`, and in `match` that of `pairs`.
  const char* fallback = nullptr;

  std::string_view shorthand = {};  ///< the key of the mapping that a value without `=` sets: `file`
};

/// The values of the given flags.
class ConfigFlags {
 public:
  /// Adds the flags to `command`, which must not outlive this object.
  void add(command_line::Command command, std::span<const ConfigFlag> flags);

  /// `KEY=VALUE` for each given flag, then the values of `--set`.
  std::vector<std::string> overrides(const std::vector<std::string>& set = {}) const;

 private:
  struct Given {
    std::string_view shorthand;
    std::vector<std::string> texts;
  };

  std::map<std::string, Given> given_;  // by key
};

}  // namespace ebiri::cli

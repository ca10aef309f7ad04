// What a config says of an engine and of its limit, said on the command line: the same words, the same
// checks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/match/limit.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// A name for an engine, made of its program's name without the folder.
std::string engine_name(const std::string& command);

/// `nodes=20000`, `base=10s,increment=100ms`, or `none`: the keys of `limit`. The error names all that is
/// wrong.
Result<match::Limit> read_limit(std::string_view text);

/// The hypotheses of a test: `elo0=0` and other keys of `sprt`, but not its engines. What is wrong goes to
/// `problems`.
rating::SprtSettings read_test(const std::vector<std::string>& keys, std::vector<std::string>& problems);

/// An engine in words.
struct EngineWords {
  std::string name;                  ///< as in a config
  std::string command;               ///< as in a config, or the bare name of a bot below `home`/bots
  std::string dialect;               ///< empty: UGI
  std::vector<std::string> options;  ///< `Level=3`, in order
};

/// The settings of an engine whose program was found. The error names all that is wrong, and the bots that
/// there are.
Result<tournament::EngineSettings> read_engine(const EngineWords& words, const SearchPath& search);

}  // namespace ebiri::config

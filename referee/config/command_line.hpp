// Engines, limits and overrides that are given on the command line, with the syntax and checks of configs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/config/yaml.hpp"
#include "referee/match/limit.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// The script or program of a command, for names: the script that an interpreter runs (`bot.py` of `python3
/// bot.py`); otherwise the first word with a `.` or `/` that is not an option; otherwise the first word.
std::filesystem::path program_file(const std::string& command);

/// A name for an engine, made from the file name of its program, without the extension of a script.
std::string engine_name(const std::string& command);
std::string engine_name_of_file(const std::filesystem::path& file);

/// `nodes=20000`, `base=10s,increment=100ms`, or `none`: the keys of `limit`. The error says that the
/// text is not a list of `KEY=VALUE`, names the first key that is given twice, or lists every problem.
Result<match::Limit> read_limit(std::string_view text);

/// The hypotheses of a test: `elo0=0` and other keys of `sprt`, but not its engines. Errors go to
/// `problems`.
rating::SprtSettings read_test(const std::vector<std::string>& keys, std::vector<std::string>& problems);

/// An engine as given on the command line, not yet checked.
struct EngineArgument {
  std::string name;                       ///< as in a config
  std::string command;                    ///< as in a config, or the bare name of a bot below `home`/bots
  std::string dialect = {};               ///< empty: UGI
  std::vector<std::string> options = {};  ///< `Level=3`, in order
  bool ours = false;                      ///< set by `engine_argument`: a bot of Ebiri
};

/// The settings of an engine whose program exists and can run. The error for an unknown bare name also lists
/// the bots.
Result<tournament::EngineSettings> read_engine(const EngineArgument& engine, const SearchPath& search);

/// The engine that `text` names: a bot, perhaps with its level (`alphabeta@3`), a file, or a command.
EngineArgument engine_argument(const std::string& text);

/// Makes the names distinct: equal names get the folders of their programs, as in `old-bot` and `new-bot`,
/// and names that are still equal get numbers, as in `a` and `a-2`.
void make_names_unique(std::vector<EngineArgument>& engines);

/// The engine as an element of `engines` in a config. `dialect` may be empty, and is ignored for a bot of
/// Ebiri. `more` has further keys, each after a comma.
std::string engine_yaml(const EngineArgument& engine, const std::string& dialect,
                        const std::string& more = {});

/// Applies one `--set`, `key.key=value`, to the tree `root`. Its value has the place `source` and is checked
/// like a value of the file. `engines.NAME.key` selects the engine of that name. The text after `options.` or
/// `anchors.` is one key, dots included. A value that begins with `{` or `[` is YAML; any other is plain
/// text. Precondition: `root` is a map.
void apply_override(Node& root, std::string_view text, int source, Problems& problems);

}  // namespace ebiri::config

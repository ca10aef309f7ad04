// The folder of a contest: the paths of its files, and the store of trees.
//
//   contest.yaml        the host's settings
//   history.jsonl       the history (history.hpp)
//   trees/DIGEST/       submissions and builds: read-only, closed to other users
//   teams/TEAM/NUMBER/  logs of a submission, for that team only
//   practice/           the run of the practice ladder
//   finals.yaml         the config of the finals: written when the contest is locked
//   finals/             the run of that config
//   final.txt, .json    the final table
//   manifest.json, .sig hashes of configs, games and tables, and their signature
//   private/            the key, the secret and the tokens, for the host only
//   incoming/           trees that are being written; `prepare_folders` removes abandoned ones
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "referee/contest/entries/tree.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/result.hpp"

namespace ebiri::contest {

/// How long a writer of a contest waits for another one.
constexpr std::chrono::seconds lock_wait{10};

struct Folder {
  std::filesystem::path root;

  std::filesystem::path settings() const { return root / "contest.yaml"; }
  std::filesystem::path history() const { return root / "history.jsonl"; }
  std::filesystem::path tree(std::string_view digest) const { return root / "trees" / digest; }
  std::filesystem::path incoming() const { return root / "incoming"; }
  std::filesystem::path practice() const { return root / "practice"; }
  std::filesystem::path finals_config() const { return root / "finals.yaml"; }
  std::filesystem::path finals() const { return root / "finals"; }
  std::filesystem::path manifest() const { return root / "manifest.json"; }
  std::filesystem::path signature() const { return root / "manifest.sig"; }
  std::filesystem::path secret() const { return root / "private" / "secret"; }
  std::filesystem::path key() const { return root / "private" / "key.pem"; }
  std::filesystem::path team(std::string_view name, int number) const {
    return root / "teams" / name / std::to_string(number);
  }
};

/// The logs of a submission (`Folder::team`) and their headings, in the order of the steps.
inline constexpr std::pair<std::string_view, const char*> logs[] = {
    {"build.log", "Build"},
    {"examination.txt", "Checks by ebiri probe"},
    {"match.txt", "Match against random"}};

/// A command for messages: `ebiri contest play friday`, with `more` after the folder.
std::string contest_command(const Folder& folder, std::string_view verb, std::string_view more = {});

/// Makes the folders, closes them to other users, and removes from `incoming` the trees that ended processes
/// left behind. Not for a finalized contest: its host may have opened `trees` to other users.
Result<void> prepare_folders(const Folder& folder);

/// A new folder in `incoming` with an empty folder for a tree. The destructor removes it. A lock shows other
/// processes that it is in use.
class Incoming {
 public:
  static Result<Incoming> make(const Folder& folder);
  Incoming(Incoming&& other) noexcept;
  Incoming& operator=(Incoming&&) = delete;
  ~Incoming();

  /// The folder for the tree.
  std::filesystem::path tree() const { return path_ / "tree"; }

  /// A place for another file or folder, which never becomes part of the tree.
  std::filesystem::path aside(std::string_view name) const { return path_ / name; }

 private:
  Incoming(std::filesystem::path path, record::Lock lock);

  std::filesystem::path path_;
  record::Lock lock_;
};

/// If all files of a tree are in one folder that contains `file`, makes that folder the top of the tree.
/// Archives often contain the folder itself.
Result<void> strip_top_folder(Incoming& incoming, Tree& tree, std::string_view file);

/// Moves a complete tree into the store, unless the store has an equal one. Returns the digest.
Result<std::string> store_tree(const Folder& folder, Incoming incoming, const Tree& tree);

/// Replaces a file atomically and syncs it to the disk. `mode`: as for open(2), limited by the umask.
Result<void> save_file(const std::filesystem::path& file, std::string_view text, unsigned mode = 0644);

/// Reads a whole file of at most 64 MB.
Result<std::string> read_file(const std::filesystem::path& file);

}  // namespace ebiri::contest

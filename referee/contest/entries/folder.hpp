// Where everything of a contest lies, and how trees come there.
//
//   contest.yaml        what the host wrote
//   history.jsonl       what happened (history.hpp)
//   trees/DIGEST/       submissions, and what was built of them: read-only, closed to other users
//   teams/TEAM/NUMBER/  logs of a submission, for that team only
//   practice/           the run of the practice ladder
//   finals.yaml         what is played in the end, as a config: written when the contest is locked
//   finals/             the run of that config
//   manifest.json, .sig hashes of everything, and who signed them
//   private/            the key, the secret and the tokens, for the host only
//   incoming/           trees that are not complete yet; swept
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "referee/contest/entries/tree.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/support/result.hpp"

namespace ebiri::contest {

struct Folder {
  std::filesystem::path root;

  std::filesystem::path rules() const { return root / "contest.yaml"; }
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

/// Makes the folders or closes them to other users, and removes what processes that are gone left in
/// `incoming`. For the start of every command that works in the folder before the contest is final: after
/// that the host may open `trees`.
Result<void> sweep(const Folder& folder);

/// A new empty folder in `incoming`, which is removed with this object. As long as it exists, the folder is
/// locked, so that no other process takes it for one that a crash has left.
class Incoming {
 public:
  static Result<Incoming> make(const Folder& folder);
  Incoming(Incoming&& other) noexcept;
  Incoming& operator=(Incoming&&) = delete;
  ~Incoming();

  /// Where a tree is to be written.
  std::filesystem::path tree() const { return path_ / "tree"; }

  /// Where else something may be written, which never becomes part of the tree.
  std::filesystem::path aside(std::string_view name) const { return path_ / name; }

 private:
  Incoming(std::filesystem::path path, process::Descriptor lock);

  std::filesystem::path path_;
  process::Descriptor lock_;
};

/// If all of a tree lies in one folder that has `file`, and its top has no such file, takes that folder for
/// the tree: archives are often packed from outside.
Result<void> lift(Incoming& incoming, Tree& tree, std::string_view file);

/// Moves a whole tree to its place, by its digest, which is returned. One that is there already stays.
Result<std::string> keep(const Folder& folder, Incoming incoming, const Tree& tree);

/// Replaces a file whole or not at all, on the disk when it returns; `mode` as for chmod.
Result<void> save_file(const std::filesystem::path& file, std::string_view text, unsigned mode = 0644);

/// A whole file of at most 64 MB.
Result<std::string> read_file(const std::filesystem::path& file);

}  // namespace ebiri::contest

// A contest in its own folder, whose history a test can rewrite.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/sha256.hpp"
#include "tests/new_folder.hpp"

namespace ebiri::testing {

struct NewContest {
  static constexpr std::string_view finals =
      "finals: {variant: oware, pairs: 1, openings: {random-plies: 2}, limit: {nodes: 200}}\n";

  NewContest() {
    settings("");
    REQUIRE(contest::open(read()));
  }

  /// Writes contest.yaml; `more` comes before `finals`.
  void settings(std::string_view more) const {
    write("friday/contest.yaml", "name: friday\n" + std::string{more} + std::string{finals});
  }

  void write(const std::string& path, std::string_view text) const {
    const auto file = folder.path / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file, std::ios::binary} << text;
  }

  contest::Folder place() const { return {folder.path / "friday"}; }

  contest::LoadedContest read() const {
    auto read = contest::read_contest(place().root);
    REQUIRE(read);
    return std::move(*read);
  }

  /// Submits a folder with an entry.yaml and a program, `minutes` after the contest was opened.
  Result<contest::Accepted> submit(const std::string& name, std::string_view yaml, int minutes = 1,
                                   const std::string& team = "") const {
    write(name + "/entry.yaml", yaml);
    write(name + "/main.py", "# " + name + "\n");
    const auto contest = read();
    return contest::accept(contest.folder, contest.settings, folder.path / name, team,
                           lines().front().at + std::chrono::minutes{minutes});
  }

  static std::string entry_yaml(const std::string& name) {
    return "name: " + name + "\nauthors: [Ann Lee]\nlanguage: python\nrun: python3 main.py\n";
  }

  /// Submits a valid entry, which must be accepted. Returns its receipt.
  std::string add(const std::string& name, int minutes = 1) const {
    const auto accepted = submit(name, entry_yaml(name), minutes);
    REQUIRE(accepted);
    return accepted->receipt;
  }

  std::vector<contest::HistoryLine> lines() const {
    const auto state = contest::read_history(place());
    REQUIRE(state);
    return state->lines;
  }

  void append(const contest::Event& event) const {
    auto history = contest::History::open(place());
    REQUIRE(history);
    REQUIRE(history->append(event));
  }

  /// Writes a history of these events with a valid hash chain.
  void remake(const std::vector<contest::HistoryLine>& lines) const {
    std::string text, previous(64, '0');
    for (const auto& [event, at, hash] : lines) {
      const std::string line = record::sealed(contest::event_json(event, at, previous));
      previous = sha256_hex(line);
      text += line + "\n";
    }
    write("friday/history.jsonl", text);
  }

  NewFolder folder;
};

}  // namespace ebiri::testing

// The pages of a contest: the state behind them (history, settings, and the runs of finals and practice), and
// their HTML, from the templates in pages/ and data. Every page works without scripts.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/contest/practice/results.hpp"
#include "referee/live/served_run.hpp"
#include "referee/report/templates.hpp"
#include "referee/support/files.hpp"
#include "referee/support/pace.hpp"

namespace ebiri::contest {

/// After a table is computed, the next one waits for this number of times as long as that took.
inline constexpr int pause_after_table = 20;

/// Reads the files of an opened contest, and their changes on request. Not thread-safe.
class ContestView {
 public:
  /// Precondition: the contest was opened; it may be locked or over.
  explicit ContestView(LoadedContest contest);

  /// Reads changes from the disk. If a file cannot be read, prints a message and keeps its last state.
  void look();

  const Folder& folder() const { return contest_.folder; }
  const Settings& settings() const { return contest_.settings; }
  const State& state() const { return contest_.state; }

  /// The entry of a submission; null if it cannot be read.
  const Entry* entry(const Submission& submission);

  /// A submission's receipt as text. If the key cannot be read, prints a message and returns an empty text.
  std::string receipt(const Submission& submission);

  /// The runs at `/finals/` and `/practice/`.
  live::ServedRun& finals() { return finals_; }
  live::ServedRun& practice() { return practice_; }

  /// The result of the finals so far; null before they begin.
  const ContestResult* result();

  /// The table of the practice ladder; empty before the practice begins.
  const std::vector<PracticeRow>& ladder();

  /// The rules of the game as HTML: the text of `ebiri rules`.
  const std::string& explained();

 private:
  LoadedContest contest_;
  std::map<std::string, std::optional<Entry>> entries_;  // by the digest of the submission
  live::ServedRun finals_, practice_;
  std::optional<ContestResult> result_;
  std::size_t result_games_ = 0;  // the number of games in `result_`
  Pace result_pace_{{}, pause_after_table};
  std::vector<PracticeRow> ladder_;
  std::pair<std::size_t, std::size_t> ladder_of_{};  // the numbers of history lines and games in `ladder_`
  Pace ladder_pace_{{}, pause_after_table};
  FileStamp history_stamp_, settings_stamp_;
  std::string explained_;  // empty: not rendered yet
  std::string complaint_;
};

/// The fields of a template, as an object. Texts are plain: rendering escapes them.
using PageData = nlohmann::ordered_json;

/// Renders a page, whose content is the template `body`, for example `overview`. `frame.links` has the links
/// to the runs; the links, script and footer of all pages are added. A field that is null, false or an empty
/// text counts as absent (`{{^name}}`). For a list `name`, `has_name` says whether it is not empty.
/// Thread-safe.
std::string render(report::PageFrame frame, std::string_view body, PageData data);

/// A message: a heading, lines, an optional text, and a link to the next page.
struct ContestMessage {
  std::string title;
  std::vector<std::string> lines;
  std::string next = "./", next_words = "Continue";  ///< the address and the words of the link
  bool good = true;                                  ///< if not, only `lines` are shown, preformatted
  std::string text = {};                             ///< preformatted; may be empty
};
PageData message_data(const ContestMessage& message);

/// The paths of the files that are public now, relative to the contest's folder. A file of openings is public
/// only if it is in that folder itself.
std::vector<std::string> published_files(const ContestView& view);

// Data for the templates of the same names.
PageData overview_data(ContestView& view, Time now);
PageData rules_data(ContestView& view);
PageData entry_data(ContestView& view, const Team& team);
PageData team_data(ContestView& view, const std::string& team, Time now);
PageData submission_data(ContestView& view, const Team& team, const Submission& submission);
PageData admin_data(const ContestView& view, const std::vector<Token>& tokens);

}  // namespace ebiri::contest

// Renders the pages of a contest: HTML from the templates in pages/ and data. Every page works without
// scripts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/view.hpp"

namespace ebiri::contest {

/// The fields of a template, as an object. Texts are plain: rendering escapes them.
using PageData = nlohmann::ordered_json;

/// A page and its frame.
struct ContestPage {
  std::string contest;                    ///< its name
  std::string title;                      ///< the title of the window and the page
  std::string subtitle = {};              ///< may be empty
  std::string body;                       ///< the template of the content: `overview`
  PageData data = PageData::object();     ///< the data of that template
  std::string here = {};                  ///< navigation link to mark: `rules/`; empty: the first; `-`: none
  std::string root = "./";                ///< the relative path to the first page: `../`
  bool finals = false, practice = false;  ///< whether the navigation links to these runs
};

/// Renders the whole page. A field that is null, false or an empty text counts as absent (`{{^name}}`). For a
/// list `name`, `has_name` says whether it is not empty. Thread-safe.
std::string render(const ContestPage& page);

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
PageData submission_data(const ContestView& view, const Team& team, const Submission& submission);
PageData admin_data(const ContestView& view, const std::vector<Token>& tokens);

// Data that several pages use.
PageData time_data(Time time);
PageData submission_row(const Team& team, const Submission& submission);
std::string size_words(std::uint64_t bytes);  ///< `20 MB`

}  // namespace ebiri::contest

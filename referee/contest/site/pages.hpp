// The pages of a contest: HTML without scripts, made of the templates in pages/ and of data.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/view.hpp"

namespace ebiri::contest {

/// The fields that a template names: an object. Texts are plain: rendering escapes them.
using PageData = nlohmann::ordered_json;

/// A page and its frame.
struct ContestPage {
  std::string contest;                    ///< its name
  std::string title;                      ///< of the window and the page
  std::string subtitle = {};              ///< may be empty
  std::string body;                       ///< the template of what is not the frame: `overview`
  PageData data = PageData::object();     ///< of that template
  std::string here = {};                  ///< which entry of the navigation it is: `rules/`
  std::string root = "./";                ///< the way to the first page: `../`
  bool finals = false, practice = false;  ///< whether there are such runs to look at
};

/// The whole page. A field that is null, false or an empty text counts as absent (`{{^name}}`); beside a list
/// `name` a template may ask for `has_name`. Any thread.
std::string render(const ContestPage& page);

/// Tells one thing: a heading, lines, a text perhaps, and a way on.
struct ContestMessage {
  std::string title;
  std::vector<std::string> lines;
  std::string next = "./", next_words = "On";  ///< a link
  bool good = true;
  std::string text = {};  ///< shown as it is, if not empty
};
PageData message_data(const ContestMessage& message);

/// Files that everybody may have by now, as paths from the contest's folder: with all of them, `ebiri contest
/// verify` checks the contest.
std::vector<std::string> published_files(const ContestView& view);

// Data for the template of the same name.
PageData overview_data(ContestView& view, Time now);
PageData rules_data(const ContestView& view);
PageData entry_data(ContestView& view, const Team& team);
PageData team_data(ContestView& view, const std::string& team, Time now);
PageData submission_data(const ContestView& view, const Team& team, const Submission& submission);
PageData admin_data(const ContestView& view, const std::vector<Token>& tokens);

// Pieces of several pages.
PageData time_data(Time time);
PageData submission_row(const Team& team, const Submission& submission);

}  // namespace ebiri::contest

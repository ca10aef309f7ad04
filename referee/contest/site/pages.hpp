// The pages of a contest as HTML, without scripts: what anybody sees, and what a team or the host sees.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/view.hpp"

namespace ebiri::contest {

/// The style sheet, which every page links as `style.css`.
std::string_view contest_style();

/// A page and its frame. Texts are escaped already, but for `title` and `contest`.
struct ContestPage {
  std::string contest;                    ///< its name
  std::string title;                      ///< of the window and the page
  std::string subtitle;                   ///< may be empty
  std::string body;                       ///< the rest
  std::string here = "";                  ///< which entry of the navigation it is: `rules/`
  std::string root = "./";                ///< the way to the first page: `../`
  bool finals = false, practice = false;  ///< whether there are such runs to look at
};
std::string html_of(const ContestPage& page);

/// Tells one thing: a heading, lines, a text perhaps, and a way on.
struct ContestMessage {
  std::string title;
  std::vector<std::string> lines;
  std::string next = "./", next_words = "On";  ///< a link
  bool good = true;
  std::string text = {};  ///< shown as it is, if not empty
};
std::string message_body(const ContestMessage& message);

/// Files that everybody may have by now, as paths from the contest's folder: with all of them, `ebiri contest
/// verify` checks the contest.
std::vector<std::string> published_files(const ContestView& view);

// Bodies of what anybody sees.
std::string overview_body(ContestView& view, contest::Time now);
std::string rules_body(const ContestView& view);
std::string entry_body(ContestView& view, const contest::Team& team);

// Bodies of what is for one team, or the host.
std::string login_body(bool wrong);
std::string team_body(ContestView& view, const std::string& team, contest::Time now);
std::string receipt_card(int number, const std::string& receipt);
std::string logs_body(const ContestView& view, const contest::Team& team,
                      const contest::Submission& submission);
std::string admin_body(ContestView& view, const std::vector<contest::Token>& tokens);

// Pieces of several pages.
std::string time_html(contest::Time time);
std::string state_html(const contest::Team& team, const contest::Submission& submission);
std::string reasons_html(const contest::Team& team, const contest::Submission& submission);
std::string sign_out_html();
std::string fact_html(std::string_view name, std::string_view html);
std::string card_html(std::string_view heading, std::string_view html);

/// `in 3 days`, `2 hours ago`.
std::string distance_words(contest::Time from, contest::Time to);

/// What happens next, one sentence.
std::string next_words(ContestView& view, contest::Time now);

}  // namespace ebiri::contest

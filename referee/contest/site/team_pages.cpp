// What a team sees of its own.
#include <fmt/format.h>

#include <ranges>

#include "referee/contest/practice/practice.hpp"
#include "referee/contest/practice/practice_records.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using contest::Submission;
using contest::Team;

constexpr std::size_t most_faults_shown = 10, longest_log_shown = 400'000;

// Why nothing can be handed in; empty if something can.
std::string closed_words(const ContestView& view, contest::Time now) {
  if (view.state().locked) return "The contest is locked: nothing is accepted any more.";
  const auto& deadline = view.settings().deadline;
  if (!deadline || now <= *deadline) return {};
  return "The deadline has passed: nothing is accepted any more.";
}

std::string upload_card(const ContestView& view, const std::string& team, contest::Time now) {
  const std::string closed = closed_words(view, now);
  if (!closed.empty()) return card_html("Submit", fmt::format("<p>{}</p>", closed));
  return card_html(
      "Submit",
      fmt::format("<form method=\"post\" action=\"upload\" enctype=\"multipart/form-data\">"
                  "<label for=\"entry\">An archive of the entry: .tar, .tar.gz or .zip, at most {}</label>"
                  "<input type=\"file\" id=\"entry\" name=\"entry\" accept=\".tar,.gz,.tgz,.zip\" required> "
                  "<button>Submit</button></form>\n"
                  "<p class=\"muted\">It holds an <code>entry.yaml</code> with <code>name: {}</code>. The "
                  "last submission "
                  "that qualifies plays, so a mistake costs nothing. Without a browser: <code>curl -F "
                  "entry=@upload.tar.gz -H \"Authorization: Bearer TOKEN\" ADDRESS/team/upload</code></p>",
                  format_size(view.settings().submission.bytes), escaped_markup(team)));
}

std::string own_submissions_card(const Team* team) {
  if (team == nullptr) return card_html("Submissions", "<p>There is none yet.</p>");
  const Submission* plays = team->finalist();
  std::string rows;
  for (const Submission& one : team->submissions | std::views::reverse)
    rows += fmt::format(
        "<tr><td><a href=\"{0}\">{0}</a></td><td>{1}</td><td>{2}{3}</td><td>{4}</td>"
        "<td><code>{5}</code></td><td><a href=\"receipt-{0}.txt\">"
        "line {6}</a></td></tr>\n",
        one.submitted.number, time_html(one.at), state_html(*team, one), plays == &one ? ", plays" : "",
        reasons_html(*team, one), one.submitted.tree.substr(0, 12), one.line);
  return card_html(
      "Submissions",
      fmt::format(
          "<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Submissions\"><table>"
          "<thead><tr><th scope=\"col\">Number</th><th scope=\"col\">Received</th><th "
          "scope=\"col\">State</th><th scope=\"col\">Reasons</th><th scope=\"col\">Hash</th><th "
          "scope=\"col\">Receipt</th></tr></thead>\n"
          "<tbody>{}</tbody></table></div>\n<p class=\"muted\">A number leads to how it was built and "
          "examined. Keep the receipts: with them <code>ebiri contest verify --receipt</code> checks that "
          "the "
          "host has changed no date and no order.</p>",
          rows));
}

// Games that were lost by a fault, with what the engine wrote to its standard error.
std::string faults_card(const ContestRun& run, const std::string& team, const char* heading,
                        const char* path) {
  std::string items;
  for (const match::GameRecord& game : run.faults_of(team, most_faults_shown)) {
    const auto& fault = game.verdict.fault;
    if (!fault) continue;
    items += fmt::format("<h3><a href=\"../{}/#/game/{}\">Game {}</a></h3>\n<p>{}</p>\n", path, game.game,
                         game.game, escaped_markup(printable(fault->detail, 1000)));
    if (!fault->line.empty())
      items += fmt::format("<p>It wrote <code>{}</code></p>\n", escaped_markup(printable(fault->line, 1000)));
    if (!fault->errors.empty())
      items += fmt::format(
          "<p>Its standard error ends with:</p>\n<pre class=\"wrapped\" tabindex=\"0\">{}</pre>\n",
          escaped_markup(printable_lines(fault->errors, 4000)));
  }
  return items.empty() ? "" : card_html(heading, items);
}

// Practice games that a submission lost by a fault: what nobody else sees of them, the last one first.
std::string practice_faults(const ContestView& view, const contest::Submitted& submitted) {
  const auto records = contest::practice_records(view.folder(), {submitted.team, submitted.number});
  if (!records) return {};
  const std::string engine = contest::practice_name(submitted.team, submitted.number);
  std::string items;
  std::size_t shown = 0;
  for (const match::GameRecord& game : *records | std::views::reverse) {
    const auto own = game.south == engine ? rules::Side::south : rules::Side::north;
    if (shown == most_faults_shown) break;
    if (!contest::is_fault_of(game, own)) continue;
    ++shown;
    items += fmt::format(
        "<h3><a href=\"../practice/#/game/{0}\">Game {0}</a></h3>\n<pre class=\"wrapped\" "
        "tabindex=\"0\">{1}</pre>\n",
        game.game, escaped_markup(contest::fault_report(game)));
  }
  return items.empty() ? "" : card_html("The last games of practice that it lost by a fault", items);
}

}  // namespace

std::string reasons_html(const Team& team, const Submission& submission) {
  std::string items;
  for (const std::string& reason : reasons_of(team, submission))
    items += fmt::format("<li>{}</li>", escaped_markup(printable(reason, 1000)));
  return items.empty() ? "" : fmt::format("<ul class=\"plain\">{}</ul>", items);
}

std::string sign_out_html() {
  return "<form class=\"inline\" method=\"post\" action=\"../logout\" enctype=\"multipart/form-data\">"
         "<button class=\"quiet\">Sign out</button></form>\n";
}

std::string login_body(bool wrong) {
  return fmt::format(
      "{}<section class=\"card\"><form method=\"post\" action=\"../login\" enctype=\"multipart/form-data\">"
      "<label for=\"token\">Your token, as the host gave it to you</label>"
      "<input type=\"password\" id=\"token\" name=\"token\" autocomplete=\"current-password\" "
      "maxlength=\"200\" "
      "required> <button>Sign in</button></form>\n"
      "<p class=\"muted\">It shows you your team's submissions and logs, and lets you submit. You are signed "
      "in until "
      "you close the browser, sign out, or the host takes the token away.</p></section>",
      wrong ? "<div class=\"notice bad\" role=\"alert\"><p>This token is not good here. Ask the host for "
              "another.</p></div>\n"
            : "");
}

std::string team_body(ContestView& view, const std::string& name, contest::Time now) {
  return upload_card(view, name, now) + own_submissions_card(view.state().team(name)) +
         faults_card(view.finals(), name, "Games of the finals that it lost by a fault", "finals") +
         sign_out_html();
}

std::string receipt_card(int number, const std::string& receipt) {
  if (receipt.empty()) return {};
  return card_html(
      "Receipt", fmt::format("<pre class=\"wrapped\" tabindex=\"0\">{}</pre>\n<p><a href=\"receipt-{}.txt\" "
                             "download>Download the receipt</a></p>",
                             escaped_markup(receipt), number));
}

std::string logs_body(const ContestView& view, const Team& team, const Submission& submission) {
  std::string body = card_html(
      "State", fmt::format("<p>{}</p>{}", state_html(team, submission), reasons_html(team, submission)));
  constexpr std::pair<const char*, const char*> logs[] = {
      {"build.log", "Building"}, {"examination.txt", "Examination"}, {"match.txt", "Match against random"}};
  bool any = false;
  for (const auto& [file, heading] : logs) {
    const auto text = contest::read_file(view.folder().team(team.name, submission.submitted.number) / file);
    if (!text) continue;
    any = true;
    body += card_html(heading, fmt::format("<pre class=\"wrapped\" tabindex=\"0\">{}</pre>",
                                           escaped_markup(printable_lines(*text, longest_log_shown))));
  }
  if (!any) body += "<p>Nothing was done with it yet.</p>";
  body += practice_faults(view, submission.submitted);
  return body;
}

}  // namespace ebiri::contest

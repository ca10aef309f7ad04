// What the host of a contest sees, on its own machine.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <utility>

#include "referee/contest/site/pages.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using contest::Submission;
using contest::Team;

// A form of one button about one team.
std::string button_html(const char* action, const std::string& team, const char* words) {
  return fmt::format(
      "<form class=\"inline\" method=\"post\" action=\"{0}\" enctype=\"multipart/form-data\"><input "
      "type=\"hidden\" "
      "name=\"team\" value=\"{1}\"><button class=\"quiet\" aria-label=\"{2} {1}\">{2}</button></form>",
      action, escaped_markup(team), words);
}

std::string command_html(const std::string& command) {
  return fmt::format("<code>{}</code>", escaped_markup(launched(command)));
}

std::string contest_command(const ContestView& view, const char* verb, const std::string& more = "") {
  return fmt::format("contest {} {}{}", verb, shell_word(view.folder().root.string()), more);
}

// What waits for `qualify`, and whether it is at work.
std::string queue_html(const ContestView& view) {
  if (view.state().locked) return "nothing: the contest is locked";
  std::vector<std::string> waiting;
  for (const Team& team : view.state().teams)
    if (const Submission* one = team.waiting())
      waiting.push_back(fmt::format("{} {}", team.name, one->submitted.number));
  const auto held = record::is_locked(view.folder().root / "work");
  if (held && *held)
    return fmt::format("{} <small>somebody builds, examines or locks just now</small>",
                       waiting.empty() ? "nothing" : escaped_markup(join(waiting, ", ")));
  if (waiting.empty()) return "nothing";
  return fmt::format("{} <small>{}</small>", escaped_markup(join(waiting, ", ")),
                     command_html(contest_command(view, "qualify")));
}

std::string state_card(const ContestView& view) {
  std::error_code problem;
  const auto space = std::filesystem::space(view.folder().root, problem);
  const auto in_megabytes = [](std::uintmax_t bytes) { return format_size(bytes / 1'000'000 * 1'000'000); };
  const std::string disk =
      problem ? "unknown"
              : fmt::format("{} free of {}", in_megabytes(space.available), in_megabytes(space.capacity));
  return card_html(
      "Now", fmt::format("<dl class=\"facts\">{}{}</dl>", fact_html("Waits to be examined", queue_html(view)),
                         fact_html("Disk", disk)));
}

std::string entries_table(const ContestView& view) {
  std::string rows;
  for (const Team& team : view.state().teams) {
    const Submission& last = team.submissions.back();
    const Submission* plays = team.finalist();
    const bool can_go = !team.withdrawn && !view.state().locked;
    rows += fmt::format(
        "<tr><th scope=\"row\"><a href=\"../entries/{0}\">{0}</a></th><td class=\"number\"><a "
        "href=\"{0}/{1}\" "
        "aria-label=\"{0} {1}, how it was built and "
        "examined\">{1}</a></td><td>{2}</td><td>{3}</td><td>{4}</td><td "
        "class=\"number\">{5}</td><td>{6}</td></tr>\n",
        team.name, last.submitted.number, time_html(last.at), state_html(team, last),
        reasons_html(team, last), plays != nullptr ? std::to_string(plays->submitted.number) : "–",
        can_go ? button_html("withdraw", team.name, "Withdraw") : "");
  }
  if (rows.empty()) return "<p>There are no entries yet.</p>";
  return fmt::format(
      "<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Entries\"><table><thead><tr>"
      "<th scope=\"col\">Entry</th><th scope=\"col\" class=\"number\">Number</th><th "
      "scope=\"col\">Received</th><th scope=\"col\">State</th><th scope=\"col\">Reasons</th><th "
      "scope=\"col\" class=\"number\">Plays</th><td></td></tr></thead>\n<tbody>{}</tbody></table></div>\n"
      "<p class=\"muted\">A number leads to how it was built and examined. A team that is withdrawn plays "
      "again when it "
      "submits again.</p>",
      rows);
}

std::string tokens_card(const std::vector<contest::Token>& tokens) {
  std::map<std::string, std::pair<int, contest::Time>> teams;  // how many, and the last one
  for (const contest::Token& token : tokens) {
    auto& [count, last] = teams[token.bearer.team];
    ++count;
    last = std::max(last, token.made);
  }
  std::string rows;
  for (const auto& [team, made] : teams)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
        team.empty() ? "you, the host" : escaped_markup(team), made.first, time_html(made.second),
        team.empty()
            ? ""
            : button_html("token", team, "New token") + " " + button_html("revoke", team, "Revoke all"));
  const std::string table = rows.empty()
                                ? ""
                                : fmt::format(
                                      "<div class=\"scroller\" tabindex=\"0\" role=\"region\" "
                                      "aria-label=\"Tokens\"><table><thead><tr>"
                                      "<th scope=\"col\">Whose</th><th scope=\"col\" "
                                      "class=\"number\">Tokens</th><th scope=\"col\">The last "
                                      "one</th><td></td></tr></thead>\n<tbody>{}</tbody></table></div>\n",
                                      rows);
  return card_html(
      "Tokens", table +
                    "<form method=\"post\" action=\"token\" enctype=\"multipart/form-data\"><label "
                    "for=\"team\">A team, "
                    "whether or not it has submitted</label><input type=\"text\" id=\"team\" name=\"team\" "
                    "maxlength=\"64\" autocomplete=\"off\" required> <button>Make a token</button></form>\n"
                    "<p class=\"muted\">A token is shown once. All that a team has are good until they are "
                    "revoked.</p>");
}

// What is left to a terminal, with this contest's folder.
std::string commands_card(const ContestView& view) {
  const auto& state = view.state();
  std::vector<std::pair<const char*, std::string>> commands;
  if (!state.locked) {
    const std::string team = state.teams.empty() ? "TEAM" : state.teams.front().name;
    commands = {{"Build and examine what is new", contest_command(view, "qualify")},
                {"One team again, also what was done already",
                 contest_command(view, "qualify", " " + shell_word(team) + " --again")},
                {"What this machine can build and enforce", "contest doctor"},
                {"Freeze the entries, and draw the seed", contest_command(view, "lock")}};
  } else {
    commands = {{"Play the finals, or go on with them", contest_command(view, "play")},
                {"Write the table and the signed manifest", contest_command(view, "finalize")},
                {"Check all of it", contest_command(view, "verify")}};
  }
  std::string facts;
  for (const auto& [what, command] : commands) facts += fact_html(what, command_html(command));
  return card_html("At a terminal", fmt::format("<dl class=\"facts\">{}</dl>", facts));
}

}  // namespace

std::string admin_body(ContestView& view, const std::vector<contest::Token>& tokens) {
  return state_card(view) + card_html("Entries", entries_table(view)) + tokens_card(tokens) +
         commands_card(view) + sign_out_html();
}

}  // namespace ebiri::contest

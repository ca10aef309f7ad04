#include "referee/contest/site/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "referee/record/game_json.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

std::string nav_link(const ContestPage& page, const char* path, const char* words) {
  const char* current = page.here == path ? R"( aria-current="page")" : "";
  return fmt::format(R"(<a href="{}{}"{}>{}</a>)", page.root, path, current, words);
}

}  // namespace

std::string html_of(const ContestPage& page) {
  std::string nav = nav_link(page, "", "Contest") + nav_link(page, "rules/", "Rules");
  if (page.finals) nav += nav_link(page, "finals/", "Finals");
  if (page.practice) nav += nav_link(page, "practice/", "Practice");
  nav += nav_link(page, "team/", "Your team");
  const std::string contest = escaped_markup(page.contest), title = escaped_markup(page.title);
  return fmt::format(
      R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}{in}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}style.css">
</head>
<body>
<a class="skip" href="#main">To the page</a>
<header><a class="brand" href="{root}">{contest}</a><nav aria-label="Pages">{nav}</nav></header>
<main id="main">
<h1>{title}</h1>
{subtitle}
{body}
</main>
<footer>A contest of mancala engines, refereed by Ebiri</footer>
</body>
</html>
)",
      fmt::arg("title", title), fmt::arg("in", page.title == page.contest ? "" : " · " + contest),
      fmt::arg("root", page.root), fmt::arg("contest", contest), fmt::arg("nav", nav),
      fmt::arg("subtitle",
               page.subtitle.empty() ? "" : fmt::format(R"(<p class="subtitle">{}</p>)", page.subtitle)),
      fmt::arg("body", page.body));
}

std::string message_body(const ContestMessage& message) {
  std::string lines;
  for (const std::string& line : message.lines)
    lines += message.good ? fmt::format("<p>{}</p>", escaped_markup(line)) : escaped_markup(line) + "\n";
  if (!message.good) lines = fmt::format(R"(<pre class="wrapped" tabindex="0">{}</pre>)", lines);
  if (!message.text.empty())
    lines += fmt::format(R"(<pre class="wrapped" tabindex="0">{}</pre>)", escaped_markup(message.text));
  return fmt::format("<div class=\"notice{}\">{}</div>\n<p><a href=\"{}\">{}</a></p>",
                     message.good ? "" : " bad", lines, escaped_markup(message.next),
                     escaped_markup(message.next_words));
}

std::string time_html(contest::Time time) {
  const std::string iso = record::format_time(time);  // 2026-11-27T18:00:00.000Z
  return fmt::format(R"(<time datetime="{}">{} {} UTC</time>)", iso, iso.substr(0, 10), iso.substr(11, 5));
}

std::string state_html(const contest::Team& team, const contest::Submission& submission) {
  const std::string state = standing_of(team, submission);
  const char* kind = state == "qualified"                      ? "good"
                     : state == "received" || state == "built" ? "waits"
                                                               : "bad";
  return fmt::format(R"(<span class="state {}">{}</span>)", kind, state);
}

std::string fact_html(std::string_view name, std::string_view html) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html);
}

std::string card_html(std::string_view heading, std::string_view html) {
  return fmt::format("<section class=\"card\"><h2>{}</h2>\n{}\n</section>\n", heading, html);
}

std::string distance_words(contest::Time from, contest::Time to) {
  const auto seconds = std::chrono::round<std::chrono::seconds>(to - from).count();
  const auto apart = std::abs(seconds);
  const auto words = [&](long long unit, const char* name) {
    const auto number = std::llround(static_cast<double>(apart) / static_cast<double>(unit));
    return fmt::format("{} {}{}", number, name, number == 1 ? "" : "s");
  };
  if (apart < 60) return seconds >= 0 ? "in less than a minute" : "a moment ago";
  const std::string text = apart < 90 * 60     ? words(60, "minute")
                           : apart < 36 * 3600 ? words(3600, "hour")
                                               : words(86400, "day");
  return seconds >= 0 ? "in " + text : text + " ago";
}

std::string next_words(ContestView& view, contest::Time now) {
  const auto& settings = view.settings();
  if (view.state().finalized) return "The contest is over. The table is signed, and anybody can check it.";
  if (view.state().locked && view.finals().over())
    return "All games of the finals are played. The host makes and signs the table next.";
  if (view.state().locked)
    return view.finals().standings() != nullptr
               ? "The finals are played: <a href=\"finals/\">look on</a>."
               : "The entries are locked and the seed is drawn. The finals are played next.";
  if (settings.deadline && now > *settings.deadline)
    return "The deadline has passed. The host locks the entries next, and the finals' seed is drawn.";
  if (!settings.deadline) return "Entries are taken in. The host says when they are locked.";
  return fmt::format("Entries are taken in until {}, that is, {}.", time_html(*settings.deadline),
                     distance_words(now, *settings.deadline));
}

}  // namespace ebiri::contest

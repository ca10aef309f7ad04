// What anybody sees of a contest: the overview, the rules, an entry.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "referee/config/yaml.hpp"
#include "referee/contest/entries/languages.hpp"
#include "referee/contest/practice/practice.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using contest::Submission;
using contest::Team;

std::string entry_link(const ContestView& view, const std::string& name, std::string_view root) {
  if (view.state().team(name) == nullptr) return escaped_markup(name);
  return fmt::format(R"(<a href="{}entries/{}">{}</a>)", root, name, name);
}

std::string place_of(const report::StandingsRow& row) {
  const rating::RankRange range = row.place.value_or(row.rank);
  return range.best == range.worst ? std::to_string(range.best)
                                   : fmt::format("{}-{}", range.best, range.worst);
}

std::string table_html(const ContestView& view, const report::Standings& standings) {
  std::string rows;
  for (const auto& row : standings.rows)
    rows += fmt::format(
        "<tr><td>{}</td><th scope=\"row\">{}</th><td class=\"number\">{:.1f}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}-{}-{}</td><td class=\"number\">{}</td></tr>\n",
        place_of(row), entry_link(view, row.name, ""), row.points, row.games, row.results[2], row.results[1],
        row.results[0], row.rated ? fmt::format("{:+.0f} ± {:.0f}", row.elo, row.error95) : "–");
  return fmt::format(
      "<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table><thead><tr>"
      "<th scope=\"col\">Place</th><th scope=\"col\">Entry</th><th scope=\"col\" class=\"number\">Points</th>"
      "<th scope=\"col\" class=\"number\">Games</th><th scope=\"col\" class=\"number\">Wins-draws-losses</th>"
      "<th scope=\"col\" class=\"number\">Elo</th></tr></thead>\n<tbody>{}</tbody></table></div>",
      rows);
}

std::string run_card(ContestView& view, ContestRun& run, const char* heading, const char* path) {
  const report::Standings* standings = run.standings();
  if (standings == nullptr) return {};
  const std::string planned =
      standings->meta.games_planned > 0 ? fmt::format(" of {}", standings->meta.games_planned) : "";
  return card_html(heading, fmt::format("<p>{}{} games are played. <a href=\"{}/\">Games, replays and plots"
                                        "{}</a></p>\n{}",
                                        run.games(), planned, path, run.over() ? "" : ", live",
                                        table_html(view, *standings)));
}

std::string practice_card(ContestView& view) {
  if (view.practice().standings() == nullptr) return {};
  std::string rows;
  for (const PracticeRow& row : view.ladder())
    rows += fmt::format(
        "<tr><td>{}</td><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td><td class=\"number\">{}-{}-{}</td><td class=\"number\">{}</td></tr>\n",
        !row.rated                          ? "–"
        : row.place.best == row.place.worst ? std::to_string(row.place.best)
                                            : fmt::format("{}-{}", row.place.best, row.place.worst),
        entry_link(view, row.team, ""), row.number,
        row.rated ? fmt::format("{:+.0f} ± {:.0f}{}", row.elo, row.error95, row.marked ? "*" : "") : "–",
        row.games, row.wins, row.draws, row.losses, row.faults);
  return card_html(
      "Practice",
      fmt::format(
          "<p>{} games are played. <a href=\"practice/\">Games, replays and plots, live</a></p>\n<div "
          "class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Practice\"><table><thead><tr><th "
          "scope=\"col\">Place</th><th scope=\"col\">Entry</th><th scope=\"col\" "
          "class=\"number\">Submission</th><th "
          "scope=\"col\" class=\"number\">Elo</th><th scope=\"col\" class=\"number\">Games</th><th "
          "scope=\"col\" "
          "class=\"number\">Wins-draws-losses</th><th scope=\"col\" "
          "class=\"number\">Faults</th></tr></thead>\n"
          "<tbody>{}</tbody></table></div>\n<p class=\"muted\">It counts for nothing in the finals.</p>",
          view.practice().games(), rows));
}

std::string final_card(const ContestView& view) {
  const auto text = contest::read_file(view.folder().root / "final.txt");
  if (!text) return {};
  return card_html(
      "The final table",
      fmt::format("<p><a href=\"finals/\">Every game of the finals</a></p>\n<pre tabindex=\"0\">{}</pre>",
                  escaped_markup(printable_lines(*text, 1'000'000))));
}

std::string entries_card(ContestView& view) {
  std::string rows;
  for (const Team& team : view.state().teams) {
    const Submission& last = team.submissions.back();
    const contest::Entry* entry = view.entry(last);
    const Submission* plays = team.finalist();
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"number\">{}</td><td>{}</td><td "
        "class=\"number\">{}</td><td>{}</td></tr>\n",
        entry_link(view, team.name, ""), state_html(team, last),
        plays != nullptr ? std::to_string(plays->submitted.number) : "–",
        entry != nullptr ? entry->language : "–", last.submitted.number, time_html(last.at));
  }
  if (rows.empty()) return card_html("Entries", "<p>There is none yet.</p>");
  return card_html(
      "Entries",
      fmt::format(
          "<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Entries\"><table><thead><tr>"
          "<th scope=\"col\">Entry</th><th scope=\"col\">State</th><th scope=\"col\" "
          "class=\"number\">Plays</th>"
          "<th scope=\"col\">Language</th><th scope=\"col\" class=\"number\">Submissions</th><th "
          "scope=\"col\">The last one</th></tr></thead>\n<tbody>{}</tbody></table></div>\n<p "
          "class=\"muted\">The "
          "state is that of the last submission. The last one that qualified plays.</p>",
          rows));
}

std::string code_html(const std::string& text) {
  return fmt::format("<code>{}</code>", escaped_markup(text));
}

// How anybody has all of it checked, once it is over.
std::string check_html(const ContestView& view) {
  const auto& state = view.state();
  if (!state.finalized) return {};
  std::vector<std::string> words;
  for (const std::string& name : published_files(view)) words.push_back(shell_word(name));
  const std::string folder = shell_word(view.settings().name);
  return fmt::format(
      "<p>Anybody can check that the seed is that of the commitment, that every game is true by the rules, "
      "and that the "
      "table is what the games come to; ADDRESS is this page's.</p>\n<pre tabindex=\"0\">{}</pre>",
      escaped_markup(fmt::format(
          "mkdir -p {0}/finals\nfor file in {1}; do\n  curl -fsS -o {0}/$file ADDRESS/files/$file\ndone\n"
          "ebiri contest verify {0} --key {2} --commitment {3}\n",
          folder, join(words, " "), state.opened->public_key, state.opened->commitment)));
}

std::string trust_card(const ContestView& view) {
  const auto& state = view.state();
  std::string facts = fact_html("Commitment", code_html(state.opened->commitment)) +
                      fact_html("Public key", code_html(state.opened->public_key));
  const std::string& beacon = state.locked ? state.locked->beacon : view.settings().beacon;
  if (!beacon.empty())
    facts += fact_html(state.locked ? "Beacon" : "Beacon will be", escaped_markup(printable(beacon, 500)));
  facts += fact_html("Rules as opened", code_html(state.opened->rules) + " (SHA-256 of contest.yaml)");
  facts += fact_html("History", fmt::format("{} lines; the head is {} (SHA-256 of the last one)", state.lines,
                                            code_html(state.last)));
  if (state.locked)
    facts += fact_html("Secret", code_html(state.locked->secret)) +
             fact_html("Seed", std::to_string(state.locked->seed));
  std::vector<std::string> files;
  for (const std::string& name : published_files(view))
    files.push_back(fmt::format(R"(<a href="files/{0}">{0}</a>)", escaped_markup(name)));
  return card_html("To check the host", fmt::format("<dl class=\"facts\">{}{}</dl>{}", facts,
                                                    fact_html("Files", join(files, ", ")), check_html(view)));
}

std::string limit_words(const match::Limit& limit) {
  std::vector<std::string> parts;
  if (limit.move) parts.push_back(format_duration(*limit.move) + " for each move");
  if (limit.base) parts.push_back(format_duration(*limit.base) + " for a game");
  if (limit.increment) parts.push_back(format_duration(*limit.increment) + " more with each move");
  if (limit.nodes) parts.push_back(fmt::format("{} nodes for each move", *limit.nodes));
  if (limit.depth) parts.push_back(fmt::format("{} plies deep", *limit.depth));
  return parts.empty() ? "none" : join(parts, ", ");
}

template <class Number>
std::string or_any(Number limit, const std::string& words) {
  return limit == Number{} ? "any" : words;
}

// The way to an entry's games, if it has played any there.
std::string games_link(ContestRun& run, const std::string& name, const char* path) {
  const report::Standings* standings = run.standings();
  const bool plays =
      standings != nullptr &&
      std::ranges::find(standings->rows, name, &report::StandingsRow::name) != standings->rows.end();
  return plays ? fmt::format("<a href=\"../{0}/#/engine/{1}\">{0}</a> ", path, name) : "";
}

std::string entry_rules(const contest::Settings& settings) {
  const auto& s = settings.submission;
  const auto& b = settings.build;
  const auto languages = settings.languages.empty() ? contest::language_names() : settings.languages;
  return fact_html("Languages", escaped_markup(join(languages, ", "))) +
         fact_html("A submission", fmt::format("at most {} in {} files and folders, {} of them deep",
                                               format_size(s.bytes), s.files, s.depth)) +
         fact_html("Building it",
                   fmt::format("at most {}, {} of memory, {} processes, {} on the disk; no network",
                               format_duration(b.time), or_any(b.memory, format_size(b.memory)),
                               or_any(b.processes, std::to_string(b.processes)), format_size(b.disk)));
}

}  // namespace

std::vector<std::string> published_files(const ContestView& view) {
  const auto& state = view.state();
  std::vector<std::string> names{"contest.yaml"};
  if (state.locked) {
    names.emplace_back("finals.yaml");
    const auto& openings = view.settings().games.openings.file;
    if (openings && !openings->has_parent_path() && openings->has_filename())
      names.push_back(openings->string());
  }
  if (state.finalized)
    names.insert(names.end(), {"history.jsonl", "final.txt", "final.json", "manifest.json", "manifest.sig",
                               "finals/games.jsonl"});
  return names;
}

std::string overview_body(ContestView& view, contest::Time now) {
  const auto& teams = view.state().teams;
  const auto qualified = view.state().finalists().size();
  const auto& deadline = view.settings().deadline;
  std::string figures =
      fact_html("Deadline", deadline ? fmt::format("{}<small>{}</small>", time_html(*deadline),
                                                   distance_words(now, *deadline))
                                     : "none yet") +
      fact_html("Entries", fmt::format("{}<small>{} can play</small>", teams.size(), qualified)) +
      fact_html("Game",
                fmt::format("{}<small>{}</small>", escaped_markup(view.settings().games.variant.variant),
                            escaped_markup(limit_words(view.settings().games.limit))));
  // A list of terms in groups.
  std::string grouped;
  for (std::string_view rest = figures; !rest.empty();) {
    const auto end = rest.find("</dd>\n") + 6;
    grouped += fmt::format("<div>{}</div>", rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return fmt::format("<div class=\"notice\"><p>{}</p></div>\n<dl class=\"figures\">{}</dl>\n",
                     next_words(view, now), grouped) +
         (view.state().finalized ? final_card(view) : run_card(view, view.finals(), "Finals", "finals")) +
         (view.state().locked ? "" : practice_card(view)) + entries_card(view) + trust_card(view);
}

std::string rules_body(const ContestView& view) {
  const auto& settings = view.settings();
  const auto& q = settings.qualification;
  std::string facts =
      fact_html("Deadline", settings.deadline ? time_html(*settings.deadline) : "the host says when") +
      entry_rules(settings);
  facts += fact_html(
      "To qualify",
      fmt::format(
          "it starts within {}{}, and loses no game by a fault in {} openings against a random player, "
          "from both sides",
          format_duration(q.start_limit), q.probe ? ", `ebiri probe` finds no fault in it" : "", q.pairs));
  facts += fact_html("Who plays", "of each team the last submission that qualified");
  const auto& faults = settings.faults;
  facts += fact_html(
      "Faults",
      !faults.most
          ? "games may be lost by them; nobody is withdrawn"
          : fmt::format("who loses more than {} games of the finals by them is withdrawn, and its games {}",
                        *faults.most,
                        faults.games == contest::FaultyGames::count ? "count" : "are left out"));
  facts += fact_html("The seed", settings.beacon.empty() ? "is drawn from the host's secret alone"
                                                         : "is drawn from the host's secret and " +
                                                               escaped_markup(settings.beacon));
  return card_html("Entries", fmt::format("<dl class=\"facts\">{}</dl>", facts)) +
         card_html(
             "The finals",
             fmt::format("<p>What is played, as a config of Ebiri; every engine is in a sandbox, without a "
                         "network.</p>\n<pre tabindex=\"0\">{}</pre>",
                         escaped_markup(config::emit_yaml(settings.finals))));
}

std::string entry_body(ContestView& view, const Team& team) {
  const contest::Entry* entry = view.entry(team.submissions.back());
  std::string facts;
  if (entry != nullptr) {
    facts += fact_html(entry->authors.size() == 1 ? "Author" : "Authors",
                       escaped_markup(printable(join(entry->authors, ", "), 1000)));
    facts += fact_html("Language", entry->language);
    facts += fact_html("Speaks", entry->dialect == player::native_dialect ? "UGI" : "another dialect");
  }
  const Submission* plays = team.finalist();
  facts += fact_html("Plays", plays != nullptr ? fmt::format("submission {}", plays->submitted.number)
                                               : std::string{"none of its submissions may play yet"});
  const std::string games =
      games_link(view.finals(), team.name, "finals") +
      (plays == nullptr ? ""
                        : games_link(view.practice(),
                                     contest::practice_name(team.name, plays->submitted.number), "practice"));
  if (!games.empty()) facts += fact_html("Games", games);
  std::string rows;
  for (const Submission& one : team.submissions | std::views::reverse)
    rows += fmt::format(
        "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td><td><code>{}</code></td></tr>\n",
        one.submitted.number, time_html(one.at), state_html(team, one), one.submitted.files,
        one.submitted.bytes, one.submitted.tree);
  return card_html("Entry", fmt::format("<dl class=\"facts\">{}</dl>", facts)) +
         card_html(
             "Submissions",
             fmt::format("<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Submissions\">"
                         "<table><thead><tr><th scope=\"col\" class=\"number\">Number</th><th "
                         "scope=\"col\">Received</th><th scope=\"col\">State</th><th scope=\"col\" "
                         "class=\"number\">Files</th><th scope=\"col\" class=\"number\">Bytes</th><th "
                         "scope=\"col\">Hash of its files</th></tr></thead>\n<tbody>{}</tbody></table></div>",
                         rows));
}

}  // namespace ebiri::contest

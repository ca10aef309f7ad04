#include "referee/contest/site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using namespace std::chrono_literals;

constexpr const char* html_type = "text/html; charset=utf-8";

// No script, nothing from elsewhere, in nobody's frame.
constexpr const char* contest_policy =
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

// The value of a cookie; several of that name are nobody's.
std::string cookie_value(std::string_view cookies, std::string_view name) {
  std::string found;
  for (const std::string_view part : split(cookies, ';')) {
    const std::string_view one = trim(part);
    if (one.size() <= name.size() || !one.starts_with(name) || one[name.size()] != '=') continue;
    if (!found.empty()) return {};
    found = one.substr(name.size() + 1);
  }
  return found;
}

std::string_view after_prefix(const std::string& path, std::string_view prefix) {
  return path.starts_with(prefix) ? std::string_view{path}.substr(prefix.size()) : std::string_view{};
}

// What the depth of a path makes of the way to the first page.
std::string root_of(const std::string& path) {
  const auto depth = std::ranges::count(path, '/');
  std::string root = depth > 1 ? "" : "./";
  for (auto i = depth; i > 1; --i) root += "../";
  return root;
}

web::Answer redirection(const char* to) {
  return {.status = 303,
          .type = "text/plain; charset=utf-8",
          .body = web::text_of("go on there\n"),
          .own = true,
          .location = to};
}

}  // namespace

ContestSite::ContestSite(ContestView& view, std::size_t uploads)
    : view_(view),
      folder_(view.folder()),
      name_(view.settings().name),
      cookie_name_("ebiri-" + name_),
      wrong_tokens_(20, 1min),
      uploads_(uploads, 1h),
      forms_(120, 1min) {}

// The host's token is good on this machine alone.
ContestSite::Visitor ContestSite::visitor_of(const std::string& token, const web::Ask& ask) {
  if (token.empty()) return {};
  const auto bearer = contest::bearer_of(folder_, token);
  if (!bearer) fmt::print(stderr, "ebiri: {}\n", bearer.error().message);
  if (!bearer || !*bearer || ((*bearer)->is_host() && !ask.local)) return {.wrong = true};
  return {.known = true, .bearer = **bearer};
}

ContestSite::Visitor ContestSite::visitor_of(const web::Ask& ask) {
  return visitor_of(ask.token.empty() ? cookie_value(ask.cookies, cookie_name_) : ask.token, ask);
}

std::string ContestSite::team_of(const web::Ask& ask) { return visitor_of(ask).bearer.team; }

web::Answer ContestSite::page(const web::Ask& ask, std::string title, std::string subtitle,
                              std::string body) {
  ContestPage page{.contest = name_,
                   .title = std::move(title),
                   .subtitle = std::move(subtitle),
                   .body = std::move(body),
                   .root = root_of(ask.path),
                   .finals = view_.finals().standings() != nullptr,
                   .practice = view_.practice().standings() != nullptr};
  const std::string_view path = ask.path;
  page.here = path == "/rules/" ? "rules/" : path.starts_with("/team/") ? "team/" : path == "/" ? "" : "-";
  return {.type = html_type, .body = web::text_of(html_of(page)), .policy = contest_policy};
}

web::Answer ContestSite::not_found(const web::Ask& ask) {
  auto answer =
      page(ask, "There is nothing here", "",
           R"(<p>The contest begins at its <a href=")" + root_of(ask.path) + R"(">first page</a>.</p>)");
  answer.status = 404;
  return answer;
}

web::Answer ContestSite::get(const web::Ask& ask) {
  view_.look();
  const std::string& path = ask.path;
  if (path == "/style.css")
    return {.type = "text/css; charset=utf-8", .body = web::text_of(std::string{contest_style()})};
  if (path == "/") return page(ask, name_, "", overview_body(view_, contest::now()));
  if (path == "/rules/") return page(ask, "Rules", "", rules_body(view_));
  if (path == "/finals" || path == "/practice" || path == "/rules" || path == "/team" || path == "/admin")
    return redirection(("." + path + "/").c_str());
  if (const auto name = after_prefix(path, "/files/"); !name.empty()) return file(std::string{name});
  if (const auto name = after_prefix(path, "/entries/"); !name.empty()) {
    const contest::Team* team = view_.state().team(name);
    return team == nullptr ? not_found(ask) : page(ask, team->name, "An entry", entry_body(view_, *team));
  }
  const bool team = path.starts_with("/team/"), admin = path.starts_with("/admin/");
  if (!team && !admin) return not_found(ask);
  const Visitor visitor = visitor_of(ask);
  web::Answer answer = team ? team_page(ask, visitor) : admin_page(ask, visitor);
  answer.own = true;
  if (visitor.wrong && ask.token.empty()) answer.cookie = cookie(ask, "");
  return answer;
}

// Who shows no good token learns nothing from a path, not even whether there is something.
web::Answer ContestSite::team_page(const web::Ask& ask, const Visitor& visitor) {
  if (visitor.wrong && !wrong_tokens_.allows(ask.client))
    return told(ask, 429, {"Too many wrong tokens", {"Wait a minute."}, "./", "Again", false});
  if (!visitor.known) {
    auto answer = page(ask, "Your team", "", login_body(visitor.wrong));
    if (visitor.wrong || ask.path != "/team/") answer.status = 403;
    return answer;
  }
  if (visitor.bearer.is_host()) return redirection("../admin/");
  const std::string& name = visitor.bearer.team;
  if (ask.path == "/team/")
    return page(ask, name, "Only your team sees this page.", team_body(view_, name, contest::now()));
  constexpr std::string_view receipt_begin = "receipt-", receipt_end = ".txt";
  std::string_view word = after_prefix(ask.path, "/team/");
  const bool receipt = word.starts_with(receipt_begin) && word.ends_with(receipt_end);
  if (receipt) {
    word.remove_prefix(receipt_begin.size());
    word.remove_suffix(receipt_end.size());
  }
  const auto number = parse_integer<int>(word);
  const contest::Team* team = view_.state().team(name);
  const auto* submission = number ? view_.state().submission(name, *number) : nullptr;
  if (team == nullptr || submission == nullptr) return not_found(ask);
  const std::string text = view_.receipt(*submission);
  if (receipt && !text.empty())
    return {.type = "text/plain; charset=utf-8", .body = web::text_of(text), .policy = contest_policy};
  return page(ask, fmt::format("{}, submission {}", name, *number), "Only your team sees this page.",
              receipt_card(*number, text) + logs_body(view_, *team, *submission) +
                  "<p><a href=\"./\">Back to your team</a></p>");
}

web::Answer ContestSite::admin_page(const web::Ask& ask, const Visitor& visitor) {
  if (visitor.wrong && !wrong_tokens_.allows(ask.client))
    return told(ask, 429, {"Too many wrong tokens", {"Wait a minute."}, "./", "Again", false});
  if (!visitor.known || !visitor.bearer.is_host()) {
    auto answer = page(ask, "The host", "", login_body(visitor.wrong || visitor.known));
    if (visitor.wrong || visitor.known || ask.path != "/admin/") answer.status = 403;
    return answer;
  }
  const char* subtitle = "Only the host sees this page, on this machine.";
  if (ask.path == "/admin/") {
    const auto tokens = contest::read_tokens(folder_);
    if (!tokens) fmt::print(stderr, "ebiri: {}\n", tokens.error().message);
    return page(ask, "The host", subtitle,
                admin_body(view_, tokens ? *tokens : std::vector<contest::Token>{}));
  }
  const auto words = split(after_prefix(ask.path, "/admin/"), '/');
  const auto number = words.size() == 2 ? parse_integer<int>(words[1]) : std::nullopt;
  const contest::Team* team = number ? view_.state().team(words[0]) : nullptr;
  const auto* submission = team != nullptr ? view_.state().submission(team->name, *number) : nullptr;
  if (submission == nullptr) return not_found(ask);
  return page(ask, fmt::format("{}, submission {}", team->name, *number), subtitle,
              logs_body(view_, *team, *submission) + "<p><a href=\"../\">Back to all entries</a></p>");
}

// However many ask for it at a time, it is in memory once; null if it cannot be read.
web::Text ContestSite::large_file(const std::filesystem::path& path) {
  const FileStamp stamp = stamp_of(path);
  auto text = journal_.lock();
  if (text && stamp == journal_stamp_) return text;
  std::ifstream input(path, std::ios::binary);
  std::string bytes(stamp.size, '\0');
  if (!input.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return nullptr;
  text = web::text_of(std::move(bytes));
  journal_ = text;
  journal_stamp_ = stamp;
  return text;
}

// What is published anyway, each when its time has come.
web::Answer ContestSite::file(const std::string& name) {
  const auto names = published_files(view_);
  web::Text text;
  if (std::ranges::find(names, name) == names.end()) {
    text = nullptr;
  } else if (folder_.root / name == folder_.finals() / "games.jsonl") {
    text = large_file(folder_.root / name);
  } else if (auto read = contest::read_file(folder_.root / name)) {
    text = web::text_of(std::move(*read));
  }
  if (!text)
    return {.status = 404,
            .type = "text/plain; charset=utf-8",
            .body = web::text_of("there is no such file, or not yet\n"),
            .policy = contest_policy};
  const char* type = name.ends_with(".json") ? "application/json" : "text/plain; charset=utf-8";
  return {.type = type, .body = std::move(text), .policy = contest_policy};
}

// On any thread.
web::Answer ContestSite::told(const web::Ask& ask, unsigned status, const ContestMessage& message) const {
  if (!ask.html) {
    std::string text = message.title + "\n";
    for (const std::string& line : message.lines) text += line + "\n";
    if (!message.text.empty()) text += "\n" + message.text;
    return {.status = status, .type = "text/plain; charset=utf-8", .body = web::text_of(text), .own = true};
  }
  const ContestPage page{.contest = name_,
                         .title = message.title,
                         .subtitle = "",
                         .body = message_body(message),
                         .here = "team/",
                         .root = root_of(ask.path)};
  return {.status = status,
          .type = html_type,
          .body = web::text_of(html_of(page)),
          .own = true,
          .policy = contest_policy};
}

}  // namespace ebiri::contest

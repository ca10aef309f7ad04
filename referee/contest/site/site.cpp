#include "referee/contest/site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>
#include <utility>

#include "referee/contest/site/templates.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/web/form.hpp"

namespace ebiri::contest {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* html_type = "text/html; charset=utf-8";
constexpr const char* text_type = "text/plain; charset=utf-8";

// Allows only scripts and styles of this site, and no framing.
constexpr const char* contest_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

constexpr const char* team_only = "Only your team and the host see this.";
constexpr const char* host_only = "Only the host sees this, on the serving machine.";

// The value of a cookie; empty if several have that name.
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

// The relative path from `path` to the first page.
std::string root_of(const std::string& path) {
  const auto depth = std::ranges::count(path, '/');
  std::string root = depth > 1 ? "" : "./";
  for (auto i = depth; i > 1; --i) root += "../";
  return root;
}

web::Answer redirection(std::string to) {
  return {.status = 303,
          .type = text_type,
          .body = web::text_of("see the Location header\n"),
          .no_store = true,
          .location = std::move(to)};
}

constexpr const char* nothing_done = "Nothing changed";

constexpr std::uint64_t largest_form = 16'384;         // bytes of a form, without the file
constexpr std::size_t max_running_uploads = 200;       // of all teams; each has at most one
constexpr std::uintmax_t disk_to_spare = 200'000'000;  // bytes
constexpr std::uint64_t disk_per_byte = 3;             // form, archive and tree, which may be larger

// A file name from a browser, made safe.
std::string harmless_name(std::string_view name) {
  std::string plain{name.substr(std::min(name.find_last_of("/\\") + 1, name.size()))};
  for (char& c : plain) {
    const bool good = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      std::string_view{"._-+"}.find(c) != std::string_view::npos;
    if (!good) c = '_';
  }
  if (plain.size() > 100) plain.erase(0, plain.size() - 100);
  return plain.find_first_not_of("._-+") == plain.npos ? "upload" : plain;
}

}  // namespace

std::string render(report::PageFrame frame, std::string_view body, PageData data) {
  frame.links.emplace(frame.links.begin(), "rules/", "Rules");
  frame.links.emplace(frame.links.begin(), "", "Contest");
  frame.links.emplace_back("team/", "Your team");
  frame.script = "times.js";
  frame.footer = "A contest of mancala engines, refereed by Ebiri";
  frame.served = true;
  return report::render_page(templates, frame, body, std::move(data), {"sign_out", "fault_reports"});
}

PageData message_data(const ContestMessage& message) {
  return {{"bad", !message.good},
          {"lines", message.good ? PageData(message.lines) : PageData::array()},
          {"text", message.good ? message.text : join(message.lines, "\n")},
          {"next", message.next},
          {"next_words", message.next_words}};
}

ContestSite::ContestSite(ContestView& view, std::size_t uploads)
    : view_(view),
      folder_(view.folder()),
      name_(view.settings().name),
      cookie_name_("ebiri-" + name_),
      wrong_tokens_(20, 1min),
      uploads_(uploads, 1h),
      forms_(120, 1min) {}

// The host's token is valid only on this machine.
ContestSite::Visitor ContestSite::visitor_of(const std::string& token, const web::Request& request) {
  if (token.empty()) return {};
  const auto owner = owner_of(folder_, token);
  if (!owner) {
    print_error("ebiri: {}\n", owner.error().message);
    return {.unknown = true};
  }
  if (!*owner || ((*owner)->empty() && !request.local)) return {.wrong = true};
  return {.host = (*owner)->empty(), .team = **owner};
}

ContestSite::Visitor ContestSite::visitor_of(const web::Request& request) {
  return visitor_of(request.token.empty() ? cookie_value(request.cookies, cookie_name_) : request.token,
                    request);
}

std::string ContestSite::team_of(const web::Request& request) { return visitor_of(request).team; }

web::Answer ContestSite::page(const web::Request& request, report::PageFrame frame, std::string_view body,
                              PageData data) {
  const std::string_view path = request.path;
  frame.site = name_;
  // `-`: no link is that of the current page.
  frame.here = path == "/rules/" ? "rules/" : path.starts_with("/team/") ? "team/" : path == "/" ? "" : "-";
  frame.root = root_of(request.path);
  if (view_.finals().begun()) frame.links.emplace_back("finals/", "Finals");
  if (view_.practice().begun()) frame.links.emplace_back("practice/", "Practice");
  std::string html = render(std::move(frame), body, std::move(data));
  return {.type = html_type, .body = web::text_of(std::move(html)), .policy = contest_policy};
}

web::Answer ContestSite::not_found(const web::Request& request) {
  auto answer = page(request, {.title = "Page not found"}, "missing", PageData::object());
  answer.status = 404;
  return answer;
}

web::Answer ContestSite::get(const web::Request& request) {
  view_.look();
  const std::string& path = request.path;
  if (path == "/style.css")
    return {.type = "text/css; charset=utf-8", .body = web::text_of(std::string{style_sheet})};
  if (path == "/times.js")
    return {.type = "text/javascript; charset=utf-8", .body = web::text_of(std::string{times_script})};
  if (path == "/") return page(request, {.title = name_}, "overview", overview_data(view_, now()));
  if (path == "/rules/") return page(request, {.title = "Rules"}, "rules", rules_data(view_));
  if (path == "/finals" || path == "/practice" || path == "/rules" || path == "/team" || path == "/admin")
    return redirection("." + path + "/");
  if (const auto name = after_prefix(path, "/files/"); !name.empty()) return file(std::string{name});
  if (path == "/home.yaml") return {.type = text_type, .body = web::text_of(home_yaml(view_.settings(), {}))};
  if (const auto name = after_prefix(path, "/templates/"); !name.empty())
    return entry_template(request, name);
  if (const auto name = after_prefix(path, "/entries/"); !name.empty()) {
    const Team* team = view_.state().team(name);
    if (team == nullptr) return not_found(request);
    return page(request, {.title = team->name, .subtitle = "Entry"}, "entry", entry_data(view_, *team));
  }
  if (!path.starts_with("/team/") && !path.starts_with("/admin/")) return not_found(request);
  const Visitor visitor = visitor_of(request);
  web::Answer answer = own_page(request, visitor);
  answer.no_store = true;
  if (visitor.wrong && request.token.empty()) answer.cookie = cookie(request, "");
  return answer;
}

// Without a valid token, the answer does not even reveal whether a path exists.
web::Answer ContestSite::own_page(const web::Request& request, const Visitor& visitor) {
  const bool admin = request.path.starts_with("/admin/");
  if (visitor.unknown) return unreadable_tokens(request);
  if (visitor.wrong && !wrong_tokens_.allows(request.client)) return too_many_wrong_tokens(request);
  if (visitor.host) return admin ? admin_page(request) : redirection(root_of(request.path) + "admin/");
  if (!visitor.team.empty() && !admin) return team_page(request, visitor.team);
  const bool wrong = visitor.wrong || !visitor.team.empty();
  auto answer = page(request, {.title = admin ? "The host" : "Your team"}, "login",
                     PageData::object({{"wrong", wrong}}));
  if (wrong || (request.path != "/admin/" && request.path != "/team/")) answer.status = 403;
  return answer;
}

web::Answer ContestSite::team_page(const web::Request& request, const std::string& name) {
  if (request.path == "/team/")
    return page(request, {.title = name, .subtitle = team_only}, "team", team_data(view_, name, now()));
  constexpr std::string_view receipt_begin = "receipt-", receipt_end = ".txt";
  std::string_view word = after_prefix(request.path, "/team/");
  const bool receipt = word.starts_with(receipt_begin) && word.ends_with(receipt_end);
  if (receipt) {
    word.remove_prefix(receipt_begin.size());
    word.remove_suffix(receipt_end.size());
  }
  const auto number = parse_integer<int>(word);
  const auto* submission = number ? view_.state().submission(name, *number) : nullptr;
  if (submission == nullptr) return not_found(request);
  const std::string text = view_.receipt(*submission);
  if (receipt && text.empty())
    return refuse(request, 503, "No receipt", "The host's key cannot be read. Tell the host.");
  if (receipt) return {.type = text_type, .body = web::text_of(text), .policy = contest_policy};
  return submission_page(request, *submission,
                         {{"receipt", text}, {"back", "./"}, {"back_words", "Back to your team"}});
}

web::Answer ContestSite::admin_page(const web::Request& request) {
  if (request.path == "/admin/") {
    const auto tokens = read_tokens(folder_);
    if (!tokens) print_error("ebiri: {}\n", tokens.error().message);
    return page(request, {.title = "The host", .subtitle = host_only}, "admin",
                admin_data(view_, tokens ? *tokens : std::vector<Token>{}));
  }
  const auto words = split(after_prefix(request.path, "/admin/"), '/');
  const auto number = words.size() == 2 ? parse_integer<int>(words[1]) : std::nullopt;
  const auto* submission = number ? view_.state().submission(words[0], *number) : nullptr;
  if (submission == nullptr) return not_found(request);
  return submission_page(request, *submission, {{"back", "../"}, {"back_words", "Back to all entries"}});
}

// `data`: fields of the template besides those of the submission.
web::Answer ContestSite::submission_page(const web::Request& request, const Submission& submission,
                                         PageData data) {
  const auto& [team, number] = std::tie(submission.submitted.team, submission.submitted.number);
  data.update(submission_data(view_, *view_.state().team(team), submission));
  return page(request,
              {.title = fmt::format("{}, submission {}", team, number),
               .subtitle = request.path.starts_with("/team/") ? team_only : host_only},
              "submission", std::move(data));
}

// The finals' journal, of which concurrent responses share one copy; null if it cannot be read.
web::Text ContestSite::finals_journal(const std::filesystem::path& path) {
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

// A public file; status 404 before it is published.
web::Answer ContestSite::file(const std::string& name) {
  const auto names = published_files(view_);
  web::Text text;
  if (std::ranges::find(names, name) == names.end()) {
    text = nullptr;
  } else if (folder_.root / name == folder_.finals() / "games.jsonl") {
    text = finals_journal(folder_.root / name);
  } else if (auto read = read_file(folder_.root / name)) {
    text = web::text_of(std::move(*read));
  }
  if (!text)
    return {.status = 404,
            .type = text_type,
            .body = web::text_of("file not found, or not published yet\n"),
            .policy = contest_policy};
  const char* type = name.ends_with(".json") ? "application/json" : text_type;
  return {.type = type, .body = std::move(text), .policy = contest_policy};
}

// `/templates/python.zip`: a complete entry in that language, with the team's name if there is a token.
web::Answer ContestSite::entry_template(const web::Request& request, std::string_view name) {
  for (const EntryTemplate& one : entry_templates()) {
    if (name != one.language + ".zip" || !view_.settings().accepts(one.language)) continue;
    const std::string team = team_of(request);
    auto zip = template_zip(one, view_.settings(), team.empty() ? std::string{template_team} : team);
    if (!zip) print_error("ebiri: {}\n", zip.error().message);
    if (zip) return {.type = "application/zip", .body = web::text_of(std::move(*zip)), .no_store = true};
  }
  return not_found(request);
}

// Thread-safe.
web::Answer ContestSite::tell(const web::Request& request, unsigned status,
                              const ContestMessage& message) const {
  if (!request.html) {
    std::string text = message.title + "\n";
    for (const std::string& line : message.lines) text += line + "\n";
    if (!message.text.empty()) text += "\n" + message.text;
    return {.status = status, .type = text_type, .body = web::text_of(text), .no_store = true};
  }
  std::string html =
      render({.site = name_, .title = message.title, .root = root_of(request.path), .here = "team/"},
             "message", message_data(message));
  return {.status = status,
          .type = html_type,
          .body = web::text_of(std::move(html)),
          .no_store = true,
          .policy = contest_policy};
}

web::Answer ContestSite::refuse(const web::Request& request, unsigned status, std::string title,
                                const std::string& why, std::string next_words, std::string next) const {
  ContestMessage message{
      .title = std::move(title), .next = std::move(next), .next_words = std::move(next_words), .good = false};
  for (const std::string_view line : split(trim(why), '\n')) message.lines.push_back(printable(line, 2000));
  return tell(request, status, message);
}

web::Answer ContestSite::too_many_wrong_tokens(const web::Request& request, std::string next) const {
  return refuse(request, 429, "Too many wrong tokens", "Wait a minute.", "Try again", std::move(next));
}

web::Answer ContestSite::unreadable_tokens(const web::Request& request, std::string next) const {
  return refuse(request, 503, "Tokens cannot be checked",
                "The host's list of tokens is damaged. Tell the host.", "Try again", std::move(next));
}

std::variant<web::Intake, web::Answer> ContestSite::admit(const web::Request& request, std::uint64_t bytes) {
  if (request.path == "/team/upload") return admit_upload(request, bytes);
  constexpr std::string_view forms[] = {"/login", "/logout", "/admin/withdraw", "/admin/token",
                                        "/admin/revoke"};
  if (std::ranges::find(forms, request.path) == std::end(forms))
    return refuse(request, 404, "Page not found", "This address does not accept forms.", "Continue");
  if (!forms_.allows(request.client))
    return refuse(request, 429, "Too many requests", "Wait a minute.", "Continue");
  return web::Intake{.most = largest_form};
}

std::variant<web::Intake, web::Answer> ContestSite::admit_upload(const web::Request& request,
                                                                 std::uint64_t bytes) {
  const auto fail = [&](unsigned status, const std::string& why, const char* title = "Submission failed") {
    return refuse(request, status, title, why, "Back to your team");
  };
  const Visitor visitor = visitor_of(request);
  const std::string& team = visitor.team;
  if (visitor.unknown) return unreadable_tokens(request);
  if (team.empty()) {
    if (visitor.wrong && !wrong_tokens_.allows(request.client))
      return fail(429, "Wait a minute.", "Too many wrong tokens");
    return fail(403, "A submission needs a valid token of its team.");
  }
  view_.look();
  const std::uint64_t most = view_.settings().submission.bytes;
  if (bytes > most + largest_form)
    return fail(413, fmt::format("The submission has {} bytes; at most {} are allowed.", bytes, most));
  std::error_code problem;
  const auto space = fs::space(folder_.root, problem);
  {
    const std::lock_guard guard{mutex_};
    std::uint64_t coming = bytes;
    for (const auto& [other, size] : running_uploads_) coming += size;
    if (!problem && space.available < disk_to_spare + disk_per_byte * coming)
      return fail(507, "The host's disk is nearly full. Tell the host.");
    if (running_uploads_.contains(team))
      return fail(409, "Another submission of your team is being uploaded. Try again when it has arrived.");
    if (running_uploads_.size() >= max_running_uploads)
      return fail(503, "Many teams are submitting now. Try again in a minute.");
  }
  if (!uploads_.allows(team))
    return fail(429, "Your team has submitted too often within an hour. Wait some minutes.",
                "Too many submissions");
  auto incoming = Incoming::make(folder_);
  if (!incoming) {
    print_error("ebiri: {}\n", incoming.error().message);
    return fail(507, "The submission cannot be stored. Tell the host.");
  }
  const auto place = std::make_shared<Incoming>(std::move(*incoming));
  const auto end_upload = [this, team, place](void*) {
    const std::lock_guard guard{mutex_};
    running_uploads_.erase(team);
  };
  const std::lock_guard guard{mutex_};
  running_uploads_.emplace(team, bytes);
  return web::Intake{.most = most + largest_form,
                     .within = 10min,
                     .file = place->aside("form"),
                     .permit = {place.get(), end_upload}};
}

web::Answer ContestSite::post(const web::Request& request, std::string_view body,
                              std::chrono::system_clock::time_point at) {
  if (request.path == "/login") return log_in(request, body);
  if (request.path == "/logout") {
    auto answer =
        tell(request, 200,
             {"You are signed out", {"This browser no longer has a token."}, "./", "To the contest"});
    answer.cookie = cookie(request, "");
    return answer;
  }
  const Visitor visitor = visitor_of(request);  // the token may have been revoked meanwhile
  const bool admin = request.path.starts_with("/admin/");
  if (visitor.unknown) return unreadable_tokens(request);
  if (admin ? !visitor.host : visitor.team.empty())
    return refuse(request, 403, nothing_done, "This action needs a valid token.");
  if (admin) return admin_action(request, body);
  return upload(request, visitor.team, body, std::chrono::floor<std::chrono::milliseconds>(at));
}

std::string ContestSite::cookie(const web::Request& request, const std::string& token) const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}{}", cookie_name_, token,
                     request.encrypted ? "; Secure" : "", token.empty() ? "; Max-Age=0" : "");
}

// Unknown, revoked and malformed tokens, and the host's token from another machine, get the same answer.
web::Answer ContestSite::log_in(const web::Request& request, std::string_view body) {
  const auto form = web::read_form(request.type, body);
  const web::FormPart* field = form ? web::find_field(*form, "token") : nullptr;
  const std::string token{field != nullptr ? trim(field->data) : std::string_view{}};
  const Visitor visitor = visitor_of(token, request);
  if (visitor.unknown) return unreadable_tokens(request, "team/");
  const bool known = visitor.host || !visitor.team.empty();
  if (!known && !wrong_tokens_.allows(request.client)) return too_many_wrong_tokens(request, "team/");
  if (!known)
    return refuse(request, 403, "Not signed in", "This token is not valid here. Ask the host for another.",
                  "Try again", "team/");
  const char* next = visitor.host ? "admin/" : "team/";
  auto answer = tell(request, 303, {"You are signed in", {}, next, "Continue"});
  answer.location = next;
  answer.cookie = cookie(request, token);
  return answer;
}

web::Answer ContestSite::upload(const web::Request& request, const std::string& team, std::string_view body,
                                Time at) {
  const auto fail = [&](unsigned status, const std::string& why) {
    return refuse(request, status, "Submission failed", why, "Back to your team");
  };
  const auto broken = [&](const std::string& why) {
    print_error("ebiri: {}: {}\n", team, why);
    return fail(503,
                "The contest's files are in use, or there was a system error. Try again in a minute; "
                "if the problem persists, tell the host.");
  };
  const auto form = web::read_form(request.type, body);
  if (!form) return fail(400, form.error().message);
  const web::FormPart* sent = web::find_file(*form, "entry");
  if (sent == nullptr || sent->data.empty()) return fail(400, "the form's field `entry` has no file");
  const auto settings = read_settings(folder_.settings());
  if (!settings) return broken(settings.error().message);
  const auto incoming = Incoming::make(folder_);
  if (!incoming) return broken(incoming.error().message);
  const fs::path archive = incoming->aside("archive") / harmless_name(*sent->file);
  if (const auto saved = save_file(archive, sent->data, 0600); !saved) return broken(saved.error().message);
  const auto accepted = accept(folder_, *settings, archive, team, at);
  if (!accepted && accepted.error().kind == Error::Kind::arguments)
    return fail(422, accepted.error().message);
  if (!accepted) return broken(accepted.error().message);
  const auto& [submitted, again, receipt, note] = *accepted;
  if (!again) print_error("ebiri: {} {}: {}\n", submitted.team, submitted.number, submitted.tree);
  return tell(request, 200,
              {again ? "Already submitted" : "Submitted",
               {fmt::format("{} {}: {} files, {} bytes{}", submitted.team, submitted.number, submitted.files,
                            submitted.bytes, again ? "; the same files as before; nothing was added" : "") +
                    (note.empty() ? "" : "; " + note),
                "Hash of its files: " + submitted.tree,
                "Keep this receipt. It proves the time of the submission and its place in the history."},
               "./",
               "Back to your team",
               true,
               receipt});
}

// Withdraws a team, makes a token for it, or revokes its tokens.
web::Answer ContestSite::admin_action(const web::Request& request, std::string_view body) const {
  const auto fail = [&](unsigned status, const std::string& why) {
    return refuse(request, status, nothing_done, printable(why, 1000));
  };
  const auto done = [&](std::string title, std::vector<std::string> lines) {
    return tell(request, 200, {std::move(title), std::move(lines), "./", "Back"});
  };
  const auto form = web::read_form(request.type, body);
  const web::FormPart* field = form ? web::find_field(*form, "team") : nullptr;
  if (field == nullptr) return fail(400, "the form's field `team` is missing");
  const std::string team{trim(field->data)};
  if (request.path == "/admin/withdraw") {
    const auto withdrawn = withdraw(folder_, team, "by the host");
    if (!withdrawn)
      return fail(withdrawn.error().kind == Error::Kind::arguments ? 422 : 503, withdrawn.error().message);
    return done("Withdrawn", {team + " no longer plays."});
  }
  if (const auto problem = team_name_problem(team)) return fail(422, *problem);
  if (request.path == "/admin/token") {
    const auto made = make_tokens(folder_, {team});
    if (!made) return fail(503, made.error().message);
    return done("Token for " + team,
                {made->front(), "It is shown only once. Give it to the team in private."});
  }
  const auto revoked = revoke_tokens(folder_, {team});
  if (!revoked) return fail(503, revoked.error().message);
  if (*revoked == 0) return fail(422, "the team has no token");
  return done("Revoked", {fmt::format("{} of {} revoked. Browsers that used them are signed out.",
                                      *revoked == 1 ? "One token" : "All tokens", team)});
}

}  // namespace ebiri::contest

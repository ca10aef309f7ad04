// What is sent to the page of a contest: tokens, submissions, what the host does.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/contest/entries/intake.hpp"
#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/site.hpp"
#include "referee/support/text.hpp"
#include "referee/web/form.hpp"

namespace ebiri::contest {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr std::uint64_t largest_form = 16'384;  // bytes: without a file, and what a file's form has besides
constexpr std::size_t most_sending = 200;       // uploads at a time, each of another team
constexpr std::uintmax_t disk_to_spare = 200'000'000;  // bytes
constexpr std::uint64_t disk_per_byte = 3;             // the form, the archive and the tree of an upload

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(trim(text), '\n')) lines.emplace_back(printable(line, 2000));
  return lines;
}

// What a browser calls a file, as a name that harms nobody.
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

// An upload on its way: its place on the disk, and its team's turn. Ends on any thread.
struct ContestSite::Sending {
  ContestSite& site;
  std::string team;
  contest::Incoming incoming;

  Sending(ContestSite& of, std::string by, std::uint64_t bytes, contest::Incoming to)
      : site(of),
        team(std::move(by)),
        incoming(std::move(to)) {
    const std::lock_guard guard{site.mutex_};
    site.sending_.emplace(team, bytes);
  }
  Sending(const Sending&) = delete;
  Sending& operator=(const Sending&) = delete;
  ~Sending() {
    const std::lock_guard guard{site.mutex_};
    site.sending_.erase(team);
  }
};

std::variant<web::Intake, web::Answer> ContestSite::admit(const web::Ask& ask, std::uint64_t bytes) {
  if (ask.path == "/team/upload") return admit_upload(ask, bytes);
  constexpr std::string_view forms[] = {"/login", "/logout", "/admin/withdraw", "/admin/token",
                                        "/admin/revoke"};
  if (std::ranges::find(forms, ask.path) == std::end(forms))
    return told(ask, 404,
                {"There is nothing here", {"Nothing can be sent to this address."}, "./", "On", false});
  if (!forms_.allows(ask.client))
    return told(ask, 429, {"Too many at a time", {"Wait a minute."}, "./", "On", false});
  return web::Intake{.most = largest_form};
}

std::variant<web::Intake, web::Answer> ContestSite::admit_upload(const web::Ask& ask, std::uint64_t bytes) {
  const auto no = [&](unsigned status, const char* title, std::string why) {
    return told(ask, status, {title, {std::move(why)}, "./", "Back to your team", false});
  };
  const Visitor visitor = visitor_of(ask);
  if (!visitor.known || visitor.bearer.is_host()) {
    if (visitor.wrong && !wrong_tokens_.allows(ask.client))
      return no(429, "Too many wrong tokens", "Wait a minute.");
    return no(403, "Nothing was submitted",
              "A submission needs its team's token, and this is none that is good here.");
  }
  const std::string& team = visitor.bearer.team;
  view_.look();
  const std::uint64_t most = view_.settings().submission.bytes;
  if (bytes > most + largest_form)
    return no(413, "Nothing was submitted",
              fmt::format("It has {} bytes; at most {} are allowed.", bytes, most));
  std::error_code problem;
  const auto space = fs::space(folder_.root, problem);
  {
    const std::lock_guard guard{mutex_};
    std::uint64_t coming = bytes;
    for (const auto& [other, size] : sending_) coming += size;
    if (!problem && space.available < disk_to_spare + disk_per_byte * coming)
      return no(507, "Nothing was submitted", "The host's disk is nearly full. Tell the host.");
    if (sending_.contains(team))
      return no(409, "Nothing was submitted",
                "Another submission of your team is on its way. Try again when it is there.");
    if (sending_.size() >= most_sending)
      return no(503, "Nothing was submitted", "Many submit now. Try again in a minute.");
  }
  if (!uploads_.allows(team))
    return no(429, "Too many submissions",
              "Your team has submitted too often within an hour. Wait for some minutes.");
  auto incoming = contest::Incoming::make(folder_);
  if (!incoming) {
    fmt::print(stderr, "ebiri: {}\n", incoming.error().message);
    return no(507, "Nothing was submitted", "It cannot be kept. Tell the host.");
  }
  const fs::path file = incoming->aside("form");
  return web::Intake{.most = most + largest_form,
                     .within = 10min,
                     .file = file,
                     .permit = std::make_shared<Sending>(*this, team, bytes, std::move(*incoming))};
}

web::Answer ContestSite::post(const web::Ask& ask, std::string_view body,
                              std::chrono::system_clock::time_point at) {
  if (ask.path == "/login") return log_in(ask, body);
  if (ask.path == "/logout") {
    auto answer = told(
        ask, 200, {"You are signed out", {"This browser has no token any more."}, "./", "To the contest"});
    answer.cookie = cookie(ask, "");
    return answer;
  }
  const Visitor visitor = visitor_of(ask);  // it may have been revoked meanwhile
  const bool host = ask.path.starts_with("/admin/");
  if (!visitor.known || visitor.bearer.is_host() != host)
    return told(ask, 403,
                {"Nothing was done", {"This needs a token that is good here."}, "./", "Back", false});
  if (host) return host_does(ask, body);
  return upload(ask, visitor.bearer.team, body, std::chrono::floor<std::chrono::milliseconds>(at));
}

std::string ContestSite::cookie(const web::Ask& ask, const std::string& token) const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}{}", cookie_name_, token,
                     ask.encrypted ? "; Secure" : "", token.empty() ? "; Max-Age=0" : "");
}

// Unknown, revoked and malformed tokens, and the host's from elsewhere, are answered alike.
web::Answer ContestSite::log_in(const web::Ask& ask, std::string_view body) {
  const auto form = web::read_form(ask.type, body);
  const web::FormPart* field = form ? web::find_field(*form, "token") : nullptr;
  const std::string token{field != nullptr ? trim(field->data) : std::string_view{}};
  const Visitor visitor = visitor_of(token, ask);
  if (!visitor.known && !wrong_tokens_.allows(ask.client))
    return told(ask, 429, {"Too many wrong tokens", {"Wait a minute."}, "team/", "Again", false});
  if (!visitor.known)
    return told(ask, 403,
                {"Not signed in",
                 {"This token is not good here. Ask the host for another."},
                 "team/",
                 "Again",
                 false});
  auto answer =
      told(ask, 303, {"You are signed in", {}, visitor.bearer.is_host() ? "admin/" : "team/", "On"});
  answer.location = visitor.bearer.is_host() ? "admin/" : "team/";
  answer.cookie = cookie(ask, token);
  return answer;
}

web::Answer ContestSite::upload(const web::Ask& ask, const std::string& team, std::string_view body,
                                contest::Time at) {
  const auto no = [&](unsigned status, std::vector<std::string> why) {
    return told(ask, status, {"Nothing was submitted", std::move(why), "./", "Back to your team", false});
  };
  const auto broken = [&](const std::string& why) {
    fmt::print(stderr, "ebiri: {}: {}\n", team, why);
    return no(503, {"The contest's files are in use, or the machine failed. Try again in a minute; if it "
                    "stays so, tell the host."});
  };
  const auto form = web::read_form(ask.type, body);
  if (!form) return no(400, {form.error().message});
  const web::FormPart* sent = web::find_file(*form, "entry");
  if (sent == nullptr || sent->data.empty()) return no(400, {"there is no file in the form's field `entry`"});
  const auto settings = contest::read_settings(folder_.rules());
  if (const auto* problems = std::get_if<config::Diagnostics>(&settings))
    return broken(config::format(*problems));
  const auto incoming = contest::Incoming::make(folder_);
  if (!incoming) return broken(incoming.error().message);
  const fs::path archive = incoming->aside("archive") / harmless_name(*sent->file);
  if (const auto saved = contest::save_file(archive, sent->data, 0600); !saved)
    return broken(saved.error().message);
  const auto result = contest::accept(folder_, std::get<contest::Settings>(settings), archive, team, at);
  if (const auto* error = std::get_if<Error>(&result)) return broken(error->message);
  if (const auto* refusal = std::get_if<contest::Refusal>(&result)) return no(422, lines_of(refusal->text));
  const auto& [submitted, again, receipt] = std::get<contest::Accepted>(result);
  if (!again) fmt::print(stderr, "ebiri: {} {}: {}\n", submitted.team, submitted.number, submitted.tree);
  return told(ask, 200,
              {again ? "The same as before" : "Submitted",
               {fmt::format("{} {}: {} files, {} bytes{}", submitted.team, submitted.number, submitted.files,
                            submitted.bytes, again ? "; the same as before, nothing was added" : ""),
                "The hash of its files is " + submitted.tree,
                "Keep this receipt. It proves when the submission came, and its place in the history."},
               "./",
               "Back to your team",
               true,
               receipt});
}

web::Answer ContestSite::nothing_done(const web::Ask& ask, unsigned status, const std::string& why) const {
  return told(ask, status, {"Nothing was done", {printable(why, 1000)}, "./", "Back", false});
}

web::Answer ContestSite::host_does(const web::Ask& ask, std::string_view body) {
  const auto form = web::read_form(ask.type, body);
  const web::FormPart* field = form ? web::find_field(*form, "team") : nullptr;
  if (field == nullptr) return nothing_done(ask, 400, "the form says no team");
  const std::string team{trim(field->data)};
  if (ask.path == "/admin/token") return make_token(ask, team);
  if (ask.path == "/admin/revoke") return revoke(ask, team);
  return withdraw(ask, team);
}

web::Answer ContestSite::withdraw(const web::Ask& ask, const std::string& team) const {
  const auto result = contest::withdraw(folder_, team, "by the host");
  if (const auto* error = std::get_if<Error>(&result)) return nothing_done(ask, 503, error->message);
  if (const auto* refusal = std::get_if<contest::Refusal>(&result))
    return nothing_done(ask, 422, refusal->text);
  return told(ask, 200,
              {"Withdrawn", {std::get<contest::Withdrawn>(result).team + " does not play."}, "./", "Back"});
}

web::Answer ContestSite::make_token(const web::Ask& ask, const std::string& team) const {
  if (const auto problem = contest::team_name_problem(team)) return nothing_done(ask, 422, *problem);
  const auto made = contest::make_tokens(folder_, {{team}});
  if (!made) return nothing_done(ask, 503, made.error().message);
  return told(
      ask, 200,
      {"A token for " + team,
       {made->front(), "It is shown this once. Give it to the team over a channel that nobody else reads."},
       "./",
       "Back"});
}

web::Answer ContestSite::revoke(const web::Ask& ask, const std::string& team) const {
  if (const auto problem = contest::team_name_problem(team)) return nothing_done(ask, 422, *problem);
  const auto gone = contest::revoke_tokens(folder_, {{team}});
  if (!gone) return nothing_done(ask, 503, gone.error().message);
  if (*gone == 0) return nothing_done(ask, 422, "there was no such token");
  return told(ask, 200,
              {"Revoked",
               {fmt::format("{} of {}: {}", *gone == 1 ? "One token" : "All tokens", team,
                            "no login with them is good any more.")},
               "./",
               "Back"});
}

}  // namespace ebiri::contest

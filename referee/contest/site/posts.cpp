// POST requests to the site of a contest: sign-in, submissions, actions of the host.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/site.hpp"
#include "referee/support/text.hpp"
#include "referee/web/form.hpp"

namespace ebiri::contest {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* nothing_done = "Nothing changed";

constexpr std::uint64_t largest_form = 16'384;         // bytes of a form, without the file
constexpr std::size_t max_running_uploads = 200;       // one per team
constexpr std::uintmax_t disk_to_spare = 200'000'000;  // bytes
constexpr std::uint64_t disk_per_byte = 3;             // an upload is stored as form, archive and tree

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

// Called when the upload of a team has ended. Thread-safe.
void ContestSite::end_upload(const std::string& team) {
  const std::lock_guard guard{mutex_};
  running_uploads_.erase(team);
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
  if (!visitor.known || visitor.bearer.is_host()) {
    if (visitor.wrong && !wrong_tokens_.allows(request.client))
      return fail(429, "Wait a minute.", "Too many wrong tokens");
    return fail(403, "A submission needs a valid token of its team.");
  }
  const std::string& team = visitor.bearer.team;
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
    fmt::print(stderr, "ebiri: {}\n", incoming.error().message);
    return fail(507, "The submission cannot be stored. Tell the host.");
  }
  const auto place = std::make_shared<Incoming>(std::move(*incoming));
  const std::lock_guard guard{mutex_};
  running_uploads_.emplace(team, bytes);
  return web::Intake{.most = most + largest_form,
                     .within = 10min,
                     .file = place->aside("form"),
                     .permit = {place.get(), [this, team, place](void*) { end_upload(team); }}};
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
  const bool host = request.path.starts_with("/admin/");
  if (!visitor.known || visitor.bearer.is_host() != host)
    return refuse(request, 403, nothing_done, "This action needs a valid token.");
  if (host) return admin_action(request, body);
  return upload(request, visitor.bearer.team, body, std::chrono::floor<std::chrono::milliseconds>(at));
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
  if (!visitor.known && !wrong_tokens_.allows(request.client)) return too_many_wrong_tokens(request, "team/");
  if (!visitor.known)
    return refuse(request, 403, "Not signed in", "This token is not valid here. Ask the host for another.",
                  "Try again", "team/");
  const char* next = visitor.bearer.is_host() ? "admin/" : "team/";
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
    fmt::print(stderr, "ebiri: {}: {}\n", team, why);
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
  const auto& [submitted, again, receipt] = *accepted;
  if (!again) fmt::print(stderr, "ebiri: {} {}: {}\n", submitted.team, submitted.number, submitted.tree);
  return tell(request, 200,
              {again ? "Already submitted" : "Submitted",
               {fmt::format("{} {}: {} files, {} bytes{}", submitted.team, submitted.number, submitted.files,
                            submitted.bytes, again ? "; the same files as before; nothing was added" : ""),
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
    const auto made = make_tokens(folder_, {{team}});
    if (!made) return fail(503, made.error().message);
    return done("Token for " + team,
                {made->front(), "It is shown only once. Give it to the team in private."});
  }
  const auto revoked = revoke_tokens(folder_, {{team}});
  if (!revoked) return fail(503, revoked.error().message);
  if (*revoked == 0) return fail(422, "the team has no token");
  return done("Revoked", {fmt::format("{} of {} revoked. Browsers that used them are signed out.",
                                      *revoked == 1 ? "One token" : "All tokens", team)});
}

}  // namespace ebiri::contest

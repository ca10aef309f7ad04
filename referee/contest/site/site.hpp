// The website of a contest (`ebiri contest serve`), and the rights of its visitors.
//
//   /  /rules/  /entries/TEAM  /files/NAME  /templates/LANGUAGE.zip  /home.yaml  /style.css  /times.js
//       for all visitors
//   /team/  /team/NUMBER  /team/receipt-NUMBER.txt
//       for the team that owns the token: its submissions, their logs and receipts
//   POST /team/upload
//       a submission, by the same rules as `ebiri contest add`
//   POST /login  /logout
//       store the token in a cookie of the browser, and delete it
//   /admin/  /admin/TEAM/NUMBER  POST /admin/withdraw  /admin/token  /admin/revoke
//       for the host, on this machine
//
// The path of a request is only compared with known paths; no file is opened by it. A visitor's rights depend
// on the token, the host's also on the machine.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/web/limiter.hpp"
#include "referee/web/server.hpp"

namespace ebiri::contest {

/// Not thread-safe, except for `post`.
class ContestSite final : public web::Site {
 public:
  /// `uploads`: the number of uploads that a team may begin in an hour. `view` outlives the site.
  ContestSite(ContestView& view, std::size_t uploads);

  web::Answer get(const web::Request& request) override;
  std::variant<web::Intake, web::Answer> admit(const web::Request& request, std::uint64_t bytes) override;
  web::Answer post(const web::Request& request, std::string_view body,
                   std::chrono::system_clock::time_point at) override;
  std::string team_of(const web::Request& request) override;

 private:
  /// The owner of a request's token. `wrong`: it is not valid, or the host's token from another machine.
  /// `unknown`: tokens.jsonl cannot be read.
  struct Visitor {
    bool host = false, wrong = false, unknown = false;
    std::string team = {};
  };

  Visitor visitor_of(const web::Request& request);
  Visitor visitor_of(const std::string& token, const web::Request& request);
  web::Answer page(const web::Request& request, report::PageFrame frame, std::string_view body,
                   PageData data);
  web::Answer own_page(const web::Request& request, const Visitor& visitor);
  web::Answer team_page(const web::Request& request, const std::string& team);
  web::Answer admin_page(const web::Request& request);
  web::Answer submission_page(const web::Request& request, const Submission& submission, PageData data);
  web::Answer file(const std::string& name);
  web::Answer entry_template(const web::Request& request, std::string_view name);
  web::Text finals_journal(const std::filesystem::path& path);
  web::Answer not_found(const web::Request& request);

  web::Answer tell(const web::Request& request, unsigned status, const ContestMessage& message) const;
  web::Answer refuse(const web::Request& request, unsigned status, std::string title, const std::string& why,
                     std::string next_words = "Back", std::string next = "./") const;
  web::Answer too_many_wrong_tokens(const web::Request& request, std::string next = "./") const;
  web::Answer unreadable_tokens(const web::Request& request, std::string next = "./") const;
  std::variant<web::Intake, web::Answer> admit_upload(const web::Request& request, std::uint64_t bytes);
  web::Answer log_in(const web::Request& request, std::string_view body);
  web::Answer upload(const web::Request& request, const std::string& team, std::string_view body, Time at);
  web::Answer admin_action(const web::Request& request, std::string_view body) const;
  std::string cookie(const web::Request& request, const std::string& token) const;

  ContestView& view_;
  const Folder folder_;
  const std::string name_, cookie_name_;
  web::Limiter wrong_tokens_, uploads_, forms_;
  std::weak_ptr<const std::string> journal_;              // the finals' journal while a response uses it
  FileStamp journal_stamp_;                               // of that file when it was read
  std::mutex mutex_;                                      // guards the members below
  std::map<std::string, std::uint64_t> running_uploads_;  // their bytes, by team
};

}  // namespace ebiri::contest

#include "referee/contest/site/pages.hpp"
#include "referee/contest/site/templates.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

PageData navigation(const ContestPage& page) {
  PageData links;
  const auto add = [&](const char* path, const char* words) {
    links.push_back({{"path", path}, {"words", words}, {"here", page.here == path}});
  };
  add("", "Contest");
  add("rules/", "Rules");
  if (page.finals) add("finals/", "Finals");
  if (page.practice) add("practice/", "Practice");
  add("team/", "Your team");
  return links;
}

}  // namespace

std::string render(const ContestPage& page) {
  PageData data = page.data;
  data["contest"] = page.contest;
  data["title"] = page.title;
  data["is_first"] = page.title == page.contest;
  data["subtitle"] = page.subtitle;
  data["root"] = page.root;
  data["nav"] = navigation(page);
  return report::render_template(
      templates, "page", data,
      {{"body", page.body}, {"sign_out", "sign_out"}, {"fault_reports", "fault_reports"}});
}

PageData message_data(const ContestMessage& message) {
  return {{"bad", !message.good},
          {"lines", message.good ? PageData(message.lines) : PageData::array()},
          {"text", message.good ? message.text : join(message.lines, "\n")},
          {"next", message.next},
          {"next_words", message.next_words}};
}

}  // namespace ebiri::contest

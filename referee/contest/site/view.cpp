// The state behind the pages of a contest.
#include <fmt/format.h>

#include <utility>

#include "referee/contest/entries/signature.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::contest {

ContestView::ContestView(LoadedContest contest)
    : contest_(std::move(contest)),
      finals_({contest_.folder.finals()}, live::EngineErrors::hidden),
      practice_({contest_.folder.practice()}, live::EngineErrors::hidden) {
  finals_.link_home("../");
  practice_.link_home("../");
}

void ContestView::complain(const std::string& why) {
  if (std::exchange(complaint_, why) != why && !why.empty())
    fmt::print(stderr, "ebiri: the pages show an older state: {}\n", why);
}

void ContestView::look() {
  const FileStamp rules = stamp_of(folder().settings()), history = stamp_of(folder().history());
  if (rules == rules_ && history == history_) return;
  auto settings = read_settings(folder().settings());
  auto state = read_history(folder());
  if (settings) contest_.settings = std::move(*settings);
  explained_.clear();
  if (state) contest_.state = std::move(*state);
  rules_ = rules;
  history_ = history;
  complain(!settings ? settings.error().message : !state ? state.error().message : "");
}

const ContestResult* ContestView::result() {
  if (!finals_.begun()) return nullptr;
  if (!result_ || (result_games_ != finals_.games() && result_pace_.due()))
    result_pace_.run([&] {
      result_games_ = finals_.games();
      if (auto result = contest_result(settings(), finals_.digest())) result_ = *std::move(result);
    });
  return result_ ? &*result_ : nullptr;
}

const std::vector<PracticeRow>& ContestView::ladder() {
  const std::pair of{state().lines.size(), practice_.games()};
  if (!practice_.begun() || of == ladder_of_ || !ladder_pace_.due()) return ladder_;
  ladder_of_ = of;
  ladder_pace_.run([&] { ladder_ = practice_table(state(), practice_.digest()); });
  return ladder_;
}

const std::string& ContestView::explained() {
  if (explained_.empty())
    if (const auto rules = rules::make_rules(settings().finals_settings.variant))
      explained_ = explain::rules_html(explain::rules_page(**rules));
  return explained_;
}

const Entry* ContestView::entry(const Submission& submission) {
  const auto [found, is_new] = entries_.try_emplace(submission.submitted.tree);
  if (is_new)
    if (auto read = entry_of(folder(), submission.submitted.tree)) found->second = std::move(*read);
  return found->second ? &*found->second : nullptr;
}

std::string ContestView::receipt(const Submission& submission) {
  const auto key = SigningKey::open(folder().key(), state().opened->public_key);
  if (key) return receipt_text(state().opened->name, submission, *key);
  fmt::print(stderr, "ebiri: {}\n", key.error().message);
  return {};
}

}  // namespace ebiri::contest

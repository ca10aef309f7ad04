#include "referee/record/follow.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/files.hpp"

namespace ebiri::record {

bool JournalNews::empty() const {
  return !begins_again && !run && plans.empty() && games.empty() && rejected.empty();
}

// Reads one file until another file takes the journal's name.
class JournalFollower::Reading {
 public:
  explicit Reading(LineFile file)
      : file_(std::move(file)),
        reader_([this](match::GameRecord&& game) {
          games_->push_back({std::make_shared<const match::GameRecord>(std::move(game)), next_offset_});
        }) {}

  // Whether `named` is the file that is open. While a file is open, no other file gets its device and inode
  // numbers. A journal that is shorter than what was reported is another file.
  bool has_open(const struct stat& named) const {
    struct stat open {};
    return ::fstat(file_.descriptor(), &open) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino && named.st_size >= static_cast<off_t>(next_offset_);
  }

  // Adds new lines to `news`. The last line may change until it has its newline.
  Result<void> read(JournalNews& news, std::size_t most) {
    const JournalHead& head = reader_.head();
    games_ = &news.games;
    file_.go_to(next_offset_);
    while (true) {
      const auto line = file_.next();
      if (!line) return line.error();
      if (!*line || !(*line)->has_newline) return {};
      // News has its plans before its games, so a plan after games must wait for the next call.
      const bool is_plan = (*line)->text.starts_with(R"({"type":"plan",)");
      news.more = news.games.size() == most || (is_plan && !news.games.empty());
      if (news.more) return {};
      const bool had_begun = head.begun;
      const std::size_t plans = head.plans.size(), rejected = head.rejected.size();
      if (auto sound = reader_.read_line(**line, file_.path()); !sound) return sound;
      next_offset_ = file_.offset();
      if (head.begun && !had_begun) news.run = head.run;
      if (head.plans.size() > plans) news.plans.push_back(head.plans.back());
      if (head.rejected.size() > rejected) news.rejected.push_back(head.rejected.back());
    }
  }

 private:
  LineFile file_;
  std::uint64_t next_offset_ = 0;               // of the line after those that were reported
  std::vector<FollowedGame>* games_ = nullptr;  // of the news
  JournalReader reader_;
};

// Opens the file with the journal's name, if it is a different one.
Result<void> JournalFollower::reopen(JournalNews& news) {
  struct stat named {};
  const bool there = ::stat(journal_.c_str(), &named) == 0;
  if (!there && errno != ENOENT && errno != ENOTDIR) return system_failure("read the status of", journal_);
  if (there && reading_ && reading_->has_open(named)) return {};
  news.begins_again = reported_;
  reading_.reset();
  if (!there) return {};
  auto file = LineFile::open(journal_);
  if (!file && !exists(status_of(journal_))) return {};
  if (!file) return file.error();
  reading_ = std::make_shared<Reading>(std::move(*file));
  return {};
}

Result<JournalNews> JournalFollower::poll(std::size_t most) {
  JournalNews news;
  auto done = reopen(news);
  if (done && reading_) done = reading_->read(news, most);
  if (!done) {
    reading_.reset();
    return done.error();
  }
  if (news.begins_again) reported_ = false;
  if (news.run) reported_ = true;
  return news;
}

Result<match::GameRecord> read_game_at(const std::filesystem::path& journal, std::uint64_t offset) {
  auto file = LineFile::open(journal);
  if (!file) return file.error();
  file->go_to(offset);
  const auto line = file->next();
  if (!line) return line.error();
  const std::string_view text = *line && (*line)->has_newline ? (*line)->text : "";
  const bool is_game = text.starts_with(R"({"type":"game",)");
  const bool changed = text.find(R"("sum":")") != text.npos && !seal_holds(text);
  if (!is_game || changed)
    return Error{fmt::format("byte {} of `{}` is not the start of a valid game", offset, journal.string())};
  auto game = game_from_json(text);
  if (!game) return Error{fmt::format("byte {} of `{}`: {}", offset, journal.string(), game.error().message)};
  return game;
}

}  // namespace ebiri::record

#include "referee/record/follow.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/record/seal.hpp"

namespace ebiri::record {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_size = std::size_t{1} << 18;

Error unreadable(const fs::path& file, std::string_view doing) {
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(errno))};
}

// The bytes of an open file from an offset on, in blocks. The last line may change until it has its
// newline, so whoever comes back for it reads it anew.
class Tail {
 public:
  Tail(int fd, std::uint64_t offset) : fd_(fd), offset_(offset) {}

  // Where the next line begins.
  std::uint64_t offset() const { return offset_; }

  // The next whole line, valid until the next call; nothing if there is none yet. An error is one of read(2).
  Result<std::optional<std::string_view>> next(const fs::path& file) {
    std::size_t searched = given_;
    while (true) {
      const std::size_t end = text_.find('\n', searched);
      if (end != std::string::npos) {
        const std::string_view line = std::string_view{text_}.substr(given_, end - given_);
        given_ = end + 1;
        offset_ += line.size() + 1;
        return std::optional{line};
      }
      text_.erase(0, std::exchange(given_, 0));
      searched = text_.size();
      text_.resize(searched + block_size);
      const auto from = static_cast<off_t>(offset_ + searched);
      const ssize_t count = ::pread(fd_, text_.data() + searched, block_size, from);
      text_.resize(searched + (count > 0 ? static_cast<std::size_t>(count) : 0));
      if (count < 0 && errno != EINTR) return unreadable(file, "read");
      if (count == 0) return std::optional<std::string_view>{};
    }
  }

 private:
  int fd_;
  std::uint64_t offset_;
  std::string text_;
  std::size_t given_ = 0;  // bytes of text_
};

}  // namespace

bool JournalNews::empty() const {
  return !begins_again && !run && plans.empty() && games.empty() && rejected.empty();
}

// One file, as long as the journal's name leads to it.
class JournalFollower::Reading {
 public:
  explicit Reading(int fd)
      : fd_(fd),
        reader_([this](match::GameRecord&& game) {
          games_.push_back({std::make_shared<const match::GameRecord>(std::move(game)), line_});
        }) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { ::close(fd_); }

  // Open, it keeps its inode number to itself; a journal only grows, but for a line that is not told yet.
  bool is(const struct stat& named) const {
    struct stat open {};
    return ::fstat(fd_, &open) == 0 && open.st_dev == named.st_dev && open.st_ino == named.st_ino &&
           named.st_size >= static_cast<off_t>(line_);
  }

  // Adds to `news` what has come.
  Result<void> read(const fs::path& file, JournalNews& news, std::size_t most, Handover* handover) {
    Tail tail{fd_, line_};
    while (true) {
      if (handover != nullptr && take_over(*handover, news, most)) {
        if (news.more) return {};
        tail = Tail{fd_, line_};
      }
      const auto line = tail.next(file);
      if (!line) return line.error();
      if (!*line) return {};
      const bool is_plan = (*line)->starts_with(R"({"type":"plan",)");
      news.more = news.games.size() == most || (is_plan && !news.games.empty());
      if (news.more) return {};
      if (auto sound = reader_.read_line(**line, true, file); !sound) return sound;
      line_ = tail.offset();
      tell(news);
    }
  }

 private:
  // Whether there was any of the games that come next.
  bool take_over(Handover& handover, JournalNews& news, std::size_t most) {
    bool any = false;
    while (!(news.more = news.games.size() == most)) {
      auto game = handover.take(line_);
      if (!game) return any;
      if (reader_.pass_line(game->record->game, game->record->attempt))
        games_.push_back({std::move(game->record), line_});
      tell(news);
      line_ = game->end;
      any = true;
    }
    return true;
  }

  void tell(JournalNews& news) {
    const JournalReader::Read& now = reader_.so_far();
    if (now.begun && !std::exchange(run_told_, true)) news.run = now.head.run;
    if (now.head.plans.size() > plans_told_) news.plans.push_back(now.head.plans[plans_told_++]);
    if (now.head.rejected.size() > rejected_told_)
      news.rejected.push_back(now.head.rejected[rejected_told_++]);
    for (FollowedGame& game : games_) news.games.push_back(std::move(game));
    games_.clear();
  }

  int fd_;
  std::uint64_t line_ = 0;           // where the line begins that is read next
  std::vector<FollowedGame> games_;  // of the line that was read last: one or none
  JournalReader reader_;
  bool run_told_ = false;
  std::size_t plans_told_ = 0, rejected_told_ = 0;
};

JournalFollower::JournalFollower(fs::path journal, std::shared_ptr<Handover> handover)
    : journal_(std::move(journal)),
      handover_(std::move(handover)) {}
JournalFollower::JournalFollower(JournalFollower&&) noexcept = default;
JournalFollower& JournalFollower::operator=(JournalFollower&&) noexcept = default;
JournalFollower::~JournalFollower() = default;

// Opens what the journal's name leads to, if that is another file than before.
Result<void> JournalFollower::look(JournalNews& news) {
  struct stat named {};
  const bool there = ::stat(journal_.c_str(), &named) == 0;
  if (!there && errno != ENOENT && errno != ENOTDIR) return unreadable(journal_, "look at");
  if (there && reading_ && reading_->is(named)) return {};
  news.begins_again = told_;
  reading_.reset();
  if (!there) return {};
  if (auto good = check_kind(journal_); !good) return good;
  const int fd = ::open(journal_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 && errno == ENOENT) return {};
  if (fd < 0) return unreadable(journal_, "open");
  reading_ = std::make_unique<Reading>(fd);
  return {};
}

Result<JournalNews> JournalFollower::poll(std::size_t most) {
  JournalNews news;
  auto done = look(news);
  if (done && reading_) done = reading_->read(journal_, news, most, handover_.get());
  if (!done) {
    reading_.reset();
    return done.error();
  }
  told_ = (told_ && !news.begins_again) || news.run;
  return news;
}

Result<match::GameRecord> read_game_at(const fs::path& journal, std::uint64_t offset) {
  if (const auto good = check_kind(journal); !good) return good.error();
  const int fd = ::open(journal.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return unreadable(journal, "open");
  Tail tail{fd, offset};
  const auto line = tail.next(journal);
  ::close(fd);
  if (!line) return line.error();
  const bool is_game = *line && (*line)->starts_with(R"({"type":"game",)");
  const bool changed =
      is_game && (*line)->find(R"("sum":")") != std::string_view::npos && !seal_holds(**line);
  if (!is_game || changed)
    return Error{fmt::format("no game's line begins at byte {} of `{}`", offset, journal.string())};
  auto game = game_from_json(**line);
  if (!game) return Error{fmt::format("byte {} of `{}`: {}", offset, journal.string(), game.error().message)};
  return game;
}

}  // namespace ebiri::record

#include "referee/cli/told_games.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "referee/record/ogn.hpp"
#include "referee/report/page_games.hpp"
#include "referee/support/write_all.hpp"

namespace ebiri::cli {

namespace {

constexpr std::size_t most_waiting = std::size_t{256} << 10;  // bytes

constexpr auto number_of = [](const auto& game) { return std::pair(game.game, game.attempt); };

process::Descriptor nameless_file(const std::filesystem::path& folder) {
  const auto file = folder / "games.told.part";
  process::Descriptor opened{::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  if (opened.open()) ::unlink(file.c_str());
  return opened;
}

// What the page and the notation's tags take from a record; evidence and moves are in the texts.
match::GameRecord head_of(const match::GameRecord& record) {
  match::GameRecord head;
  head.game = record.game, head.pair = record.pair, head.attempt = record.attempt;
  head.south = record.south, head.north = record.north;
  head.south_limit = record.south_limit, head.north_limit = record.north_limit;
  head.opening = record.opening;
  head.verdict.result = record.verdict.result;
  head.verdict.cause = record.verdict.cause;
  head.verdict.reason = record.verdict.reason;
  return head;
}

}  // namespace

ToldGames::ToldGames(const std::filesystem::path& folder, const rules::Rules& rules, std::string event)
    : replays_(rules),
      event_(std::move(event)),
      file_(nameless_file(folder)) {
  if (!file_.open()) give_up();
}

void ToldGames::add(const match::GameRecord& record) {
  if (given_up_) return;
  if (games_.size() == report::PageLimits{}.replayed) return give_up();
  const auto replay = replays_.of(record);
  if (!replay) return give_up();
  const std::string ogn = record::to_ogn(record, replays_.rules(), replay->moves, event_);
  games_.push_back({head_of(record), written_ + waiting_.size(), ogn.size(), replay->line.size()});
  waiting_ += ogn;
  waiting_ += replay->line;
  if (waiting_.size() >= most_waiting && !write()) give_up();
}

bool ToldGames::are(std::span<const match::GameSummary> games) const {
  if (given_up_ || games.size() != games_.size()) return false;
  std::vector<std::pair<int, int>> wanted, known;
  for (const match::GameSummary& game : games) wanted.push_back(number_of(game));
  for (const Game& game : games_) known.push_back(number_of(game.head));
  std::ranges::sort(wanted);
  std::ranges::sort(known);
  return wanted == known;
}

Result<void> ToldGames::each(const TakeGame& take) {
  std::ranges::sort(games_, {}, [](const Game& game) { return number_of(game.head); });
  std::string text;
  for (const Game& game : games_) {
    if (const auto done = read(game, text); !done) return done;
    const std::string_view view = text;
    take(game.head, view.substr(0, game.ogn), view.substr(game.ogn));
  }
  return {};
}

bool ToldGames::write() {
  if (!write_all(file_.get(), waiting_)) return false;
  written_ += waiting_.size();
  waiting_.clear();
  return true;
}

Result<void> ToldGames::read(const Game& game, std::string& text) const {
  const std::size_t size = game.ogn + game.replay;
  if (game.at >= written_) {
    text.assign(waiting_, game.at - written_, size);
    return {};
  }
  text.resize(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count =
        ::pread(file_.get(), text.data() + done, size - done, static_cast<off_t>(game.at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      return Error{fmt::format("cannot read what was kept of game {}: {}", game.head.game,
                               count == 0 ? "its end is missing" : std::strerror(errno))};
    done += static_cast<std::size_t>(count);
  }
  return {};
}

void ToldGames::give_up() {
  given_up_ = true;
  games_ = {};
  waiting_ = {};
  file_.reset();
}

}  // namespace ebiri::cli

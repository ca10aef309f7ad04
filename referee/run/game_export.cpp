#include "referee/run/game_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "referee/process/machine.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/report/page_games.hpp"

namespace ebiri::run {

namespace {

constexpr auto number_of = [](const auto& game) { return std::pair(game.game, game.attempt); };

}  // namespace

GameExport::GameExport(const std::filesystem::path& folder, const rules::Rules& rules, std::string event,
                       std::size_t max_waiting)
    : max_waiting_(max_waiting),
      replays_(rules),
      event_(std::move(event)) {
  const auto name = folder / "games.export.part";
  file_.open(name, std::ios::in | std::ios::out | std::ios::trunc | std::ios::binary);
  failed_ = !file_.is_open();
  if (failed_) return;
  std::error_code ignored;
  std::filesystem::remove(name, ignored);
  try {
    thread_ = std::jthread{[this](const std::stop_token& stop) { work(stop); }};
  } catch (const std::system_error&) {  // the system has no more threads
    failed_ = true;
  }
}

void GameExport::add(match::SharedRecord record) {
  too_many_ = too_many_ || ++added_ > report::PageLimits{}.replayed || coming_.size() == max_waiting_;
  if (too_many_) return coming_.clear();
  coming_.push_back(std::move(record));
  const std::unique_lock lock{mutex_, std::try_to_lock};
  if (!lock) return;
  too_many_ = waiting_.size() + coming_.size() > max_waiting_;
  if (given_up()) return waiting_.clear();
  std::ranges::move(coming_, std::back_inserter(waiting_));
  coming_.clear();
  more_.notify_one();
}

void GameExport::work(const std::stop_token& stop) {
  process::run_when_idle();
  std::unique_lock lock{mutex_};
  while (more_.wait(lock, stop, [this] { return !waiting_.empty(); }) && !stop.stop_requested()) {
    match::SharedRecord record = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const bool exported = export_game(*record);
    record.reset();
    if (!exported) file_.close();  // the disk may be full
    lock.lock();
    failed_ = failed_ || !exported;
  }
}

void GameExport::finish() {
  thread_ = {};
  for (auto* games : {&waiting_, &coming_})
    for (auto game = games->begin(); game != games->end() && !given_up(); ++game)
      failed_ = !export_game(**game);
  failed_ = failed_ || !file_.flush();
  waiting_.clear();
  coming_.clear();
  if (!given_up()) return;
  games_ = std::vector<Game>{};
  file_.close();
}

// False: the game cannot be exported or stored.
bool GameExport::export_game(const match::GameRecord& record) {
  const auto replay = replays_.of(record);
  if (!replay) return false;
  const std::string ogn = record::to_ogn(record, replays_.rules(), replay->moves, event_);
  const std::string head = record::game_text_without_plies(record);
  const auto size = [](const std::string& text) { return static_cast<std::uint32_t>(text.size()); };
  games_.push_back({.game = record.game,
                    .attempt = record.attempt,
                    .at = size_,
                    .ogn = size(ogn),
                    .replay = size(replay->line),
                    .head = size(head)});
  for (const std::string* text : {&ogn, &replay->line, &head}) {
    file_ << *text;
    size_ += text->size();
  }
  return file_.good();
}

bool GameExport::has_exactly(const match::GameList& games) const {
  if (given_up() || games.size() != games_.size()) return false;
  std::vector<std::pair<int, int>> wanted, known;
  for (const match::GameSummary& game : games) wanted.push_back(number_of(game));
  for (const Game& game : games_) known.push_back(number_of(game));
  std::ranges::sort(wanted);
  std::ranges::sort(known);
  return wanted == known;
}

Result<void> GameExport::each(const TakeGame& take) {
  std::ranges::sort(games_, {}, number_of);
  std::string text;
  for (const Game& game : games_) {
    text.resize(std::size_t{game.ogn} + game.replay + game.head);
    file_.seekg(static_cast<std::streamoff>(game.at));
    if (!file_.read(text.data(), static_cast<std::streamsize>(text.size())))
      return Error{fmt::format("cannot read the export of game {}: {}", game.game,
                               file_.eof() ? "its end is missing" : std::strerror(errno))};
    const std::string_view view = text;
    const auto head = record::game_from_json(view.substr(std::size_t{game.ogn} + game.replay));
    if (!head)
      return Error{fmt::format("the export of game {} is damaged: {}", game.game, head.error().message)};
    take(*head, view.substr(0, game.ogn), view.substr(game.ogn, game.replay));
  }
  return {};
}

}  // namespace ebiri::run

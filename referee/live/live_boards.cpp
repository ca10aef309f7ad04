#include "referee/live/live_boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "referee/match/play_game.hpp"
#include "referee/support/text.hpp"

namespace ebiri::live {

namespace {

using record::JsonWriter;

std::string key_of_game(const match::GameRecord& game) {
  return fmt::format("{}@{}", game.game, game.attempt);
}

// Whether the plies of `fed` follow those of `known`.
bool continues(const FeedGame& known, const FeedGame& fed) {
  return key_of_game(fed.record) == key_of_game(known.record) && fed.from == known.record.plies.size();
}

// `changed`: JSON objects.
std::string event_json(bool all, const std::vector<std::string>& changed,
                       const std::vector<std::string>& over) {
  JsonWriter out;
  out.begin();
  out.field("all").json(all ? "true" : "false");
  out.field("changed").json("[" + join(changed, ",") + "]");
  out.field("over").list(over);
  out.end();
  return report::script_safe(std::move(out).text());
}

}  // namespace

void LiveBoards::take(FeedNews&& news) {
  if (news.begins) {
    boards_.clear();
    ended_.clear();
    over_.clear();
    restarted_ = true;
  }
  for (FeedGame& fed : news.games) {
    const auto [slot, ended] = std::pair{fed.slot, fed.ended};
    const auto found = boards_.find(slot);
    // A game that was sent without plies continues with news from its first ply on.
    if (found != boards_.end() && continues(found->second.now, fed))
      continue_game(found->second, std::move(fed));
    else if (fed.from == 0 && fed.record.game > 0)
      begin(std::move(fed));
    else
      end(slot);
    if (ended) end(slot);
  }
}

void LiveBoards::end(int slot) {
  const auto found = boards_.find(slot);
  if (found == boards_.end()) return;
  over_.push_back(key_of_game(found->second.now.record));
  if (found->second.changed) ended_.push_back(std::move(found->second));
  boards_.erase(found);
}

void LiveBoards::begin(FeedGame&& fed) {
  const int slot = fed.slot;
  end(slot);
  const match::Opening& opening = fed.record.opening;
  auto game = match::open_game(replays_.rules(), {.name = opening.name, .base = opening.base, .moves = {}});
  if (!game) return;
  Board& board = boards_[slot];
  board.game = std::move(*game);
  if (opening.base) board.base = report::scene_json(board.game->scene()).dump();
  board.renderer.emplace(replays_.shape(), replays_.position_frame(), *board.game);
  board.now = std::move(fed);
  if (!play(board, 0)) boards_.erase(slot);
}

void LiveBoards::continue_game(Board& board, FeedGame&& fed) {
  auto& plies = board.now.record.plies;
  const std::size_t from = board.now.record.opening.moves.size() + plies.size();
  std::ranges::move(fed.record.plies, std::back_inserter(plies));
  fed.record = std::move(board.now.record);
  board.now = std::move(fed);
  if (!play(board, from)) end(board.now.slot);
}

// Plays the plies from number `from` on. Returns false if one is illegal or comes after the end of the game.
bool LiveBoards::play(Board& board, std::size_t from) {
  const match::GameRecord& record = board.now.record;
  board.received = Clock::now();
  for (std::size_t ply = from; ply < record.move_count(); ++ply)
    if (board.renderer->play(*board.game, record.move(ply))) return false;
  if (!board.changed) board.fresh_from = from;
  board.changed = true;
  return true;
}

std::string LiveBoards::json(const Board& board, std::size_t from, const report::Rows& rows) {
  const FeedGame& now = board.now;
  const auto in_ms = [](auto time) { return std::chrono::floor<std::chrono::milliseconds>(time).count(); };
  JsonWriter out;
  out.begin();
  out.field("slot")(now.slot);
  out.field("game")(now.record.game);
  out.field("attempt")(now.record.attempt);
  out.field("south")(rows(now.record.south));
  out.field("north")(rows(now.record.north));
  out.field("from")(from);
  out.field("mover")(now.mover == rules::Side::south ? "S" : "N");
  out.field("thinking_ms")(in_ms(now.thinking + (Clock::now() - board.received)));
  if (now.south_left && now.north_left)
    out.field("clock_ms").pair(in_ms(*now.south_left), in_ms(*now.north_left));
  else
    out.field("clock_ms").json("null");
  if (from == 0) {
    if (board.base) out.field("base").json(*board.base);
    out.field("opening")(now.record.opening.moves.size());
    out.field("limits").pair(now.record.south_limit, now.record.north_limit);
  }
  const report::RenderedPlies& rendered = board.renderer->rendered();
  rendered.write(out, from);
  const std::span counts{rendered.counts};
  out.field("counts").list(counts.subspan(2 * rendered.positions_before(from)), std::identity{});
  const std::span plies{now.record.plies};
  report::write_thoughts(out, plies.subspan(from - std::min(from, now.record.opening.moves.size())));
  out.end();
  return std::move(out).text();
}

std::optional<std::string> LiveBoards::news(const report::Rows& rows) {
  std::vector<std::string> changed;
  for (const Board& board : std::exchange(ended_, {})) changed.push_back(json(board, board.fresh_from, rows));
  for (auto& [slot, board] : boards_)
    if (std::exchange(board.changed, false)) changed.push_back(json(board, board.fresh_from, rows));
  if (changed.empty() && over_.empty() && !restarted_) return std::nullopt;
  return event_json(std::exchange(restarted_, false), changed, std::exchange(over_, {}));
}

std::string LiveBoards::all(const report::Rows& rows) const {
  std::vector<std::string> changed;
  for (const Board& board : ended_) changed.push_back(json(board, 0, rows));
  for (const auto& [slot, board] : boards_) changed.push_back(json(board, 0, rows));
  return event_json(true, changed, {});
}

}  // namespace ebiri::live

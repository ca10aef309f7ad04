#include "referee/live/served_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "referee/record/lock.hpp"
#include "referee/run/run_games.hpp"
#include "referee/support/text.hpp"

namespace ebiri::live {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds look_again{1}, tell_again{1};
constexpr int share_of_time = 30;        // what listeners are told takes no more than this part of the time
constexpr std::size_t most_news = 2000;  // games between two looks at the network

web::Answer not_found(const std::string& why) {
  return {.status = 404, .type = "application/json", .body = web::text_of(Json{{"error", why}}.dump())};
}

std::string event(std::string_view name, std::string_view data, std::string_view id = {}) {
  return fmt::format("event: {}\n{}data: {}\n\n", name, id.empty() ? "" : fmt::format("id: {}\n", id), data);
}

}  // namespace

ServedRun::ServedRun(run::RunFolder folder, EngineErrors errors)
    : folder_(std::move(folder)),
      errors_(errors),
      follower_(folder_.journal()),
      feed_(folder_.path) {}

Result<void> ServedRun::read(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const auto more = take_news();
    if (!more) return more.error();
    if (!*more) break;
  }
  look_around();
  if (begun()) tell();
  return {};
}

void ServedRun::forget() {
  run_ = {};
  kept_ = {};
  offsets_.clear();
  boards_.reset();
  feed_ = FeedReader{folder_.path};
  replays_.reset();
  rules_.reset();
  analysis_.reset();
  analysis_stamp_ = {};
  history_.clear();
  history_games_ = told_ = 0;
  played_since_ = 0;
  document_.clear();
  greeting_ = playing_ = nullptr;
  ++epoch_;
}

// True: there is more.
Result<bool> ServedRun::take_news() {
  auto news = follower_.poll(most_news);
  if (!news) return news.error();
  const bool more = news->more;
  if (!news->empty())
    if (const auto taken = take(std::move(*news)); !taken) return taken.error();
  return more;
}

Result<void> ServedRun::take(record::JournalNews&& news) {
  if (news.begins_again) forget();
  for (const record::FollowedGame& game : news.games) {
    kept_.add(*game.record);
    offsets_[{game.record->game, game.record->attempt}] = game.offset;
    if (since_ && game.record->started >= *since_) ++played_since_;
  }
  run_.take(std::move(news), std::nullopt);
  changed_ = true;
  if (rules_ || !run_.begun()) return {};
  auto rules = run::rules_of(run_.digest().run);
  if (!rules) return rules.error();
  rules_ = std::move(*rules);
  replays_.emplace(*rules_);
  boards_.emplace(*replays_);
  return {};
}

// Whether there is something new besides games.
bool ServedRun::look_around() {
  looked_ = Clock::now();
  const bool referee = look_for_referee(), analysis = look_for_analysis();
  return referee || analysis;
}

// Whether that is news.
bool ServedRun::look_for_referee() {
  const auto held = record::is_locked(folder_.journal());
  const bool before = held_;
  held_ = held && *held && !ended_;
  if (held_ && !before) {
    since_ = record::locked_since(folder_.journal());
    played_since_ = 0;
  }
  return held_ != before;
}

// Whether that is news. `ebiri analyze` may be called at any time.
bool ServedRun::look_for_analysis() {
  const FileStamp stamp = stamp_of(analysis_file(folder_));
  if (stamp == analysis_stamp_ || !begun()) return false;
  analysis_stamp_ = stamp;
  analysis_games_ = games();
  analysis_.emplace(folder_, run_.digest());
  return true;
}

std::string ServedRun::live_json() const {
  const char* state = held_ ? "running" : run_.over() ? "complete" : "stopped";
  Json live{{"state", state},
            {"slots", held_ ? slots_ : 0},
            {"elapsed_ms", 0},
            {"eta_ms", nullptr},
            {"per_second", nullptr}};
  if (held_ && since_) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const double elapsed = std::max<double>(1, static_cast<double>((now - *since_).count()));
    live["elapsed_ms"] = elapsed;
    if (played_since_ > 0) {
      const double per_ms = static_cast<double>(played_since_) / elapsed;
      live["per_second"] = per_ms * 1000;
      const auto left = run_.games_planned() - static_cast<std::int64_t>(run_.digest().games.size());
      if (left >= 0) live["eta_ms"] = static_cast<double>(left) / per_ms;
    }
  }
  if (analysis_stamp_ != FileStamp{})
    live["analysis"] =
        fmt::format("{:x}-{:x}", analysis_stamp_.at.time_since_epoch().count(), analysis_stamp_.size);
  return live.dump();
}

std::string ServedRun::run_event() {
  const record::Digest& digest = run_.digest();
  report::Standings standings = run_.standings();
  if (analysis_ && analysis_games_ == games()) analysis_->add_accuracy(standings);
  report::Page page = run::page_of_run(digest, run_.tally(), standings, *rules_, kept_);
  page.test = run::test_of(digest, run_.tournament());
  if (digest.games.size() >= history_games_ + history_games_ / 20 + 1) {
    rating::Tally anew;  // in order
    history_ = run::history_of_run(digest, standings, anew);
    history_games_ = digest.games.size();
  }
  page.history = history_;
  if (analysis_) page.analysis = analysis_->for_page();
  rows_.emplace(standings);
  const std::string rest = report::script_safe(report::page_document(page));
  return event("run", fmt::format("{{\"games\":{},\"live\":{},{}", columns_of({}), live_json(),
                                  std::string_view{rest}.substr(1)));
}

std::string ServedRun::columns_of(std::span<const report::ListedGame> listed) const {
  return report::games_columns(kept_, listed, run_.digest().games, *rows_);
}

std::string ServedRun::games_event(std::size_t from) const {
  const std::span listed{kept_.listed().begin() + static_cast<std::ptrdiff_t>(from),
                         kept_.listed().begin() + static_cast<std::ptrdiff_t>(told_)};
  return event("games", fmt::format("{{\"from\":{},\"games\":{}}}", from, columns_of(listed)),
               fmt::format("{}-{}", epoch_, told_));
}

// From now on listeners know all that has been taken.
void ServedRun::tell() {
  const auto begin = Clock::now();
  changed_ = false;
  greeting_ = playing_ = nullptr;
  document_ = run_event();
  told_ = kept_.listed().size();
  next_ = begin + std::max<Clock::duration>(tell_again, share_of_time * (Clock::now() - begin));
}

// Without listeners nothing is made of what is read.
web::Text ServedRun::news(std::size_t listeners) {
  const bool last = ended_;
  if ((last || Clock::now() - looked_ >= look_again) && look_around()) changed_ = true;
  auto more = take_news();
  while (last && more && *more) more = take_news();
  heard_ = listeners > 0;
  if (!heard_) leave_feed();
  if (!more || !begun() || !heard_) return nullptr;  // an error passes, or is there the next time too
  std::string text;
  if (changed_ && (last || Clock::now() >= next_)) {
    const std::size_t from = told_;
    tell();
    text = document_ + games_event(from);
  }
  if (rows_) text += playing_event();
  return text.empty() ? nullptr : web::text_of(std::move(text));
}

void ServedRun::leave_feed() {
  playing_ = nullptr;
  feed_ = FeedReader{folder_.path};
  if (boards_) boards_->take({.begins = true});
}

std::string ServedRun::playing_event() {
  FeedNews news = feed_.poll();
  if (news.slots > 0 && std::exchange(slots_, news.slots) != news.slots) changed_ = true;
  boards_->take(std::move(news));
  playing_ = nullptr;
  const auto playing = boards_->news(*rows_);
  return playing ? event("playing", *playing) : "";
}

std::vector<web::Text> ServedRun::greeting(std::string_view last_event_id) {
  if (changed_ && !heard_ && begun()) tell();
  if (document_.empty()) return {};
  heard_ = true;  // from now on what is told is told to all
  if (!playing_) playing_ = web::text_of(event("playing", boards_->all(*rows_)));
  const auto dash = last_event_id.find('-');
  if (dash != last_event_id.npos && parse_integer<std::uint64_t>(last_event_id.substr(0, dash)) == epoch_) {
    const auto known = parse_integer<std::size_t>(last_event_id.substr(dash + 1));
    if (known && *known <= told_) return {web::text_of(document_ + games_event(*known)), playing_};
  }
  if (!greeting_) greeting_ = web::text_of(document_ + games_event(0));
  return {greeting_, playing_};
}

web::Answer ServedRun::replay(std::string_view name) const {
  const auto at = name.find('@');
  const auto game = parse_integer<int>(name.substr(0, at));
  const auto attempt = at == name.npos ? std::nullopt : parse_integer<int>(name.substr(at + 1));
  const auto found = game && attempt ? offsets_.find({*game, *attempt}) : offsets_.end();
  if (found == offsets_.end())
    return not_found(fmt::format("no game `{}` is finished; expected GAME@ATTEMPT", printable(name, 40)));
  auto record = record::read_game_at(folder_.journal(), found->second);
  if (!record) return not_found(record.error().message);
  if (errors_ == EngineErrors::nobody && record->verdict.fault) record->verdict.fault->errors.clear();
  auto replay = replays_->of(*record, analysis_ ? analysis_->of(*record) : nullptr);
  if (!replay) return not_found(replay.error().message);
  return {.status = 200,
          .type = "application/json",
          .body = web::text_of(std::move(replay->line)),
          .lasting = true};
}

std::vector<match::GameRecord> ServedRun::faults_of(const std::string& engine, std::size_t most) const {
  std::vector<match::GameRecord> list;
  const match::GameList& games = run_.digest().games;
  for (std::size_t k = games.size(); k > 0 && list.size() < most; --k) {
    const match::GameSummary game = games[k - 1];
    if (game.cause != match::Verdict::Cause::fault || !game.loser) continue;
    if ((*game.loser == rules::Side::south ? game.south : game.north) != engine) continue;
    const auto found = offsets_.find({game.game, game.attempt});
    if (found == offsets_.end()) continue;
    if (auto record = record::read_game_at(folder_.journal(), found->second))
      list.push_back(std::move(*record));
  }
  return list;
}

web::Answer ServedRun::get(const web::Ask& ask) {
  constexpr std::string_view replays = "/replays/";
  const std::string_view path = ask.path;
  if (path.starts_with(replays)) return replay(path.substr(replays.size()));
  if (path != "/" && path != "/embed") return not_found("there is nothing here");
  static const web::Text page = [] {
    std::ostringstream output;
    report::write_live_page(output);
    return web::text_of(std::move(output).str());
  }();
  return {.status = 200, .type = "text/html; charset=utf-8", .body = page};
}

}  // namespace ebiri::live

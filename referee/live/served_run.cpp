#include "referee/live/served_run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "referee/explain/lesson.hpp"
#include "referee/explain/position.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/match/play_game.hpp"
#include "referee/process/machine.hpp"
#include "referee/report/numbers.hpp"
#include "referee/run/reports.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::live {

namespace {

using Json = nlohmann::ordered_json;
using record::JsonWriter;

constexpr std::chrono::seconds look_interval{1}, update_interval{1};
constexpr std::chrono::milliseconds last_reading{500};  // of the journal, after the end of the run
constexpr int update_pause_factor = 30;                 // updates for listeners take at most 1/31 of the time
constexpr std::size_t next_games = 4;                   // listed after the running ones
constexpr std::size_t max_news = 2000;  // games that are read at a time, so that requests do not wait

constexpr std::size_t max_missed = 1000;  // games; a listener that missed more gets all, in a shared text

constexpr std::size_t max_clients = 256;
constexpr int news_pause_factor = 100;  // so that most news costs at most one percent of a processor

// Leaves most descriptors for the engines, which have priority.
std::size_t clients_here() {
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return max_clients / 4;
  return std::min<std::size_t>(max_clients, descriptors.rlim_cur / 4);
}

web::Answer not_found(const std::string& why) {
  return {.status = 404, .type = "application/json", .body = web::text_of(Json{{"error", why}}.dump())};
}

std::string event(std::string_view name, std::string_view data, std::string_view id = {}) {
  return fmt::format("event: {}\n{}data: {}\n\n", name, id.empty() ? "" : fmt::format("id: {}\n", id), data);
}

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
    last_plies_.clear();
    over_.clear();
    restarted_ = true;
  }
  for (FeedGame& fed : news.games) {
    const auto [slot, ended] = std::pair{fed.slot, fed.ended};
    const auto found = boards_.find(slot);
    // Continuation comes first, because a game that was sent without plies continues from ply 0.
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
  if (found->second.changed) last_plies_.push_back(std::move(found->second));
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
  board.renderer.emplace(replays_.shape(), replays_.position_separators(), *board.game);
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
  for (const Board& board : std::exchange(last_plies_, {}))
    changed.push_back(json(board, board.fresh_from, rows));
  for (auto& [slot, board] : boards_)
    if (std::exchange(board.changed, false)) changed.push_back(json(board, board.fresh_from, rows));
  if (changed.empty() && over_.empty() && !restarted_) return std::nullopt;
  return event_json(std::exchange(restarted_, false), changed, std::exchange(over_, {}));
}

std::string LiveBoards::all(const report::Rows& rows) const {
  std::vector<std::string> changed;
  for (const Board& board : last_plies_) changed.push_back(json(board, 0, rows));
  for (const auto& [slot, board] : boards_) changed.push_back(json(board, 0, rows));
  return event_json(true, changed, {});
}

ServedRun::ServedRun(run::RunFolder folder)
    : run_(std::move(folder)),
      feed_(run_.folder().path),
      update_pace_(update_interval, update_pause_factor) {}

Result<void> ServedRun::read(const std::stop_token& stop) {
  check_files();
  while (!stop.stop_requested()) {
    const auto more = take_news();
    if (!more) return more.error();
    if (!*more) break;
  }
  check_files();
  if (begun()) update();
  return {};
}

Result<void> ServedRun::open_tables(const std::string& path) {
  auto ends = rules::open_exact_ends(path, *games_->rules);
  if (!ends) return ends.error();
  ends_ = std::move(*ends);
  return {};
}

// Returns whether there is more news.
Result<bool> ServedRun::take_news() {
  const auto news = run_.poll(max_news);
  if (!news) return news.error();
  if (news->empty()) return news->more;
  if (news->begins_again) {
    games_ = std::make_unique<Games>();
    feed_ = FeedReader{run_.folder().path};
    all_games_ = playing_ = nullptr;
    ++epoch_;
  }
  for (const record::FollowedGame& game : news->games) {
    games_->listed.add(*game.record);
    games_->offsets[{game.record->game, game.record->attempt}] = game.offset;
  }
  changed_ = true;
  if (begun() || !run_.begun()) return news->more;
  auto rules = run::rules_of(digest().run);
  if (!rules) return rules.error();
  games_->rules = std::move(*rules);
  games_->replays.emplace(*games_->rules);
  games_->boards.emplace(*games_->replays);
  return news->more;
}

// Looks for a referee, and for a new analysis, because `ebiri analyze` may run at any time. Returns whether
// either changed.
bool ServedRun::check_files() {
  looked_ = Clock::now();
  const bool looked{run_.look()};
  const bool before = std::exchange(running_, looked && run_.has_referee() && !ended_);
  const FileStamp stamp = stamp_of(analysis_file(run_.folder()));
  if (stamp == games_->analysis_stamp || !begun()) return running_ != before;
  games_->analysis_stamp = stamp;
  games_->analysis_games = games();
  games_->analysis.emplace(run_.folder(), digest());
  return true;
}

std::string ServedRun::live_json() const {
  const auto* tournament = run_.state().tournament();
  const char* state = running_ ? "running" : over() ? "complete" : "stopped";
  Json live{{"state", state},
            {"slots", running_ ? slots_ : 0},
            {"elapsed_ms", 0},
            {"eta_ms", nullptr},
            {"per_second", nullptr}};
  if (const auto since = run_.elapsed(); running_ && since) {
    const double elapsed = std::max<double>(1, static_cast<double>(since->count()));
    live["elapsed_ms"] = elapsed;
    if (run_.finished() > 0) {
      const double per_ms = static_cast<double>(run_.finished()) / elapsed;
      live["per_second"] = per_ms * 1000;
      if (const auto left = tournament != nullptr ? tournament->left() : std::nullopt)
        live["eta_ms"] = static_cast<double>(*left) / per_ms;
    }
  }
  auto& next = live["next"] = Json::array();
  if (running_ && tournament != nullptr)
    for (const tournament::Pairing& game : tournament->schedule()) {
      if (next.size() == next_games + static_cast<std::size_t>(slots_)) break;
      if (tournament->next_attempt(game.game))
        next.push_back({game.game, std::string{game.south}, std::string{game.north}});
    }
  if (!home_.empty()) live["home"] = home_;
  const FileStamp& analysis = games_->analysis_stamp;
  if (analysis != FileStamp{})
    live["analysis"] = fmt::format("{:x}-{:x}", analysis.at.time_since_epoch().count(), analysis.size);
  return report::dumped(live);
}

std::string ServedRun::run_event() {
  report::Standings standings = this->standings();
  if (games_->analysis && games_->analysis_games == games()) games_->analysis->add_accuracy(standings);
  report::Page page{.standings = standings,
                    .tally = run_.state().tally(),
                    .digest = digest(),
                    .rules = *games_->rules,
                    .page_games = games_->listed};
  if (auto test = run_.state().test())
    page.test = report::PageTest{std::move(*test), run_.state().sequential_test()->sprt().ratios()};
  if (games() >= games_->history_games + games_->history_games / 20 + 1) {
    rating::Tally tally;  // grows with the history; that of the run already has all games
    games_->history = run::history_of_run(run_.state(), standings, tally);
    games_->history_games = games();
  }
  page.history = games_->history;
  if (games_->analysis) page.analysis = games_->analysis->for_page();
  rows_.emplace(standings);
  const std::string no_games = report::games_columns(games_->listed, {}, digest().games, *rows_);
  const std::string rest = report::script_safe(report::page_document(page));
  return event("run", fmt::format("{{\"games\":{},\"live\":{},{}", no_games, live_json(),
                                  std::string_view{rest}.substr(1)));
}

std::string ServedRun::games_event(std::size_t from) const {
  const auto& all = games_->listed.listed();
  const std::span listed = std::span{all}.subspan(from, games_->sent - from);
  const std::string columns = report::games_columns(games_->listed, listed, digest().games, *rows_);
  return event("games", fmt::format("{{\"from\":{},\"games\":{}}}", from, columns),
               fmt::format("{}-{}", epoch_, games_->sent));
}

// Renders the `run` event, and marks all games as sent to listeners.
void ServedRun::update() {
  update_pace_.run([this] {
    changed_ = false;
    all_games_ = playing_ = nullptr;
    games_->document = web::text_of(run_event());
    games_->sent = games_->listed.listed().size();
  });
}

web::Text ServedRun::news(std::size_t listeners) {
  const bool last = ended_;
  if ((last || Clock::now() - looked_ >= look_interval) && check_files()) changed_ = true;
  auto more = take_news();
  has_listeners_ = listeners > 0;
  const auto deadline = Clock::now() + last_reading;
  while (last && has_listeners_ && more && *more && Clock::now() < deadline) more = take_news();
  if (!has_listeners_) {
    playing_ = nullptr;
    feed_ = FeedReader{run_.folder().path};
    if (games_->boards) games_->boards->take({.begins = true});
  }
  if (!more || !begun() || !has_listeners_)
    return nullptr;  // an error is not reported: the next call tries again
  std::string text;
  if (changed_ && (last || update_pace_.due())) {
    const std::size_t from = games_->sent;
    update();
    text = *games_->document + games_event(from);
  }
  if (rows_) text += playing_event();
  return text.empty() ? nullptr : web::text_of(std::move(text));
}

std::string ServedRun::playing_event() {
  FeedNews news = feed_.poll();
  if (news.slots > 0 && std::exchange(slots_, news.slots) != news.slots) changed_ = true;
  games_->boards->take(std::move(news));
  playing_ = nullptr;
  const auto playing = games_->boards->news(*rows_);
  return playing ? event("playing", *playing) : "";
}

const std::vector<rating::HistoryPoint>& ServedRun::history() {
  if (changed_ && !has_listeners_ && update_pace_.due()) update();
  return games_->history;
}

std::vector<web::Text> ServedRun::greeting(std::string_view last_event_id) {
  if (changed_ && !has_listeners_ && begun()) update();
  if (!games_->document) return {};
  has_listeners_ = true;  // later greetings must not call `update`: this listener would miss the games
  if (!playing_) playing_ = web::text_of(event("playing", games_->boards->all(*rows_)));
  const auto dash = last_event_id.find('-');
  if (dash != last_event_id.npos && parse_integer<std::uint64_t>(last_event_id.substr(0, dash)) == epoch_) {
    const auto known = parse_integer<std::size_t>(last_event_id.substr(dash + 1));
    if (known && *known <= games_->sent && games_->sent - *known <= max_missed)
      return {games_->document, web::text_of(games_event(*known)), playing_};
  }
  if (!all_games_) all_games_ = web::text_of(games_event(0));
  return {games_->document, all_games_, playing_};
}

web::Answer ServedRun::replay(std::string_view name) const {
  const auto at = name.find('@');
  const auto game = parse_integer<int>(name.substr(0, at));
  const auto attempt = at == name.npos ? std::nullopt : parse_integer<int>(name.substr(at + 1));
  const auto found = game && attempt ? games_->offsets.find({*game, *attempt}) : games_->offsets.end();
  if (found == games_->offsets.end())
    return not_found(fmt::format("finished game `{}` not found; expected GAME@ATTEMPT", printable(name, 40)));
  auto record = record::read_game_at(run_.folder().journal(), found->second);
  if (!record) return not_found(record.error().message);
  if (!home_.empty() && record->verdict.fault) record->verdict.fault->errors.clear();
  auto replay = games_->replays->of(*record, games_->analysis ? games_->analysis->of(*record) : nullptr);
  if (!replay) return not_found(replay.error().message);
  return {.type = "application/json", .body = web::text_of(std::move(replay->line)), .immutable = true};
}

std::vector<match::GameRecord> ServedRun::faults_of(const std::string& engine, std::size_t most) const {
  std::vector<match::GameRecord> list;
  const match::GameList& games = digest().games;
  for (std::size_t k = games.size(); k > 0 && list.size() < most; --k) {
    const match::GameSummary game = games[k - 1];
    if (game.cause != match::Verdict::Cause::fault || !game.loser) continue;
    if ((*game.loser == rules::Side::south ? game.south : game.north) != engine) continue;
    const auto found = games_->offsets.find({game.game, game.attempt});
    if (found == games_->offsets.end()) continue;
    if (auto record = record::read_game_at(run_.folder().journal(), found->second))
      list.push_back(std::move(*record));
  }
  return list;
}

web::Answer ServedRun::get(const web::Request& request) {
  constexpr std::string_view replays = "/replays/", ends = "/ends/";
  const std::string_view path = request.path;
  if (!begun() && path != "/" && path != "/embed") return not_found("the run has not begun");
  if (path.starts_with(replays)) return replay(path.substr(replays.size()));
  if (path.starts_with(ends))
    return {.type = "application/json",
            .body = web::text_of(ends_ == nullptr ? "null"
                                                  : explain::known_end_json(*ends_, *games_->rules,
                                                                            path.substr(ends.size())))};
  if (path == "/ebiri.wasm.gz" && !module_.gzip.empty())
    return {.type = "application/gzip", .body = web::text_of(module_.gzip)};
  if (path == "/book" && !module_.gzip.empty())  // the program of a described game; empty for other games
    return {.type = "application/octet-stream", .body = web::text_of(module_.described_game)};
  if (path == "/rules")
    return {.type = "application/json",
            .body = web::text_of(explain::rules_json(explain::rules_page(*games_->rules)))};
  if (path != "/" && path != "/embed") return not_found("not found");
  static const web::Text plain = web::text_of(report::live_page(report::plain_frame)),
                         interactive = web::text_of(report::live_page(report::interactive_frame));
  const web::Text& page = module_.gzip.empty() || path == "/embed" ? plain : interactive;
  return {.type = "text/html; charset=utf-8", .body = page};
}

Result<web::Address> served_address(const std::string& text) {
  std::string_view ip = text, port = "8080";
  const std::size_t digits = ip.find_last_not_of("0123456789") + 1;  // where the digits at the end begin
  if (digits < ip.size() && (digits == 0 || ip[digits - 1] == ':')) {
    const std::string_view before = ip.substr(0, std::max<std::size_t>(1, digits) - 1);
    const bool brackets = before.starts_with('[') && before.ends_with(']');
    if (brackets || before.find(':') == before.npos) {  // otherwise the digits belong to an IPv6 address
      port = ip.substr(digits);
      ip = brackets ? before.substr(1, before.size() - 2) : before;
    }
  }
  const int number = parse_integer<int>(port).value_or(-1);
  web::Address address{.port = static_cast<std::uint16_t>(number), .rest_factor = news_pause_factor};
  address.limits.all = clients_here();
  address.limits.streams = address.limits.all - address.limits.all / 10;
  if (!ip.empty()) address.ip = ip;
  if (number == address.port && web::address_problem(address.ip).empty()) return address;
  return Error{
      fmt::format("`{}` is not an address; expected ADDRESS:PORT, such as 127.0.0.1:8080, 0.0.0.0:8080, "
                  "[::1]:8080 or :0. For the default address, put `--serve` last or before another option",
                  printable(text, 80))};
}

Serving::~Serving() {
  if (server_) end(run::Ending::incomplete);
}

Result<std::string> Serving::open(bool left) {
  if (!left) return std::string{};
  auto server = web::Server::open(address_, {{"/", &run_}});
  if (!server) return server.error();
  server_ = std::move(*server);
  return server_->url();
}

void Serving::begin(const run::Start&) {
  thread_ = std::jthread{[this](const std::stop_token& stop) {
    process::lower_priority();
    try {
      const auto read = run_.read(stop);
      if (!read) throw std::runtime_error{read.error().message};
      server_->run();
    } catch (const std::exception& problem) {
      print_error("ebiri: the page is no longer served: {}\n", problem.what());
      server_->close();
    }
  }};
}

void Serving::end(run::Ending) {
  run_.end();
  thread_.request_stop();
  server_->stop();
}

}  // namespace ebiri::live

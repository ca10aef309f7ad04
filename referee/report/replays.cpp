#include "referee/report/replays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/report/page.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;
using match::Ply;
using record::JsonWriter;
using rules::Scene;
using rules::Side;
using rules::Transfer;

// The text of a position begins with the numbers of cells. Returns what is before each of them: nothing or
// one character.
std::vector<std::string> separators_of(std::string_view text, const rules::Cells& cells) {
  std::vector<std::string> separators;
  std::size_t at = 0;
  for (const int seeds : cells) {
    const std::size_t begin = at + (at > 0 && at < text.size() ? 1 : 0);
    const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789", begin));
    if (text.substr(begin, end - begin) != std::to_string(seeds)) break;
    separators.emplace_back(text.substr(at, begin - at));
    at = end;
  }
  return separators;
}

constexpr int most_seeds = 35;     // in one word; more take several words
constexpr int largest_digit = 98;  // of a cell, count or place

std::string digit(int value) {
  assert(value >= 0 && value <= largest_digit);
  if (value >= 62) return {'\xc3', static_cast<char>(0x80 + value - 62)};
  return {static_cast<char>(value < 10 ? '0' + value : value < 36 ? 'a' + value - 10 : 'A' + value - 36)};
}

class TraceWriter {
 public:
  TraceWriter(const rules::BoardShape& shape, const Scene& before, const std::vector<Transfer>& transfers)
      : hand_(shape.hand()),
        track_(shape.tracks[static_cast<std::size_t>(before.mover)]),
        transfers_(transfers),
        cells_(before.cells) {
    cells_.push_back(0);
  }

  std::string text() && {
    for (std::size_t next = 0; next < transfers_.size();) next = write_from(next);
    return std::move(text_);
  }

 private:
  // Writes a run of sown seeds or another transfer, and returns the index of the next transfer.
  std::size_t write_from(std::size_t next) {
    const Transfer& transfer = transfers_[next];
    if (transfer.from == hand_ && transfer.seeds == 1 && place(transfer.to) >= 0) {
      const std::size_t forward = run(next, 1), backward = run(next, -1);
      const std::size_t length = std::max(forward, backward);
      add(forward >= backward ? "S" : "Z", {place(transfer.to), static_cast<int>(length)});
      for (std::size_t k = 0; k < length; ++k) make(transfers_[next + k]);
      return next + length;
    }
    const bool all = transfer.seeds == cells_[static_cast<std::size_t>(transfer.from)];
    if (all && transfer.to == hand_)
      add("L", {transfer.from});
    else if (all)
      add("C", {transfer.from, transfer.to});
    else
      for (int left = transfer.seeds; left > 0; left -= most_seeds)
        add("M", {transfer.from, transfer.to, std::min(left, most_seeds)});
    make(transfer);
    return next + 1;
  }

  // The number of transfers from `next` on that sow seeds along the track in steps of `step`.
  std::size_t run(std::size_t next, int step) const {
    const int round = static_cast<int>(track_.size());
    int at = place(transfers_[next].to);
    std::size_t length = 0;
    for (; next + length < transfers_.size() && length < static_cast<std::size_t>(most_seeds); ++length) {
      const Transfer& sown = transfers_[next + length];
      if (sown.from != hand_ || sown.seeds != 1 || sown.to != track_[static_cast<std::size_t>(at)]) break;
      at = (at + step + round) % round;
    }
    return length;
  }

  int place(int cell) const {
    const auto found = std::ranges::find(track_, cell);
    return found == track_.end() ? -1 : static_cast<int>(found - track_.begin());
  }

  void make(const Transfer& transfer) {
    cells_[static_cast<std::size_t>(transfer.from)] -= transfer.seeds;
    cells_[static_cast<std::size_t>(transfer.to)] += transfer.seeds;
  }

  void add(const char* word, std::initializer_list<int> values) {
    text_ += word;
    for (const int value : values) text_ += digit(value);
  }

  int hand_;
  const std::vector<int>& track_;
  const std::vector<Transfer>& transfers_;
  rules::Cells cells_;  // the hand last
  std::string text_;
};

double rounded_to_hundredths(double value) { return std::round(value * 100) / 100; }

// The score of a thought in hundredths of a seed.
std::optional<double> score_of(const player::Thought& thought) {
  if (!thought.score || !std::isfinite(*thought.score)) return std::nullopt;
  return std::round(thought.score_in_seeds ? *thought.score * 100 : *thought.score);
}

// The values, marks and better moves of a game (html/README.md).
Json judged_json(const analysis::GameAnalysis& game, const analysis::Scale& scale) {
  Json values = Json::array(), better = Json::object(), exact = Json::array();
  for (const analysis::Position& position : game.positions) {
    if (position.value && position.value->source == analysis::Value::Source::table)
      exact.push_back(values.size());
    values.push_back(position.value ? Json(rounded_to_hundredths(position.value->seeds)) : Json(nullptr));
  }
  std::string marks;
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const analysis::Mark mark = analysis::mark(game.plies[i].loss, scale);
    marks += analysis::letter(mark);
    if (mark != analysis::Mark::none)
      better[std::to_string(game.opening + static_cast<int>(i) + 1)] = {
          game.positions[i].best, rounded_to_hundredths(game.plies[i].loss.seeds)};
  }
  Json judged{{"values", std::move(values)}, {"marks", std::move(marks)}, {"better", std::move(better)}};
  if (!exact.empty()) judged["exact"] = std::move(exact);
  return judged;
}

// Fields of a record that a replay stores in another form, or that the list of games has.
constexpr std::string_view not_in_replays[] = {"pair",    "south", "north",  "variant", "ruleset",
                                               "opening", "seed",  "result", "seeds",   "final"};

}  // namespace

std::vector<std::string> position_separators(const rules::Rules& rules) {
  const auto game = rules.start();
  Random random{1};
  for (int plies = 0; plies < 8 && !game->outcome(); ++plies) {  // a start may be written in another form
    auto separators = separators_of(game->position(), game->scene().cells);
    if (separators.size() >= static_cast<std::size_t>(rules.shape().pits())) return separators;
    rules::advance(*game, rules::random_move(*game, random));
  }
  return {};
}

std::string trace_text(const rules::BoardShape& shape, const Scene& before,
                       const std::vector<Transfer>& transfers) {
  return TraceWriter{shape, before, transfers}.text();
}

GameRenderer::GameRenderer(const rules::BoardShape& shape, const std::vector<std::string>& separators,
                           const rules::Game& game)
    : shape_(shape),
      separators_(separators),
      scene_(game.scene()) {
  add_position(game);
}

std::optional<Error> GameRenderer::play(rules::Game& game, const std::string& move) {
  if (game.outcome()) return Error{"a move after its end"};
  if (const auto refused = rules::advance(game, move)) return Error{refused->message};
  const Scene before = std::exchange(scene_, game.scene());
  const auto trace = game.trace(shape_, before, scene_);  // empty for a lost turn
  rendered_.traces.push_back(trace ? trace_text(shape_, before, trace->transfers) : "");
  rendered_.moves.push_back(move);
  rendered_.sides += before.mover == Side::south ? 'S' : 'N';
  const bool redrawn = trace && trace->redrawn;
  if (redrawn || scene_.norths != before.norths || scene_.houses != before.houses) {
    Json& change = rendered_.changes[rendered_.moves.size()];
    if (redrawn) change["cells"] = scene_.cells;
    if (scene_.norths != before.norths) change["norths"] = scene_.norths;
    if (scene_.houses != before.houses) change["houses"] = scene_.houses;
  }
  add_position(game);
  return std::nullopt;
}

void GameRenderer::add_position(const rules::Game& game) {
  add_counts(game);
  const std::string text = game.position();
  std::string cells;
  for (std::size_t cell = 0; cell < separators_.size(); ++cell)
    append_number(cells += separators_[cell], scene_.cells[cell]);
  const bool starts_with_cells = !cells.empty() && text.starts_with(cells);
  rendered_.positions.push_back(starts_with_cells ? text.substr(cells.size()) : "=" + text);
}

void GameRenderer::add_counts(const rules::Game& game) {
  for (const Side side : {Side::south, Side::north}) {
    const int score = game.score(side);
    const int store = scene_.cells[static_cast<std::size_t>(shape_.store(side))];
    int all = store;
    for (int pit = 0; pit < shape_.pits_per_side; ++pit)
      all += scene_.cells[static_cast<std::size_t>(shape_.first_pit(side) + pit)];
    are_stores_ = are_stores_ && score == store;
    are_all_ = are_all_ && score == all;
    rendered_.counts.push_back(score);
  }
}

void RenderedPlies::write(JsonWriter& out, std::size_t from) const {
  out.field("moves")(join(std::span{moves}.subspan(from), " "));
  out.field("sides")(std::string_view{sides}.substr(from));
  out.field("traces")(join(std::span{traces}.subspan(from), ";"));
  Json later = Json::object();
  for (const auto& [ply, change] : changes)
    if (ply > from) later[std::to_string(ply)] = change;
  if (!later.empty()) out.field("changes").json(later.dump());
  out.field("positions")(join(std::span{positions}.subspan(positions_before(from)), ";"));
}

std::optional<std::string> GameRenderer::counting() const {
  if (are_stores_) return "stores";
  if (are_all_) return "all";
  return std::nullopt;
}

void write_thoughts(JsonWriter& out, std::span<const Ply> plies) {
  const auto list = [&](std::string_view name, const auto& value) {
    if (std::ranges::any_of(plies, [&](const Ply& ply) { return value(ply).has_value(); }))
      out.field(name).list(plies, value);
  };
  list("wall_us", [](const Ply& ply) { return std::optional{ply.thought.wall}; });
  list("depth", [](const Ply& ply) { return ply.thought.depth; });
  list("nodes", [](const Ply& ply) { return ply.thought.nodes; });
  list("score", [](const Ply& ply) { return score_of(ply.thought); });
}

Replays::Replays(const rules::Rules& rules)
    : rules_(rules),
      shape_(rules.shape()),
      separators_(report::position_separators(rules)) {}

Result<Replay> Replays::of(const GameRecord& record, const analysis::GameAnalysis* judged) const {
  auto game =
      match::open_game(rules_, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  JsonWriter out;
  out.reserve(1024 + 40 * record.plies.size());  // an estimate, in bytes
  out.begin();
  record::write_fields(out, record, not_in_replays);
  out.field("seed")(std::to_string(record.seed));  // as text: JavaScript rounds numbers over 53 bits
  if (record.opening.base) out.field("base").json(scene_json((*game)->scene()).dump());
  GameRenderer renderer{shape_, separators_, **game};
  for (std::size_t i = 0; i < record.move_count(); ++i)
    if (const auto error = renderer.play(**game, record.move(i)))
      return Error{fmt::format("game {}: {}", record.game, error->message)};
  out.field("opening")(record.opening.moves.size());
  const RenderedPlies& rendered = renderer.rendered();
  rendered.write(out, 0);
  if (const auto counting = renderer.counting())
    out.field("counts")(*counting);
  else
    out.field("counts").list(rendered.counts, std::identity{});
  write_thoughts(out, record.plies);
  if (judged != nullptr)
    out.field("judged").json(script_safe(judged_json(*judged, analysis::scale_of(rules_.variant()))));
  out.end();
  return Replay{script_safe(std::move(out).text()), static_cast<const record::Scores&>(rendered)};
}

}  // namespace ebiri::report

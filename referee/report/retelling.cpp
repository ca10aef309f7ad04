#include "referee/report/retelling.hpp"

#include <cstdint>
#include <utility>

#include "referee/report/page_trace.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/support/random.hpp"

namespace ebiri::report {

namespace {

using rules::Scene;
using rules::Side;

// How many characters at the beginning of `text` are `number` in decimal; 0 if it does not stand there.
std::size_t length_of(int number, std::string_view text) {
  std::int64_t found = 0;
  std::size_t length = 0;
  for (; length < text.size() && text[length] >= '0' && text[length] <= '9'; ++length)
    if (found <= number) found = 10 * found + (text[length] - '0');
  const bool padded = length > 1 && text.front() == '0';
  return padded || found != number ? 0 : length;
}

// What stands before each of the cells that a position's text begins with: nothing or one character.
std::vector<std::string> frame_of(std::string_view text, const rules::Cells& cells) {
  std::vector<std::string> frame;
  std::size_t at = 0;
  for (const int seeds : cells) {
    const std::size_t begin = at + (at > 0 && at < text.size() ? 1 : 0);
    const std::size_t length = length_of(seeds, text.substr(begin));
    if (length == 0) break;
    frame.emplace_back(text.substr(at, begin - at));
    at = begin + length;
  }
  return frame;
}

// How long the beginning of a position's text is that the frame and the cells make; 0 if it begins in another
// way.
std::size_t framed_length(std::string_view text, const std::vector<std::string>& frame,
                          const rules::Cells& cells) {
  std::size_t at = 0;
  for (std::size_t cell = 0; cell < frame.size(); ++cell) {
    if (!text.substr(at).starts_with(frame[cell])) return 0;
    at += frame[cell].size();
    const std::size_t length = length_of(cells[cell], text.substr(at));
    if (length == 0) return 0;
    at += length;
  }
  return at;
}

}  // namespace

std::vector<std::string> position_frame(const rules::Rules& rules) {
  const auto game = rules.start();
  Random random{1};
  for (int plies = 0; plies < 8 && !game->outcome(); ++plies) {  // a start may be another kind of text
    auto frame = frame_of(game->position(), game->scene().cells);
    if (frame.size() >= static_cast<std::size_t>(rules.shape().pits())) return frame;
    rules::advance(*game, rules::random_move(*game, random));
  }
  return {};
}

Retelling::Retelling(const rules::BoardShape& shape, const std::vector<std::string>& frame,
                     const rules::Game& game)
    : shape_(shape),
      frame_(frame),
      scene_(game.scene()) {
  add_position(game);
}

std::optional<Error> Retelling::play(rules::Game& game, const std::string& move) {
  if (game.outcome()) return Error{"a move after its end"};
  if (const auto refused = rules::advance(game, move)) return Error{refused->message};
  const Scene before = std::exchange(scene_, game.scene());
  const auto trace = game.trace(before, scene_);  // nothing of a stolen turn
  if (untaken_ > 0) told_.traces += ';', told_.moves += ' ';
  if (trace) append_trace(told_.traces, shape_, before, trace->transfers);
  told_.moves += move;
  told_.sides += before.mover == Side::south ? 'S' : 'N';
  ++plies_, ++untaken_;
  const bool redrawn = trace && trace->redrawn;
  if (redrawn || scene_.norths != before.norths || scene_.houses != before.houses) {
    nlohmann::ordered_json& change = told_.changes[std::to_string(plies_)];
    if (redrawn) change["cells"] = scene_.cells;
    if (scene_.norths != before.norths) change["norths"] = scene_.norths;
    if (scene_.houses != before.houses) change["houses"] = scene_.houses;
  }
  add_position(game);
  return std::nullopt;
}

void Retelling::add_position(const rules::Game& game) {
  add_counts(game);
  const std::string text = game.position();
  if (told_.counts.size() > 2) told_.positions += ';';  // not the first one
  if (const std::size_t length = framed_length(text, frame_, scene_.cells))
    told_.positions.append(text, length);
  else
    told_.positions += '=' + text;
}

void Retelling::add_counts(const rules::Game& game) {
  for (const Side side : {Side::south, Side::north}) {
    const int score = game.score(side);
    const int store = scene_.cells[static_cast<std::size_t>(shape_.store(side))];
    int all = store;
    for (int pit = 0; pit < shape_.pits_per_side; ++pit)
      all += scene_.cells[static_cast<std::size_t>(shape_.first_pit(side) + pit)];
    are_stores_ = are_stores_ && score == store;
    are_all_ = are_all_ && score == all;
    told_.counts.push_back(score);
  }
}

Told Retelling::take() {
  untaken_ = 0;
  return std::exchange(told_, {});
}

std::optional<std::string> Retelling::counting() const {
  if (are_stores_) return "stores";
  if (are_all_) return "all";
  return std::nullopt;
}

}  // namespace ebiri::report

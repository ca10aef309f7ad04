#include "referee/terminal/sowing_view.hpp"

#include <fmt/format.h>

#include <cctype>
#include <numeric>

#include "referee/rules/scene.hpp"

namespace ebiri::terminal {

namespace {

class Animation {
 public:
  Animation(const rules::BoardShape& shape, const rules::Scene& before) : shape_(shape), scene_(before) {
    scene_.cells.push_back(0);
  }

  void take(const rules::Transfer& step) {
    at(step.from) -= step.seeds;
    at(step.to) += step.seeds;
    const bool sown = step.from == shape_.hand();
    const bool captured = !sown && (step.to != shape_.hand() || !is_movers(step.from));
    std::string marks = captured_;
    const int place = sown ? step.to : step.from;
    if (place < shape_.pits()) {
      const auto pit = static_cast<std::size_t>(place);
      marks[pit] = sown ? '+' : captured ? 'x' : '-';
      if (captured) captured_[pit] = 'x';
    }
    frames_.push_back(drawn(marks));
  }

  std::vector<std::string> frames() && {
    frames_.push_back(drawn(captured_));
    return std::move(frames_);
  }

 private:
  int& at(int cell) { return scene_.cells[static_cast<std::size_t>(cell)]; }

  // In four-row games, seeds that are lifted from the opponent's pits are captured. In two-row games a relay
  // lap may lift them, which is no capture.
  bool is_movers(int pit) const {
    if (shape_.rows_per_side == 1) return true;
    return (pit >= shape_.first_pit(rules::Side::north)) == (scene_.mover == rules::Side::north);
  }

  int owned(rules::Side side) const {
    const auto first = scene_.cells.begin() + shape_.first_pit(side);
    return std::accumulate(first, first + shape_.pits_per_side, 0);
  }

  std::string drawn(std::string_view marks) {
    std::array<rules::SideNote, 2> notes;
    for (const auto side : {rules::Side::south, rules::Side::north})
      notes[static_cast<std::size_t>(side)].text = shape_.stores
                                                       ? fmt::format("store {}", at(shape_.store(side)))
                                                       : fmt::format("{} seeds", owned(side));
    return fmt::format("{}hand {}\n", rules::draw_board(shape_, scene_, notes, marks), at(shape_.hand()));
  }

  const rules::BoardShape& shape_;
  rules::Scene scene_;  // its last cell is the hand
  std::string captured_ = std::string(static_cast<std::size_t>(shape_.pits()), ' ');
  std::vector<std::string> frames_;
};

}  // namespace

std::vector<std::string> sowing_frames(const rules::Rules& rules, const rules::Game& before,
                                       const rules::Game& after) {
  const rules::BoardShape shape = rules.shape();
  const rules::Scene scene = before.scene();
  const auto trace = after.trace(scene, after.scene());
  if (!trace || trace->redrawn) return {};
  Animation animation{shape, scene};
  for (const rules::Transfer& step : trace->transfers) animation.take(step);
  return std::move(animation).frames();
}

std::string coloured(const std::string& frame) {
  std::string text;
  for (std::size_t at = 0; at < frame.size(); ++at) {
    const char sign = frame[at];
    const bool counts = at + 1 < frame.size() && std::isdigit(static_cast<unsigned char>(frame[at + 1])) != 0;
    if (!counts || (sign != '+' && sign != '-' && sign != 'x')) {
      text += sign;
      continue;
    }
    const std::size_t end = frame.find_first_not_of("0123456789", at + 1);
    // Blue and yellow, which people with red-green colour blindness can distinguish.
    text += fmt::format("\x1b[{}m{}\x1b[0m", sign == 'x' ? "1;33" : "1;34", frame.substr(at, end - at));
    at = end - 1;
  }
  return text;
}

}  // namespace ebiri::terminal

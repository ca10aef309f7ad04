#include "referee/explain/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "referee/described/described.hpp"
#include "referee/explain/game.hpp"
#include "referee/explain/texts/texts.hpp"
#include "referee/explain/variant.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using rules::Rules;
using rules::VariantInfo;

struct Template {
  std::string_view variant;
  const std::string_view* text;
};

constexpr Template templates[] = {{"bao", &texts::bao},
                                  {"kalah", &texts::kalah},
                                  {"namnam", &texts::namnam},
                                  {"omweso", &texts::omweso},
                                  {"oware", &texts::oware}};

// The template of the rules page; null for games that have none.
const std::string_view* text_of(const Rules& rules) {
  const auto* known = find_by(templates, rules.variant(), &Template::variant);
  return known == nullptr ? nullptr : known->text;
}

// Whether a condition such as `a=b|c & d!=e` holds. An empty condition holds.
bool holds(std::string_view condition, const Rules& rules) {
  for (const std::string_view part : split(condition, '&')) {
    const std::string_view test = trim(part);
    if (test.empty()) continue;
    const std::size_t equals = test.find('=');
    const bool negated = test[equals - 1] == '!';
    const std::string chosen = value_of(rules, test.substr(0, equals - (negated ? 1 : 0)));
    const auto listed = split(test.substr(equals + 1), '|');
    const bool is_listed = std::ranges::find(listed, chosen) != listed.end();
    if (is_listed == negated) return false;
  }
  return true;
}

std::string filled_in(std::string_view text, const Rules& rules) {
  std::string filled;
  while (true) {
    const std::size_t open = text.find('{');
    filled += text.substr(0, open);
    if (open == std::string_view::npos) return filled;
    const std::size_t close = text.find('}', open);
    filled += value_of(rules, text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

// The clause of `effect` that contains `word`, without the pits in brackets after it: `captures 5` of
// `namua: adds 1 to A3; captures 5 (south's A6)`. If `word` spans several clauses, the clause of the capture,
// because the others name pits.
std::string task_of(const std::string& effect, std::string_view word) {
  std::size_t at = effect.find(trim(word));
  const std::size_t capture = effect.find("captures ", at);
  if (word.find_first_of(":;") != std::string_view::npos && capture != std::string::npos) at = capture;
  const std::size_t clause = effect.find_last_of(",;", at);
  const std::size_t begin = clause == std::string::npos ? 0 : clause + 1;
  return std::string{
      trim(std::string_view{effect}.substr(begin, effect.find_first_of("(:,;", begin) - begin))};
}

/// Writes a lesson, paragraph by paragraph.
class Writer {
 public:
  Writer(const Rules& rules, std::size_t width, bool in_steps)
      : rules_(rules),
        width_(width),
        in_steps_(in_steps) {}

  void take(std::string_view line) {
    if (line.starts_with('[')) {
      const std::size_t close = line.find(']');
      const bool shown = holds(line.substr(1, close - 1), rules_);
      line = trim(line.substr(close + 1));
      if (line.empty()) {
        flush();
        block_shown_ = line_shown_ = shown;
        begins_block_ = true;
        return;
      }
      line_shown_ = shown;
    } else if (!line.starts_with("  ")) {
      line_shown_ = true;
    }
    if (line.starts_with("# ") && !begins_block_) block_shown_ = true;
    begins_block_ = false;
    if (block_shown_ && line_shown_) add(trim(line));
  }

  std::string text() && {
    flush();
    return std::move(text_);
  }

  /// The same text, cut before headings and at exercises, which take the place of pictures.
  std::vector<Step> steps() && {
    end_step(std::nullopt);
    return std::move(steps_);
  }

 private:
  void add(std::string_view line) {
    if (line.empty()) {
      flush();
    } else if (line.starts_with("# ")) {
      flush();
      if (in_steps_) end_step(std::nullopt);
      text_ += fmt::format("{}{}\n", text_.empty() ? "" : "\n", line.substr(2));
      heading_ = line.substr(2);
      after_heading_ = true;
    } else if (line.starts_with('!')) {
      flush();
      draw(line);
    } else {
      if (line.starts_with("- ")) flush();
      paragraph_ += (paragraph_.empty() ? "" : " ") + std::string{line};
    }
  }

  void flush() {
    if (paragraph_.empty()) return;
    const bool item = paragraph_.starts_with("- ");
    if (!after_heading_ && !(item && after_item_)) text_ += '\n';
    const std::string filled = filled_in(item ? paragraph_.substr(2) : paragraph_, rules_);
    std::string label = item ? "  - " : "  ";
    const Terminal room{.width = static_cast<int>(width_ - label.size())};
    for (const std::string& line : wrapped(filled, room)) {
      text_ += fmt::format("{}{}\n", label, trim(line));  // `wrapped` indents all lines but the first
      label.assign(label.size(), ' ');
    }
    after_item_ = item;
    after_heading_ = false;
    paragraph_.clear();
  }

  void draw(std::string_view directive) {
    after_item_ = after_heading_ = false;
    if (directive == "!start") {
      const auto start = fixed_start()->start();
      text_ += fmt::format("\n{}\n  as text:\n  {}\n", start->board(), start->position());
      return;
    }
    const std::string_view word = directive.substr(directive.find(' ') + 1);
    const auto picture = picture_of(*fixed_start(), word);
    if (!picture) return;
    if (in_steps_ && directive.starts_with("!picture "))
      if (const auto exercise = picture_of(*fixed_start(), word, picture->from)) return end_step(exercise);
    const std::string played =
        fmt::format("{} plays {}: {}.", picture->mover, picture->move, picture->effect);
    text_ += fmt::format("\n  Before:\n\n{}\n  as text:\n  {}\n\n{}\n{}", picture->before, picture->from,
                         beside("  ", played, width_), picture->after);
  }

  void end_step(std::optional<Picture> picture) {
    flush();
    if (text_.empty() && !picture) return;
    steps_.push_back(
        {text_.starts_with(heading_ + "\n") ? "" : heading_, std::exchange(text_, {}), std::move(picture)});
  }

  const Rules* fixed_start() {
    if (!fixed_ && rules_.start()->arrangement()) fixed_ = with_fixed_start(rules_);
    return fixed_ ? fixed_.get() : &rules_;
  }

  const Rules& rules_;
  std::size_t width_;
  bool in_steps_;
  std::vector<Step> steps_;
  std::unique_ptr<Rules> fixed_;
  bool block_shown_ = true;    // whether the condition of the current block holds
  bool line_shown_ = true;     // whether the condition of the current text holds
  bool begins_block_ = false;  // the last line was the condition of a block
  bool after_item_ = false, after_heading_ = false;
  std::string paragraph_, text_, heading_;
};

std::string decisions(const VariantInfo& variant, const Rules& rules) {
  std::string text = fmt::format("\nWhat {} decides where sources differ\n", rules::full_name(rules));
  for (const rules::OptionInfo& option : variant.options) {
    if (differs_in_some_ruleset(variant, rules, option.name))
      text += beside("  - ",
                     fmt::format("{} = {}: {}", option.name, value_of(rules, option.name), option.meaning));
  }
  return text;
}

std::string continuation(const VariantInfo& variant, const Rules& rules) {
  const std::string chosen = ruleset_text(rules);
  const std::string name =
      variant.name + (chosen == variant.rulesets.front().name ? "" : fmt::format(" --rules \"{}\"", chosen));
  const std::pair<std::string, const char*> commands[] = {
      {fmt::format("ebiri play {} --learn", name), "play, with explanations"},
      {fmt::format("ebiri rules {} --position POSITION", name), "the moves of a position"},
      {fmt::format("ebiri rules {} --options", name), "all rulesets, options and sources"},
      {fmt::format("ebiri perft {}", name), "counts to check a move generator by"}};
  std::string text = "\nWhere to continue\n";
  for (const auto& [command, use] : commands) text += fmt::format("  {}\n      {}\n", command, use);
  return text;
}

}  // namespace

std::optional<Picture> picture_of(const Rules& rules, std::string_view word,
                                  const std::optional<std::string>& other_than) {
  constexpr int games = 40, plies = 60, usual_capture = 5, least_moves = 3;
  const auto norths = rules.start()->scene().norths;
  const auto is_exercise = [&](const rules::Game& game, const auto& moves, const std::string& task) {
    const auto right = [&](const auto& each) { return each.effect.words.find(task) != std::string::npos; };
    return game.to_move() == rules::Side::south && std::ssize(moves) >= least_moves &&
           std::ranges::count_if(moves, right) == 1 && game.scene().norths == norths &&
           game.position() != other_than;
  };
  std::minstd_rand random{1};
  std::optional<Picture> best;
  std::array<int, 3> best_rank{};
  for (int number = 0; number < games; ++number) {
    const auto game = rules.start();
    for (int ply = 0; ply < plies && !game->outcome() && !game->arrangement(); ++ply) {
      const auto next = game->continuations();
      // Only exercises prefer few legal moves; for other pictures all positions are equal in this.
      const int moves = other_than ? static_cast<int>(next.size()) : least_moves;
      for (const rules::Continuation& each : next) {
        if (each.effect.words.find(word) == std::string::npos) continue;
        const std::array rank{each.effect.laps, moves, std::abs(each.effect.captured - usual_capture)};
        if (best && rank >= best_rank) continue;
        const std::string mover{name(game->to_move())}, task = task_of(each.effect.words, word);
        if (other_than && !is_exercise(*game, next, task)) continue;
        const auto after = game->clone();
        after->play(each.move);
        best_rank = rank;
        best = {game->position(), mover, each.move, each.effect.words, task, game->board(), after->board()};
        // No move that sows has a better rank than one lap with the usual capture.
        if (rank == std::array{1, least_moves, 0}) return best;
      }
      game->play(next[random() % next.size()].move);
    }
  }
  return best;
}

std::string lesson(std::string_view text, const Rules& rules, std::size_t width) {
  Writer writer{rules, width, false};
  for (const std::string_view line : split(text, '\n')) writer.take(line);
  return std::move(writer).text();
}

std::vector<Step> lesson_steps(const Rules& rules, std::size_t width) {
  const auto* text = text_of(rules);
  if (text == nullptr) return {{"", rules_page(rules, width), picture_of(rules, "captures", "")}};
  Writer writer{rules, width, true};
  for (const std::string_view line : split(text->substr(0, text->find("# Moves and positions")), '\n'))
    writer.take(line);
  return std::move(writer).steps();
}

std::string moves_in_text(const Rules& rules) {
  constexpr std::size_t one_line = 10'000;
  const auto* text = text_of(rules);
  const std::size_t begin = text == nullptr ? std::string_view::npos : text->find("\nA move is ");
  if (begin == std::string_view::npos) return {};
  const std::string_view paragraph = text->substr(begin + 1, text->find("\n\n", begin) - begin);
  return std::string{trim(lesson(paragraph, rules, one_line))};
}

std::string rules_page(const Rules& rules, std::size_t width) {
  if (const auto* game = described::described_game(rules)) return game_page(*game, rules, width);
  const VariantInfo& variant = **rules::find_variant(std::string{rules.variant()});
  const auto* text = text_of(rules);
  if (text == nullptr) return variant_page(variant, rules);
  return beside("", fmt::format("{} ({})", variant.summary, rules::full_name(rules)), width) + "\n" +
         lesson(*text, rules, width) + decisions(variant, rules) + continuation(variant, rules);
}

}  // namespace ebiri::explain

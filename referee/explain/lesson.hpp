// Rules pages: they teach a game to readers who do not know it, with pictures of real moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/explain/page.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// A move of a real game, drawn.
struct Picture {
  std::string from;   ///< the position before the move, as a token
  std::string mover;  ///< `south` or `north`
  std::string move;
  std::string effect;  ///< `sows 4 from C, captures 3`
  std::string task;    ///< the effect that was searched: `captures 3`
  std::string before;  ///< the board, as `rules::Game::board` draws it
  std::string after;
};

/// Searches games of random moves, the same ones each time, for a move whose effect contains `word`. Prefers
/// few laps, then a capture of about five seeds. Nothing if no move has such an effect.
///
/// With `other_than`, searches for an exercise: a position that is not `other_than`, in which south is to
/// move, at least three moves are legal, exactly one of them has the effect of the task, and each side owns
/// the same pits as at the start. Prefers few laps, then few legal moves, then a capture of about five seeds.
std::optional<Picture> picture_of(const rules::Rules& rules, std::string_view word,
                                  const std::optional<std::string>& other_than = std::nullopt);

/// Fills in a template: lines of text, made into paragraphs as wide as `width`. A line may begin with
///
/// - `# `: a heading;
/// - `- `: an item of a list; an empty line ends the list;
/// - `[name=a|b & other!=c] text`: a text for rules whose options have these values, together with the lines
///   after it that begin with two blanks;
/// - `[…]` alone on a line: begins a block for rules that satisfy the condition (`[]`: all rules). The block
///   may begin with a heading, and ends before the next such line or heading;
/// - `!start`: the board at the start;
/// - `!picture WORD`: a picture of a move whose effect contains WORD. WORD is all text after the first blank,
///   and may begin with a blank: `!picture  clockwise` does not find `counter-clockwise`. In a lesson,
///   an exercise replaces the picture if there is one;
/// - `!example WORD`: the same, but a lesson keeps the picture.
///
/// `{name}` is the value of an option.
std::string lesson(std::string_view text, const rules::Rules& rules, std::size_t width = page_width);

/// A step of a lesson: a part of the rules, and perhaps an exercise.
struct Step {
  std::string section;             ///< the heading above `text`; empty if `text` begins with it
  std::string text;                ///< lines, each with its newline
  std::optional<Picture> picture;  ///< an exercise: find the move that has the effect `task`
};

/// The rules page in steps, up to the notation of moves. Exercises take the place of pictures.
std::vector<Step> lesson_steps(const rules::Rules& rules, std::size_t width = page_width);

/// How moves are written, in one line: a paragraph of the rules page. Empty for described games.
std::string moves_in_text(const rules::Rules& rules);

/// The page of `ebiri rules` of any game.
std::string rules_page(const rules::Rules& rules, std::size_t width = page_width);

}  // namespace ebiri::explain

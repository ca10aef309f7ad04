// The functions of the module, for worker.ts of the page. Texts go in through `ebiri_input` and come back
// through `ebiri_text`. A function returns 0 and leaves JSON, or -1 and leaves an error for the user.
//
// The module imports `ebiri.fail`, which must throw, `ebiri.report`, which gets each finished depth of a
// search, and a clock of WASI. It has no threads: pages run it in a worker, and end the worker to stop a
// search.
#include <cmath>
#include <string>

#include "referee/wasm/session.hpp"

using ebiri::Result;
using ebiri::wasm::Session;

#define EBIRI_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" __attribute__((import_module("ebiri"), import_name("report"))) void ebiri_report(const char* text,
                                                                                            std::size_t size);

namespace {

constexpr std::size_t max_input = 1 << 20;

std::string input, output;

Session& session() {
  static Session only;
  return only;
}

int answer(Result<std::string> result) {
  output = result ? *std::move(result) : result.error().message;
  return result ? 0 : -1;
}

bool is_whole(double number) { return number == std::floor(number) && number >= 0 && number < 1e15; }

}  // namespace

EBIRI_EXPORT(ebiri_input) char* ebiri_input(std::size_t size) {
  if (size > max_input) return nullptr;
  input.resize(size);
  return input.data();
}

EBIRI_EXPORT(ebiri_text) const char* ebiri_text() { return output.data(); }
EBIRI_EXPORT(ebiri_text_size) std::size_t ebiri_text_size() { return output.size(); }

/// The input is the game's name, a newline and its bytes.
EBIRI_EXPORT(ebiri_learn) int ebiri_learn() {
  const std::size_t end = input.find('\n');
  if (end == std::string::npos) return answer(ebiri::Error{"expected a name, a newline and bytes"});
  return answer(session().learn(input.substr(0, end), std::string_view(input).substr(end + 1)));
}

/// The input has four lines: variant, rules (`abapa repetition=third`), base position, and the moves
/// separated by blanks. Answers the position, and the last move as `last`.
EBIRI_EXPORT(ebiri_go) int ebiri_go() { return answer(session().go(input)); }

/// The legal moves with their effects. A path is `[[from, to, seeds], …]`, with cells as in rules/scene.hpp.
EBIRI_EXPORT(ebiri_choices) int ebiri_choices() { return answer(session().choices()); }

/// 0 means no limit; at least one limit is required. With the same limit of nodes and the same seed, the move
/// is that of bots/alphabeta. Answers move, score in seeds, depth, nodes, pv.
EBIRI_EXPORT(ebiri_think) int ebiri_think(int level, double nodes, double depth, double ms, double seed) {
  if (level < ebiri::bots::lowest_level || level > ebiri::bots::highest_level)
    return answer(ebiri::Error{"the level must be 1 to 10"});
  if (!is_whole(nodes) || !is_whole(depth) || !is_whole(ms) || !is_whole(seed) || nodes + depth + ms <= 0)
    return answer(ebiri::Error{"a search needs a limit; limits and seed must be whole numbers"});
  ebiri::sdk::Budget budget;
  if (nodes > 0) budget.nodes = static_cast<std::uint64_t>(nodes);
  if (depth > 0) budget.depth = static_cast<int>(std::fmin(depth, ebiri::bots::deepest));
  if (ms > 0) budget.move_time = std::chrono::milliseconds(static_cast<std::int64_t>(ms));
  const auto report = [](std::string_view text) { ebiri_report(text.data(), text.size()); };
  return answer(session().think(level, budget, static_cast<std::uint64_t>(seed), report));
}

/// `[leaves, ended at a leaf, ended earlier]`.
EBIRI_EXPORT(ebiri_perft) int ebiri_perft(int depth) {
  if (depth < 0 || depth > 30) return answer(ebiri::Error{"the depth must be 0 to 30"});
  return answer(session().perft(depth));
}

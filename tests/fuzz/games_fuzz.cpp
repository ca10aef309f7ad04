// PGN, OGN and CSV: a game is the same after it was written as PGN and read back.
#include <algorithm>

#include "referee/record/foreign.hpp"
#include "referee/record/notation.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

// Names that PGN cannot store: with control characters, the end of a tag, or more than about a thousand
// bytes.
static bool fits(const std::string& name) {
  return name.size() <= 1000 && name.find("\"]") == std::string::npos &&
         std::none_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

static Result<std::vector<record::ForeignGame>> games_of(std::string_view text, std::string_view file) {
  std::vector<record::ForeignGame> games;
  const auto read = record::read_foreign(text, file, [&](const record::ForeignView& game) {
    games.push_back(record::foreign_game(game));
    fuzz::demand(match::summary_of(games.back().record) == game.summary, "another summary", text);
  });
  if (read) return games;
  return read.error();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const bool tags =
      text.find_first_not_of(" \n") != std::string::npos && text[text.find_first_not_of(" \n")] == '[';
  const auto games = games_of(text, "f");
  if (!games) {
    fuzz::demand(games.error().message.starts_with("f:"), "refused without a place", text);
    fuzz::reached("refusals " + games.error().message);
    return 0;
  }
  for (const record::ForeignGame& game : *games) {
    fuzz::reached(tags ? "tagged games" : "rows");
    if (game.record.verdict.result == match::Verdict::Result::void_game) continue;
    const std::string pgn = record::to_pgn(game.record, "fuzz");
    int again = 0;
    const auto tagged = record::read_tag_pairs(pgn, "again", [&](const record::TaggedGame&) -> Result<void> {
      ++again;
      return {};
    });
    fuzz::demand(tagged && again == 1, "one game became another number of games", text);
    const auto read = games_of(pgn, "again");
    fuzz::demand(read || !fits(game.record.south) || !fits(game.record.north),
                 "a written game cannot be read", text);
    if (read)
      fuzz::demand(read->front().record.verdict.result == game.record.verdict.result,
                   "a written result differs", text);
  }
  return 0;
}

#include "referee/record/journal_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

// The message of an exception without its code: `type must be string, but is number`.
std::string plain(const nlohmann::json::exception& exception) {
  const std::string_view text = exception.what();
  return std::string{text.substr(std::min(text.find("] ") + 2, text.size()))};
}

constexpr int first_with_sums = 2;  // the first version whose lines have checksums

}  // namespace

JournalReader::JournalReader(Take take, JournalHead head, const match::GameList& games)
    : on_game_(std::move(take)),
      head_(std::move(head)) {
  for (const match::GameSummary& game : games) line_slot(game.game, game.attempt) = on_unknown_line;
}

Result<void> JournalReader::read(LineFile& input) {
  struct Waiting {
    std::string text;
    bool has_newline;
    ParsedGame game;
  };
  constexpr std::size_t max_bytes = std::size_t{1} << 18;
  std::vector<Waiting> batch;
  while (true) {
    batch.clear();
    // The first line is read alone, because the others are parsed by the version that it names.
    const std::size_t max_lines = head_.begun ? 128 : 1;
    for (std::size_t bytes = 0; batch.size() < max_lines && bytes < max_bytes;) {
      const auto line = input.next();
      if (!line) return line.error();
      if (!*line) break;
      bytes += (*line)->text.size();
      batch.push_back({std::string{(*line)->text}, (*line)->has_newline, std::nullopt});
    }
    if (batch.empty()) return {};
    parallel_for(batch.size(), processor_count(),
                 [&](std::size_t i) { batch[i].game = game_in(batch[i].text); });
    for (Waiting& line : batch)
      if (auto sound = read_line({line.text, line.has_newline}, std::move(line.game), input.path()); !sound)
        return sound;
  }
}

Result<void> JournalReader::read_line(const LineFile::Line& line, const std::filesystem::path& file) {
  return read_line(line, game_in(line.text), file);
}

Result<void> JournalReader::read_line(const LineFile::Line& line, ParsedGame game,
                                      const std::filesystem::path& file) {
  ++head_.lines;
  const auto added = add_line(line.text, std::move(game));
  if (added) {
    head_.unterminated = !line.has_newline;
    return {};
  }
  // A torn first line is rejected like any torn line: its writer was killed before the run began.
  constexpr std::string_view begin = R"({"type":"run",)";
  const bool torn_run = !line.has_newline && begin.starts_with(line.text.substr(0, begin.size()));
  if (head_.lines == 1 && !torn_run)
    return Error{fmt::format("{}:1: error: {}", file.string(), added.error().message)};
  std::string why = added.error().message;
  if (!line.has_newline) why += "; the line has no newline, so its writer was probably interrupted";
  head_.rejected.push_back({.line = head_.lines,
                            .why = std::move(why),
                            .text = std::string{line.text},
                            .torn = !line.has_newline});
  return {};
}

// Whether the line is a game's and has a valid checksum, or none in a version without checksums.
bool JournalReader::has_valid_sum(std::string_view line) const {
  constexpr std::string_view begin = R"({"type":"game",)";
  if (!head_.begun || !line.starts_with(begin)) return false;
  if (seal_holds(line)) return true;
  return head_.version < first_with_sums && line.find("\"sum\"") == std::string_view::npos;
}

// Parses the line of a game with a valid checksum. Returns nothing for other lines. Thread-safe.
JournalReader::ParsedGame JournalReader::game_in(std::string_view line) const {
  if (!has_valid_sum(line)) return std::nullopt;
  return game_from_json(line);
}

// Adds one line. `game` is the result of `game_in`. The error says why the line is invalid.
Result<void> JournalReader::add_line(std::string_view line, ParsedGame game) {
  if (game) {
    if (!*game) return game->error();
    return add_game(std::move(**game));
  }
  try {
    const Json json = Json::parse(line);
    if (!json.is_object()) return Error{"expected a JSON object"};
    const std::string type = json.at("type");
    if (head_.lines == 1) return add_first(json, type, line);
    if (const auto sound = check_sum(json, line); !sound) return sound;
    if (type == "plan") {
      auto plan = plan_from_json(line);
      if (!plan) return plan.error();
      head_.plans.push_back(std::move(*plan));
      return {};
    }
    if (type != "game") return Error{fmt::format("unknown type `{}`", type)};
    // A game that `game_in` left out, because its line does not begin as this program writes it.
    auto parsed = game_from_json(line);
    if (!parsed) return parsed.error();
    return add_game(std::move(*parsed));
  } catch (const nlohmann::json::parse_error& error) {
    return Error{fmt::format("invalid JSON at byte {}", error.byte)};
  } catch (const nlohmann::json::exception& exception) {
    return Error{plain(exception)};
  }
}

Result<void> JournalReader::check_sum(const Json& json, std::string_view line) const {
  const bool has_sum = json.contains("sum");
  if (!has_sum && head_.version >= first_with_sums) return Error{"the field `sum` is missing"};
  if (has_sum && !seal_holds(line))
    return Error{"wrong checksum `sum`: the line was changed after it was written"};
  return {};
}

// Checks the version before the checksum, because another version may have another checksum.
Result<void> JournalReader::add_first(const Json& json, const std::string& type, std::string_view line) {
  if (type != "run") return Error{"the first line must be of type `run`"};
  head_.version = json.at("journal");
  if (head_.version < 1 || head_.version > journal_version)
    return Error{fmt::format(
        "journal version {} is not supported, expected 1 to {}; use the version of ebiri that wrote it",
        head_.version, journal_version)};
  if (auto sound = check_sum(json, line); !sound) return sound;
  auto run = run_from_json(line);
  if (!run) return run.error();
  head_.run = std::move(*run);
  head_.begun = true;
  return {};
}

Result<void> JournalReader::add_game(match::GameRecord&& game) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  std::uint32_t& place = line_slot(game.game, game.attempt);
  if (place != not_read) {
    const std::string where = place == on_unknown_line ? "" : fmt::format(", first in line {}", place - 1);
    return Error{fmt::format("game {}, attempt {} is recorded twice{}", game.game, game.attempt, where)};
  }
  place = head_.lines > most ? on_unknown_line : static_cast<std::uint32_t>(head_.lines) + 1;
  on_game_(std::move(game));
  return {};
}

std::uint32_t& JournalReader::line_slot(int game, int attempt) {
  return places_[std::uint64_t{static_cast<std::uint32_t>(attempt)} << 32 | static_cast<std::uint32_t>(game)];
}

bool JournalHead::plan_lost() const {
  for (const Rejected& line : rejected)
    if (!line.torn && !line.text.starts_with(R"({"type":"game",)")) return true;
  return false;
}

}  // namespace ebiri::record

#include "referee/record/journal_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

// Engines can make us quote bytes that are not UTF-8: those are replaced, never refused.
std::string sealed_text(const Json& json) {
  return sealed(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// `[json.exception.type_error.302] type must be string, but is number` without its number.
std::string plain(const nlohmann::json::exception& exception) {
  const std::string_view text = exception.what();
  return std::string{text.substr(std::min(text.find("] ") + 2, text.size()))};
}

constexpr int first_with_sums = 2;

// What a run line looks like when its writer was stopped: then the run has not begun.
bool begins_like_a_run(std::string_view line) {
  constexpr std::string_view begin = R"({"type":"run",)";
  return begin.starts_with(line.substr(0, begin.size()));
}

}  // namespace

Json to_json(const RunInfo& run) {
  return {{"type", "run"},        {"journal", journal_version}, {"name", run.name},
          {"ebiri", run.version}, {"variant", run.variant},     {"ruleset", run.ruleset},
          {"seed", run.seed},     {"limit", run.limit},         {"openings", run.openings}};
}

Json to_json(const PlanInfo& plan) {
  Json json{{"type", "plan"}, {"config_hash", plan.config_hash}, {"engines", plan.engines}};
  if (!plan.fingerprints.empty()) json["fingerprints"] = plan.fingerprints;
  if (!plan.announced.empty()) json["announced"] = plan.announced;
  json["pairs"] = plan.pairs;
  json["isolation"] = plan.isolation;
  if (plan.open) json["open"] = true;
  json["config"] = plan.config;
  return json;
}

Result<RunInfo> run_from_json(const Json& json) {
  try {
    return RunInfo{.name = json.at("name"),
                   .version = json.at("ebiri"),
                   .variant = json.at("variant"),
                   .ruleset = json.at("ruleset"),
                   .seed = json.at("seed"),
                   .limit = json.at("limit"),
                   .openings = json.at("openings")};
  } catch (const nlohmann::json::exception& exception) {
    return Error{plain(exception)};
  }
}

Result<PlanInfo> plan_from_json(const Json& json) {
  try {
    PlanInfo plan{.config = json.at("config"),
                  .config_hash = json.at("config_hash"),
                  .engines = json.at("engines"),
                  .pairs = 0,
                  .fingerprints = json.value("fingerprints", std::vector<std::string>{}),
                  .announced = json.value("announced", std::vector<std::string>{}),
                  .isolation = json.value("isolation", "none"),
                  .open = json.value("open", false)};
    const auto pairs = json.at("pairs").get<std::int64_t>();
    if (pairs < 1 || pairs > 1'000'000) return Error{"`pairs` is out of range"};
    if (plan.engines.size() < 2) return Error{"`engines` has fewer than two names"};
    if (!plan.fingerprints.empty() && plan.fingerprints.size() != plan.engines.size())
      return Error{"`fingerprints` has not one entry for each engine"};
    if (!plan.announced.empty() && plan.announced.size() != plan.engines.size())
      return Error{"`announced` has not one entry for each engine"};
    plan.pairs = static_cast<int>(pairs);
    return plan;
  } catch (const nlohmann::json::exception& exception) {
    return Error{plain(exception)};
  }
}

std::string line_of(const RunInfo& run) { return sealed_text(to_json(run)); }
std::string line_of(const PlanInfo& plan) { return sealed_text(to_json(plan)); }
std::string line_of(const match::GameRecord& game) { return sealed(game_text(game)); }

Result<void> check_kind(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(file, ignored).type();
  if (kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found) return {};
  return Error{fmt::format("`{}` is no regular file", file.string())};
}

std::optional<std::size_t> SeenGames::note(int game, int attempt, std::size_t line) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  const std::uint64_t number =
      std::uint64_t{static_cast<std::uint32_t>(attempt)} << 32 | static_cast<std::uint32_t>(game);
  std::uint32_t& place = places_[number];
  if (place > 0) return place - 1;
  place = static_cast<std::uint32_t>(line > most ? 0 : line) + 1;
  return std::nullopt;
}

JournalReader::JournalReader(Take take, Read read, const match::GameList& games)
    : take_(std::move(take)),
      lines_at_once_(many_lines),
      read_(std::move(read)),
      before_(&games) {}

// Some lines of a file, and the games in them.
struct JournalReader::Batch {
  static constexpr std::size_t most_bytes = std::size_t{1} << 18;

  struct Line {
    std::size_t begin = 0, size = 0;
    bool ends = true;
  };

  // False: the file has no more.
  Result<bool> fill(LineFile& input, std::size_t most_lines) {
    text.clear();
    lines.clear();
    while (lines.size() < most_lines && text.size() < most_bytes) {
      const auto line = input.next();
      if (!line) return line.error();
      if (!*line) break;
      lines.push_back({text.size(), (*line)->text.size(), (*line)->ends});
      text += (*line)->text;
    }
    games.assign(lines.size(), std::nullopt);
    return !lines.empty();
  }

  std::string_view line(std::size_t i) const {
    return std::string_view{text}.substr(lines[i].begin, lines[i].size);
  }

  std::string text;
  std::vector<Line> lines;
  std::vector<std::optional<Result<match::GameRecord>>> games;
};

Result<void> JournalReader::read(LineFile& input, const std::filesystem::path& file) {
  Batch batch;
  while (true) {
    const auto more = batch.fill(input, lines_at_once_);
    if (!more) return more.error();
    if (!*more) return {};
    std::size_t next = 0;
    if (!read_.begun) {  // the first line says how to read the others
      if (auto sound = read_line(batch.line(0), batch.lines[0].ends, file); !sound) return sound;
      next = 1;
    }
    parallel_for(batch.lines.size() - next, processor_count(),
                 [&](std::size_t i) { batch.games[next + i] = game_in(batch.line(next + i)); });
    for (; next < batch.lines.size(); ++next)
      if (auto sound =
              read_line(batch.line(next), batch.lines[next].ends, std::move(batch.games[next]), file);
          !sound)
        return sound;
  }
}

Result<void> JournalReader::read_line(std::string_view text, bool ends, const std::filesystem::path& file) {
  return read_line(text, ends, game_in(text), file);
}

Result<void> JournalReader::read_line(std::string_view text, bool ends,
                                      std::optional<Result<match::GameRecord>> game,
                                      const std::filesystem::path& file) {
  ++read_.lines;
  const auto taken = take(text, std::move(game));
  if (taken) {
    read_.unterminated = !ends;
    return {};
  }
  if (read_.lines == 1 && !(!ends && begins_like_a_run(text)))
    return Error{fmt::format("{}:1: error: {}", file.string(), taken.error().message)};
  const std::string why = ends ? taken.error().message : "was torn while it was written";
  read_.head.rejected.push_back({.line = read_.lines, .why = why, .text = std::string{text}, .torn = !ends});
  return {};
}

bool JournalReader::pass_line(int game, int attempt) {
  ++read_.lines;
  const auto noted = note(game, attempt);
  if (!noted)
    read_.head.rejected.push_back(
        {.line = read_.lines, .why = noted.error().message, .text = {}, .torn = false});
  return static_cast<bool>(noted);
}

// A game's line whose sum is right, or which has none and needs none.
bool JournalReader::needs_no_look(std::string_view line) const {
  constexpr std::string_view begin = R"({"type":"game",)";
  if (!read_.begun || !line.starts_with(begin)) return false;
  if (seal_holds(line)) return true;
  return read_.version < first_with_sums && line.find("\"sum\"") == std::string_view::npos;
}

// What needs no look: any thread.
std::optional<Result<match::GameRecord>> JournalReader::game_in(std::string_view line) const {
  if (!needs_no_look(line)) return std::nullopt;
  return game_from_json(line);
}

// Adds one line; `found` is what `game_in` says. An error is what is wrong with it.
Result<void> JournalReader::take(std::string_view line, std::optional<Result<match::GameRecord>> found) {
  if (found) {
    if (!*found) return found->error();
    return take_game(std::move(**found));
  }
  try {
    const Json json = Json::parse(line);
    const std::string type = json.at("type");
    if (read_.lines == 1) return take_first(json, type, line);
    if (const auto sound = check_sum(json, line); !sound) return sound;
    if (type == "plan") {
      auto plan = plan_from_json(json);
      if (!plan) return plan.error();
      read_.head.plans.push_back(std::move(*plan));
      return {};
    }
    if (type != "game") return Error{fmt::format("unknown type `{}`", type)};
    auto game = game_from_json(line);
    if (!game) return game.error();
    return take_game(std::move(*game));
  } catch (const nlohmann::json::parse_error& error) {
    return Error{fmt::format("is no JSON from byte {} on", error.byte)};
  } catch (const nlohmann::json::exception& exception) {
    return Error{plain(exception)};
  }
}

Result<void> JournalReader::check_sum(const Json& json, std::string_view line) const {
  const bool has_sum = json.contains("sum");
  if (!has_sum && read_.version >= first_with_sums) return Error{"the field `sum` is missing"};
  if (has_sum && !seal_holds(line)) return Error{"its `sum` is wrong: it was changed after it was written"};
  return {};
}

// The version comes before the sum: another version may have another one.
Result<void> JournalReader::take_first(const Json& json, const std::string& type, std::string_view line) {
  if (type != "run") return Error{"the first line must be of type `run`"};
  read_.version = json.at("journal");
  if (read_.version < 1 || read_.version > journal_version)
    return Error{fmt::format("journal version {} is none of 1 to {}; use the ebiri that wrote it",
                             read_.version, journal_version)};
  if (auto sound = check_sum(json, line); !sound) return sound;
  auto run = run_from_json(json);
  if (!run) return run.error();
  read_.head.run = std::move(*run);
  read_.begun = true;
  return {};
}

Result<void> JournalReader::take_game(match::GameRecord&& game) {
  const auto noted = note(game.game, game.attempt);
  if (noted) take_(std::move(game));
  return noted;
}

// That there is such a game: an error if there was one before.
Result<void> JournalReader::note(int game, int attempt) {
  if (before_ != nullptr)
    for (const match::GameSummary& earlier : *std::exchange(before_, nullptr))
      seen_.note(earlier.game, earlier.attempt, 0);
  const auto first = seen_.note(game, attempt, read_.lines);
  if (!first) return {};
  const std::string where = *first == 0 ? "" : fmt::format(", first in line {}", *first);
  return Error{fmt::format("game {}, attempt {} is recorded twice{}", game, attempt, where)};
}

bool JournalHead::plan_lost() const {
  for (const Rejected& line : rejected)
    if (!line.torn && !line.text.starts_with(R"({"type":"game",)")) return true;
  return false;
}

Result<JournalHead> read_journal(const std::filesystem::path& file, const JournalReader::Take& take,
                                 BytesRead* bytes_read) {
  if (const auto good = check_kind(file); !good) return good.error();
  auto input = LineFile::open(file, bytes_read);
  if (!input) return input.error();
  JournalReader reader{take};
  if (const auto read = reader.read(*input, file); !read) return read.error();
  auto read = reader.take_read();
  if (!read.begun) return Error{fmt::format("{}:1: error: nothing was recorded here yet", file.string())};
  return std::move(read.head);
}

Result<Contents> read_journal(const std::filesystem::path& file) {
  Contents contents;
  auto head =
      read_journal(file, [&](match::GameRecord&& game) { contents.games.push_back(std::move(game)); });
  if (!head) return head.error();
  static_cast<JournalHead&>(contents) = std::move(*head);
  return contents;
}

}  // namespace ebiri::record

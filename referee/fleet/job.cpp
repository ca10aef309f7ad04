#include "referee/fleet/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace {

using Json = nlohmann::json;

constexpr int wire_version = 1;
constexpr std::size_t max_games = 10'000;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json opening_to_json(const match::Opening& opening) {
  Json json{{"name", opening.name}, {"moves", opening.moves}};
  if (opening.base) json["position"] = *opening.base;
  return json;
}

match::Opening opening_from_json(const Json& json) {
  match::Opening opening{.name = json.at("name"), .moves = json.at("moves")};
  if (json.contains("position")) opening.base = json.at("position").get<std::string>();
  return opening;
}

match::GameSetup game_from(const Json& json) {
  return {.game = json.at("game"),
          .pair = json.at("pair"),
          .attempt = json.at("attempt"),
          .south = {.name = json.at("south")},
          .north = {.name = json.at("north")},
          .opening = opening_from_json(json.at("opening"))};
}

// Text that a machine sent about itself, safe for files and terminals: at most 100 letters, digits and
// punctuation marks.
std::string plain_words(std::string text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._-/()@+";
  text.resize(std::min<std::size_t>(text.size(), 100));
  std::ranges::replace_if(
      text, [&](char c) { return plain.find(c) == plain.npos; }, '_');
  return text;
}

// Parses `text`, checks type and version, and calls `read` with the document.
template <class Value, class Read>
Result<Value> read_as(const char* type, std::string_view text, Read read) {
  try {
    const Json json = Json::parse(text);
    if (json.at("type") != type) return Error{fmt::format("expected a `{}`", type)};
    if (json.at("version") != wire_version)
      return Error{
          fmt::format("has version {}; this ebiri expects {}", text_of(json.at("version")), wire_version)};
    return read(json);
  } catch (const nlohmann::json::exception& exception) {
    return Error{printable(exception.what(), 200)};
  }
}

}  // namespace

// The library calls these functions, and those that the macro defines.
static void to_json(Json& json, const CommandWord& word) {
  json = {
      {"file", word.text}, {"sha256", word.sha256}, {"bytes", word.bytes}, {"executable", word.executable}};
  if (word.sha256.empty()) json = word.text;
}
static void from_json(const Json& json, CommandWord& word) {
  word = json.is_string() ? CommandWord{.text = json}
                          : CommandWord{.text = json.at("file"),
                                        .sha256 = json.at("sha256"),
                                        .bytes = json.at("bytes"),
                                        .executable = json.at("executable")};
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunOrder, run, ebiri, config, commands, fingerprints)

std::string to_text(const RunOrder& order) {
  Json json = order;
  json.update({{"type", "run"}, {"version", wire_version}});
  return text_of(json);
}

std::string to_text(const Job& job) {
  Json games = Json::array();
  for (const match::GameSetup& game : job.games)
    games.push_back({{"game", game.game},
                     {"pair", game.pair},
                     {"attempt", game.attempt},
                     {"south", game.south.name},
                     {"north", game.north.name},
                     {"opening", opening_to_json(game.opening)}});
  return text_of({{"type", "job"},
                  {"version", wire_version},
                  {"run", job.run},
                  {"job", job.id},
                  {"taken", job.taken},
                  {"games", std::move(games)}});
}

std::string head_of(const JobResult& result) {
  Json head{{"type", "result"},          {"version", wire_version},  {"host", result.host.name},
            {"cpu", result.host.cpu},    {"load", result.host.load}, {"slots", result.host.slots},
            {"speed", result.host.speed}};
  if (!result.trouble.empty()) head["trouble"] = result.trouble;
  if (result.taken) head["taken"] = *result.taken;
  return text_of(head) + "\n";
}

Result<RunOrder> order_from(std::string_view text) {
  return read_as<RunOrder>("run", text, [](const Json& json) { return json.get<RunOrder>(); });
}

Result<Job> job_from(std::string_view text) {
  return read_as<Job>("job", text, [](const Json& json) -> Result<Job> {
    Job job{.run = json.at("run"), .id = json.at("job"), .taken = json.value("taken", 0)};
    const Json& games = json.at("games");
    if (games.empty() || games.size() > max_games)
      return Error{fmt::format("has {} games; expected 1 to {}", games.size(), max_games)};
    for (const Json& game : games) job.games.push_back(game_from(game));
    return job;
  });
}

Result<JobResult> result_from(std::string_view text) {
  const auto lines = split(text, '\n');
  auto result = read_as<JobResult>("result", lines.front(), [](const Json& json) -> Result<JobResult> {
    std::optional<int> taken;
    if (json.contains("taken")) taken = std::clamp<int>(json.at("taken"), 0, max_taken);
    return JobResult{.host = {.name = plain_words(json.at("host")),
                              .cpu = plain_words(json.at("cpu")),
                              .load = json.at("load"),
                              .slots = json.at("slots"),
                              .speed = json.value("speed", 0.0)},
                     .trouble = printable(json.value("trouble", std::string{}), 1000),
                     .taken = taken};
  });
  if (!result) return result;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty() && i + 1 == lines.size()) break;
    if (!record::seal_holds(lines[i]))
      return Error{fmt::format("the checksum of line {} is missing or wrong", i + 1)};
    auto game = record::game_from_json(lines[i]);
    if (!game) return Error{fmt::format("line {}: {}", i + 1, game.error().message)};
    result->games.push_back(std::move(*game));
  }
  return result;
}

}  // namespace ebiri::fleet

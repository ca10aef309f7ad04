#include "referee/record/journal_lines.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/game_line.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

// Engines can make us quote bytes that are not UTF-8: those are replaced, never refused.
std::string sealed_text(const Json& json) {
  return sealed(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

RunInfo run_from(const Json& json) {
  return {.name = json.at("name"),
          .version = json.at("ebiri"),
          .variant = json.at("variant"),
          .ruleset = json.at("ruleset"),
          .seed = json.at("seed"),
          .limit = json.at("limit"),
          .openings = json.at("openings")};
}

Result<PlanInfo> plan_from(const Json& json) {
  PlanInfo plan{.config = json.at("config"),
                .config_hash = json.at("config_hash"),
                .engines = json.at("engines"),
                .pairs = 0,
                .fingerprints = json.value("fingerprints", std::vector<std::string>{}),
                .announced = json.value("announced", std::vector<std::string>{}),
                .isolation = json.value("isolation", "none")};
  const auto pairs = json.at("pairs").get<std::int64_t>();
  if (pairs < 1 || pairs > 1'000'000) return Error{"`pairs` is out of range"};
  if (plan.engines.size() < 2) return Error{"`engines` has fewer than two names"};
  if (!plan.fingerprints.empty() && plan.fingerprints.size() != plan.engines.size())
    return Error{"`fingerprints` has not one entry for each engine"};
  if (!plan.announced.empty() && plan.announced.size() != plan.engines.size())
    return Error{"`announced` has not one entry for each engine"};
  plan.pairs = static_cast<int>(pairs);
  return plan;
}

// `[json.exception.type_error.302] type must be string, but is number` without its number.
std::string plain(const nlohmann::json::exception& exception) {
  const std::string_view text = exception.what();
  return std::string{text.substr(std::min(text.find("] ") + 2, text.size()))};
}

class Reader {
 public:
  Lines lines;

  /// Adds one line; `number` counts from 1. An error is what is wrong with it.
  Result<void> take(std::string_view line, std::size_t number) {
    try {
      const Json json = Json::parse(line);
      const std::string type = json.at("type");
      if (number == 1) return take_first(json, type, line);
      if (const auto sound = check_sum(json, line); !sound) return sound;
      if (type == "plan") return take_plan(json);
      if (type == "game") return take_game(json, number);
      return Error{fmt::format("unknown type `{}`", type)};
    } catch (const nlohmann::json::parse_error& error) {
      return Error{fmt::format("is no JSON from byte {} on", error.byte)};
    } catch (const nlohmann::json::exception& exception) {
      return Error{plain(exception)};
    }
  }

 private:
  Result<void> check_sum(const Json& json, std::string_view line) const {
    const bool has_sum = json.contains("sum");
    if (!has_sum && version_ >= first_with_sums) return Error{"the field `sum` is missing"};
    if (has_sum && !seal_holds(line)) return Error{"its `sum` is wrong: it was changed after it was written"};
    return {};
  }

  // The version comes before the sum: another version may have another one.
  Result<void> take_first(const Json& json, const std::string& type, std::string_view line) {
    if (type != "run") return Error{"the first line must be of type `run`"};
    version_ = json.at("journal");
    if (version_ < 1 || version_ > journal_version)
      return Error{fmt::format("journal version {} is none of 1 to {}; use the ebiri that wrote it", version_,
                               journal_version)};
    if (auto sound = check_sum(json, line); !sound) return sound;
    lines.contents.run = run_from(json);
    lines.begun = true;
    return {};
  }

  Result<void> take_plan(const Json& json) {
    auto plan = plan_from(json);
    if (!plan) return plan.error();
    lines.contents.plans.push_back(std::move(*plan));
    return {};
  }

  Result<void> take_game(const Json& json, std::size_t number) {
    auto game = game_from_json(json);
    if (!game) return game.error();
    const auto [first, is_new] = seen_.try_emplace({game->game, game->attempt}, number);
    if (!is_new)
      return Error{fmt::format("game {}, attempt {} is recorded twice, first in line {}", game->game,
                               game->attempt, first->second)};
    lines.contents.games.push_back(std::move(*game));
    return {};
  }

  static constexpr int first_with_sums = 2;

  int version_ = 0;
  std::map<std::pair<int, int>, std::size_t> seen_;  // (game, attempt) to its line
};

// What a run line looks like when its writer was stopped: then the run has not begun.
bool begins_like_a_run(std::string_view line) {
  constexpr std::string_view begin = R"({"type":"run",)";
  return begin.starts_with(line.substr(0, begin.size()));
}

Error failure(const std::filesystem::path& file, std::string_view doing) {
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(errno))};
}

}  // namespace

std::string line_of(const RunInfo& run) {
  return sealed_text({{"type", "run"},
                      {"journal", journal_version},
                      {"name", run.name},
                      {"ebiri", run.version},
                      {"variant", run.variant},
                      {"ruleset", run.ruleset},
                      {"seed", run.seed},
                      {"limit", run.limit},
                      {"openings", run.openings}});
}

std::string line_of(const PlanInfo& plan) {
  Json json{{"type", "plan"}, {"config_hash", plan.config_hash}, {"engines", plan.engines}};
  if (!plan.fingerprints.empty()) json["fingerprints"] = plan.fingerprints;
  if (!plan.announced.empty()) json["announced"] = plan.announced;
  json["pairs"] = plan.pairs;
  json["isolation"] = plan.isolation;
  json["config"] = plan.config;
  return sealed_text(json);
}

std::string line_of(const match::GameRecord& game) { return sealed(game_text(game)); }

Result<void> check_kind(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(file, ignored).type();
  if (kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found) return {};
  return Error{fmt::format("`{}` is no regular file", file.string())};
}

Result<Lines> read_lines(const std::filesystem::path& file) {
  if (const auto good = check_kind(file); !good) return good.error();
  std::ifstream input(file, std::ios::binary);
  if (!input) return failure(file, "open");
  Reader reader;
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    const bool unterminated = input.eof();
    const auto taken = reader.take(line, number);
    if (taken) {
      reader.lines.unterminated = unterminated;
      continue;
    }
    if (number == 1 && !(unterminated && begins_like_a_run(line)))
      return Error{fmt::format("{}:1: error: {}", file.string(), taken.error().message)};
    const std::string why = unterminated ? "was torn while it was written" : taken.error().message;
    reader.lines.contents.rejected.push_back(
        {.line = number, .why = why, .text = line, .torn = unterminated});
  }
  if (input.bad()) return failure(file, "read");
  return std::move(reader.lines);
}

bool Contents::plan_lost() const {
  for (const Rejected& line : rejected)
    if (!line.torn && !line.text.starts_with(R"({"type":"game",)")) return true;
  return false;
}

Result<Contents> read_journal(const std::filesystem::path& file) {
  auto lines = read_lines(file);
  if (!lines) return lines.error();
  if (!lines->begun) return Error{fmt::format("{}:1: error: nothing was recorded here yet", file.string())};
  return std::move(lines->contents);
}

}  // namespace ebiri::record

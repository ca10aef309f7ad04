#include "referee/record/kept_digest.hpp"

#include <xxhash.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>

#include "referee/record/journal_lines.hpp"
#include "referee/support/files.hpp"

// The file: `magic`, then the size of a JSON object in 8 bytes and the object, which has everything but the
// games; the games, one `Row` each; the 64-bit XXH3 of all that.

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;
using match::GameSummary;
using match::Verdict;

static_assert(std::endian::native == std::endian::little, "rows are written as they are in memory");

constexpr std::string_view magic = "ebiri digest 1\n";
constexpr std::uint8_t none = 255;

struct Row {
  std::uint64_t opening, sequence;
  std::int32_t game, pair, attempt;
  std::uint32_t south, north;  // names, by number
  std::int32_t south_seeds, north_seeds, plies;
  std::uint8_t result, cause, fault, loser, akawumbi;
  std::uint8_t unused[3];
};
static_assert(sizeof(Row) == 56);

class Names {
 public:
  std::uint32_t number_of(const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(list_.size()));
    if (is_new) list_.push_back(name);
    return found->second;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> list_;
};

Row row_of(const GameSummary& game, Names& names) {
  const auto code = [](const auto& value) { return value ? static_cast<std::uint8_t>(*value) : none; };
  return {.opening = game.opening,
          .sequence = game.sequence,
          .game = game.game,
          .pair = game.pair,
          .attempt = game.attempt,
          .south = names.number_of(game.south),
          .north = names.number_of(game.north),
          .south_seeds = game.south_seeds,
          .north_seeds = game.north_seeds,
          .plies = game.plies,
          .result = static_cast<std::uint8_t>(game.result),
          .cause = static_cast<std::uint8_t>(game.cause),
          .fault = code(game.fault),
          .loser = code(game.loser),
          .akawumbi = static_cast<std::uint8_t>(game.akawumbi ? 1 : 0),
          .unused = {}};
}

GameSummary game_of(const Row& row, const std::vector<InternedString>& names) {
  GameSummary game{.game = row.game,
                   .pair = row.pair,
                   .attempt = row.attempt,
                   .plies = row.plies,
                   .south = names.at(row.south),
                   .north = names.at(row.north),
                   .result = static_cast<Verdict::Result>(row.result),
                   .cause = static_cast<Verdict::Cause>(row.cause),
                   .fault = {},
                   .loser = {},
                   .akawumbi = row.akawumbi != 0,
                   .south_seeds = row.south_seeds,
                   .north_seeds = row.north_seeds,
                   .opening = row.opening,
                   .sequence = row.sequence};
  if (row.fault != none) game.fault = static_cast<player::Fault::Kind>(row.fault);
  if (row.loser != none) game.loser = static_cast<rules::Side>(row.loser);
  return game;
}

Json thinking_json(const match::Thinking& thinking) {
  Json list = Json::array();
  for (const auto& [engine, time] : thinking.engines())
    list.push_back({{"engine", engine},
                    {"buckets", time.moves.buckets()},
                    {"total", time.moves.total().count()},
                    {"longest", time.moves.longest().count()},
                    {"pondered", time.pondered.count()},
                    {"opponents", time.opponents.count()}});
  return list;
}

match::Thinking thinking_from(const Json& list) {
  match::Thinking thinking;
  for (const Json& one : list)
    thinking.add(one.at("engine"), {.moves = {one.at("buckets").get<std::vector<std::int64_t>>(),
                                              player::Duration{one.at("total").get<std::int64_t>()},
                                              player::Duration{one.at("longest").get<std::int64_t>()}},
                                    .pondered = player::Duration{one.at("pondered").get<std::int64_t>()},
                                    .opponents = player::Duration{one.at("opponents").get<std::int64_t>()}});
  return thinking;
}

Json head_json(const KeptDigest& kept, const std::vector<std::string>& names) {
  Json plans = Json::array(), rules = Json::array();
  for (const PlanInfo& plan : kept.digest.plans) plans.push_back(to_json(plan));
  for (const PlayedRules& one : kept.digest.rules) rules.push_back({one.variant, one.ruleset, one.first});
  return {{"version", kept.version},
          {"lines", kept.lines},
          {"bytes", kept.bytes},
          {"fingerprint", kept.fingerprint},
          {"run", to_json(kept.digest.run)},
          {"plans", plans},
          {"rules", rules},
          {"thinking", thinking_json(kept.digest.thinking)},
          {"names", names},
          {"games", kept.digest.games.size()}};
}

KeptDigest head_from(const Json& json) {
  KeptDigest kept{.digest = {},
                  .version = json.at("version"),
                  .lines = json.at("lines"),
                  .bytes = json.at("bytes"),
                  .fingerprint = json.at("fingerprint")};
  kept.digest.run = run_from_json(json.at("run")).value();
  for (const Json& plan : json.at("plans")) kept.digest.plans.push_back(plan_from_json(plan).value());
  for (const Json& one : json.at("rules")) kept.digest.rules.push_back({one.at(0), one.at(1), one.at(2)});
  kept.digest.thinking = thinking_from(json.at("thinking"));
  return kept;
}

std::string_view bytes_of(const auto& value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

std::optional<std::string> text_of(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary | std::ios::ate);
  if (!input) return std::nullopt;
  std::string text(static_cast<std::size_t>(std::max<std::streamoff>(input.tellg(), 0)), '\0');
  input.seekg(0);
  input.read(text.data(), static_cast<std::streamsize>(text.size()));
  return input ? std::optional{std::move(text)} : std::nullopt;
}

}  // namespace

std::filesystem::path digest_file(const std::filesystem::path& journal) {
  return journal.string() + ".digest";
}

std::optional<KeptDigest> load_digest(const std::filesystem::path& file,
                                      const std::function<void(std::uint64_t)>& begun) {
  const auto text = text_of(file);
  std::uint64_t sum = 0, size = 0;
  if (!text || !text->starts_with(magic) || text->size() < magic.size() + sizeof size + sizeof sum)
    return std::nullopt;
  std::string_view rest{*text};
  std::memcpy(&sum, rest.data() + rest.size() - sizeof sum, sizeof sum);
  rest.remove_suffix(sizeof sum);
  if (XXH3_64bits(rest.data(), rest.size()) != sum) return std::nullopt;
  rest.remove_prefix(magic.size());
  // From here on it is what `save_digest` wrote.
  std::memcpy(&size, rest.data(), sizeof size);
  rest.remove_prefix(sizeof size);
  const Json json = Json::parse(rest.substr(0, size));
  rest.remove_prefix(size);
  KeptDigest kept = head_from(json);
  begun(kept.bytes);
  std::vector<InternedString> names;
  for (const Json& name : json.at("names")) names.emplace_back(name.get_ref<const std::string&>());
  for (Row row; !rest.empty(); rest.remove_prefix(sizeof row)) {
    std::memcpy(&row, rest.data(), sizeof row);
    kept.digest.games.push_back(game_of(row, names));
  }
  return kept;
}

void save_digest(const std::filesystem::path& file, const KeptDigest& kept) {
  Names names;
  std::string rows;
  rows.reserve(kept.digest.games.size() * sizeof(Row));
  for (const GameSummary& game : kept.digest.games) rows += bytes_of(row_of(game, names));
  const std::string head = head_json(kept, names.list()).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text{magic};
  text += bytes_of(std::uint64_t{head.size()});
  text += head;
  text += rows;
  text += bytes_of(XXH3_64bits(text.data(), text.size()));
  (void)write_file(file, text);
}

}  // namespace ebiri::record

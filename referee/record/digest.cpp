#include "referee/record/digest.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/files.hpp"

// FILE.digest: `magic`; the size of a JSON object in 8 bytes; the object, which has everything except the
// games; the games as in memory; the 64-bit XXH3 of all these bytes.

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;
using match::GameSummary;

static_assert(std::endian::native == std::endian::little && std::is_trivially_copyable_v<GameSummary>,
              "games are written as they are in memory");

constexpr std::string_view magic = "ebiri digest 3\n";  // increment for a change of GameSummary or the JSON

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

// The texts of the interned names in the games. Their numbers differ between processes.
Json names_json(const match::GameList& games) {
  std::map<std::uint64_t, std::string> names;
  for (const GameSummary& game : games)
    for (const InternedString& name : {game.south, game.north}) names.try_emplace(name.number(), name);
  return names;
}

Json head_json(const DigestCache& cache) {
  Json plans = Json::array(), rules = Json::array();
  for (const PlanInfo& plan : cache.digest.plans) plans.push_back(line_of(plan));
  for (const PlayedRules& one : cache.digest.rules) rules.push_back({one.variant, one.ruleset, one.first});
  return {{"version", cache.digest.version},
          {"lines", cache.digest.lines},
          {"bytes", cache.bytes},
          {"fingerprint", cache.fingerprint},
          {"run", line_of(cache.digest.run)},
          {"plans", plans},
          {"rules", rules},
          {"thinking", thinking_json(cache.digest.thinking)},
          {"names", names_json(cache.digest.games)}};
}

DigestCache head_from(const Json& json) {
  DigestCache cache{.digest = {}, .bytes = json.at("bytes"), .fingerprint = json.at("fingerprint")};
  cache.digest.version = json.at("version");
  cache.digest.lines = json.at("lines");
  cache.digest.run = run_from_json(json.at("run").get<std::string>()).value();
  for (const std::string plan : json.at("plans")) cache.digest.plans.push_back(plan_from_json(plan).value());
  for (const Json& one : json.at("rules")) cache.digest.rules.push_back({one.at(0), one.at(1), one.at(2)});
  cache.digest.thinking = thinking_from(json.at("thinking"));
  return cache;
}

match::GameList games_from(std::string_view bytes, const std::map<std::uint64_t, std::string>& texts) {
  std::map<std::uint64_t, InternedString> names;
  for (const auto& [number, text] : texts) names.emplace(number, text);
  match::GameList games(bytes.size() / sizeof(GameSummary));
  std::memcpy(games.data(), bytes.data(), bytes.size());
  for (GameSummary& game : games)
    for (InternedString* name : {&game.south, &game.north}) *name = names.at(name->number());
  return games;
}

std::string_view bytes_of(const std::uint64_t& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

std::size_t Digest::add(const match::GameRecord& game) {
  thinking.add(game);
  return add(match::summary_of(game), game.variant, game.ruleset);
}

std::size_t Digest::add(const match::GameSummary& game, std::string_view variant, std::string_view ruleset) {
  games.push_back(game);
  const auto same = [&](const PlayedRules& one) { return one.variant == variant && one.ruleset == ruleset; };
  const auto place = static_cast<std::size_t>(std::ranges::find_if(rules, same) - rules.begin());
  if (place == rules.size()) rules.push_back({std::string{variant}, std::string{ruleset}, games.size() - 1});
  return place;
}

std::filesystem::path digest_file(const std::filesystem::path& journal) {
  return journal.string() + ".digest";
}

std::optional<DigestCache> load_digest(const std::filesystem::path& file) {
  const auto text = read_file(file);
  std::uint64_t sum = 0, size = 0;
  if (!text || !text->starts_with(magic) || text->size() < magic.size() + sizeof size + sizeof sum)
    return std::nullopt;
  std::string_view rest{*text};
  std::memcpy(&sum, rest.data() + rest.size() - sizeof sum, sizeof sum);
  rest.remove_suffix(sizeof sum);
  if (XXH3_64bits(rest.data(), rest.size()) != sum) return std::nullopt;
  rest.remove_prefix(magic.size());
  // The checksum is right, so the rest is as `save_digest` wrote it.
  std::memcpy(&size, rest.data(), sizeof size);
  rest.remove_prefix(sizeof size);
  const Json json = Json::parse(rest.substr(0, size));
  DigestCache cache = head_from(json);
  cache.digest.games = games_from(rest.substr(size), json.at("names"));
  return cache;
}

void save_digest(const std::filesystem::path& file, const DigestCache& cache) {
  const auto& games = cache.digest.games;
  const std::string head = head_json(cache).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text{magic};
  text += bytes_of(head.size());
  text += head;
  text.append(reinterpret_cast<const char*>(games.data()), games.size() * sizeof(GameSummary));
  text += bytes_of(XXH3_64bits(text.data(), text.size()));
  (void)write_file(file, text);
}

Result<Digest> read_digest_or_empty(const std::filesystem::path& journal, std::uint64_t min_growth,
                                    BytesRead* bytes_read) {
  auto input = LineFile::open(journal, bytes_read);
  if (!input) return input.error();
  auto cache = load_digest(digest_file(journal));
  if (cache && file_fingerprint(journal, cache->bytes) != cache->fingerprint) cache.reset();
  Digest digest;
  if (cache) {
    input->go_to(cache->bytes);
    if (bytes_read != nullptr) *bytes_read = cache->bytes;
    digest = std::move(cache->digest);
    digest.begun = true;
  }
  JournalReader reader{[&](match::GameRecord&& game) { digest.add(game); }, digest, digest.games};
  if (const auto done = reader.read(*input); !done) return done.error();
  static_cast<JournalHead&>(digest) = reader.take_head();
  const std::uint64_t bytes = input->offset();
  const bool sound = digest.begun && !digest.unterminated && digest.rejected.empty();
  if (sound && bytes - (cache ? cache->bytes : 0) >= min_growth)
    if (auto fingerprint = file_fingerprint(journal, bytes))
      save_digest(digest_file(journal), {digest, bytes, std::move(*fingerprint)});
  return digest;
}

Result<Digest> read_digest(const std::filesystem::path& journal, BytesRead* bytes_read) {
  auto read = read_digest_or_empty(journal, default_growth, bytes_read);
  if (read && !read->begun)
    return Error{
        fmt::format("{}:1: error: the journal is empty, or its first line is incomplete", journal.string())};
  return read;
}

}  // namespace ebiri::record

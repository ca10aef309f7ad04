#include "referee/described/invention.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "referee/config/yaml.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::described {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;
using std::chrono::milliseconds;
using Choices = std::vector<const char*>;

constexpr const char* lists[] = {"dropping", "lap-end", "turn-end", "end"};

const char* one_of(const Choices& words, Random& random) { return words[random.below(words.size())]; }

void set_start(json& rules, int seeds) {
  const auto side =
      rules["board"]["rows"].get<std::size_t>() * rules["board"]["columns"].get<std::size_t>() / 2;
  rules["start"]["south"] = rules["start"]["north"] = std::vector<int>(side, seeds);
}

void change_board(json& rules, Random& random) {
  const auto seeds = uniform_start(rules["start"]);
  if (!seeds) return;
  const int step = rules["board"]["rows"] == 3 ? 2 : 1;
  if (random.below(2) == 0) {
    const int columns = rules["board"]["columns"].get<int>() + (random.below(2) == 0 ? step : -step);
    rules["board"]["columns"] = std::clamp(columns, 4, 12);
    set_start(rules, *seeds);
  } else {
    set_start(rules, std::clamp(*seeds + (random.below(2) == 0 ? 1 : -1), 2, 9));
  }
}

// Changes the number that the first `makes` of a rule compares with.
bool change_number(std::string& rule, Random& random) {
  const std::size_t at = rule.find("makes ");
  if (at == std::string::npos) return false;
  const std::size_t begin = at + 6;
  const std::size_t end = std::min(rule.find_first_of(", ", begin), rule.size());
  rule.replace(begin, end - begin,
               one_of({"2", "3", "4", "5", "6", "2|3", "2|4", "3|5", "even", "odd"}, random));
  return true;
}

void change_list(json& rules, const json& known_rules, Random& random) {
  const char* list = one_of({"lap-end", "lap-end", "lap-end", "dropping", "turn-end", "end"}, random);
  json& here = rules[list];
  const json& known = known_rules[list];
  const std::uint64_t way = random.below(4);
  const std::size_t at = here.empty() ? 0 : random.below(here.size());
  if (way == 0 && here.size() > 1) {
    here.erase(at);
  } else if (way == 1 && !here.empty()) {
    std::string rule = here[at];
    if (change_number(rule, random)) here[at] = rule;
  } else if (way == 2 && here.size() > 1) {
    std::swap(here[at], here[random.below(here.size())]);
  } else if (!known.empty() && here.size() < 6) {
    here.insert(here.begin() + static_cast<std::ptrdiff_t>(at), known[random.below(known.size())]);
  }
}

void change_once(json& rules, const json& known, Random& random) {
  switch (random.below(9)) {
    case 0:
      change_board(rules, random);
      break;
    case 1:
      rules["turn"]["direction"] = one_of({"counter-clockwise", "clockwise", "choose"}, random);
      break;
    case 2:
      if (random.below(2) == 0)
        rules["sow"]["first"] = one_of({"next", "origin"}, random);
      else
        rules["sow"]["origin"] = one_of({"sow", "skip"}, random);
      break;
    case 3:
      rules["feed"] = one_of({"no", "must", "must-if-possible"}, random);
      break;
    case 4:
      rules["grand-slam"] = one_of({"takes", "takes-nothing", "leave-last", "illegal-unless-only"}, random);
      break;
    case 5:
      rules["board"]["stores"] = one_of({"none", "own", "both"}, random);
      break;
    default:
      change_list(rules, known, random);
  }
}

// The default values of all keys but the required ones and `end`.
json defaults() {
  const auto minimal = read_description({"defaults", "{game: a, board: {columns: 2}, start: 1}"});
  json rules = minimal->rules;
  rules["board"].erase("columns");
  rules.erase("start");
  rules.erase("end");
  return rules;
}

// A value in flow style.
std::string flow(const json& value) {
  if (value.is_string()) return config::yaml_text(value.get<std::string>());
  std::vector<std::string> parts;
  if (value.is_array()) {
    for (const json& item : value) parts.push_back(flow(item));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (!value.is_object()) return value.dump();
  for (const auto& [key, item] : value.items()) {
    if (!item.is_null()) parts.push_back(fmt::format("{}: {}", key, flow(item)));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

// `value` without the keys whose values are those of `defaults`.
json without(json value, const json& defaults) {
  for (const auto& [key, item] : defaults.items()) {
    if (!value.contains(key)) continue;
    if (value[key] == item)
      value.erase(key);
    else if (item.is_object())
      value[key] = without(value[key], item);
  }
  return value;
}

std::string start_text(const json& start) {
  const auto seeds = uniform_start(start);
  const bool simple = start["stores"] == json{0, 0} && start["first"] == "south" && start["marks"].empty();
  if (simple && seeds) return std::to_string(*seeds);
  return simple && start["south"] == start["north"] ? flow(start["south"]) : flow(start);
}

// Searches for games until `end`: changes the model, or good games that were already found.
Inventions screen(const Description& model, const std::vector<Description>& library,
                  const InventSettings& settings, Clock::time_point end) {
  constexpr double least_quality = 0.35;
  const json known = rules_by_list(library);
  std::set<std::string> seen{model.hash()};
  for (const Description& game : library) seen.insert(game.hash());
  Inventions found;
  std::mutex mutex;  // of `found` and `seen`
  parallel_for(settings.jobs, settings.jobs, [&](std::size_t thread) {
    Random random{derive_seed({settings.seed, thread})};
    while (Clock::now() < end) {
      std::unique_lock lock(mutex);
      const bool of_model = found.games.empty() || random.below(2) == 0;
      const Description parent = of_model ? model : found.games[random.below(found.games.size())].description;
      lock.unlock();
      auto made = changed(parent, known, random);
      if (!made) continue;
      lock.lock();
      const bool is_new = seen.insert(made->hash()).second;
      lock.unlock();
      if (!is_new) continue;
      const auto rules = rules_of(*made, made->game);
      Trial trial = try_game(*described_game(*rules), {.time = milliseconds(1000),
                                                       .max_games = 20,
                                                       .strong_nodes = 200,
                                                       .weak_nodes = 10,
                                                       .seed = random.next()});
      const double quality = trial.uneven.games < 4 ? 0 : described::quality(trial);
      lock.lock();
      ++found.screened;
      if (quality > least_quality) found.games.push_back({*std::move(made), std::move(trial), quality});
    }
  });
  return found;
}

void keep_best(std::vector<InventedGame>& games, std::size_t count) {
  std::ranges::stable_sort(games, std::ranges::greater{}, &InventedGame::quality);
  if (games.size() > count) games.resize(count);
}

// Tries all games again, for longer, until about `end`.
void try_again(std::vector<InventedGame>& games, unsigned jobs, Clock::time_point end) {
  if (games.empty()) return;
  const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
  const auto share = std::clamp<milliseconds>(left * jobs / static_cast<int>(games.size()), milliseconds(500),
                                              milliseconds(30'000));
  parallel_for(games.size(), jobs, [&](std::size_t i) {
    const auto rules = rules_of(games[i].description, games[i].description.game);
    games[i].trial = try_game(*described_game(*rules), {.time = share});
    games[i].quality = quality(games[i].trial);
  });
}

}  // namespace

nlohmann::json rules_by_list(const std::vector<Description>& library) {
  json known = json::object();
  for (const char* list : lists) known[list] = json::array();
  for (const Description& game : library) {
    for (const char* list : lists)
      known[list].insert(known[list].end(), game.rules[list].begin(), game.rules[list].end());
  }
  return known;
}

std::optional<Description> changed(const Description& model, const json& known, Random& random) {
  json rules = model.rules;
  for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) change_once(rules, known, random);
  auto read = read_canonical(rules.dump());
  if (!read) return std::nullopt;
  read->game = "invented";
  return *std::move(read);
}

std::string description_text(const Description& description) {
  std::string text = fmt::format("game: {}\n", description.game);
  if (description.title != description.game) text += fmt::format("title: {}\n", flow(description.title));
  if (!description.source.empty()) text += fmt::format("source: {}\n", flow(description.source));
  if (!description.decided.empty()) {
    text += "decided:\n";
    for (const std::string& line : description.decided) text += fmt::format("  - {}\n", flow(line));
  }
  if (!description.rated) text += "rated: false\n";
  const json rules = without(description.rules, defaults());
  for (const char* key : {"board", "start", "turn", "sow", "dropping", "lap-end", "turn-end", "feed",
                          "grand-slam", "end", "swap", "rounds", "limits"}) {
    if (!rules.contains(key)) continue;
    const json& value = rules[key];
    if (value.is_array()) {
      text += fmt::format("{}:\n", key);
      for (const json& rule : value) text += fmt::format("  - {}\n", rule.get<std::string>());
    } else {
      const bool start = key == std::string_view("start");
      text += fmt::format("{}: {}\n", key, start ? start_text(value) : flow(value));
    }
  }
  return text;
}

Inventions invent(const Description& model, const std::vector<Description>& library,
                  const InventSettings& settings) {
  const auto begin = Clock::now();
  Inventions found = screen(model, library, settings, begin + settings.time * 3 / 5);
  keep_best(found.games, 2 * settings.count);
  try_again(found.games, settings.jobs, begin + settings.time);
  keep_best(found.games, settings.count);
  return found;
}

}  // namespace ebiri::described

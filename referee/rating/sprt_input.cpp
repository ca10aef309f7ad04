#include "referee/rating/sprt_input.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <numeric>

#include "referee/support/text.hpp"

namespace ebiri::rating {

namespace {

constexpr std::int64_t max_units = 1'000'000'000'000;

// Parses whole numbers separated by commas.
template <class Counts>
std::optional<Counts> parse_counts(const std::string& text) {
  Counts counts{};
  const auto parts = split(text, ',');
  if (parts.size() != counts.size()) return std::nullopt;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto number = parse_integer<std::int64_t>(trim(parts[k]));
    if (!number || *number < 0 || *number > max_units) return std::nullopt;
    counts[k] = *number;
  }
  return counts;
}

// Parses the results of games; errors go to `problems`.
template <class Counts>
std::optional<SprtResults> results_of(const std::string& option, const std::string& text,
                                      const char* expected, std::vector<std::string>& problems) {
  const auto counts = parse_counts<Counts>(text);
  if (!counts) {
    problems.push_back(fmt::format("`{} {}`: expected {}", option, printable(text, 80), expected));
    return std::nullopt;
  }
  if (std::accumulate(counts->begin(), counts->end(), std::int64_t{0}) == 0) {
    problems.push_back(fmt::format("`{} {}`: expected at least one result", option, text));
    return std::nullopt;
  }
  return SprtResults{*counts};
}

}  // namespace

std::optional<SprtResults> read_results(const std::string& pentanomial, const std::string& results,
                                        SprtModel model, std::vector<std::string>& problems) {
  if (pentanomial.empty() == results.empty()) {
    problems.emplace_back(
        "expected one of CONFIG, --baseline with --candidate, --pentanomial LL,LD,DD+WL,WD,WW, and "
        "--results L,D,W");
    return std::nullopt;
  }
  if (!results.empty()) {
    return results_of<Trinomial>("--results", results,
                                 "losses, draws and wins of games: three whole numbers such as 935,456,1021",
                                 problems);
  }
  if (model == SprtModel::bayesian) {
    problems.emplace_back(
        "`--model bayesian` needs single games: expected --results L,D,W, since pairs do not distinguish "
        "two draws from a win and a loss");
  }
  return results_of<Pentanomial>(
      "--pentanomial", pentanomial,
      "opening pairs by points 0, 1/2, 1, 3/2, 2: five whole numbers such as 61,214,603,248,80", problems);
}

}  // namespace ebiri::rating

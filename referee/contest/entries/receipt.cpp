#include "referee/contest/entries/receipt.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::string_view first_line = "ebiri contest receipt 1";
constexpr std::array<std::string_view, 8> fields{"contest", "team", "number", "tree",
                                                 "time",    "line", "hash",   "signature"};

std::string signed_text(const Receipt& receipt) {
  return fmt::format("{}\ncontest {}\nteam {}\nnumber {}\ntree {}\ntime {}\nline {}\nhash {}\n", first_line,
                     receipt.contest, receipt.team, receipt.number, receipt.tree,
                     record::format_time(receipt.at), receipt.line, receipt.hash);
}

std::optional<Receipt> receipt_of(const std::array<std::string, fields.size()>& values) {
  const auto number = parse_integer<int>(values[2]);
  const auto at = record::parse_time(values[4]);
  const auto line = parse_integer<std::size_t>(values[5]);
  if (!number || !at || !line) return std::nullopt;
  return Receipt{.contest = values[0],
                 .team = values[1],
                 .number = *number,
                 .tree = values[3],
                 .at = *at,
                 .line = *line,
                 .hash = values[6],
                 .signature = values[7]};
}

}  // namespace

std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key) {
  const Submitted& submitted = submission.submitted;
  const std::string text = signed_text({.contest = contest,
                                        .team = submitted.team,
                                        .number = submitted.number,
                                        .tree = submitted.tree,
                                        .at = submission.at,
                                        .line = submission.line,
                                        .hash = submission.hash});
  return text + "signature " + key.sign(text) + "\n";
}

Result<std::vector<Receipt>> read_receipts(std::string_view text) {
  std::vector<Receipt> receipts;
  const auto lines = split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (trim(lines[i]) != first_line) continue;
    const std::size_t begin = i;
    std::array<std::string, fields.size()> values;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      const std::string_view line = ++i < lines.size() ? trim(lines[i]) : std::string_view{};
      const auto space = line.find(' ');
      if (space == line.npos || line.substr(0, space) != fields[field])
        return Error{fmt::format("line {}: expected `{} …`", i + 1, fields[field])};
      values[field] = trim(line.substr(space));
    }
    auto receipt = receipt_of(values);
    if (!receipt)
      return Error{
          fmt::format("line {}: `number`, `time` or `line` of the receipt cannot be read", begin + 1)};
    receipts.push_back(std::move(*receipt));
  }
  if (receipts.empty()) return Error{fmt::format("no receipt found: no line is `{}`", first_line)};
  return receipts;
}

std::string receipt_problem(const Receipt& receipt, const Opened& opened,
                            const std::vector<HistoryLine>& lines) {
  if (!is_signed(signed_text(receipt), receipt.signature, opened.public_key))
    return "it is not signed with the announced key";
  if (receipt.contest != opened.name) return fmt::format("it is from the contest `{}`", receipt.contest);
  if (receipt.line == 0 || receipt.line > lines.size())
    return fmt::format("it refers to line {}, but the history has {} lines", receipt.line, lines.size());
  const HistoryLine& line = lines[receipt.line - 1];
  if (line.hash != receipt.hash)
    return fmt::format("line {} of the history has another hash: it was changed after the receipt was made",
                       receipt.line);
  const auto* submitted = std::get_if<Submitted>(&line.event);
  if (submitted == nullptr || submitted->team != receipt.team || submitted->number != receipt.number ||
      submitted->tree != receipt.tree || line.at != receipt.at)
    return fmt::format("line {} of the history is not about this submission", receipt.line);
  return {};
}

}  // namespace ebiri::contest

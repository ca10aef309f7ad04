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

std::string signed_text(const std::string& contest, const Submission& submission) {
  const Submitted& submitted = submission.submitted;
  return fmt::format("{}\ncontest {}\nteam {}\nnumber {}\ntree {}\ntime {}\nline {}\nhash {}\n", first_line,
                     contest, submitted.team, submitted.number, submitted.tree,
                     record::format_time(submission.at), submission.line, submission.hash);
}

std::optional<Receipt> receipt_of(const std::array<std::string, fields.size()>& values) {
  const auto number = parse_integer<int>(values[2]);
  const auto at = record::parse_time(values[4]);
  const auto line = parse_integer<std::size_t>(values[5]);
  if (!number || !at || !line) return std::nullopt;
  const Submitted submitted{.team = values[1], .number = *number, .tree = values[3]};
  return Receipt{values[0],
                 {.submitted = submitted, .at = *at, .line = *line, .hash = values[6]},
                 values[7]};
}

}  // namespace

std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key) {
  const std::string text = signed_text(contest, submission);
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
  const Submission& claimed = receipt.submission;
  if (!is_signed(signed_text(receipt.contest, claimed), receipt.signature, opened.public_key))
    return "it is not signed with the announced key";
  if (receipt.contest != opened.name) return fmt::format("it is from the contest `{}`", receipt.contest);
  if (claimed.line == 0 || claimed.line > lines.size())
    return fmt::format("it refers to line {}, but the history has {} lines", claimed.line, lines.size());
  const HistoryLine& line = lines[claimed.line - 1];
  if (line.hash != claimed.hash)
    return fmt::format("line {} of the history has another hash: it was changed after the receipt was made",
                       claimed.line);
  const auto* submitted = std::get_if<Submitted>(&line.event);
  if (submitted == nullptr || submitted->team != claimed.submitted.team ||
      submitted->number != claimed.submitted.number || submitted->tree != claimed.submitted.tree ||
      line.at != claimed.at)
    return fmt::format("line {} of the history is not about this submission", claimed.line);
  return {};
}

}  // namespace ebiri::contest

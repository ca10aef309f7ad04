// Receipts: a team's proof that its submission is in the history, and where.
//
// A receipt is a few lines of text that the contest's key has signed. It holds the number and the SHA-256 of
// the history's line, so that no host can change that line, one before it, or their order without
// contradicting the receipt. It follows from the history and the key, and can be made again at any time.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/contest/entries/history.hpp"
#include "referee/contest/entries/signature.hpp"

namespace ebiri::contest {

struct Receipt {
  std::string contest, team;
  int number = 1;    ///< of the team's submission
  std::string tree;  ///< its digest
  Time at{};
  std::size_t line = 1;   ///< of the history, from 1
  std::string hash;       ///< SHA-256 of that line
  std::string signature;  ///< 128 hex digits
};

/// A submission's receipt as text, several lines.
std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key);

/// All receipts in a text. Lines around them, and white space at the ends of lines, do not matter. An error
/// names the line of a receipt that cannot be read, or says that there is none.
Result<std::vector<Receipt>> read_receipts(std::string_view text);

/// What contradicts a receipt: a signature that the announced key has not made, or the history. One sentence;
/// empty if it is in order.
std::string receipt_problem(const Receipt& receipt, const Opened& opened,
                            const std::vector<HistoryLine>& lines);

}  // namespace ebiri::contest

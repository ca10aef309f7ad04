// Receipts: a team's proof of the place of its submission in the history.
//
// A receipt is a few lines of text, signed with the contest's key. It has the number and the SHA-256 of the
// submission's line in the history. A host who changes that line, an earlier one or their order contradicts
// the receipt. A receipt follows from the history and the key, and can be made again at any time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/contest/entries/history.hpp"
#include "referee/contest/entries/signature.hpp"

namespace ebiri::contest {

struct Receipt {
  std::string contest;
  Submission submission;  ///< its team, number, tree, date, line and hash
  std::string signature;  ///< 128 hex digits
};

/// A submission's receipt as text, several lines.
std::string receipt_text(const std::string& contest, const Submission& submission, const SigningKey& key);

/// Reads all receipts in a text. Other lines, and white space at the ends of lines, are ignored. An error
/// names the line of an invalid receipt, or says that there is no receipt.
Result<std::vector<Receipt>> read_receipts(std::string_view text);

/// The problem with a receipt, one sentence: it is not signed with the announced key, or the history
/// contradicts it. Empty if there is none.
std::string receipt_problem(const Receipt& receipt, const Opened& opened,
                            const std::vector<HistoryLine>& lines);

}  // namespace ebiri::contest

// The oracle: questions about positions, answered in bulk as JSON Lines.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// Answers each line of a stream, `{"position": "…", "moves": ["…", …]}`, by one line, however the stream is
/// cut into pieces. One thread.
class Oracle {
 public:
  /// Is given whole lines; false: nobody takes them any more.
  using Write = std::function<bool(std::string_view answers)>;

  /// `rules` must outlive it.
  Oracle(const rules::Rules& rules, Write write) : rules_(rules), write_(std::move(write)) {}

  /// Answers every line that ends in `bytes`. False: nobody takes the answers.
  bool take(std::string_view bytes);

  /// A last line may lack its newline.
  bool finish();

 private:
  void keep(std::string_view part);
  bool end_line(std::string_view rest);
  Result<void> answer(std::string_view line);
  bool flush();

  const rules::Rules& rules_;
  Write write_;
  std::string kept_;  // the beginning of a line whose end has not come yet
  bool too_long_ = false;
  std::string answers_;
};

}  // namespace ebiri::explain

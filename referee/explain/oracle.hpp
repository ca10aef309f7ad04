// The oracle, which answers queries about many positions as JSON Lines.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// Answers each line of a stream, `{"position": "…", "moves": ["…", …]}`, with one line. The stream may
/// arrive in pieces that end at any byte. Not thread-safe.
class Oracle {
 public:
  /// Writes whole lines. Returns false if the reader has closed the stream.
  using Write = std::function<bool(std::string_view answers)>;

  /// `rules` must outlive it.
  Oracle(const rules::Rules& rules, Write write) : rules_(rules), write_(std::move(write)) {}

  /// Answers every line whose end is in `bytes`. Returns false if `write` does.
  bool take(std::string_view bytes);

  /// Answers a last line without a newline.
  bool finish();

 private:
  void keep(std::string_view part);
  bool end_line(std::string_view rest);
  Result<void> answer(std::string_view line);
  bool flush();

  const rules::Rules& rules_;
  Write write_;
  std::string kept_;  // the beginning of an incomplete line
  bool too_long_ = false;
  std::string answers_;
};

}  // namespace ebiri::explain

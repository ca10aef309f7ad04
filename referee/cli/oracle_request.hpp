// One question to the oracle: a line of JSON read strictly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::cli {

struct OracleRequest {
  std::string position;            ///< empty: the start
  std::vector<std::string> moves;  ///< to be played first

  bool operator==(const OracleRequest&) const = default;
};

/// Reads `{"position": "…", "moves": ["…", …]}`; both keys may be absent, no other key, no duplicate and
/// no other type is accepted. The error says where and what.
Result<OracleRequest> read_request(std::string_view line);

}  // namespace ebiri::cli

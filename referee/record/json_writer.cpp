#include "referee/record/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ebiri::record {

void JsonWriter::operator()(std::string_view value) {
  const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
  if (!std::all_of(value.begin(), value.end(), plain)) {
    text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  text_ += '"';
  text_ += value;
  text_ += '"';
}

void JsonWriter::operator()(double value) {
  constexpr double exact = 1e15;
  const bool whole = std::fabs(value) < exact && value == std::trunc(value);
  if (!whole || (value == 0 && std::signbit(value))) {
    text_ += nlohmann::json(value).dump();
    return;
  }
  (*this)(static_cast<std::int64_t>(value));
  text_ += ".0";
}

}  // namespace ebiri::record

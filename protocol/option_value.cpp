// Checks values of options against what the engine announced.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/ugi.hpp"
#include "referee/support/text.hpp"

namespace ebiri::protocol::ugi {

namespace {

// Whether `value` is a T, and within those bounds that are a T.
template <class T>
bool fits(const OptionOffer& option, std::string_view value) {
  const auto bound = [](const std::optional<std::string>& text) {
    return text ? parse_integer<T>(*text) : std::nullopt;
  };
  const auto number = parse_integer<T>(value);
  return number && *number >= bound(option.min).value_or(*number) &&
         *number <= bound(option.max).value_or(*number);
}

bool fits_spin(const OptionOffer& option, std::string_view value) {
  if (parse_integer<std::int64_t>(value)) return fits<std::int64_t>(option, value);
  // Larger numbers need a bound, because many engines cannot read them.
  return option.max && parse_integer<std::uint64_t>(*option.max) && fits<std::uint64_t>(option, value);
}

// The values of `option` in words, if `value` is none of them.
std::string expected_instead(const OptionOffer& option, std::string_view value) {
  if (option.type == "spin" && !fits_spin(option, value))
    return "a number" + (option.min ? " from " + *option.min : "") + (option.max ? " to " + *option.max : "");
  if (option.type == "check" && value != "true" && value != "false") return "`true` or `false`";
  if (option.type == "combo" && std::ranges::find(option.vars, value) == option.vars.end())
    return "one of " + join(option.vars, " ");
  return {};
}

}  // namespace

Result<void> check_value(const OptionOffer& option, std::string_view value) {
  const std::string expected = expected_instead(option, value);
  if (expected.empty()) return {};
  return Error{"option `" + option.name + "` needs " + expected + ", got `" + printable(value, 60) + "`"};
}

Result<void> check_option(const std::vector<OptionOffer>& announced, std::string_view name,
                          std::string_view value) {
  if (const auto* option = find_by(announced, name, &OptionOffer::name)) return check_value(*option, value);
  return Error{fmt::format("does not announce the option `{}`{}", name,
                           suggestion(name, mapped(announced, &OptionOffer::name)))};
}

}  // namespace ebiri::protocol::ugi

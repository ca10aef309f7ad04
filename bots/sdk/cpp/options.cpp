#include <algorithm>
#include <cassert>

#include "bots/sdk/cpp/bot.hpp"
#include "referee/support/text.hpp"

namespace ebiri::sdk {

namespace {

Error refused(const protocol::OptionOffer& option, std::string_view expected, std::string_view value) {
  return {"option `" + option.name + "` needs " + std::string(expected) + ", got `" + printable(value, 60) +
          "`"};
}

Result<void> check_spin(const protocol::OptionOffer& option, std::string_view value) {
  const auto number = parse_integer<std::int64_t>(value);
  const auto bound = [](const std::optional<std::string>& text, std::int64_t none) {
    return text ? parse_integer<std::int64_t>(*text).value_or(none) : none;
  };
  const std::int64_t least = bound(option.min, INT64_MIN);
  const std::int64_t most = bound(option.max, INT64_MAX);
  if (number && *number >= least && *number <= most) return {};
  return refused(option, "a number from " + std::to_string(least) + " to " + std::to_string(most), value);
}

Result<void> check(const protocol::OptionOffer& option, std::string_view value) {
  if (option.type == "spin") return check_spin(option, value);
  if (option.type == "check" && value != "true" && value != "false") {
    return refused(option, "`true` or `false`", value);
  }
  if (option.type == "combo" &&
      std::find(option.vars.begin(), option.vars.end(), value) == option.vars.end()) {
    return refused(option, "one of " + join(option.vars, " "), value);
  }
  return {};
}

}  // namespace

Options::Options(const std::vector<protocol::OptionOffer>& declared) : options_(declared) {
  for (auto& option : options_) option.fallback = option.fallback.value_or("");
}

Result<void> Options::set(std::string_view name, std::string_view value) {
  auto* const option = find_by(options_, name, &protocol::OptionOffer::name);
  if (option == nullptr)
    return Error{"unknown option `" + printable(name, 60) + "`" +
                 suggestion(name, mapped(options_, &protocol::OptionOffer::name))};
  if (auto checked = check(*option, value); !checked) return checked.error();
  option->fallback = value;
  return {};
}

const std::string& Options::text(std::string_view name) const {
  const auto* const option = find_by(options_, name, &protocol::OptionOffer::name);
  assert(option != nullptr);
  return *option->fallback;
}

std::int64_t Options::number(std::string_view name) const {
  const auto value = parse_integer<std::int64_t>(text(name));
  assert(value);
  return value.value_or(0);
}

}  // namespace ebiri::sdk

#include <cassert>

#include "bots/sdk/cpp/bot.hpp"
#include "protocol/ugi.hpp"
#include "referee/support/text.hpp"

namespace ebiri::sdk {

Options::Options(const std::vector<protocol::OptionOffer>& declared) : options_(declared) {
  for (auto& option : options_) option.fallback = option.fallback.value_or("");
}

Result<void> Options::set(std::string_view name, std::string_view value) {
  auto* const option = find_by(options_, name, &protocol::OptionOffer::name);
  if (option == nullptr)
    return Error{"unknown option `" + printable(name, 60) + "`" +
                 suggestion(name, mapped(options_, &protocol::OptionOffer::name))};
  if (auto checked = protocol::ugi::check_value(*option, value); !checked) return checked.error();
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

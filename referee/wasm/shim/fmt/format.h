// The part of fmt that the rules use: `{}`, `{:>N}`, `{:<N}` and `{:02x}`, in a fortieth of the code.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace fmt {

/// One argument as text, with its value if it is a number.
struct Argument {
  std::string text;
  unsigned long long number = 0;
};

template <class T>
Argument argument(const T& value) {
  if constexpr (std::same_as<T, char>)
    return {std::string(1, value)};
  else if constexpr (std::integral<T>)
    return {std::to_string(value), static_cast<unsigned long long>(value)};
  else
    return {std::string(std::string_view(value))};
}

std::string format_arguments(std::string_view format, std::initializer_list<Argument> arguments);

template <class... Arguments>
std::string format(std::string_view format, const Arguments&... arguments) {
  return format_arguments(format, {argument(arguments)...});
}

}  // namespace fmt

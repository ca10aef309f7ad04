// Result: a value or an error.
//
// Replaces `std::expected` of C++23, which clang-tidy 14 does not accept with the library of g++ 12, the
// oldest supported compiler.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace ebiri {

/// A failure. `message` is for the user, usually one sentence that says what was expected and what was found.
/// It begins with a lower-case letter. Its names are in backticks. A single sentence has no full stop.
struct Error {
  /// The cause of the error. Only functions whose description names the kind `arguments` set it; all others
  /// leave it at `system`.
  enum class Kind : unsigned char {
    system,     ///< a system error: files, processes, the network
    arguments,  ///< invalid arguments or config, which the user can change
  };

  std::string message;
  Kind kind = Kind::system;

  bool operator==(const Error&) const = default;
};

/// Holds either a `T` or an `Error`. Reading the side that is not held is a bug (assert).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  T& value() & {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(*this);
    return std::move(*std::get_if<0>(&state_));
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    assert(!*this);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an `Error`.
template <>
class [[nodiscard]] Result<void> : Result<std::monostate> {
 public:
  using Result<std::monostate>::operator bool;
  using Result<std::monostate>::error;

  Result() : Result<std::monostate>(std::monostate{}) {}
  Result(Error error) : Result<std::monostate>(std::move(error)) {}
};

}  // namespace ebiri

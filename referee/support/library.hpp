// C libraries that are loaded when they are first used: most runs need none of them, and loading takes time
// and memory.
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include "referee/support/result.hpp"

namespace ebiri {

/// A shared library. Any thread.
class Library {
 public:
  /// `file`: as the dynamic linker finds it, `libcrypto.so.3`.
  explicit constexpr Library(const char* file) : file_(file) {}

  /// Loads it, unless it is there. An error says what is missing.
  Result<void> load();

  /// The address of a function. Throws MachineFailure if it, or the library, is missing.
  void* find(const char* function);

 private:
  const char* file_;
  std::atomic<void*> handle_ = nullptr;
};

/// A function of a library, called as if the library were linked. Any thread.
template <class Function>
class Late {
 public:
  constexpr Late(Library& library, const char* name) : library_(library), name_(name) {}
  Late(const Late&) = delete;
  Late& operator=(const Late&) = delete;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return address()(std::forward<Arguments>(arguments)...);
  }

  /// For who calls it back.
  Function* address() const {
    void* address = address_.load(std::memory_order_relaxed);
    if (address == nullptr) address_.store(address = library_.find(name_), std::memory_order_relaxed);
    return reinterpret_cast<Function*>(address);
  }

 private:
  Library& library_;
  const char* name_;
  mutable std::atomic<void*> address_ = nullptr;
};

/// Declares a function of a C library, with the type that its header gives it, in the namespace where this
/// stands: what is called there by its name is found there first.
#define EBIRI_LATE(library, name) inline constinit const ::ebiri::Late<decltype(::name)> name{library, #name};

}  // namespace ebiri

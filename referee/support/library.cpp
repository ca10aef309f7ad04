#include "referee/support/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "referee/support/failure.hpp"

namespace ebiri {

Result<void> Library::load() {
  if (handle_.load() != nullptr) return {};
  void* handle = ::dlopen(file_, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    return Error{fmt::format("cannot load {} ({}): install it, or build ebiri anew", file_, ::dlerror())};
  handle_.store(handle);
  return {};
}

void* Library::find(const char* function) {
  if (const auto loaded = load(); !loaded) throw MachineFailure{loaded.error().message};
  void* address = ::dlsym(handle_.load(), function);
  if (address == nullptr) throw MachineFailure{fmt::format("{} has no function `{}`", file_, function)};
  return address;
}

}  // namespace ebiri

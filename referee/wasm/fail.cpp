// Fatal errors of the module: each calls `ebiri.fail`, which throws an exception in the page. The module
// must not be used after that.
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

extern "C" {

[[noreturn]] __attribute__((import_module("ebiri"), import_name("fail"))) void ebiri_fail(const char* text,
                                                                                          std::size_t size);

namespace {

[[noreturn]] void fail(std::string_view text) { ebiri_fail(text.data(), text.size()); }

}  // namespace

_Noreturn void abort() { fail("the program stopped"); }
[[noreturn]] void abort_message(const char* text, ...) { fail(text); }
_Noreturn void __assert_fail(const char* condition, const char*, int, const char*) { fail(condition); }
void __cxa_pure_virtual() { fail("a pure virtual function was called"); }

}  // extern "C"

namespace std {
inline namespace __2 {
[[noreturn]] void __libcpp_verbose_abort(const char* text, ...) { fail(text); }
}  // namespace __2
}  // namespace std

// Replaces the function of libc++abi 14, which accesses memory out of bounds when memory is exhausted.
void* operator new(std::size_t size) {
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  fail("there is not enough memory");
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#include "referee/record/seal.hpp"

#include <fmt/format.h>

#include <cassert>

namespace ebiri::record {

namespace {

std::string seal_of(std::string_view text) { return fmt::format(R"(,"sum":"{}"}})", fingerprint(text)); }

}  // namespace

std::string fingerprint(std::string_view text) { return fingerprint_text(Fnv{} << text); }

std::string fingerprint_text(const Fnv& hash) { return fmt::format("{:016x}", hash.value()); }

std::string sealed(std::string object) {
  assert(object.ends_with('}'));
  object.pop_back();
  return object + seal_of(object);
}

bool seal_holds(std::string_view line) {
  const std::size_t size = seal_of("").size();
  if (line.size() < size) return false;
  const std::string_view text = line.substr(0, line.size() - size);
  return line.substr(text.size()) == seal_of(text);
}

}  // namespace ebiri::record

#pragma once

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace hrfcheck::test {

/// How many random programs to look at: SIMT_TESTS, or a slice.
inline unsigned testsAsked(unsigned slice) {
  const char* const text = std::getenv("SIMT_TESTS");
  unsigned asked = slice;
  if (text != nullptr) {
    const std::string_view digits(text);
    std::from_chars(digits.data(), digits.data() + digits.size(), asked);
  }
  return asked;
}

}  // namespace hrfcheck::test

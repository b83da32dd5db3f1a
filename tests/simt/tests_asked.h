#pragma once

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "support/slice.h"

namespace hrfcheck::test {

/// How many random programs to look at: SIMT_TESTS, or a slice, of which sanitizers get a share.
inline unsigned testsAsked(unsigned slice) {
  const char* const text = std::getenv("SIMT_TESTS");
  unsigned asked = static_cast<unsigned>(shareOf(slice));
  if (text != nullptr) {
    const std::string_view digits(text);
    std::from_chars(digits.data(), digits.data() + digits.size(), asked);
  }
  return asked;
}

}  // namespace hrfcheck::test

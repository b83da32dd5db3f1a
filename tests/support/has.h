#pragma once

#include <string>

namespace hrfcheck::test {

/// Whether a text contains another one.
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace hrfcheck::test

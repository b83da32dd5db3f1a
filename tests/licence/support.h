#pragma once

#include <memory>
#include <string>

#include "cat/library.h"

namespace hrfcheck::test {

/// A model of these definitions and checks.
inline Model modelOfChecks(const std::string& text) {
  return parseModel(std::make_shared<const Source>("test.cat", "\"test\"\n" + text), {});
}

}  // namespace hrfcheck::test

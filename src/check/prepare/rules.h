#pragma once

#include <cstdint>

namespace hrfcheck::inline check {

/// Which rules may leave something out of a test.
enum class Rules : std::uint8_t {
  Licensed,   ///< those that a property of the model licenses
  Unsettled,  ///< the same, but for settled memory (program/settle)
  Plain       ///< none: loops are bounded, reads return whatever somebody writes (`--plain`)
};

}  // namespace hrfcheck::inline check

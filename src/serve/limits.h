#pragma once

#include <cstddef>

namespace hrfcheck::inline serve {

/// What those who use a page may ask of this machine.
struct ServeLimits {
  double seconds = 10;                     ///< for one test under one model, at most
  std::size_t memory = 2048;               ///< MiB that one question may hold
  std::size_t running = 2;                 ///< questions that are worked on at once
  std::size_t waiting = 64;                ///< questions that wait for others; more are refused
  std::size_t largestText = 256U << 10U;   ///< bytes of a test
  std::size_t largestAnswer = 16U << 20U;  ///< bytes
};

}  // namespace hrfcheck::inline serve

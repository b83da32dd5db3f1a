#pragma once

#include <cstddef>
#include <string>

#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::inline util {

/// What a text that is read may be, and how long reading it may take.
struct ReadLimits {
  std::size_t largest = 64U << 20U;  ///< bytes; far beyond any test, and small enough for 32-bit offsets
  bool pipes = true;                 ///< whether pipes are read (`<(...)` of a shell), or files alone
  Deadline deadline = {};            ///< a pipe whose writer is slow is given up when it has expired
};

/// Reads a whole file, or standard input for "-". Folders, devices and sockets are refused, and so are pipes
/// without a writer: reading never hangs. (readSource of util/source.h is this without a deadline.)
/// @throws UserError when it cannot be read, or is larger than the limits allow
SourcePtr readSource(const std::string& path, const ReadLimits& limits);

}  // namespace hrfcheck::inline util

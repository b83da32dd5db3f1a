#pragma once

#include <stdexcept>

namespace hrfcheck::inline verify {

/// Why a certificate is not accepted.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace hrfcheck::inline verify

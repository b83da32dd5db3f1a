#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace hrfcheck::inline util {

/// An error of ours, not of the user: a broken invariant of the checker itself.
/// Thrown in every build type; the command line reports it with its place and asks for a bug report.
class InternalError : public std::logic_error {
 public:
  explicit InternalError(const std::string& what) : std::logic_error(what) {}
};

[[noreturn]] void failInvariant(const char* condition, const std::string& why,
                                std::source_location where = std::source_location::current());

}  // namespace hrfcheck::inline util

/// Checks `cond` in every build type; throws InternalError with `why` when it does not hold.
#define INVARIANT(cond, why)                 \
  do {                                       \
    if (!(cond)) {                           \
      ::hrfcheck::failInvariant(#cond, why); \
    }                                        \
  } while (false)

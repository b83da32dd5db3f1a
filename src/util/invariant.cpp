#include "util/invariant.h"

#include <fmt/format.h>

namespace hrfcheck::inline util {

void failInvariant(const char* condition, const std::string& why, std::source_location where) {
  throw InternalError(fmt::format("{}:{}: invariant '{}' does not hold: {}", where.file_name(), where.line(),
                                  condition, why));
}

}  // namespace hrfcheck::inline util

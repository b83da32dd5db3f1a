#include "util/hash.h"

#include <fmt/format.h>

namespace hrfcheck::inline util {

std::string hashText(std::string_view text) {
  return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace hrfcheck::inline util

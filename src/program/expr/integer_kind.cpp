#include "program/expr/integer_kind.h"

namespace hrfcheck::inline program {

Value wrapped(Value value, IntegerKind kind) {
  if (kind.bits >= 64) {
    return value;
  }
  const std::uint64_t mask = (std::uint64_t{1} << kind.bits) - 1;
  const std::uint64_t low = static_cast<std::uint64_t>(value) & mask;
  const bool negative = kind.isSigned && ((low >> (kind.bits - 1U)) & 1U) != 0;
  return static_cast<Value>(negative ? low | ~mask : low);
}

bool contains(IntegerKind outer, IntegerKind inner) {
  if (outer.bits >= 64) {
    return true;  // every number is held as a number of 64 bits
  }
  return inner.isSigned ? outer.isSigned && inner.bits <= outer.bits
                        : inner.bits < outer.bits || (inner.bits == outer.bits && !outer.isSigned);
}

}  // namespace hrfcheck::inline program

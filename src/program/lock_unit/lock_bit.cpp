#include "program/lock_unit/lock_bit.h"

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline program {

LockBit lockBitOf(const Program& program, ThreadId thread, LocationId word, std::uint32_t lockBits) {
  const std::uint64_t number = program.locations[word].byteAddress / kBytesPerWord;
  return {lockGroupOf(program, thread), lockBits == 0 ? number : number % lockBits};
}

ScopeInstanceId lockGroupOf(const Program& program, ThreadId thread) {
  return program.scopes.instanceOf(thread, std::min(kGroupLevel, outermostLevel(program.scopes)));
}

std::vector<LocationId> wordsNamedBy(const Program& program, const Expr& address) {
  const auto known = constantValue(address);
  const auto at = known ? program.locationAt(*known) : std::nullopt;
  std::vector<LocationId> locations;
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    if (!known || at == l) {
      locations.push_back(l);
    }
  }
  return locations;
}

}  // namespace hrfcheck::inline program

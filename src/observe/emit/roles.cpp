#include <algorithm>
#include <set>

#include "observe/emit/role_code.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "util/invariant.h"

namespace hrfcheck::inline observe {

LocationId locationOf(const Program& program, const Expr& address) {
  const auto value = constantValue(address);
  const auto location = value ? program.locationAt(*value) : std::nullopt;
  INVARIANT(location, "the address of a test for a device is a location's");
  return *location;
}

std::vector<LocationId> locationsOf(const Program& program, ThreadId thread, bool onlyRead) {
  std::set<LocationId> locations;
  for (const Instruction& instruction : program.threads[thread].instructions) {
    const Operands operands = operandsOf(instruction.operation);
    if (operands.address != nullptr && (!onlyRead || readsMemory(instruction.operation))) {
      locations.insert(locationOf(program, *operands.address));
    }
  }
  return {locations.begin(), locations.end()};
}

}  // namespace hrfcheck::inline observe

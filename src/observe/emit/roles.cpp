#include <algorithm>
#include <set>

#include "observe/device_rows.h"
#include "observe/emit/role_code.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline observe {

std::vector<LocationId> locationsOf(const Program& program, ThreadId thread, bool onlyRead) {
  std::set<LocationId> locations;
  const std::vector<Instruction>& code = program.threads[thread].instructions;
  for (std::uint32_t k = 0; k < code.size(); ++k) {
    if (!onlyRead || readsMemory(code[k].operation)) {
      const std::vector<LocationId> at = locationsAt(program, thread, k);
      locations.insert(at.begin(), at.end());
    }
  }
  return {locations.begin(), locations.end()};
}

Space DeviceRole::spaceOf(LocationId location) const {
  if (plan == nullptr || !plan->sharedBy[location]) {
    return Space::Global;
  }
  return *plan->sharedBy[location] == plan->blockOf(thread) ? Space::Own : Space::Cluster;
}

}  // namespace hrfcheck::inline observe

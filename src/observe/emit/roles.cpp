#include <fmt/format.h>

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

std::string cRegisters(const DeviceRole& role, const Thread& code, bool kept) {
  std::string text;
  for (RegisterId r = 0; r < code.registers.size(); ++r) {
    const bool patience = role.loops && r + 1 == role.code().registers.size();
    text += fmt::format("  int r{} = {};\n", r,
                        kept       ? fmt::format("kept[{}]", r)
                        : patience ? "patience"
                                   : std::to_string(code.initialRegisters[r]));
  }
  return text;
}

std::string cResults(const DeviceRole& role) {
  std::string text;
  for (std::size_t i = 0; i < role.observed.size(); ++i) {
    text += fmt::format("  out[{}] = r{};\n", i, role.observed[i]);
  }
  if (role.loops) {
    text += fmt::format("  out[{}] = r{};\n", role.observed.size(), role.code().registers.size() - 1);
  }
  return text;
}

}  // namespace hrfcheck::inline observe

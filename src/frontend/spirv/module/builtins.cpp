#include "frontend/spirv/module/builtins.h"

#include <algorithm>
#include <array>

#include "frontend/c/launch/launched.h"

namespace hrfcheck::frontend::spirv {

namespace {

struct Row {
  spv::BuiltIn builtIn;
  Value count;
  std::optional<c::IdKind> id;  ///< nothing: zeros
};
constexpr std::array kRows = {Row{spv::BuiltIn::GlobalInvocationId, 3, c::IdKind::GlobalId},
                              Row{spv::BuiltIn::LocalInvocationId, 3, c::IdKind::LocalId},
                              Row{spv::BuiltIn::WorkgroupId, 3, c::IdKind::GroupId},
                              Row{spv::BuiltIn::WorkgroupSize, 3, c::IdKind::LocalSize},
                              Row{spv::BuiltIn::EnqueuedWorkgroupSize, 3, c::IdKind::LocalSize},
                              Row{spv::BuiltIn::NumWorkgroups, 3, c::IdKind::NumGroups},
                              Row{spv::BuiltIn::GlobalSize, 3, c::IdKind::GlobalSize},
                              Row{spv::BuiltIn::GlobalOffset, 3, std::nullopt},
                              Row{spv::BuiltIn::LocalInvocationIndex, 1, c::IdKind::LocalLinearId},
                              Row{spv::BuiltIn::GlobalLinearId, 1, c::IdKind::GlobalLinearId},
                              Row{spv::BuiltIn::WorkDim, 1, c::IdKind::WorkDim},
                              Row{spv::BuiltIn::SubgroupId, 1, c::IdKind::SubGroupId},
                              Row{spv::BuiltIn::SubgroupLocalInvocationId, 1, c::IdKind::SubGroupLocalId},
                              Row{spv::BuiltIn::SubgroupSize, 1, c::IdKind::SubGroupSize},
                              Row{spv::BuiltIn::SubgroupMaxSize, 1, c::IdKind::MaxSubGroupSize},
                              Row{spv::BuiltIn::NumSubgroups, 1, c::IdKind::NumSubGroups},
                              Row{spv::BuiltIn::NumEnqueuedSubgroups, 1, c::IdKind::NumSubGroups},
                              Row{spv::BuiltIn::DeviceIndex, 1, std::nullopt}};

}  // namespace

std::optional<std::vector<Value>> builtInNumbers(spv::BuiltIn builtIn, const Grid& grid, ThreadId thread) {
  c::Launched launched;
  launched.grid = grid;
  const auto* row = std::ranges::find(kRows, builtIn, &Row::builtIn);
  if (row == kRows.end()) {
    return std::nullopt;
  }
  std::vector<Value> numbers;
  for (Value dimension = 0; dimension < row->count; ++dimension) {
    numbers.push_back(row->id ? launched.idOf(thread, *row->id, dimension) : 0);
  }
  return numbers;
}

}  // namespace hrfcheck::frontend::spirv

#include "frontend/spirv/builtins.h"

#include "frontend/c/launched.h"

namespace hrfcheck::frontend::spirv {

std::optional<std::vector<Value>> builtInNumbers(spv::BuiltIn builtIn, const Grid& grid, ThreadId thread) {
  c::Launched launched;
  launched.grid = grid;
  const auto three = [&](c::IdKind kind) {
    return std::vector<Value>{launched.idOf(thread, kind, 0), launched.idOf(thread, kind, 1),
                              launched.idOf(thread, kind, 2)};
  };
  const auto one = [&](c::IdKind kind) { return std::vector<Value>{launched.idOf(thread, kind, 0)}; };
  switch (builtIn) {
    case spv::BuiltIn::GlobalInvocationId:
      return three(c::IdKind::GlobalId);
    case spv::BuiltIn::LocalInvocationId:
      return three(c::IdKind::LocalId);
    case spv::BuiltIn::WorkgroupId:
      return three(c::IdKind::GroupId);
    case spv::BuiltIn::WorkgroupSize:
    case spv::BuiltIn::EnqueuedWorkgroupSize:
      return three(c::IdKind::LocalSize);
    case spv::BuiltIn::NumWorkgroups:
      return three(c::IdKind::NumGroups);
    case spv::BuiltIn::GlobalSize:
      return three(c::IdKind::GlobalSize);
    case spv::BuiltIn::GlobalOffset:
      return std::vector<Value>{0, 0, 0};
    case spv::BuiltIn::LocalInvocationIndex:
      return one(c::IdKind::LocalLinearId);
    case spv::BuiltIn::GlobalLinearId:
      return one(c::IdKind::GlobalLinearId);
    case spv::BuiltIn::WorkDim:
      return one(c::IdKind::WorkDim);
    case spv::BuiltIn::SubgroupId:
      return one(c::IdKind::SubGroupId);
    case spv::BuiltIn::SubgroupLocalInvocationId:
      return one(c::IdKind::SubGroupLocalId);
    case spv::BuiltIn::SubgroupSize:
      return one(c::IdKind::SubGroupSize);
    case spv::BuiltIn::SubgroupMaxSize:
      return one(c::IdKind::MaxSubGroupSize);
    case spv::BuiltIn::NumSubgroups:
    case spv::BuiltIn::NumEnqueuedSubgroups:
      return one(c::IdKind::NumSubGroups);
    case spv::BuiltIn::DeviceIndex:
      return std::vector<Value>{0};
    default:
      return std::nullopt;
  }
}

}  // namespace hrfcheck::frontend::spirv

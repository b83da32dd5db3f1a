#include "frontend/llvm/reader/target.h"

#include <algorithm>
#include <array>

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace hrfcheck::frontend::llvm::reader {
namespace {

using lowlevel::Space;

struct ScopeRow {
  Machine machine;
  std::string_view name;
  std::uint32_t level;
};
/// "User Guide for AMDGPU Backend", "Memory Scopes"; clang's `getLLVMSyncScopeID` for the others.
constexpr auto kScopes = std::to_array<ScopeRow>({
    {Machine::Amdgcn, "wavefront", kWaveLevel},
    {Machine::Amdgcn, "workgroup", kGroupLevel},
    {Machine::Amdgcn, "cluster", lowlevel::kClusterLevel},
    {Machine::Amdgcn, "agent", lowlevel::kGpuLevel},
    {Machine::Nvptx, "block", kGroupLevel},
    {Machine::Nvptx, "cluster", lowlevel::kClusterLevel},
    {Machine::Nvptx, "device", lowlevel::kGpuLevel},
    {Machine::Spir, "subgroup", kWaveLevel},
    {Machine::Spir, "workgroup", kGroupLevel},
    {Machine::Spir, "device", lowlevel::kGpuLevel},
    {Machine::Spir, "all_svm_devices", lowlevel::kAllLevel},
});

}  // namespace

Target::Target(const ir::Module& module) {
  const ir::Triple triple(module.getTargetTriple());
  machine_ = triple.isAMDGCN()                     ? Machine::Amdgcn
             : triple.isNVPTX()                    ? Machine::Nvptx
             : triple.isSPIR() || triple.isSPIRV() ? Machine::Spir
                                                   : Machine::Host;
  const bool openCl = module.getNamedMetadata("opencl.ocl.version") != nullptr;
  language_ = openCl || machine_ == Machine::Spir ? ModuleLanguage::OpenCl
              : machine_ == Machine::Amdgcn       ? ModuleLanguage::Hip
              : machine_ == Machine::Nvptx        ? ModuleLanguage::Cuda
                                                  : ModuleLanguage::C;
}

std::optional<Space> Target::accessed(unsigned addressSpace) const {
  const auto space = declared(addressSpace);
  // Constant memory of AMD's is global memory that nobody writes; parameters lie there, too.
  return addressSpace == 0 && machine_ != Machine::Spir                           ? Space::Generic
         : machine_ == Machine::Amdgcn && space == std::optional(Space::Constant) ? Space::Generic
         : machine_ == Machine::Spir && addressSpace == 4                         ? Space::Generic
                                                                                  : space;
}

std::optional<Space> Target::declared(unsigned addressSpace) const {
  if (machine_ == Machine::Spir) {
    constexpr std::array kSpaces = {Space::Local, Space::Global, Space::Constant, Space::Shared};
    return addressSpace < kSpaces.size() ? std::optional(kSpaces[addressSpace]) : std::nullopt;
  }
  if (machine_ == Machine::Host) {
    return addressSpace == 0 ? std::optional(Space::Global) : std::nullopt;
  }
  switch (addressSpace) {
    case 0:
    case 1:
      return Space::Global;
    case 3:
      return Space::Shared;
    case 4:
      return Space::Constant;
    case 5:
      return Space::Local;
    default:
      return std::nullopt;
  }
}

std::optional<NamedScope> Target::scope(std::string name) const {
  NamedScope scope;
  constexpr std::string_view kOneAs = "one-as";
  if (machine_ == Machine::Amdgcn && name.ends_with(kOneAs)) {
    scope.oneAddressSpace = true;
    name.resize(name.size() - kOneAs.size() - (name.size() > kOneAs.size() ? 1 : 0));
  }
  if (name.empty()) {
    scope.level = lowlevel::kAllLevel;
    return scope;
  }
  if (name == "singlethread") {
    scope.level = kThreadLevel;
    return scope;
  }
  const auto* row = std::ranges::find_if(
      kScopes, [&](const ScopeRow& one) { return one.machine == machine_ && one.name == name; });
  if (row == kScopes.end()) {
    return std::nullopt;
  }
  scope.level = row->level;
  return scope;
}

std::optional<std::uint64_t> Target::nullIn(Space space) const {
  const bool windowed = space == Space::Shared || space == Space::Local;
  return machine_ == Machine::Amdgcn && windowed ? std::optional<std::uint64_t>(0xffff'ffff) : std::nullopt;
}

}  // namespace hrfcheck::frontend::llvm::reader

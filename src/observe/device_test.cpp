#include "observe/device_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "frontend/columns/written_rows.h"
#include "frontend/convert/convert.h"
#include "frontend/convert/scope_map.h"
#include "observe/barriers.h"
#include "observe/device_rows.h"
#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/mapped.h"

namespace hrfcheck::inline observe {
namespace {

using frontend::Role;

constexpr std::size_t kMostThreads = 16;
constexpr std::size_t kMostLocations = 32;
constexpr std::size_t kMostVariables = 31;

/// Looks at every instruction for what a device cannot do.
class DeviceForm {
 public:
  DeviceForm(const Program& program, BackEnd backEnd, const AsyncPlan* plan)
      : program_(program), backEnd_(backEnd), plan_(plan) {}

  void check() {
    checkSizes();
    for (const MemoryLocation& location : program_.locations) {
      checkLocation(location);
    }
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      const Thread& thread = program_.threads[t];
      for (std::uint32_t k = 0; k < thread.instructions.size(); ++k) {
        checkInstruction(t, k);
      }
      for (const Value value : thread.initialRegisters) {
        checkValue(value, "a register");
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const {
    throw UserError(fmt::format("{} cannot be run on a device: {}", program_.name, what), hint);
  }

  [[noreturn]] void refuseAt(ThreadId t, std::uint32_t k, const std::string& what) const {
    throw UserError(program_.threads[t].instructions[k].place,
                    fmt::format("{} cannot be run on a device: {}", program_.instructionName(t, k), what));
  }

  void checkSizes() const {
    if (program_.threads.empty() || program_.observed.empty()) {
      refuse("there is nothing to observe");
    }
    if (program_.threads.size() > kMostThreads || program_.locations.size() > kMostLocations ||
        program_.observed.size() > kMostVariables) {
      refuse(fmt::format("at most {} threads, {} locations and {} observed variables fit", kMostThreads,
                         kMostLocations, kMostVariables));
    }
  }

  static bool fits(Value value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
  }

  void checkValue(Value value, std::string_view where) const {
    if (isAddress(value)) {
      refuse(fmt::format("{} holds an address", where));
    }
    if (isUnknown(value)) {
      refuse(fmt::format("it is not specified what {} holds initially", where));
    }
    if (!fits(value)) {
      refuse(fmt::format("{} holds {}, and words have 32 bits", where, value));
    }
  }

  void checkLocation(const MemoryLocation& location) const {
    if (plan_ != nullptr &&
        plan_->objects.contains(static_cast<LocationId>(&location - program_.locations.data()))) {
      checkObject(location);
      return;
    }
    checkValue(location.initial, location.name);
    if (location.space == AddressSpace::Local) {
      refuse(fmt::format("{} is in local memory", location.name));
    }
    if (location.kind && location.kind->bits != 32) {
      refuse(fmt::format("{} has {} bits, and words have 32", location.name, location.kind->bits));
    }
  }

  void checkInstruction(ThreadId t, std::uint32_t k) const {
    const Instruction& instruction = program_.threads[t].instructions[k];
    if (isRow(instruction)) {
      return;
    }
    if (const Atomicity* atomicity = atomicityOf(instruction.operation);
        atomicity != nullptr && atomicity->remote) {
      refuseAt(t, k, "no device has remote operations");
    }
    // HIP's emission knows those of AMDGPU, and refuses them one by one.
    const bool marked = !instruction.marks.empty() && backEnd_ != BackEnd::Hip;
    if (marked || !instruction.reference.empty()) {
      refuseAt(t, k, "proxies and references to locations are not supported");
    }
    const Operands operands = operandsOf(instruction.operation);
    if (operands.address != nullptr) {
      const auto address = constantValue(*operands.address);
      if (!address || !program_.locationAt(*address)) {
        refuseAt(t, k, "its address is computed");
      }
    }
    for (const ExprPtr& value : operands.values) {
      checkConstants(t, k, *value);
    }
  }

  static bool isRow(const Instruction& instruction) {
    return std::ranges::find(instruction.marks, frontend::kMarkOfWrittenRow) != instruction.marks.end();
  }

  /// Nothing says what its bits are.
  void checkObject(const MemoryLocation& location) const {
    for (const StateVariable& variable : program_.observed) {
      if (!variable.isRegister() && &program_.locations[variable.location] == &location) {
        refuse(fmt::format("the condition observes the barrier object {}", location.name));
      }
    }
  }

  void checkConstants(ThreadId t, std::uint32_t k, const Expr& expr) const {
    if (const auto value = constantValue(expr); value && (isAddress(*value) || !fits(*value))) {
      refuseAt(t, k, isAddress(*value) ? "an address is a value" : "words have 32 bits");
    }
  }

  const Program& program_;
  BackEnd backEnd_;
  const AsyncPlan* plan_;
};

std::uint32_t levelOf(const Program& program, Role role) {
  const auto roles = frontend::rolesOf(program.dialect);
  return static_cast<std::uint32_t>(std::ranges::find(roles, role) - roles.begin());
}

std::set<ScopeInstanceId> instancesAt(const Program& program, std::uint32_t level) {
  std::set<ScopeInstanceId> instances;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    instances.insert(program.scopes.instanceOf(t, level));
  }
  return instances;
}

std::vector<std::vector<ThreadId>> blocksOf(const Program& program) {
  const std::uint32_t level = levelOf(program, Role::Group);
  return mapped<std::vector<ThreadId>>(instancesAt(program, level), [&](const ScopeInstanceId instance) {
    return program.scopes.instances()[instance].agents;
  });
}

constexpr std::size_t kMostDevices = 8;

std::size_t deviceCountOf(const Program& program) {
  return instancesAt(program, levelOf(program, Role::Device)).size();
}

/// In CUDA they are played on several devices of one host.
void refuseSeveralDevices(const Program& test, const Program& onDevice, BackEnd backEnd) {
  const std::size_t count = deviceCountOf(test);
  if (count > 1 && backEnd == BackEnd::OpenCl) {
    throw UserError(
        fmt::format("{} cannot be written in OpenCL: its threads are on several devices", test.name),
        "--backend cuda plays them on several GPUs");
  }
  if (count > kMostDevices || deviceCountOf(onDevice) != count) {
    throw UserError(
        fmt::format("{} cannot be run on a device: its threads are on {} devices, and at most {} fit",
                    test.name, count, kMostDevices));
  }
}

/// The devices, numbered in the order of the scope tree.
std::vector<unsigned> devicesOf(const Program& program, const std::vector<std::vector<ThreadId>>& blocks) {
  const std::uint32_t level = levelOf(program, Role::Device);
  const std::set<ScopeInstanceId> instances = instancesAt(program, level);
  std::vector<unsigned> devices;
  for (const auto& block : blocks) {
    const auto at =
        block.empty() ? instances.begin() : instances.find(program.scopes.instanceOf(block.front(), level));
    devices.push_back(static_cast<unsigned>(std::distance(instances.begin(), at)));
  }
  return devices;
}

/// Without cluster dimensions, which only CUDA has, a launch has clusters of one block each.
void refuseSharedClusters(const Program& program) {
  const std::uint32_t level = levelOf(program, Role::Cluster);
  if (level < program.scopes.levels().size() &&
      instancesAt(program, level).size() < instancesAt(program, levelOf(program, Role::Group)).size()) {
    throw UserError(fmt::format("{} cannot be run on a device: blocks share a cluster", program.name));
  }
}

/// Of CUDA: what needs clusters, shared memory and asynchronous operations.
std::optional<AsyncPlan> planOf(Program& program, BackEnd backEnd) {
  if (backEnd != BackEnd::Cuda) {
    refuseSharedClusters(program);
    return std::nullopt;
  }
  std::optional<AsyncPlan> plan = asyncPlan(program);
  if (plan && deviceCountOf(program) > 1) {
    throw UserError(fmt::format(
        "{} cannot be run on a device: it has clusters or asynchronous operations, and threads on several devices",
        program.name));
  }
  return plan;
}

/// Of all groups alike.
SubGroups subGroupsOf(const Program& program, const std::vector<std::vector<ThreadId>>& blocks) {
  if (!hasWavefronts(program.scopes)) {
    return SubGroups::Any;
  }
  bool same = true;
  bool different = true;
  for (const auto& block : blocks) {
    std::set<ScopeInstanceId> waves;
    for (const ThreadId t : block) {
      waves.insert(program.scopes.instanceOf(t, kWaveLevel));
    }
    same = same && waves.size() == 1;
    different = different && waves.size() == block.size();
  }
  if (!same && !different) {
    throw UserError(
        fmt::format("{} cannot be run on a device: some threads of a work-group share a sub-group, "
                    "and others do not",
                    program.name));
  }
  return same && different ? SubGroups::Any : same ? SubGroups::Same : SubGroups::Different;
}

ConditionPtr negated(ConditionPtr condition) {
  return std::make_shared<Condition>(Condition{NotCondition{std::move(condition)}});
}

}  // namespace

void foldFilter(Program& program) {
  if (program.filter == nullptr) {
    return;
  }
  for (const StateVariable& variable : variablesOf(*program.filter)) {
    if (std::ranges::find(program.observed, variable) == program.observed.end()) {
      program.observed.push_back(variable);
    }
  }
  const ConditionPtr condition = program.condition;
  program.condition =
      program.quantifier == Quantifier::Forall
          ? std::make_shared<Condition>(Condition{OrCondition{negated(program.filter), condition}})
          : std::make_shared<Condition>(Condition{AndCondition{program.filter, condition}});
  program.conditionText = fmt::format("(where the filter holds) {}", program.conditionText);
  program.filter = nullptr;
}

bool DeviceTest::hasBarriers() const {
  return std::ranges::any_of(barriers, [](const auto& ofBlock) { return !ofBlock.empty(); });
}

unsigned DeviceTest::deviceCount() const {
  return devices.empty() ? 1 : *std::ranges::max_element(devices) + 1;
}

unsigned DeviceTest::deviceOf(ThreadId thread) const {
  const auto block = std::ranges::find_if(
      blocks, [&](const auto& threads) { return std::ranges::find(threads, thread) != threads.end(); });
  return devices[static_cast<std::size_t>(block - blocks.begin())];
}

DeviceTest deviceTest(const Program& test, BackEnd backEnd) {
  for (ThreadId t = 0; t < test.threads.size(); ++t) {
    const auto& code = test.threads[t].instructions;
    for (std::uint32_t k = 0; k < code.size(); ++k) {
      const Atomicity* atomicity = atomicityOf(code[k].operation);
      if (atomicity != nullptr && atomicity->remote) {
        throw UserError(code[k].place,
                        fmt::format("{} cannot be run on a device: no device has remote operations",
                                    test.instructionName(t, k)));
      }
    }
  }
  Conversion conversion = convert(test, infoOf(backEnd).dialect);
  Program program = std::move(conversion.program);
  refuseSeveralDevices(test, program, backEnd);
  foldFilter(program);
  DeviceTest result;
  result.backEnd = backEnd;
  result.plan = planOf(program, backEnd);
  const Program& code = result.plan ? *result.plan->rows : program;
  DeviceForm(code, backEnd, result.plan ? &*result.plan : nullptr).check();
  result.blocks = result.plan ? result.plan->blocks : blocksOf(program);
  result.devices = devicesOf(program, result.blocks);
  result.subGroups = subGroupsOf(test, blocksOf(test));
  for (const std::vector<ThreadId>& block : result.blocks) {
    result.barriers.push_back(block.empty() ? std::vector<BarrierOp>{}
                                            : barriersOf(code, block, levelOf(program, Role::Group)));
  }
  result.notes = std::move(conversion.notes);
  if (result.plan) {
    result.notes.insert(result.notes.end(), result.plan->notes.begin(), result.plan->notes.end());
  }
  result.program = std::make_shared<const Program>(std::move(program));
  return result;
}

}  // namespace hrfcheck::inline observe

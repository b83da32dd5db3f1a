#include "program/flow/ended_threads.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "program/flow/control_flow.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline program {
namespace {

/// The level of a whole GPU: of CUDA and HIP, of PTX, of AMDGPU.
constexpr std::array<std::string_view, 3> kWholeGpu = {"device", "gpu", "agent"};

/// The level of a barrier that is at most one of a cluster.
bool isWithinGpu(const ScopeTree& scopes, std::uint32_t level) {
  const std::vector<std::string>& levels = scopes.levels();
  return std::none_of(levels.begin(), levels.begin() + level + 1, [](std::string_view word) {
    return std::ranges::find(kWholeGpu, word) != kWholeGpu.end();
  });
}

bool isSameBarrier(const BarrierOp& a, const BarrierOp& b) {
  return a.level == b.level && a.id == b.id && a.instance == b.instance &&
         a.count.has_value() == b.count.has_value();
}

/// The instructions that control may reach, from one on or from the start, without passing another one.
std::vector<bool> reachedWithout(const Thread& thread, std::uint32_t avoided,
                                 std::vector<std::uint32_t> open) {
  std::vector<bool> reached(thread.instructions.size() + 1, false);
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == avoided || reached[at]) {
      continue;
    }
    reached[at] = true;
    if (at < thread.instructions.size()) {
      const Exits exits = exitsOf(thread, at);
      open.insert(open.end(), {exits.next, exits.taken});
    }
  }
  return reached;
}

/// Whether each run of a thread that ends has executed an instruction once.
bool isExecutedOnce(const Thread& thread, std::uint32_t instruction) {
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const Exits exits = exitsOf(thread, instruction);
  return !thread.instructions[instruction].predicate && !reachedWithout(thread, instruction, {0})[end] &&
         !reachedWithout(thread, end, {exits.next, exits.taken})[instruction];
}

/// How often each run of a thread that ends comes to a barrier; nothing where the code does not show it.
std::optional<std::size_t> arrivalsAt(const Thread& thread, const BarrierOp& barrier) {
  std::size_t arrivals = 0;
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const auto* op = std::get_if<BarrierOp>(&thread.instructions[i].operation);
    if (op == nullptr || !isSameBarrier(*op, barrier)) {
      continue;
    }
    if (op->isNamedByRegister() || !isExecutedOnce(thread, i)) {
      return std::nullopt;
    }
    ++arrivals;
  }
  return arrivals;
}

}  // namespace

bool allComeAsOften(const Program& program, ThreadId thread, const BarrierOp& barrier) {
  const auto own = arrivalsAt(program.threads[thread], barrier);
  const ScopeInstanceId scope = program.scopes.instanceOf(thread, barrier.level);
  return own && std::ranges::all_of(program.scopes.instances()[scope].agents, [&](ThreadId other) {
           const auto arrivals = arrivalsAt(program.threads[other], barrier);
           return arrivals == own || (barrier.amongNamed && arrivals == std::size_t{0});
         });
}

bool mayOpenWithoutTheEnded(const Program& program) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto* op = std::get_if<BarrierOp>(&instruction.operation);
      if (op != nullptr && !waitsForTheEnded(program, *op) && !allComeAsOften(program, t, *op)) {
        return true;
      }
    }
  }
  return false;
}

bool waitsForTheEnded(const Program& program, const BarrierOp& barrier) {
  const bool amdgpu = program.dialect == "AMDGPU";
  const bool letsGo =
      program.dialect == "CUDA" || program.dialect == "HIP" || program.dialect == "PTX" || amdgpu;
  // Where lanes give each other numbers (lane_exchanges.h), all come as often, unless one fails.
  const bool ofLanes =
      (program.dialect == "CUDA" || program.dialect == "HIP") && barrier.amongNamed && !barrier.order;
  // LLVM, "AMDGPU Execution Synchronization": the barriers of the work-group and of the cluster are dropped
  // by a thread that ends, named ones are not.
  const bool named = amdgpu && barrier.amongNamed && barrier.level == kGroupLevel;
  return !letsGo || ofLanes || named || barrier.count || !isWithinGpu(program.scopes, barrier.level);
}

bool keepsAccessesApart(const Program& program, const BarrierOp& barrier) {
  return barrier.order || program.dialect == "PTX";
}

}  // namespace hrfcheck::inline program

#include "frontend/convert/neutral.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/c_dialects.h"
#include "frontend/columns/amdgpu_table.h"
#include "frontend/columns/dialects.h"
#include "frontend/convert/unsayable_here.h"
#include "program/expr/further_operators.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/amdgpu_form.h"
#include "program/ir/operation_parts.h"
#include "program/ir/orders.h"

namespace hrfcheck::frontend {
namespace {

bool has(const std::vector<std::string>& marks, std::string_view mark) {
  return std::ranges::find(marks, mark) != marks.end();
}

bool startsOne(const std::vector<std::string>& marks, std::string_view prefix) {
  return std::ranges::any_of(marks, [&](const std::string& mark) { return mark.starts_with(prefix); });
}

/// The storage classes of all accesses of a test: "sc0".
std::set<std::string> classesOf(const Program& program) {
  std::set<std::string> classes;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      for (const std::string& mark : instruction.marks) {
        if (mark.starts_with("sc")) {
          classes.insert(mark);
        }
      }
    }
  }
  return classes;
}

/// Vulkan's words, which have counterparts only where they say what other dialects take for granted: accesses
/// are not private, and whoever releases or acquires makes everything available or visible.
class VulkanReading {
 public:
  VulkanReading(const Program& program, const Instruction& instruction)
      : program_(program), marks_(instruction.marks) {}

  void check(const Operation& operation) const {
    std::visit(Overloaded{[&](const LoadOp& o) { access(o.atomicity); },
                          [&](const StoreOp& o) { access(o.atomicity); },
                          [&](const RmwOperation& o) { semantics(o.atomicity.order); },
                          [&](const FenceOp& o) { fence(o); }, [&](const BarrierOp& o) { barrier(o); },
                          []<OneOf<AssignOp, BranchOp, JumpOp, ExitOp, NopOp, LockLoadOp, UnlockStoreOp,
                                   VoteOp, ReconvergenceOp>
                                 Op>(const Op&) {}},
               operation);
  }

 private:
  void access(const std::optional<Atomicity>& atomicity) const {
    if (atomicity) {
      semantics(atomicity->order);
    } else if (!has(marks_, "nonpriv") && !startsOne(marks_, "av.") && !startsOne(marks_, "vis.")) {
      throw UnsayableHere("only Vulkan has private accesses", "make it nonpriv");
    }
  }

  void semantics(Order order) const {
    const bool silent =
        (releases(order) && !has(marks_, "semav")) || (acquires(order) && !has(marks_, "semvis"));
    if (silent) {
      throw UnsayableHere("only Vulkan can synchronize without making accesses available and visible",
                          "add semav to releases and semvis to acquires");
    }
    if (order == Order::Relaxed) {
      return;
    }
    for (const std::string& storage : classesOf(program_)) {
      if (!has(marks_, "sem" + storage)) {
        throw UnsayableHere(fmt::format("only Vulkan can leave a storage class out: {}", storage),
                            fmt::format("add sem{}", storage));
      }
    }
  }

  void fence(const FenceOp& o) const {
    if (!o.atomicity) {
      throw UnsayableHere("only Vulkan has availability and visibility operations");
    }
    semantics(o.atomicity->order);
  }

  void barrier(const BarrierOp& o) const {
    if (o.order != Order::AcquireRelease) {
      throw UnsayableHere("only Vulkan has barriers that do not both release and acquire");
    }
    semantics(*o.order);
  }

  const Program& program_;
  const std::vector<std::string>& marks_;
};

/// AMDGPU's words. What is available or visible besides is so to other dialects anyway, if all that
/// synchronizes makes it so.
class AmdgpuReading {
 public:
  /// @param index of the instruction in its thread
  AmdgpuReading(const Thread& thread, std::size_t index) : thread_(thread), index_(index) {}

  void check() const {
    const std::vector<std::string>& marks = thread_.instructions[index_].marks;
    if (has(marks, amdgpu::kMakeAvailable) || has(marks, amdgpu::kMakeVisible)) {
      throw UnsayableHere("only AMDGPU makes accesses available or visible without ordering them");
    }
    if (has(marks, amdgpu::kOneAs)) {
      throw UnsayableHere("only AMDGPU has operations that order their own address space alone");
    }
    if (has(marks, amdgpu::kNoAv)) {
      throw UnsayableHere(
          "only AMDGPU and Vulkan can synchronize without making accesses available and visible");
    }
    if (std::holds_alternative<BarrierOp>(thread_.instructions[index_].operation) &&
        !(fenceAt(index_ - 1, releases) && fenceAt(index_ + 1, acquires))) {
      throw UnsayableHere("only AMDGPU has barriers that order no memory",
                          "a release fence directly before it and an acquire fence directly after it, of the "
                          "work-group at least");
    }
  }

 private:
  /// Whether a fence of both address spaces stands there that does its part of ordering at the barrier.
  bool fenceAt(std::size_t index, bool (*orders)(Order)) const {
    if (index >= thread_.instructions.size()) {
      return false;
    }
    const Instruction& instruction = thread_.instructions[index];
    const auto* fence = std::get_if<FenceOp>(&instruction.operation);
    const std::uint32_t level = std::get<BarrierOp>(thread_.instructions[index_].operation).level;
    return fence != nullptr && !instruction.predicate && instruction.marks.empty() && fence->spaces.global &&
           fence->spaces.local && orders(fence->atomicity->order) && fence->atomicity->level >= level;
  }

  const Thread& thread_;
  std::size_t index_;
};

void refuseMarksOfPtx(const Instruction& instruction) {
  if (std::holds_alternative<NopOp>(instruction.operation)) {
    return;  // lanes may meet there, which is nothing to memory
  }
  if (handsOver(instruction)) {
    throw UnsayableHere("only PTX has lanes that exchange values which they read");
  }
  if (std::ranges::any_of(instruction.marks,
                          [](const std::string& mark) { return mark.starts_with("bytes"); })) {
    throw UnsayableHere("only kernels access the same bytes in several sizes");
  }
  const bool fence = std::holds_alternative<FenceOp>(instruction.operation);
  if (fence && has(instruction.marks, amdgpu::kOneAs)) {
    throw UnsayableHere("only LLVM IR has fences of one address space each");
  }
  if (std::ranges::any_of(instruction.marks, [](const std::string& mark) {
        return mark != kMarkOfPtx && mark != kMarkOfLlvm && mark != amdgpu::kOneAs;
      })) {
    throw UnsayableHere(fence ? "only PTX has fences of proxies" : "only PTX has accesses through a proxy");
  }
}

bool hasLocalMemory(const Program& program) {
  return std::ranges::any_of(program.locations,
                             [](const MemoryLocation& l) { return l.space == AddressSpace::Local; });
}

/// Where there is no local memory, to order global memory is to order all.
FenceSpaces spacesIn(const Program& program, FenceSpaces spaces) {
  return {spaces.global, spaces.local || (spaces.global && !hasLocalMemory(program))};
}

Operation plain(const Program& program, Operation operation) {
  if (auto* rmw = std::get_if<RmwOperation>(&operation)) {
    if (rmw->op == RmwOp::IncrementTo || rmw->op == RmwOp::DecrementFrom) {
      throw UnsayableHere("only CUDA and HIP count up or down to a limit");
    }
    if (rmw->failureOrder == readOf(rmw->atomicity.order)) {
      rmw->failureOrder.reset();
    }
  } else if (auto* fence = std::get_if<FenceOp>(&operation)) {
    fence->spaces = spacesIn(program, fence->spaces);
  } else if (auto* barrier = std::get_if<BarrierOp>(&operation)) {
    barrier->spaces = spacesIn(program, barrier->spaces);
    barrier->fences = false;
    barrier->order = Order::AcquireRelease;
    if (barrier->memoryLevel == barrier->level) {
      barrier->memoryLevel.reset();
    }
  }
  return operation;
}

}  // namespace

Operation neutralOperation(const Program& program, const Thread& thread, std::size_t index) {
  const Instruction& instruction = thread.instructions[index];
  if (!instruction.reference.empty()) {
    throw UnsayableHere(fmt::format("'{}' is another name of a location, which only PTX and Vulkan have",
                                    instruction.reference));
  }
  if (program.dialect == kVulkanDialect.name) {
    VulkanReading(program, instruction).check(instruction.operation);
  } else if (program.dialect == kAmdgpuDialect.name) {
    AmdgpuReading(thread, index).check();
  } else {
    refuseMarksOfPtx(instruction);
    if (const auto* barrier = std::get_if<BarrierOp>(&instruction.operation);
        barrier != nullptr && !barrier->order && program.dialect == kHipDialect.name) {
      throw UnsayableHere("only HIP and AMDGPU have barriers that order no memory");
    }
  }
  return plain(program, instruction.operation);
}

}  // namespace hrfcheck::frontend

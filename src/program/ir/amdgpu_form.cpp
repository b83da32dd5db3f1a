#include "program/ir/amdgpu_form.h"

#include <array>
#include <utility>

#include "program/ir/operands.h"
#include "program/ir/translated_code.h"

namespace hrfcheck::inline program {
namespace {

/// By the levels of HIP.
constexpr std::array<const char*, 6> kNames = {"singlethread", "wavefront", "workgroup",
                                               "cluster",      "agent",     "system"};
constexpr const char* kOneAs = "one_as";

/// LLVM has no consume; clang makes an acquire of it.
Order orderOf(Order order) {
  return order == Order::Consume ? Order::Acquire : order;
}

Atomicity* accessOf(Operation& operation) {
  if (auto* load = std::get_if<LoadOp>(&operation)) {
    return load->atomicity ? &*load->atomicity : nullptr;
  }
  if (auto* store = std::get_if<StoreOp>(&operation)) {
    return store->atomicity ? &*store->atomicity : nullptr;
  }
  auto* rmw = std::get_if<RmwOperation>(&operation);
  return rmw != nullptr ? &rmw->atomicity : nullptr;
}

Instruction fenceOf(const Instruction& barrier, Order order) {
  const auto& op = std::get<BarrierOp>(barrier.operation);
  Instruction fence = barrier;
  fence.operation = FenceOp{Atomicity{order, op.memoryLevel.value_or(op.level)}, op.spaces};
  return fence;
}

void append(const Instruction& instruction, std::vector<Instruction>& code) {
  Instruction own = instruction;
  const auto* barrier = std::get_if<BarrierOp>(&instruction.operation);
  const std::optional<Order> order = barrier != nullptr ? barrier->order : std::nullopt;
  if (order && *order != Order::Acquire) {
    code.push_back(fenceOf(instruction, Order::Release));
  }
  if (auto* bare = std::get_if<BarrierOp>(&own.operation)) {
    bare->order = std::nullopt;
    bare->fences = false;
    bare->memoryLevel.reset();
    bare->spaces = {};
  } else if (Atomicity* access = accessOf(own.operation)) {
    access->order = orderOf(access->order);
    if (std::erase(own.marks, kMarkOfLlvm) == 0 && access->order != Order::SeqCst) {
      own.marks.emplace_back(kOneAs);
    }
    if (auto* rmw = std::get_if<RmwOperation>(&own.operation); rmw != nullptr && rmw->failureOrder) {
      rmw->failureOrder = orderOf(*rmw->failureOrder);
    }
  } else if (auto* fence = std::get_if<FenceOp>(&own.operation); fence != nullptr && fence->atomicity) {
    std::erase(own.marks, kMarkOfLlvm);
    fence->atomicity->order = orderOf(fence->atomicity->order);
  }
  code.push_back(std::move(own));
  if (order && *order != Order::Release) {
    code.push_back(fenceOf(instruction, Order::Acquire));
  }
}

}  // namespace

bool hasAmdgpuForm(const Program& program) {
  return program.dialect == "HIP";
}

std::string whyNoAmdgpuForm(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const Atomicity* atomicity = atomicityOf(instruction.operation);
          atomicity != nullptr && atomicity->remote) {
        return "LLVM IR has no remote operations";
      }
    }
  }
  return "";
}

std::shared_ptr<const Program> amdgpuForm(const Program& program) {
  auto result = std::make_shared<Program>(program);
  result->dialect = "AMDGPU";
  result->scopes = ScopeTree({kNames.begin(), kNames.end()}, declaredIds(program.scopes));
  for (Thread& thread : result->threads) {
    translate(thread, append);
  }
  return result;
}

}  // namespace hrfcheck::inline program

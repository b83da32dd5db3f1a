#include "program/ir/ptx_form.h"

#include <algorithm>
#include <array>
#include <utility>

#include "program/expr/further_operators.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "program/ir/translated_code.h"

namespace hrfcheck::inline program {
namespace {

/// By the levels of CUDA and HIP. PTX has no scope of a warp; what is placed in one meets at its barriers.
constexpr std::array<const char*, 6> kPtxNames = {"thread", "warp", "cta", "cluster", "gpu", "sys"};
constexpr std::uint32_t kClusterLevel = 3;

/// The order of an access without the part that the fence before it does.
Order behindFence(Order order, bool reads) {
  if (order == Order::SeqCst) {
    return reads ? Order::Acquire : Order::Relaxed;
  }
  return order == Order::Consume ? Order::Acquire : order;
}

/// C++17, [atomics.types.operations]: the order on failure may be any; PTX has one for both.
Order strongerOf(Order success, Order failure) {
  if (success == Order::SeqCst || failure == Order::SeqCst) {
    return Order::SeqCst;
  }
  const bool acquires = failure == Order::Acquire || failure == Order::Consume;
  if (!acquires || success == Order::Acquire || success == Order::AcquireRelease) {
    return success;
  }
  return success == Order::Release ? Order::AcquireRelease : Order::Acquire;
}

/// Instructions of compiled code are what they are: a `red` has no target, and `fence.acquire` does not
/// release.
bool isPtx(const Instruction& instruction) {
  return std::ranges::find(instruction.marks, kMarkOfPtx) != instruction.marks.end();
}

class PtxForm {
 public:
  explicit PtxForm(const Program& program) : result_(std::make_shared<Program>(program)) {}

  std::shared_ptr<const Program> run() {
    result_->dialect = "PTX";
    result_->conventions.splitReadModifyWrites = true;
    result_->conventions.ownModels = true;
    result_->scopes = ScopeTree({kPtxNames.begin(), kPtxNames.end()}, declaredIds(result_->scopes));
    for (Thread& thread : result_->threads) {
      giveTargets(thread);
      translate(thread, append);
    }
    for (MemoryLocation& location : result_->locations) {
      location.atomicType = true;
    }
    return result_;
  }

 private:
  /// Compilers make an `atom` of an update whose old value nobody wants: a `red` would not acquire.
  static void giveTargets(Thread& thread) {
    std::optional<RegisterId> unused;
    for (Instruction& instruction : thread.instructions) {
      auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
      if (rmw == nullptr || rmw->target || isPtx(instruction)) {
        continue;
      }
      if (!unused) {
        unused = static_cast<RegisterId>(thread.registers.size());
        thread.registers.emplace_back("#unused");
        thread.initialRegisters.push_back(0);
      }
      rmw->target = unused;
    }
  }

  static void append(const Instruction& instruction, std::vector<Instruction>& code) {
    Instruction own = instruction;
    const auto access = [&](Atomicity& atomicity, bool reads) {
      if (atomicity.order == Order::SeqCst) {
        Instruction fence = instruction;
        fence.operation = FenceOp{Atomicity{Order::SeqCst, atomicity.level}};
        code.push_back(std::move(fence));
      }
      atomicity.order = behindFence(atomicity.order, reads);
    };
    if (auto* load = std::get_if<LoadOp>(&own.operation); load != nullptr && load->atomicity) {
      access(*load->atomicity, true);
    } else if (auto* store = std::get_if<StoreOp>(&own.operation); store != nullptr && store->atomicity) {
      access(*store->atomicity, false);
    } else if (auto* rmw = std::get_if<RmwOperation>(&own.operation)) {
      rmw->atomicity.order = strongerOf(rmw->atomicity.order, rmw->failureOrder.value_or(Order::Relaxed));
      rmw->failureOrder.reset();
      access(rmw->atomicity, true);
    } else if (auto* fence = std::get_if<FenceOp>(&own.operation); fence != nullptr && fence->atomicity) {
      const bool sc = fence->atomicity->order == Order::SeqCst;
      if (!isPtx(instruction)) {
        fence->atomicity->order = sc ? Order::SeqCst : Order::AcquireRelease;
      }
      fence->spaces = {};
    } else if (auto* barrier = std::get_if<BarrierOp>(&own.operation)) {
      barrier->fences = false;
      barrier->order = std::nullopt;
      barrier->memoryLevel.reset();
      barrier->spaces = {};
    }
    code.push_back(std::move(own));
  }

  std::shared_ptr<Program> result_;
};

std::string whyNot(const Operation& operation) {
  if (const Atomicity* atomicity = atomicityOf(operation);
      atomicity != nullptr && atomicity->level == kWaveLevel) {
    return "PTX has no scope of a warp";
  }
  const auto* barrier = std::get_if<BarrierOp>(&operation);
  if (barrier == nullptr) {
    return "";
  }
  if (barrier->level > kClusterLevel) {
    return "PTX has no barriers of more than a cluster of thread blocks";
  }
  return barrier->order ? "" : "in PTX every barrier orders memory";
}

}  // namespace

bool hasPtxForm(const Program& program) {
  return program.dialect == "CUDA" || program.dialect == "HIP";
}

std::string whyNoPtxForm(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (std::string why = whyNot(instruction.operation); !why.empty() && !handsOver(instruction)) {
        return why;
      }
    }
  }
  return "";
}

std::shared_ptr<const Program> ptxForm(const Program& program) {
  return PtxForm(program).run();
}

}  // namespace hrfcheck::inline program

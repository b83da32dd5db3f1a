#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/amdgpu_table.h"
#include "frontend/columns/dialects.h"
#include "frontend/print/column_code.h"

namespace hrfcheck::frontend {
namespace {

class AmdgpuCode final : public ColumnCode {
 public:
  AmdgpuCode(const Program& program, ThreadId thread) : ColumnCode(program, thread, kAmdgpuDialect) {}

 private:
  static std::string_view mnemonic(amdgpu::Form form) {
    return std::ranges::find(amdgpu::kMnemonics, form, &amdgpu::Mnemonic::form)->name;
  }

  std::string load(const LoadOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(amdgpu::Form::Load),
                       access(o.atomicity, amdgpu::kLoad, "vis.", "visible"), operands().reg(o.target),
                       address(o.address));
  }

  std::string store(const StoreOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(amdgpu::Form::Store),
                       access(o.atomicity, amdgpu::kStore, "av.", "available"), address(o.address),
                       value(o.value));
  }

  bool has(std::string_view mark) const {
    return std::ranges::find(instruction().marks, mark) != instruction().marks.end();
  }

  /// `.visible.agent` is the mark `vis.agent`; a volatile access has `vis.system` besides.
  std::string access(const std::optional<Atomicity>& atomicity, amdgpu::Carrier carrier,
                     std::string_view prefix, std::string_view word) const {
    if (atomicity) {
      return ordered(*atomicity, carrier) + marks();
    }
    if (has(amdgpu::kVolatile)) {
      return fmt::format(".{}", amdgpu::kVolatile);
    }
    std::string text;
    for (const std::string& mark : instruction().marks) {
      if (!mark.starts_with(prefix)) {
        refuse(fmt::format("it has no word '{}'", mark));
      }
      text += fmt::format(".{}.{}", word, mark.substr(prefix.size()));
    }
    return text;
  }

  /// `.ORDER.SCOPE`.
  std::string ordered(const Atomicity& atomicity, amdgpu::Carrier carrier) const {
    if (atomicity.remote) {
      refuse("there are no remote operations");
    }
    return fmt::format(".{}.{}", this->word(atomicity.order, carrier, amdgpu::kOrders),
                       levelName(atomicity.level));
  }

  /// `.one_as.av_none.volatile`, in this order.
  std::string marks() const {
    std::string text;
    std::size_t known = 0;
    for (const std::string_view mark : {amdgpu::kOneAs, amdgpu::kNoAv, amdgpu::kVolatile}) {
      if (has(mark)) {
        text += fmt::format(".{}", mark);
        ++known;
      }
    }
    if (known != instruction().marks.size()) {
      refuse(fmt::format("it has no word '{}'", instruction().marks.back()));
    }
    return text;
  }

  std::string rmw(const RmwOperation& o) const override {
    if (o.op == RmwOp::CompareSwap) {
      if (o.atomicity.remote) {
        refuse("there are no remote operations");
      }
      const Order failure = o.failureOrder.value_or(onFailure(o.atomicity.order));
      return fmt::format("{}.{}.{}.{}{} {}, {}, {}, {}", mnemonic(amdgpu::Form::CompareSwap),
                         this->word(o.atomicity.order, amdgpu::kRmw, amdgpu::kOrders),
                         this->word(failure, amdgpu::kFailure, amdgpu::kOrders), levelName(o.atomicity.level),
                         marks(), target(o.target), address(o.address), value(o.expected), value(o.operand));
    }
    const auto* op = std::ranges::find(amdgpu::kOperators, std::optional(o.op), &OperatorWord::op);
    if (op == amdgpu::kOperators.end()) {
      refuse("there is no word for its operator");
    }
    return fmt::format("{}.{}{}{} {}, {}, {}", mnemonic(amdgpu::Form::Rmw), op->name,
                       ordered(o.atomicity, amdgpu::kRmw), marks(), target(o.target), address(o.address),
                       value(o.operand));
  }

  /// What a compare-and-swap with one order has where it fails: that of its read.
  static Order onFailure(Order order) {
    return order == Order::AcquireRelease ? Order::Acquire : order == Order::Release ? Order::Relaxed : order;
  }

  /// Without an order it is what its mark says.
  std::string fence(const FenceOp& o) const override {
    if (!o.atomicity) {
      refuse("it is a fence without a scope");
    }
    for (const std::string_view make : {amdgpu::kMakeAvailable, amdgpu::kMakeVisible}) {
      if (has(make)) {
        if (o.atomicity->order != Order::Relaxed || o.atomicity->remote) {
          refuse(fmt::format("{} has no order", make));
        }
        return fmt::format("{}.{}", make, levelName(o.atomicity->level));
      }
    }
    if (!o.spaces.global && !o.spaces.local) {
      refuse("it orders no address space");
    }
    const std::string space = o.spaces.global && o.spaces.local ? "" : o.spaces.global ? ".global" : ".local";
    const std::string one = has(amdgpu::kOneAs) ? fmt::format(".{}", amdgpu::kOneAs) : "";
    const std::string av = has(amdgpu::kNoAv) ? fmt::format(".{}", amdgpu::kNoAv) : "";
    return fmt::format("{}{}{}{}{}", mnemonic(amdgpu::Form::Fence), ordered(*o.atomicity, amdgpu::kFence),
                       one, space, av);
  }

  std::string barrier(const BarrierOp& o) const override {
    refuseSpaces(o.spaces);
    if (o.order || o.fences || o.memoryLevel) {
      refuse("a barrier orders no memory: fences beside it do");
    }
    if (!o.waits || o.count || o.instance != BarrierNumber(0) || o.id.reg) {
      refuse("a barrier waits, is called by a constant, and has no count");
    }
    const std::string_view name = mnemonic(amdgpu::Form::Barrier);
    if (o.level == amdgpu::kWorkgroup && !o.amongNamed && o.id == BarrierNumber(0)) {
      return std::string(name);
    }
    if (o.level == amdgpu::kWorkgroup && o.amongNamed) {
      return fmt::format("{}.{} {}", name, amdgpu::kNamed, o.id.value);
    }
    if (o.level == amdgpu::kCluster && o.amongNamed && o.id == BarrierNumber(0)) {
      return fmt::format("{}.{}", name, amdgpu::kOfCluster);
    }
    refuse("barriers are of a work-group, or of those that name one, or of a cluster");
  }
};

}  // namespace

std::vector<PrintedInstruction> amdgpuCode(const Program& program, ThreadId thread) {
  return AmdgpuCode(program, thread).run();
}

}  // namespace hrfcheck::frontend

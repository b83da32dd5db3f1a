#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/print/column_code.h"

namespace hrfcheck::frontend {
namespace {

class PtxCode final : public ColumnCode {
 public:
  PtxCode(const Program& program, ThreadId thread) : ColumnCode(program, thread, kPtxDialect) {}

 private:
  /// The instruction for a form through the proxy that a mark names.
  std::string_view mnemonic(ptx::Form form) const {
    const std::vector<std::string>& marks = instruction().marks;
    const std::string_view proxy = marks.empty() ? std::string_view() : marks.front();
    const auto* row = std::ranges::find_if(
        ptx::kMnemonics, [&](const ptx::Mnemonic& m) { return m.form == form && m.proxy == proxy; });
    if (row == ptx::kMnemonics.end()) {
      refuse(fmt::format("it has no word '{}'", proxy));
    }
    return row->name;
  }

  std::string load(const LoadOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(ptx::Form::Load), access(o.atomicity, ptx::kLoad),
                       operands().reg(o.target), address(o.address));
  }

  std::string store(const StoreOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(ptx::Form::Store), access(o.atomicity, ptx::kStore),
                       address(o.address), value(o.value));
  }

  std::string access(const std::optional<Atomicity>& atomicity, ptx::Carrier carrier) const {
    return atomicity ? suffix(*atomicity, carrier) : ".weak";
  }

  std::string suffix(const Atomicity& atomicity, ptx::Carrier carrier) const {
    if (atomicity.remote) {
      refuse("there are no remote operations");
    }
    if (atomicity.level == kThreadLevel) {
      refuse("no scope contains only the thread");
    }
    return fmt::format(".{}.{}", word(atomicity.order, carrier, ptx::kOrders), levelName(atomicity.level));
  }

  /// An exchange and a compare-and-swap have no form without the old value.
  std::string rmw(const RmwOperation& o) const override {
    if (o.failureOrder && *o.failureOrder != o.atomicity.order) {
      refuse("a compare-and-swap has one order, whether it fails or not");
    }
    const bool swap = o.op == RmwOp::CompareSwap;
    const bool reduces = !o.target && !swap && o.op != RmwOp::Exchange;
    const std::string old = reduces ? "" : target(o.target) + ", ";
    const std::string expected = swap ? value(o.expected) + ", " : "";
    return fmt::format("{}{}.{} {}{}, {}{}", mnemonic(reduces ? ptx::Form::Reduce : ptx::Form::Atom),
                       suffix(o.atomicity, ptx::kAtom), swap ? "cas" : operatorWord(o.op), old,
                       address(o.address), expected, value(o.operand));
  }

  std::string fence(const FenceOp& o) const override {
    refuseSpaces(o.spaces);
    if (!o.atomicity) {
      if (instruction().marks.size() != 1 || !instruction().marks.front().starts_with("proxy.")) {
        refuse("it is a fence without an order");
      }
      return "fence." + instruction().marks.front();
    }
    return std::string(mnemonic(ptx::Form::Fence)) + suffix(*o.atomicity, ptx::kFence);
  }

  std::string barrier(const BarrierOp& o) const override {
    refuseSpaces(o.spaces);
    if (o.level != ptx::kCta || o.memoryLevel || o.fences) {
      refuse("barriers are of a cta");
    }
    if (o.order) {
      refuse("a barrier has no order");
    }
    return fmt::format("{}.{}.{} {}", mnemonic(ptx::Form::Barrier), levelName(o.level),
                       o.waits ? "sync" : "arrive", barrierOperands(o));
  }
};

}  // namespace

std::vector<PrintedInstruction> ptxCode(const Program& program, ThreadId thread) {
  return PtxCode(program, thread).run();
}

}  // namespace hrfcheck::frontend

#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/dialects.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/print/column_code.h"

namespace hrfcheck::frontend {
namespace {

/// A row of the table of instructions: the first that says it.
const hsa::Mnemonic* rowOf(hsa::Form form, std::optional<RmwOp> operation = {}) {
  const auto* row = std::ranges::find_if(
      hsa::kMnemonics, [&](const hsa::Mnemonic& m) { return m.form == form && m.operation == operation; });
  return row == hsa::kMnemonics.end() ? nullptr : row;
}

class HsaCode final : public ColumnCode {
 public:
  HsaCode(const Program& program, ThreadId thread) : ColumnCode(program, thread, kHsaDialect) {}

 private:
  std::string load(const LoadOp& o) const override {
    return fmt::format("{}{} {}, {}", rowOf(hsa::Form::Load)->name, suffix(o.atomicity, hsa::kLoad),
                       operands().reg(o.target), address(o.address));
  }

  std::string store(const StoreOp& o) const override {
    return fmt::format("{}{} {}, {}", rowOf(hsa::Form::Store)->name, suffix(o.atomicity, hsa::kStore),
                       address(o.address), value(o.value));
  }

  std::string suffix(const std::optional<Atomicity>& atomicity, hsa::Carrier carrier) const {
    refuseMarks();
    if (!atomicity) {
      return "";
    }
    const auto* order = std::ranges::find_if(hsa::kOrders, [&](const hsa::OrderName& o) {
      return o.order == atomicity->order && o.remote == atomicity->remote && (o.carriers & carrier) != 0;
    });
    if (order == hsa::kOrders.end()) {
      refuse("such an operation cannot carry its order");
    }
    return fmt::format(".{}.{}", order->name, levelName(atomicity->level));
  }

  void refuseMarks() const {
    if (!instruction().marks.empty()) {
      refuse(fmt::format("it has no word '{}'", instruction().marks.front()));
    }
  }

  std::string rmw(const RmwOperation& o) const override {
    if (o.failureOrder && *o.failureOrder != o.atomicity.order) {
      refuse("a compare-and-swap has one order, whether it fails or not");
    }
    const std::string expected = o.expected ? value(o.expected) + ", " : "";
    return fmt::format("{}{} {}, {}, {}{}", rowOf(hsa::Form::Rmw, o.op)->name, suffix(o.atomicity, hsa::kRmw),
                       target(o.target), address(o.address), expected, value(o.operand));
  }

  std::string fence(const FenceOp& o) const override {
    refuseMarks();
    refuseSpaces(o.spaces);
    if (!o.atomicity) {
      refuse("it is a fence without an order");
    }
    return fmt::format("{}{}", rowOf(hsa::Form::Fence)->name, suffix(*o.atomicity, hsa::kFence));
  }

  std::string barrier(const BarrierOp& o) const override {
    refuseSpaces(o.spaces);
    if (o.order != Order::AcquireRelease) {
      refuse("a barrier is a release and an acquire");
    }
    if (o.fences || o.memoryLevel) {
      refuse("the fences of a barrier are not separate from it");
    }
    if (o.amongNamed || o.instance != BarrierNumber(0)) {
      refuse("a barrier has no instances");
    }
    if (o.id.reg || (o.count && o.count->reg)) {
      refuse("the numbers of a barrier are constants");
    }
    return numbered(o);
  }

  std::string numbered(const BarrierOp& o) const {
    if (o.count && o.level == kGroupLevel) {
      return fmt::format("{}.{} {}, {}", rowOf(hsa::Form::Bar)->name, o.waits ? hsa::kSync : hsa::kArrive,
                         o.id.value, o.count->value);
    }
    if (o.count || !o.waits) {
      refuse("only barriers of a work-group with a count are like this");
    }
    const std::string number = o.id.value == 0 ? "" : fmt::format(" {}", o.id.value);
    return fmt::format("{}.{}{}", rowOf(hsa::Form::Barrier)->name, levelName(o.level), number);
  }

  std::string lockLoad(const LockLoadOp& o) const override {
    const std::string_view name = rowOf(hsa::Form::LockLoad)->name;
    return fmt::format("{} {}, {}, {}", name, target(o.locked), target(o.target), address(o.address));
  }

  std::string unlockStore(const UnlockStoreOp& o) const override {
    return fmt::format("{} {}, {}", rowOf(hsa::Form::UnlockStore)->name, address(o.address), value(o.value));
  }

  std::string vote(const VoteOp& o) const override {
    const std::string_view kind = std::ranges::find(hsa::kVotes, o.vote, &hsa::VoteName::vote)->name;
    return fmt::format("{}.{} {}, {}", rowOf(hsa::Form::Vote)->name, kind, operands().reg(o.target),
                       value(o.ballot));
  }

  std::string reconvergence(const std::string& label) const override {
    return fmt::format("{} {}", rowOf(hsa::Form::Reconvergence)->name, label);
  }

  /// Comparisons and selections are HSA's own; the rest all dialects in columns have.
  std::string assign(const AssignOp& o) const override {
    if (const auto* s = std::get_if<SelectExpr>(&o.value->node)) {
      return fmt::format("{} {}, {}, {}, {}", rowOf(hsa::Form::Select)->name, operands().reg(o.target),
                         value(s->whenTrue), value(s->whenFalse), value(s->condition));
    }
    const auto* b = std::get_if<BinaryExpr>(&o.value->node);
    const auto* compare =
        b == nullptr ? hsa::kCompares.end() : std::ranges::find(hsa::kCompares, b->op, &hsa::CompareName::op);
    if (compare == hsa::kCompares.end()) {
      return ColumnCode::assign(o);
    }
    return fmt::format("{}.{} {}, {}, {}", rowOf(hsa::Form::SetPredicate)->name, compare->name,
                       operands().reg(o.target), value(b->left), value(b->right));
  }
};

}  // namespace

std::vector<PrintedInstruction> hsaCode(const Program& program, ThreadId thread) {
  return HsaCode(program, thread).run();
}

}  // namespace hrfcheck::frontend

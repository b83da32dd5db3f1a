#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/columns/hsa_table.h"
#include "frontend/print/operand_text.h"
#include "frontend/print/print_litmus.h"
#include "program/ir/control_flow.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

using frontend::OperandText;
using frontend::hsa::Form;
namespace hsa = frontend::hsa;

/// A row of the table of instructions: the first that says it.
const hsa::Mnemonic* rowOf(Form form, decltype(hsa::Mnemonic::operation) operation = {}) {
  const auto* row = std::ranges::find_if(
      hsa::kMnemonics, [&](const hsa::Mnemonic& m) { return m.form == form && m.operation == operation; });
  return row == hsa::kMnemonics.end() ? nullptr : row;
}

/// By instruction, for those that branches go to. A label alone at the end is called END.
std::map<std::uint32_t, std::string> labelsOf(const Thread& thread) {
  std::map<std::uint32_t, std::string> labels;
  for (const Instruction& instruction : thread.instructions) {
    if (const auto target = jumpTarget(instruction.operation)) {
      labels[*target];
    }
  }
  unsigned number = 0;
  for (auto& [target, label] : labels) {
    const bool atEnd = target + 1 == thread.instructions.size() &&
                       std::holds_alternative<NopOp>(thread.instructions[target].operation);
    label = atEnd ? "END" : fmt::format("L{}", number++);
  }
  return labels;
}

/// Writes the instructions of one thread.
class CodePrinter {
 public:
  CodePrinter(const Program& program, ThreadId thread)
      : program_(program), thread_(thread), labels_(labelsOf(code())), operands_(program, thread) {}

  std::vector<PrintedInstruction> run() {
    std::vector<PrintedInstruction> result;
    for (const Instruction& instruction : code().instructions) {
      result.push_back(print(instruction));
      ++at_;
    }
    return result;
  }

 private:
  const Thread& code() const { return program_.threads[thread_]; }

  [[noreturn]] void refuse(std::string_view what) const {
    throw UserError(code().instructions[at_].place,
                    fmt::format("{} cannot be written in the HSA dialect: {}",
                                program_.instructionName(thread_, at_), what));
  }

  PrintedInstruction print(const Instruction& instruction) const {
    if (!instruction.marks.empty()) {
      refuse(fmt::format("it has no word '{}'", instruction.marks.front()));
    }
    const auto label = labels_.find(at_);
    const std::string name = label == labels_.end() ? "" : label->second;
    if (!name.empty() && !instruction.predicate && std::holds_alternative<NopOp>(instruction.operation)) {
      return {"", name + ":"};
    }
    const std::string text = print(instruction.operation);
    if (const auto& p = instruction.predicate) {
      return {name, fmt::format("@{}{} {}", p->negated ? "!" : "", operands_.reg(p->reg), text)};
    }
    return {name, text};
  }

  std::string print(const Operation& operation) const {
    return std::visit(
        Overloaded{
            [&](const LoadOp& o) {
              return fmt::format("{}{} {}, {}", rowOf(Form::Load)->name, suffix(o.atomicity, hsa::kLoad),
                                 operands_.reg(o.target), address(o.address));
            },
            [&](const StoreOp& o) {
              return fmt::format("{}{} {}, {}", rowOf(Form::Store)->name, suffix(o.atomicity, hsa::kStore),
                                 address(o.address), value(o.value));
            },
            [&](const RmwOperation& o) { return rmw(o); }, [&](const FenceOp& o) { return fence(o); },
            [&](const BarrierOp& o) { return barrier(o); }, [&](const AssignOp& o) { return assign(o); },
            [&](const BranchOp& o) { return branch(o); },
            [&](const JumpOp& o) { return fmt::format("{} {}", rowOf(Form::Jump)->name, label(o.target)); },
            [](const ExitOp&) { return std::string(rowOf(Form::Exit)->name); },
            [](const NopOp&) { return std::string(rowOf(Form::Nop)->name); }},
        operation);
  }

  std::string address(const ExprPtr& expr) const {
    const auto text = operands_.address(*expr);
    if (!text) {
      refuse("its address is not a sum of a location, registers and constants");
    }
    return *text;
  }

  std::string value(const ExprPtr& expr) const {
    const auto text = operands_.value(*expr);
    if (!text) {
      refuse("an operand is not a register, a constant or an address");
    }
    return *text;
  }

  const std::string& label(std::uint32_t target) const {
    if (target == code().instructions.size()) {
      refuse("it goes behind the last instruction, where no label can be");
    }
    return labels_.at(target);
  }

  std::string suffix(const std::optional<Atomicity>& atomicity, hsa::Carrier carrier) const {
    if (!atomicity) {
      return "";
    }
    const auto* order = std::ranges::find_if(hsa::kOrders, [&](const hsa::OrderName& o) {
      return o.order == atomicity->order && o.remote == atomicity->remote && (o.carriers & carrier) != 0;
    });
    if (order == hsa::kOrders.end()) {
      refuse("such an operation cannot carry its order");
    }
    return fmt::format(".{}.{}", order->name, hsa::kLevels.at(atomicity->level));
  }

  std::string rmw(const RmwOperation& o) const {
    if (o.failureOrder && *o.failureOrder != o.atomicity.order) {
      refuse("a compare-and-swap has one order, whether it fails or not");
    }
    const std::string expected = o.expected ? value(o.expected) + ", " : "";
    return fmt::format("{}{} {}, {}, {}{}", rowOf(Form::Rmw, o.op)->name, suffix(o.atomicity, hsa::kRmw),
                       o.target ? operands_.reg(*o.target) : "_", address(o.address), expected,
                       value(o.operand));
  }

  std::string fence(const FenceOp& o) const {
    checkSpaces(o.spaces);
    if (!o.atomicity) {
      refuse("it is a fence without an order");
    }
    return fmt::format("{}{}", rowOf(Form::Fence)->name, suffix(*o.atomicity, hsa::kFence));
  }

  void checkSpaces(const FenceSpaces& spaces) const {
    if (!spaces.global || !spaces.local) {
      refuse("it orders one address space only");
    }
  }

  std::string barrier(const BarrierOp& o) const {
    checkSpaces(o.spaces);
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
    if (o.count && o.level == kGroupLevel) {
      return fmt::format("{}.{} {}, {}", rowOf(Form::Bar)->name, o.waits ? hsa::kSync : hsa::kArrive,
                         o.id.value, o.count->value);
    }
    if (o.count || !o.waits) {
      refuse("only barriers of a work-group with a count are like this");
    }
    const std::string number = o.id.value == 0 ? "" : fmt::format(" {}", o.id.value);
    return fmt::format("{}.{}{}", rowOf(Form::Barrier)->name, hsa::kLevels.at(o.level), number);
  }

  std::string assign(const AssignOp& o) const {
    const std::string& target = operands_.reg(o.target);
    if (const auto* s = std::get_if<SelectExpr>(&o.value->node)) {
      return fmt::format("{} {}, {}, {}, {}", rowOf(Form::Select)->name, target, value(s->whenTrue),
                         value(s->whenFalse), value(s->condition));
    }
    const auto* b = std::get_if<BinaryExpr>(&o.value->node);
    const auto left = b != nullptr ? operands_.value(*b->left) : std::nullopt;
    const auto right = b != nullptr ? operands_.value(*b->right) : std::nullopt;
    if (left && right) {
      return fmt::format("{} {}, {}, {}", operatorName(b->op), target, *left, *right);
    }
    return fmt::format("{} {}, {}", rowOf(Form::Move)->name, target, value(o.value));
  }

  /// `add`, `setp.eq`.
  std::string operatorName(BinaryOp op) const {
    if (const hsa::Mnemonic* row = rowOf(Form::Arithmetic, op)) {
      return std::string(row->name);
    }
    const auto* compare = std::ranges::find(hsa::kCompares, op, &hsa::CompareName::op);
    if (compare == hsa::kCompares.end()) {
      refuse("there is no instruction for its operator");
    }
    return fmt::format("{}.{}", rowOf(Form::SetPredicate)->name, compare->name);
  }

  std::string branch(const BranchOp& o) const {
    const auto* compared = std::get_if<BinaryExpr>(&o.condition->node);
    const hsa::Mnemonic* row = compared != nullptr ? rowOf(Form::Branch, compared->op) : nullptr;
    if (row == nullptr) {
      refuse("its condition is not a comparison");
    }
    return fmt::format("{} {}, {}, {}", row->name, value(compared->left), value(compared->right),
                       label(o.target));
  }

  const Program& program_;
  ThreadId thread_;
  std::map<std::uint32_t, std::string> labels_;
  OperandText operands_;
  std::uint32_t at_ = 0;
};

}  // namespace

std::vector<PrintedInstruction> printedCode(const Program& program, ThreadId thread) {
  return CodePrinter(program, thread).run();
}

}  // namespace hrfcheck

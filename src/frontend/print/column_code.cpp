#include "frontend/print/column_code.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/plain_rows.h"
#include "frontend/columns/written_rows.h"
#include "frontend/print/unsayable.h"
#include "program/flow/control_flow.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

std::string_view plainName(PlainForm form) {
  return findPlain(form)->name;
}

}  // namespace

std::map<std::uint32_t, std::string> labelsOf(const Thread& thread) {
  std::map<std::uint32_t, std::string> labels;
  for (const Instruction& instruction : thread.instructions) {
    if (const auto target = labelOf(instruction.operation)) {
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

ColumnCode::ColumnCode(const Program& program, ThreadId thread, const Dialect& dialect)
    : program_(program),
      thread_(thread),
      dialect_(dialect),
      labels_(labelsOf(code())),
      operands_(program, thread, dialect) {}

std::vector<PrintedInstruction> ColumnCode::run() {
  std::vector<PrintedInstruction> result;
  for (const Instruction& instruction : code().instructions) {
    result.push_back(print(instruction));
    ++at_;
  }
  return result;
}

void ColumnCode::refuse(std::string_view what) const {
  refuseInstruction(dialect_, program_, thread_, at_, what);
}

PrintedInstruction ColumnCode::print(const Instruction& instruction) const {
  const auto label = labels_.find(at_);
  const std::string name = label == labels_.end() ? "" : label->second;
  if (std::ranges::find(instruction.marks, kMarkOfWrittenRow) != instruction.marks.end()) {
    return {name, instruction.text};
  }
  if (!name.empty() && !instruction.predicate && std::holds_alternative<NopOp>(instruction.operation)) {
    return {"", name + ":"};
  }
  const std::string text = print(instruction.operation);
  if (const auto& p = instruction.predicate) {
    return {name, fmt::format("@{}{} {}", p->negated ? "!" : "", operands_.reg(p->reg), text)};
  }
  return {name, text};
}

std::string ColumnCode::print(const Operation& operation) const {
  return std::visit(
      Overloaded{
          [&](const LoadOp& o) { return load(o); }, [&](const StoreOp& o) { return store(o); },
          [&](const RmwOperation& o) { return rmw(o); }, [&](const FenceOp& o) { return fence(o); },
          [&](const BarrierOp& o) { return barrier(o); }, [&](const AssignOp& o) { return assign(o); },
          [&](const BranchOp& o) { return branch(o); },
          [&](const JumpOp& o) { return fmt::format("{} {}", plainName(PlainForm::Jump), label(o.target)); },
          [](const ExitOp&) { return std::string(plainName(PlainForm::Exit)); },
          [](const NopOp&) { return std::string(plainName(PlainForm::Nop)); },
          [&](const LockLoadOp& o) { return lockLoad(o); },
          [&](const UnlockStoreOp& o) { return unlockStore(o); }, [&](const VoteOp& o) { return vote(o); },
          [&](const ReconvergenceOp& o) { return reconvergence(label(o.target)); }},
      operation);
}

/// An access by another name of its location is written by that name.
std::string ColumnCode::address(const ExprPtr& expr) const {
  const auto text = operands_.address(*expr);
  if (!text) {
    refuse("its address is not a sum of a location, registers and constants");
  }
  const std::string& reference = instruction().reference;
  return reference.empty() ? *text : reference + text->substr(std::min(text->find('['), text->size()));
}

std::string ColumnCode::value(const ExprPtr& expr) const {
  const auto text = operands_.value(*expr);
  if (!text) {
    refuse("an operand is not a register, a constant or an address");
  }
  return *text;
}

std::string ColumnCode::number(const BarrierNumber& number) const {
  return number.reg ? operands_.reg(*number.reg) : std::to_string(number.value);
}

std::string ColumnCode::target(const std::optional<RegisterId>& reg) const {
  return reg ? operands_.reg(*reg) : "_";
}

std::string_view ColumnCode::word(Order order, unsigned carrier, std::span<const OrderWord> table) const {
  const auto row = std::ranges::find_if(
      table, [&](const OrderWord& word) { return word.order == order && (word.carriers & carrier) != 0; });
  if (row == table.end()) {
    refuse("such an operation cannot carry its order");
  }
  return row->name;
}

std::string_view ColumnCode::operatorWord(RmwOp op) const {
  const auto* row = std::ranges::find(kRmwOperators, std::optional(op), &OperatorWord::op);
  if (row == kRmwOperators.end()) {
    refuse("there is no compare-and-swap");
  }
  return row->name;
}

std::string ColumnCode::barrierOperands(const BarrierOp& o) const {
  if (o.count.has_value() == o.amongNamed) {
    refuse("without a count, the threads that name the barrier meet");
  }
  const std::string count = o.count ? ", " + number(*o.count) : "";
  const std::string id = count.empty() && o.id == BarrierNumber(0) ? "" : ", " + number(o.id);
  return number(o.instance) + id + count;
}

void ColumnCode::refuseSpaces(const FenceSpaces& spaces) const {
  if (!spaces.global || !spaces.local) {
    refuse("it orders one address space only");
  }
}

const std::string& ColumnCode::label(std::uint32_t target) const {
  if (target == code().instructions.size()) {
    refuse("it jumps past the last instruction, where there can be no label");
  }
  return labels_.at(target);
}

std::string ColumnCode::lockLoad(const LockLoadOp&) const {
  refuse("it has no lock unit");
}

std::string ColumnCode::unlockStore(const UnlockStoreOp&) const {
  refuse("it has no lock unit");
}

std::string ColumnCode::vote(const VoteOp&) const {
  refuse("its threads do not vote");
}

std::string ColumnCode::reconvergence(const std::string& /*label*/) const {
  refuse("it does not say where wavefronts reconverge");
}

std::string ColumnCode::assign(const AssignOp& o) const {
  const std::string& target = operands_.reg(o.target);
  const auto* b = std::get_if<BinaryExpr>(&o.value->node);
  const auto left = b != nullptr ? operands_.value(*b->left) : std::nullopt;
  const auto right = b != nullptr ? operands_.value(*b->right) : std::nullopt;
  if (left && right) {
    const PlainMnemonic* row = findPlain(PlainForm::Arithmetic, b->op);
    if (row == nullptr) {
      refuse("there is no instruction for its operator");
    }
    return fmt::format("{} {}, {}, {}", row->name, target, *left, *right);
  }
  return fmt::format("{} {}, {}", plainName(PlainForm::Move), target, value(o.value));
}

std::string ColumnCode::branch(const BranchOp& o) const {
  const auto* compared = std::get_if<BinaryExpr>(&o.condition->node);
  const PlainMnemonic* row = compared != nullptr ? findPlain(PlainForm::Branch, compared->op) : nullptr;
  if (row == nullptr) {
    refuse("its condition is not a comparison");
  }
  return fmt::format("{} {}, {}, {}", row->name, value(compared->left), value(compared->right),
                     label(o.target));
}

}  // namespace hrfcheck::frontend

#include "frontend/c/lower/code_builder.h"

#include "util/invariant.h"

namespace hrfcheck::frontend::c {

Label CodeBuilder::newLabel() {
  labels_.push_back(kUnbound);
  used_.push_back(false);
  return {labels_.size() - 1};
}

void CodeBuilder::bind(Label label, bool anybody) {
  INVARIANT(labels_[label.number] == kUnbound, "a label is bound once");
  if (!code_.empty()) {
    const auto* last = std::get_if<JumpOp>(&code_.back().operation);
    if (last != nullptr && last->target == label.number) {
      code_.pop_back();
      for (std::uint32_t& position : labels_) {
        position = position == code_.size() + 1 ? position - 1 : position;
      }
    }
  }
  labels_[label.number] = static_cast<std::uint32_t>(code_.size());
  reachable_ = reachable_ || used_[label.number] || anybody;
}

void CodeBuilder::emit(Operation operation, const Origin& origin) {
  if (dropUnreachable_ && !reachable_) {
    return;
  }
  Instruction made{std::move(operation), std::nullopt, origin.place, origin.text};
  made.code = origin.code;
  made.statement = origin.statement;
  code_.push_back(std::move(made));
}

void CodeBuilder::branch(const hrfcheck::ExprPtr& condition, Label label, const Origin& origin) {
  if (const auto* known = std::get_if<ConstantExpr>(&condition->node)) {
    if (known->value != 0) {
      jump(label, origin);
    }
    return;
  }
  if (dropUnreachable_ && !reachable_) {
    return;
  }
  used_[label.number] = true;
  emit(BranchOp{condition, static_cast<std::uint32_t>(label.number)}, origin);
}

void CodeBuilder::jump(Label label, const Origin& origin) {
  if (reachable_) {
    used_[label.number] = true;
    emit(JumpOp{static_cast<std::uint32_t>(label.number)}, origin);
    reachable_ = false;
  }
}

std::vector<Instruction> CodeBuilder::finish() {
  for (Instruction& instruction : code_) {
    std::uint32_t* target = nullptr;
    if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      target = &branch->target;
    } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
      target = &jump->target;
    }
    if (target != nullptr) {
      INVARIANT(labels_[*target] != kUnbound, "every label that is used is bound");
      *target = labels_[*target];
    }
  }
  return std::move(code_);
}

}  // namespace hrfcheck::frontend::c

#include "frontend/llvm/reader/function_translator.h"

// Control (Language Reference, "Terminator Instructions").

namespace hrfcheck::frontend::llvm::reader {

bool FunctionTranslator::control(const ir::Instruction& in) {
  if (ir::isa<ir::ReturnInst>(in)) {
    emit(Return{});
  } else if (const auto* branch = ir::dyn_cast<ir::BranchInst>(&in)) {
    if (branch->isConditional()) {
      branchTo(numberOf(*branch->getCondition()), *in.getParent(), *branch->getSuccessor(0));
      enter(*in.getParent(), *branch->getSuccessor(1));
    } else {
      enter(*in.getParent(), *branch->getSuccessor(0));
    }
  } else if (const auto* chosen = ir::dyn_cast<ir::SwitchInst>(&in)) {
    choose(*chosen);
  } else if (const auto* called = ir::dyn_cast<ir::InvokeInst>(&in)) {
    call(*called);  // what is called throws nothing
    enter(*in.getParent(), *called->getNormalDest());
  } else if (ir::isa<ir::UnreachableInst>(in)) {
    emit(Fault{});
  } else {
    return false;
  }
  return true;
}

/// Goes to a block, and gives its phis what they have on this way. All are read before any is set.
void FunctionTranslator::enter(const ir::BasicBlock& from, const ir::BasicBlock& to) {
  std::vector<std::pair<std::uint32_t, NumberPtr>> moves;
  for (const ir::PHINode& phi : to.phis()) {
    const Numbers numbers = numbersOf(*phi.getIncomingValueForBlock(&from));
    const std::vector<std::uint32_t> registers = registersOf(phi);
    for (std::size_t i = 0; i < registers.size(); ++i) {
      moves.emplace_back(registers[i], numbers[i]);
    }
  }
  if (moves.size() > 1) {
    for (auto& [reg, number] : moves) {
      if (number->op != NumberOp::Literal) {
        const std::uint32_t copy = temporary(number->bits);
        emit(Compute{copy, number});
        number = registerNumber(copy, number->bits);
      }
    }
  }
  for (const auto& [reg, number] : moves) {
    emit(Compute{reg, number});
  }
  emit(Jump{labels_[&to]});
}

/// Goes there where the condition holds, and on where it does not.
void FunctionTranslator::branchTo(const NumberPtr& condition, const ir::BasicBlock& from,
                                  const ir::BasicBlock& to) {
  if (to.phis().empty()) {
    emit(Branch{condition, labels_[&to]});
    return;
  }
  const std::uint32_t on = newLabel();
  const NumberPtr negated = number(NumberOp::Not, 1, {condition});
  emit(Branch{negated, on});
  enter(from, to);
  bind(on);
}

void FunctionTranslator::choose(const ir::SwitchInst& in) {
  const NumberPtr value = kept(numberOf(*in.getCondition()));
  for (const auto& one : in.cases()) {
    const NumberPtr number = numberOf(*one.getCaseValue());
    branchTo(numberFrom(NumberOp::Eq, value->bits, 1, {value, number}), *in.getParent(),
             *one.getCaseSuccessor());
  }
  enter(*in.getParent(), *in.getDefaultDest());
}

}  // namespace hrfcheck::frontend::llvm::reader

// Where control goes at the end of a block, and the phis that are set on the way (SPIR-V, 3.42.17).

#include <algorithm>

#include "frontend/spirv/module/block_order.h"
#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {

bool EntryTranslator::control() {
  switch (here_->op) {
    case spv::Op::OpBranch:
      leave(operand(0));
      break;
    case spv::Op::OpBranchConditional:
      conditional();
      break;
    case spv::Op::OpSwitch:
      choose();
      break;
    case spv::Op::OpReturn:
    case spv::Op::OpReturnValue:
    case spv::Op::OpKill:
    case spv::Op::OpTerminateInvocation:
      emit(lowlevel::Exit{});
      break;
    case spv::Op::OpDemoteToHelperInvocation:  // what a helper does has no effect that others see
      emit(lowlevel::Exit{});
      return true;
    case spv::Op::OpIsHelperInvocationEXT:
      defineOne(literal(0, 1));
      return true;
    case spv::Op::OpUnreachable:
      emit(lowlevel::Fault{});
      break;
    default:
      return false;
  }
  done_ = true;
  return true;
}

std::vector<Id> EntryTranslator::successorsOf(const Block& block) {
  const Instruction* end = block.code.empty() ? nullptr : &block.code.back();
  const auto at = [&](std::size_t i) { return i < end->operands.size() ? end->operands[i] : kNoId; };
  if (end != nullptr && end->op == spv::Op::OpBranch) {
    return {at(0)};
  }
  if (end != nullptr && end->op == spv::Op::OpBranchConditional) {
    return {at(1), at(2)};
  }
  std::vector<Id> labels;
  if (end != nullptr && end->op == spv::Op::OpSwitch) {
    labels.push_back(at(1));
    const std::size_t words = typeOf(at(0)).bits > 32 ? 2 : 1;
    for (std::size_t i = 2 + words; i < end->operands.size(); i += words + 1) {
      labels.push_back(at(i));
    }
  }
  return labels;
}

/// Those that control gets to, what dominates a block before it: not all compilers write them so.
std::vector<const Block*> EntryTranslator::ordered() {
  std::map<Id, std::uint32_t> numbers;
  for (std::uint32_t b = 0; b < in_.entry.blocks.size(); ++b) {
    numbers.emplace(in_.entry.blocks[b].label, b);
  }
  std::vector<std::vector<std::uint32_t>> successors;
  for (const Block& block : in_.entry.blocks) {
    successors.emplace_back();
    for (const Id label : successorsOf(block)) {
      if (const auto number = numbers.find(label); number != numbers.end()) {
        successors.back().push_back(number->second);
      }
    }
  }
  std::vector<const Block*> blocks;
  if (successors.empty()) {
    return blocks;
  }
  for (const std::uint32_t number : blockOrder(successors)) {
    blocks.push_back(&in_.entry.blocks[number]);
  }
  return blocks;
}

void EntryTranslator::branchTo(const NumberPtr& condition, Id label) {
  jumps_.emplace_back(made_.code.size(), label);
  emit(lowlevel::Branch{condition, 0});
}

void EntryTranslator::jumpTo(Id label) {
  if (!blocks_.contains(label)) {
    refuse("it goes to a block that is not there");
  }
  jumps_.emplace_back(made_.code.size(), label);
  emit(lowlevel::Jump{0});
}

/// A branch over what is made next, where the condition holds.
std::size_t EntryTranslator::skipIf(const NumberPtr& condition) {
  emit(lowlevel::Branch{condition, 0});
  return made_.code.size() - 1;
}

void EntryTranslator::landSkip(std::size_t branch) {
  std::get<lowlevel::Branch>(made_.code[branch].operation).target =
      static_cast<std::uint32_t>(made_.code.size());
}

void EntryTranslator::leave(Id to) {
  copyPhis(to);
  jumpTo(to);
}

bool EntryTranslator::hasPhis(Id label) const {
  const auto block = blocks_.find(label);
  return block != blocks_.end() && std::ranges::any_of(block->second->code, [](const Instruction& in) {
           return in.op == spv::Op::OpPhi;
         });
}

/// All phis of a block get their values at once.
void EntryTranslator::copyPhis(Id to) {
  const auto block = blocks_.find(to);
  if (block == blocks_.end()) {
    return;
  }
  std::vector<std::pair<std::uint32_t, NumberPtr>> copies;
  for (const Instruction& phi : block->second->code) {
    if (phi.op != spv::Op::OpPhi) {
      continue;
    }
    Id incoming = kNoId;
    for (std::size_t i = 0; i + 1 < phi.operands.size(); i += 2) {
      incoming = phi.operands[i + 1] == block_->label ? phi.operands[i] : incoming;
    }
    if (incoming == kNoId) {
      refuse("an OpPhi has no value for this way");
    }
    const Numbers from = value(incoming);
    const Numbers& targets = values_.at(phi.result);
    if (from.size() != targets.size()) {
      refuse("a value of an OpPhi is not of its type");
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool same = from[i]->op == NumberOp::Register && from[i]->index == targets[i]->index;
      if (!same) {
        copies.emplace_back(targets[i]->index, from[i]);
      }
    }
  }
  std::set<std::uint32_t> set;
  bool crossed = false;
  for (const auto& [target, from] : copies) {
    crossed = crossed || (from->op == NumberOp::Register && set.contains(from->index));
    set.insert(target);
  }
  for (auto& [target, from] : copies) {
    if (crossed) {
      const std::uint32_t temporary = newRegister(from->bits);
      compute(temporary, from);
      from = lowlevel::registerNumber(temporary, from->bits);
    }
  }
  for (const auto& [target, from] : copies) {
    compute(target, from);
  }
}

void EntryTranslator::conditional() {
  const Id yes = operand(1);
  const Id no = operand(2);
  if (yes == no) {
    leave(yes);
    return;
  }
  if (!blocks_.contains(yes) || !blocks_.contains(no)) {
    refuse("it goes to a block that is not there");
  }
  const NumberPtr condition = word(operand(0));
  if (!hasPhis(yes)) {
    branchTo(condition, yes);
    leave(no);
    return;
  }
  if (!hasPhis(no)) {
    branchTo(lowlevel::number(NumberOp::Not, 1, {condition}), no);
    leave(yes);
    return;
  }
  const std::size_t toYes = skipIf(condition);
  leave(no);
  landSkip(toYes);
  leave(yes);
}

void EntryTranslator::choose() {
  const NumberPtr selector = word(operand(0));
  const std::size_t words = selector->bits > 32 ? 2 : 1;
  std::vector<std::pair<std::size_t, Id>> cases;
  for (std::size_t i = 2; i + words < operandCount(); i += words + 1) {
    std::uint64_t bits = operand(i);
    if (words > 1) {
      bits |= std::uint64_t{operand(i + 1)} << 32U;
    }
    cases.emplace_back(skipIf(lowlevel::numberFrom(
                           NumberOp::Eq, selector->bits, 1,
                           {selector, literal(bits & lowlevel::lowBits(selector->bits), selector->bits)})),
                       operand(i + words));
  }
  leave(operand(1));
  for (const auto& [branch, label] : cases) {
    landSkip(branch);
    leave(label);
  }
}

}  // namespace hrfcheck::frontend::spirv

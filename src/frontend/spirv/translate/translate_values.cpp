// Values: constants, and what instructions define.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/spirv/module/nesting.h"
#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {

Id EntryTranslator::typeIdOf(Id value) const {
  const auto local = definitions_.find(value);
  const Instruction* in = local != definitions_.end() ? local->second : module().global(value);
  return in == nullptr ? kNoId : in->type;
}

unsigned EntryTranslator::wordBits(Id type) {
  return wordType(type).bits;
}

const ValueType& EntryTranslator::wordType(Id id) {
  const ValueType* type = &in_.types.of(id);
  while ((type->shape == Shape::Vector || type->shape == Shape::Matrix) && !type->parts.empty()) {
    type = &in_.types.of(type->parts[0]);
  }
  if (!type->isWord()) {
    refuse("its type is not one of numbers");
  }
  return *type;
}

/// Registers for the words of a value.
const Numbers& EntryTranslator::declare(Id id, Id type) {
  const ValueType& of = in_.types.of(type);
  if (of.words > ValueTypes::kMostWords) {
    refuse(fmt::format("a value of more than {} numbers", ValueTypes::kMostWords));
  }
  Numbers numbers;
  std::vector<Id> waiting = {type};
  while (!waiting.empty()) {
    const ValueType& next = in_.types.of(waiting.back());
    waiting.pop_back();
    if (next.isWord()) {
      const std::uint32_t reg = newRegister(next.bits, in_.module.nameOf(id));
      numbers.push_back(lowlevel::registerNumber(reg, next.bits));
    } else if (next.isComposite()) {
      for (std::uint32_t i = next.partCount(); i-- > 0;) {
        waiting.push_back(next.part(i));
      }
    }
  }
  return values_[id] = std::move(numbers);
}

void EntryTranslator::define(Numbers numbers) {
  if (here_->result == kNoId) {
    return;
  }
  const Numbers& registers = declare(here_->result, here_->type);
  if (registers.size() != numbers.size()) {
    refuse("its result is not of its type");
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i]->bits != registers[i]->bits) {
      refuse("its operands are not of its type");
    }
    compute(registers[i]->index, numbers[i]);
  }
}

/// In a register, to be used several times.
NumberPtr EntryTranslator::kept(const NumberPtr& number) {
  if (number->op == NumberOp::Register || number->op == NumberOp::Literal) {
    return number;
  }
  const std::uint32_t reg = newRegister(number->bits);
  compute(reg, number);
  return lowlevel::registerNumber(reg, number->bits);
}

NumberPtr EntryTranslator::word(Id id) {
  const Numbers& numbers = value(id);
  if (numbers.size() != 1) {
    refuse("a composite where a number is expected");
  }
  return numbers.front();
}

NumberPtr EntryTranslator::wordAs(Id id, unsigned bits, bool isSigned) {
  const NumberPtr number = word(id);
  return number->bits == bits ? number
         : isSigned           ? lowlevel::signExtended(number, number->bits, bits)
                              : lowlevel::resized(number, bits);
}

const Numbers& EntryTranslator::value(Id id) {
  if (const auto found = values_.find(id); found != values_.end()) {
    return found->second;
  }
  const Instruction* constant = module().global(id);
  if (definitions_.contains(id) || constant == nullptr) {
    refuse(fmt::format("{} is used before it is computed", module().nameOf(id)));
  }
  if (constant->op == spv::Op::OpUndef) {  // of each use by itself
    undefinedUses_.push_back(undefinedOf(constant->type));
    return undefinedUses_.back();
  }
  if (!deep_.insert(id).second) {
    refuse("a constant that consists of itself");
  }
  Numbers numbers = constantValue(*constant, 0);
  deep_.erase(id);
  return values_[id] = std::move(numbers);
}

std::optional<std::uint64_t> EntryTranslator::constantNumber(Id id) {
  if (const auto known = in_.types.constant(id)) {
    return known;
  }
  const Instruction* constant = module().global(id);
  if (constant == nullptr || constant->op != spv::Op::OpSpecConstantOp) {
    return std::nullopt;
  }
  const Numbers& numbers = value(id);
  return numbers.size() == 1 && numbers.front()->op == NumberOp::Literal
             ? std::optional(numbers.front()->literal)
             : std::nullopt;
}

std::uint64_t EntryTranslator::requiredConstant(Id id, const char* what) {
  const auto number = constantNumber(id);
  if (!number) {
    refuse(fmt::format("{} is not a constant", what));
  }
  return *number;
}

Numbers EntryTranslator::constantValue(const Instruction& constant, unsigned depth) {
  if (depth > Nesting::kDeepest) {
    refuse("a constant that is nested too deep");
  }
  const Decoration* builtIn = module().decoration(constant.result, spv::Decoration::BuiltIn);
  const bool variable = constant.op == spv::Op::OpVariable;
  if (!variable && builtIn != nullptr && !builtIn->operands.empty() &&
      builtIn->operands[0] == static_cast<std::uint32_t>(spv::BuiltIn::WorkgroupSize)) {
    return workgroupSize();
  }
  const ValueType& type = in_.types.of(constant.type);
  if (type.shape == Shape::None || type.words > ValueTypes::kMostWords) {
    refuse("a constant of a type that is not supported");
  }
  switch (constant.op) {
    case spv::Op::OpConstantNull: {
      Numbers numbers;
      std::vector<Id> waiting = {constant.type};
      while (!waiting.empty()) {
        const ValueType& next = in_.types.of(waiting.back());
        waiting.pop_back();
        if (next.isWord()) {
          numbers.push_back(literal(0, next.bits));
        } else {
          for (std::uint32_t i = next.partCount(); i-- > 0;) {
            waiting.push_back(next.part(i));
          }
        }
      }
      return numbers;
    }
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite: {
      Numbers numbers;
      for (const Id part : constant.operands) {
        const Numbers& more = value(part);
        numbers.insert(numbers.end(), more.begin(), more.end());
        if (numbers.size() > ValueTypes::kMostWords) {
          refuse(fmt::format("a value of more than {} numbers", ValueTypes::kMostWords));
        }
      }
      if (numbers.size() != type.words) {
        refuse("a constant is not of its type");
      }
      return numbers;
    }
    case spv::Op::OpSpecConstantOp:
      return specialized(constant);
    case spv::Op::OpVariable: {
      const VariablePlace place = in_.placeOf(constant.result);
      return {addressOf(place.object, place.space)};
    }
    case spv::Op::OpConstantSampler:
      return {literal(0, 64)};
    default:
      break;
  }
  const auto number = in_.types.constant(constant.result);
  if (!number || !type.isWord()) {
    refuse(fmt::format("{} is not a value", module().nameOf(constant.result)));
  }
  return {literal(*number & lowlevel::lowBits(type.bits), type.bits)};
}

/// The launch says it, whatever the module does.
Numbers EntryTranslator::workgroupSize() const {
  Numbers numbers;
  for (unsigned d = 0; d < 3; ++d) {
    numbers.push_back(builtInAt(lowlevel::BuiltIn::ItemsX, d));
  }
  return numbers;
}

/// OpSpecConstantOp: an instruction as a constant. Its numbers are known where those of its operands are,
/// which the code that computes with them finds out.
Numbers EntryTranslator::specialized(const Instruction& in) {
  if (in.operands.empty()) {
    refuse();
  }
  Instruction made = in;
  made.op = static_cast<spv::Op>(in.operands[0]);
  made.operands.erase(made.operands.begin());
  const Instruction* const before = here_;
  here_ = &made;
  Numbers result;
  try {
    switch (made.op) {
      case spv::Op::OpCompositeExtract: {
        const Numbers whole = value(operand(0));
        const auto [first, type] = placeInside(typeIdOf(operand(0)), 1);
        const std::uint64_t count = in_.types.of(type).words;
        result.assign(whole.begin() + static_cast<long>(first),
                      whole.begin() + static_cast<long>(first + count));
        break;
      }
      case spv::Op::OpCompositeInsert: {
        result = value(operand(1));
        const Numbers& part = value(operand(0));
        const auto [first, type] = placeInside(typeIdOf(operand(1)), 2);
        if (in_.types.of(type).words != part.size()) {
          refuse("its operands are not of its type");
        }
        std::ranges::copy(part, result.begin() + static_cast<long>(first));
        break;
      }
      case spv::Op::OpSelect: {
        const NumberPtr condition = word(operand(0));
        const Numbers yes = value(operand(1));
        const Numbers no = value(operand(2));
        for (std::size_t i = 0; i < std::min(yes.size(), no.size()); ++i) {
          result.push_back(lowlevel::selected(condition, yes[i], no[i]));
        }
        break;
      }
      default:
        result = arithmeticOf(made.op, made.operands, made.type);
        break;
    }
  } catch (const NotRead&) {
    here_ = before;
    throw;
  }
  here_ = before;
  return result;
}

/// What nobody has written: any number, of each use.
NumberPtr EntryTranslator::undefined(unsigned bits) {
  lowlevel::Access access;
  access.reads = true;
  access.space = Space::Local;
  access.bytes = std::max(bits, 8U) / 8;
  access.address = std::make_shared<const lowlevel::Number>(
      lowlevel::Number{.op = NumberOp::ObjectAddress, .bits = 64, .index = in_.undefined});
  const std::uint32_t reg = newRegister(bits, "undefined");
  access.targets = {reg};
  emit(std::move(access));
  return lowlevel::registerNumber(reg, bits);
}

Numbers EntryTranslator::undefinedOf(Id type) {
  const ValueType& of = in_.types.of(type);
  if (of.words > ValueTypes::kMostWords) {
    refuse(fmt::format("a value of more than {} numbers", ValueTypes::kMostWords));
  }
  Numbers numbers;
  std::vector<Id> waiting = {type};
  while (!waiting.empty()) {
    const ValueType& next = in_.types.of(waiting.back());
    waiting.pop_back();
    if (next.isWord()) {
      numbers.push_back(undefined(next.bits));
    } else if (next.isComposite()) {
      for (std::uint32_t i = next.partCount(); i-- > 0;) {
        waiting.push_back(next.part(i));
      }
    }
  }
  return numbers;
}

NumberPtr EntryTranslator::notComputed(unsigned bits, const std::vector<NumberPtr>& operands) const {
  return lowlevel::number(NumberOp::NotComputed, bits, operands);
}

/// Any numbers, of operands.
void EntryTranslator::defineOpen(std::size_t from) {
  std::vector<NumberPtr> operands;
  for (std::size_t i = from; i < operandCount(); ++i) {
    const Numbers& more = value(operand(i));
    operands.insert(operands.end(), more.begin(), more.end());
  }
  const Numbers& registers = declare(here_->result, here_->type);
  for (const NumberPtr& reg : registers) {
    compute(reg->index, notComputed(reg->bits, operands));
  }
}

}  // namespace hrfcheck::frontend::spirv

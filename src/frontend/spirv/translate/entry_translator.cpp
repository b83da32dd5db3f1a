#include "frontend/spirv/translate/entry_translator.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::spirv {
namespace {

/// More instructions than any kernel becomes.
constexpr std::size_t kMostOperations = 1'000'000;

}  // namespace

EntryTranslator::EntryTranslator(const EntryContext& context) : in_(context) {
  made_.name = "entry";
  made_.body = true;
  for (const Block& block : in_.entry.blocks) {
    blocks_.emplace(block.label, &block);
    for (const Instruction& in : block.code) {
      if (in.result != kNoId) {
        definitions_.emplace(in.result, &in);
      }
    }
  }
  for (const Instruction& parameter : in_.entry.parameters) {
    definitions_.emplace(parameter.result, &parameter);
  }
}

lowlevel::Function EntryTranslator::run() {
  for (const Block& block : in_.entry.blocks) {
    for (const Instruction& in : block.code) {
      if (in.op == spv::Op::OpPhi) {
        declare(in.result, in.type);
      }
    }
  }
  here_ = &in_.entry.head;
  try {
    parameters();
    builtIns();
  } catch (const NotRead& why) {
    emit(lowlevel::Refused{why.message});
  }
  for (const Block* one : ordered()) {
    block(*one);
  }
  const auto end = static_cast<std::uint32_t>(made_.code.size());
  emit(lowlevel::Exit{});
  for (const auto& [at, label] : jumps_) {
    const auto begin = begins_.find(label);
    std::visit(
        Overloaded{[&](lowlevel::Jump& o) { o.target = begin == begins_.end() ? end : begin->second; },
                   [&](lowlevel::Branch& o) { o.target = begin == begins_.end() ? end : begin->second; },
                   [](auto&) {}},
        made_.code[at].operation);
  }
  return std::move(made_);
}

void EntryTranslator::emit(lowlevel::Operation operation) {
  if (made_.code.size() > kMostOperations) {
    throw UserError(fmt::format("the kernel has more than {} operations on words", kMostOperations));
  }
  made_.code.push_back({std::move(operation), origin_});
}

std::uint32_t EntryTranslator::newRegister(unsigned bits, const std::string& name) {
  made_.registers.push_back({name.empty() ? fmt::format("#t{}", made_.registers.size()) : name, bits});
  return static_cast<std::uint32_t>(made_.registers.size() - 1);
}

void EntryTranslator::refuse(const std::string& message) {
  throw NotRead{message};
}

Id EntryTranslator::operand(std::size_t i) const {
  if (i >= here_->operands.size()) {
    refuse(fmt::format("operand {} is missing", i + 1));
  }
  return here_->operands[i];
}

/// Of a kernel: words of a parameter are in an object of its own, an image is one.
void EntryTranslator::parameters() {
  for (std::size_t p = 0; p < in_.entry.parameters.size(); ++p) {
    const Instruction& parameter = in_.entry.parameters[p];
    const ParameterPlace place = in_.parameterPlace(p);
    if (!place.object) {
      values_[parameter.result] = Numbers(in_.types.of(parameter.type).words, literal(0, 64));
      continue;
    }
    if (place.space != Space::Parameter) {
      values_[parameter.result] = {addressOf(*place.object, place.space)};
      continue;
    }
    const NumberPtr address = addressOf(*place.object, place.space);
    if (!place.copy) {
      const Numbers& words = declare(parameter.result, parameter.type);
      loadWords({parameter.type}, address, Space::Generic, words, {});
      continue;
    }
    const Laid laid{in_.types.pointee(parameter.type)};
    const auto words = in_.types.memoryWords(laid);
    Numbers copied;
    for (const MemoryWord& word : words.value_or(std::vector<MemoryWord>{})) {
      copied.push_back(lowlevel::registerNumber(newRegister(word.bits), word.bits));
    }
    values_[parameter.result] = {addressOf(*place.copy, Space::Local)};
    loadWords(laid, address, Space::Generic, copied, {});
    storeWords(laid, values_[parameter.result].front(), Space::Generic, copied, {});
  }
}

void EntryTranslator::block(const Block& block) {
  begins_[block.label] = static_cast<std::uint32_t>(made_.code.size());
  block_ = &block;
  done_ = false;
  for (const Instruction& in : block.code) {
    instruction(in);
    if (done_) {
      return;
    }
  }
  emit(lowlevel::Refused{"the block does not end"});
}

void EntryTranslator::instruction(const Instruction& in) {
  here_ = &in;
  origin_ = in.origin;
  const std::size_t before = made_.code.size();
  const std::size_t jumps = jumps_.size();
  try {
    if (!dispatch()) {
      refuse();
    }
  } catch (const NotRead& why) {
    made_.code.resize(before);
    jumps_.resize(jumps);
    emit(lowlevel::Refused{why.message});
    if (in.result != kNoId && !values_.contains(in.result)) {
      const ValueType& type = in_.types.of(in.type);
      if (type.words <= ValueTypes::kMostWords) {
        declare(in.result, in.type);
      }
    }
  }
}

bool EntryTranslator::dispatch() {
  switch (here_->op) {
    case spv::Op::OpNop:
    case spv::Op::OpPhi:
    case spv::Op::OpLine:
    case spv::Op::OpNoLine:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpLifetimeStart:
    case spv::Op::OpLifetimeStop:
    case spv::Op::OpAssumeTrueKHR:
      return true;
    default:
      return control() || memory() || composites() || arithmetic() || linearAlgebra() || extension() ||
             synchronization() || groups() || images();
  }
}

}  // namespace hrfcheck::frontend::spirv

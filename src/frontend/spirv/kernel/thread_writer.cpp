#include "frontend/spirv/kernel/thread_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {
std::optional<std::vector<hrfcheck::Instruction>> ThreadWriter::run() {
  try {
    if (!write(false)) {
      // A loop that is entered in its middle: its beginning is reached by a jump backward.
      ThreadWriter again(kernel_, thread_);
      again.code_ = c::CodeBuilder(false);
      again.write(true);
      return again.finished();
    }
    return finished();
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::vector<hrfcheck::Instruction> ThreadWriter::finished() {
  std::vector<hrfcheck::Instruction> code = code_.finish();
  for (auto& [index, marks] : marks_) {
    code[index].marks = std::move(marks);
  }
  return code;
}

/// @param everything also blocks that nothing seems to get to
/// @return false if a block that was left out is jumped to
bool ThreadWriter::write(bool everything) {
  const std::vector<Block>& blocks = kernel_.entry.blocks;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    labels_.push_back(code_.newLabel());
  }
  end_ = code_.newLabel();
  written_.assign(blocks.size(), false);
  wanted_.assign(blocks.size(), false);
  for (const auto& [id, uses] : kernel_.uses) {
    usesLeft_[id] = uses.count;
  }
  phis();
  variables();
  for (const std::uint32_t b : kernel_.order) {
    code_.bind(labels_[b], everything);
    if (everything || code_.reachable()) {
      written_[b] = true;
      block(blocks[b]);
    }
  }
  for (const std::uint32_t b : kernel_.order) {
    if (wanted_[b] && !written_[b]) {
      return false;
    }
  }
  std::set<std::uint32_t> placed(kernel_.order.begin(), kernel_.order.end());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!placed.contains(b)) {
      code_.bind(labels_[b]);
    }
  }
  code_.bind(*end_);
  return true;
}

void ThreadWriter::phis() {
  for (const std::uint32_t b : kernel_.order) {
    for (const Instruction& in : kernel_.entry.blocks[b].code) {
      if (in.op != spv::Op::OpPhi || !kernel_.uses.contains(in.result)) {
        continue;
      }
      const std::size_t count = kernel_.types.leafCount(in.type);
      if (count == 0) {
        unsupported(in);
      }
      const bool undefined = kernel_.maybeUndefined.contains(in.result);
      for (std::size_t p = 0; p < count; ++p) {
        Cell cell{registerOf(in.result, p, count), std::nullopt};
        if (undefined) {
          cell.defined = newRegister(fmt::format("{}?{}", kernel_.nameOf(in.result), p));
        }
        phis_[in.result].push_back(cell);
      }
    }
  }
}

void ThreadWriter::block(const Block& block) {
  kernel_.open.reached.insert(block.label);
  for (const Instruction& in : block.code) {
    if (in.op == spv::Op::OpPhi) {
      phi(in);
    } else if (&in == &block.code.back()) {
      consume(in);
      forgetPending();
      terminator(block, in);
    } else {
      consume(in);
      instruction(in);
    }
  }
}

void ThreadWriter::phi(const Instruction& in) {
  const auto cells = phis_.find(in.result);
  if (cells == phis_.end()) {
    return;
  }
  Parts parts;
  for (const Cell& cell : cells->second) {
    parts.push_back(cell.defined
                        ? chosen(registerRef(*cell.defined), registerRef(cell.value), undefinedNumber())
                        : registerRef(cell.value));
  }
  values_[in.result] = std::move(parts);
}

/// Values that have no uses left need not be kept.
void ThreadWriter::consume(const Instruction& in) {
  for (const Id id : usedBy(in)) {
    if (const auto left = usesLeft_.find(id); left != usesLeft_.end() && left->second > 0) {
      --left->second;
    }
  }
  std::erase_if(pending_, [&](const auto& part) { return usesLeft_[part.first] == 0; });
}

/// At the end of a block, values that are used in it only are no longer needed, but for phis.
void ThreadWriter::forgetPending() {
  std::erase_if(pending_, [&](const auto& part) {
    const auto uses = kernel_.uses.find(part.first);
    return uses == kernel_.uses.end() || !uses->second.elsewhere;
  });
}

void ThreadWriter::fail(const Instruction& in, const std::string& message, const std::string& hint) {
  kernel_.diagnostics.error(kernel_.originOf(in).place, message, hint);
  throw Failure{};
}

/// Instructions on composites are as much code as they have numbers.
void ThreadWriter::spend(std::size_t numbers, const Instruction& in) {
  constexpr std::size_t kMostNumbers = std::size_t{1} << 20U;
  look_.spend(numbers);
  numbers_ += numbers;
  if (numbers_ > kMostNumbers) {
    fail(in, fmt::format("the kernel computes with more than {} numbers, those of composites included",
                         kMostNumbers));
  }
}

void ThreadWriter::unsupported(const Instruction& in) {
  const Type type = kernel_.types.of(in.type);
  const Type& one = type.kind == TypeKind::Vector ? kernel_.types.of(type.parts[0]) : type;
  const bool floats =
      one.kind == TypeKind::Float || std::ranges::any_of(usedBy(in), [&](Id id) {
        const Type of = kernel_.types.of(kernel_.types.typeOf(id));
        return (of.kind == TypeKind::Vector ? kernel_.types.of(of.parts[0]) : of).kind == TypeKind::Float;
      });
  const std::string name = opcodeName(static_cast<std::uint16_t>(in.op));
  fail(in, floats ? fmt::format("{} of floating-point numbers is not supported", name)
                  : fmt::format("{} is not supported{}", name,
                                in.type == kNoId ? "" : " for operands of these types"));
}

void ThreadWriter::instruction(const Instruction& in) {
  const bool stores = in.op == spv::Op::OpStore;
  spend(1 + kernel_.types.leafCount(stores ? kernel_.types.typeOf(in.operands[1]) : in.type), in);
  static constexpr auto kWriters =
      std::to_array<std::pair<spv::Op, void (ThreadWriter::*)(const Instruction&)>>({
          {spv::Op::OpNop, nullptr},
          {spv::Op::OpVariable, nullptr},
          {spv::Op::OpLoopMerge, nullptr},
          {spv::Op::OpSelectionMerge, nullptr},
          {spv::Op::OpLifetimeStart, nullptr},
          {spv::Op::OpLifetimeStop, nullptr},
          {spv::Op::OpAssumeTrueKHR, nullptr},
          {spv::Op::OpLoad, &ThreadWriter::load},
          {spv::Op::OpStore, &ThreadWriter::store},
          {spv::Op::OpCopyMemory, &ThreadWriter::copyMemory},
          {spv::Op::OpMemoryBarrier, &ThreadWriter::memoryBarrier},
          {spv::Op::OpControlBarrier, &ThreadWriter::controlBarrier},
          {spv::Op::OpFunctionCall, &ThreadWriter::refuseCall},
          {spv::Op::OpUndef, &ThreadWriter::undefinedValue},
          {spv::Op::OpExtInst, &ThreadWriter::extension},
          {spv::Op::OpSelect, &ThreadWriter::selection},
          {spv::Op::OpCopyObject, &ThreadWriter::copy},
          {spv::Op::OpCopyLogical, &ThreadWriter::copy},
          {spv::Op::OpBitcast, &ThreadWriter::conversion},
          {spv::Op::OpPtrCastToGeneric, &ThreadWriter::conversion},
          {spv::Op::OpGenericCastToPtr, &ThreadWriter::conversion},
          {spv::Op::OpGenericCastToPtrExplicit, &ThreadWriter::conversion},
          {spv::Op::OpConvertPtrToU, &ThreadWriter::conversion},
          {spv::Op::OpConvertUToPtr, &ThreadWriter::conversion},
          {spv::Op::OpCompositeConstruct, &ThreadWriter::composites},
          {spv::Op::OpCompositeExtract, &ThreadWriter::composites},
          {spv::Op::OpCompositeInsert, &ThreadWriter::composites},
          {spv::Op::OpVectorShuffle, &ThreadWriter::vectors},
          {spv::Op::OpVectorExtractDynamic, &ThreadWriter::vectors},
          {spv::Op::OpVectorInsertDynamic, &ThreadWriter::vectors},
          {spv::Op::OpAny, &ThreadWriter::anyOrAll},
          {spv::Op::OpAll, &ThreadWriter::anyOrAll},
          {spv::Op::OpArrayLength, &ThreadWriter::arrayLength},
          {spv::Op::OpIAddCarry, &ThreadWriter::twoResults},
          {spv::Op::OpISubBorrow, &ThreadWriter::twoResults},
          {spv::Op::OpUMulExtended, &ThreadWriter::twoResults},
          {spv::Op::OpSMulExtended, &ThreadWriter::twoResults},
          {spv::Op::OpPtrDiff, &ThreadWriter::pointerDifference},
      });
  const auto* row = std::ranges::find(kWriters, in.op, &decltype(kWriters)::value_type::first);
  if (row != kWriters.end()) {
    if (row->second != nullptr) {
      (this->*row->second)(in);
    }
  } else if (isAccessChain(in.op)) {
    accessChain(in);
  } else if (isAtomic(in.op)) {
    atomic(in);
  } else if (isGroupOperation(in.op)) {
    groupOperation(in);
  } else if (in.result == kNoId || in.operands.empty()) {
    unsupported(in);
  } else {
    arithmetic(in);
  }
}

void ThreadWriter::refuseCall(const Instruction& in) {
  fail(in, fmt::format("the call of {} could not be inlined", kernel_.nameOf(in.operands[0])),
       "functions that call themselves are not supported");
}

void ThreadWriter::undefinedValue(const Instruction& in) {
  values_[in.result] = Parts(std::max<std::size_t>(kernel_.types.leafCount(in.type), 1), undefinedNumber());
}

void ThreadWriter::copy(const Instruction& in) {
  if (!copySlot(in)) {
    define(in, value(in.operands[0], in));
  }
}

void ThreadWriter::selection(const Instruction& in) {
  const Parts conditions = value(in.operands[0], in);
  const Parts yes = value(in.operands[1], in);
  const Parts no = value(in.operands[2], in);
  if (yes.size() != no.size() || (conditions.size() != 1 && conditions.size() != yes.size())) {
    fail(in, "the operands of OpSelect do not have the same number of parts");
  }
  Parts parts;
  for (std::size_t p = 0; p < yes.size(); ++p) {
    const ExprPtr& condition = conditions.size() == 1 ? conditions.front() : conditions[p];
    parts.push_back(chosen(condition, yes[p], no[p]));
  }
  define(in, std::move(parts));
}

void ThreadWriter::arrayLength(const Instruction& in) {
  const Target& target = kernel_.pointers.targetOf(in.operands[0]);
  const Object* object = target.roots.size() == 1 ? kernel_.memory.object(*target.roots.begin()) : nullptr;
  if (object == nullptr) {
    unsupported(in);
  }
  define(in, {constant(object->runtimeCount)});
}

}  // namespace hrfcheck::frontend::spirv

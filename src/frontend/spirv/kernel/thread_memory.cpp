// Accesses to memory, fences and barriers of one thread.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"
#include "frontend/spirv/module/memory_semantics.h"

namespace hrfcheck::frontend::spirv {

void ThreadWriter::emit(Operation operation, const Instruction& in, std::vector<std::string> marks) {
  const std::size_t before = code_.size();
  code_.emit(std::move(operation), kernel_.originOf(in));
  if (code_.size() > before && !marks.empty()) {
    marks_[before] = std::move(marks);
  }
}

std::uint32_t ThreadWriter::levelOf(Id scope, const Instruction& in) {
  const Value number = numberOf(scope, in);
  if (const auto level = levelOfScope(static_cast<spv::Scope>(number), kernel_.isOpenCl())) {
    return *level;
  }
  fail(in, fmt::format("the scope {} is not supported in this environment", number));
}

std::optional<Order> ThreadWriter::orderOf(std::uint32_t semantics) const {
  return orderOfSemantics(semantics, kernel_.isOpenCl());
}

std::vector<std::string> ThreadWriter::semanticMarks(std::uint32_t semantics) const {
  return marksOfSemantics(semantics, kernel_.isOpenCl());
}

void ThreadWriter::storageMark(Id pointer, std::vector<std::string>& marks) const {
  if (auto mark = markOfStorage(kernel_.memory.storageOf(pointer), kernel_.isOpenCl())) {
    marks.push_back(std::move(*mark));
  }
}

/// Of a load or a store: what its memory operands say of availability and visibility.
std::vector<std::string> ThreadWriter::accessMarks(const Instruction& in, std::size_t from, Id pointer) {
  std::vector<std::string> marks;
  storageMark(pointer, marks);
  if (kernel_.isOpenCl() || in.operands.size() <= from) {
    return marks;
  }
  const std::uint32_t mask = in.operands[from];
  std::size_t next = from + 1 + ((mask & bits(spv::MemoryAccessMask::Aligned)) != 0 ? 1 : 0);
  const auto scoped = [&](spv::MemoryAccessMask bit, const char* word) {
    if ((mask & bits(bit)) != 0) {
      if (next >= in.operands.size()) {
        fail(in, "a scope is missing in the memory operands");
      }
      marks.push_back(fmt::format("{}.{}", word, wordOfVulkanLevel(levelOf(in.operands[next++], in))));
    }
  };
  scoped(spv::MemoryAccessMask::MakePointerAvailable, "av");
  scoped(spv::MemoryAccessMask::MakePointerVisible, "vis");
  if ((mask & bits(spv::MemoryAccessMask::NonPrivatePointer)) != 0) {
    marks.emplace_back("nonpriv");
  }
  return marks;
}

void ThreadWriter::load(const Instruction& in) {
  const Id pointer = in.operands[0];
  if (kernel_.pointers.registerVariable(pointer) != kNoId) {
    define(in, loadSlot(slotOf(pointer, in), kernel_.types.leafCount(in.type), in));
    return;
  }
  values_[in.result] = loaded(in, pointer, std::nullopt, accessMarks(in, 1, pointer));
}

Parts ThreadWriter::loaded(const Instruction& in, Id pointer, const std::optional<Atomicity>& atomicity,
                           const std::vector<std::string>& marks) {
  const ExprPtr address = scalar(pointer, in);
  const std::vector<AccessedLeaf>* leaves = kernel_.memory.access(in, pointer);
  if (leaves == nullptr) {
    unsupported(in);
  }
  Parts parts;
  std::size_t piecesDone = 0;
  for (std::size_t l = 0; l < leaves->size(); ++l) {
    const AccessedLeaf& one = (*leaves)[l];
    const IntegerKind whole{
        static_cast<std::uint8_t>(std::min<std::uint32_t>(one.leaf.width * kBitsOfByte, 64)), false};
    ExprPtr number;
    for (const AccessPiece& piece : one.pieces) {
      const RegisterId target = one.pieces.size() == 1 ? registerOf(in.result, l, leaves->size())
                                                       : registerOf(in.result, kMostLeaves + piecesDone++, 2);
      keepBefore(target, in);
      emit(LoadOp{target, c::folded(BinaryOp::Add, address, constant(static_cast<Value>(piece.offset))),
                  atomicity},
           in, marks);
      if (one.pieces.size() == 1) {
        number = as(one.leaf.kind, {registerRef(target), piece.kind});
        continue;
      }
      const ExprPtr low = as({piece.kind.bits, false}, {registerRef(target), piece.kind});
      const ExprPtr shifted = c::folded(BinaryOp::Shl, low, constant(piece.shift), whole);
      number = number == nullptr ? shifted : c::folded(BinaryOp::Or, number, shifted, whole);
    }
    parts.push_back(one.pieces.size() == 1 ? number : as(one.leaf.kind, {number, whole}));
  }
  return parts;
}

void ThreadWriter::store(const Instruction& in) {
  const Id pointer = in.operands[0];
  const Parts parts = value(in.operands[1], in);
  if (kernel_.pointers.registerVariable(pointer) != kNoId) {
    storeSlot(slotOf(pointer, in), parts, in);
    return;
  }
  stored(in, pointer, parts, std::nullopt, accessMarks(in, 2, pointer));
}

/// Of a composite, what is not defined stays as it is in memory.
void ThreadWriter::stored(const Instruction& in, Id pointer, const Parts& parts,
                          const std::optional<Atomicity>& atomicity, const std::vector<std::string>& marks) {
  const ExprPtr address = scalar(pointer, in);
  const std::vector<AccessedLeaf>* leaves = kernel_.memory.access(in, pointer);
  if (leaves == nullptr || leaves->size() != parts.size()) {
    unsupported(in);
  }
  for (std::size_t l = 0; l < parts.size(); ++l) {
    if (parts.size() > 1 && isUndefined(parts[l])) {
      continue;
    }
    const AccessedLeaf& one = (*leaves)[l];
    const ExprPtr known = settled(parts[l], pointer, in);
    const ExprPtr number = one.pieces.size() > 1 ? kept(known, in) : known;
    const IntegerKind whole{
        static_cast<std::uint8_t>(std::min<std::uint32_t>(one.leaf.width * kBitsOfByte, 64)), false};
    for (const AccessPiece& piece : one.pieces) {
      ExprPtr bits = as(piece.kind, {number, one.leaf.kind});
      if (one.pieces.size() > 1) {
        bits = as(piece.kind,
                  {c::folded(BinaryOp::Shr, as(whole, {number, one.leaf.kind}), constant(piece.shift), whole),
                   whole});
      }
      emit(StoreOp{c::folded(BinaryOp::Add, address, constant(static_cast<Value>(piece.offset))), bits,
                   atomicity},
           in, marks);
    }
  }
}

/// What an undefined value is taken to be.
constexpr Value kAnyNumber = 1;

/// What is stored of a value that may be undefined: any number (SPIR-V, OpUndef: "each consumption of Result
/// <id> yields an arbitrary, possibly different bit pattern"). One of them is considered.
ExprPtr ThreadWriter::settled(const ExprPtr& value, Id pointer, const Instruction& in) {
  const auto* maybe = std::get_if<SelectExpr>(&value->node);
  const bool partly = maybe != nullptr && isUndefined(maybe->whenFalse);
  if (!partly && !isUndefined(value)) {
    return value;
  }
  const std::set<Id>& roots = kernel_.pointers.targetOf(pointer).roots;
  if (kernel_.open.undefined.insert(in.origin).second) {
    kernel_.open.stored.insert(roots.begin(), roots.end());
    kernel_.open.names += kernel_.open.names.empty() ? "" : ", ";
    kernel_.open.names += "the undefined value at " + kernel_.originOf(in).place.shown();
    kernel_.diagnostics.warning(
        kernel_.originOf(in).place,
        fmt::format("an undefined value is stored: it is taken to be {}", kAnyNumber));
  }
  const ExprPtr any = constant(kernel_.open.chosen.value_or(kAnyNumber) +
                               (kernel_.refutes ? static_cast<Value>(thread_) : 0));
  return partly ? chosen(maybe->condition, maybe->whenTrue, any) : any;
}

/// Between variables in registers and memory, in either direction.
void ThreadWriter::copyMemory(const Instruction& in) {
  const Id to = in.operands[0];
  const Id from = in.operands[1];
  Parts parts;
  if (kernel_.pointers.registerVariable(from) != kNoId) {
    parts = loadSlot(slotOf(from, in),
                     kernel_.types.leafCount(kernel_.types.pointeeId(kernel_.types.typeOf(from))), in);
  } else {
    std::vector<std::string> marks;
    storageMark(from, marks);
    parts = loaded(in, from, std::nullopt, marks);
  }
  if (kernel_.pointers.registerVariable(to) != kNoId) {
    storeSlot(slotOf(to, in), parts, in);
  } else {
    stored(in, to, parts, std::nullopt, accessMarks(in, 2, to));
  }
}

const ThreadWriter::Slot& ThreadWriter::slotOf(Id pointer, const Instruction& in) {
  const auto slot = slots_.find(pointer);
  if (slot == slots_.end()) {
    fail(in, fmt::format("{} is used before it is computed", kernel_.nameOf(pointer)));
  }
  return slot->second;
}

}  // namespace hrfcheck::frontend::spirv

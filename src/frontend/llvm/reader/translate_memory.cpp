#include "frontend/llvm/reader/function_translator.h"
#include "program/expr/further_operators.h"

// Accesses and fences (Language Reference, "Memory Access and Addressing Operations", "Atomic Memory Ordering
// Constraints"; "User Guide for AMDGPU Backend", "Memory Model").

namespace hrfcheck::frontend::llvm::reader {
namespace {

constexpr const char* kOneAs = "one_as";  // as in the dialect AMDGPU

unsigned leastOf(std::uint64_t a, std::uint64_t b) {
  return static_cast<unsigned>(a < b ? a : b);
}

bool isPower(unsigned bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

NumberPtr offsetBy(const NumberPtr& address, std::uint64_t offset) {
  return offset == 0 ? address
                     : number(NumberOp::Add, address->bits, {address, literal(offset, address->bits)});
}

/// How many bytes of so many, from `at` on, are accessed at once where the first is aligned to `align`.
unsigned pieceAt(unsigned at, unsigned bytes, std::uint64_t align) {
  unsigned piece = 1;
  while (piece * 2 <= bytes - at && piece * 2 <= align && (at % (piece * 2)) == 0) {
    piece *= 2;
  }
  return piece;
}

}  // namespace

bool FunctionTranslator::memory(const ir::Instruction& in) {
  if (const auto* own = ir::dyn_cast<ir::AllocaInst>(&in)) {
    variable(*own);
  } else if (const auto* read = ir::dyn_cast<ir::LoadInst>(&in)) {
    load(*read);
  } else if (const auto* written = ir::dyn_cast<ir::StoreInst>(&in)) {
    store(*written);
  } else if (const auto* changed = ir::dyn_cast<ir::AtomicRMWInst>(&in)) {
    update(*changed);
  } else if (const auto* swapped = ir::dyn_cast<ir::AtomicCmpXchgInst>(&in)) {
    compareSwap(*swapped);
  } else if (const auto* ordered = ir::dyn_cast<ir::FenceInst>(&in)) {
    fence(*ordered);
  } else {
    return false;
  }
  return true;
}

void FunctionTranslator::variable(const ir::AllocaInst& in) {
  const auto size = in.getAllocationSize(context_.layout());
  if (!size || size->isScalable()) {
    refuse("a variable whose size is computed");
  }
  constexpr std::uint64_t kLargest = 1U << 20U;
  if (size->getFixedValue() >= kLargest) {
    refuse("a variable of a thread with more than a million bytes");
  }
  ObjectDeclaration object;
  object.name = in.hasName() ? in.getName().str() : "alloca";
  object.space = Space::Local;
  object.size = size->getFixedValue();
  object.function = number_;
  variables_[&in] = context_.newObject(std::move(object));
}

Order FunctionTranslator::orderOf(ir::AtomicOrdering ordering) const {
  switch (ordering) {
    case ir::AtomicOrdering::Monotonic:
      return Order::Relaxed;
    case ir::AtomicOrdering::Acquire:
      return Order::Acquire;
    case ir::AtomicOrdering::Release:
      return Order::Release;
    case ir::AtomicOrdering::AcquireRelease:
      return Order::AcquireRelease;
    case ir::AtomicOrdering::SequentiallyConsistent:
      return Order::SeqCst;
    default:
      refuse("the order 'unordered' is not supported");
  }
}

NamedScope FunctionTranslator::scopeOf(ir::SyncScope::ID scope) const {
  ir::SmallVector<ir::StringRef, 16> names;
  function_.getContext().getSyncScopeNames(names);
  const std::string name = scope < names.size() ? names[scope].str() : "?";
  const auto known = context_.target().scope(name);
  if (!known) {
    refuse("syncscope(\"" + name + "\") is not supported");
  }
  return *known;
}

void FunctionTranslator::annotate(Access& access, ir::AtomicOrdering ordering, ir::SyncScope::ID scope) {
  const NamedScope known = scopeOf(scope);
  access.atomicity = Atomicity{orderOf(ordering), known.level};
  if (known.oneAddressSpace) {
    access.marks.emplace_back(kOneAs);
  }
}

/// A number in memory that no more is known of: read whole, or by pieces where it need not be aligned.
NumberPtr FunctionTranslator::loaded(Space space, const NumberPtr& address, const Leaf& leaf,
                                     std::uint64_t align) {
  if (leaf.bytes == 0) {
    refuse("elements that are no whole bytes");
  }
  const unsigned bits = leaf.bytes * 8;
  unsigned at = 0;
  NumberPtr whole;
  while (at < leaf.bytes) {
    const unsigned piece = pieceAt(at, leaf.bytes, align);
    if (leaf.bytes > 8) {
      refuse("numbers of more than 64 bits are not supported");
    }
    Access access;
    access.space = space;
    access.reads = true;
    access.bytes = piece;
    access.isFloat = leaf.isFloat && piece == leaf.bytes;
    access.address = offsetBy(address, at);
    const std::uint32_t reg = temporary(piece * 8);
    access.targets.push_back(reg);
    emit(std::move(access));
    const NumberPtr part = resized(registerNumber(reg, piece * 8), bits);
    whole = at == 0
                ? part
                : number(NumberOp::Or, bits,
                         {whole, number(NumberOp::Shl, bits, {part, literal(std::uint64_t{at} * 8, bits)})});
    at += piece;
  }
  return resized(whole, leaf.bits);
}

void FunctionTranslator::stored(Space space, const NumberPtr& address, const Leaf& leaf,
                                const NumberPtr& value, std::uint64_t align) {
  if (leaf.bytes == 0 || leaf.bytes > 8) {
    refuse(leaf.bytes == 0 ? "elements that are no whole bytes"
                           : "numbers of more than 64 bits are not supported");
  }
  const unsigned bits = leaf.bytes * 8;
  const NumberPtr whole = resized(value, bits);
  unsigned at = 0;
  while (at < leaf.bytes) {
    const unsigned piece = pieceAt(at, leaf.bytes, align);
    Access access;
    access.space = space;
    access.writes = true;
    access.bytes = piece;
    access.isFloat = leaf.isFloat && piece == leaf.bytes;
    access.address = offsetBy(address, at);
    access.values.push_back(resized(
        at == 0 ? whole : number(NumberOp::ShrUnsigned, bits, {whole, literal(std::uint64_t{at} * 8, bits)}),
        piece * 8));
    emit(std::move(access));
    at += piece;
  }
}

void FunctionTranslator::load(const ir::LoadInst& in) {
  if (knownOfLaunch(in)) {
    return;
  }
  const Space space = accessedSpace(in.getPointerAddressSpace());
  const NumberPtr address = kept(numberOf(*in.getPointerOperand()));
  const std::vector<Leaf> leaves = leavesOf(in.getType());
  if (!in.isAtomic()) {
    Numbers result;
    for (const Leaf& leaf : leaves) {
      result.push_back(loaded(space, offsetBy(address, leaf.offset), leaf,
                              ir::commonAlignment(in.getAlign(), leaf.offset).value()));
    }
    define(in, result);
    return;
  }
  if (leaves.size() != 1 || !isPower(leaves.front().bytes)) {
    refuse("atomic accesses of this type are not supported");
  }
  Access access;
  access.space = space;
  access.address = address;
  access.reads = true;
  access.bytes = leaves.front().bytes;
  access.isFloat = leaves.front().isFloat;
  const std::uint32_t reg = temporary(access.bytes * 8);
  access.targets.push_back(reg);
  annotate(access, in.getOrdering(), in.getSyncScopeID());
  const unsigned bits = access.bytes * 8;
  emit(std::move(access));
  define(in, registerNumber(reg, bits));
}

void FunctionTranslator::store(const ir::StoreInst& in) {
  const Space space = accessedSpace(in.getPointerAddressSpace());
  const NumberPtr address = kept(numberOf(*in.getPointerOperand()));
  const std::vector<Leaf> leaves = leavesOf(in.getValueOperand()->getType());
  const Numbers values = numbersOf(*in.getValueOperand());
  if (!in.isAtomic()) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& leaf = leaves[i];
      stored(space, offsetBy(address, leaf.offset), leaf, values[i],
             ir::commonAlignment(in.getAlign(), leaf.offset).value());
    }
    return;
  }
  if (leaves.size() != 1 || !isPower(leaves.front().bytes)) {
    refuse("atomic accesses of this type are not supported");
  }
  Access access;
  access.space = space;
  access.address = address;
  access.writes = true;
  access.bytes = leaves.front().bytes;
  access.isFloat = leaves.front().isFloat;
  access.values.push_back(resized(values.front(), access.bytes * 8));
  annotate(access, in.getOrdering(), in.getSyncScopeID());
  emit(std::move(access));
}

void FunctionTranslator::update(const ir::AtomicRMWInst& in) {
  const std::vector<Leaf> leaves = leavesOf(in.getType());
  if (leaves.size() != 1 || !isPower(leaves.front().bytes)) {
    refuse("atomic accesses of this type are not supported");
  }
  Access access;
  access.space = accessedSpace(in.getPointerAddressSpace());
  access.address = kept(numberOf(*in.getPointerOperand()));
  access.reads = access.writes = true;
  access.bytes = leaves.front().bytes;
  access.isFloat = leaves.front().isFloat;
  const unsigned bits = access.bytes * 8;
  NumberPtr value = resized(numberOf(*in.getValOperand()), bits);
  using Op = ir::AtomicRMWInst;
  switch (in.getOperation()) {
    case Op::Xchg:
      access.update = RmwOp::Exchange;
      break;
    case Op::Add:
      access.update = RmwOp::Add;
      break;
    case Op::Sub:
      access.update = RmwOp::Sub;
      break;
    case Op::And:
      access.update = RmwOp::And;
      break;
    case Op::Or:
      access.update = RmwOp::Or;
      break;
    case Op::Xor:
      access.update = RmwOp::Xor;
      break;
    case Op::Max:
    case Op::UMax:
      access.update = RmwOp::Max;
      break;
    case Op::Min:
    case Op::UMin:
      access.update = RmwOp::Min;
      break;
    case Op::UIncWrap:
      access.update = RmwOp::IncrementTo;
      break;
    case Op::UDecWrap:
      access.update = RmwOp::DecrementFrom;
      break;
    case Op::FAdd:
    case Op::FSub:
      if (bits != 32 && bits != 64) {
        refuse("atomic sums of floats of this width are not supported");
      }
      access.update = kRmwFloatAdd;
      if (in.getOperation() == Op::FSub) {
        value = number(NumberOp::Xor, bits, {value, literal(std::uint64_t{1} << (bits - 1), bits)});
      }
      break;
    default:
      refuse("this update is not supported");
  }
  access.signedUpdate = in.getOperation() == Op::Max || in.getOperation() == Op::Min;
  access.values.push_back(value);
  const std::uint32_t reg = temporary(bits);
  access.targets.push_back(in.use_empty() ? std::nullopt : std::optional(reg));
  annotate(access, in.getOrdering(), in.getSyncScopeID());
  emit(std::move(access));
  if (!in.use_empty()) {
    define(in, registerNumber(reg, bits));
  }
}

/// A weak one may fail where the numbers are equal; it is taken for a strong one, as in C read as written.
void FunctionTranslator::compareSwap(const ir::AtomicCmpXchgInst& in) {
  const std::vector<Leaf> leaves = leavesOf(in.getCompareOperand()->getType());
  if (leaves.size() != 1 || !isPower(leaves.front().bytes)) {
    refuse("atomic accesses of this type are not supported");
  }
  Access access;
  access.space = accessedSpace(in.getPointerAddressSpace());
  access.address = kept(numberOf(*in.getPointerOperand()));
  access.reads = access.writes = true;
  access.bytes = leaves.front().bytes;
  access.update = RmwOp::CompareSwap;
  const unsigned bits = access.bytes * 8;
  const NumberPtr expected = kept(resized(numberOf(*in.getCompareOperand()), bits));
  access.expected = expected;
  access.values.push_back(resized(numberOf(*in.getNewValOperand()), bits));
  const std::uint32_t reg = temporary(bits);
  access.targets.push_back(reg);
  annotate(access, in.getSuccessOrdering(), in.getSyncScopeID());
  const Order failure = orderOf(in.getFailureOrdering());
  const Order own = access.atomicity->order;
  const Order implied = own == Order::Release          ? Order::Relaxed
                        : own == Order::AcquireRelease ? Order::Acquire
                                                       : own;
  if (failure != implied) {
    access.failure = failure;
  }
  emit(std::move(access));
  const NumberPtr old = registerNumber(reg, bits);
  define(in, Numbers{old, numberFrom(NumberOp::Eq, bits, 1, {old, expected})});
}

/// `!mmra !{!"amdgpu-as", !"local"}`: the address spaces that a fence orders (User Guide for AMDGPU Backend,
/// "Fence and Address Spaces").
void FunctionTranslator::fence(const ir::FenceInst& in) {
  const NamedScope scope = scopeOf(in.getSyncScopeID());
  if (context_.target().machine() == Machine::Host && scope.level == kThreadLevel) {
    emit(Nothing{});  // C's atomic_signal_fence: of one thread alone
    return;
  }
  Fence made{orderOf(in.getOrdering()), scope.level, true};
  if (scope.oneAddressSpace) {
    made.marks.emplace_back(kOneAs);
  }
  if (const ir::MDNode* node = in.getMetadata(ir::LLVMContext::MD_mmra)) {
    FenceSpaces spaces{false, false};
    const auto add = [&](const ir::MDNode& tag) {
      const auto* prefix =
          tag.getNumOperands() == 2 ? ir::dyn_cast<ir::MDString>(tag.getOperand(0)) : nullptr;
      const auto* suffix = prefix == nullptr ? nullptr : ir::dyn_cast<ir::MDString>(tag.getOperand(1));
      if (suffix == nullptr ||
          (prefix->getString() != "amdgpu-as" && prefix->getString() != "amdgpu-synchronize-as") ||
          (suffix->getString() != "global" && suffix->getString() != "local")) {
        refuse("a fence with !mmra that says something else than address spaces");
      }
      (suffix->getString() == "global" ? spaces.global : spaces.local) = true;
    };
    if (node->getNumOperands() == 2 && ir::isa<ir::MDString>(node->getOperand(0))) {
      add(*node);
    } else {
      for (const ir::MDOperand& tag : node->operands()) {
        const auto* one = ir::dyn_cast<ir::MDNode>(tag);
        if (one == nullptr) {
          refuse("a fence with !mmra that says something else than address spaces");
        }
        add(*one);
      }
    }
    made.spaces = spaces.global || spaces.local ? spaces : FenceSpaces{};
  }
  emit(std::move(made));
}

/// Ordinary accesses, of as many bytes as both are aligned to.
void FunctionTranslator::copyMemory(const ir::MemTransferInst& in) {
  const auto* length = ir::dyn_cast<ir::ConstantInt>(in.getLength());
  constexpr std::uint64_t kLongest = 65'536;
  if (length == nullptr || length->getZExtValue() > kLongest) {
    refuse("a copy of a number of bytes that is computed");
  }
  const NumberPtr to = kept(numberOf(*in.getRawDest()));
  const NumberPtr from = kept(numberOf(*in.getRawSource()));
  const Space toSpace = accessedSpace(in.getDestAddressSpace());
  const Space fromSpace = accessedSpace(in.getSourceAddressSpace());
  const std::uint64_t align = std::min<std::uint64_t>(
      8, std::min(in.getDestAlign().valueOrOne().value(), in.getSourceAlign().valueOrOne().value()));
  std::vector<Leaf> leaves;
  for (std::uint64_t at = 0; at < length->getZExtValue();) {
    unsigned bytes = static_cast<unsigned>(align);
    while (bytes > length->getZExtValue() - at) {
      bytes /= 2;
    }
    leaves.push_back({bytes * 8, at, bytes, false});
    at += bytes;
  }
  Numbers all;  // of memmove, all are read before any is written
  for (const Leaf& leaf : leaves) {
    all.push_back(loaded(fromSpace, offsetBy(from, leaf.offset), leaf, leaf.bytes));
    if (!ir::isa<ir::MemMoveInst>(in)) {
      stored(toSpace, offsetBy(to, leaf.offset), leaf, all.back(), leaf.bytes);
    }
  }
  for (std::size_t i = 0; i < leaves.size() && ir::isa<ir::MemMoveInst>(in); ++i) {
    stored(toSpace, offsetBy(to, leaves[i].offset), leaves[i], all[i], leaves[i].bytes);
  }
}

void FunctionTranslator::setMemory(const ir::MemSetInst& in) {
  const auto* length = ir::dyn_cast<ir::ConstantInt>(in.getLength());
  constexpr std::uint64_t kLongest = 65'536;
  if (length == nullptr || length->getZExtValue() > kLongest) {
    refuse("bytes are set whose number is computed");
  }
  const NumberPtr to = kept(numberOf(*in.getRawDest()));
  const Space space = accessedSpace(in.getDestAddressSpace());
  const NumberPtr byte = kept(numberOf(*in.getValue()));
  const unsigned align = leastOf(8, in.getDestAlign().valueOrOne().value());
  for (std::uint64_t at = 0; at < length->getZExtValue();) {
    unsigned bytes = align;
    while (bytes > length->getZExtValue() - at) {
      bytes /= 2;
    }
    const unsigned bits = bytes * 8;
    constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;
    const NumberPtr whole = number(NumberOp::Mul, bits, {resized(byte, bits), literal(kEachByte, bits)});
    stored(space, offsetBy(to, at), {bits, at, bytes, false}, whole, bytes);
    at += bytes;
  }
}

}  // namespace hrfcheck::frontend::llvm::reader

#include <bit>

#include "frontend/llvm/reader/function_translator.h"
#include "frontend/lowlevel/module/address_map.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

// What values are: one register for each number in them.

namespace hrfcheck::frontend::llvm::reader {
namespace {

constexpr std::size_t kMostLeaves = 4096;

bool isWindowed(Space space) {
  return space == Space::Shared || isOwn(space);
}

}  // namespace

unsigned FunctionTranslator::widthOf(ir::Type* type) const {
  const std::uint64_t bits = context_.layout().getTypeSizeInBits(type);
  if (bits == 0 || bits > 64) {
    refuse("numbers of " + std::to_string(bits) + " bits are not supported");
  }
  return static_cast<unsigned>(bits);
}

std::vector<Leaf> FunctionTranslator::leavesOf(ir::Type* type) const {
  std::vector<Leaf> leaves;
  addLeaves(type, 0, leaves);
  return leaves;
}

void FunctionTranslator::addLeaves(ir::Type* type, std::uint64_t offset, std::vector<Leaf>& leaves) const {
  const ir::DataLayout& layout = context_.layout();
  if (leaves.size() > kMostLeaves) {
    refuse("values of more than 4096 numbers are not supported");
  }
  if (auto* fields = ir::dyn_cast<ir::StructType>(type)) {
    if (fields->isOpaque()) {
      refuse("a value of a type that is not defined");
    }
    const ir::StructLayout& places = *layout.getStructLayout(fields);
    for (unsigned i = 0; i < fields->getNumElements(); ++i) {
      addLeaves(fields->getElementType(i), offset + places.getElementOffset(i), leaves);
    }
    return;
  }
  if (auto* row = ir::dyn_cast<ir::ArrayType>(type)) {
    if (row->getNumElements() > kMostLeaves) {
      refuse("values of more than 4096 numbers are not supported");
    }
    const std::uint64_t size = layout.getTypeAllocSize(row->getElementType());
    for (std::uint64_t i = 0; i < row->getNumElements(); ++i) {
      addLeaves(row->getElementType(), offset + i * size, leaves);
    }
    return;
  }
  if (auto* vector = ir::dyn_cast<ir::FixedVectorType>(type)) {
    const std::uint64_t bits = layout.getTypeSizeInBits(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      // In vectors, elements lie side by side, to the bit.
      addLeaves(vector->getElementType(), offset + i * bits / 8, leaves);
      if (bits % 8 != 0) {
        leaves.back().bytes = 0;
      }
    }
    return;
  }
  const bool isFloat = type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() || type->isBFloatTy();
  if (!isFloat && !type->isIntegerTy() && !type->isPointerTy()) {
    std::string name;
    ir::raw_string_ostream out(name);
    type->print(out);
    refuse("values of type " + out.str() + " are not supported");
  }
  const unsigned bits = widthOf(type);
  leaves.push_back({bits, offset, static_cast<unsigned>(layout.getTypeStoreSize(type)), isFloat});
}

std::uint32_t FunctionTranslator::temporary(unsigned bits) {
  made_.registers.push_back({"#t" + std::to_string(made_.registers.size()), bits});
  return static_cast<std::uint32_t>(made_.registers.size() - 1);
}

const std::vector<std::uint32_t>& FunctionTranslator::registersOf(const ir::Value& value) {
  const auto known = registers_.find(&value);
  if (known != registers_.end()) {
    return known->second;
  }
  std::vector<std::uint32_t> made;
  for (const Leaf& leaf : leavesOf(value.getType())) {
    made_.registers.push_back({value.hasName() ? value.getName().str() : "", leaf.bits});
    made.push_back(static_cast<std::uint32_t>(made_.registers.size() - 1));
  }
  return registers_[&value] = std::move(made);
}

/// Nobody writes it.
NumberPtr FunctionTranslator::undefined(unsigned bits) {
  return registerNumber(temporary(bits), bits);
}

NumberPtr FunctionTranslator::kept(const NumberPtr& number) {
  if (number->op == NumberOp::Register || number->op == NumberOp::Literal) {
    return number;
  }
  const std::uint32_t reg = temporary(number->bits);
  emit(Compute{reg, number});
  return registerNumber(reg, number->bits);
}

void FunctionTranslator::define(const ir::Value& value, const Numbers& numbers) {
  const std::vector<std::uint32_t> registers = registersOf(value);
  for (std::size_t i = 0; i < registers.size() && i < numbers.size(); ++i) {
    emit(Compute{registers[i], resized(numbers[i], made_.registers[registers[i]].bits)});
  }
}

NumberPtr FunctionTranslator::numberOf(const ir::Value& value) {
  Numbers all = numbersOf(value);
  if (all.size() != 1) {
    refuse("a vector or a struct where a number is expected");
  }
  return std::move(all.front());
}

Numbers FunctionTranslator::numbersOf(const ir::Value& value) {
  if (const auto* constant = ir::dyn_cast<ir::Constant>(&value)) {
    return constantNumbers(*constant);
  }
  if (const auto own = variables_.find(&value); own != variables_.end()) {
    return {addressOfObject(own->second, value.getType()->getPointerAddressSpace())};
  }
  if (!ir::isa<ir::Instruction>(value) && !ir::isa<ir::Argument>(value)) {
    refuse("an operand that is not supported");
  }
  Numbers numbers;
  for (const std::uint32_t reg : registersOf(value)) {
    numbers.push_back(registerNumber(reg, made_.registers[reg].bits));
  }
  return numbers;
}

/// As a number of the address space of the pointer to it.
NumberPtr FunctionTranslator::addressOfObject(std::uint32_t object, unsigned addressSpace) {
  const Space lies = context_.object(object).space;
  const unsigned bits = bitsOfPointer(addressSpace);
  const bool generic = isWindowed(lies) && accessedSpace(addressSpace) == Space::Generic;
  return std::make_shared<const Number>(Number{.op = NumberOp::ObjectAddress,
                                               .bits = static_cast<std::uint8_t>(bits),
                                               .literal = generic ? windowOf(lies) : 0,
                                               .index = object});
}

Numbers FunctionTranslator::constantNumbers(const ir::Constant& value) {
  if (const auto* integer = ir::dyn_cast<ir::ConstantInt>(&value);
      integer != nullptr && !value.getType()->isVectorTy()) {
    return {literal(integer->getValue().extractBitsAsZExtValue(widthOf(value.getType()), 0),
                    widthOf(value.getType()))};
  }
  if (const auto* real = ir::dyn_cast<ir::ConstantFP>(&value);
      real != nullptr && !value.getType()->isVectorTy()) {
    const unsigned bits = widthOf(value.getType());
    return {literal(real->getValueAPF().bitcastToAPInt().getZExtValue(), bits)};
  }
  if (ir::isa<ir::ConstantPointerNull>(value)) {
    return {literal(0, widthOf(value.getType()))};
  }
  if (ir::isa<ir::UndefValue>(value)) {
    Numbers numbers;
    for (const Leaf& leaf : leavesOf(value.getType())) {
      numbers.push_back(undefined(leaf.bits));
    }
    return numbers;
  }
  if (ir::isa<ir::ConstantAggregateZero>(value)) {
    Numbers numbers;
    for (const Leaf& leaf : leavesOf(value.getType())) {
      numbers.push_back(literal(0, leaf.bits));
    }
    return numbers;
  }
  if (const auto* variable = ir::dyn_cast<ir::GlobalVariable>(&value)) {
    return {addressOfObject(context_.objectOf(*variable), variable->getAddressSpace())};
  }
  if (const auto* expression = ir::dyn_cast<ir::ConstantExpr>(&value)) {
    return expressionNumbers(*expression);
  }
  const auto elements = [&]() -> std::uint64_t {
    if (const auto* vector = ir::dyn_cast<ir::FixedVectorType>(value.getType())) {
      return vector->getNumElements();
    }
    if (const auto* row = ir::dyn_cast<ir::ArrayType>(value.getType())) {
      return row->getNumElements();
    }
    const auto* fields = ir::dyn_cast<ir::StructType>(value.getType());
    return fields == nullptr ? 0 : fields->getNumElements();
  }();
  Numbers numbers;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const ir::Constant* element = value.getAggregateElement(static_cast<unsigned>(i));
    if (element == nullptr || i > kMostLeaves) {
      refuse("a constant that is not supported");
    }
    const Numbers more = constantNumbers(*element);
    numbers.insert(numbers.end(), more.begin(), more.end());
  }
  if (elements == 0) {
    if (const auto* function = ir::dyn_cast<ir::Function>(&value)) {
      refuse("the address of function '" + function->getName().str() +
             "': calls through pointers are not supported");
    }
    refuse("a constant that is not supported");
  }
  return numbers;
}

Numbers FunctionTranslator::expressionNumbers(const ir::ConstantExpr& value) {
  switch (value.getOpcode()) {
    case ir::Instruction::GetElementPtr:
      return {elementAddress(*ir::cast<ir::GEPOperator>(&value))};
    case ir::Instruction::AddrSpaceCast: {
      const ir::Constant* from = value.getOperand(0);
      const bool neverNull = ir::isa<ir::GlobalVariable>(from->stripPointerCasts());
      return {castAddress(numberOf(*from), from->getType()->getPointerAddressSpace(),
                          value.getType()->getPointerAddressSpace(), neverNull)};
    }
    case ir::Instruction::PtrToInt:
    case ir::Instruction::IntToPtr:
    case ir::Instruction::Trunc:
      return {resized(numberOf(*value.getOperand(0)), widthOf(value.getType()))};
    case ir::Instruction::BitCast:
      if (value.getType() == value.getOperand(0)->getType() ||
          leavesOf(value.getType()).size() == leavesOf(value.getOperand(0)->getType()).size()) {
        return numbersOf(*value.getOperand(0));
      }
      break;
    case ir::Instruction::Add:
    case ir::Instruction::Sub:
    case ir::Instruction::Mul:
    case ir::Instruction::Xor:
    case ir::Instruction::Shl:
      return {
          integerResult(value.getOpcode(), numberOf(*value.getOperand(0)), numberOf(*value.getOperand(1)))};
    default:
      break;
  }
  refuse(std::string("the constant expression '") + value.getOpcodeName() + "' is not supported");
}

/// "User Guide for AMDGPU Backend", "Address Spaces": what leads to shared memory, or to a thread's own, is a
/// window of the flat addresses; the address of nothing is all ones there, and 0 in the others.
NumberPtr FunctionTranslator::castAddress(const NumberPtr& address, unsigned from, unsigned to,
                                          bool neverNull) {
  const Space source = accessedSpace(from);
  const Space target = accessedSpace(to);
  const unsigned bits = bitsOfPointer(to);
  if (source == target || (!isWindowed(source) && !isWindowed(target))) {
    return resized(address, bits);
  }
  const Space windowed = isWindowed(source) ? source : target;
  const bool enters = isWindowed(target);
  if (isWindowed(source) && isWindowed(target)) {
    refuse("a cast between these address spaces");
  }
  const NumberPtr window = literal(windowOf(windowed), 64);
  if (!enters && address->op == NumberOp::ObjectAddress) {
    Number moved = *address;
    moved.bits = 64;
    moved.literal += windowOf(windowed);
    return std::make_shared<const Number>(std::move(moved));
  }
  const NumberPtr moved =
      resized(number(enters ? NumberOp::Sub : NumberOp::Add, 64, {resized(address, 64), window}), bits);
  if (neverNull) {
    return moved;
  }
  const std::uint64_t nullThere = context_.target().nullIn(windowed).value_or(0);
  // LLVM's constant `null` is 0 in every address space, whatever the target takes for the address of nothing.
  const NumberPtr isNull =
      numberFrom(NumberOp::Eq, address->bits, 1, {address, literal(enters ? 0 : nullThere, address->bits)});
  return selected(isNull, literal(enters ? nullThere : 0, bits), moved);
}

/// Addresses of windows have 32 bits or more, others 64.
unsigned FunctionTranslator::bitsOfPointer(unsigned addressSpace) const {
  const unsigned bits = context_.layout().getPointerSizeInBits(addressSpace);
  if (bits != 64 && !(bits == 32 && isWindowed(accessedSpace(addressSpace)))) {
    refuse("addresses of " + std::to_string(bits) + " bits in address space " + std::to_string(addressSpace) +
           " are not supported");
  }
  return bits;
}

Space FunctionTranslator::accessedSpace(unsigned addressSpace) const {
  const auto space = context_.target().accessed(addressSpace);
  if (!space) {
    refuse("address space " + std::to_string(addressSpace) + " is not supported");
  }
  return *space;
}

/// Language Reference, `getelementptr`: indices are sign-extended, or cut, to the width of the index type.
NumberPtr FunctionTranslator::elementAddress(const ir::GEPOperator& element) {
  if (element.getType()->isVectorTy()) {
    refuse("vectors of addresses are not supported");
  }
  const ir::DataLayout& layout = context_.layout();
  const unsigned bits = bitsOfPointer(element.getPointerAddressSpace());
  NumberPtr address = numberOf(*element.getPointerOperand());
  std::uint64_t moved = 0;
  for (auto step = ir::gep_type_begin(element), end = ir::gep_type_end(element); step != end; ++step) {
    const ir::Value& index = *step.getOperand();
    if (const ir::StructType* fields = step.getStructTypeOrNull()) {
      moved += layout.getStructLayout(const_cast<ir::StructType*>(fields))
                   ->getElementOffset(static_cast<unsigned>(ir::cast<ir::ConstantInt>(index).getZExtValue()));
      continue;
    }
    const std::uint64_t size = step.getSequentialElementStride(layout);
    if (const auto* known = ir::dyn_cast<ir::ConstantInt>(&index)) {
      moved += static_cast<std::uint64_t>(known->getSExtValue()) * size;
      continue;
    }
    const NumberPtr number = numberOf(index);
    const NumberPtr fitting =
        number->bits < bits ? signExtended(number, number->bits, bits) : resized(number, bits);
    address = lowlevel::number(
        NumberOp::Add, bits,
        {address,
         size == 1 ? fitting : lowlevel::number(NumberOp::Mul, bits, {fitting, literal(size, bits)})});
  }
  if (moved == 0) {
    return address;
  }
  if (address->op == NumberOp::ObjectAddress) {
    Number there = *address;
    there.literal += moved;
    return std::make_shared<const Number>(std::move(there));
  }
  return number(NumberOp::Add, bits, {address, literal(moved, bits)});
}

}  // namespace hrfcheck::frontend::llvm::reader

// Pointers, and accesses to memory (SPIR-V, 3.42.8). Each number of what is loaded or stored is an access of
// its own, as the models have it.

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "frontend/lowlevel/module/address_map.h"
#include "frontend/spirv/module/memory_semantics.h"
#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::uint32_t kMostChosenDescriptors = 64;  // that an index which is computed chooses from
constexpr std::uint64_t kMostCopied = 4096;           // bytes of OpCopyMemorySized

}  // namespace

bool EntryTranslator::memory() {
  switch (here_->op) {
    case spv::Op::OpVariable:
      variable();
      return true;
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
      accessChain();
      return true;
    case spv::Op::OpLoad:
      load();
      return true;
    case spv::Op::OpStore:
      store();
      return true;
    case spv::Op::OpCopyMemory:
      copyMemory();
      return true;
    case spv::Op::OpCopyMemorySized:
      copyBytes();
      return true;
    case spv::Op::OpArrayLength:
      arrayLength();
      return true;
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
      defineOne(lowlevel::numberFrom(here_->op == spv::Op::OpPtrEqual ? NumberOp::Eq : NumberOp::Ne, 64, 1,
                                     {word(operand(0)), word(operand(1))}));
      return true;
    case spv::Op::OpPtrDiff:
      pointerDifference();
      return true;
    case spv::Op::OpConvertPtrToU:
    case spv::Op::OpConvertUToPtr:
    case spv::Op::OpPtrCastToGeneric:
    case spv::Op::OpGenericCastToPtr:
    case spv::Op::OpGenericCastToPtrExplicit:
      convertPointer();
      return true;
    default:
      return false;
  }
}

const Laid& EntryTranslator::laidOf(Id pointer) {
  const auto found = laid_.find(pointer);
  if (found != laid_.end()) {
    return found->second;
  }
  const Id pointee = in_.types.pointee(typeIdOf(pointer));
  if (pointee == kNoId) {
    refuse(fmt::format("{} is not a pointer", module().nameOf(pointer)));
  }
  return laid_[pointer] = {pointee};
}

Space EntryTranslator::spaceOf(Id pointer) {
  const ValueType& type = typeOf(pointer);
  if (type.shape != Shape::Pointer) {
    refuse(fmt::format("{} is not a pointer", module().nameOf(pointer)));
  }
  return Space::Generic;
}

NumberPtr EntryTranslator::offsetBy(const NumberPtr& address, std::uint64_t offset) const {
  return offset == 0 ? address : lowlevel::number(NumberOp::Add, 64, {address, literal(offset, 64)});
}

/// A variable of a function begins without a value wherever its function is called.
void EntryTranslator::variable() {
  const VariablePlace place = in_.placeOf(here_->result);
  values_[here_->result] = {addressOf(place.object, place.space)};
  emit(lowlevel::Forget{{place.object}});
  if (operandCount() > 1) {
    const Numbers initial = value(operand(1));
    storeTo(here_->result, initial);
  }
}

/// Base, for OpPtrAccessChain an element, and indices.
void EntryTranslator::accessChain() {
  const bool element =
      here_->op == spv::Op::OpPtrAccessChain || here_->op == spv::Op::OpInBoundsPtrAccessChain;
  const Id base = operand(0);
  Laid laid = laidOf(base);
  NumberPtr address;
  std::uint64_t offset = 0;
  std::size_t next = 1;
  const auto add = [&](Id index, std::uint64_t stride) {
    if (const auto known = constantNumber(index)) {
      const unsigned bits = typeOf(index).bits;
      const unsigned shift = 64 - std::clamp(bits, 1U, 64U);
      const auto isSigned = static_cast<std::int64_t>(*known << shift) >> shift;
      offset += static_cast<std::uint64_t>(isSigned) * stride;
      return;
    }
    const NumberPtr scaled =
        stride == 1 ? wordAs(index, 64, true)
                    : lowlevel::number(NumberOp::Mul, 64, {wordAs(index, 64, true), literal(stride, 64)});
    address = lowlevel::number(NumberOp::Add, 64, {address, scaled});
  };
  const Instruction* const variable = module().global(base);
  const bool ofModule = variable != nullptr && variable->op == spv::Op::OpVariable && !element;
  const VariablePlace place = ofModule ? in_.placeOf(base) : VariablePlace{};
  if (place.count != 0 && operandCount() > 1) {
    address = descriptor(place, operand(1));
    laid = in_.types.part(laid, 0).laid;
    next = 2;
  } else {
    address = word(base);
  }
  if (element) {
    const Decoration* said = module().decoration(typeIdOf(base), spv::Decoration::ArrayStride);
    const std::uint64_t stride =
        said != nullptr && !said->operands.empty() ? said->operands[0] : in_.types.sizeOf(laid);
    add(operand(1), stride);
    next = 2;
  }
  for (; next < operandCount(); ++next) {
    const ValueType& type = in_.types.of(laid.type);
    if (type.shape == Shape::Struct) {
      const std::uint64_t member = requiredConstant(operand(next), "the number of a member");
      if (member >= type.parts.size()) {
        refuse("the struct does not have such a member");
      }
      const LaidPart part = in_.types.part(laid, static_cast<std::uint32_t>(member));
      offset += part.offset;
      laid = part.laid;
    } else if (type.isComposite() || type.shape == Shape::RuntimeArray) {
      add(operand(next), in_.types.strideOf(laid));
      laid = in_.types.part(laid, 0).laid;
    } else {
      refuse("it leads into what has no parts");
    }
  }
  defineOne(offsetBy(address, offset));
  laid_[here_->result] = laid;
}

/// Which object of an array of descriptors it is.
NumberPtr EntryTranslator::descriptor(const VariablePlace& place, Id index) {
  if (place.alike) {
    return addressOf(place.object, place.space);
  }
  const std::uint32_t step = place.image ? 2 : 1;
  if (const auto known = constantNumber(index)) {
    if (*known >= place.count) {
      refuse("the array of descriptors does not have such an element");
    }
    return addressOf(place.object + static_cast<std::uint32_t>(*known) * step, place.space);
  }
  const std::uint32_t count = std::min(place.count, kMostChosenDescriptors);
  const NumberPtr number = kept(wordAs(index, 64));
  const std::size_t inside =
      skipIf(lowlevel::numberFrom(NumberOp::LtUnsigned, 64, 1, {number, literal(count, 64)}));
  emit(lowlevel::Refused{
      fmt::format("an index behind the first {} elements of an array of descriptors", count)});
  landSkip(inside);
  NumberPtr result = addressOf(place.object, place.space);
  for (std::uint32_t i = 1; i < count; ++i) {
    result = lowlevel::selected(lowlevel::numberFrom(NumberOp::Eq, 64, 1, {number, literal(i, 64)}),
                                addressOf(place.object + i * step, place.space), result);
  }
  return result;
}

/// Of a load or a store: what its memory operands say of availability and visibility (SPIR-V, 3.26).
std::vector<std::string> EntryTranslator::accessMarks(std::size_t from, Id pointer, bool texel) {
  std::vector<std::string> marks;
  const spv::StorageClass storage = texel ? spv::StorageClass::Image : typeOf(pointer).storage;
  if (auto mark = markOfStorage(storage, isOpenCl())) {
    marks.push_back(std::move(*mark));
  }
  if (isOpenCl() || operandCount() <= from) {
    return marks;
  }
  const std::uint32_t mask = operand(from);
  const auto has = [&](auto bit) { return (mask & static_cast<std::uint32_t>(bit)) != 0; };
  std::size_t next = from + 1;
  const auto scoped = [&](bool there, const char* word) {
    if (there) {
      marks.push_back(fmt::format("{}.{}", word, wordOfVulkanLevel(level(operand(next++)))));
    }
  };
  if (texel) {  // image operands: those in front have one word each, and Grad two
    for (std::uint32_t bit = 0; bit < 8; ++bit) {
      next += (mask >> bit & 1U) != 0 ? (bit == 2 ? 2 : 1) : 0;
    }
    scoped(has(spv::ImageOperandsMask::MakeTexelAvailable), "av");
    scoped(has(spv::ImageOperandsMask::MakeTexelVisible), "vis");
    if (has(spv::ImageOperandsMask::NonPrivateTexel)) {
      marks.emplace_back("nonpriv");
    }
    return marks;
  }
  next += has(spv::MemoryAccessMask::Aligned) ? 1 : 0;
  scoped(has(spv::MemoryAccessMask::MakePointerAvailable), "av");
  scoped(has(spv::MemoryAccessMask::MakePointerVisible), "vis");
  if (has(spv::MemoryAccessMask::NonPrivatePointer)) {
    marks.emplace_back("nonpriv");
  }
  return marks;
}

/// A pointer has 64 bits here. Where the module's have 32, they cannot be told apart in other memory than
/// variables of pointers.
void EntryTranslator::requirePointerByItself(const MemoryWord& word, const Laid& laid) {
  if (word.shape == Shape::Pointer && module().addressBytes != 8 && isOpenCl() &&
      in_.types.of(laid.type).shape != Shape::Pointer) {
    refuse("pointers of 32 bits in structs are not supported");
  }
}

void EntryTranslator::loadWords(const Laid& laid, const NumberPtr& address, Space space,
                                const Numbers& registers, const std::vector<std::string>& marks) {
  const auto words = in_.types.memoryWords(laid);
  if (!words || words->size() != registers.size()) {
    refuse("memory of such a type is not supported");
  }
  for (std::size_t i = 0; i < words->size(); ++i) {
    const MemoryWord& word = (*words)[i];
    requirePointerByItself(word, laid);
    lowlevel::Access access;
    access.reads = true;
    access.space = space;
    access.address = offsetBy(address, word.offset);
    access.bytes = word.bytes;
    access.isFloat = word.shape == Shape::Float;
    access.targets = {registerIn(registers[i])};
    access.marks = marks;
    emit(std::move(access));
  }
}

void EntryTranslator::storeWords(const Laid& laid, const NumberPtr& address, Space space,
                                 const Numbers& values, const std::vector<std::string>& marks) {
  const auto words = in_.types.memoryWords(laid);
  if (!words || words->size() != values.size()) {
    refuse("memory of such a type is not supported");
  }
  for (std::size_t i = 0; i < words->size(); ++i) {
    const MemoryWord& word = (*words)[i];
    requirePointerByItself(word, laid);
    lowlevel::Access access;
    access.writes = true;
    access.space = space;
    access.address = offsetBy(address, word.offset);
    access.bytes = word.bytes;
    access.isFloat = word.shape == Shape::Float;
    access.values = {lowlevel::resized(values[i], word.bytes * lowlevel::kBitsOfByte)};
    access.marks = marks;
    emit(std::move(access));
  }
}

void EntryTranslator::load() {
  const Id pointer = operand(0);
  const ValueType& type = typeOf(pointer);
  if (type.shape == Shape::Pointer && type.storage == spv::StorageClass::UniformConstant &&
      in_.types.of(here_->type).shape == Shape::Handle) {
    defineOne(word(pointer));  // which image it is, the place of its descriptor says
    return;
  }
  const Laid laid = laidOf(pointer);
  const NumberPtr address = word(pointer);
  const std::vector<std::string> marks = accessMarks(1, pointer);
  loadWords(laid, address, spaceOf(pointer), declare(here_->result, here_->type), marks);
}

void EntryTranslator::store() {
  const Id pointer = operand(0);
  const Numbers values = value(operand(1));
  storeWords(laidOf(pointer), word(pointer), spaceOf(pointer), values, accessMarks(2, pointer));
}

void EntryTranslator::storeTo(Id pointer, const Numbers& values) {
  std::vector<std::string> marks;
  if (auto mark = markOfStorage(typeOf(pointer).storage, isOpenCl())) {
    marks.push_back(std::move(*mark));
  }
  storeWords(laidOf(pointer), word(pointer), spaceOf(pointer), values, marks);
}

void EntryTranslator::copyMemory() {
  const Id to = operand(0);
  const Id from = operand(1);
  Numbers registers;
  const auto words = in_.types.memoryWords(laidOf(from));
  if (!words) {
    refuse("memory of such a type is not supported");
  }
  for (const MemoryWord& word : *words) {
    registers.push_back(lowlevel::registerNumber(newRegister(word.bits), word.bits));
  }
  std::vector<std::string> marks;
  if (auto mark = markOfStorage(typeOf(from).storage, isOpenCl())) {
    marks.push_back(std::move(*mark));
  }
  loadWords(laidOf(from), word(from), spaceOf(from), registers, marks);
  storeWords(laidOf(to), word(to), spaceOf(to), registers, accessMarks(2, to));
}

/// In words as large as the size and the alignment allow.
void EntryTranslator::copyBytes() {
  const std::uint64_t size = requiredConstant(operand(2), "the number of bytes that are copied");
  if (size > kMostCopied) {
    refuse(fmt::format("copies of more than {} bytes are not supported", kMostCopied));
  }
  std::uint64_t unit = operandCount() > 4 && (operand(3) & 2U) != 0 ? operand(4) : 1;
  unit = std::min<std::uint64_t>(8, std::bit_floor(std::max<std::uint64_t>(unit, 1)));
  while (unit > 1 && size % unit != 0) {
    unit /= 2;
  }
  const Id to = operand(0);
  const Id from = operand(1);
  const NumberPtr begin = kept(word(from));
  const NumberPtr target = kept(word(to));
  for (std::uint64_t at = 0; at < size; at += unit) {
    const auto bits = static_cast<unsigned>(unit * 8);
    const std::uint32_t reg = newRegister(bits);
    lowlevel::Access access;
    access.reads = true;
    access.space = spaceOf(from);
    access.address = offsetBy(begin, at);
    access.bytes = static_cast<unsigned>(unit);
    access.targets = {reg};
    if (auto mark = markOfStorage(typeOf(from).storage, isOpenCl())) {
      access.marks = {*mark};
    }
    emit(access);
    lowlevel::Access made;
    made.writes = true;
    made.space = spaceOf(to);
    made.address = offsetBy(target, at);
    made.bytes = static_cast<unsigned>(unit);
    made.values = {lowlevel::registerNumber(reg, bits)};
    if (auto mark = markOfStorage(typeOf(to).storage, isOpenCl())) {
      made.marks = {*mark};
    }
    emit(made);
  }
}

/// So many elements as the object has room for.
void EntryTranslator::arrayLength() {
  const Id pointer = operand(0);
  const Laid laid = laidOf(pointer);
  const ValueType& type = in_.types.of(laid.type);
  const NumberPtr address = word(pointer);
  if (type.shape != Shape::Struct || operand(1) >= type.parts.size()) {
    refuse();
  }
  const bool isObject = address->op == NumberOp::ObjectAddress;
  if (!isObject) {
    defineOne(notComputed(wordBits(here_->type), {address}));
    return;
  }
  const LaidPart part = in_.types.part(laid, operand(1));
  const std::uint64_t stride = in_.types.strideOf(part.laid);
  if (stride == 0) {
    refuse();
  }
  const NumberPtr bytes = std::make_shared<const lowlevel::Number>(
      lowlevel::Number{.op = NumberOp::ObjectBytes, .bits = 64, .index = address->index});
  const NumberPtr behind =
      lowlevel::number(NumberOp::Sub, 64,
                       {lowlevel::number(NumberOp::MaxUnsigned, 64, {bytes, literal(part.offset, 64)}),
                        literal(part.offset, 64)});
  defineOne(lowlevel::resized(lowlevel::number(NumberOp::DivUnsigned, 64, {behind, literal(stride, 64)}),
                              wordBits(here_->type)));
}

void EntryTranslator::pointerDifference() {
  const std::uint64_t stride = std::max<std::uint64_t>(1, in_.types.sizeOf(laidOf(operand(0))));
  const NumberPtr bytes = lowlevel::number(NumberOp::Sub, 64, {word(operand(0)), word(operand(1))});
  const NumberPtr elements = lowlevel::number(NumberOp::DivSigned, 64, {bytes, literal(stride, 64)});
  defineOne(lowlevel::resized(elements, wordBits(here_->type)));
}

/// All pointers are generic addresses, and numbers are these.
void EntryTranslator::convertPointer() {
  const NumberPtr from = word(operand(0));
  const bool ofNumbers = here_->op == spv::Op::OpConvertPtrToU || here_->op == spv::Op::OpConvertUToPtr;
  if (ofNumbers && module().addressBytes != 8 && isOpenCl()) {
    refuse("pointers of 32 bits as numbers are not supported");
  }
  const NumberPtr number = lowlevel::resized(from, wordBits(here_->type));
  if (here_->op != spv::Op::OpGenericCastToPtrExplicit) {
    defineOne(number);
    return;
  }
  const auto within = [&](Space space) {
    const NumberPtr offset =
        lowlevel::number(NumberOp::Sub, 64, {number, literal(lowlevel::windowOf(space), 64)});
    return lowlevel::numberFrom(NumberOp::LtUnsigned, 64, 1, {offset, literal(std::uint64_t{1} << 32U, 64)});
  };
  const auto wanted = static_cast<spv::StorageClass>(operand(1));
  NumberPtr fits;
  if (wanted == spv::StorageClass::Workgroup) {
    fits = within(Space::Shared);
  } else if (wanted == spv::StorageClass::Function) {
    fits = within(Space::Local);
  } else {
    fits = lowlevel::number(
        NumberOp::Not, 1, {lowlevel::number(NumberOp::Or, 1, {within(Space::Shared), within(Space::Local)})});
  }
  defineOne(lowlevel::selected(fits, number, literal(0, 64)));
}

/// Of an object, as a generic address.
NumberPtr EntryTranslator::addressOf(std::uint32_t object, Space space) {
  return std::make_shared<const lowlevel::Number>(lowlevel::Number{
      .op = NumberOp::ObjectAddress, .bits = 64, .literal = lowlevel::windowOf(space), .index = object});
}

}  // namespace hrfcheck::frontend::spirv

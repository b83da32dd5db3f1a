// Images (SPIR-V, 3.42.10). An image that a shader only reads is what the launch says each of its reads
// gives; of one that it writes, too, each texel is memory of its own, by its coordinates: of a format whose
// channels have 32 bits, a number for each, else one of which nobody knows how it is kept there. A handle is
// the address of the first texel, behind which the object of what the image says of itself lies
// (module_translator.h).

#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/module/address_map.h"
#include "frontend/spirv/module/memory_semantics.h"
#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::number;
using lowlevel::numberFrom;

constexpr std::uint64_t kToImageInfo = std::uint64_t{1} << lowlevel::kGlobalShift;
constexpr unsigned kCoordinateBits = 28;  // of a place in an image, all coordinates together

unsigned wordOfType(const Instruction& type, std::size_t i) {
  return i < type.operands.size() ? type.operands[i] : 0;
}

spv::Dim dimensionOf(const Instruction& type) {
  return static_cast<spv::Dim>(wordOfType(type, 1));
}

/// Each texel has so many bytes here: its channels, where they are known, else those of one number.
unsigned bytesOfTexel(const Instruction& type, unsigned channels) {
  const auto format = static_cast<spv::ImageFormat>(wordOfType(type, 6));
  const bool wide = format == spv::ImageFormat::R64i || format == spv::ImageFormat::R64ui;
  return wide ? 8 : 4 * std::max(channels, 1U);
}

/// Coordinates that say which texel it is, layers among them.
unsigned coordinatesOf(const Instruction& type) {
  unsigned count = 2;
  switch (dimensionOf(type)) {
    case spv::Dim::Dim1D:
    case spv::Dim::Buffer:
      count = 1;
      break;
    case spv::Dim::Dim3D:
    case spv::Dim::Cube:
      count = 3;
      break;
    default:
      break;
  }
  const bool cube = dimensionOf(type) == spv::Dim::Cube;
  return count + (wordOfType(type, 3) != 0 && !cube ? 1 : 0);
}

}  // namespace

bool EntryTranslator::images() {
  switch (here_->op) {
    case spv::Op::OpSampledImage:
    case spv::Op::OpImage:
      defineOne(word(operand(0)));
      return true;
    case spv::Op::OpImageRead:
      readTexel();
      return true;
    case spv::Op::OpImageWrite:
      writeTexel();
      return true;
    case spv::Op::OpImageTexelPointer:
      texelPointer();
      return true;
    case spv::Op::OpImageQuerySizeLod:
    case spv::Op::OpImageQuerySize:
    case spv::Op::OpImageQueryLevels:
    case spv::Op::OpImageQuerySamples:
    case spv::Op::OpImageQueryFormat:
    case spv::Op::OpImageQueryOrder:
      askImage();
      return true;
    case spv::Op::OpImageQueryLod:
    case spv::Op::OpDPdx:
    case spv::Op::OpDPdy:
    case spv::Op::OpFwidth:
    case spv::Op::OpDPdxFine:
    case spv::Op::OpDPdyFine:
    case spv::Op::OpFwidthFine:
    case spv::Op::OpDPdxCoarse:
    case spv::Op::OpDPdyCoarse:
    case spv::Op::OpFwidthCoarse:  // of neighbours that nobody says
      defineOpen(0);
      return true;
    case spv::Op::OpEmitVertex:
    case spv::Op::OpEndPrimitive:
    case spv::Op::OpEmitStreamVertex:
    case spv::Op::OpEndStreamPrimitive:
    case spv::Op::OpBeginInvocationInterlockEXT:
    case spv::Op::OpEndInvocationInterlockEXT:
      emit(lowlevel::Nothing{});
      return true;
    default:
      break;
  }
  const bool samples =
      (spv::Op::OpImageSampleImplicitLod <= here_->op && here_->op <= spv::Op::OpImageDrefGather);
  const bool sparse =
      spv::Op::OpImageSparseSampleImplicitLod <= here_->op && here_->op <= spv::Op::OpImageSparseDrefGather;
  if (samples || sparse || here_->op == spv::Op::OpImageSparseRead) {
    sampled(!samples);
    return true;
  }
  if (here_->op == spv::Op::OpImageSparseTexelsResident) {
    defineOne(literal(1, 1));
    return true;
  }
  return false;
}

/// Of a value that is an image, or one with a sampler.
const Instruction* EntryTranslator::imageType(Id image) {
  const Instruction* type = module().global(typeIdOf(image));
  if (type != nullptr && type->op == spv::Op::OpTypeSampledImage && !type->operands.empty()) {
    type = module().global(type->operands[0]);
  }
  if (type == nullptr || type->op != spv::Op::OpTypeImage) {
    refuse("it is not known which image it is");
  }
  return type;
}

/// Whether the texels of an image are memory that invocations write.
bool EntryTranslator::isStorage(const Instruction& type) const {
  constexpr std::size_t kSampled = 5;
  constexpr std::size_t kAccess = 7;
  return wordOfType(type, kSampled) == 2 && dimensionOf(type) != spv::Dim::SubpassData
             ? true
             : isOpenCl() && wordOfType(type, kAccess) != 0;
}

/// How many channels of 32 bits the format has; 0: others, or nobody says it.
unsigned EntryTranslator::exactChannels(const Instruction& type) {
  switch (static_cast<spv::ImageFormat>(wordOfType(type, 6))) {
    case spv::ImageFormat::R32f:
    case spv::ImageFormat::R32i:
    case spv::ImageFormat::R32ui:
      return 1;
    case spv::ImageFormat::Rg32f:
    case spv::ImageFormat::Rg32i:
    case spv::ImageFormat::Rg32ui:
      return 2;
    case spv::ImageFormat::Rgba32f:
    case spv::ImageFormat::Rgba32i:
    case spv::ImageFormat::Rgba32ui:
      return 4;
    default:
      return 0;
  }
}

/// Of image operands, which begin at a place: the sample; operands come in the order of their bits, and those
/// of Grad are two.
Id EntryTranslator::sampleOperand(std::size_t from) const {
  constexpr unsigned kSampleBit = 6;
  constexpr unsigned kGradBit = 2;
  const std::uint32_t mask = from < operandCount() ? operand(from) : 0;
  if ((mask >> kSampleBit & 1U) == 0) {
    return kNoId;
  }
  std::size_t at = from + 1;
  for (unsigned bit = 0; bit < kSampleBit; ++bit) {
    at += (mask >> bit & 1U) != 0 ? (bit == kGradBit ? 2 : 1) : 0;
  }
  return operand(at);
}

/// In bytes. An image has room for so many texels that each coordinate has as many bits as the others.
/// @param inside whether the coordinates are in that room
NumberPtr EntryTranslator::texelOffset(const Instruction& type, Id coordinate, Id sample, NumberPtr& inside) {
  const unsigned dimensions = coordinatesOf(type);
  Numbers coordinates = value(coordinate);
  if (coordinates.size() < dimensions) {
    refuse("its operands are not of its type");
  }
  coordinates.resize(dimensions);
  if (sample != kNoId) {
    coordinates.push_back(word(sample));
  }
  const auto bits = static_cast<unsigned>(kCoordinateBits / coordinates.size());
  NumberPtr place = literal(0, 64);
  inside = literal(1, 1);
  for (std::size_t i = coordinates.size(); i-- > 0;) {
    const NumberPtr one = kept(lowlevel::signExtended(coordinates[i], coordinates[i]->bits, 64));
    inside = number(
        NumberOp::And, 1,
        {inside, numberFrom(NumberOp::LtUnsigned, 64, 1, {one, literal(std::uint64_t{1} << bits, 64)})});
    place = number(NumberOp::Add, 64, {number(NumberOp::Shl, 64, {place, literal(bits, 64)}), one});
  }
  return kept(number(NumberOp::Mul, 64, {place, literal(bytesOfTexel(type, exactChannels(type)), 64)}));
}

/// What each read of an image gives that only the launch fills, in four words.
void EntryTranslator::sampled(bool sparse) {
  const NumberPtr image = kept(word(operand(0)));
  const Instruction& type = *imageType(operand(0));
  Numbers registers = declare(here_->result, here_->type);
  if (sparse && !registers.empty()) {  // the first word says whether the texels are there
    compute(registers.front()->index, literal(0, registers.front()->bits));
    registers.erase(registers.begin());
  }
  for (std::size_t c = 0; c < registers.size(); ++c) {
    if (registers[c]->bits != 32 || isStorage(type)) {
      compute(registers[c]->index, notComputed(registers[c]->bits));
      continue;
    }
    lowlevel::Access access;
    access.reads = true;
    access.space = Space::Global;
    access.address = offsetBy(image, c * 4);
    access.bytes = 4;
    access.isFloat = wordType(sparse ? resultType().parts.back() : here_->type).shape == Shape::Float;
    access.targets = {registerIn(registers[c])};
    emit(std::move(access));
  }
}

/// Image, coordinate, image operands. A place outside of the image holds any number.
void EntryTranslator::readTexel() {
  const Instruction& type = *imageType(operand(0));
  if (!isStorage(type)) {
    sampled(false);
    return;
  }
  NumberPtr inside;
  const NumberPtr image = word(operand(0));
  const NumberPtr offset = texelOffset(type, operand(1), sampleOperand(2), inside);
  const std::vector<std::string> marks = accessMarks(2, operand(0), true);
  const Numbers registers = declare(here_->result, here_->type);
  const unsigned channels = exactChannels(type);
  const ValueType& component = wordType(here_->type);
  const bool exact = channels != 0 && component.bits == 32;
  const std::size_t outside = skipIf(number(NumberOp::Not, 1, {inside}));
  const NumberPtr texel = kept(number(NumberOp::Add, 64, {image, offset}));
  for (unsigned c = 0; c < (exact ? channels : 1); ++c) {
    lowlevel::Access access;
    access.reads = true;
    access.space = Space::Global;
    access.address = offsetBy(texel, std::uint64_t{c} * 4);
    access.bytes = 4;
    access.isFloat = exact && component.shape == Shape::Float;
    access.targets = {exact && c < registers.size() ? registerIn(registers[c]) : newRegister(32)};
    access.marks = marks;
    emit(std::move(access));
  }
  for (std::size_t c = exact ? channels : 0; c < registers.size(); ++c) {
    const bool alpha = c == 3;  // Vulkan, "Conversion to RGBA": 0, 0 and 1 where there is no such channel
    compute(registers[c]->index, !exact                            ? notComputed(registers[c]->bits)
                                 : component.shape == Shape::Float ? floatLiteral(alpha ? 1 : 0, 32)
                                                                   : literal(alpha ? 1 : 0, 32));
  }
  const std::size_t done = skipIf(literal(1, 1));
  landSkip(outside);
  for (const NumberPtr& reg : registers) {
    compute(reg->index, notComputed(reg->bits));
  }
  landSkip(done);
}

/// Image, coordinate, texel, image operands. What is outside of the image is not written.
void EntryTranslator::writeTexel() {
  const Instruction& type = *imageType(operand(0));
  if (!isStorage(type)) {
    refuse("the image cannot be written");
  }
  NumberPtr inside;
  const NumberPtr image = word(operand(0));
  const NumberPtr offset = texelOffset(type, operand(1), sampleOperand(3), inside);
  const std::vector<std::string> marks = accessMarks(3, operand(0), true);
  const Numbers texel = value(operand(2));
  const unsigned channels = exactChannels(type);
  const bool exact = channels != 0 && !texel.empty() && texel.front()->bits == 32 && channels <= texel.size();
  const std::size_t outside = skipIf(number(NumberOp::Not, 1, {inside}));
  const NumberPtr address = kept(number(NumberOp::Add, 64, {image, offset}));
  for (unsigned c = 0; c < (exact ? channels : 1); ++c) {
    lowlevel::Access access;
    access.writes = true;
    access.space = Space::Global;
    access.address = offsetBy(address, std::uint64_t{c} * 4);
    access.bytes = 4;
    access.isFloat = exact && wordType(typeIdOf(operand(2))).shape == Shape::Float;
    access.values = {exact ? texel[c] : notComputed(32, texel)};
    access.marks = marks;
    emit(std::move(access));
  }
  landSkip(outside);
}

/// Of a pointer to an image: to a texel of it, for atomic operations.
void EntryTranslator::texelPointer() {
  const Id image = operand(0);
  const Instruction* type = module().global(in_.types.pointee(typeIdOf(image)));
  if (type == nullptr || type->op != spv::Op::OpTypeImage) {
    refuse("it is not known which image it is");
  }
  const NumberPtr handle = word(image);
  const Id sample = wordOfType(*type, 4) != 0 ? operand(2) : kNoId;
  NumberPtr inside;
  const NumberPtr offset = texelOffset(*type, operand(1), sample, inside);
  const std::size_t good = skipIf(inside);
  emit(lowlevel::Refused{"an atomic operation far outside of an image"});
  landSkip(good);
  defineOne(number(NumberOp::Add, 64, {handle, offset}));
}

/// What an image says of itself: its size in four words, then the rest.
void EntryTranslator::askImage() {
  const NumberPtr image = kept(word(operand(0)));
  unsigned at = 4;
  switch (here_->op) {
    case spv::Op::OpImageQuerySizeLod:
    case spv::Op::OpImageQuerySize:
      at = 0;
      break;
    case spv::Op::OpImageQueryLevels:
      break;
    case spv::Op::OpImageQuerySamples:
      at = 5;
      break;
    case spv::Op::OpImageQueryFormat:
      at = 6;
      break;
    default:
      at = 7;
      break;
  }
  if (here_->op == spv::Op::OpImageQuerySizeLod && constantNumber(operand(1)) != std::uint64_t{0}) {
    defineOpen(0);
    return;
  }
  const Numbers& registers = declare(here_->result, here_->type);
  for (std::size_t i = 0; i < registers.size(); ++i) {
    const unsigned bits = registers[i]->bits;
    const std::uint32_t reg = newRegister(32);
    lowlevel::Access access;
    access.reads = true;
    access.space = Space::Global;
    access.address = offsetBy(image, kToImageInfo + (at + i) * 4);
    access.bytes = 4;
    access.targets = {reg};
    emit(std::move(access));
    compute(registers[i]->index, lowlevel::resized(lowlevel::registerNumber(reg, 32), bits));
  }
}

}  // namespace hrfcheck::frontend::spirv
